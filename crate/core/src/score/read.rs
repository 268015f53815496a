//! Reads measured cases and orderings from lines of JSON, telling every problem with its line and path.
//!
//! How a scenario is completed is a closure's matter (`resolve`: a scenario and a merge patch or none, to its
//! resolved form), so a test needs no catalogue. Fields of a line that are not known here are left alone: sources
//! carry remarks of their own. Scenarios are read as strictly as any other.

use super::case::{Case, Grade, Measured, Source};
use super::metric::Metric;
use super::ordering::{Ordering, Variant};
use super::relation::Expected;
use crate::scenario::Resolved;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt;

/// What is wrong with one field.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldProblem {
    /// Where, with dots; empty for the whole line.
    pub path: String,
    pub message: String,
}

/// What is wrong with a line, and where in it.
#[derive(Clone, Debug, PartialEq)]
pub struct LineProblem {
    /// Counted from 1.
    pub line: usize,
    pub problem: FieldProblem,
}

impl fmt::Display for LineProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FieldProblem { path, message } = &self.problem;
        write!(f, "line {}: ", self.line)?;
        if path.is_empty() { write!(f, "{message}") } else { write!(f, "{path}: {message}") }
    }
}

impl std::error::Error for LineProblem {}

/// Completes a scenario, with a merge patch applied first where one is given.
pub type Resolve<'a> = &'a dyn Fn(&Value, Option<&Value>) -> Result<Resolved, Vec<FieldProblem>>;

/// Reads measured cases, one a line; empty lines are skipped.
pub fn read_cases(text: &str, resolve: Resolve<'_>) -> Result<Vec<Case>, Vec<LineProblem>> {
    read_lines(text, resolve, case)
}

/// Reads orderings, one a line; empty lines are skipped.
pub fn read_orderings(text: &str, resolve: Resolve<'_>) -> Result<Vec<Ordering>, Vec<LineProblem>> {
    read_lines(text, resolve, ordering)
}

fn read_lines<T>(
    text: &str,
    resolve: Resolve<'_>,
    one: impl Fn(&mut Fields<'_>) -> Option<T>,
) -> Result<Vec<T>, Vec<LineProblem>> {
    let mut items = Vec::new();
    let mut problems = Vec::new();
    let mut ids = BTreeSet::new();
    // Editors on Windows put a byte order mark in front.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut found = Vec::new();
        match serde_json::from_str::<Value>(line) {
            Ok(Value::Object(object)) => {
                let mut fields = Fields { object: &object, resolve, problems: &mut found };
                let id = fields.text("id");
                let item = one(&mut fields);
                if let Some(id) = id.filter(|id| !ids.insert(id.clone())) {
                    found.push(FieldProblem { path: "id".into(), message: format!("\"{id}\" is there twice") });
                }
                items.extend(item);
            }
            Ok(_) => found.push(FieldProblem { path: String::new(), message: "not a JSON object".into() }),
            Err(error) => found.push(FieldProblem { path: String::new(), message: format!("not JSON: {error}") }),
        }
        problems.extend(found.into_iter().map(|problem| LineProblem { line: index + 1, problem }));
    }
    if problems.is_empty() { Ok(items) } else { Err(problems) }
}

fn case(fields: &mut Fields<'_>) -> Option<Case> {
    // Every part is looked at before the first `?`, so that all problems of a line come at once.
    let id = fields.text("id");
    let grade = fields.choice("grade", &[("A", Grade::A), ("B", Grade::B), ("C", Grade::C)]);
    let scenario = fields.scenario(&["scenario"], None);
    let patch = fields.value("baseline").cloned();
    let baseline = match (&scenario, &patch) {
        (Some(_), Some(patch)) => Some(fields.scenario(&["scenario"], Some(patch))),
        _ => None,
    };
    let measured = fields.measured();
    let needs_baseline = measured.iter().flatten().any(|measured| measured.metric == Metric::Speedup);
    if needs_baseline && patch.is_none() {
        fields.tell("baseline", "required for a speed-up, but not there");
    }
    Some(Case {
        source: fields.source(),
        source_key: fields.text_or("source_key", "unknown"),
        category: fields.text_or("category", "other"),
        inferred: fields.texts("inferred"),
        tolerance_percent: fields.value("tolerance_percent").and_then(Value::as_f64),
        notes: fields.text_or("notes", ""),
        id: id?,
        grade: grade?,
        scenario: scenario?,
        baseline: match baseline {
            Some(resolved) => Some(resolved?),
            None => None,
        },
        measured: measured?,
    })
}

