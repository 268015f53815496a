//! From cases to the rows of a fit: which doubt each measured value carries, and which parameters can move it.

use super::problem::{Row, Unit, source_weight};
use nas_forecast_core::score::{Case, Grade, Measured, Metric};
use std::collections::BTreeMap;

/// Doubt that no parameter answers for, as the standard deviation of a logarithm, by grade: what any model leaves out, and
/// what had to be inferred. Judged from how far sources differ that measured alike machines.
fn grade_log_sd(grade: Grade) -> f64 {
    match grade {
        Grade::A => 0.08,
        Grade::B => 0.15,
        Grade::C => 0.5,
    }
}

/// A maximum or a deviation is one noisy reading; a factor of two is as good as agreement.
fn metric_log_sd(metric: Metric) -> f64 {
    match metric {
        Metric::LatencyMaxMs | Metric::LatencyStddevMs => 0.7,
        Metric::LatencyP99Ms => 0.3,
        _ => 0.0,
    }
}

fn log_sd(case: &Case, measured: &Measured) -> f64 {
    let reading = case.tolerance_percent.unwrap_or(0.0) / 100.0;
    let squares = [grade_log_sd(case.grade), metric_log_sd(measured.metric), reading].map(|part| part * part);
    libm::sqrt(squares.iter().sum())
}

/// The units of a fit, one a case, in their order; `touched` says which parameters can move a case.
pub fn units(cases: &[Case], touched: impl Fn(&Case) -> Vec<usize>) -> Vec<Unit> {
    let mut rows_of: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for case in cases {
        let next = rows_of.len();
        rows_of.entry(&case.source_key).or_insert((next, 0)).1 += case.measured.len();
    }
    cases
        .iter()
        .map(|case| {
            let (source, rows) = rows_of[case.source_key.as_str()];
            Unit {
                rows: case
                    .measured
                    .iter()
                    .map(|measured| Row {
                        measured: *measured,
                        log_sd: log_sd(case, measured),
                        weight: source_weight(rows),
                        source,
                    })
                    .collect(),
                touched: touched(case),
            }
        })
        .collect()
}
