//! nas-forecast on the command line: each subcommand is a file of its own that turns arguments into text to print.
//!
//! Exit status 0; 1 when the input is wrong, every problem on standard error; 2 for wrong usage, which clap answers.

mod advise;
mod cache;
mod catalog;
mod check;
mod figures;
mod fit;
mod input;
mod measured;
mod predict;
mod recorded;
mod render;
mod schema;
mod score;
mod suite;
mod sweep;

use clap::{Parser, Subcommand};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// Forecasts how fast a NAS will be
#[derive(Parser, Debug)]
#[command(version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Forecast one scenario
    Predict(predict::PredictArgs),
    /// Forecast the built-in workloads on the hardware of a scenario
    Suite(suite::SuiteArgs),
    /// Draw the suite as a chart or write it as a table, for places without JavaScript
    Render(render::RenderArgs),
    /// Rank what could be bought or set by what it brings
    Advise(advise::AdviseArgs),
    /// Forecast every combination of some fields' values into a table
    Sweep(sweep::SweepArgs),
    /// Find the hit ratios of cache policies on a recorded trace
    Cache(cache::CacheArgs),
    /// List the presets, with the source of each figure
    Catalog(catalog::CatalogArgs),
    /// Forecast measured cases and say how far off each is
    Score(score::ScoreArgs),
    /// Say which of the comparisons that sources state the forecasts hold
    Check(check::CheckArgs),
    /// Find the model's most probable parameters from measured cases
    Fit(fit::FitArgs),
    /// Print the JSON Schema of a scenario
    Schema(schema::SchemaArgs),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Predict(args) => predict::run(&args),
        Command::Suite(args) => suite::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Advise(args) => advise::run(&args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Cache(args) => cache::run(&args),
        Command::Catalog(args) => catalog::run(&args),
        Command::Score(args) => score::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Fit(args) => fit::run(&args),
        Command::Schema(args) => schema::run(&args),
    };
    match result {
        Ok(text) => print(&text),
        Err(problems) => {
            for problem in problems {
                eprintln!("{problem}");
            }
            ExitCode::from(1)
        }
    }
}

/// Writes the answer. A reader that has seen enough (`| head`) is no error.
fn print(text: &str) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("standard output: {error}");
            ExitCode::from(1)
        }
        _ => ExitCode::SUCCESS,
    }
}
