//! nas-forecast for JavaScript: every function takes text or plain values and gives JSON text, or a [`Run`] that comes to it.
//!
//! No logic lives here, only the crossing. A scenario comes in as JSON text, since the core finds what is wrong in a
//! document from its text (a key given twice is lost once JavaScript has parsed it). What a user did wrong is thrown as
//! `{problems: [{path, message, allowed}]}`; anything else that is thrown is a fault of ours.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod advise;
mod forecast;
mod refusal;
mod scenario;

use nas_forecast_crossing::{Text, text};
use wasm_bindgen::prelude::*;

pub use advise::{advise_job, advise_plan};
pub use forecast::{Run, forecast, purchase, suite_rows};
pub use nas_forecast_crossing::on_panic;
pub use scenario::{catalog, from_link, knobs, validate};

/// The version of the engine, as in `0.1.0`.
#[wasm_bindgen]
pub fn version() -> Text {
    text(env!("CARGO_PKG_VERSION"))
}
