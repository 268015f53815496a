//! Forecasts beside what people measured: the product's honesty in figures.
//!
//! A *case* is a published measurement in scenario format, an *ordering* a comparison that a source states. Both are
//! read from lines of JSON ([`read_cases`], [`read_orderings`]); a forecast is a closure from a resolved scenario to a
//! report, so this module runs no simulation, opens no file and knows no clock: whoever calls it decides how many
//! cores work and how long it took. [`score`] turns cases and their forecasts into rows and summaries, [`check`] says
//! which orderings hold. The textbook formulas of other calculators ([`classic_throughput_mb_s`]) stand beside as the
//! yardstick to beat.

mod case;
mod classic;
mod metric;
mod ordering;
mod read;
mod relation;
mod summary;
mod value;
mod wire;

#[cfg(test)]
mod sample;

pub use case::{Case, CaseForecast, Grade, Measured, Source, forecast_case};
pub use classic::classic_throughput_mb_s;
pub use metric::{Metric, Predicted, predicted};
pub use ordering::{CheckResult, Ordering, OrderingResult, Variant, VariantValue, check, forecast_ordering};
pub use read::{LineProblem, read_cases, read_orderings};
pub use relation::{ABOUT_EQUAL_RATIO, Expected, STEP_RATIO};
pub use summary::{Score, Stats, score};
pub use value::{ScoredValue, error_percent};
pub use wire::{LINK_BOUND_SHARE, path_goodput_mb_s};
