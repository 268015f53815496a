//! What a fit is given: priors, measured rows, and a function from parameter values to forecasts.
//!
//! Everything is in logarithms, since a cost can be twice or half its guess but never negative. A parameter is moved in
//! units of its prior's spread: `z = (ln value − ln median) / log_sd`, so that 0 is the prior and 1 is as far as one
//! would expect. A row's residual is ln(forecast / measured) in units of its own doubt.

use nas_forecast_core::score::Measured;

/// What was believed of a parameter before looking at any case: a log-normal.
#[derive(Clone, Debug)]
pub struct Prior {
    pub median: f64,
    /// Standard deviation of the logarithm.
    pub log_sd: f64,
}

/// A measured figure that the fit is to meet.
#[derive(Clone, Debug)]
pub struct Row {
    pub measured: Measured,
    /// Standard deviation of ln(forecast / measured) that is no fault of the parameters: the reading, what the source
    /// leaves open, and what any model leaves out.
    pub log_sd: f64,
    /// How much it counts beside others of its source.
    pub weight: f64,
    /// Index of its source.
    pub source: usize,
}

/// One case: its rows come out of the same forecasts.
#[derive(Clone, Debug)]
pub struct Unit {
    pub rows: Vec<Row>,
    /// Parameters that can move its forecasts; all others have no derivative there.
    pub touched: Vec<usize>,
}

/// A fit to solve. `forecast` takes a unit's index and the value of every parameter and gives a figure for each of
/// the unit's rows, `None` where it has none.
pub struct Problem<F> {
    pub priors: Vec<Prior>,
    pub units: Vec<Unit>,
    pub forecast: F,
}

/// A residual of this size is given to rows without a forecast: nothing pulls on it, but every summary sees it.
const NO_FORECAST_RESIDUAL: f64 = 10.0;

impl<F: Fn(usize, &[f64]) -> Vec<Option<f64>> + Sync> Problem<F> {
    /// Values of the parameters at a point.
    pub fn values(&self, z: &[f64]) -> Vec<f64> {
        self.priors.iter().zip(z).map(|(prior, z)| prior.median * libm::exp(z * prior.log_sd)).collect()
    }

    /// The residuals of one unit's rows at a point.
    pub fn residuals_of(&self, unit: usize, z: &[f64]) -> Vec<f64> {
        let figures = (self.forecast)(unit, &self.values(z));
        self.units[unit]
            .rows
            .iter()
            .enumerate()
            .map(|(index, row)| match figures.get(index).copied().flatten() {
                // Within bounds the nearest measured point is the forecast itself: no residual.
                Some(figure) if figure > 0.0 && figure.is_finite() => {
                    libm::log(figure / row.measured.nearest_to(figure)) / row.log_sd
                }
                _ => NO_FORECAST_RESIDUAL,
            })
            .collect()
    }

    /// All rows, unit after unit.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.units.iter().flat_map(|unit| &unit.rows)
    }
}

/// Degrees of freedom of the Student-t that residuals are taken to follow: its tails forgive a case that no parameter
/// explains (4 is the usual choice for robust regression).
const TAIL_DEGREES: f64 = 4.0;

/// What a residual costs: minus its log-likelihood.
pub fn cost(residual: f64) -> f64 {
    0.5 * (TAIL_DEGREES + 1.0) * libm::log1p(residual * residual / TAIL_DEGREES)
}

/// The weight that makes a least-squares step of it: 1.25 for a small residual, little for an outlier.
pub fn pull(residual: f64) -> f64 {
    (TAIL_DEGREES + 1.0) / (TAIL_DEGREES + residual * residual)
}

/// How alike the errors of one source's rows are: same machine, same hands, same unstated settings.
const SOURCE_CORRELATION: f64 = 0.15;

/// The weight of each of a source's rows: `n` rows tell as much as n / (1 + (n − 1)ρ) independent ones (the design
/// effect of cluster sampling, Kish 1965), so fifty rows of one review count as six.
pub fn source_weight(rows_of_source: usize) -> f64 {
    1.0 / (1.0 + (rows_of_source.max(1) as f64 - 1.0) * SOURCE_CORRELATION)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nas_forecast_core::score::Metric;

    fn row(measured: Measured) -> Row {
        Row { measured, log_sd: 0.1, weight: 1.0, source: 0 }
    }

    #[test]
    fn a_residual_counts_in_units_of_the_rows_doubt_and_is_nothing_within_bounds() {
        let rows = vec![
            row(Measured::exact(Metric::Iops, 100.0)),
            row(Measured { metric: Metric::Iops, lower: Some(50.0), upper: None }),
            row(Measured::exact(Metric::Iops, 100.0)),
        ];
        let problem = Problem {
            priors: vec![Prior { median: 100.0, log_sd: 0.5 }],
            units: vec![Unit { rows, touched: vec![0] }],
            forecast: |_: usize, values: &[f64]| vec![Some(values[0]), Some(values[0]), None],
        };
        let residuals = problem.residuals_of(0, &[0.2]);
        assert!((residuals[0] - 1.0).abs() < 1e-9, "ln e^0.1 over 0.1");
        assert_eq!((residuals[1], residuals[2]), (0.0, NO_FORECAST_RESIDUAL));
    }

    #[test]
    fn fifty_rows_of_one_source_count_as_about_six() {
        assert_eq!(source_weight(1), 1.0);
        let together = 50.0 * source_weight(50);
        assert!((5.5..7.0).contains(&together), "{together}");
        assert!(together > 10.0 * source_weight(10), "more rows still tell more");
    }

    #[test]
    fn an_outlier_pulls_less_the_farther_it_lies() {
        assert!(pull(0.0) > pull(1.0) && pull(1.0) > pull(10.0));
        assert!(10.0 * pull(10.0) < 2.0 * pull(2.0));
        // The pull is the cost's derivative over the residual.
        let slope = (cost(1.5 + 1e-6) - cost(1.5 - 1e-6)) / 2e-6;
        assert!((slope - 1.5 * pull(1.5)).abs() < 1e-6);
    }
}
