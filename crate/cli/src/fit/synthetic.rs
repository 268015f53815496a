//! A small problem with a known answer: three costs that add up, as CPU, bytes and a wait do, and a fourth that
//! nothing reads. Ten sources of a few rows each, of which some may be absurd.

use super::problem::{Prior, Problem, Row, Unit, source_weight};
use nas_forecast_core::score::{Measured, Metric};

pub const TRUTH: [f64; 4] = [50.0, 0.3, 200.0, 7.0];
const SOURCES: usize = 10;
const UNITS: usize = 40;

/// Operation size in bytes and how many wait for each other, by unit.
fn conditions(unit: usize) -> (f64, f64) {
    (512.0 * f64::from(1_u32 << (unit % 8)), 1.0 + (unit / 8) as f64)
}

/// Microseconds an operation takes.
fn time_us(unit: usize, values: &[f64]) -> f64 {
    let (bytes, depth) = conditions(unit);
    (values[0] + values[1] * bytes / 1e3) + values[2] / depth
}

type Forecast = fn(usize, &[f64]) -> Vec<Option<f64>>;

pub fn problem(absurd_rows: usize) -> Problem<Forecast> {
    let units = (0..UNITS)
        .map(|unit| {
            let truth = time_us(unit, &TRUTH);
            // A wobble of at most 1 % that averages out; absurd rows are ten times too slow.
            let wobble = 1.0 + 0.01 * [0.5, -1.0, 1.0, -0.5][unit % 4];
            let factor = if unit < absurd_rows { 10.0 } else { wobble };
            let measured = Measured::exact(Metric::LatencyMeanMs, truth * factor);
            let row = Row { measured, log_sd: 0.05, weight: source_weight(UNITS / SOURCES), source: unit % SOURCES };
            Unit { rows: vec![row], touched: vec![0, 1, 2] }
        })
        .collect();
    let prior = |median: f64, log_sd: f64| Prior { median, log_sd };
    Problem {
        priors: vec![prior(30.0, 0.7), prior(0.5, 0.7), prior(300.0, 0.7), prior(5.0, 0.5)],
        units,
        forecast: |unit, values| vec![Some(time_us(unit, values))],
    }
}
