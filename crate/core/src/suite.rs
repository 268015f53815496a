//! The built-in suite: what people do with a NAS, each forecast on the hardware of one document.
//!
//! A NAS with an SSD cache is forecast a second time without it, so that the reader sees what the cache is good for.

use crate::catalog::SUITE;
use crate::forecast;
use crate::report::{ForecastOptions, Report};
use crate::scenario::Document;
use serde::Serialize;
use serde_json::json;

/// One workload of the suite.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SuiteRow {
    /// The workload's preset.
    pub id: String,
    /// The forecast on the hardware as it is.
    pub report: Report,
    /// The forecast without its SSD cache; null if it has none.
    pub report_without_cache: Option<Report>,
}

/// The workload `id` of the suite on the hardware of `document`; `None` if there is no such workload, or if the hardware
/// can't do it: an array without redundancy has nothing to rebuild from.
pub fn suite_row(document: &Document, id: &str, options: &ForecastOptions) -> Option<SuiteRow> {
    let with = document.with_workload(id).ok()?;
    let without = match with.resolve().scenario.ssd_cache {
        Some(_) => Some(with.merge_patch(&json!({"ssd_cache": null})).ok()?),
        None => None,
    };
    let report = |document: &Document| forecast(&document.resolve(), options);
    Some(SuiteRow { id: id.to_owned(), report: report(&with), report_without_cache: without.as_ref().map(report) })
}

/// Every workload that the hardware can do, in the suite's order.
pub fn suite(document: &Document, options: &ForecastOptions) -> Vec<SuiteRow> {
    SUITE.iter().filter_map(|id| suite_row(document, id, options)).collect()
}
