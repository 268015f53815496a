//! `predict`, `suite`, `advise` and `sweep`, as a user meets them.

use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Runs the command with a scenario on standard input.
fn nas_forecast(args: &[&str], stdin: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nas-forecast"));
    let piped = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // A command that refuses its arguments doesn't read on.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn refused(output: &Output) -> Vec<String> {
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap().lines().map(str::to_owned).collect()
}

/// A place of its own for each test.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const NAS: &str = r#"{"version": 1, "nas": {"preset": "synology-ds1819-plus"}, "volume": {"raid": "raid6"},
    "workload": {"preset": "big-file-read"}}"#;

#[test]
fn predict_prints_a_summary_or_the_report() {
    let summary = out(&nas_forecast(&["predict", "-"], NAS));
    assert!(summary.contains("MB/s") && summary.contains("bottleneck") && !summary.contains('\u{1b}'), "{summary}");
    let report: Value = serde_json::from_str(&out(&nas_forecast(&["predict", "-", "--json"], NAS))).unwrap();
    assert_eq!(report["scenario"]["nas"]["cpu"]["preset"], "intel-atom-c3538");
    assert!(report["throughput_mb_s"]["value"].as_f64().unwrap() > 0.0);
}

#[test]
fn predict_repeats_itself_to_the_last_byte_and_takes_patches() {
    let predict = |more: &[&str]| out(&nas_forecast(&[&["predict", "-", "--json"], more].concat(), NAS));
    assert_eq!(predict(&["--seed", "7"]), predict(&["--seed", "7"]));
    let patched: Value = serde_json::from_str(&predict(&["--patch", r#"{"network":{"link_gbit":10}}"#])).unwrap();
    assert_eq!(patched["scenario"]["network"]["link_gbit"].as_f64(), Some(10.0));
}

#[test]
fn every_problem_of_the_input_is_told_with_its_path_or_line() {
    let two = r#"{"version": 1, "nas": {"ram_gb": 8}, "drives": {"count": 0}, "workload": {"preset": "rebuild"}}"#;
    let problems = refused(&nas_forecast(&["predict", "-"], two));
    assert!(problems[0].starts_with("drives.count: ") && problems[1].starts_with("nas.ram_gb: "), "{problems:?}");
    assert!(refused(&nas_forecast(&["predict", "-"], "{\n\"version\" 1}"))[0].starts_with("line 2, column "));
    assert!(refused(&nas_forecast(&["predict", "/nonexistent.json"], ""))[0].starts_with("/nonexistent.json: "));
    let patch = refused(&nas_forecast(&["predict", "-", "--patch", r#"{"volume":{"raid":"raid7"}}"#], NAS));
    assert!(patch[0].starts_with("volume.raid: ") && patch[0].contains("did you mean"), "{patch:?}");
}

#[test]
fn the_suite_forecasts_every_workload_whatever_the_file_says_of_it() {
    let cached = r#"{"version": 1, "nas": {"preset": "synology-ds918-plus"}, "ssd_cache": {}, "workload": {"kind": "nonsense"}}"#;
    let suite: Value = serde_json::from_str(&out(&nas_forecast(&["suite", "-", "--json"], cached))).unwrap();
    let workloads = suite.as_array().unwrap();
    assert_eq!(workloads.len(), 16);
    assert!(workloads.iter().all(|entry| entry["report"].is_object() && entry["report_without_cache"].is_object()));
}

#[test]
fn what_the_hardware_cannot_do_is_said_beside_the_rest_of_the_suite() {
    let striped = r#"{"version": 1, "drives": {"count": 2}, "volume": {"raid": "raid0"}}"#;
    let text = out(&nas_forecast(&["suite", "-"], striped));
    assert!(text.lines().last().unwrap().starts_with("Rebuild of a drive: "), "{text}");
}

#[test]
fn a_sweep_fills_its_table_in_the_order_of_the_combinations() {
    let file = scratch("order").join("out.csv");
    let path = file.to_str().unwrap();
    let vary = ["--vary", "drives.count=3,8", "--vary", "network.link_gbit=1,10", "--out", path];
    out(&nas_forecast(&[&["sweep", "-"][..], &vary].concat(), NAS));
    let first = fs::read_to_string(&file).unwrap();
    let rows: Vec<Vec<&str>> = first.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..3], ["drives.count", "network.link_gbit", "throughput_mb_s"]);
    let varied: Vec<_> = rows[1..].iter().map(|row| (row[0], row[1])).collect();
    assert_eq!(varied, [("3", "1"), ("3", "10"), ("8", "1"), ("8", "10")]);
    // RAID 6 of three drives is a row without figures that says why.
    assert!(rows[1][2].is_empty() && first.lines().nth(1).unwrap().contains("too few drives"));
    assert!(rows[4][2].parse::<f64>().unwrap() > rows[3][2].parse::<f64>().unwrap());
    out(&nas_forecast(&[&["sweep", "-"][..], &vary].concat(), NAS));
    assert_eq!(fs::read_to_string(&file).unwrap(), first);
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing but the table is left");
}

#[test]
fn a_sweep_refuses_wrong_values_before_it_starts_and_never_mixes_with_another() {
    let folder = scratch("refuse");
    let file = folder.join("out.parquet");
    let sweep = |vary: &str| nas_forecast(&["sweep", "-", "--vary", vary, "--out", file.to_str().unwrap()], NAS);
    let problems = refused(&sweep("network.mtu=1500,90000"));
    assert!(problems[0].starts_with("--vary network.mtu=90000: network.mtu: "), "{problems:?}");
    fs::write(folder.join("out.parquet.part"), json!({"another": "sweep"}).to_string() + "\n").unwrap();
    assert!(refused(&sweep("network.mtu=1500"))[0].contains("belongs to another sweep"));
    fs::remove_file(folder.join("out.parquet.part")).unwrap();
    out(&sweep("network.mtu=1500"));
    assert_eq!(fs::read(&file).unwrap()[..4], *b"PAR1");
    assert_eq!(nas_forecast(&["sweep", "-", "--vary", "a", "--out", "x.csv"], NAS).status.code(), Some(2));
    assert_eq!(nas_forecast(&["sweep", "-", "--vary", "a=1", "--out", "x.xls"], NAS).status.code(), Some(2));
}

#[test]
fn advice_names_the_link_that_limits_and_what_it_gains_for_its_price() {
    let args = ["advise", "-", "--weight", "big-file-read=1", "--price", "link-10=200"];
    let text = out(&nas_forecast(&args, NAS));
    let first = text.lines().nth(1).unwrap();
    assert!(first.starts_with("link-10 ") && first.contains("client.link_gbit=10"), "{text}");
    let advice: Value = serde_json::from_str(&out(&nas_forecast(&[&args[..], &["--json"]].concat(), NAS))).unwrap();
    assert_eq!((&advice["upgrades"][0]["id"], &advice["by_price"]), (&json!("link-10"), &json!(["link-10"])));
}

#[test]
fn advice_refuses_workloads_and_upgrades_that_do_not_exist() {
    let told = refused(&nas_forecast(&["advise", "-", "--weight", "big-file-raed=1"], NAS));
    assert!(
        told[0].starts_with("weights.big-file-raed: ") && told[0].ends_with("did you mean big-file-read?"),
        "{told:?}"
    );
    let told = refused(&nas_forecast(&["advise", "-", "--price", "link-99=1"], NAS));
    assert!(told[0].starts_with("--price link-99: ") && told[0].contains("link-10"), "{told:?}");
}

/// A NAS of one gigabyte of memory, and a recording of so many 8 KiB reads all over 100 GB, each place twice.
fn recorded(reads: u64) -> (Value, String) {
    let scenario = json!({
        "version": 1, "nas": {"preset": "synology-ds918-plus", "ram_gib": 1}, "drives": {"count": 4},
        "volume": {"raid": "raid5"}, "workload": {"kind": "trace", "format": "csv"}
    });
    let places = (0..reads).map(|i| i % (reads / 2) * 1_000_003 % 12_000_000);
    let lines = places.enumerate().map(|(i, place)| format!("{i},R,{},8192\n", place * 8192));
    (scenario, format!("time,op,offset,size\n{}", lines.collect::<String>()))
}

#[test]
fn a_recorded_trace_is_forecast_from_its_file_or_from_the_document() {
    let (mut scenario, recording) = recorded(20_000);
    let file = scratch("recorded").join("reads.csv");
    fs::write(&file, &recording).unwrap();
    let from_file = ["predict", "-", "--json", "--trace", file.to_str().unwrap()];
    let read = out(&nas_forecast(&from_file, &scenario.to_string()));
    let report: Value = serde_json::from_str(&read).unwrap();
    let rate = report["iops"]["value"].as_f64().unwrap();
    // The second time RAM has them: half of the reads cost a move of an arm.
    assert!((40.0..60.0).contains(&report["cache"]["ram_hit_percent"].as_f64().unwrap()), "{}", report["cache"]);
    assert!((100.0..3_000.0).contains(&rate), "{rate}");
    scenario["workload"]["records"] = json!(recording);
    let embedded = out(&nas_forecast(&["predict", "-", "--json"], &scenario.to_string()));
    assert_eq!(serde_json::from_str::<Value>(&embedded).unwrap()["iops"], report["iops"]);
    let twice = refused(&nas_forecast(&from_file, &scenario.to_string()));
    assert_eq!(twice, ["workload.records: --trace names another recording"]);
}

#[test]
fn a_trace_without_a_recording_and_a_recording_without_a_trace_are_refused() {
    let (scenario, _) = recorded(2);
    let nothing = refused(&nas_forecast(&["predict", "-"], &scenario.to_string()));
    assert_eq!(nothing, ["workload: name the file of the recording with --trace"]);
    let other = refused(&nas_forecast(&["predict", "-", "--trace", "reads.csv"], NAS));
    assert_eq!(other, [r#"workload.kind: --trace is for a workload of kind "trace""#]);
    let (mut scenario, _) = recorded(2);
    scenario["workload"]["records"] = json!("not,a,header\n1,2,3\n");
    let unreadable = refused(&nas_forecast(&["predict", "-"], &scenario.to_string()));
    assert!(unreadable[0].starts_with("workload.records: line 1:"), "{unreadable:?}");
}
