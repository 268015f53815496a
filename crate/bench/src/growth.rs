//! How the cost of one forecast grows with what a scenario holds: one field at a time, from small to the format's limit.
use cpu_time::ThreadTime;
use nas_forecast_core::forecast;
use nas_forecast_core::report::ForecastOptions;
use nas_forecast_core::scenario::{Document, Problem, read};

/// A field that is varied, and the scenario around it.
pub struct Growth {
    /// What grows, for the table.
    pub what: &'static str,
    /// Its path in the scenario.
    pub path: &'static str,
    /// From small to large.
    pub values: &'static [u64],
    scenario: &'static str,
}

/// The fields that could make a forecast expensive.
pub const GROWTHS: [Growth; 5] = [
    Growth {
        what: "drives",
        path: "drives.count",
        values: &[4, 8, 16, 32, 60],
        scenario: r#"{"version": 1, "volume": {"raid": "raid6"}, "network": {"link_gbit": 10}, "drives": {"count": 8},
            "workload": {"preset": "4k-random-read"}}"#,
    },
    Growth {
        what: "clients",
        path: "client.count",
        values: &[1, 10, 100, 1000],
        scenario: r#"{"version": 1, "network": {"link_gbit": 10}, "workload": {"kind": "block", "pattern": "random",
            "block_bytes": 4096, "threads": 1, "queue_depth": 1, "working_set_gb": 100}}"#,
    },
    Growth {
        what: "queue depth",
        path: "workload.queue_depth",
        values: &[1, 4, 16, 64, 256],
        scenario: r#"{"version": 1, "network": {"link_gbit": 10}, "workload": {"kind": "block", "pattern": "random",
            "block_bytes": 4096, "threads": 1, "working_set_gb": 100}}"#,
    },
    Growth {
        what: "files",
        path: "workload.files",
        values: &[100, 10_000, 1_000_000],
        scenario: r#"{"version": 1, "workload": {"kind": "file-copy", "direction": "read", "files": 100,
            "mean_file_bytes": 1000000}}"#,
    },
    Growth {
        what: "GB of SSD cache",
        path: "ssd_cache.drives.capacity_gb",
        values: &[100, 1_000, 10_000],
        scenario: r#"{"version": 1, "ssd_cache": {"mode": "read-only", "raid": "single", "drives": {"count": 1}},
            "drives": {"count": 8, "capacity_tb": 16}, "workload": {"kind": "block", "pattern": "random",
            "block_bytes": 4096, "threads": 16, "queue_depth": 16, "working_set_gb": 20000, "skew": {"zipf": 0.9}}}"#,
    },
];

/// What one forecast cost.
pub struct Cost {
    /// The field's value.
    pub value: u64,
    /// Seconds on the processor, the least of three runs: noise only ever adds.
    pub seconds: f64,
    /// Events simulated.
    pub events: u64,
}

impl Growth {
    /// Forecasts the scenario with each value.
    pub fn measure(&self) -> Result<Vec<Cost>, Vec<Problem>> {
        let base = read(self.scenario)?;
        self.values.iter().map(|value| Ok(cost(*value, &base.set_path(self.path, &value.to_string())?))).collect()
    }
}

fn cost(value: u64, document: &Document) -> Cost {
    let resolved = document.resolve();
    let mut least = Cost { value, seconds: f64::INFINITY, events: 0 };
    for _ in 0..3 {
        let start = ThreadTime::now();
        least.events = forecast(&resolved, &ForecastOptions::default()).run.events;
        least.seconds = least.seconds.min(start.elapsed().as_secs_f64());
    }
    least
}

/// The power of the field's value that the cost grows with, between the smallest and the largest: 0 is flat, 1 linear.
pub fn exponent(costs: &[Cost]) -> f64 {
    match costs {
        [first, .., last] => {
            libm::log(last.seconds / first.seconds) / libm::log(last.value as f64 / first.value as f64)
        }
        _ => 0.0,
    }
}
