//! The public scenario format: reading, checking, completing and writing it.
//!
//! A document is JSON. [`read`] parses it strictly, checks it against the one table of [`knobs`] and tells every
//! problem at once; [`Document::resolve`] fills in presets and defaults, noting each as an [`Assumption`], and yields
//! the [`Scenario`] that the model works on.

mod check;
mod cross;
mod document;
mod fill;
mod json;
pub mod knobs;
mod problem;
mod resolved;
mod types;

pub use document::{Document, merge_patch, read, read_hardware};
pub use json::{MAX_DOCUMENT_BYTES, parse_json};
pub use problem::{Allowed, Code, Problem};
pub use resolved::{Assumption, Resolved, Warning, Why};
pub use types::*;
