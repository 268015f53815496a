//! `check`: which of the comparisons that sources state the forecasts hold.

use crate::measured::{figure, figure_or_dash, forecast, on_all_cores, read_files, table};
use nas_forecast_core::score::{CheckResult, OrderingResult, check, forecast_ordering, read_orderings};
use std::path::PathBuf;

/// What `check` is asked for.
#[derive(clap::Args, Debug)]
pub struct CheckArgs {
    /// Stated orderings, one JSON object a line; `-` is standard input
    #[arg(required = true, value_name = "ORDERINGS.jsonl")]
    pub files: Vec<PathBuf>,
    /// The whole result as JSON
    #[arg(long)]
    pub json: bool,
}

/// The text to print, or what is wrong with the input.
pub fn run(args: &CheckArgs) -> Result<String, Vec<String>> {
    let orderings = read_files(&args.files, read_orderings)?;
    let figures = on_all_cores(&orderings, |ordering| forecast_ordering(ordering, &forecast));
    let result = check(&orderings, &figures);
    if args.json {
        return serde_json::to_string_pretty(&result).map_err(|error| vec![error.to_string()]);
    }
    Ok(readable(&result))
}

fn readable(result: &CheckResult) -> String {
    let mut rows = table(&["ordering", "", "metric", "expected", "forecasts", "ratio", "stated ratio"], 7);
    for ordering in &result.orderings {
        let figures: Vec<String> = ordering
            .predicted
            .iter()
            .map(|variant| format!("{} {}", variant.name, figure_or_dash(variant.value)))
            .collect();
        rows.add_row([
            ordering.id.clone(),
            if ordering.held { "held" } else { "BROKEN" }.to_owned(),
            ordering.metric.name().to_owned(),
            serde_json::to_value(ordering.expected)
                .ok()
                .and_then(|name| name.as_str().map(str::to_owned))
                .unwrap_or_default(),
            figures.join("  "),
            own_ratio(ordering),
            stated_ratio(ordering),
        ]);
    }
    let broken: Vec<String> = result
        .orderings
        .iter()
        .filter(|ordering| !ordering.held)
        .map(|ordering| format!("  {} ({}): {}", ordering.id, ordering.source_key, ordering.claim))
        .collect();
    let count = result.held + result.broken;
    let share = 100.0 * result.held as f64 / count.max(1) as f64;
    let mut text = format!("{}\n\n{} of {count} orderings hold ({share:.1} %)", rows.trim_fmt(), result.held);
    if !broken.is_empty() {
        text.push_str(&format!("; broken:\n{}", broken.join("\n")));
    }
    text
}

fn own_ratio(ordering: &OrderingResult) -> String {
    match (&ordering.ratio, &ordering.ratios_to_first) {
        (Some(ratio), _) => figure(*ratio),
        (None, Some(ratios)) => ratios.iter().map(|ratio| figure(*ratio)).collect::<Vec<_>>().join(" "),
        (None, None) => "-".to_owned(),
    }
}

fn stated_ratio(ordering: &OrderingResult) -> String {
    match (ordering.ratio_min, ordering.ratio_max, &ordering.stated_ratios_to_first) {
        (Some(min), Some(max), _) => format!("{} to {}", figure(min), figure(max)),
        (Some(min), None, _) => format!(">= {}", figure(min)),
        (None, Some(max), _) => format!("<= {}", figure(max)),
        (None, None, Some(ratios)) => ratios.iter().map(|ratio| figure(*ratio)).collect::<Vec<_>>().join(" "),
        (None, None, None) => String::new(),
    }
}
