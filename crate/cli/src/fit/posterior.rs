//! What the cases leave of each parameter's doubt, and what happens to a source when the fit never saw it.

use super::problem::{Problem, Row, pull};
use super::solver::{Fit, normal_equations};
use crate::measured::on_all_cores;
use nalgebra::{Cholesky, DVector, Dyn};

/// What a fit knows of one parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    pub value: f64,
    /// Standard deviation of the logarithm that is left; at most the prior's.
    pub log_sd: f64,
    /// Sources whose rows say something about it: each with at least a fiftieth of what the prior says.
    pub sources: usize,
    /// Share of the cases' information that comes from the source that tells most, 0..1.
    pub largest_source_share: f64,
}

/// The spread left from the curvature of the cost at its minimum (Laplace).
pub fn knowledge<F>(problem: &Problem<F>, fit: &Fit) -> Vec<Knowledge>
where
    F: Fn(usize, &[f64]) -> Vec<Option<f64>> + Sync,
{
    let rows: Vec<&Row> = problem.rows().collect();
    let weights = weights(&rows, &fit.residuals, None);
    let (information, _) = normal_equations(&fit.jacobian, &weights, &fit.residuals, &fit.z);
    let covariance = Cholesky::<f64, Dyn>::new(information).map(|factor| factor.inverse());
    let sources = rows.iter().map(|row| row.source + 1).max().unwrap_or(0);
    problem
        .values(&fit.z)
        .into_iter()
        .enumerate()
        .map(|(parameter, value)| {
            let mut told = vec![0.0; sources];
            for (index, row) in rows.iter().enumerate() {
                told[row.source] += weights[index] * fit.jacobian[(index, parameter)].powi(2);
            }
            let all: f64 = told.iter().sum();
            let largest = told.iter().copied().fold(0.0, f64::max);
            let left = covariance.as_ref().map_or(1.0, |matrix| matrix[(parameter, parameter)]);
            Knowledge {
                value,
                log_sd: problem.priors[parameter].log_sd * libm::sqrt(left.clamp(0.0, 1.0)),
                sources: told.iter().filter(|&&information| information > 0.02).count(),
                largest_source_share: if all > 0.0 { largest / all } else { 0.0 },
            }
        })
        .collect()
}

/// ln(forecast / measured) of every row, each forecast with parameters fitted without the row's source; rows without
/// a forecast are infinite. The refit goes by the derivatives at the optimum; the forecasts are real ones.
pub fn left_out_log_errors<F>(problem: &Problem<F>, fit: &Fit) -> Vec<f64>
where
    F: Fn(usize, &[f64]) -> Vec<Option<f64>> + Sync,
{
    let rows: Vec<&Row> = problem.rows().collect();
    let sources = rows.iter().map(|row| row.source + 1).max().unwrap_or(0);
    let points: Vec<Vec<f64>> = (0..sources).map(|source| without_source(&rows, fit, source)).collect();
    let units: Vec<usize> = (0..problem.units.len()).collect();
    let errors = on_all_cores(&units, |&unit| {
        let rows = &problem.units[unit].rows;
        // A unit's rows are of one case and so of one source.
        let Some(source) = rows.first().map(|row| row.source) else { return Vec::new() };
        let figures = (problem.forecast)(unit, &problem.values(&points[source]));
        rows.iter()
            .enumerate()
            .map(|(index, row)| match figures.get(index).copied().flatten() {
                Some(figure) if figure > 0.0 => libm::log(figure / row.measured.nearest_to(figure)),
                _ => f64::INFINITY,
            })
            .collect()
    });
    errors.concat()
}

/// Rounds of reweighting; the pulls settle within a few.
const ROUNDS: usize = 12;
/// The derivatives are not trusted farther than this from the optimum, in spreads of the prior.
const FARTHEST: f64 = 2.0;

/// The point that fits best without one source, by the derivatives at the optimum.
fn without_source(rows: &[&Row], fit: &Fit, source: usize) -> Vec<f64> {
    let mut shift = DVector::<f64>::zeros(fit.z.len());
    for _ in 0..ROUNDS {
        let residuals: Vec<f64> =
            (DVector::from_column_slice(&fit.residuals) + &fit.jacobian * &shift).as_slice().to_vec();
        let weights = weights(rows, &residuals, Some(source));
        let z: Vec<f64> = fit.z.iter().zip(shift.iter()).map(|(z, shift)| z + shift).collect();
        let (information, gradient) = normal_equations(&fit.jacobian, &weights, &residuals, &z);
        let Some(factor) = Cholesky::<f64, Dyn>::new(information) else { break };
        shift -= factor.solve(&gradient);
        let farthest = shift.amax();
        if farthest > FARTHEST {
            shift *= FARTHEST / farthest;
        }
    }
    fit.z.iter().zip(shift.iter()).map(|(z, shift)| z + shift).collect()
}

/// What each row counts: its weight, less for an outlier, nothing for the source that is left out.
fn weights(rows: &[&Row], residuals: &[f64], left_out: Option<usize>) -> Vec<f64> {
    rows.iter()
        .zip(residuals)
        .map(|(row, residual)| if left_out == Some(row.source) { 0.0 } else { row.weight * pull(*residual) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{solver, synthetic};
    use super::*;

    #[test]
    fn the_cases_narrow_what_they_determine_and_leave_the_rest() {
        let problem = synthetic::problem(0);
        let known = knowledge(&problem, &solver::fit(&problem, 40, |_| ()));
        for parameter in &known[..3] {
            assert!(parameter.log_sd < 0.25, "{parameter:?}");
            assert_eq!(parameter.sources, 10);
            assert!(parameter.largest_source_share < 0.5, "{parameter:?}");
        }
        assert_eq!((known[3].log_sd, known[3].sources, known[3].largest_source_share), (0.5, 0, 0.0));
    }

    #[test]
    fn rows_of_a_source_that_was_left_out_are_still_met_when_others_determine_the_parameters() {
        let problem = synthetic::problem(0);
        let errors = left_out_log_errors(&problem, &solver::fit(&problem, 40, |_| ()));
        assert_eq!(errors.len(), 40);
        assert!(errors.iter().all(|error| error.abs() < 0.05), "{errors:?}");
    }

    #[test]
    fn the_only_source_of_a_parameter_left_out_sends_it_back_to_its_prior() {
        use super::super::problem::{Prior, Problem, Row, Unit};
        use nas_forecast_core::score::{Measured, Metric};
        let row = Row { measured: Measured::exact(Metric::Iops, 20.0), log_sd: 0.05, weight: 1.0, source: 0 };
        let problem = Problem {
            priors: vec![Prior { median: 10.0, log_sd: 0.8 }],
            units: vec![Unit { rows: vec![row], touched: vec![0] }],
            forecast: |_: usize, values: &[f64]| vec![Some(values[0])],
        };
        let fit = solver::fit(&problem, 40, |_| ());
        assert!((problem.values(&fit.z)[0] / 20.0 - 1.0).abs() < 0.02);
        let error = left_out_log_errors(&problem, &fit)[0];
        assert!((error - libm::log(0.5)).abs() < 0.02, "back at 10 where 20 was measured: {error}");
    }
}
