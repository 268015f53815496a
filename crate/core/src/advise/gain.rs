//! How much faster, and how sure: ratios of forecasts, their weighted geometric mean, and the interval of both.
//!
//! The logarithm of a forecast's error is taken as a sum over the stations: how much the forecast depends on a station
//! (`report::interval`) times how wrong that station's costs are. With and without an upgrade a station is wrong by the
//! same factor, so in a ratio only the *difference* of the dependences counts: where the link limits before and after,
//! the link's error is gone. A station that the upgrade renews (another processor, SSDs for disks) is wrong in a new way, and
//! both dependences count. Workloads share the stations' errors, so the mean's dependences are the means of theirs. The
//! simulation's own noise is added as if with and without were independent: the common random numbers make it less.

use super::types::Sample;
use crate::engine::world::{STATION_IDS, STATIONS};
use crate::report::Quantity;
use crate::report::interval::{STATION_LOG_SD, Z80};

/// The logarithm of a speed-up, or of a weighted mean of several, and what its error depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Gain {
    log: f64,
    noise_variance: f64,
    before: [f64; STATIONS],
    after: [f64; STATIONS],
}

impl Gain {
    /// One workload without and with an upgrade; `None` where either stands still.
    pub fn of(before: &Sample, after: &Sample) -> Option<Self> {
        let ratio = after.speed / before.speed;
        let log = libm::log(ratio);
        log.is_finite().then_some(Self {
            log,
            noise_variance: before.noise * before.noise + after.noise * after.noise,
            before: before.dependence,
            after: after.dependence,
        })
    }

    /// Adds another workload's gain with a share of the mean.
    pub fn add(&mut self, share: f64, other: &Gain) {
        self.log += share * other.log;
        self.noise_variance += share * share * other.noise_variance;
        for (mine, theirs) in self.before.iter_mut().zip(other.before) {
            *mine += share * theirs;
        }
        for (mine, theirs) in self.after.iter_mut().zip(other.after) {
            *mine += share * theirs;
        }
    }

    /// Standard deviation of the logarithm that comes from the simulation alone.
    pub fn noise(&self) -> f64 {
        libm::sqrt(self.noise_variance)
    }

    /// The speed-up.
    pub fn ratio(&self) -> f64 {
        libm::exp(self.log)
    }

    /// The speed-up with its 80 % interval.
    pub fn speed_up(&self, renewed: &[&str]) -> Quantity {
        let mut variance = self.noise_variance;
        for station in 0..STATIONS {
            let (before, after) = (self.before[station], self.after[station]);
            let squared = if renewed.contains(&STATION_IDS[station]) {
                before * before + after * after
            } else {
                (after - before) * (after - before)
            };
            variance += squared * STATION_LOG_SD[station] * STATION_LOG_SD[station];
        }
        let spread = libm::exp(Z80 * libm::sqrt(variance));
        let value = self.ratio();
        Quantity { value, low: value / spread, high: value * spread }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(speed: f64, station: usize) -> Sample {
        let mut dependence = [0.0; STATIONS];
        dependence[station] = 1.0;
        Sample { speed, noise: 0.0, dependence }
    }

    const DRIVES: usize = 6;

    #[test]
    fn an_error_common_to_both_forecasts_cancels() {
        let gain = Gain::of(&sample(100.0, DRIVES), &sample(125.0, DRIVES)).unwrap();
        let speed_up = gain.speed_up(&[]);
        assert!((speed_up.low - 1.25).abs() < 1e-12 && (speed_up.high - 1.25).abs() < 1e-12, "{speed_up:?}");
    }

    #[test]
    fn renewed_hardware_is_wrong_in_its_own_way() {
        // Twice the variance of the drives' logarithm: exp(1.2816 * 0.13 * sqrt 2), whatever the present spread is.
        let gain = Gain::of(&sample(100.0, DRIVES), &sample(125.0, DRIVES)).unwrap();
        let speed_up = gain.speed_up(&["drives"]);
        let expected = libm::exp(Z80 * STATION_LOG_SD[DRIVES] * 2.0_f64.sqrt());
        assert!((speed_up.high / 1.25 - expected).abs() < 1e-9, "{speed_up:?}");
    }

    #[test]
    fn the_mean_is_geometric_and_weighted() {
        let mut mean = Gain::default();
        mean.add(0.75, &Gain::of(&sample(1.0, DRIVES), &sample(16.0, DRIVES)).unwrap());
        mean.add(0.25, &Gain::of(&sample(1.0, DRIVES), &sample(1.0, DRIVES)).unwrap());
        assert!((mean.ratio() - 8.0).abs() < 1e-9);
    }

    #[test]
    fn a_standstill_has_no_ratio() {
        assert!(Gain::of(&sample(0.0, DRIVES), &sample(1.0, DRIVES)).is_none());
        assert!(Gain::of(&sample(1.0, DRIVES), &sample(0.0, DRIVES)).is_none());
    }
}
