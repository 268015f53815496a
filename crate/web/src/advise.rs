//! Advice in pieces that any instance can work on: JavaScript asks what to simulate, has it simulated, and asks again.
use nas_forecast_core::advise::{AdviceRequest, Advisor, Job, Measured};
use nas_forecast_crossing::{Text, text};
use wasm_bindgen::prelude::*;

use crate::refusal::{parse, refuse};
use crate::scenario::read;

/// What to simulate next and what can be said so far, `{jobs, done, total, advice}`. Once `jobs` is empty the advice stands.
/// `measured` holds the results of `advise_job` up to now, as a JSON array.
#[wasm_bindgen]
pub fn advise_plan(scenario: &str, request: &str, measured: &str) -> Text {
    let mut advisor = advisor(scenario, request)?;
    parse::<Vec<Measured>>(measured)?.into_iter().for_each(|measured| advisor.record(measured));
    text(&advisor.plan())
}

/// Runs one of the plan's jobs, given as JSON. Jobs are independent of each other.
#[wasm_bindgen]
pub fn advise_job(scenario: &str, request: &str, job: &str) -> Text {
    text(&advisor(scenario, request)?.run(&parse::<Job>(job)?))
}

fn advisor(scenario: &str, request: &str) -> Result<Advisor, JsValue> {
    // Only a scenario's own workload needs the workload to be right.
    let request = AdviceRequest::read(request).map_err(refuse)?;
    let document = read(scenario, !request.weighs_own())?;
    Advisor::new(&document, request).map_err(refuse)
}
