//! nas-forecast-cache: the cache laboratory.
//!
//! Replacement policies over block numbers, one file each; the engine's page cache and SSD cache run on the same code. The
//! crate knows no files and no JavaScript: traces come in as bytes, results go out as plain data.
//!
//! ```
//! use nas_forecast_cache::policy::{AnyPolicy, Policy, PolicyKind};
//!
//! let mut cache = AnyPolicy::new(PolicyKind::Lru, 2);
//! assert!(!cache.access(1).hit);
//! assert!(!cache.access(2).hit);
//! assert!(cache.access(1).hit);
//! let evicted = cache.access(3).evicted.map(|block| block.id);
//! assert_eq!(evicted, Some(2));
//! ```

mod blocks;
pub mod example;
pub mod hash;
mod index;
pub mod lab;
pub mod policy;
pub mod trace;
pub mod write_back;

pub use policy::{AnyPolicy, Policy, PolicyKind};
pub use write_back::WriteBack;
