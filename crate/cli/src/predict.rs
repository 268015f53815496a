//! `predict`: one forecast, as a summary for people or as the report.

use crate::figures::{duration, lines, quantity};
use crate::input::{patched, scenario_of};
use crate::measured::{figure, table};
use crate::recorded;
use nas_forecast_core::report::{ForecastOptions, Report};
use nas_forecast_core::scenario::Workload;
use std::path::PathBuf;

/// What `predict` is asked for.
#[derive(clap::Args, Debug)]
pub struct PredictArgs {
    /// A scenario as JSON; `-` is standard input
    #[arg(value_name = "FILE.json")]
    file: PathBuf,
    /// A merge patch on the scenario; several are applied in turn
    #[arg(long, value_name = "JSON")]
    patch: Vec<String>,
    /// The recorded accesses of a workload of kind `trace`, plain, gzip or zstd; `-` is standard input
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Seed of the simulation's random numbers
    #[arg(long, default_value_t = ForecastOptions::default().seed)]
    seed: u64,
    /// The whole report as JSON
    #[arg(long)]
    json: bool,
}

/// The text to print, or what is wrong with the input.
pub fn run(args: &PredictArgs) -> Result<String, Vec<String>> {
    let document = patched(scenario_of(&args.file)?, &args.patch)?;
    let options = ForecastOptions { seed: args.seed, ..ForecastOptions::default() };
    let resolved = document.resolve();
    let report = match &resolved.scenario.workload {
        Workload::Trace(trace) => recorded::forecast(&document, trace, args.trace.as_deref(), &options)?,
        _ if args.trace.is_some() => {
            return Err(vec!["workload.kind: --trace is for a workload of kind \"trace\"".to_owned()]);
        }
        _ => nas_forecast_core::forecast(&resolved, &options),
    };
    if args.json {
        return serde_json::to_string_pretty(&report).map_err(|error| vec![error.to_string()]);
    }
    Ok(readable(&report))
}

fn readable(report: &Report) -> String {
    let mut headline = table(&["", "forecast", "", "80 % interval"], 1);
    let rows = [
        ("throughput", &report.throughput_mb_s, "MB/s"),
        ("operations", &report.iops, "IOPS"),
        ("files", &report.files_per_s, "files/s"),
    ];
    for (name, value, unit) in rows {
        if let Some(value) = value {
            let [figure, interval] = quantity(Some(value));
            headline.add_row([name, &figure, unit, &interval]);
        }
    }
    if let Some(time) = &report.duration_s {
        let interval = format!("{} – {}", duration(time.low), duration(time.high));
        headline.add_row(["duration", &duration(time.value), "", &interval]);
    }
    let latency = &report.latency_ms;
    let mut stations = table(&["station", "utilisation", "waiting", "share of time", "limit MB/s"], 1);
    for station in &report.stations {
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        let limit = station.limit_mb_s.map_or_else(|| "-".to_owned(), figure);
        let mark = if station.id == report.bottleneck { " <" } else { "" };
        stations.add_row([
            format!("{}{mark}", station.id),
            percent(station.utilisation),
            figure(station.queue_mean),
            percent(station.time_share),
            limit,
        ]);
    }
    let mut text = vec![
        lines(&headline),
        format!(
            "latency     mean {} ms, median {}, 95 % {}, 99 % {}, longest {}",
            figure(latency.mean),
            figure(latency.p50),
            figure(latency.p95),
            figure(latency.p99),
            figure(latency.max)
        ),
        format!("bottleneck  {}", report.bottleneck),
        String::new(),
        lines(&stations),
    ];
    let hits = [("RAM", report.cache.ram_hit_percent), ("SSD cache", report.cache.ssd_hit_percent)];
    let hits: Vec<String> =
        hits.iter().filter_map(|(name, hit)| Some(format!("{name} {} %", figure((*hit)?)))).collect();
    text.push(String::new());
    if !hits.is_empty() {
        text.push(format!("reads from  {}", hits.join(", ")));
    }
    text.extend(report.warnings.iter().map(|warning| format!("warning     {} ({})", warning.code, warning.path)));
    text.push(format!(
        "assumed     {} fields that the scenario leaves out; --json lists them",
        report.assumptions.len()
    ));
    text.join("\n")
}
