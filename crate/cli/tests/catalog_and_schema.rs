//! The two subcommands that need no scenario.

use serde_json::Value;
use std::process::{Command, Output};

fn nas_forecast(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nas-forecast")).args(args).output().unwrap()
}

fn text(output: &Output) -> &str {
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    std::str::from_utf8(&output.stdout).unwrap()
}

#[test]
fn the_catalogue_names_every_preset_and_gives_each_figure_its_source() {
    assert!(text(&nas_forecast(&["catalog"])).contains("synology-ds918-plus"));
    let nas = nas_forecast(&["catalog", "nas"]);
    let model = text(&nas).split("\n\n").find(|block| block.starts_with("synology-ds918-plus")).unwrap();
    let speed = model.lines().find(|line| line.trim_start().starts_with("m2_measured_read_mb_s")).unwrap();
    assert!(speed.contains("400") && speed.contains("NVMe-speed"), "{speed}");
    let bays = model.lines().find(|line| line.trim_start().starts_with("bays")).unwrap();
    assert!(bays.ends_with("unverified"), "{bays}");
}

#[test]
fn the_catalogue_as_json_has_all_tables_or_the_one_asked_for() {
    let all: Value = serde_json::from_str(text(&nas_forecast(&["catalog", "--json"]))).unwrap();
    for (table, least) in [("nas", 25), ("cpus", 25), ("drives", 30), ("ssds", 12), ("workloads", 16)] {
        assert!(all[table].as_array().unwrap().len() >= least, "{table}");
        let one: Value = serde_json::from_str(text(&nas_forecast(&["catalog", table, "--json"]))).unwrap();
        assert_eq!(one, all[table]);
    }
}

#[test]
fn the_schema_is_json_and_the_types_are_typescript() {
    let schema: Value = serde_json::from_str(text(&nas_forecast(&["schema"]))).unwrap();
    assert_eq!(schema["properties"]["network"]["properties"]["mtu"]["maximum"], 9216);
    assert!(text(&nas_forecast(&["schema", "--typescript"])).contains("export interface Scenario {"));
}

#[test]
fn wrong_usage_exits_with_2() {
    for wrong in [&["catalog", "bicycles"][..], &["no-such-command"], &[]] {
        assert_eq!(nas_forecast(wrong).status.code(), Some(2), "{wrong:?}");
    }
}
