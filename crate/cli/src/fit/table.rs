//! The calibrated table as a file and as text, and the errors with and without each source.

use super::posterior::Knowledge;
use crate::measured::{figure, table};
use nas_forecast_core::model::params::TABLE;
use nas_forecast_core::score::{Grade, ScoredValue};
use std::collections::BTreeMap;

/// A parameter's row of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibrated {
    pub id: &'static str,
    pub value: f64,
    pub log_sd: f64,
    pub sources: usize,
    pub largest_source_share: f64,
}

/// Rounds to what is known, and sends back to its prior what no case speaks to.
pub fn calibrated(known: &[Knowledge]) -> Vec<Calibrated> {
    TABLE
        .iter()
        .zip(known)
        .map(|(info, known)| {
            let constrained = known.sources > 0;
            Calibrated {
                id: info.id,
                value: if constrained { four_digits(known.value) } else { info.prior_median },
                log_sd: if constrained { four_digits(known.log_sd) } else { info.prior_log_sd },
                sources: known.sources,
                largest_source_share: known.largest_source_share,
            }
        })
        .collect()
}

pub fn values(calibrated: &[Calibrated]) -> Vec<f64> {
    calibrated.iter().map(|row| row.value).collect()
}

/// The file that the registry reads: the first three columns are its, the others say what they rest on.
pub fn csv(calibrated: &[Calibrated]) -> String {
    let mut text = String::from("id,value,log_sd,sources,largest_source_share\n");
    for row in calibrated {
        text.push_str(&format!(
            "{},{},{},{},{:.2}\n",
            row.id, row.value, row.log_sd, row.sources, row.largest_source_share
        ));
    }
    text
}

fn four_digits(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// A row a parameter: prior, calibrated value, how far it moved, and which sources speak to it.
pub fn readable(known: &[Knowledge]) -> String {
    let mut rows = table(&["parameter", "unit", "prior", "± ln", "value", "± ln", "moved", "sources", "largest %"], 2);
    for (info, known) in TABLE.iter().zip(known) {
        let moved = libm::log(known.value / info.prior_median) / info.prior_log_sd;
        rows.add_row([
            info.id.to_owned(),
            info.unit.to_owned(),
            figure(info.prior_median),
            format!("{:.2}", info.prior_log_sd),
            figure(known.value),
            format!("{:.2}", known.log_sd),
            format!("{moved:+.2}"),
            known.sources.to_string(),
            format!("{:.0}", 100.0 * known.largest_source_share),
        ]);
    }
    rows.trim_fmt()
}

/// Errors with the calibrated parameters beside those with each source left out of the fit, in the order of a
/// score's rows: all together, not bound by the link, by what limits, by category and by source. The last column is the
/// normal spread of the logarithm that has as many left-out errors within it: what an interval should rest on.
pub fn errors(values: &[ScoredValue], left_out_percent: &[f64], limiter: impl Fn(&ScoredValue) -> String) -> String {
    let counted: Vec<(&ScoredValue, f64)> = values
        .iter()
        .zip(left_out_percent.iter().copied())
        .filter(|(value, _)| value.grade != Grade::C && value.metric.in_summary())
        .collect();
    let mut groups: Vec<(String, Vec<(&ScoredValue, f64)>)> = vec![
        ("grades A and B".into(), counted.clone()),
        ("not link-bound".into(), counted.iter().copied().filter(|(value, _)| !value.link_bound).collect()),
    ];
    let keys: [&dyn Fn(&ScoredValue) -> String; 3] =
        [&limiter, &|value| value.category.clone(), &|value| value.source_key.clone()];
    for key in keys {
        let mut by: BTreeMap<String, Vec<(&ScoredValue, f64)>> = BTreeMap::new();
        for pair in &counted {
            by.entry(key(pair.0)).or_default().push(*pair);
        }
        groups.extend(by);
    }
    let mut rows =
        table(&["median error, %", "values", "fitted", "source left out", "90th, left out", "spread, ln"], 1);
    for (name, pairs) in groups {
        let mut fitted: Vec<f64> =
            pairs.iter().map(|(value, _)| value.error_percent.unwrap_or(f64::INFINITY)).collect();
        let mut left_out: Vec<f64> = pairs.iter().map(|(_, error)| *error).collect();
        rows.add_row([
            name,
            pairs.len().to_string(),
            format!("{:.1}", quantile(&mut fitted, 0.5)),
            format!("{:.1}", quantile(&mut left_out, 0.5)),
            format!("{:.1}", quantile(&mut left_out, 0.9)),
            format!("{:.3}", libm::log(1.0 + quantile(&mut left_out, 0.8) / 100.0) / NORMAL_80),
        ]);
    }
    rows.trim_fmt()
}

/// Four fifths of a normal distribution lie within so many standard deviations.
const NORMAL_80: f64 = 1.2816;

/// The value at this share of the sorted ones, from below; 0 for none.
fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let place = (share * values.len().saturating_sub(1) as f64) as usize;
    values.get(place).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(sources: usize) -> Vec<Knowledge> {
        TABLE
            .iter()
            .map(|info| Knowledge {
                value: info.prior_median * 1.234_567,
                log_sd: 0.123_456,
                sources,
                largest_source_share: 0.5,
            })
            .collect()
    }

    #[test]
    fn what_no_case_speaks_to_is_written_as_its_prior() {
        for (row, info) in calibrated(&known(0)).iter().zip(TABLE) {
            assert_eq!((row.value, row.log_sd), (info.prior_median, info.prior_log_sd));
        }
    }

    #[test]
    fn the_file_holds_a_row_a_parameter_with_four_digits() {
        let rows = calibrated(&known(3));
        let text = csv(&rows);
        assert_eq!(text.lines().count(), TABLE.len() + 1);
        assert_eq!(text.lines().next(), Some("id,value,log_sd,sources,largest_source_share"));
        assert_eq!(rows[0].log_sd, 0.1235);
        let second = text.lines().nth(1).unwrap_or_default();
        assert_eq!(second, format!("{},{},0.1235,3,0.50", TABLE[0].id, rows[0].value));
    }
}
