//! Checking a document against the table of knobs: every problem at once, and the document without the faulty parts.
//!
//! Values come out in one spelling: `4.0` is 4 for every field, so documents that mean the same compare equal.

use super::fill::{preset_workload, workload_kind};
use super::json::{MAX_PROBLEMS, join};
use super::knobs::{self, Fallback, Form, Knob, MAX_PARTS, Null, Section};
use super::problem::{Allowed, Code, Problem};
use super::value::{allowed, leaf, one_of};
use serde_json::{Map, Value, json};

/// What is left of a document after its faulty parts are taken out, and the faults.
pub(super) struct Checked {
    pub document: Map<String, Value>,
    pub problems: Vec<Problem>,
}

/// Checks every field by itself; how fields go together is checked on the resolved scenario.
pub(super) fn check(document: &Value) -> Checked {
    let mut checker = Checker { problems: Vec::new() };
    let Some(object) = document.as_object() else {
        checker.tell(wrong_type("", document, "an object"));
        return Checked { document: Map::new(), problems: checker.problems };
    };
    let document = knobs::section("").map_or_else(Map::new, |root| checker.section(root, object, "", &[]));
    Checked { document, problems: checker.problems }
}

fn wrong_type(path: &str, value: &Value, wanted: &'static str) -> Problem {
    Problem::new(path, Code::WrongType).value(value).allowed(Allowed::Type { r#type: wanted })
}

struct Checker {
    problems: Vec<Problem>,
}

impl Checker {
    fn tell(&mut self, problem: Problem) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        }
    }

    /// The fields of a section; `filled` names those that a preset says.
    fn section(
        &mut self,
        section: &Section,
        object: &Map<String, Value>,
        path: &str,
        filled: &[&str],
    ) -> Map<String, Value> {
        let mut kept = Map::new();
        for (name, value) in object {
            let path = join(path, name);
            let Some(knob) = section.knob(name) else {
                self.tell(unknown_field(section, name, &path, value));
                continue;
            };
            if let Some(value) = self.value(knob, &path, value) {
                kept.insert(name.clone(), value);
            }
        }
        for knob in section.knobs {
            let required = matches!(knob.fallback, Fallback::Required);
            if required && !object.contains_key(knob.name) && !filled.contains(&knob.name) {
                self.tell(Problem::new(join(path, knob.name), Code::Required).allowed(allowed(knob)));
            }
        }
        kept
    }

    /// The value in its one spelling; `None` if it is at fault (which is then told).
    fn value(&mut self, knob: &Knob, path: &str, value: &Value) -> Option<Value> {
        if value.is_null() {
            return match knob.null {
                Null::LeftOut | Null::Nothing => Some(Value::Null),
                Null::Refused => {
                    self.tell(Problem::new(path, Code::WrongType).value(value).allowed(allowed(knob)));
                    None
                }
            };
        }
        match knob.form {
            Form::Section => self.inner(path, value),
            Form::Parts => self.parts(path, value),
            Form::Skew => self.skew(path, value),
            _ => match leaf(knob, path, value) {
                Ok(value) => Some(value),
                Err(problem) => {
                    self.tell(*problem);
                    None
                }
            },
        }
    }

    fn inner(&mut self, path: &str, value: &Value) -> Option<Value> {
        let Some(object) = value.as_object() else {
            self.tell(wrong_type(path, value, "an object"));
            return None;
        };
        if path == "workload" {
            return self.workload(path, object, None);
        }
        let section = knobs::section(path)?;
        Some(Value::Object(self.section(section, object, path, &[])))
    }

    /// A workload: which fields it has depends on its kind. `within` lists the kinds that fit where it stands.
    fn workload(&mut self, path: &str, object: &Map<String, Value>, within: Option<&[&str]>) -> Option<Value> {
        let kinds: Vec<&str> = knobs::WORKLOADS.iter().filter_map(|section| section.kind).collect();
        let kinds = within.unwrap_or(&kinds);
        let kind_path = join(path, "kind");
        let preset = preset_workload(object);
        let Some(kind) = workload_kind(object) else {
            match object.get("kind") {
                Some(kind) => self.tell(Problem::new(kind_path, Code::WrongType).value(kind).allowed(one_of(kinds))),
                None => {
                    if let Some(name) = object.get("preset") {
                        // A preset that isn't there: said once, as such.
                        self.value(&knobs::WORKLOADS[0].knobs[1], &join(path, "preset"), name);
                    } else {
                        self.tell(Problem::new(kind_path, Code::Required).allowed(one_of(kinds)));
                    }
                }
            }
            return None;
        };
        let Some(section) = knobs::workload(kind).filter(|_| kinds.contains(&kind)) else {
            let problem = Problem::new(kind_path, Code::NotAChoice).value(&json!(kind)).allowed(one_of(kinds));
            self.tell(problem.nearest(kind, kinds.iter().copied()));
            return None;
        };
        if preset.is_some_and(|row| row.get("kind").and_then(Value::as_str) != Some(kind)) {
            let rows = crate::catalog::Table::Workloads.rows();
            let fitting = rows.iter().filter(|(_, row)| row["patch"]["workload"]["kind"] == kind);
            let allowed = Allowed::OneOf { one_of: fitting.map(|(slug, _)| json!(slug)).collect() };
            let preset = object.get("preset").unwrap_or(&Value::Null);
            self.tell(Problem::new(join(path, "preset"), Code::WrongKind).value(preset).allowed(allowed));
            return None;
        }
        let before = self.problems.len();
        let filled: Vec<&str> = preset.into_iter().flat_map(|row| row.keys().map(String::as_str)).collect();
        let kept = self.section(section, object, path, &filled);
        // Without what it requires a workload can't be completed: the caller takes it out as a whole.
        let complete = self.problems.iter().skip(before).all(|problem| problem.code != Code::Required)
            && section.knobs.iter().all(|knob| {
                !matches!(knob.fallback, Fallback::Required)
                    || kept.contains_key(knob.name)
                    || filled.contains(&knob.name)
            });
        complete.then_some(Value::Object(kept))
    }

    fn parts(&mut self, path: &str, value: &Value) -> Option<Value> {
        let Some(parts) = value.as_array() else {
            self.tell(wrong_type(path, value, "an array"));
            return None;
        };
        if parts.is_empty() || parts.len() > MAX_PARTS {
            let range = Allowed::Range { min: 1.0, max: MAX_PARTS as f64, whole: true, unit: "parts" };
            self.tell(Problem::new(path, Code::OutOfRange).value(&json!(parts.len())).allowed(range));
            return None;
        }
        let before = self.problems.len();
        let kept: Vec<Value> =
            parts.iter().enumerate().filter_map(|(index, part)| self.part(&format!("{path}.{index}"), part)).collect();
        (self.problems.len() == before).then_some(Value::Array(kept))
    }

    fn part(&mut self, path: &str, part: &Value) -> Option<Value> {
        let Some(object) = part.as_object() else {
            self.tell(wrong_type(path, part, "an object"));
            return None;
        };
        let mut kept = Map::new();
        for (name, value) in object {
            let path = join(path, name);
            let value = match name.as_str() {
                "weight" => self.value(knobs::PART_WEIGHT, &path, value)?,
                "workload" => match value.as_object() {
                    Some(workload) => self.workload(&path, workload, Some(&knobs::PART_KINDS))?,
                    None => {
                        self.tell(wrong_type(&path, value, "an object"));
                        return None;
                    }
                },
                _ => {
                    let names = ["weight", "workload"];
                    let problem = Problem::new(path, Code::UnknownField).value(value).allowed(one_of(&names));
                    self.tell(problem.nearest(name, names));
                    return None;
                }
            };
            kept.insert(name.clone(), value);
        }
        if !object.contains_key("workload") {
            self.tell(Problem::new(join(path, "workload"), Code::Required));
            return None;
        }
        Some(Value::Object(kept))
    }

    /// `"uniform"`, `{"zipf": …}` or `{"hot_percent": …, "hot_accesses_percent": …}`.
    fn skew(&mut self, path: &str, value: &Value) -> Option<Value> {
        const WANTED: &str = "\"uniform\", {\"zipf\": 0 to 5} or {\"hot_percent\": …, \"hot_accesses_percent\": …}";
        match value {
            Value::String(text) if text == "uniform" => Some(value.clone()),
            Value::Object(object) => {
                let names: &[&str] =
                    if object.contains_key("zipf") { &["zipf"] } else { &["hot_percent", "hot_accesses_percent"] };
                let before = self.problems.len();
                let mut kept = Map::new();
                for (name, value) in object {
                    let path = join(path, name);
                    match knobs::SKEW.iter().find(|knob| knob.name == name && names.contains(&knob.name)) {
                        Some(knob) => {
                            kept.insert(name.clone(), self.value(knob, &path, value)?);
                        }
                        None => {
                            let all = knobs::SKEW.iter().map(|knob| knob.name);
                            let problem = Problem::new(path, Code::UnknownField).value(value).allowed(one_of(names));
                            self.tell(problem.nearest(name, all));
                        }
                    }
                }
                for knob in
                    knobs::SKEW.iter().filter(|knob| names.contains(&knob.name) && !object.contains_key(knob.name))
                {
                    self.tell(Problem::new(join(path, knob.name), Code::Required).allowed(allowed(knob)));
                }
                (self.problems.len() == before).then_some(Value::Object(kept))
            }
            Value::String(text) => {
                let problem =
                    Problem::new(path, Code::NotAChoice).value(value).allowed(Allowed::Type { r#type: WANTED });
                self.tell(problem.nearest(text, ["uniform"]));
                None
            }
            _ => {
                self.tell(wrong_type(path, value, WANTED));
                None
            }
        }
    }
}

fn unknown_field(section: &Section, name: &str, path: &str, value: &Value) -> Problem {
    let names: Vec<&str> = section.knobs.iter().map(|knob| knob.name).collect();
    // A field of another kind of workload is no misspelling.
    let elsewhere = section.kind.is_some() && knobs::WORKLOADS.iter().any(|other| other.knob(name).is_some());
    let code = if elsewhere { Code::WrongKind } else { Code::UnknownField };
    let problem = Problem::new(path, code).value(value).allowed(one_of(&names));
    if elsewhere { problem } else { problem.nearest(name, names) }
}
