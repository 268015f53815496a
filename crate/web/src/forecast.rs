//! Forecasts: of a scenario, of workloads of the suite, and of what a cache would do for a trace.
use nas_forecast_core::model::params::ParamSet;
use nas_forecast_core::report::{Effort, ForecastOptions};
use nas_forecast_core::suite::{RowUnderWay, SuiteRow};
use nas_forecast_core::{Forecasting, purchase};
use nas_forecast_crossing::{Text, text};
use wasm_bindgen::prelude::*;

use crate::refusal::{parse, refuse};
use crate::scenario::read;

/// A simulation under way. Whoever steps it can hear in between that nobody wants its result any more.
#[wasm_bindgen]
pub struct Run(Box<dyn FnMut(u64) -> Option<Text>>);

#[wasm_bindgen]
impl Run {
    /// Goes on for about so many events; the result once it is there, until then nothing.
    pub fn step(&mut self, events: u32) -> Result<Option<String>, JsValue> {
        (self.0)(events.into()).transpose()
    }
}

/// The report of one scenario. A draft is a first answer while a slider moves.
#[wasm_bindgen]
pub fn forecast(scenario: &str, seed: u32, draft: bool) -> Result<Run, JsValue> {
    let resolved = read(scenario, false)?.resolve();
    let mut under_way = Forecasting::new(resolved, options(seed, draft), ParamSet::calibrated());
    Ok(Run(Box::new(move |events| under_way.advance(events).map(|report| text(&report)))))
}

/// Workloads of the suite, their ids as a JSON array, on the hardware of a document: a row for each, in their order; null
/// where the hardware can't do it.
#[wasm_bindgen]
pub fn suite_rows(scenario: &str, ids: &str, seed: u32, draft: bool) -> Result<Run, JsValue> {
    let hardware = read(scenario, true)?;
    let options = options(seed, draft);
    let mut ids = parse::<Vec<String>>(ids)?.into_iter();
    let mut rows: Vec<Option<SuiteRow>> = Vec::new();
    let mut under_way: Option<RowUnderWay> = None;
    Ok(Run(Box::new(move |events| {
        if let Some(row) = &mut under_way {
            rows.push(Some(row.advance(events)?));
        }
        under_way = loop {
            let Some(id) = ids.next() else { return Some(text(&rows)) };
            match RowUnderWay::new(&hardware, &id, &options) {
                Some(row) => break Some(row),
                None => rows.push(None),
            }
        };
        None
    })))
}

fn options(seed: u32, draft: bool) -> ForecastOptions {
    let effort = if draft { Effort::Draft } else { Effort::Full };
    ForecastOptions { seed: seed.into(), effort, ..ForecastOptions::default() }
}

/// What an SSD cache would do on the hardware of a document for a trace: the cache laboratory's results and what is asked of
/// them, as JSON. Null where the trace has no blocks, or no curve of that policy.
#[wasm_bindgen]
pub fn purchase(scenario: &str, measured: &str, question: &str, seed: u32, draft: bool) -> Text {
    let (measured, question) = (parse(measured)?, parse(question)?);
    let hardware = read(scenario, true)?;
    text(&purchase::purchase(&hardware, &measured, &question, &options(seed, draft)).map_err(refuse)?)
}
