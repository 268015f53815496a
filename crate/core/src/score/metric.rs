//! What a source measured, and the same figure read off a report.

use crate::report::{Quantity, Report};
use crate::scenario::Workload;
use serde::{Deserialize, Serialize};

/// A kind of measurement; the names are those of the public case format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    ThroughputMbS,
    Iops,
    LatencyMeanMs,
    LatencyMaxMs,
    LatencyStddevMs,
    LatencyP50Ms,
    LatencyP95Ms,
    LatencyP99Ms,
    DurationS,
    FilesPerS,
    HitPercent,
    RebuildH,
    /// Throughput of the scenario divided by that of the scenario with the baseline patch.
    Speedup,
}

impl Metric {
    pub const ALL: [Metric; 13] = [
        Metric::ThroughputMbS,
        Metric::Iops,
        Metric::LatencyMeanMs,
        Metric::LatencyMaxMs,
        Metric::LatencyStddevMs,
        Metric::LatencyP50Ms,
        Metric::LatencyP95Ms,
        Metric::LatencyP99Ms,
        Metric::DurationS,
        Metric::FilesPerS,
        Metric::HitPercent,
        Metric::RebuildH,
        Metric::Speedup,
    ];

    /// Its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Metric::ThroughputMbS => "throughput_mb_s",
            Metric::Iops => "iops",
            Metric::LatencyMeanMs => "latency_mean_ms",
            Metric::LatencyMaxMs => "latency_max_ms",
            Metric::LatencyStddevMs => "latency_stddev_ms",
            Metric::LatencyP50Ms => "latency_p50_ms",
            Metric::LatencyP95Ms => "latency_p95_ms",
            Metric::LatencyP99Ms => "latency_p99_ms",
            Metric::DurationS => "duration_s",
            Metric::FilesPerS => "files_per_s",
            Metric::HitPercent => "hit_percent",
            Metric::RebuildH => "rebuild_h",
            Metric::Speedup => "speedup",
        }
    }

    pub fn from_name(name: &str) -> Option<Metric> {
        Metric::ALL.into_iter().find(|metric| metric.name() == name)
    }

    /// Whether the summaries count it. Maxima and deviations are single noisy readings, and rebuild times depend on
    /// what else a source let the array do: they are reported on their own.
    pub fn in_summary(self) -> bool {
        matches!(
            self,
            Metric::ThroughputMbS
                | Metric::Iops
                | Metric::LatencyMeanMs
                | Metric::FilesPerS
                | Metric::DurationS
                | Metric::Speedup
        )
    }
}

/// A forecast figure; the interval is missing where the report gives none for that figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Predicted {
    pub value: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

impl From<Quantity> for Predicted {
    fn from(quantity: Quantity) -> Self {
        Predicted { value: quantity.value, low: Some(quantity.low), high: Some(quantity.high) }
    }
}

impl Predicted {
    fn bare(value: f64) -> Self {
        Predicted { value, low: None, high: None }
    }

    fn scaled(self, factor: f64) -> Self {
        Predicted {
            value: self.value * factor,
            low: self.low.map(|low| low * factor),
            high: self.high.map(|high| high * factor),
        }
    }

    /// The ratio of two forecasts. Their errors are taken as independent, which is on the wide side: most causes of
    /// error are common to both and cancel.
    fn over(self, other: Predicted) -> Option<Self> {
        if !(self.value > 0.0 && other.value > 0.0) {
            return None;
        }
        let value = self.value / other.value;
        let spread = |up: Option<f64>, down: Option<f64>| {
            let up = libm::log(up? / self.value);
            let down = libm::log(other.value / down?);
            Some(libm::exp(libm::sqrt(up * up + down * down)))
        };
        let above = spread(self.high, other.low);
        let below = spread(self.low, other.high);
        Some(Predicted { value, low: below.map(|ratio| value / ratio), high: above.map(|ratio| value * ratio) })
    }
}

/// The figure of one metric from a case's reports: its own, and for a speed-up the baseline's. `None` where the
/// report has no such figure.
pub fn predicted(metric: Metric, own: &Report, baseline: Option<&Report>) -> Option<Predicted> {
    match metric {
        Metric::ThroughputMbS => own.throughput_mb_s.map(Predicted::from),
        Metric::Iops => own.iops.map(Predicted::from),
        Metric::FilesPerS => own.files_per_s.map(Predicted::from),
        Metric::DurationS => own.duration_s.map(Predicted::from),
        Metric::RebuildH => own.duration_s.map(|duration| Predicted::from(duration).scaled(1.0 / 3600.0)),
        Metric::LatencyMeanMs => Some(mean_latency(own)),
        Metric::LatencyMaxMs => Some(Predicted::bare(own.latency_ms.max)),
        Metric::LatencyStddevMs => Some(Predicted::bare(own.latency_ms.stddev)),
        Metric::LatencyP50Ms => Some(Predicted::bare(own.latency_ms.p50)),
        Metric::LatencyP95Ms => Some(Predicted::bare(own.latency_ms.p95)),
        Metric::LatencyP99Ms => Some(Predicted::bare(own.latency_ms.p99)),
        // The SSD cache is what sources give a hit ratio of; without one it is the page cache.
        Metric::HitPercent => own.cache.ssd_hit_percent.or(own.cache.ram_hit_percent).map(Predicted::bare),
        Metric::Speedup => pace(own)?.over(pace(baseline?)?),
    }
    .filter(|figure| figure.value.is_finite())
}

