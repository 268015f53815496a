//! A scenario document: read, checked, patched, and resolved.

use super::check::{Checked, check};
use super::cross;
use super::fill::{Filler, object_at};
use super::json;
use super::problem::{Code, Problem};
use super::resolved::Resolved;
use super::types::Scenario;
use crate::catalog::Table;
use crate::tree::InTree;
use serde_json::{Map, Value, json};

/// A valid scenario as its author wrote it: what was left out is still left out.
///
/// Holding one means that every check has passed, so it can always be resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    tree: Map<String, Value>,
    resolved: Resolved,
}

/// Reads a document from JSON text, or tells everything that is wrong with it.
///
/// ```
/// use nas_forecast_core::scenario;
///
/// let document = scenario::read(r#"{"version": 1, "nas": {"preset": "synology-ds918-plus"},
///     "workload": {"preset": "big-file-read"}}"#).unwrap();
/// assert_eq!(document.resolve().scenario.nas.cpu.cores, 4);
///
/// let problems = scenario::read(r#"{"version": 1, "nas": {"ram_gb": 8}, "workload": {"kind": "rebild"}}"#).unwrap_err();
/// assert_eq!(problems[0].nearest.as_deref(), Some("ram_gib"));
/// assert_eq!(problems[1].nearest.as_deref(), Some("rebuild"));
/// ```
pub fn read(text: &str) -> Result<Document, Vec<Problem>> {
    let (value, problems) = json::parse(text).map_err(|problem| vec![*problem])?;
    settle(&value, problems)
}

/// Reads only the hardware of a document: its workload may be missing or anything, and is replaced by the first of the
/// suite. What a suite runs on.
///
/// ```
/// use nas_forecast_core::scenario;
///
/// assert!(scenario::read_hardware(r#"{"version": 1, "nas": {"preset": "synology-ds918-plus"}}"#).is_ok());
/// ```
pub fn read_hardware(text: &str) -> Result<Document, Vec<Problem>> {
    let (mut value, problems) = json::parse(text).map_err(|problem| vec![*problem])?;
    if let Value::Object(tree) = &mut value {
        tree.insert("workload".to_owned(), json!({"preset": crate::catalog::SUITE[0]}));
    }
    settle(&value, problems)
}

fn settle(value: &Value, mut problems: Vec<Problem>) -> Result<Document, Vec<Problem>> {
    match Document::from_value(value) {
        Ok(document) if problems.is_empty() => Ok(document),
        Ok(_) => Err(problems),
        Err(more) => {
            problems.extend(more);
            Err(problems)
        }
    }
}

impl Document {
    /// Checks a tree that has been parsed already.
    pub fn from_value(value: &Value) -> Result<Self, Vec<Problem>> {
        let (document, problems) = Self::salvage(value);
        match document {
            Some(document) if problems.is_empty() => Ok(document),
            _ => Err(problems),
        }
    }

    /// The faultless part of a tree, completed with a workload and a version if it lacks them, beside what is wrong with
    /// the whole. `None` only if even that part doesn't go together.
    pub(super) fn salvage(value: &Value) -> (Option<Self>, Vec<Problem>) {
        let Checked { document: mut tree, mut problems } = check(value);
        // So that what doesn't go together is told in the same breath as what is wrong by itself.
        if object_at(&tree, "workload").is_none() {
            tree.insert("workload".to_owned(), json!({"preset": crate::catalog::SUITE[0]}));
        }
        tree.entry("version").or_insert(json!(1));
        let (filled, assumptions) = Filler { document: &tree }.fill();
        let scenario = match Scenario::of(&filled) {
            Ok(scenario) => scenario,
            Err(error) => {
                problems.push(Problem::new("", Code::Internal).value(&json!(error.to_string())));
                return (None, problems);
            }
        };
        let (conflicts, warnings) = cross::check(&scenario, &tree);
        let sound = conflicts.is_empty();
        problems.extend(conflicts);
        let resolved = Resolved { scenario, assumptions, warnings };
        (sound.then_some(Self { tree, resolved }), problems)
    }

