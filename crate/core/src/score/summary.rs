//! The rows of a score and what they come to, all together and by grade, category and source.

use super::case::{Case, CaseForecast, Grade, Source};
use super::metric::Metric;
use super::value::{ScoredValue, rows};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a set of rows comes to. A row without a forecast counts as infinitely wrong, so that leaving a case out never
/// improves a summary; a figure that is null is infinite or has no values.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Stats {
    /// Cases that the values belong to.
    pub cases: usize,
    pub values: usize,
    pub median_abs_error_percent: Option<f64>,
    pub p90_abs_error_percent: Option<f64>,
    /// Values off by at most 10 %, per cent of all.
    pub within_10_percent: Option<f64>,
    pub within_25_percent: Option<f64>,
    pub within_factor_2_percent: Option<f64>,
    /// Values within their 80 % interval, per cent of those that have one.
    pub interval_coverage_percent: Option<f64>,
    /// Median half width of the interval as a factor, in per cent above 1.
    pub median_interval_percent: Option<f64>,
    /// Time the forecasts of the cases took, added up over the cores.
    pub seconds: f64,
}

/// A whole score.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    pub values: Vec<ScoredValue>,
    /// Grades A and B; throughput, IOPS, mean latency, files/s, duration and speed-up.
    pub summary: Stats,
    /// The same without what the wire alone decides.
    pub not_link_bound: Stats,
    /// The summary's metrics, by grade.
    pub by_grade: BTreeMap<Grade, Stats>,
    /// The summary's values, by category.
    pub by_category: BTreeMap<String, Stats>,
    /// The summary's values, by source.
    pub by_source: BTreeMap<String, Stats>,
    /// All metrics of grades A and B, also those that no summary counts.
    pub by_metric: BTreeMap<Metric, Stats>,
    /// The textbook formulas on the throughput and IOPS values of the summary.
    pub classic: Stats,
    pub classic_not_link_bound: Stats,
    /// Where the measurements were published, by source key.
    pub sources: BTreeMap<String, Source>,
}

/// Compares cases with their forecasts, given in the same order.
pub fn score(cases: &[Case], forecasts: &[CaseForecast]) -> Score {
    let values: Vec<ScoredValue> =
        cases.iter().zip(forecasts).flat_map(|(case, forecast)| rows(case, forecast)).collect();
    let seconds: BTreeMap<&str, f64> =
        cases.iter().zip(forecasts).map(|(case, forecast)| (case.id.as_str(), forecast.seconds)).collect();

    let stats = |keep: &dyn Fn(&ScoredValue) -> bool| {
        own_stats(&values.iter().filter(|value| keep(value)).collect::<Vec<_>>(), &seconds)
    };
    let counts = |value: &ScoredValue| value.grade != Grade::C && value.metric.in_summary();
    let classic = |keep: &dyn Fn(&ScoredValue) -> bool| {
        let rows: Vec<&ScoredValue> =
            values.iter().filter(|value| value.classic_error_percent.is_some() && keep(value)).collect();
        let errors = rows.iter().filter_map(|value| value.classic_error_percent).collect();
        error_stats(&rows, errors)
    };
    let groups = |key: &dyn Fn(&ScoredValue) -> String| {
        let keys: BTreeSet<String> = values.iter().filter(|value| counts(value)).map(key).collect();
        keys.into_iter()
            .map(|name| {
                let group = stats(&|value| counts(value) && key(value) == name);
                (name, group)
            })
            .collect::<BTreeMap<String, Stats>>()
    };

    let grades: BTreeSet<Grade> = values.iter().map(|value| value.grade).collect();
    let metrics: BTreeSet<Metric> =
        values.iter().filter(|value| value.grade != Grade::C).map(|value| value.metric).collect();
    Score {
        summary: stats(&counts),
        not_link_bound: stats(&|value| counts(value) && !value.link_bound),
        by_grade: grades
            .into_iter()
            .map(|grade| (grade, stats(&|value| value.grade == grade && value.metric.in_summary())))
            .collect(),
        by_category: groups(&|value| value.category.clone()),
        by_source: groups(&|value| value.source_key.clone()),
        by_metric: metrics
            .into_iter()
            .map(|metric| (metric, stats(&|value| value.grade != Grade::C && value.metric == metric)))
            .collect(),
        classic: classic(&counts),
        classic_not_link_bound: classic(&|value| counts(value) && !value.link_bound),
        sources: cases.iter().map(|case| (case.source_key.clone(), case.source.clone())).collect(),
        values,
    }
}

fn own_stats(rows: &[&ScoredValue], seconds: &BTreeMap<&str, f64>) -> Stats {
    let errors = rows.iter().map(|value| value.error_percent.unwrap_or(f64::INFINITY)).collect();
    let covered: Vec<bool> = rows.iter().filter_map(|value| value.in_interval).collect();
    let mut widths: Vec<f64> = rows.iter().filter_map(|value| half_width_percent(value)).collect();
    widths.sort_by(f64::total_cmp);
    let cases: BTreeSet<&str> = rows.iter().map(|value| value.case.as_str()).collect();
    Stats {
        interval_coverage_percent: share_percent(covered.iter().filter(|&&inside| inside).count(), covered.len()),
        median_interval_percent: quantile(&widths, 0.5),
        seconds: cases.iter().filter_map(|case| seconds.get(case)).sum(),
        ..error_stats(rows, errors)
    }
}

