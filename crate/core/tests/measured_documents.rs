//! Every scenario that somebody measured, every comparison and every patch on one reads without a problem.

use nas_forecast_core::scenario::{self, Document, Problem};
use nas_forecast_core::tree::InTree;
use serde_json::Value;
use std::{fs, path::Path};

fn lines(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/measured").join(file);
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Reads a scenario through its text, and checks what has to hold for any valid one.
fn must_read(id: &Value, scenario: &Value) -> Document {
    let document = scenario::read(&scenario.to_string()).unwrap_or_else(|problems| panic!("{id}: {}", told(&problems)));
    let resolved = document.resolve();
    let as_document = resolved.scenario.to_tree();
    let again = Document::from_value(&as_document).unwrap_or_else(|problems| panic!("{id}: {}", told(&problems)));
    assert_eq!(again.resolve().scenario, resolved.scenario, "{id}: a resolved scenario resolves to itself");
    document
}

fn told(problems: &[Problem]) -> String {
    problems.iter().map(|problem| format!("\n  {problem}")).collect()
}

#[test]
fn every_measured_case_reads_without_a_problem() {
    let cases = lines("cases.jsonl");
    let (further, unseen) = (lines("further.jsonl"), lines("unseen.jsonl"));
    assert_eq!((cases.len(), further.len(), unseen.len()), (344, 54, 73));
    for case in cases.iter().chain(&further).chain(&unseen) {
        let document = must_read(&case["id"], &case["scenario"]);
        if case["baseline"].is_object() {
            let patched = document.merge_patch(&case["baseline"]);
            assert!(patched.is_ok_and(|patched| patched.resolve() != document.resolve()), "{}", case["id"]);
        }
    }
}

#[test]
fn every_ordering_reads_without_a_problem() {
    let orderings = lines("orderings.jsonl");
    assert_eq!(orderings.len(), 103);
    for ordering in &orderings {
        let several = ordering["scenarios"].as_array().into_iter().flatten().map(|named| &named["scenario"]);
        let two = [&ordering["a"], &ordering["b"]].into_iter().filter(|scenario| !scenario.is_null());
        let mut read = 0;
        for scenario in several.chain(two) {
            let document = must_read(&ordering["id"], scenario);
            if ordering["baseline"].is_object() {
                assert!(document.merge_patch(&ordering["baseline"]).is_ok(), "{}", ordering["id"]);
            }
            read += 1;
        }
        assert!(read >= 2, "{}", ordering["id"]);
    }
}
