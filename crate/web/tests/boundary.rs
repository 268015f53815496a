//! The crossing to JavaScript, run in Node and in a browser (build.sh sets which).
use js_sys::{Array, JSON, Reflect};
use nas_forecast_web::{Run, advise_job, advise_plan, catalog, forecast, knobs, suite_rows, validate, version};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// What JSON text says.
fn parsed(text: Result<String, JsValue>) -> JsValue {
    JSON::parse(&text.unwrap()).unwrap()
}

/// What a run comes to, by small steps.
fn finished(run: Result<Run, JsValue>) -> JsValue {
    let mut run = run.unwrap();
    loop {
        if let Some(text) = run.step(100).unwrap() {
            return JSON::parse(&text).unwrap();
        }
    }
}

fn at(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| Reflect::get(&value, &JsValue::from_str(key)).unwrap())
}

#[wasm_bindgen_test]
fn the_version_is_that_of_the_crate() {
    assert_eq!(parsed(version()), env!("CARGO_PKG_VERSION"));
}

#[wasm_bindgen_test]
fn a_scenario_comes_back_as_a_plain_object_with_every_default() {
    let valid = parsed(validate(r#"{"version": 1, "nas": {"preset": "synology-ds918-plus"}}"#, true));
    assert_eq!(at(&valid, "scenario.nas.cpu.cores"), JsValue::from(4));
    // Missing values are null and survive JSON, as in the format itself.
    assert!(at(&valid, "scenario.ssd_cache").is_null());
    assert!(String::from(JSON::stringify(&valid).unwrap()).contains(r#""ssd_cache":null"#));
}

#[wasm_bindgen_test]
fn a_wrong_document_throws_each_problem_with_path_message_and_what_is_allowed() {
    let thrown =
        validate(r#"{"version": 1, "drives": {"count": 99}, "workload": {"kind": "rebild"}}"#, false).unwrap_err();
    let problems = Array::from(&at(&thrown, "problems"));
    assert_eq!(problems.length(), 2);
    assert_eq!(at(&problems.get(0), "path"), JsValue::from("drives.count"));
    assert_eq!(at(&problems.get(0), "allowed.max"), JsValue::from(60));
    assert!(at(&problems.get(0), "message").as_string().unwrap().contains("99"));
    assert_eq!(at(&problems.get(1), "nearest"), JsValue::from("rebuild"));
    assert!(at(&problems.get(0), "nearest").is_null());
}

#[wasm_bindgen_test]
fn the_catalog_is_an_object_of_rows_by_name() {
    let catalog = parsed(catalog());
    assert_eq!(at(&catalog, "nas.synology-ds1819-plus.bays"), JsValue::from(8));
    assert!(Array::from(&at(&catalog, "suite")).includes(&JsValue::from("rebuild"), 0));
}

#[wasm_bindgen_test]
fn every_section_of_the_format_has_its_knobs() {
    let sections = Array::from(&at(&parsed(knobs()), "sections"));
    assert!(sections.iter().any(|section| at(&section, "path") == "network"));
    assert!(sections.iter().all(|section| Array::from(&at(&section, "knobs")).length() > 0));
}

const ONE_DRIVE: &str = r#"{"version": 1, "drives": {"count": 1}, "volume": {"raid": "single"},
    "workload": {"kind": "file-copy", "direction": "read", "files": 10, "mean_file_bytes": 1000000}}"#;

#[wasm_bindgen_test]
fn a_forecast_names_its_bottleneck_and_lies_in_its_interval() {
    let report = finished(forecast(ONE_DRIVE, 7, true));
    assert_eq!(at(&report, "seed"), 7);
    assert!(at(&report, "bottleneck").is_string());
    let figure = |name| at(&report, &format!("throughput_mb_s.{name}")).as_f64().unwrap();
    assert!(figure("low") <= figure("value") && figure("value") <= figure("high"));
}

#[wasm_bindgen_test]
fn a_suite_leaves_out_what_the_hardware_cannot_do() {
    let rows = Array::from(&finished(suite_rows(ONE_DRIVE, r#"["rebuild", "jpg-photos"]"#, 1, true)));
    assert!(rows.get(0).is_null());
    assert_eq!(at(&rows.get(1), "id"), "jpg-photos");
}

#[wasm_bindgen_test]
fn advice_goes_on_from_the_results_that_it_is_handed() {
    let request = r#"{"weights": {"big-file-read": 1}}"#;
    let json = |value: &JsValue| String::from(JSON::stringify(value).unwrap());
    let results = Array::new();
    let plan = loop {
        let plan = parsed(advise_plan(ONE_DRIVE, request, &json(&results)));
        let jobs = Array::from(&at(&plan, "jobs"));
        if jobs.length() == 0 {
            break plan;
        }
        for job in jobs.iter() {
            results.push(&parsed(advise_job(ONE_DRIVE, request, &json(&job))));
        }
    };
    assert_eq!(at(&plan, "done"), results.length());
    assert_eq!(at(&plan, "advice.upgrades.0.id"), JsValue::from("link-10"));
    assert!(at(&advise_plan(ONE_DRIVE, r#"{"weights": {"x": 1}}"#, "[]").unwrap_err(), "problems").is_object());
}
