//! A forecast of a recorded trace: the cache laboratory measures what it is like, the simulation forecasts how fast that is.

use crate::cache;
use crate::input::told;
use nas_forecast_cache::PolicyKind;
use nas_forecast_cache::lab::{Options, Results};
use nas_forecast_cache::trace::Format;
use nas_forecast_core::purchase::{self, Measured, Question};
use nas_forecast_core::report::{ForecastOptions, Report};
use nas_forecast_core::scenario::{Document, SsdCache, Trace, TraceFormat};
use std::io::Read;
use std::path::Path;

/// Accesses under way at once: a recording doesn't say how many its maker allowed.
const IN_FLIGHT: u32 = 8;

/// The forecast of a document whose workload is a trace, recorded in `file` or in the document itself.
pub fn forecast(
    document: &Document,
    trace: &Trace,
    file: Option<&Path>,
    options: &ForecastOptions,
) -> Result<Report, Vec<String>> {
    let scenario = document.resolve().scenario;
    let cache = scenario.ssd_cache.as_ref().filter(|cache| cache.drives.count > 0);
    let policy = policy_of(cache)?;
    let results = measure(trace, file, policy)?;
    let as_it_is = serde_json::to_value(&results).and_then(serde_json::from_value::<Measured>);
    let measured = as_it_is.map_err(|error| vec![error.to_string()])?;
    let question = Question {
        policy: policy.name().to_owned(),
        cache_gb: cache.map(purchase::usable_gb),
        // What the block layer and a drive's controller see has already passed the RAM of the NAS.
        below_ram: matches!(trace.format, TraceFormat::Blkparse | TraceFormat::MsrCsv),
        in_flight: IN_FLIGHT,
    };
    let answer = purchase::purchase(document, &measured, &question, options).map_err(|problems| told(&problems))?;
    let nothing = || vec!["workload: the recording names objects, which have no size: nothing to forecast".to_owned()];
    answer.map(|purchase| purchase.of_all_accesses(&measured)).ok_or_else(nothing)
}

fn policy_of(cache: Option<&SsdCache>) -> Result<PolicyKind, Vec<String>> {
    let Some(cache) = cache else { return Ok(PolicyKind::Lru) };
    let name = serde_json::to_value(cache.policy).map_err(|error| vec![error.to_string()])?;
    let unknown = || vec![format!("ssd_cache.policy: the cache laboratory has no {name}")];
    name.as_str().and_then(|name| name.parse().ok()).ok_or_else(unknown)
}

fn measure(trace: &Trace, file: Option<&Path>, policy: PolicyKind) -> Result<Results, Vec<String>> {
    let format = match trace.format {
        TraceFormat::FioIolog => Format::FioIolog,
        TraceFormat::MsrCsv => Format::MsrCsv,
        TraceFormat::Blkparse => Format::Blkparse,
        TraceFormat::OracleGeneral => Format::OracleGeneral,
        TraceFormat::Csv => Format::Csv,
    };
    let options = Options { format: Some(format), curves: vec![policy], ..Options::default() };
    let (name, results) = match (file, &trace.records) {
        (Some(_), Some(_)) => return Err(vec!["workload.records: --trace names another recording".to_owned()]),
        (None, None) => return Err(vec!["workload: name the file of the recording with --trace".to_owned()]),
        (Some(path), None) => {
            let name = path.display().to_string();
            (name.clone(), cache::recording(&name).and_then(|(source, length)| cache::study(options, source, length)))
        }
        (None, Some(records)) => {
            let source: Box<dyn Read + '_> = Box::new(records.as_bytes());
            ("workload.records".to_owned(), cache::study(options, source, None))
        }
    };
    let results = results.map_err(|failure| failure.problems(&name))?;
    cache::say_notes(&name, &results);
    Ok(results)
}
