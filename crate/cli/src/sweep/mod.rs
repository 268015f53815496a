//! `sweep`: every combination of some fields' values, forecast on all cores into a table.
//!
//! Each finished forecast goes into a journal beside the output; a sweep that was stopped takes up where it was. The
//! table is written at the end, in the order of the combinations, so it doesn't depend on how many cores worked or how
//! often it was stopped.

mod grid;
mod journal;
mod row;
mod write;

use crate::input::{scenario_of, told};
use crate::measured::on_all_cores;
use grid::{Axis, Grid};
use journal::Journal;
use nas_forecast_core::report::ForecastOptions;
use nas_forecast_core::scenario::Document;
use row::Row;
use std::path::{Path, PathBuf};
use write::Format;

/// What `sweep` is asked for.
#[derive(clap::Args, Debug)]
pub struct SweepArgs {
    /// A scenario as JSON; `-` is standard input
    #[arg(value_name = "FILE.json")]
    file: PathBuf,
    /// A field and the values it takes, as in `network.link_gbit=1,2.5,10`; several are combined
    #[arg(long, required = true, value_name = "PATH=V1,V2,…")]
    vary: Vec<Axis>,
    /// Where the table goes; its ending decides on the format
    #[arg(long, value_name = "FILE.csv|FILE.parquet", value_parser = write::out_file)]
    out: PathBuf,
    /// Seed of the simulation's random numbers
    #[arg(long, default_value_t = ForecastOptions::default().seed)]
    seed: u64,
}

/// More rows than anyone reads, and days of work.
const MOST_COMBINATIONS: usize = 1_000_000;

/// The text to print, or what is wrong with the input.
pub fn run(args: &SweepArgs) -> Result<String, Vec<String>> {
    let document = scenario_of(&args.file)?;
    let grid = Grid::new(&args.vary)?;
    if grid.len() > MOST_COMBINATIONS {
        return Err(vec![format!("--vary: {} combinations; at most {MOST_COMBINATIONS} are done", grid.len())]);
    }
    faulty_values(&document, &args.vary)?;
    let io = |file: &Path| {
        let name = file.display().to_string();
        move |error: std::io::Error| vec![format!("{name}: {error}")]
    };
    let (journal, mut rows) = Journal::open(&args.out, &fingerprint(&document, args), grid.len())?;
    let missing: Vec<usize> = (0..grid.len()).filter(|index| rows[*index].is_none()).collect();
    let resumed = grid.len() - missing.len();
    let options = ForecastOptions { seed: args.seed, ..ForecastOptions::default() };
    let done = on_all_cores(&missing, |index| {
        let row = Row::forecast(&document, &grid.pairs(*index), &options);
        journal.note(*index, &row).map(|()| (*index, row))
    });
    for done in done {
        let (index, row) = done.map_err(io(journal.path()))?;
        rows[index] = Some(row);
    }
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    let failed = rows.iter().filter(|row| !row.problem.is_empty()).count();
    write::table(&args.out, Format::of(&args.out), &args.vary, &grid, &rows).map_err(|error| vec![error])?;
    journal.remove().map_err(io(&args.out))?;
    let mut text = format!("{} combinations in {}", rows.len(), args.out.display());
    if resumed > 0 {
        text += &format!("; {resumed} of them from an earlier run");
    }
    if failed > 0 {
        text += &format!("; {failed} don't go together, see the column problem");
    }
    Ok(text)
}

/// Everything that is wrong with a value by itself; what only some combinations can't have becomes a row that says so.
fn faulty_values(document: &Document, axes: &[Axis]) -> Result<(), Vec<String>> {
    let mut problems = Vec::new();
    for axis in axes {
        for value in &axis.values {
            if let Err(found) = document.set_path(&axis.path, value) {
                let own: Vec<_> = found.into_iter().filter(|problem| !problem.code.is_conflict()).collect();
                problems.extend(told(&own).into_iter().map(|line| format!("--vary {}={value}: {line}", axis.path)));
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// What a journal has to agree with to be taken up.
fn fingerprint(document: &Document, args: &SweepArgs) -> serde_json::Value {
    let axes: Vec<_> = args.vary.iter().map(|axis| serde_json::json!([axis.path, axis.values])).collect();
    serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "scenario": document.to_value(),
        "vary": axes,
        "seed": args.seed,
    })
}
