//! nas-forecast: the scenario, the model, the engine and the report. Knows no JavaScript, no files and no clock.

pub mod scenario;
