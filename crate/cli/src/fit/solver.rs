//! Finds the most probable parameters: Levenberg–Marquardt on reweighted residuals, with the priors as further rows.
//!
//! The simulation is dear and a little noisy, so: derivatives are differences over a step that is large beside the noise,
//! with the same random numbers on both sides; only parameters that a unit reads are moved for it, and on the way only those
//! that moved it before; and between derivatives the secant of each step corrects them (Broyden). All units run on all
//! cores, and the result does not depend on how many there are.

use super::problem::{Problem, Row, cost, pull};
use crate::measured::on_all_cores;
use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// Step of a derivative, in spreads of the prior.
const DERIVATIVE_STEP: f64 = 0.3;
/// No parameter moves farther at once, in spreads of its prior.
const LONGEST_STEP: f64 = 1.5;
/// The fit is over when a step lowers the cost by less than this share.
const LEAST_GAIN: f64 = 2e-4;
/// A step that leads up is tried in these parts before it is given up.
const STEP_PARTS: [f64; 3] = [1.0, 0.4, 0.15];
/// A parameter that would move less than this by itself is left where it is, in spreads of its prior.
const LEAST_MOVE: f64 = 0.03;
/// Steps that a set of derivatives serves before it is made anew.
const STEPS_PER_DERIVATIVE: usize = 3;

/// Where a fit stands: point, residuals of all rows, derivatives of the residuals.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Spreads away from the prior, by parameter.
    pub z: Vec<f64>,
    pub residuals: Vec<f64>,
    /// ∂residual/∂z, rows by parameters.
    pub jacobian: DMatrix<f64>,
    /// Minus the log posterior, up to a constant.
    pub cost: f64,
    pub steps: usize,
}

/// Fits from the prior's medians, so that the result never depends on an earlier one. `told` hears of every step.
pub fn fit<F>(problem: &Problem<F>, most_steps: usize, told: impl Fn(&Fit)) -> Fit
where
    F: Fn(usize, &[f64]) -> Vec<Option<f64>> + Sync,
{
    let rows: Vec<&Row> = problem.rows().collect();
    let z = vec![0.0; problem.priors.len()];
    let residuals = all_residuals(problem, &z);
    let mut now = Fit {
        jacobian: derivatives(problem, &z, &residuals, None),
        cost: total_cost(&rows, &residuals, &z),
        z,
        residuals,
        steps: 0,
    };
    told(&now);
    let mut damping = 0.01;
    let mut age = 0;
    while now.steps < most_steps {
        let cost_before = now.cost;
        let kept = take_step(problem, &rows, &mut now, damping);
        now.steps += 1;
        age += 1;
        damping = if kept { (damping * 0.3).max(1e-4) } else { damping * 10.0 };
        told(&now);
        // Old derivatives may hide a way down: an end counts only right after new ones.
        let ends = cost_before - now.cost < LEAST_GAIN * cost_before;
        if ends && age <= 1 {
            break;
        }
        if ends || age >= STEPS_PER_DERIVATIVE {
            now.jacobian = derivatives(problem, &now.z, &now.residuals, Some(&now.jacobian));
            damping = damping.min(0.1);
            age = 0;
        }
    }
    one_by_one(problem, &rows, &mut now);
    told(&now);
    // A parameter that moved nothing at the prior may do so here: what is said of the optimum rests on all.
    now.jacobian = derivatives(problem, &now.z, &now.residuals, None);
    now
}

/// Takes the step of the derivatives, or a part of it, if that lowers the cost.
fn take_step<F>(problem: &Problem<F>, rows: &[&Row], now: &mut Fit, damping: f64) -> bool
where
    F: Fn(usize, &[f64]) -> Vec<Option<f64>> + Sync,
{
    let whole = damped_step(rows, now, damping);
    for part in STEP_PARTS {
        let step = &whole * part;
        let z: Vec<f64> = now.z.iter().zip(step.iter()).map(|(z, step)| z + step).collect();
        let residuals = all_residuals(problem, &z);
        let cost = total_cost(rows, &residuals, &z);
        secant(problem, now, &residuals, &step);
        if cost < now.cost {
            (now.z, now.residuals, now.cost) = (z, residuals, cost);
            return true;
        }
    }
    false
}