fn ordering(fields: &mut Fields<'_>) -> Option<Ordering> {
    let id = fields.text("id");
    let metric = fields.text("metric").and_then(|name| fields.metric("metric", &name));
    let patch = fields.value("baseline").cloned();
    if metric == Some(Metric::Speedup) && patch.is_none() {
        fields.tell("baseline", "required for a speed-up, but not there");
    }
    let pair = fields.value("relation").is_some();
    let (expected, variants) = if pair {
        let variants = ["a", "b"].map(|name| fields.variant(name.into(), &[name], patch.as_ref()));
        (fields.choice("relation", &Expected::OF_PAIRS), variants.into_iter().collect::<Option<Vec<_>>>())
    } else {
        (fields.choice("expected", &Expected::OF_SEVERAL), fields.variants(patch.as_ref()))
    };
    Some(Ordering {
        source: fields.source(),
        source_key: fields.text_or("source_key", "unknown"),
        claim: fields.text_or("claim", ""),
        strength: fields.text_or("strength", ""),
        ratio_min: fields.value("ratio_min").and_then(Value::as_f64),
        ratio_max: fields.value("ratio_max").and_then(Value::as_f64),
        ratios_to_first: fields
            .value("ratios_to_first")
            .and_then(Value::as_array)
            .map(|ratios| ratios.iter().filter_map(Value::as_f64).collect()),
        id: id?,
        metric: metric?,
        expected: expected?,
        variants: variants?,
    })
}

/// The fields of one line, and what was found wrong with them.
struct Fields<'a> {
    object: &'a Map<String, Value>,
    resolve: Resolve<'a>,
    problems: &'a mut Vec<FieldProblem>,
}

impl<'a> Fields<'a> {
    fn tell(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.problems.push(FieldProblem { path: path.into(), message: message.into() });
    }

