//! Forecasts: of a scenario, and of one workload of the suite.
use nas_forecast_core::report::{Effort, ForecastOptions};
use nas_forecast_core::suite;
use wasm_bindgen::prelude::*;

use crate::crossing::{Crossed, give};
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
    ForecastOptions { seed: seed.into(), effort: if draft { Effort::Draft } else { Effort::Full } }
}
