//! Golden cases, natively: each folder of `tests/golden` holds a scenario and the report that it gives.
//!
//! The same folders are compared in Node and in Chromium (`tests/wasm/golden.test.mjs`, `tests/page/golden.test.mjs`), so
//! a difference between machines shows as well as a change of the model. `./build.sh golden` rewrites the reports.
use std::fs;
use std::path::PathBuf;

use nas_forecast_core::report::ForecastOptions;
use nas_forecast_core::{forecast, scenario};

fn cases() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden");
    let mut cases: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    cases
}

#[test]
fn every_golden_scenario_gives_its_report_to_the_last_bit() {
    let mut changed = Vec::new();
    for case in cases() {
        let text = fs::read_to_string(case.join("scenario.json")).unwrap();
        let document = scenario::read(&text).unwrap_or_else(|problems| panic!("{}: {problems:?}", case.display()));
        let report = forecast(&document.resolve(), &ForecastOptions::default());
        // As text: reading a number back could round it.
        let found = serde_json::to_string_pretty(&report).unwrap() + "\n";
        let golden = case.join("report.json");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&golden, &found).unwrap();
        }
        if fs::read_to_string(&golden).is_ok_and(|wanted| wanted == found) {
            continue;
        }
        changed.push(case.file_name().unwrap().to_string_lossy().into_owned());
    }
    assert!(
        changed.is_empty(),
        "changed: {changed:?}. If that is right, run ./build.sh golden and say why in the commit"
    );
}
