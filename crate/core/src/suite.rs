//! The built-in suite: what people do with a NAS, each forecast on the hardware of one document.
//!
//! A NAS with an SSD cache is forecast a second time without it, so that the reader sees what the cache is good for.

use crate::Forecasting;
use crate::catalog::SUITE;
use crate::model::params::ParamSet;
use crate::report::{ForecastOptions, Report};
use crate::scenario::{Document, Resolved};
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

/// A row under way, simulated in slices.
pub struct RowUnderWay {
    id: String,
    under_way: Forecasting,
    /// The same without the SSD cache, if it is still to come.
    without: Option<Resolved>,
    /// The report with the SSD cache, while the one without is made.
    with: Option<Report>,
    options: ForecastOptions,
}

impl RowUnderWay {
    /// The workload `id` of the suite on the hardware of `document`; `None` if there is no such workload, or if the hardware
    /// can't do it: an array without redundancy has nothing to rebuild from.
    pub fn new(document: &Document, id: &str, options: &ForecastOptions) -> Option<Self> {
        let with = document.with_workload(id).ok()?;
        let resolved = with.resolve();
        let without = match resolved.scenario.ssd_cache {
            Some(_) => Some(with.merge_patch(&json!({"ssd_cache": null})).ok()?.resolve()),
            None => None,
        };
        let under_way = Forecasting::new(resolved, *options, ParamSet::calibrated());
        Some(Self { id: id.to_owned(), under_way, without, with: None, options: *options })
    }

    /// Goes on for about so many events; the row once it is done.
    pub fn advance(&mut self, events: u64) -> Option<SuiteRow> {
        let report = self.under_way.advance(events)?;
        if let Some(without) = self.without.take() {
            self.under_way = Forecasting::new(without, self.options, ParamSet::calibrated());
            self.with = Some(report);
            return None;
        }
        let (report, report_without_cache) = match self.with.take() {
            Some(with) => (with, Some(report)),
            None => (report, None),
        };
        Some(SuiteRow { id: std::mem::take(&mut self.id), report, report_without_cache })
    }
}

/// A row from beginning to end; `None` as for [`RowUnderWay::new`].
pub fn suite_row(document: &Document, id: &str, options: &ForecastOptions) -> Option<SuiteRow> {
    let mut row = RowUnderWay::new(document, id, options)?;
    std::iter::repeat_with(|| row.advance(u64::MAX)).flatten().next()
}

/// Every workload that the hardware can do, in the suite's order.
pub fn suite(document: &Document, options: &ForecastOptions) -> Vec<SuiteRow> {
    SUITE.iter().filter_map(|id| suite_row(document, id, options)).collect()
}
