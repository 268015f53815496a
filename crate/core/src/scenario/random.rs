//! Random valid scenarios, for tests of what must hold for every one.
//!
//! Made from the table of knobs: a new field takes part in all property tests by itself.

use super::document::{Document, take_out};
use super::knobs::{self, Form, Knob, Null, PART_KINDS, Scale, Section};
use super::problem::{Code, Problem};
use super::value::plain_number;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Map, Value, json};

/// How far from everyday the scenarios may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// What people have and do: the spans of the sliders.
    Usual,
    /// Whatever the format allows.
    Everything,
}

/// An endless source of random valid documents; the same seed gives the same ones on every machine.
pub struct Generator {
    rng: Xoshiro256PlusPlus,
    reach: Reach,
}

impl Generator {
    pub fn new(seed: u64, reach: Reach) -> Self {
        Self { rng: Xoshiro256PlusPlus::seed_from_u64(seed), reach }
    }

    /// The next document.
    pub fn document(&mut self) -> Document {
        loop {
            let mut value = self.tree();
            // Fields were drawn one by one; a few rounds settle what doesn't go together.
            for _ in 0..8 {
                match Document::from_value(&value) {
                    Ok(document) => return document,
                    Err(problems) => problems.iter().for_each(|problem| reconcile(&mut value, problem)),
                }
            }
        }
    }

    fn tree(&mut self) -> Value {
        let mut root = json!({"version": 1});
        for section in knobs::SECTIONS.iter().filter(|section| !section.path.is_empty()) {
            let rare = section.path.ends_with("slog");
            if self.rng.random_bool(if rare { 0.05 } else { 0.8 }) {
                let object = self.section(section, 0.4);
                set(&mut root, section.path, Value::Object(object));
            }
        }
        root["workload"] = self.workload(None);
        root
    }

    fn section(&mut self, section: &Section, share: f64) -> Map<String, Value> {
        let mut object = Map::new();
        for knob in section.knobs {
            let nested = matches!(knob.form, Form::Section | Form::Parts);
            let wanted = matches!(knob.fallback, knobs::Fallback::Required) || self.rng.random_bool(share);
            if !nested && wanted {
                object.insert(knob.name.to_owned(), self.value(knob));
            }
        }
        object
    }

    fn workload(&mut self, kinds: Option<&[&str]>) -> Value {
        let all: Vec<&str> =
            knobs::WORKLOADS.iter().filter_map(|section| section.kind).filter(|kind| *kind != "trace").collect();
        let kind = self.pick(kinds.unwrap_or(&all));
        let Some(section) = knobs::workload(kind) else { return Value::Null };
        let mut object = self.section(section, 0.5);
        object.insert("kind".to_owned(), json!(kind));
        object.remove("preset");
        if kind == "mix" {
            let parts = self.rng.random_range(1..=3_u32);
            let part = |generator: &mut Self| json!({"weight": generator.value(knobs::PART_WEIGHT), "workload": generator.workload(Some(&PART_KINDS))});
            object.insert("parts".to_owned(), (0..parts).map(|_| part(self)).collect());
        }
        Value::Object(object)
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.rng.random_range(0..choices.len() as u32) as usize]
    }

    fn value(&mut self, knob: &Knob) -> Value {
        if knob.null != Null::Refused && self.rng.random_bool(0.1) {
            return Value::Null;
        }
        match knob.form {
            Form::Whole { min, max, .. } => {
                let figure = libm::round(self.number(knob, min as f64, max as f64));
                plain_number(figure.clamp(min as f64, max as f64))
            }
            Form::Number { min, max, .. } => plain_number(self.number(knob, min, max)),
            Form::Steps(steps) => plain_number(self.pick(steps)),
            Form::Flag => json!(self.rng.random_bool(0.5)),
            Form::Choice(choices) => json!(self.pick(choices)),
            Form::Text { .. } => json!(self.pick(&["", "null", "5", "a & b = ü 💾", "{}", "4.0"])),
            Form::Preset(table) => {
                let slugs: Vec<&str> = table.slugs().collect();
                json!(self.pick(&slugs))
            }
            Form::Skew => match self.rng.random_range(0..3_u32) {
                0 => json!("uniform"),
                1 => json!({"zipf": self.value(&knobs::SKEW[0])}),
                _ => {
                    json!({"hot_percent": self.value(&knobs::SKEW[1]), "hot_accesses_percent": self.value(&knobs::SKEW[2])})
                }
            },
            Form::Parts | Form::Section => Value::Null,
        }
    }

    fn number(&mut self, knob: &Knob, min: f64, max: f64) -> f64 {
        let (low, high) = match (self.reach, knob.usual) {
            (Reach::Usual, Some(usual)) => usual,
            _ => (min, max),
        };
        let share: f64 = self.rng.random();
        let figure = if knob.scale == Scale::Log && low > 0.0 {
            low * libm::pow(high / low, share)
        } else {
            low + (high - low) * share
        };
        // Half of them round, as people type them.
        let figure = if self.rng.random_bool(0.5) { libm::round(figure) } else { figure };
        figure.clamp(min, max)
    }
}

/// Puts a section into the tree, with those around it.
fn set(root: &mut Value, path: &str, value: Value) {
    let target = path.split('.').fold(root, |object, name| &mut object[name]);
    *target = value;
}

/// Changes what a problem is about so that it goes together.
fn reconcile(value: &mut Value, problem: &Problem) {
    match (problem.code, &problem.allowed) {
        (Code::TooFewDrives, Some(super::Allowed::Least { min })) => set(value, &problem.path, json!(min)),
        (Code::OddDrives, _) => {
            let odd = problem.value.as_u64().unwrap_or(1);
            set(value, "drives.count", json!(if odd < 60 { odd + 1 } else { odd - 1 }));
        }
        (Code::NoRedundancy, _) if !take_out(value, "volume.state") => {
            set(value, "volume.raid", json!("raid6"));
        }
        (Code::NoRedundancy, _) => {}
        _ => {
            take_out(value, &problem.path);
        }
    }
}
