//! `fit`: finds the most probable parameters of the model from measured cases and writes the calibrated table.
//!
//! Starts from the priors whatever the committed table says, so running it again gives the same table. Says for every
//! parameter how many sources speak to it, and forecasts every source with parameters fitted without it: that is what a
//! reader may expect of a NAS that nobody has measured.

mod posterior;
mod problem;
mod rows;
mod solver;
#[cfg(test)]
mod synthetic;
mod table;

use crate::measured::read_files;
use nas_forecast_core::model::params::{ParamSet, TABLE};
use nas_forecast_core::report::ForecastOptions;
use nas_forecast_core::scenario::{DriveKind, Filesystem, Scenario};
use nas_forecast_core::score::{
    Case, CaseForecast, ScoredValue, error_percent, forecast_case, predicted, read_cases, score,
};
use problem::{Prior, Problem};
use std::path::PathBuf;

/// What `fit` is asked for.
#[derive(clap::Args, Debug)]
pub struct FitArgs {
    /// Measured cases, one JSON object a line; `-` is standard input
    #[arg(required = true, value_name = "CASES.jsonl")]
    pub files: Vec<PathBuf>,
    /// Where to write the calibrated table (the model reads crate/core/src/model/params.csv)
    #[arg(long, value_name = "FILE.csv")]
    pub out: Option<PathBuf>,
    /// Most steps to take
    #[arg(long, default_value_t = 12)]
    pub steps: usize,
}

/// The text to print, or what is wrong with the input.
pub fn run(args: &FitArgs) -> Result<String, Vec<String>> {
    let cases = read_files(&args.files, read_cases)?;
    let problem = Problem {
        priors: TABLE.iter().map(|info| Prior { median: info.prior_median, log_sd: info.prior_log_sd }).collect(),
        units: rows::units(&cases, parameters_read),
        forecast: |unit: usize, values: &[f64]| figures(&cases[unit], values),
    };
    let fitted = solver::fit(&problem, args.steps, |now| eprintln!("step {}: cost {:.3}", now.steps, now.cost));
    let known = posterior::knowledge(&problem, &fitted);
    let calibrated = table::calibrated(&known);
    if let Some(out) = &args.out {
        std::fs::write(out, table::csv(&calibrated)).map_err(|error| vec![format!("{}: {error}", out.display())])?;
    }

    // The rows of a score are in the order of the problem's rows: both go through the cases in order.
    let forecasts = crate::measured::on_all_cores(&cases, |case| with_values(case, &table::values(&calibrated)));
    let result = score(&cases, &forecasts);
    let left_out: Vec<f64> = posterior::left_out_log_errors(&problem, &fitted)
        .into_iter()
        .map(|error| error_percent(libm::exp(error), 1.0))
        .collect();
    let limiter = |value: &ScoredValue| match cases.iter().find(|case| case.id == value.case) {
        Some(case) => limiter(&case.scenario.scenario, &value.bottleneck),
        None => value.bottleneck.clone(),
    };
    Ok(format!("{}\n\n{}", table::readable(&known), table::errors(&result.values, &left_out, limiter)))
}

/// What limits a forecast: its station, drives by what they are, as the intervals tell them apart.
fn limiter(scenario: &Scenario, station: &str) -> String {
    let kind = match (station, scenario.volume.filesystem, scenario.drives.kind) {
        ("drives", Filesystem::Zfs, _) => ", ZFS",
        ("drives", _, DriveKind::Hdd) => ", hard disks",
        ("drives", ..) => ", SSDs",
        _ => "",
    };
    format!("{station}{kind}")
}

/// The parameters that a case's forecasts ask for.
fn parameters_read(case: &Case) -> Vec<usize> {
    let (params, reads) = ParamSet::prior().traced();
    forecast_case(case, &|resolved| nas_forecast_core::forecast_with(resolved, &ForecastOptions::default(), &params));
    reads.indices()
}

/// The forecasts of a case with these parameter values.
fn with_values(case: &Case, values: &[f64]) -> CaseForecast {
    let params = ParamSet::from_values(values.to_vec()).unwrap_or_else(ParamSet::prior);
    forecast_case(case, &|resolved| nas_forecast_core::forecast_with(resolved, &ForecastOptions::default(), &params))
}

fn figures(case: &Case, values: &[f64]) -> Vec<Option<f64>> {
    let forecast = with_values(case, values);
    case.measured
        .iter()
        .map(|measured| {
            predicted(measured.metric, &forecast.own, forecast.baseline.as_ref()).map(|figure| figure.value)
        })
        .collect()
}
