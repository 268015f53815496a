//! Reads measured cases and orderings from lines of JSON, telling every problem with its line and path.
//!
//! Scenarios are read as strictly as any other; of the line around them, fields that are not known here are left alone,
//! since sources carry remarks of their own.

use super::case::{Case, Grade, Measured, Source};
use super::metric::Metric;
use super::ordering::{Ordering, Variant};
use super::relation::Expected;
use crate::scenario::{Allowed, Code, Document, Problem, Resolved, merge_patch, parse_json};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt;

/// What is wrong with a line, and where in it.
#[derive(Clone, Debug, PartialEq)]
pub struct LineProblem {
    /// Counted from 1.
    pub line: usize,
    pub problem: Problem,
}

impl fmt::Display for LineProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A syntax error says its line itself.
        if self.problem.line.is_some() {
            return write!(f, "{}", self.problem);
        }
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for LineProblem {}

/// Reads measured cases, one a line; empty lines are skipped.
pub fn read_cases(text: &str) -> Result<Vec<Case>, Vec<LineProblem>> {
    read_lines(text, case)
}

/// Reads orderings, one a line; empty lines are skipped.
pub fn read_orderings(text: &str) -> Result<Vec<Ordering>, Vec<LineProblem>> {
    read_lines(text, ordering)
}

fn read_lines<T>(text: &str, one: impl Fn(&mut Fields<'_>) -> Option<T>) -> Result<Vec<T>, Vec<LineProblem>> {
    let mut items = Vec::new();
    let mut problems = Vec::new();
    let mut ids = BTreeSet::new();
    // Editors on Windows put a byte order mark in front.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut found = Vec::new();
        match parse_json(line) {
            Ok(Value::Object(object)) => {
                let mut fields = Fields { object: &object, problems: &mut found };
                let item = one(&mut fields);
                if let Some(id) = fields.value("id").filter(|id| !ids.insert(id.to_string())) {
                    fields.tell(Problem::new("id", Code::DuplicateKey).value(id));
                }
                items.extend(item);
            }
            Ok(other) => found.push(of_type("", &other, "object")),
            Err(syntax) => found.extend(syntax.into_iter().map(|mut problem| {
                // The place in the file, not in the line.
                problem.line = problem.line.map(|_| index + 1);
                problem
            })),
        }
        problems.extend(found.into_iter().map(|problem| LineProblem { line: index + 1, problem }));
    }
    if problems.is_empty() { Ok(items) } else { Err(problems) }
}

