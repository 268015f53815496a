//! From Rust to JavaScript: plain objects in the shapes that JSON would give, and a panic's message before the end.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod panic;

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

pub use panic::on_panic;

/// What every function of the boundary gives: a value, or what it throws.
pub type Crossed = Result<JsValue, JsValue>;

/// A value as plain JavaScript: objects rather than maps, numbers rather than big integers, null for what is missing.
///
/// By way of a JSON tree, so that only one type is ever written as JavaScript: with code for each, a module is a fifth larger.
pub fn give<T: Serialize + ?Sized>(value: &T) -> Crossed {
    let tree = serde_json::to_value(value).map_err(|error| JsValue::from_str(&error.to_string()))?;
    tree.serialize(&Serializer::json_compatible()).map_err(JsValue::from)
}
