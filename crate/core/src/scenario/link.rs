//! A scenario as `path=value` pairs: the query string of a share link, the command line's `--vary`, an embed's attributes.
//!
//! Every field that the document says becomes a pair, so document -> pairs -> document is the identity, also where a
//! default is said explicitly over a preset. Text is read by the knob it is for: `label=5` is a text, `drives.count=5` a
//! number; numbers are spelled as in JSON, whatever the reader's language.

use super::document::{Document, take_out};
use super::json::{join, parse_json};
use super::knobs::{self, Form, Knob, MAX_PARTS, Null};
use super::problem::{Code, Problem};
use super::value::allowed;
use serde_json::{Map, Number, Value, json};

impl Document {
    /// The pairs of a link, `v=1` first.
    ///
    /// ```
    /// use nas_forecast_core::scenario;
    ///
    /// let document = scenario::read(r#"{"version": 1, "network": {"link_gbit": 2.5}, "workload": {"preset": "rebuild"}}"#).unwrap();
    /// let pairs = document.to_link_pairs();
    /// let text: Vec<_> = pairs.iter().map(|(path, value)| format!("{path}={value}")).collect();
    /// assert_eq!(text, ["v=1", "network.link_gbit=2.5", "workload.preset=rebuild"]);
    /// assert_eq!(scenario::from_link_pairs(&pairs), (document, vec![]));
    /// ```
    pub fn to_link_pairs(&self) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        flatten("", &self.to_value(), &mut pairs);
        let version = pairs.iter().position(|(path, _)| path == "version").map(|index| pairs.remove(index));
        pairs.splice(0..0, version.map(|(_, version)| ("v".to_owned(), version)));
        pairs
    }

    /// The document without what it would be without saying so; resolves to the same scenario.
    pub fn without_defaults(&self) -> Self {
        let mut shortest = self.clone();
        // A second round takes out the sections that the first one emptied.
        for _ in 0..2 {
            let mut pairs = Vec::new();
            flatten("", &shortest.to_value(), &mut pairs);
            for (path, _) in pairs {
                let mut value = shortest.to_value();
                let shorter = take_out(&mut value, &path).then(|| Self::from_value(&value));
                if let Some(Ok(shorter)) = shorter
                    && shorter.scenario() == shortest.scenario()
                {
                    shortest = shorter;
                }
            }
        }
        shortest
    }

    /// The document with one field set from text: `set_path("network.link_gbit", "10")`. A section takes JSON or `null`.
    pub fn set_path(&self, path: &str, text: &str) -> Result<Self, Vec<Problem>> {
        self.set_paths(&[(path, text)])
    }

    /// Several fields at once, so that only what comes out has to go together: RAID 6 before the drives it needs.
    pub fn set_paths<P: AsRef<str>, T: AsRef<str>>(&self, pairs: &[(P, T)]) -> Result<Self, Vec<Problem>> {
        let mut value = self.to_value();
        for (path, text) in pairs {
            place(&mut value, path.as_ref(), text.as_ref())?;
        }
        Self::from_value(&value)
    }
}

/// Reads the pairs of a link. Whatever is wrong with them is told and left out; what remains is always a valid document.
/// A link that names no workload gets the first of the suite.
pub fn from_link_pairs<P: AsRef<str>, T: AsRef<str>>(pairs: &[(P, T)]) -> (Document, Vec<Problem>) {
    let mut value = json!({});
    let mut problems = Vec::new();
    let mut seen = Map::new();
    for (path, text) in pairs {
        let path = match path.as_ref() {
            "v" => "version",
            path => path,
        };
        if seen.insert(path.to_owned(), Value::Null).is_some() {
            problems.push(Problem::new(shown(path), Code::DuplicateKey).value(&json!(text.as_ref())));
        } else if let Err(found) = place(&mut value, path, text.as_ref()) {
            problems.extend(found);
        }
    }
    let document = Document::best_of(value, &mut problems);
    (document, problems)
}

fn flatten(path: &str, value: &Value, pairs: &mut Vec<(String, String)>) {
    let inner = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Object(object) if !object.is_empty() => {
            object.iter().for_each(|(name, value)| flatten(&inner(name), value, pairs));
        }
        Value::Array(items) if !items.is_empty() => {
            items.iter().enumerate().for_each(|(index, item)| flatten(&inner(&index.to_string()), item, pairs));
        }
        Value::String(text) => pairs.push((path.to_owned(), text.clone())),
        other => pairs.push((path.to_owned(), other.to_string())),
    }
}

/// A path that somebody typed, safe to show.
fn shown(path: &str) -> String {
    path.split('.').take(16).fold(String::new(), |path, name| join(&path, name))
}

