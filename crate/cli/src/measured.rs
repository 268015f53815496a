//! What the commands on measured data share: reading their files, forecasting on all cores, writing figures.

use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use nas_forecast_core::report::{ForecastOptions, Report};
use nas_forecast_core::scenario::Resolved;
use nas_forecast_core::score::LineProblem;
use rayon::prelude::*;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Forecasts with the default seed, so that a score can be repeated to the last digit.
pub fn forecast(resolved: &Resolved) -> Report {
    nas_forecast_core::forecast(resolved, &ForecastOptions::default())
}

/// Reads every file with `read` and joins what they hold; tells all problems of all files together.
pub fn read_files<T>(
    files: &[PathBuf],
    read: impl Fn(&str) -> Result<Vec<T>, Vec<LineProblem>>,
) -> Result<Vec<T>, Vec<String>> {
    let mut items = Vec::new();
    let mut problems = Vec::new();
    for file in files {
        let name = file.display();
        match text_of(file) {
            Ok(text) => match read(&text) {
                Ok(found) => items.extend(found),
                Err(found) => problems.extend(found.iter().map(|problem| format!("{name}: {problem}"))),
            },
            Err(error) => problems.push(format!("{name}: {error}")),
        }
    }
    if problems.is_empty() { Ok(items) } else { Err(problems) }
}

/// `-` is standard input.
fn text_of(file: &Path) -> std::io::Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    std::fs::read_to_string(file)
}

/// Applies `work` to every item on all cores, in the order of the items, with a bar on a terminal's standard error.
pub fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    let bar = ProgressBar::new(items.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    let results = items.par_iter().progress_with(bar.clone()).map(work).collect();
    bar.finish_and_clear();
    results
}

/// Four significant digits, without an exponent.
pub fn figure(value: f64) -> String {
    let size = value.abs();
    if !value.is_finite() || size >= 1000.0 {
        format!("{value:.0}")
    } else if size >= 100.0 {
        format!("{value:.1}")
    } else if size >= 10.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.3}")
    }
}

/// A figure, or a dash where there is none.
pub fn figure_or_dash(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), figure)
}

/// A table without lines, its figures to the right.
pub fn table(head: &[&str], figures_from: usize) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING).set_header(head.to_vec());
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if index >= figures_from {
            column.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_keep_four_digits_at_most() {
        let shown = [12345.6, 118.66, 12.347, 1.4706, 0.18].map(figure);
        assert_eq!(shown, ["12346", "118.7", "12.35", "1.471", "0.180"]);
        assert_eq!(figure_or_dash(None), "-");
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..200).collect();
        assert_eq!(on_all_cores(&items, |item| item * 2), items.iter().map(|item| item * 2).collect::<Vec<_>>());
    }

    #[test]
    fn problems_of_all_files_are_told_with_their_name() {
        let missing = [PathBuf::from("/nonexistent/a.jsonl"), PathBuf::from("/nonexistent/b.jsonl")];
        let problems = read_files::<()>(&missing, |_| Ok(Vec::new())).expect_err("no such files");
        assert!(problems[0].starts_with("/nonexistent/a.jsonl: ") && problems[1].contains("b.jsonl"));
    }
}
