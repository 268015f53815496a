//! The 80 % interval of a forecast.
//!
//! A station's costs are known to within a spread; a forecast inherits it in proportion to how much it depends on that
//! station. The dependence comes from operational analysis: where a station is saturated, throughput follows it one to
//! one; elsewhere by the share of the response time spent there. The spreads are those of the residuals of the measured
//! cases by limiting station (`nas-forecast fit` prints them).

use crate::engine::world::STATIONS;
use crate::scenario::Scenario;

/// Factors from the forecast to the ends of its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// At most 1.
    pub low: f64,
    /// At least 1.
    pub high: f64,
}

/// Standard deviation of the logarithm of a forecast that a station limits, order of
/// [`crate::engine::world::STATION_IDS`]: the column "spread, ln" of `nas-forecast fit`, from errors with each case's source
/// left out. RAM limits none of the cases and client storage only one: for these two an estimate, as for drives.
pub(crate) const STATION_LOG_SD: [f64; STATIONS] = [0.18, 0.19, 0.06, 0.29, 0.18, 0.13, 0.18, 0.14];

/// Quantile of the normal distribution for an 80 % interval.
pub(crate) const Z80: f64 = 1.2816;

/// How much a forecast's speed depends on each station, summing to 1: its share of time, drawn towards the saturated one.
pub(crate) fn dependence(shares: &[f64; STATIONS], used: &[f64; STATIONS]) -> [f64; STATIONS] {
    let busiest = used.iter().copied().fold(0.0, f64::max);
    let mut weights = *shares;
    for (weight, used) in weights.iter_mut().zip(used) {
        let near = ((used / busiest.max(1e-9) - 0.7) / 0.3).clamp(0.0, 1.0) * busiest;
        *weight = *weight * (1.0 - busiest * 0.9) + near;
    }
    let total: f64 = weights.iter().sum::<f64>().max(1e-9);
    weights.map(|weight| weight / total)
}

/// The interval of a forecast whose time and utilisation are spread over the stations like this.
pub fn spread(_scenario: &Scenario, shares: &[f64; STATIONS], used: &[f64; STATIONS], noise: f64) -> Spread {
    let mut variance = (noise / 1.96) * (noise / 1.96);
    for (weight, sd) in dependence(shares, used).iter().zip(STATION_LOG_SD) {
        let part = weight * sd;
        variance += part * part;
    }
    let sd = variance.sqrt();
    Spread { low: libm::exp(-Z80 * sd), high: libm::exp(Z80 * sd) }
}
