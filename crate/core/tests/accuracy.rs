//! How close the forecasts are to what people measured: what the README says must not get worse unseen.

use nas_forecast_core::forecast;
use nas_forecast_core::report::ForecastOptions;
use nas_forecast_core::score::{CaseForecast, Score, forecast_case, read_cases, score};

fn scored(text: &str) -> Score {
    let cases = read_cases(text).unwrap_or_else(|problems| panic!("{}", problems[0]));
    let forecasts: Vec<CaseForecast> = cases
        .iter()
        .map(|case| forecast_case(case, &|resolved| forecast(resolved, &ForecastOptions::default())))
        .collect();
    score(&cases, &forecasts)
}

/// A figure of a summary; what has none is infinitely wrong.
fn figure(of: Option<f64>) -> f64 {
    of.unwrap_or(f64::INFINITY)
}

#[test]
fn the_measured_cases_are_met_within_the_bounds_promised() {
    let score = scored(include_str!("../../../tests/measured/cases.jsonl"));
    assert!(score.values.iter().all(|value| value.predicted.is_some()), "every value has a forecast");
    let median = figure(score.summary.median_abs_error_percent);
    assert!(median <= 8.0, "median {median} %");
    assert!(median < 0.25 * figure(score.classic.median_abs_error_percent), "median {median} %");
    let within = score.summary.within_25_percent.unwrap_or(0.0);
    assert!(within >= 80.0, "{within} % within 25 %");
    let away_from_the_wire = figure(score.not_link_bound.median_abs_error_percent);
    assert!(away_from_the_wire <= 11.0, "median {away_from_the_wire} % where the wire does not decide");
    let covered = figure(score.summary.interval_coverage_percent);
    assert!((72.0..=88.0).contains(&covered), "{covered} % in their interval");
    for (category, summary) in score.by_category.iter().filter(|(_, summary)| summary.values >= 4) {
        let median = figure(summary.median_abs_error_percent);
        assert!(median <= 30.0, "{category}: median {median} %");
    }
}

#[test]
fn most_cases_that_calibration_never_saw_are_met_within_a_factor_of_two() {
    let score = scored(include_str!("../../../tests/measured/further.jsonl"));
    assert!(score.summary.values >= 50);
    let within = score.summary.within_factor_2_percent.unwrap_or(0.0);
    assert!(within >= 75.0, "{within} % within a factor of two");
}
