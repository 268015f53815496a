//! A published measurement: under which conditions somebody measured what.

use super::metric::Metric;
use crate::report::Report;
use crate::scenario::Resolved;
use serde::{Deserialize, Serialize};

/// Where a measurement was published.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Source {
    pub title: String,
    pub url: String,
    pub year: Option<i64>,
}

/// How far the source fixes the conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Grade {
    /// Nothing decisive had to be inferred.
    A,
    /// Something decisive was inferred.
    B,
    /// Confounded: compared, but in no summary.
    C,
}

/// One measured figure: exact, or within bounds where the source gives only those.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    pub metric: Metric,
    pub lower: Option<f64>,
    pub upper: Option<f64>,
}

impl Measured {
    pub fn exact(metric: Metric, value: f64) -> Self {
        Measured { metric, lower: Some(value), upper: Some(value) }
    }

    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// The point of the measured range nearest to a forecast: the forecast itself inside it.
    pub fn nearest_to(&self, value: f64) -> f64 {
        let above = self.lower.map_or(value, |lower| value.max(lower));
        self.upper.map_or(above, |upper| above.min(upper))
    }

    /// A figure to show and to classify by: the value, else the bound (the middle of two).
    pub fn figure(&self) -> f64 {
        match (self.lower, self.upper) {
            (Some(lower), Some(upper)) if lower == upper => lower,
            (Some(lower), Some(upper)) => libm::sqrt(lower * upper),
            (Some(bound), None) | (None, Some(bound)) => bound,
            (None, None) => f64::NAN,
        }
    }
}

/// A measured case, its scenarios resolved.
#[derive(Clone, Debug)]
pub struct Case {
    pub id: String,
    pub source: Source,
    pub source_key: String,
    pub category: String,
    pub grade: Grade,
    /// Scenario paths that the source does not state.
    pub inferred: Vec<String>,
    pub scenario: Resolved,
    /// The scenario with the baseline patch, for speed-ups.
    pub baseline: Option<Resolved>,
    pub measured: Vec<Measured>,
    /// Doubt in the reading itself, per cent.
    pub tolerance_percent: Option<f64>,
    pub notes: String,
}

/// The forecasts that a case needs, in the order of the cases.
#[derive(Clone, Debug)]
pub struct CaseForecast {
    pub own: Report,
    pub baseline: Option<Report>,
    /// Time the forecasts took, in seconds; the caller's clock, 0 where it has none.
    pub seconds: f64,
}

/// Runs the one or two forecasts of a case.
pub fn forecast_case(case: &Case, forecast: &(impl Fn(&Resolved) -> Report + Sync)) -> CaseForecast {
    CaseForecast { own: forecast(&case.scenario), baseline: case.baseline.as_ref().map(forecast), seconds: 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_point_of_a_range_is_the_forecast_inside_and_the_bound_outside() {
        let range = Measured { metric: Metric::Iops, lower: Some(10.0), upper: Some(20.0) };
        assert_eq!([5.0, 15.0, 25.0].map(|value| range.nearest_to(value)), [10.0, 15.0, 20.0]);
        let at_least = Measured { metric: Metric::Iops, lower: Some(10.0), upper: None };
        assert_eq!([5.0, 1e9].map(|value| at_least.nearest_to(value)), [10.0, 1e9]);
        let exact = Measured::exact(Metric::Iops, 7.0);
        assert_eq!([5.0, 9.0].map(|value| exact.nearest_to(value)), [7.0, 7.0]);
    }
}