fn of_type(path: &str, value: &Value, r#type: &'static str) -> Problem {
    Problem::new(path, Code::WrongType).value(value).allowed(Allowed::Type { r#type })
}

fn case(fields: &mut Fields<'_>) -> Option<Case> {
    // Every part is looked at before the first `?`, so that all problems of a line come at once.
    let id = fields.text("id");
    let grade = fields.choice("grade", &[("A", Grade::A), ("B", Grade::B), ("C", Grade::C)]);
    let scenario = fields.scenario("scenario", fields.value("scenario"), None);
    let patch = fields.value("baseline");
    let baseline = match (&scenario, patch) {
        (Some(_), Some(_)) => Some(fields.scenario("scenario", fields.value("scenario"), patch)),
        _ => None,
    };
    let measured = fields.measured();
    let needs_baseline = measured.iter().flatten().any(|measured| measured.metric == Metric::Speedup);
    if needs_baseline && patch.is_none() {
        fields.tell(Problem::new("baseline", Code::Required));
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
    let patch = fields.value("baseline");
    if metric == Some(Metric::Speedup) && patch.is_none() {
        fields.tell(Problem::new("baseline", Code::Required));
    }
    let pair = fields.value("relation").is_some();
    let (expected, variants) = if pair {
        let variants = ["a", "b"].map(|name| fields.variant(name, name, fields.value(name), patch));
        (fields.choice("relation", &Expected::OF_PAIRS), variants.into_iter().collect::<Option<Vec<_>>>())
    } else {
        (fields.choice("expected", &Expected::OF_SEVERAL), fields.variants(patch))
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
    problems: &'a mut Vec<Problem>,
}

impl<'a> Fields<'a> {
    fn tell(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// A field that is there and not null.
    fn value(&self, name: &str) -> Option<&'a Value> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    fn list(&self, name: &str) -> &'a [Value] {
        self.value(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    fn text(&mut self, name: &str) -> Option<String> {
        match self.value(name) {
            Some(Value::String(text)) => return Some(text.clone()),
            Some(other) => self.tell(of_type(name, other, "string")),
            None => self.tell(Problem::new(name, Code::Required)),
        }
        None
    }

    fn text_or(&self, name: &str, default: &str) -> String {
        self.value(name).and_then(Value::as_str).unwrap_or(default).to_owned()
    }

    fn texts(&self, name: &str) -> Vec<String> {
        self.list(name).iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    fn choice<T: Copy>(&mut self, name: &str, choices: &[(&'static str, T)]) -> Option<T> {
        let text = self.text(name)?;
        let found = choices.iter().find(|(choice, _)| *choice == text).map(|(_, value)| *value);
        if found.is_none() {
            self.tell(none_of(name, &text, choices.iter().map(|(choice, _)| *choice)));
        }
        found
    }

    fn metric(&mut self, path: &str, name: &str) -> Option<Metric> {
        let metric = Metric::from_name(name);
        if metric.is_none() {
            self.tell(none_of(path, name, Metric::ALL.map(Metric::name)));
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

    /// A scenario, completed, with a patch on it where one is given; `path` is where it stands in the line.
    fn scenario(&mut self, path: &str, value: Option<&Value>, patch: Option<&Value>) -> Option<Resolved> {
        let Some(value) = value else {
            self.tell(Problem::new(path, Code::Required));
            return None;
        };
        let mut value = value.clone();
        if let Some(patch) = patch {
            merge_patch(&mut value, patch);
        }
        match Document::from_value(&value) {
            Ok(document) => Some(document.resolve()),
            Err(problems) => {
                for mut problem in problems {
                    problem.path =
                        if problem.path.is_empty() { path.to_owned() } else { format!("{path}.{}", problem.path) };
                    self.tell(problem);
                }
                None
            }
        }
    }

    fn variant(&mut self, name: &str, path: &str, value: Option<&Value>, patch: Option<&Value>) -> Option<Variant> {
        let scenario = self.scenario(path, value, None)?;
        let baseline = match patch {
            Some(_) => Some(self.scenario(path, value, patch)?),
            None => None,
        };
        Some(Variant { name: name.to_owned(), scenario, baseline })
    }

    fn variants(&mut self, patch: Option<&Value>) -> Option<Vec<Variant>> {
        let list = self.list("scenarios");
        if list.len() < 2 {
            self.tell(Problem::new("scenarios", Code::Required).allowed(Allowed::Least { min: 2 }));
            return None;
        }
        let all: Vec<Option<Variant>> = list
            .iter()
            .enumerate()
            .map(|(index, entry)| {
                let path = format!("scenarios.{index}.scenario");
                let name = entry.get("name").and_then(Value::as_str).map_or_else(|| index.to_string(), str::to_owned);
                self.variant(&name, &path, entry.get("scenario"), patch)
            })
            .collect();
        all.into_iter().collect()
    }

    fn measured(&mut self) -> Option<Vec<Measured>> {
        let list = self.list("measured");
        if list.is_empty() {
            self.tell(Problem::new("measured", Code::Required).allowed(Allowed::Least { min: 1 }));
            return None;
        }
        let all: Vec<Option<Measured>> =
            list.iter().enumerate().map(|(index, entry)| self.one_measured(index, entry)).collect();
        all.into_iter().collect()
    }

    fn one_measured(&mut self, index: usize, entry: &Value) -> Option<Measured> {
        let path = |name: &str| format!("measured.{index}.{name}");
        let name = entry.get("metric").and_then(Value::as_str).unwrap_or_default();
        let metric = self.metric(&path("metric"), name);
        let [value, lower, upper] = ["value", "lower", "upper"].map(|name| {
            let value = entry.get(name).filter(|value| !value.is_null())?;
            let figure = value.as_f64().filter(|figure| *figure > 0.0);
            if figure.is_none() {
                let above_zero = Allowed::Range { min: f64::MIN_POSITIVE, max: f64::MAX, whole: false, unit: "" };
                self.tell(Problem::new(path(name), Code::OutOfRange).value(value).allowed(above_zero));
            }
            figure
        });
        let (lower, upper) = match (value, lower, upper) {
            (Some(value), _, _) => (Some(value), Some(value)),
            (None, None, None) => {
                if !["value", "lower", "upper"].iter().any(|name| entry.get(name).is_some()) {
                    self.tell(Problem::new(path("value"), Code::Required));
                }
                return None;
            }
            (None, Some(lower), Some(upper)) if lower > upper => {
                let below = Allowed::Range { min: 0.0, max: upper, whole: false, unit: "" };
                self.tell(Problem::new(path("lower"), Code::OutOfRange).value(&lower.into()).allowed(below));
                return None;
            }
            (None, lower, upper) => (lower, upper),
        };
        Some(Measured { metric: metric?, lower, upper })
    }
}

fn none_of(path: &str, text: &str, choices: impl IntoIterator<Item = &'static str>) -> Problem {
    let choices: Vec<&str> = choices.into_iter().collect();
    Problem::new(path, Code::NotAChoice)
        .value(&text.into())
        .nearest(text, choices.iter().copied())
        .allowed(Allowed::OneOf { one_of: choices.into_iter().map(Value::from).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(problems: Vec<LineProblem>) -> Vec<(usize, String)> {
        problems.into_iter().map(|problem| (problem.line, problem.problem.path)).collect()
    }

    /// A scenario of the smallest form, to put into a line.
    const COPY: &str = r#"{"version": 1, "drives": {"count": 4}, "workload": {"preset": "big-file-read"}}"#;

    fn line(rest: &str) -> String {
        rest.replace("COPY", COPY).replace('\n', " ")
    }

    #[test]
    fn a_case_is_read_with_its_baseline_and_its_bounds() {
        let text = line(
            r#"{"id": "x", "source": {"title": "T", "url": "https://example.org", "year": 2020}, "source_key": "t",
            "category": "c", "grade": "B", "inferred": ["nas.os"], "scenario": COPY, "baseline": {"drives": {"count": 6}},
            "measured": [{"metric": "speedup", "lower": 1.2}, {"metric": "iops", "value": 170}], "notes": "n"}"#,
        );
        let cases = read_cases(&text).expect("a right line");
        let case = &cases[0];
        assert_eq!(case.scenario.scenario.drives.count, 4);
        assert_eq!(case.baseline.as_ref().expect("has one").scenario.drives.count, 6);
        assert_eq!(case.measured[0], Measured { metric: Metric::Speedup, lower: Some(1.2), upper: None });
        assert_eq!(case.measured[1], Measured::exact(Metric::Iops, 170.0));
        assert_eq!((case.grade, case.source.year), (Grade::B, Some(2020)));
    }

    #[test]
    fn every_problem_of_every_line_is_told_with_line_and_path() {
        let text = "\n{\"id\": \"x\", \"grade\": \"D\", \"scenario\": {\"version\": 1}, \
                    \"measured\": [{\"metric\": \"speed\", \"value\": -1}]}\nnonsense\n[]\n";
        let problems = read_cases(text).expect_err("all three lines are wrong");
        assert!(problems.iter().any(|problem| problem.to_string().starts_with("line 3, column ")));
        assert!(problems.iter().any(|problem| problem.to_string().starts_with("line 2: scenario.workload: ")));
        let expected = [
            (2, "grade"),
            (2, "scenario.workload"),
            (2, "measured.0.metric"),
            (2, "measured.0.value"),
            (3, ""),
            (4, ""),
        ];
        assert_eq!(told(problems), expected.map(|(line, path)| (line, path.to_owned())));
    }

    #[test]
    fn a_speed_up_without_a_baseline_and_an_id_given_twice_are_problems() {
        let one =
            line(r#"{"id": "x", "grade": "A", "scenario": COPY, "measured": [{"metric": "speedup", "value": 2}]}"#);
        let problems = told(read_cases(&format!("{one}\n{one}")).expect_err("twice wrong"));
        assert_eq!(problems, [(1, "baseline".into()), (2, "baseline".into()), (2, "id".into())]);
    }

    #[test]
    fn orderings_of_two_and_of_several_become_variants() {
        let pair = line(r#"{"id": "p", "metric": "iops", "relation": "less", "a": COPY, "b": COPY, "ratio_min": 0.5}"#);
        let several = line(
            r#"{"id": "s", "metric": "speedup", "expected": "ascending", "baseline": {"drives": {"count": 6}},
            "scenarios": [{"name": "one", "scenario": COPY}, {"name": "two", "scenario": COPY}]}"#,
        );
        let orderings = read_orderings(&format!("{pair}\r\n{several}\r\n")).expect("right lines");
        assert_eq!((orderings[0].expected, orderings[0].ratio_min), (Expected::Less, Some(0.5)));
        assert_eq!(orderings[1].variants[1].name, "two");
        let baselines = orderings[1].variants.iter().map(|variant| variant.baseline.as_ref());
        assert!(baselines.flatten().map(|baseline| baseline.scenario.drives.count).eq([6, 6]));
    }

    #[test]
    fn a_faulty_scenario_of_a_series_is_told_with_its_place() {
        let text = line(
            r#"{"id": "s", "metric": "iops", "expected": "rising", "scenarios": [{"scenario": COPY},
            {"scenario": {"version": 1, "nas": {"ram_gb": 4}, "workload": {"kind": "rebuild"}}}]}"#,
        );
        let problems = told(read_orderings(&text).expect_err("two faults"));
        assert_eq!(problems, [(1, "expected".into()), (1, "scenarios.1.scenario.nas.ram_gb".into())]);
    }
}