    /// The scenario with every preset and default filled in.
    pub fn resolve(&self) -> Resolved {
        self.resolved.clone()
    }

    pub(super) fn scenario(&self) -> &Scenario {
        &self.resolved.scenario
    }

    /// The document as JSON, with what was left out still left out.
    pub fn to_value(&self) -> Value {
        Value::Object(self.tree.clone())
    }

    /// The faultless part of a tree whatever else is in it, and what was left out. For links, which people shorten, mistype
    /// and paste together: a bad part gives a message, never a broken page.
    pub(super) fn best_of(mut value: Value, problems: &mut Vec<Problem>) -> Self {
        loop {
            let (document, found) = Self::salvage(&value);
            // A link leaves out what the reader's page has a default for.
            let missing = |p: &Problem| p.code == Code::Required && matches!(p.path.as_str(), "version" | "workload");
            let conflicts = found.iter().filter(|problem| problem.code.is_conflict()).cloned().collect::<Vec<_>>();
            problems.extend(
                found
                    .into_iter()
                    .filter(|problem| !missing(problem) && !problems.contains(problem))
                    .collect::<Vec<_>>(),
            );
            if let Some(document) = document {
                return document;
            }
            let taken_out = conflicts.iter().fold(false, |before, conflict| {
                let culprits = [conflict.path.as_str(), "volume.state", "volume.raid", "ssd_cache.raid", "workload"];
                culprits.into_iter().any(|path| take_out(&mut value, path)) || before
            });
            if !taken_out {
                value = json!({});
            }
        }
    }

    /// The document with a patch on it, as RFC 7396 says: objects merge, `null` removes, anything else replaces.
    ///
    /// ```
    /// use nas_forecast_core::scenario;
    ///
    /// let with = scenario::read(r#"{"version": 1, "ssd_cache": {}, "workload": {"preset": "4k-random-read"}}"#).unwrap();
    /// let without = with.merge_patch(&serde_json::json!({"ssd_cache": null})).unwrap();
    /// assert!(without.resolve().scenario.ssd_cache.is_none());
    /// ```
    pub fn merge_patch(&self, patch: &Value) -> Result<Self, Vec<Problem>> {
        let mut value = self.to_value();
        merge_patch(&mut value, patch);
        Self::from_value(&value)
    }

    /// The same hardware with a workload of the built-in suite.
    pub fn with_workload(&self, slug: &str) -> Result<Self, Vec<Problem>> {
        let patch = Table::Workloads.row(slug).and_then(|row| row.get("patch"));
        let Some(mut patch) = patch.cloned() else {
            let problem = Problem::new("workload.preset", Code::UnknownPreset).value(&json!(slug));
            return Err(vec![problem.nearest(slug, Table::Workloads.slugs())]);
        };
        let mut value = self.to_value();
        // The workload's own fields come from the preset; patching them in would make them look like the author's.
        patch["workload"] = json!({"preset": slug});
        value["workload"] = Value::Null;
        merge_patch(&mut value, &patch);
        Self::from_value(&value)
    }
}

/// RFC 7396, on any two trees.
pub fn merge_patch(target: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let Value::Object(object) = target else {
        return;
    };
    for (name, value) in patch {
        if value.is_null() {
            object.remove(name);
        } else {
            merge_patch(object.entry(name.clone()).or_insert(Value::Null), value);
        }
    }
}

/// Removes the field at a path; false if it wasn't there.
pub(super) fn take_out(value: &mut Value, path: &str) -> bool {
    match path.split_once('.') {
        Some((outer, rest)) => value.get_mut(outer).is_some_and(|inner| take_out(inner, rest)),
        None => value.as_object_mut().is_some_and(|object| object.remove(path).is_some()),
    }
}
