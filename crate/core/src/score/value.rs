//! One measured figure beside its forecast: a row of the score.

use super::case::{Case, CaseForecast, Grade, Measured};
use super::classic::classic_throughput_mb_s;
use super::metric::{Metric, Predicted, predicted};
use super::wire::link_bound;
use crate::scenario::Workload;
use serde::Serialize;

/// A row: what was measured, what the forecast says, and how far apart they are.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoredValue {
    pub case: String,
    pub metric: Metric,
    /// The measured value; where only bounds are known, the bound, or the middle of two.
    pub measured: f64,
    /// Bounds, where the source gives those instead of a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<f64>,
    /// Null where the report has no such figure.
    pub predicted: Option<f64>,
    /// The forecast's 80 % interval, where it gives one.
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// 100·(exp|ln(predicted / measured)| − 1): the same for too high and too low; null without a forecast.
    pub error_percent: Option<f64>,
    /// Whether the measured value lies in the forecast's interval; null without one.
    pub in_interval: Option<bool>,
    pub grade: Grade,
    pub category: String,
    pub source_key: String,
    /// At the wire's limit, which flatters every model.
    pub link_bound: bool,
    /// The textbook formulas' figure, for throughput and IOPS.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classic: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classic_error_percent: Option<f64>,
    /// The forecast's bottleneck.
    pub bottleneck: String,
}

/// The distance of two figures as a factor, in per cent above 1; infinite where one of them is not positive.
pub fn error_percent(predicted: f64, measured: f64) -> f64 {
    if !(predicted > 0.0 && measured > 0.0) {
        return f64::INFINITY;
    }
    let factor = if predicted > measured { predicted / measured } else { measured / predicted };
    100.0 * (factor - 1.0)
}

/// The rows of one case.
pub(super) fn rows(case: &Case, forecast: &CaseForecast) -> Vec<ScoredValue> {
    let bound = link_bound(case);
    case.measured
        .iter()
        .zip(bound)
        .map(|(measured, link_bound)| {
            let figure = predicted(measured.metric, &forecast.own, forecast.baseline.as_ref());
            let classic = classic_figure(case, measured.metric);
            let off = |value: f64| error_percent(value, measured.nearest_to(value));
            let exact = measured.is_exact();
            ScoredValue {
                case: case.id.clone(),
                metric: measured.metric,
                measured: measured.figure(),
                lower: measured.lower.filter(|_| !exact),
                upper: measured.upper.filter(|_| !exact),
                predicted: figure.map(|figure| figure.value),
                low: figure.and_then(|figure| figure.low),
                high: figure.and_then(|figure| figure.high),
                error_percent: figure.map(|figure| off(figure.value)),
                in_interval: figure.and_then(|figure| covers(&figure, measured)),
                grade: case.grade,
                category: case.category.clone(),
                source_key: case.source_key.clone(),
                link_bound,
                classic,
                classic_error_percent: classic.map(off),
                bottleneck: forecast.own.bottleneck.clone(),
            }
        })
        .collect()
}

/// Whether the forecast's interval meets the measured value or range.
fn covers(figure: &Predicted, measured: &Measured) -> Option<bool> {
    let (low, high) = (figure.low?, figure.high?);
    Some(measured.upper.is_none_or(|upper| low <= upper) && measured.lower.is_none_or(|lower| lower <= high))
}

fn classic_figure(case: &Case, metric: Metric) -> Option<f64> {
    let scenario = &case.scenario.scenario;
    let throughput_mb_s = classic_throughput_mb_s(scenario)?;
    match (metric, &scenario.workload) {
        (Metric::ThroughputMbS, _) => Some(throughput_mb_s),
        (Metric::Iops, Workload::Block(block)) => Some(throughput_mb_s * 1e6 / block.block_bytes as f64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::sample;

    #[test]
    fn twice_too_high_and_twice_too_low_are_both_a_hundred_per_cent() {
        assert!((error_percent(200.0, 100.0) - 100.0).abs() < 1e-9);
        assert!((error_percent(50.0, 100.0) - 100.0).abs() < 1e-9);
        assert!(error_percent(100.0, 100.0).abs() < 1e-9);
        assert!(error_percent(0.0, 100.0).is_infinite());
        assert!(error_percent(f64::NAN, 100.0).is_infinite());
    }

    #[test]
    fn a_forecast_beyond_a_lower_bound_has_no_error_and_one_below_it_has() {
        let mut case = sample::case("bound", 100.0);
        case.measured[0] = Measured { metric: Metric::ThroughputMbS, lower: Some(100.0), upper: None };
        let above = &rows(&case, &sample::forecast(180.0))[0];
        assert_eq!((above.error_percent, above.in_interval), (Some(0.0), Some(true)));
        let below = &rows(&case, &sample::forecast(50.0))[0];
        assert!((below.error_percent.expect("has a forecast") - 100.0).abs() < 1e-9);
        assert_eq!((below.lower, below.upper, below.in_interval), (Some(100.0), None, Some(false)));
    }

    #[test]
    fn a_measured_value_lies_in_the_interval_or_not() {
        let case = sample::case("a", 100.0);
        assert_eq!(rows(&case, &sample::forecast(105.0))[0].in_interval, Some(true));
        assert_eq!(rows(&case, &sample::forecast(125.0))[0].in_interval, Some(false));
    }

    #[test]
    fn the_textbook_figure_stands_beside_throughput_only() {
        let mut case = sample::case("a", 100.0);
        assert!(rows(&case, &sample::forecast(100.0))[0].classic.is_some());
        case.measured[0] = Measured::exact(Metric::DurationS, 100.0);
        assert!(rows(&case, &sample::forecast(100.0))[0].classic.is_none());
    }
}
