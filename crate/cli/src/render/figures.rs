//! The suite on one hardware, and the NAS in a sentence.

use super::words::{Words, fill};
use crate::measured::on_all_cores;
use nas_forecast_core::catalog::{SUITE, Table};
use nas_forecast_core::report::{ForecastOptions, Quantity};
use nas_forecast_core::scenario::Document;
use nas_forecast_core::suite::{SuiteRow, suite_row};
use serde_json::Value;

/// The suite's rows by workload; what the hardware can't do is missing.
pub struct Suite(Vec<SuiteRow>);

/// Forecasts the whole suite, as the page does.
pub fn suite_of(hardware: &Document) -> Suite {
    let rows = on_all_cores(&SUITE, |id| suite_row(hardware, id, &ForecastOptions::default()));
    Suite(rows.into_iter().flatten().collect())
}

impl Suite {
    /// Rows in the page's order, each with its name.
    pub fn rows<'a>(&'a self, words: &'a Words) -> impl Iterator<Item = (&'a str, &'a SuiteRow)> {
        words.tasks().filter_map(|(id, name)| Some((name, self.0.iter().find(|row| row.id == id)?)))
    }

    /// Whether the NAS has an SSD cache.
    pub fn has_cache(&self) -> bool {
        self.0.iter().any(|row| row.report_without_cache.is_some())
    }

    /// The whole scenario as a sentence.
    pub fn sentence(&self, words: &Words) -> String {
        self.0.first().map(|row| sentence(words, &row.report.scenario)).unwrap_or_default()
    }
}

/// The figures that the bars show: without and, where there is one, with the SSD cache.
pub fn measured(row: &SuiteRow) -> (Option<&Quantity>, Option<&Quantity>) {
    match &row.report_without_cache {
        Some(plain) => (plain.throughput_mb_s.as_ref(), row.report.throughput_mb_s.as_ref()),
        None => (row.report.throughput_mb_s.as_ref(), None),
    }
}

/// As `sentenceText` of the page (`www/view/sentence.js`).
fn sentence(words: &Words, scenario: &Value) -> String {
    let at = |path: &str| path.split('.').try_fold(scenario, |value, name| value.get(name)).unwrap_or(&Value::Null);
    let text = |path: &str| at(path).as_str().unwrap_or_default();
    let number = |path: &str| at(path).as_f64().unwrap_or_default();
    let with_unit = |path: &str, unit: &str| words.with_unit(number(path), unit);
    let count = |path: &str| number(path).to_string();
    let protocol = text("protocol.kind");
    let shape = match (text("volume.raid") == "single", ["local", "usb"].contains(&protocol)) {
        (true, true) => "localSingle",
        (true, false) => "single",
        (false, true) => "local",
        (false, false) => "full",
    };
    let nas = match text("nas.preset") {
        "" => words.sentence("ownNas").to_owned(),
        slug => {
            let name = Table::Nas.row(slug).and_then(|row| row.get("name")).and_then(Value::as_str);
            name.unwrap_or(slug).to_owned()
        }
    };
    let drives = fill(
        words.sentence("drives"),
        &[
            ("count", &count("drives.count")),
            ("size", &with_unit("drives.capacity_tb", "TB")),
            ("kind", words.drives(text("drives.kind"), number("drives.count"))),
        ],
    );
    let cache = match at("ssd_cache") {
        Value::Null => words.sentence("noCache").to_owned(),
        _ => fill(
            words.sentence("cache"),
            &[("count", &count("ssd_cache.drives.count")), ("size", &with_unit("ssd_cache.drives.capacity_gb", "GB"))],
        ),
    };
    let link = with_unit("network.link_gbit", "Gbit/s");
    let link = match number("network.links") {
        links if links > 1.0 => fill(words.sentence("links"), &[("count", &links.to_string()), ("link", &link)]),
        _ => link,
    };
    let protocol = match protocol {
        "local" => words.sentence("inside"),
        "usb" => words.sentence("usb"),
        kind => words.choice(kind),
    };
    let raid = words.choice(text("volume.raid"));
    fill(
        words.sentence(shape),
        &[
            ("nas", &nas),
            ("drives", &drives),
            ("raid", raid),
            ("cache", &cache),
            ("link", &link),
            ("protocol", protocol),
        ],
    )
}
