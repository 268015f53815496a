//! `suite`: every workload of the built-in suite on one hardware, with and without its SSD cache.

use crate::figures::{lines, quantity};
use crate::input::{hardware_of, told};
use crate::measured::{figure, on_all_cores, table};
use nas_forecast_core::catalog::{SUITE, Table};
use nas_forecast_core::report::ForecastOptions;
use nas_forecast_core::scenario::Document;
use nas_forecast_core::suite::{SuiteRow, suite_row};
use std::path::PathBuf;

/// What `suite` is asked for.
#[derive(clap::Args, Debug)]
pub struct SuiteArgs {
    /// A scenario as JSON, whose workload is ignored; `-` is standard input
    #[arg(value_name = "FILE.json")]
    file: PathBuf,
    /// All reports as JSON
    #[arg(long)]
    json: bool,
}

/// The text to print, or what is wrong with the input.
pub fn run(args: &SuiteArgs) -> Result<String, Vec<String>> {
    let hardware = hardware_of(&args.file)?;
    let rows = on_all_cores(&SUITE, |id| suite_row(&hardware, id, &ForecastOptions::default()));
    if args.json {
        let possible: Vec<SuiteRow> = rows.into_iter().flatten().collect();
        return serde_json::to_string_pretty(&possible).map_err(|error| vec![error.to_string()]);
    }
    Ok(readable(&hardware, &rows))
}

fn readable(hardware: &Document, rows: &[Option<SuiteRow>]) -> String {
    let cached = rows.iter().flatten().any(|row| row.report_without_cache.is_some());
    let mut head = vec!["workload", "limited by", "MB/s", "80 % interval", "per second", "mean ms"];
    head.extend(cached.then_some("MB/s without cache"));
    let mut shown = table(&head, 2);
    let mut impossible = Vec::new();
    for (id, row) in SUITE.iter().zip(rows) {
        let name = Table::Workloads.row(id).and_then(|row| row.get("name")?.as_str()).unwrap_or(id);
        let Some(SuiteRow { report, report_without_cache, .. }) = row else {
            let problems = hardware.with_workload(id).err().unwrap_or_default();
            impossible.extend(told(&problems).into_iter().map(|problem| format!("{name}: {problem}")));
            continue;
        };
        let [rate, interval] = quantity(report.throughput_mb_s.as_ref());
        let per_second = match (&report.iops, &report.files_per_s) {
            (Some(iops), _) => format!("{} IOPS", figure(iops.value)),
            (None, Some(files)) => format!("{} files", figure(files.value)),
            (None, None) => String::new(),
        };
        let mean = figure(report.latency_ms.mean);
        let mut cells = vec![name.to_owned(), report.bottleneck.clone(), rate, interval, per_second, mean];
        cells.extend(report_without_cache.as_ref().map(|plain| quantity(plain.throughput_mb_s.as_ref())[0].clone()));
        shown.add_row(cells);
    }
    let mut text = vec![lines(&shown)];
    text.extend(impossible);
    text.join("\n")
}
