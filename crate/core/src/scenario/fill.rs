//! Completing a document: explicit field, then preset, then default; and noting what had to be assumed.
//!
//! A field is worked out when it is asked for. A default that follows from another field asks for that one, so there
//! is no order to keep, only the rule that no default may follow from itself (tested over random documents).

use super::knobs::{self, Fallback, Form, Knob, Null, Section};
use super::resolved::{Assumption, Why};
use super::value::plain_number;
use crate::catalog::Table;
use serde_json::{Map, Value, json};

/// What a default may ask: any field of the scenario, as it will be once resolved.
pub trait Lookup {
    /// The value of a field outside the workload, by its path.
    fn get(&self, path: &str) -> Value;
    /// The row of the catalogue that a section's preset names.
    fn preset_row(&self, section: &str) -> Option<&'static Map<String, Value>>;
    /// The kind of workload.
    fn workload_kind(&self) -> &str;

    /// A number, 0 where there is none.
    fn number(&self, path: &str) -> f64 {
        self.get(path).as_f64().unwrap_or_default()
    }

    /// Whether a choice is this one.
    fn is(&self, path: &str, choice: &str) -> bool {
        self.get(path) == choice
    }
}

/// A checked document on its way to a scenario.
pub(super) struct Filler<'a> {
    pub document: &'a Map<String, Value>,
}

/// The object at a path of section names; `None` if it isn't there or null.
pub(super) fn object_at<'a>(document: &'a Map<String, Value>, path: &str) -> Option<&'a Map<String, Value>> {
    if path.is_empty() {
        return Some(document);
    }
    path.split('.').try_fold(document, |object, name| object.get(name)?.as_object())
}

impl Lookup for Filler<'_> {
    fn get(&self, path: &str) -> Value {
        let (section_path, name) = path.rsplit_once('.').unwrap_or(("", path));
        let Some(section) = knobs::section(section_path) else {
            return Value::Null;
        };
        section.knob(name).map_or(Value::Null, |knob| self.knob_value(section, knob).0)
    }

    fn preset_row(&self, section_path: &str) -> Option<&'static Map<String, Value>> {
        let table = knobs::section(section_path)?.table()?;
        table.row(self.preset_name(section_path)?.0.as_str()?)
    }

    fn workload_kind(&self) -> &str {
        object_at(self.document, "workload").and_then(workload_kind).unwrap_or_default()
    }
}

impl Filler<'_> {
    /// The preset of a section and whether another preset named it.
    fn preset_name(&self, section_path: &str) -> Option<(Value, Option<Why>)> {
        let explicit = object_at(self.document, section_path).and_then(|object| object.get("preset"));
        match explicit {
            Some(name) => Some((name.clone(), None)),
            // The one preset inside a preset: a NAS model names its processor.
            None if section_path == "nas.cpu" => Some((self.preset_row("nas")?.get("cpu")?.clone(), Some(Why::Preset))),
            None => None,
        }
    }

    /// The value of a knob, and why if the document doesn't say it.
    fn knob_value(&self, section: &Section, knob: &Knob) -> (Value, Option<Why>) {
        if matches!(knob.form, Form::Preset(_)) {
            return self.preset_name(section.path).unwrap_or((Value::Null, None));
        }
        let explicit = object_at(self.document, section.path).and_then(|object| object.get(knob.name));
        if let Some(value) = knob.settled.and_then(|settle| settle(self)) {
            return (value, explicit.is_none().then_some(Why::Derived));
        }
        match explicit {
            Some(Value::Null) if knob.null == Null::LeftOut => {}
            Some(value) => return (value.clone(), None),
            None => {}
        }
        let from_preset = self.preset_row(section.path).and_then(|row| row.get(knob.name)).cloned();
        let (value, why) = match (from_preset, knob.fallback) {
            (Some(value), _) => (value, Why::Preset),
            (None, Fallback::Derived(derive)) => (derive(self), Why::Derived),
            (None, Fallback::DerivedIn(derive)) => (derive(self, section.path), Why::Derived),
            (None, _) => (knob.constant_default().unwrap_or_default(), Why::Default),
        };
        match (knob.cap.and_then(|cap| cap(self)), value.as_f64()) {
            (Some(most), Some(figure)) if most < figure => (plain_number(most), Some(Why::NasLimit)),
            _ => (value, Some(why)),
        }
    }

    /// The whole scenario as a tree, and what was assumed.
    pub fn fill(&self) -> (Value, Vec<Assumption>) {
        let mut scenario = Map::new();
        let mut assumptions = Vec::new();
        for section in &knobs::SECTIONS {
            let left_out = match section.path {
                path @ ("ssd_cache" | "volume.slog") => object_at(self.document, path).is_none(),
                "ssd_cache.drives" => object_at(self.document, "ssd_cache").is_none(),
                _ => false,
            };
            if left_out {
                continue;
            }
            let mut object = Map::new();
            for knob in section.knobs {
                if matches!(knob.form, Form::Section) {
                    continue;
                }
                let (value, why) = self.knob_value(section, knob);
                note(&mut object, &mut assumptions, section.path, knob, value, why);
            }
            insert(&mut scenario, section.path, object);
        }
        if let Some(workload) = object_at(self.document, "workload") {
            let filled = fill_workload(workload, "workload", &mut assumptions);
            scenario.insert("workload".to_owned(), filled);
        }
        (Value::Object(scenario), assumptions)
    }
}