/// Moves the parameters one after the other to where each would stand best by itself, if that is really better. A
/// simulation answers some parameters in jumps (a buffer holds one more request or not), which a common step trips over.
fn one_by_one<F>(problem: &Problem<F>, rows: &[&Row], now: &mut Fit)
where
    F: Fn(usize, &[f64]) -> Vec<Option<f64>> + Sync,
{
    let first_rows = first_rows(problem);
    let rows_of = |unit: usize| first_rows[unit]..first_rows[unit] + problem.units[unit].rows.len();
    for parameter in 0..problem.priors.len() {
        let units: Vec<usize> = (0..problem.units.len())
            .filter(|&unit| rows_of(unit).any(|row| now.jacobian[(row, parameter)] != 0.0))
            .collect();
        let (mut slope, mut curvature) = (now.z[parameter], 1.0);
        for (row, what) in rows.iter().enumerate() {
            let derivative = now.jacobian[(row, parameter)];
            let weight = what.weight * pull(now.residuals[row]);
            slope += weight * derivative * now.residuals[row];
            curvature += weight * derivative * derivative;
        }
        let whole = (-slope / curvature).clamp(-LONGEST_STEP, LONGEST_STEP);
        if whole.abs() < LEAST_MOVE {
            continue;
        }
        for part in STEP_PARTS {
            let mut z = now.z.clone();
            z[parameter] += whole * part;
            let mut residuals = now.residuals.clone();
            for (unit, found) in units.iter().zip(on_all_cores(&units, |&unit| problem.residuals_of(unit, &z))) {
                residuals[rows_of(*unit)].copy_from_slice(&found);
            }
            let cost = total_cost(rows, &residuals, &z);
            if cost < now.cost {
                (now.z, now.residuals, now.cost) = (z, residuals, cost);
                break;
            }
        }
    }
}

/// The residuals of all rows at a point.
pub fn all_residuals<F>(problem: &Problem<F>, z: &[f64]) -> Vec<f64>
where
    F: Fn(usize, &[f64]) -> Vec<Option<f64>> + Sync,
{
    let units: Vec<usize> = (0..problem.units.len()).collect();
    on_all_cores(&units, |&unit| problem.residuals_of(unit, z)).concat()
}

fn total_cost(rows: &[&Row], residuals: &[f64], z: &[f64]) -> f64 {
    let misfit: f64 = rows.iter().zip(residuals).map(|(row, residual)| row.weight * cost(*residual)).sum();
    misfit + 0.5 * z.iter().map(|z| z * z).sum::<f64>()
}

/// Differences over a step, for all parameters that a unit reads or, given earlier derivatives, those that are not 0.
fn derivatives<F>(problem: &Problem<F>, z: &[f64], residuals: &[f64], before: Option<&DMatrix<f64>>) -> DMatrix<f64>
where
    F: Fn(usize, &[f64]) -> Vec<Option<f64>> + Sync,
{
    let first_rows = first_rows(problem);
    let moves = |unit: usize, parameter: usize| {
        let rows = first_rows[unit]..first_rows[unit] + problem.units[unit].rows.len();
        before.is_none_or(|before| rows.into_iter().any(|row| before[(row, parameter)] != 0.0))
    };
    let tasks: Vec<(usize, usize)> = problem
        .units
        .iter()
        .enumerate()
        .flat_map(|(unit, what)| what.touched.iter().map(move |&parameter| (unit, parameter)))
        .filter(|&(unit, parameter)| moves(unit, parameter))
        .collect();
    let moved = on_all_cores(&tasks, |&(unit, parameter)| {
        let mut z = z.to_vec();
        z[parameter] += DERIVATIVE_STEP;
        problem.residuals_of(unit, &z)
    });
    let mut jacobian = DMatrix::zeros(residuals.len(), problem.priors.len());
    for ((unit, parameter), moved) in tasks.into_iter().zip(moved) {
        for (index, residual) in moved.into_iter().enumerate() {
            let row = first_rows[unit] + index;
            jacobian[(row, parameter)] = (residual - residuals[row]) / DERIVATIVE_STEP;
        }
    }
    jacobian
}

/// Index of each unit's first row.
fn first_rows<F>(problem: &Problem<F>) -> Vec<usize> {
    let mut next = 0;
    problem
        .units
        .iter()
        .map(|unit| {
            let first = next;
            next += unit.rows.len();
            first
        })
        .collect()
}

