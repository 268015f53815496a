//! Forecasts: of a scenario, of one workload of the suite, and of what a cache would do for a trace.
use nas_forecast_core::report::{Effort, ForecastOptions};
use nas_forecast_core::{purchase, suite};
use nas_forecast_crossing::{Crossed, give};
use wasm_bindgen::prelude::*;

use crate::refusal::{parse, refuse};
use crate::scenario::read;

/// The report of one scenario. A draft is a first answer while a slider moves.
#[wasm_bindgen]
pub fn forecast(text: &str, seed: u32, draft: bool) -> Crossed {
    give(&nas_forecast_core::forecast(&read(text, false)?.resolve(), &options(seed, draft)))
}

/// One workload of the suite on the hardware of a document; null where the hardware can't do it.
#[wasm_bindgen]
pub fn suite_row(text: &str, id: &str, seed: u32, draft: bool) -> Crossed {
    give(&suite::suite_row(&read(text, true)?, id, &options(seed, draft)))
}

fn options(seed: u32, draft: bool) -> ForecastOptions {
    let effort = if draft { Effort::Draft } else { Effort::Full };
    ForecastOptions { seed: seed.into(), effort, ..ForecastOptions::default() }
}

/// What an SSD cache would do on the hardware of a document for a trace: the cache laboratory's results and what is asked of
/// them, as JSON. Null where the trace has no blocks, or no curve of that policy.
#[wasm_bindgen]
pub fn purchase(text: &str, measured: &str, question: &str, seed: u32, draft: bool) -> Crossed {
    let (measured, question) = (parse(measured)?, parse(question)?);
    let hardware = read(text, true)?;
    give(&purchase::purchase(&hardware, &measured, &question, &options(seed, draft)).map_err(refuse)?)
}
