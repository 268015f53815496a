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
mod link;
mod problem;
pub mod random;
mod resolved;
mod schema;
mod types;
mod typescript;
mod value;

pub use document::{Document, merge_patch, read, read_hardware};
pub use json::{MAX_DOCUMENT_BYTES, parse_json};
pub use link::from_link_pairs;
pub use problem::{Allowed, Code, Problem, nearest};
pub use resolved::{Assumption, Resolved, Warning, Why};
pub use schema::{knobs_json, schema};
pub use types::*;
pub use typescript::typescript;
