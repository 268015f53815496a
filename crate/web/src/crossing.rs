//! From Rust to JavaScript: plain objects in the shapes that JSON would give, and a user's mistakes as data.
use nas_forecast_core::scenario::{Allowed, Code, Problem};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

/// What every function of the boundary gives: a value, or what it throws.
pub type Crossed = Result<JsValue, JsValue>;

/// A value as plain JavaScript: objects rather than maps, numbers rather than big integers, null for what is missing.
///
/// By way of a JSON tree, so that only one type is ever written as JavaScript: with code for each, the module is a fifth larger.
pub fn give<T: Serialize + ?Sized>(value: &T) -> Crossed {
    let tree = serde_json::to_value(value).map_err(|error| JsValue::from_str(&error.to_string()))?;
    tree.serialize(&Serializer::json_compatible()).map_err(JsValue::from)
}

/// What is thrown for a document that is wrong: `{problems: [{path, message, allowed, …}]}`.
pub fn refuse(problems: Vec<Problem>) -> JsValue {
    let problems = problems.into_iter().map(Told::from).collect();
    give(&Refusal { problems }).unwrap_or_else(|error| error)
}

/// The same for what is no document: one problem, with data of its own beside path, message and what is allowed.
pub fn refuse_one<T: Serialize>(path: &str, message: String, detail: &T) -> JsValue {
    #[derive(Serialize)]
    struct One<'a, T> {
        problems: [Detailed<'a, T>; 1],
    }
    #[derive(Serialize)]
    struct Detailed<'a, T> {
        path: &'a str,
        message: String,
        allowed: (),
        value: &'a T,
    }
    give(&One { problems: [Detailed { path, message, allowed: (), value: detail }] }).unwrap_or_else(|error| error)
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