/// Puts a value into its section and, if nobody said it, on the list.
fn note(
    object: &mut Map<String, Value>,
    assumptions: &mut Vec<Assumption>,
    section_path: &str,
    knob: &Knob,
    value: Value,
    why: Option<Why>,
) {
    // A label or preset that isn't there is not an assumption, and not a field.
    let optional_text = matches!(knob.form, Form::Text { .. } | Form::Preset(_));
    if value.is_null() && optional_text {
        return;
    }
    if let Some(why) = why {
        let path = if section_path.is_empty() { knob.name.to_owned() } else { format!("{section_path}.{}", knob.name) };
        assumptions.push(Assumption { path, value: value.clone(), why });
    }
    object.insert(knob.name.to_owned(), value);
}

fn insert(scenario: &mut Map<String, Value>, path: &str, object: Map<String, Value>) {
    let Some((outer, rest)) = path.split_once('.').map(|(outer, rest)| (outer, Some(rest))).or(Some((path, None)))
    else {
        return;
    };
    match rest {
        _ if path.is_empty() => scenario.extend(object),
        None => {
            scenario.insert(outer.to_owned(), Value::Object(object));
        }
        Some(rest) => {
            if let Some(inner) = scenario.get_mut(outer).and_then(Value::as_object_mut) {
                insert(inner, rest, object);
            }
        }
    }
}

/// The kind that a workload says or that its preset says.
pub(super) fn workload_kind(workload: &Map<String, Value>) -> Option<&str> {
    match workload.get("kind") {
        Some(kind) => kind.as_str(),
        None => preset_workload(workload)?.get("kind")?.as_str(),
    }
}

/// What a workload's preset fills in.
pub(super) fn preset_workload(workload: &Map<String, Value>) -> Option<&'static Map<String, Value>> {
    let slug = workload.get("preset")?.as_str()?;
    Table::Workloads.row(slug)?.get("patch")?.get("workload")?.as_object()
}

fn fill_workload(workload: &Map<String, Value>, path: &str, assumptions: &mut Vec<Assumption>) -> Value {
    let preset = preset_workload(workload);
    let knobs = workload_kind(workload).and_then(knobs::workload).map_or(&[][..], |section| section.knobs);
    let mut object = Map::new();
    for knob in knobs {
        let explicit = workload.get(knob.name);
        let (value, why) = match (explicit, preset.and_then(|row| row.get(knob.name))) {
            (Some(Value::Array(parts)), _) if matches!(knob.form, Form::Parts) => {
                (fill_parts(parts, path, assumptions), None)
            }
            (Some(value), _) => (value.clone(), None),
            (None, Some(value)) => (value.clone(), Some(Why::Preset)),
            (None, None) => (knob.constant_default().unwrap_or_default(), Some(Why::Default)),
        };
        note(&mut object, assumptions, path, knob, value, why);
    }
    Value::Object(object)
}

fn fill_parts(parts: &[Value], path: &str, assumptions: &mut Vec<Assumption>) -> Value {
    let filled = parts.iter().enumerate().filter_map(|(index, part)| {
        let part = part.as_object()?;
        let part_path = format!("{path}.parts.{index}");
        let workload = part.get("workload")?.as_object()?;
        let weight = part.get("weight").cloned().unwrap_or_else(|| {
            let value = knobs::PART_WEIGHT.constant_default().unwrap_or_default();
            let path = format!("{part_path}.weight");
            assumptions.push(Assumption { path, value: value.clone(), why: Why::Default });
            value
        });
        let workload = fill_workload(workload, &format!("{part_path}.workload"), assumptions);
        Some(json!({"weight": weight, "workload": workload}))
    });
    Value::Array(filled.collect())
}
