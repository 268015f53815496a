//! The public scenario format: reading, checking, completing and writing it.

mod resolved;
mod types;

pub use resolved::{Assumption, Resolved, Warning, Why};
pub use types::*;