/// Broyden's update: after a step, the derivatives along it are what was seen; what moved nothing is left at that.
fn secant<F>(problem: &Problem<F>, now: &mut Fit, residuals: &[f64], step: &DVector<f64>) {
    let mut row = 0;
    for unit in &problem.units {
        for _ in &unit.rows {
            let moving: Vec<usize> =
                unit.touched.iter().copied().filter(|&parameter| now.jacobian[(row, parameter)] != 0.0).collect();
            let length: f64 = moving.iter().map(|&parameter| step[parameter] * step[parameter]).sum();
            if length > 1e-12 {
                let expected: f64 =
                    moving.iter().map(|&parameter| now.jacobian[(row, parameter)] * step[parameter]).sum();
                let surprise = (residuals[row] - now.residuals[row] - expected) / length;
                for parameter in moving {
                    now.jacobian[(row, parameter)] += surprise * step[parameter];
                }
            }
            row += 1;
        }
    }
}

/// The step to take from where the fit stands; shortened so that no parameter leaps.
fn damped_step(rows: &[&Row], now: &Fit, damping: f64) -> DVector<f64> {
    let weights: Vec<f64> =
        rows.iter().zip(&now.residuals).map(|(row, residual)| row.weight * pull(*residual)).collect();
    let (information, gradient) = normal_equations(&now.jacobian, &weights, &now.residuals, &now.z);
    let mut damped = information;
    for index in 0..damped.nrows() {
        damped[(index, index)] *= 1.0 + damping;
    }
    let Some(factor) = Cholesky::<f64, Dyn>::new(damped) else {
        return DVector::zeros(now.z.len());
    };
    let mut step = factor.solve(&-gradient);
    let longest = step.amax();
    if longest > LONGEST_STEP {
        step *= LONGEST_STEP / longest;
    }
    step
}

/// JᵀWJ + 1 and JᵀWr + z: least squares with the prior as one row a parameter. Always positive definite.
pub fn normal_equations(
    jacobian: &DMatrix<f64>,
    weights: &[f64],
    residuals: &[f64],
    z: &[f64],
) -> (DMatrix<f64>, DVector<f64>) {
    let mut weighted = jacobian.clone();
    for (mut row, weight) in weighted.row_iter_mut().zip(weights) {
        row *= *weight;
    }
    let mut information = jacobian.tr_mul(&weighted);
    for index in 0..information.nrows() {
        information[(index, index)] += 1.0;
    }
    let gradient = weighted.tr_mul(&DVector::from_column_slice(residuals)) + DVector::from_column_slice(z);
    (information, gradient)
}

#[cfg(test)]
mod tests {
    use super::super::synthetic;
    use super::*;

    #[test]
    fn the_truth_is_found_when_the_rows_determine_it() {
        let problem = synthetic::problem(0);
        let found = fit(&problem, 40, |_| ());
        for (value, truth) in problem.values(&found.z).iter().zip(synthetic::TRUTH).take(3) {
            assert!((value / truth - 1.0).abs() < 0.02, "{value} instead of {truth}");
        }
    }

    #[test]
    fn a_parameter_that_no_row_reads_stays_at_its_prior() {
        let found = fit(&synthetic::problem(0), 40, |_| ());
        assert_eq!(found.z[3], 0.0);
    }

    #[test]
    fn an_absurd_row_hardly_moves_the_result() {
        let problem = synthetic::problem(1);
        let found = fit(&problem, 40, |_| ());
        for (value, truth) in problem.values(&found.z).iter().zip(synthetic::TRUTH).take(3) {
            assert!((value / truth - 1.0).abs() < 0.05, "{value} instead of {truth}");
        }
    }

    #[test]
    fn every_kept_step_lowers_the_cost_and_a_second_run_is_the_same() {
        let costs = std::sync::Mutex::new(Vec::new());
        let first = fit(&synthetic::problem(0), 40, |now| costs.lock().expect("one thread").push(now.cost));
        let costs = costs.into_inner().expect("one thread");
        assert!(costs.windows(2).all(|pair| pair[1] <= pair[0]), "{costs:?}");
        assert_eq!(first.z, fit(&synthetic::problem(0), 40, |_| ()).z);
    }
}
