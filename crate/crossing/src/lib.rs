//! From Rust to JavaScript: plain objects in the shapes that JSON would give, and a panic's message before the end.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod panic;

use js_sys::JSON;
use serde::Serialize;
use wasm_bindgen::JsValue;

pub use panic::on_panic;

/// A value for JavaScript, or what is thrown.
pub type Crossed = Result<JsValue, JsValue>;

/// A value as JSON text, or what is thrown.
pub type Text = Result<String, JsValue>;

/// A value as JSON text. One string crosses to JavaScript many times quicker than an object does, field by field, and the
/// same string goes on from a worker to its page.
pub fn text<T: Serialize + ?Sized>(value: &T) -> Text {
    serde_json::to_string(value).map_err(|error| JsValue::from_str(&error.to_string()))
}

/// A value as plain JavaScript: objects rather than maps, numbers rather than big integers, null for what is missing.
pub fn give<T: Serialize + ?Sized>(value: &T) -> Crossed {
    JSON::parse(&text(value)?)
}
