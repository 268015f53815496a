//! What sources state without numbers, or as a comparison, and whether the forecasts agree.

use super::case::Source;
use super::metric::{Metric, predicted};
use super::relation::Expected;
use crate::report::Report;
use crate::scenario::Resolved;
use serde::Serialize;
use std::collections::BTreeMap;

/// One of the scenarios that a source compares.
#[derive(Clone, Debug)]
pub struct Variant {
    pub name: String,
    pub scenario: Resolved,
    /// The scenario with the baseline patch, where the comparison is of speed-ups.
    pub baseline: Option<Resolved>,
}

/// A stated comparison.
#[derive(Clone, Debug)]
pub struct Ordering {
    pub id: String,
    pub source: Source,
    pub source_key: String,
    /// The source's statement in words.
    pub claim: String,
    /// How firmly the source states it.
    pub strength: String,
    pub metric: Metric,
    pub expected: Expected,
    /// Two for a pair, else as many as are compared.
    pub variants: Vec<Variant>,
    /// The first divided by the second, from the source's own numbers, for pairs; reported, not part of "held".
    pub ratio_min: Option<f64>,
    pub ratio_max: Option<f64>,
    /// Each divided by the first, from the source's own numbers, for several.
    pub ratios_to_first: Option<Vec<f64>>,
}

/// The forecast of one variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VariantValue {
    pub name: String,
    /// Null where the report has no such figure.
    pub value: Option<f64>,
}

/// Whether an ordering holds, with the figures that say so.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OrderingResult {
    pub id: String,
    pub held: bool,
    pub expected: Expected,
    pub predicted: Vec<VariantValue>,
    pub metric: Metric,
    /// The forecasts' ratio a/b for a pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio_min: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio_max: Option<f64>,
    /// The forecasts of several, each divided by the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratios_to_first: Option<Vec<f64>>,
    /// The same from the source's own numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stated_ratios_to_first: Option<Vec<f64>>,
    pub claim: String,
    pub strength: String,
    pub source_key: String,
}

/// How many orderings hold, and each by itself.
#[derive(Clone, Debug, Serialize)]
pub struct CheckResult {
    pub held: usize,
    pub broken: usize,
    pub orderings: Vec<OrderingResult>,
    /// Where the comparisons were published, by source key.
    pub sources: BTreeMap<String, Source>,
}

/// The compared figure of every variant; `None` where a report lacks it.
pub fn forecast_ordering(ordering: &Ordering, forecast: &(impl Fn(&Resolved) -> Report + Sync)) -> Vec<Option<f64>> {
    ordering
        .variants
        .iter()
        .map(|variant| {
            let baseline = variant.baseline.as_ref().map(forecast);
            let own = forecast(&variant.scenario);
            predicted(ordering.metric, &own, baseline.as_ref()).map(|figure| figure.value)
        })
        .collect()
}

/// Judges orderings by the figures of [`forecast_ordering`], given in the same order.
pub fn check(orderings: &[Ordering], figures: &[Vec<Option<f64>>]) -> CheckResult {
    let sources = orderings.iter().map(|ordering| (ordering.source_key.clone(), ordering.source.clone())).collect();
    let orderings: Vec<OrderingResult> =
        orderings.iter().zip(figures).map(|(ordering, figures)| judge(ordering, figures)).collect();
    let held = orderings.iter().filter(|ordering| ordering.held).count();
    CheckResult { held, broken: orderings.len() - held, orderings, sources }
}

fn judge(ordering: &Ordering, figures: &[Option<f64>]) -> OrderingResult {
    let complete: Option<Vec<f64>> = figures.iter().copied().collect();
    let pair = Expected::OF_PAIRS.iter().any(|(_, expected)| *expected == ordering.expected);
    let ratios = complete.as_ref().map(|values| values.iter().map(|value| value / values[0]).collect::<Vec<f64>>());
    OrderingResult {
        id: ordering.id.clone(),
        held: complete.as_ref().is_some_and(|values| ordering.expected.holds(values)),
        expected: ordering.expected,
        predicted: ordering
            .variants
            .iter()
            .zip(figures)
            .map(|(variant, value)| VariantValue { name: variant.name.clone(), value: *value })
            .collect(),
        metric: ordering.metric,
        ratio: complete.as_ref().filter(|_| pair).map(|values| values[0] / values[1]),
        ratio_min: ordering.ratio_min,
        ratio_max: ordering.ratio_max,
        ratios_to_first: ratios.filter(|_| !pair),
        stated_ratios_to_first: ordering.ratios_to_first.clone(),
        claim: ordering.claim.clone(),
        strength: ordering.strength.clone(),
        source_key: ordering.source_key.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::sample;

    fn pair(expected: Expected) -> Ordering {
        sample::ordering(expected, &["a", "b"])
    }

    #[test]
    fn held_and_broken_are_counted_and_the_ratio_stands_beside() {
        let orderings = [pair(Expected::Greater), pair(Expected::Less)];
        let figures = vec![vec![Some(300.0), Some(100.0)]; 2];
        let result = check(&orderings, &figures);
        assert_eq!((result.held, result.broken), (1, 1));
        assert_eq!(result.orderings[0].ratio, Some(3.0));
        assert!(result.orderings[0].held && !result.orderings[1].held);
    }

    #[test]
    fn a_variant_without_a_figure_breaks_its_ordering() {
        let result = check(&[pair(Expected::Greater)], &[vec![Some(300.0), None]]);
        assert_eq!((result.held, result.broken), (0, 1));
        assert_eq!(result.orderings[0].predicted[1].value, None);
    }

    #[test]
    fn with_a_baseline_the_speed_ups_are_compared() {
        // The closure forecasts 100 MB/s per drive, so the baseline with one drive makes the speed-up the drive count.
        let mut ordering = pair(Expected::Less);
        ordering.metric = Metric::Speedup;
        for (variant, count) in ordering.variants.iter_mut().zip([2, 5]) {
            variant.scenario.scenario.drives.count = count;
            let mut baseline = variant.scenario.clone();
            baseline.scenario.drives.count = 1;
            variant.baseline = Some(baseline);
        }
        let figures =
            forecast_ordering(&ordering, &|resolved| sample::report(100.0 * f64::from(resolved.scenario.drives.count)));
        let [Some(two), Some(five)] = figures[..] else { panic!("two figures") };
        assert!((two - 2.0).abs() < 1e-9 && (five - 5.0).abs() < 1e-9);
        assert!(check(&[ordering], &[figures]).orderings[0].held);
    }

    #[test]
    fn a_check_written_as_json_has_the_public_names() {
        let result = check(&[pair(Expected::AboutEqual)], &[vec![Some(1.0), Some(1.05)]]);
        let json = serde_json::to_value(&result).expect("plain data");
        assert_eq!((&json["held"], &json["broken"]), (&1.into(), &0.into()));
        let row = &json["orderings"][0];
        assert_eq!((&row["expected"], &row["held"]), (&"about-equal".into(), &true.into()));
        assert_eq!(row["predicted"][0], serde_json::json!({"name": "a", "value": 1.0}));
    }
}
