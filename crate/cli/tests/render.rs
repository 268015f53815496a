//! `render`, as an editor meets it: one file, or a guide's whole set.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;

fn nas_forecast(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nas-forecast")).args(args).output().unwrap()
}

fn out(args: &[&str]) -> String {
    let output = nas_forecast(args);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(args: &[&str]) -> Vec<String> {
    let output = nas_forecast(args);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{output:?}");
    String::from_utf8(output.stderr).unwrap().lines().map(str::to_owned).collect()
}

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn list(folder: &Path, entries: &Value) -> String {
    let file = folder.join("list.json");
    fs::write(&file, entries.to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

/// Every file below, with when it was written.
fn files(folder: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.insert(path, entry.metadata().unwrap().modified().unwrap());
        }
    }
    found
}

#[test]
fn a_hundred_scenarios_are_rendered_and_a_second_run_writes_nothing() {
    let folder = scratch("render-hundred");
    let entry = |index: usize| {
        let drives = 2 + index % 10;
        let link = [1.0, 2.5, 5.0, 10.0, 25.0][index / 20];
        let preset = ["synology-ds918-plus", "qnap-ts-473a"][index / 10 % 2];
        json!({"scenario": {"version": 1, "nas": {"preset": preset}, "drives": {"count": drives},
            "volume": {"raid": "raid0"}, "network": {"link_gbit": link}}, "lang": "fr", "out": format!("guide/{index}.svg")})
    };
    let list = list(&folder, &(0..100).map(entry).collect());
    assert_eq!(out(&["render", "--list", &list]), "100 written, 0 unchanged\n");
    let written = files(&folder);
    assert_eq!(written.len(), 101);
    assert_eq!(out(&["render", "--list", &list]), "0 written, 100 unchanged\n");
    assert_eq!(files(&folder), written);
}

#[test]
fn a_list_renders_each_scenario_in_its_languages_and_forms() {
    let folder = scratch("render-forms");
    let list = list(
        &folder,
        &json!([{"scenario": {"version": 1}, "lang": ["en", "de"], "out": ["a.{lang}.md", "a.{lang}.png"]}]),
    );
    let elsewhere = folder.join("site");
    assert_eq!(out(&["render", "--list", &list, "--folder", elsewhere.to_str().unwrap()]), "4 written, 0 unchanged\n");
    let names: Vec<_> = files(&elsewhere).into_keys().map(|path| path.file_name().unwrap().to_owned()).collect();
    assert_eq!(names, ["a.de.md", "a.de.png", "a.en.md", "a.en.png"]);
    assert!(fs::read_to_string(elsewhere.join("a.de.md")).unwrap().contains("Festplatten"));
}

#[test]
fn everything_that_is_wrong_with_a_list_is_told_before_anything_is_written() {
    let folder = scratch("render-wrong");
    let entries = json!([
        {"scenario": {"version": 1, "drives": {"count": 99}}, "out": "a.svg"},
        {"scenario": {"version": 1}, "lang": "nl", "out": "b.svg"},
        {"scenario": {"version": 1}, "out": "../c.svg"},
        {"scenario": {"version": 1}, "out": "d.gif", "size": 3},
        {"scenario": {"version": 1}, "out": "e.svg"},
        {"scenario": {"version": 1}, "out": "e.svg"},
    ]);
    let list = list(&folder, &entries);
    let problems = refused(&["render", "--list", &list]);
    let expected = [
        "entry 1: scenario: drives.count: ",
        "entry 2: lang: nl",
        "entry 3: out: ../c.svg",
        "entry 4: size: ",
        "e.svg: two entries",
    ];
    assert_eq!(problems.len(), expected.len(), "{problems:?}");
    for (problem, part) in problems.iter().zip(expected) {
        assert!(problem.contains(part), "{problem}");
    }
    assert_eq!(files(&folder).len(), 1);
}

#[test]
fn a_name_without_a_known_ending_is_refused() {
    let folder = scratch("render-ending");
    let scenario = folder.join("nas.json");
    fs::write(&scenario, r#"{"version": 1}"#).unwrap();
    let problems = refused(&["render", scenario.to_str().unwrap(), "--out", "chart.gif"]);
    assert!(problems[0].contains(".svg, .png, .md or .html"), "{problems:?}");
    assert_eq!(nas_forecast(&["render"]).status.code(), Some(2));
}
