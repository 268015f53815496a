//! What a forecast says: figures with their interval, the bottleneck, the stations, the timeline.
//!
//! The report holds codes and data, never a sentence: the page words it in the reader's language.
//! Figures with three numbers carry an 80 % interval.

pub mod interval;
pub mod types;

pub use types::{
    Assumption, CacheReport, Effort, ForecastOptions, HitRatios, Latency, Quantity, Report, RunStatus, StationReport,
    StopReason, TimelinePoint, Warning,
};
