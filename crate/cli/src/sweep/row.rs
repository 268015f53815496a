//! One row of a sweep's table: the figures of a forecast, or why the combination can't have one.

use crate::input::told;
use nas_forecast_core::report::{ForecastOptions, Quantity};
use nas_forecast_core::scenario::Document;
use serde::{Deserialize, Serialize};

/// The columns that hold figures, in their order.
pub const FIGURES: [&str; 22] = [
    "throughput_mb_s",
    "throughput_mb_s_low",
    "throughput_mb_s_high",
    "iops",
    "iops_low",
    "iops_high",
    "files_per_s",
    "files_per_s_low",
    "files_per_s_high",
    "duration_s",
    "duration_s_low",
    "duration_s_high",
    "latency_mean_ms",
    "latency_stddev_ms",
    "latency_p50_ms",
    "latency_p95_ms",
    "latency_p99_ms",
    "latency_max_ms",
    "ram_hit_percent",
    "ssd_hit_percent",
    "destage_mb_s",
    "noise_percent",
];

/// The columns that hold words, after the figures.
pub const WORDS: [&str; 3] = ["bottleneck", "warnings", "problem"];

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// In the order of [`FIGURES`]; none where a figure makes no sense.
    pub figures: Vec<Option<f64>>,
    pub bottleneck: String,
    /// Codes, with blanks between.
    pub warnings: String,
    /// Empty where there is a forecast.
    pub problem: String,
}

impl Row {
    /// The forecast of one combination.
    pub fn forecast(document: &Document, pairs: &[(&str, &str)], options: &ForecastOptions) -> Self {
        let document = match document.set_paths(pairs) {
            Ok(document) => document,
            Err(problems) => {
                let problem = told(&problems).join("; ");
                return Self { figures: vec![None; FIGURES.len()], problem, ..Self::default() };
            }
        };
        let report = nas_forecast_core::forecast(&document.resolve(), options);
        let three = |quantity: &Option<Quantity>| {
            let figure = |pick: fn(&Quantity) -> f64| quantity.as_ref().map(pick);
            [figure(|q| q.value), figure(|q| q.low), figure(|q| q.high)]
        };
        let latency = &report.latency_ms;
        let mut figures =
            [&report.throughput_mb_s, &report.iops, &report.files_per_s, &report.duration_s].map(three).concat();
        figures.extend([latency.mean, latency.stddev, latency.p50, latency.p95, latency.p99, latency.max].map(Some));
        figures.extend([report.cache.ram_hit_percent, report.cache.ssd_hit_percent]);
        figures.extend([report.cache.destage_mb_s, report.run.noise_percent].map(Some));
        let warnings: Vec<&str> = report.warnings.iter().map(|warning| warning.code.as_str()).collect();
        Self { figures, bottleneck: report.bottleneck, warnings: warnings.join(" "), problem: String::new() }
    }

    /// In the order of [`WORDS`].
    pub fn words(&self) -> [&str; 3] {
        [&self.bottleneck, &self.warnings, &self.problem]
    }
}