/// What stands at a step of a path.
enum Place {
    Section(&'static str),
    Workload,
    Parts,
    Part,
    Skew,
    Leaf(&'static Knob),
}

impl Place {
    fn of(knob: &'static Knob, path: &str) -> Option<Self> {
        Some(match knob.form {
            Form::Section if path == "workload" => Place::Workload,
            Form::Section => Place::Section(knobs::section(path)?.path),
            Form::Parts => Place::Parts,
            Form::Skew => Place::Skew,
            _ => Place::Leaf(knob),
        })
    }

    /// The place one step further; `path` is the path up to there.
    fn step(&self, name: &str, path: &str) -> Option<Self> {
        match self {
            Place::Section(section) => Self::of(knobs::section(section)?.knob(name)?, path),
            // A field of two kinds of workload takes the same values in both.
            Place::Workload => Self::of(knobs::WORKLOADS.iter().find_map(|kind| kind.knob(name))?, path),
            Place::Parts => name.parse::<usize>().ok().filter(|index| *index < MAX_PARTS).map(|_| Place::Part),
            Place::Part if name == "weight" => Some(Place::Leaf(knobs::PART_WEIGHT)),
            Place::Part if name == "workload" => Some(Place::Workload),
            Place::Skew => knobs::SKEW.iter().find(|knob| knob.name == name).map(Place::Leaf),
            Place::Part | Place::Leaf(_) => None,
        }
    }

    /// The names that could follow.
    fn names(&self) -> Vec<&'static str> {
        let names = |knobs: &'static [Knob]| knobs.iter().map(|knob| knob.name);
        match self {
            Place::Section(section) => knobs::section(section).into_iter().flat_map(|s| names(s.knobs)).collect(),
            Place::Workload => knobs::WORKLOADS.iter().flat_map(|kind| names(kind.knobs)).collect(),
            Place::Part => vec!["weight", "workload"],
            Place::Skew => names(knobs::SKEW).collect(),
            Place::Parts | Place::Leaf(_) => vec![],
        }
    }
}

/// Puts a value, given as text, at a path.
fn place(root: &mut Value, path: &str, text: &str) -> Result<(), Vec<Problem>> {
    let mut here = Place::Section("");
    let mut walked = String::new();
    for name in path.split('.') {
        walked = join(&walked, name);
        here = here.step(name, &walked).ok_or_else(|| {
            let problem = Problem::new(shown(path), Code::UnknownField).value(&json!(text));
            vec![problem.nearest(name, here.names())]
        })?;
    }
    let value = match here {
        Place::Leaf(knob) => leaf_from_text(knob, path, text)?,
        Place::Skew if text == "uniform" => json!(text),
        _ => parse_json(text).map_err(|problems| under(path, problems))?,
    };
    let mut target = root;
    for name in path.split('.') {
        target = match (target, name.parse::<usize>()) {
            (Value::Array(items), Ok(index)) => {
                items.resize(items.len().max(index + 1), Value::Null);
                &mut items[index]
            }
            (target, index) => {
                // A section that was null, or a word like "uniform", gives way to one with fields.
                if index.is_ok() && !target.is_object() {
                    *target = Value::Array(vec![Value::Null; index.unwrap_or_default() + 1]);
                } else if !target.is_object() {
                    *target = Value::Object(Map::new());
                }
                match target {
                    Value::Array(items) => match items.last_mut() {
                        Some(item) => item,
                        None => return Ok(()),
                    },
                    Value::Object(object) => object.entry(name).or_insert(Value::Null),
                    _ => return Ok(()),
                }
            }
        };
    }
    *target = value;
    Ok(())
}

/// Problems of a value, told with the path at which it stands in the document.
fn under(path: &str, problems: Vec<Problem>) -> Vec<Problem> {
    let prefix = |inner: String| if inner.is_empty() { shown(path) } else { format!("{}.{inner}", shown(path)) };
    let place = |problem: Problem| Problem { path: prefix(problem.path.clone()), line: None, column: None, ..problem };
    problems.into_iter().map(place).collect()
}

fn leaf_from_text(knob: &Knob, path: &str, text: &str) -> Result<Value, Vec<Problem>> {
    let wrong = || vec![Problem::new(shown(path), Code::WrongType).value(&json!(text)).allowed(allowed(knob))];
    match knob.form {
        Form::Text { .. } => Ok(json!(text)),
        _ if text == "null" && knob.null != Null::Refused => Ok(Value::Null),
        Form::Whole { .. } | Form::Number { .. } | Form::Steps(_) => {
            text.parse::<Number>().map(Value::Number).map_err(|_| wrong())
        }
        Form::Flag => text.parse::<bool>().map(Value::Bool).map_err(|_| wrong()),
        _ => Ok(json!(text)),
    }
}
