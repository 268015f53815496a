//! A user's mistakes in a scenario, as data for JavaScript.
use nas_forecast_core::scenario::{Allowed, Code, Problem};
use nas_forecast_core::tree;
use nas_forecast_crossing::give;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::JsValue;

/// What is thrown for a document that is wrong: `{problems: [{path, message, allowed, …}]}`.
pub fn refuse(problems: Vec<Problem>) -> JsValue {
    let problems = problems.into_iter().map(Told::from).collect();
    give(&Refusal { problems }).unwrap_or_else(|error| error)
}

#[derive(Serialize)]
struct Refusal {
    problems: Vec<Told>,
}

/// A problem with its English sentence beside the data that the page makes its own sentence of.
#[derive(Serialize)]
pub struct Told {
    path: String,
    message: String,
    allowed: Option<Allowed>,
    code: Code,
    value: serde_json::Value,
    nearest: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
}

impl From<Problem> for Told {
    fn from(problem: Problem) -> Self {
        let message = problem.to_string();
        let Problem { path, code, value, allowed, nearest, line, column } = problem;
        Self { path, message, allowed, code, value, nearest, line, column }
    }
}

/// What a program hands over as JSON. No reader types it, so a mistake in it is told as it is.
pub fn parse<T: DeserializeOwned>(json: &str) -> Result<T, JsValue> {
    let told = |error: String| JsValue::from_str(&error);
    let value = serde_json::from_str::<Value>(json).map_err(|error| told(error.to_string()))?;
    tree::read(&value).map_err(|error| told(error.to_string()))
}