/// Throughput, or the rate of files where no data moves.
fn pace(report: &Report) -> Option<Predicted> {
    report.throughput_mb_s.or(report.files_per_s).map(Predicted::from)
}

/// The mean response time. In a closed loop it is N / X (Little), so its interval is the rate's, turned over.
fn mean_latency(report: &Report) -> Predicted {
    let mean = report.latency_ms.mean;
    match report.iops.or(report.files_per_s).filter(|rate| rate.low > 0.0) {
        Some(rate) => Predicted {
            value: mean,
            low: Some(mean * rate.value / rate.high),
            high: Some(mean * rate.value / rate.low),
        },
        None => Predicted::bare(mean),
    }
}

/// The throughput that a measured value stands for, in 10^6 bytes per second; `None` where it stands for none.
pub(super) fn implied_throughput_mb_s(metric: Metric, value: f64, workload: &Workload, clients: u32) -> Option<f64> {
    match (metric, workload) {
        (Metric::ThroughputMbS, _) => Some(value),
        (Metric::Iops, Workload::Block(block)) => Some(value * block.block_bytes as f64 / 1e6),
        (Metric::LatencyMeanMs, Workload::Block(block)) => {
            // Little's law: N requests in flight, each answered after this time.
            let in_flight = f64::from(block.threads) * f64::from(block.queue_depth) * f64::from(clients);
            Some(in_flight / (value / 1e3) * block.block_bytes as f64 / 1e6)
        }
        (Metric::FilesPerS, Workload::FileCopy(copy)) => Some(value * copy.mean_file_bytes as f64 / 1e6),
        (Metric::DurationS, Workload::FileCopy(copy)) => {
            Some(copy.files as f64 * copy.mean_file_bytes as f64 / 1e6 / value)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::sample;

    #[test]
    fn every_metric_is_found_by_its_name_and_serialises_to_it() {
        for metric in Metric::ALL {
            assert_eq!(Metric::from_name(metric.name()), Some(metric));
            assert_eq!(serde_json::to_value(metric).expect("a metric is a string"), metric.name());
        }
        assert_eq!(Metric::from_name("throughput"), None);
    }

    #[test]
    fn a_rebuild_time_is_the_duration_in_hours() {
        let mut report = sample::report(100.0);
        report.duration_s = Some(Quantity { value: 7200.0, low: 3600.0, high: 10_800.0 });
        let hours = predicted(Metric::RebuildH, &report, None).expect("has a duration");
        assert!((hours.value - 2.0).abs() < 1e-12);
        assert!((hours.high.expect("has an interval") - 3.0).abs() < 1e-12);
    }

    #[test]
    fn a_speed_up_is_the_ratio_of_two_forecasts_and_needs_both() {
        let (fast, slow) = (sample::report(300.0), sample::report(100.0));
        let gain = predicted(Metric::Speedup, &fast, Some(&slow)).expect("both have a throughput");
        assert!((gain.value - 3.0).abs() < 1e-12);
        // Each within a tenth: together within sqrt(2) times that, in logarithms.
        let expected = libm::exp(libm::sqrt(2.0) * libm::log(1.1));
        assert!((gain.high.expect("has an interval") / 3.0 - expected).abs() < 1e-9);
        assert!(predicted(Metric::Speedup, &fast, None).is_none());
    }

    #[test]
    fn the_interval_of_the_mean_latency_is_the_rates_turned_over() {
        let mut report = sample::report(100.0);
        report.iops = Some(Quantity { value: 1000.0, low: 800.0, high: 1250.0 });
        report.latency_ms.mean = 4.0;
        let latency = predicted(Metric::LatencyMeanMs, &report, None).expect("has a latency");
        assert_eq!((latency.low, latency.high), (Some(4.0 * 1000.0 / 1250.0), Some(5.0)));
    }

    #[test]
    fn a_figure_that_the_report_lacks_is_not_made_up() {
        let mut report = sample::report(100.0);
        report.iops = None;
        assert!(predicted(Metric::Iops, &report, None).is_none());
    }
}
