//! nas-forecast's core: from a scenario to a forecast. Knows no JavaScript, no files and no clock.
//!
//! One direction: `scenario` -> `model` -> `engine` -> `report`; a module imports only from its left.

pub mod advise;
pub mod catalog;
pub mod engine;
mod forecast;
pub mod model;
mod phases;
pub mod purchase;
pub mod report;
pub mod scenario;
pub mod score;
pub mod suite;
pub mod tree;

#[cfg(test)]
mod typescript;

pub use forecast::{forecast, forecast_with};
pub use phases::Forecasting;