fn error_stats(rows: &[&ScoredValue], mut errors: Vec<f64>) -> Stats {
    errors.sort_by(f64::total_cmp);
    let within = |limit: f64| share_percent(errors.iter().filter(|&&error| error <= limit).count(), errors.len());
    Stats {
        cases: rows.iter().map(|value| value.case.as_str()).collect::<BTreeSet<_>>().len(),
        values: errors.len(),
        median_abs_error_percent: quantile(&errors, 0.5),
        p90_abs_error_percent: quantile(&errors, 0.9),
        within_10_percent: within(10.0),
        within_25_percent: within(25.0),
        within_factor_2_percent: within(100.0),
        ..Stats::default()
    }
}

/// √(high / low) − 1: how far the interval reaches to either side.
fn half_width_percent(value: &ScoredValue) -> Option<f64> {
    let (low, high) = (value.low?, value.high?);
    (low > 0.0).then(|| 100.0 * (libm::sqrt(high / low) - 1.0))
}

fn share_percent(part: usize, of: usize) -> Option<f64> {
    (of > 0).then(|| 100.0 * part as f64 / of as f64)
}

/// A quantile of sorted figures, straight between neighbours; `None` for none, and where it is infinite.
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share * last as f64;
    let below = place as usize;
    let between = place - below as f64;
    let low = sorted[below];
    let value = if between == 0.0 { low } else { low + between * (sorted[below + 1] - low) };
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::sample;
    use crate::score::{Measured, Metric};

    #[test]
    fn a_median_lies_between_the_two_middle_values_and_is_null_when_infinite() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0, 8.0], 0.5), Some(3.0));
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.5), Some(2.0));
        assert_eq!(quantile(&[1.0, 2.0, f64::INFINITY], 0.5), Some(2.0));
        assert_eq!(quantile(&[1.0, f64::INFINITY, f64::INFINITY], 0.5), None);
        assert_eq!(quantile(&[], 0.5), None);
    }

    #[test]
    fn grade_c_and_noisy_metrics_are_in_no_summary() {
        let mut confounded = sample::case("c", 50.0);
        confounded.grade = Grade::C;
        let mut cases = vec![sample::case("a", 50.0), confounded];
        cases[0].measured.push(Measured::exact(Metric::LatencyMaxMs, 1.0));
        let result = score(&cases, &[sample::forecast(55.0), sample::forecast(200.0)]);
        assert_eq!(result.values.len(), 3);
        assert_eq!((result.summary.cases, result.summary.values), (1, 1));
        assert!((result.summary.median_abs_error_percent.expect("one value") - 10.0).abs() < 1e-9);
        assert_eq!(result.by_grade[&Grade::C].values, 1);
        assert_eq!(result.by_metric[&Metric::LatencyMaxMs].values, 1);
        assert_eq!(result.by_source.keys().collect::<Vec<_>>(), ["somewhere"]);
    }

    #[test]
    fn a_case_without_a_forecast_counts_as_infinitely_wrong() {
        let cases = [sample::case("a", 50.0), sample::case("b", 50.0), sample::case("c", 50.0)];
        let mut without = sample::forecast(50.0);
        without.own.throughput_mb_s = None;
        let result = score(&cases, &[sample::forecast(50.0), sample::forecast(50.0), without]);
        assert_eq!(result.summary.values, 3);
        assert_eq!(result.summary.median_abs_error_percent, Some(0.0));
        assert_eq!(result.summary.p90_abs_error_percent, None);
        assert!((result.summary.within_10_percent.expect("three values") - 200.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn values_at_the_wire_count_in_the_summary_only() {
        let cases = [sample::case("wire", 115.0), sample::case("drives", 60.0)];
        let result = score(&cases, &[sample::forecast(115.0), sample::forecast(90.0)]);
        assert_eq!((result.summary.values, result.not_link_bound.values), (2, 1));
        assert!((result.not_link_bound.median_abs_error_percent.expect("one value") - 50.0).abs() < 1e-9);
        assert_eq!((result.classic.values, result.classic_not_link_bound.values), (2, 1));
    }

    #[test]
    fn a_score_written_as_json_has_the_public_names() {
        let result = score(&[sample::case("a", 50.0)], &[sample::forecast(55.0)]);
        let json = serde_json::to_value(&result).expect("plain data");
        for name in [
            "values",
            "summary",
            "not_link_bound",
            "by_grade",
            "by_category",
            "by_source",
            "classic",
            "classic_not_link_bound",
        ] {
            assert!(json.get(name).is_some(), "{name}");
        }
        for name in [
            "case",
            "metric",
            "measured",
            "predicted",
            "low",
            "high",
            "error_percent",
            "grade",
            "category",
            "source_key",
            "link_bound",
        ] {
            assert!(json["values"][0].get(name).is_some(), "{name}");
        }
        for name in [
            "cases",
            "values",
            "median_abs_error_percent",
            "p90_abs_error_percent",
            "within_10_percent",
            "within_25_percent",
            "interval_coverage_percent",
            "seconds",
        ] {
            assert!(json["summary"].get(name).is_some(), "{name}");
        }
        assert!(json["by_grade"].get("A").is_some());
    }
}
