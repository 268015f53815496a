//! The relations that sources state between scenarios, and when forecasts hold them.

use serde::{Deserialize, Serialize};

/// "Above" and "below" mean by more than this factor: 2 %.
pub const STEP_RATIO: f64 = 1.02;
/// "About equal" means within this factor: 12 %.
pub const ABOUT_EQUAL_RATIO: f64 = 1.12;

/// A stated relation: the first three of a pair (a against b), the others of several in the order given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expected {
    Greater,
    Less,
    AboutEqual,
    Ascending,
    Descending,
    Equal,
}

impl Expected {
    pub const OF_PAIRS: [(&'static str, Expected); 3] =
        [("greater", Expected::Greater), ("less", Expected::Less), ("about-equal", Expected::AboutEqual)];
    pub const OF_SEVERAL: [(&'static str, Expected); 3] =
        [("ascending", Expected::Ascending), ("descending", Expected::Descending), ("equal", Expected::Equal)];

    /// Whether the figures stand in this relation. A figure that is not positive holds none.
    pub fn holds(self, figures: &[f64]) -> bool {
        if figures.len() < 2 || !figures.iter().all(|&figure| figure.is_finite() && figure > 0.0) {
            return false;
        }
        let each_step = |above: &dyn Fn(f64, f64) -> bool| figures.windows(2).all(|pair| above(pair[0], pair[1]));
        let rises = |from: f64, to: f64| to > from * STEP_RATIO;
        match self {
            Expected::Greater | Expected::Descending => each_step(&|from, to| rises(to, from)),
            Expected::Less | Expected::Ascending => each_step(&rises),
            Expected::AboutEqual | Expected::Equal => figures[1..].iter().all(|&figure| {
                let ratio = figure / figures[0];
                (1.0 / ABOUT_EQUAL_RATIO..=ABOUT_EQUAL_RATIO).contains(&ratio)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn above_means_by_more_than_two_per_cent() {
        assert!(Expected::Greater.holds(&[102.1, 100.0]));
        assert!(!Expected::Greater.holds(&[101.9, 100.0]));
        assert!(Expected::Less.holds(&[100.0, 102.1]));
        assert!(!Expected::Less.holds(&[102.1, 100.0]));
    }

    #[test]
    fn about_equal_means_within_twelve_per_cent_either_way() {
        for (other, holds) in [(111.9, true), (112.1, false), (89.4, true), (89.2, false)] {
            assert_eq!(Expected::AboutEqual.holds(&[100.0, other]), holds, "{other}");
        }
    }

    #[test]
    fn every_step_of_a_series_has_to_rise() {
        assert!(Expected::Ascending.holds(&[1.0, 2.0, 3.0]));
        assert!(!Expected::Ascending.holds(&[1.0, 3.0, 3.01]));
        assert!(Expected::Descending.holds(&[3.0, 2.0, 1.0]));
        assert!(!Expected::Descending.holds(&[3.0, 1.0, 2.0]));
    }

    #[test]
    fn a_series_is_equal_when_all_are_near_its_first() {
        assert!(Expected::Equal.holds(&[100.0, 110.0, 92.0]));
        assert!(!Expected::Equal.holds(&[100.0, 110.0, 88.0]));
    }

    #[test]
    fn a_missing_figure_breaks_every_relation() {
        for (_, relation) in Expected::OF_PAIRS.into_iter().chain(Expected::OF_SEVERAL) {
            assert!(!relation.holds(&[100.0, f64::NAN]));
            assert!(!relation.holds(&[0.0, 0.0]));
            assert!(!relation.holds(&[1.0]));
        }
    }
}