    /// A field that is there and not null.
    fn value(&self, name: &str) -> Option<&'a Value> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    fn text(&mut self, name: &str) -> Option<String> {
        let text = self.value(name).and_then(Value::as_str).map(str::to_owned);
        if text.is_none() && !self.problems.iter().any(|problem| problem.path == name) {
            self.tell(name, "a text is required");
        }
        text
    }

    fn text_or(&self, name: &str, default: &str) -> String {
        self.value(name).and_then(Value::as_str).unwrap_or(default).to_owned()
    }

    fn texts(&self, name: &str) -> Vec<String> {
        let texts = self.value(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        texts.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    fn choice<T: Copy>(&mut self, name: &str, choices: &[(&str, T)]) -> Option<T> {
        let text = self.text(name)?;
        let found = choices.iter().find(|(choice, _)| *choice == text).map(|(_, value)| *value);
        if found.is_none() {
            let names: Vec<&str> = choices.iter().map(|(choice, _)| *choice).collect();
            self.tell(name, format!("\"{text}\" is none of the choices; allowed: {}", names.join(", ")));
        }
        found
    }

    fn metric(&mut self, path: &str, name: &str) -> Option<Metric> {
        let metric = Metric::from_name(name);
        if metric.is_none() {
            let names = Metric::ALL.map(Metric::name).join(", ");
            self.tell(path, format!("\"{name}\" is no metric; allowed: {names}"));
        }
        metric
    }

    fn source(&self) -> Source {
        let source = self.value("source").and_then(Value::as_object);
        let text = |name: &str| {
            source.and_then(|source| source.get(name)).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        Source {
            title: text("title"),
            url: text("url"),
            year: source.and_then(|source| source.get("year")).and_then(Value::as_i64),
        }
    }

    /// The scenario at a path, completed.
    fn scenario(&mut self, path: &[&str], patch: Option<&Value>) -> Option<Resolved> {
        let place = path.join(".");
        let mut value = self.value(path[0]);
        for name in &path[1..] {
            value = value.and_then(|value| match name.parse::<usize>() {
                Ok(index) => value.get(index),
                Err(_) => value.get(name),
            });
        }
        let Some(value) = value else {
            self.tell(place, "a scenario is required");
            return None;
        };
        match (self.resolve)(value, patch) {
            Ok(resolved) => Some(resolved),
            Err(problems) => {
                // With a patch, the faults are those of the patched document: say which one that is.
                let place = if patch.is_some() { format!("{place} with baseline") } else { place };
                for problem in problems {
                    let path =
                        if problem.path.is_empty() { place.clone() } else { format!("{place}.{}", problem.path) };
                    self.tell(path, problem.message);
                }
                None
            }
        }
    }

    fn variant(&mut self, name: String, path: &[&str], patch: Option<&Value>) -> Option<Variant> {
        let scenario = self.scenario(path, None)?;
        let baseline = match patch {
            Some(patch) => Some(self.scenario(path, Some(patch))?),
            None => None,
        };
        Some(Variant { name, scenario, baseline })
    }

    fn variants(&mut self, patch: Option<&Value>) -> Option<Vec<Variant>> {
        let list = self.value("scenarios").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        if list.len() < 2 {
            self.tell("scenarios", "at least two scenarios are required (or a relation with a and b)");
            return None;
        }
        let all: Vec<Option<Variant>> = list
            .iter()
            .enumerate()
            .map(|(index, entry)| {
                let index = index.to_string();
                let name = entry.get("name").and_then(Value::as_str).unwrap_or(&index).to_owned();
                self.variant(name, &["scenarios", &index, "scenario"], patch)
            })
            .collect();
        all.into_iter().collect()
    }

    fn measured(&mut self) -> Option<Vec<Measured>> {
        let list = self.value("measured").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        if list.is_empty() {
            self.tell("measured", "at least one measured value is required");
            return None;
        }
        let all: Vec<Option<Measured>> =
            list.iter().enumerate().map(|(index, entry)| self.one_measured(index, entry)).collect();
        all.into_iter().collect()
    }

    fn one_measured(&mut self, index: usize, entry: &Value) -> Option<Measured> {
        let name = entry.get("metric").and_then(Value::as_str).unwrap_or_default();
        let metric = self.metric(&format!("measured.{index}.metric"), name);
        let mut figure = |name: &str| {
            let value = entry.get(name).filter(|value| !value.is_null())?;
            let figure = value.as_f64().filter(|figure| *figure > 0.0);
            if figure.is_none() {
                self.tell(format!("measured.{index}.{name}"), format!("{value} is not a number above 0"));
            }
            figure
        };
        let (value, lower, upper) = (figure("value"), figure("lower"), figure("upper"));
        let measured = match (value, lower, upper) {
            (Some(value), _, _) => (Some(value), Some(value)),
            (None, None, None) => {
                if !["value", "lower", "upper"].iter().any(|name| entry.get(name).is_some()) {
                    self.tell(format!("measured.{index}"), "a value, or a lower or upper bound, is required");
                }
                return None;
            }
            (None, Some(lower), Some(upper)) if lower > upper => {
                self.tell(format!("measured.{index}.lower"), format!("{lower} is above the upper bound {upper}"));
                return None;
            }
            (None, lower, upper) => (lower, upper),
        };
        Some(Measured { metric: metric?, lower: measured.0, upper: measured.1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::sample;

    /// Knows one fault: a scenario without `version`; a patch sets the number of drives.
    fn resolve(value: &Value, patch: Option<&Value>) -> Result<Resolved, Vec<FieldProblem>> {
        if value.get("version").is_none() {
            return Err(vec![FieldProblem { path: "version".into(), message: "required, but not there".into() }]);
        }
        let mut resolved = sample::resolved();
        if let Some(count) = patch.and_then(|patch| patch.get("count")).and_then(Value::as_u64) {
            resolved.scenario.drives.count = count as u32;
        }
        Ok(resolved)
    }

    fn told(problems: Vec<LineProblem>) -> Vec<(usize, String)> {
        problems.into_iter().map(|problem| (problem.line, problem.problem.path)).collect()
    }

    #[test]
    fn a_case_is_read_with_its_baseline_and_its_bounds() {
        let text =
            r#"{"id": "x", "source": {"title": "T", "url": "https://example.org", "year": 2020}, "source_key": "t",
            "category": "c", "grade": "B", "inferred": ["nas.os"], "scenario": {"version": 1}, "baseline": {"count": 1},
            "measured": [{"metric": "speedup", "lower": 1.2}, {"metric": "iops", "value": 170}], "notes": "n"}"#
                .replace('\n', " ");
        let cases = read_cases(&text, &resolve).expect("a right line");
        let case = &cases[0];
        assert_eq!(case.baseline.as_ref().expect("has one").scenario.drives.count, 1);
        assert_eq!(case.measured[0], Measured { metric: Metric::Speedup, lower: Some(1.2), upper: None });
        assert_eq!(case.measured[1], Measured::exact(Metric::Iops, 170.0));
        assert_eq!((case.grade, case.source.year), (Grade::B, Some(2020)));
    }

    #[test]
    fn every_problem_of_every_line_is_told_with_line_and_path() {
        let text = "\n{\"id\": \"x\", \"grade\": \"D\", \"scenario\": {}, \"measured\": [{\"metric\": \"speed\", \"value\": -1}]}\n\
                    nonsense\n[]\n";
        let problems = told(read_cases(text, &resolve).expect_err("all three lines are wrong"));
        let expected = [
            (2, "grade"),
            (2, "scenario.version"),
            (2, "measured.0.metric"),
            (2, "measured.0.value"),
            (3, ""),
            (4, ""),
        ];
        assert_eq!(problems, expected.map(|(line, path)| (line, path.to_owned())));
    }

    #[test]
    fn a_speed_up_without_a_baseline_and_an_id_given_twice_are_problems() {
        let line =
            r#"{"id": "x", "grade": "A", "scenario": {"version": 1}, "measured": [{"metric": "speedup", "value": 2}]}"#;
        let problems = told(read_cases(&format!("{line}\n{line}"), &resolve).expect_err("twice wrong"));
        assert_eq!(problems, [(1, "baseline".into()), (2, "baseline".into()), (2, "id".into())]);
    }

    #[test]
    fn orderings_of_two_and_of_several_become_variants() {
        let text = r#"{"id": "p", "metric": "iops", "relation": "less", "a": {"version": 1}, "b": {"version": 1}, "ratio_min": 0.5}
{"id": "s", "metric": "speedup", "expected": "ascending", "baseline": {"count": 1}, "scenarios": [{"name": "one", "scenario": {"version": 1}}, {"name": "two", "scenario": {"version": 1}}]}"#;
        let orderings = read_orderings(text, &resolve).expect("right lines");
        assert_eq!((orderings[0].expected, orderings[0].ratio_min), (Expected::Less, Some(0.5)));
        assert_eq!(orderings[1].variants[1].name, "two");
        assert!(orderings[1].variants.iter().all(|variant| variant.baseline.is_some()));
    }

    #[test]
    fn a_faulty_scenario_of_a_series_is_told_with_its_place() {
        let text = r#"{"id": "s", "metric": "iops", "expected": "rising", "scenarios": [{"scenario": {"version": 1}}, {"scenario": {}}]}"#;
        let problems = told(read_orderings(text, &resolve).expect_err("two faults"));
        assert_eq!(problems, [(1, "expected".into()), (1, "scenarios.1.scenario.version".into())]);
    }
}
