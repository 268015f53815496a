//! The types of a report, as they leave the engine and appear as JSON.

use serde::{Deserialize, Serialize};

pub use crate::scenario::{Assumption, Warning};

/// How much work a forecast may do. The answer is the same kind at every level; only its noise differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// A first answer while a slider moves: a few thousand events.
    Draft,
    /// What the page settles on and the command line prints.
    #[default]
    Full,
}

/// What the caller may choose besides the scenario.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ForecastOptions {
    /// Seed of every random stream. The same scenario and seed give the same bytes.
    pub seed: u64,
    /// Budget of the simulation.
    pub effort: Effort,
    /// Hit ratios measured on a trace, for random block I/O; none: what the caches of the simulated NAS come to themselves.
    pub hits: Option<HitRatios>,
}

impl Default for ForecastOptions {
    fn default() -> Self {
        Self { seed: 42, effort: Effort::Full, hits: None }
    }
}

/// How often the caches of a NAS have what is read, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HitRatios {
    /// Reads that RAM answers.
    pub ram: f64,
    /// Of those that it doesn't, the share that the SSD cache answers.
    pub ssd: f64,
}

/// A figure with its 80 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Quantity {
    /// The forecast itself.
    pub value: f64,
    /// A tenth of the outcomes lie below.
    pub low: f64,
    /// A tenth of the outcomes lie above.
    pub high: f64,
}

/// Response times of one operation (block request or file), in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Latency {
    /// Arithmetic mean, in ms.
    pub mean: f64,
    /// Standard deviation, in ms.
    pub stddev: f64,
    /// Median, in ms.
    pub p50: f64,
    /// 95th percentile, in ms.
    pub p95: f64,
    /// 99th percentile, in ms.
    pub p99: f64,
    /// Longest seen in a run of the workload's length, in ms.
    pub max: f64,
}

/// One station of the queueing network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StationReport {
    /// `client-storage`, `client`, `link`, `nas-cpu`, `ram`, `ssd-cache`, `drives` or `round-trips`.
    pub id: String,
    /// Share of the time its busiest server worked, 0..1.
    pub utilisation: f64,
    /// Operations waiting or in service there, on average.
    pub queue_mean: f64,
    /// Share of an operation's response time spent there, waiting included, 0..1. The shares sum to 1.
    pub time_share: f64,
    /// What it alone would allow, in 10^6 bytes per second; null where it sets no limit.
    pub limit_mb_s: Option<f64>,
}

/// Hit ratios and the destage traffic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CacheReport {
    /// Reads served from the NAS's page cache, per cent; null where nothing was read.
    pub ram_hit_percent: Option<f64>,
    /// Reads that the page cache missed and the SSD cache served, per cent; null without an SSD cache.
    pub ssd_hit_percent: Option<f64>,
    /// Unwritten data leaving the SSD cache for the drives, 10^6 bytes per second.
    pub destage_mb_s: f64,
}

/// One moment of the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimelinePoint {
    /// Time since the start, in seconds of the real workload.
    pub t_s: f64,
    /// Throughput around that moment, 10^6 bytes per second.
    pub throughput_mb_s: f64,
    /// Page-cache hits around that moment, per cent.
    pub ram_hit_percent: f64,
    /// SSD-cache hits around that moment, per cent.
    pub ssd_hit_percent: f64,
    /// Unwritten data in the NAS's RAM, MiB.
    pub dirty_mib: f64,
}

/// Why the simulation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// The throughput's 95 % confidence interval fell below ±1 %.
    Converged,
    /// The event budget was used up first.
    Budget,
    /// A finite job (a file copy) ran to its end.
    Finished,
}

/// How the figures were obtained.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RunStatus {
    /// Why the simulation ended.
    pub stop: StopReason,
    /// Events simulated.
    pub events: u64,
    /// Operations counted after the warm-up.
    pub operations: u64,
    /// Half width of the throughput's 95 % confidence interval from batch means, per cent.
    pub noise_percent: f64,
    /// Scale of the sampled working set and caches: 1 is full size.
    pub scale: f64,
}

/// A forecast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Report {
    /// Version of the report format.
    pub version: u32,
    /// Seed of the random streams.
    pub seed: u64,
    /// The scenario with every preset and default filled in.
    #[cfg_attr(test, ts(type = "Scenario"))]
    pub scenario: serde_json::Value,
    /// Payload, 10^6 bytes per second; null where no data moves.
    pub throughput_mb_s: Option<Quantity>,
    /// Block operations per second; null for file workloads.
    pub iops: Option<Quantity>,
    /// Files per second; null for block workloads.
    pub files_per_s: Option<Quantity>,
    /// Time for the whole of a finite workload, in seconds.
    pub duration_s: Option<Quantity>,
    /// Response time of one operation as the client sees it.
    pub latency_ms: Latency,
    /// Id of the station that limits.
    pub bottleneck: String,
    /// Every station of the path.
    pub stations: Vec<StationReport>,
    /// Hits and destage.
    pub cache: CacheReport,
    /// The course of the run.
    pub timeline: Vec<TimelinePoint>,
    /// What the scenario left open.
    pub assumptions: Vec<Assumption>,
    /// What to know before trusting it.
    pub warnings: Vec<Warning>,
    /// How it was simulated.
    pub run: RunStatus,
}
