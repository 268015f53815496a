//! `score`: forecasts every measured case and says how far off each is.

use crate::measured::{figure, figure_or_dash, forecast, on_all_cores, read_files, table};
use nas_forecast_core::model::params::{TABLE, calibrated};
use nas_forecast_core::score::{Score, Stats, forecast_case, read_cases, score};
use std::path::PathBuf;
use std::time::Instant;

/// What `score` is asked for.
#[derive(clap::Args, Debug)]
pub struct ScoreArgs {
    /// Measured cases, one JSON object a line; `-` is standard input
    #[arg(required = true, value_name = "CASES.jsonl")]
    pub files: Vec<PathBuf>,
    /// The whole result as JSON
    #[arg(long)]
    pub json: bool,
}

/// The text to print, or what is wrong with the input.
pub fn run(args: &ScoreArgs) -> Result<String, Vec<String>> {
    let cases = read_files(&args.files, read_cases)?;
    let forecasts = on_all_cores(&cases, |case| {
        let start = Instant::now();
        let mut result = forecast_case(case, &forecast);
        result.seconds = start.elapsed().as_secs_f64();
        result
    });
    let result = score(&cases, &forecasts);
    if args.json {
        return json(&result).map_err(|error| vec![error.to_string()]);
    }
    Ok(format!("{}\n\n{}", rows(&result), summaries(&result)))
}

/// The score, and beside it the parameters that the forecasts rest on.
fn json(result: &Score) -> serde_json::Result<String> {
    let mut value = serde_json::to_value(result)?;
    let parameters: Vec<serde_json::Value> = TABLE
        .iter()
        .zip(calibrated())
        .map(|(info, now)| {
            serde_json::json!({
                "id": info.id, "unit": info.unit, "meaning": info.meaning, "source": info.source,
                "prior": info.prior_median, "prior_log_sd": info.prior_log_sd,
                "value": now.value, "log_sd": now.log_sd, "sources": now.sources,
            })
        })
        .collect();
    value["parameters"] = parameters.into();
    serde_json::to_string_pretty(&value)
}

fn rows(result: &Score) -> String {
    let mut table = table(&["case", "metric", "grade", "limit", "measured", "forecast", "low", "high", "off by %"], 4);
    for value in &result.values {
        let measured = match (value.lower, value.upper) {
            (Some(lower), None) => format!(">= {}", figure(lower)),
            (None, Some(upper)) => format!("<= {}", figure(upper)),
            (Some(lower), Some(upper)) => format!("{} to {}", figure(lower), figure(upper)),
            (None, None) => figure(value.measured),
        };
        table.add_row([
            value.case.clone(),
            value.metric.name().to_owned(),
            format!("{:?}", value.grade),
            if value.link_bound { "wire".to_owned() } else { value.bottleneck.clone() },
            measured,
            figure_or_dash(value.predicted),
            figure_or_dash(value.low),
            figure_or_dash(value.high),
            value.error_percent.map_or_else(|| "-".to_owned(), |error| format!("{error:.1}")),
        ]);
    }
    table.trim_fmt()
}

fn summaries(result: &Score) -> String {
    let mut table = table(
        &[
            "grades A and B",
            "cases",
            "values",
            "median %",
            "p90 %",
            "<= 10 %",
            "<= 25 %",
            "<= 2x",
            "in 80 %",
            "± %",
            "s",
        ],
        1,
    );
    let mut row = |name: &str, stats: &Stats| {
        let percent = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
        table.add_row([
            name.to_owned(),
            stats.cases.to_string(),
            stats.values.to_string(),
            percent(stats.median_abs_error_percent),
            percent(stats.p90_abs_error_percent),
            percent(stats.within_10_percent),
            percent(stats.within_25_percent),
            percent(stats.within_factor_2_percent),
            percent(stats.interval_coverage_percent),
            percent(stats.median_interval_percent),
            format!("{:.1}", stats.seconds),
        ]);
    };
    row("summary", &result.summary);
    row("not link-bound", &result.not_link_bound);
    row("classic formulas", &result.classic);
    row("classic, not link-bound", &result.classic_not_link_bound);
    for (grade, stats) in &result.by_grade {
        row(&format!("grade {grade:?}"), stats);
    }
    for (metric, stats) in &result.by_metric {
        row(metric.name(), stats);
    }
    for (category, stats) in &result.by_category {
        row(category, stats);
    }
    for (source, stats) in &result.by_source {
        row(source, stats);
    }
    table.trim_fmt()
}
