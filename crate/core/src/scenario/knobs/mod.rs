//! The one table of knobs: for every field of a scenario its range, step, default and why.
//!
//! Checks, defaults, the JSON Schema, the TypeScript types, sliders, links and command-line paths all come from it;
//! no range and no default is written down anywhere else. The table is in three files, by the part of the way that a
//! knob belongs to: [`hardware`], [`path`] and [`work`].

mod derived;
mod hardware;
mod path;
mod work;

use super::fill::Lookup;
use crate::catalog::Table;
use serde_json::{Value, json};

/// One field.
#[derive(Clone, Copy)]
pub struct Knob {
    pub name: &'static str,
    pub form: Form,
    /// For people; the name carries it, too. Empty: none.
    pub unit: &'static str,
    pub scale: Scale,
    /// What a slider spans, where the allowed range is far wider than what one meets.
    pub usual: Option<(f64, f64)>,
    pub fallback: Fallback,
    pub null: Null,
    /// What the field is, and why the default is what it is.
    pub why: &'static str,
    /// A value that follows from the rest of the scenario, whatever the document says here.
    pub settled: Option<fn(&dyn Lookup) -> Option<Value>>,
    /// The most that the rest of the hardware lets through; holds for what the document itself does not say.
    pub cap: Option<fn(&dyn Lookup) -> Option<f64>>,
}

/// What values a field takes.
#[derive(Clone, Copy)]
pub enum Form {
    Whole {
        min: u64,
        max: u64,
        step: u64,
    },
    Number {
        min: f64,
        max: f64,
        step: f64,
    },
    /// One of a few numbers.
    Steps(&'static [f64]),
    Flag,
    Choice(&'static [&'static str]),
    /// Free text of at most so many code points.
    Text {
        max: usize,
    },
    /// The name of a row of a catalogue table.
    Preset(Table),
    Skew,
    /// The parts of a mix.
    Parts,
    /// A section that may be left out: null, or an object of its own knobs.
    Section,
}

/// How a slider spreads its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    Linear,
    Log,
    /// A list, not a slider.
    Choices,
}

/// What a field is when neither the document nor a preset says it.
#[derive(Clone, Copy)]
pub enum Fallback {
    /// The document is wrong without it.
    Required,
    /// Nothing: no name, no limit, no such device.
    Nothing,
    Whole(u64),
    Number(f64),
    Flag(bool),
    Choice(&'static str),
    /// Follows from other fields.
    Derived(fn(&dyn Lookup) -> Value),
    /// Follows from other fields of the same section, whose path is passed along.
    DerivedIn(fn(&dyn Lookup, &str) -> Value),
}

/// What `null` means in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Null {
    Refused,
    /// As if the field were left out.
    LeftOut,
    /// "None", said on purpose: it wins over a preset.
    Nothing,
}

/// An object of the format and its fields.
pub struct Section {
    /// `nas.cpu`; empty for the document itself. Workloads have the path `workload`, one section a kind.
    pub path: &'static str,
    /// The kind of workload that this section describes.
    pub kind: Option<&'static str>,
    pub knobs: &'static [Knob],
}

impl Section {
    pub fn knob(&self, name: &str) -> Option<&'static Knob> {
        self.knobs.iter().find(|knob| knob.name == name)
    }

    /// The catalogue table that this section's `preset` names a row of.
    pub fn table(&self) -> Option<Table> {
        match self.knob("preset")?.form {
            Form::Preset(table) => Some(table),
            _ => None,
        }
    }
}

/// Every section but the workloads; a section stands before those inside it.
pub static SECTIONS: [Section; 11] = [
    Section { path: "", kind: None, knobs: &path::DOCUMENT },
    Section { path: "nas", kind: None, knobs: &hardware::NAS },
    Section { path: "nas.cpu", kind: None, knobs: &hardware::CPU },
    Section { path: "drives", kind: None, knobs: &hardware::DRIVES },
    Section { path: "volume", kind: None, knobs: &hardware::VOLUME },
    Section { path: "volume.slog", kind: None, knobs: &hardware::SLOG_DRIVES },
    Section { path: "ssd_cache", kind: None, knobs: &hardware::SSD_CACHE },
    Section { path: "ssd_cache.drives", kind: None, knobs: &hardware::CACHE_DRIVES },
    Section { path: "network", kind: None, knobs: &path::NETWORK },
    Section { path: "client", kind: None, knobs: &path::CLIENT },
    Section { path: "protocol", kind: None, knobs: &path::PROTOCOL },
];

/// The kinds of workloads.
pub static WORKLOADS: [Section; 6] = [
    Section { path: "workload", kind: Some("file-copy"), knobs: &work::FILE_COPY },
    Section { path: "workload", kind: Some("block"), knobs: &work::BLOCK },
    Section { path: "workload", kind: Some("metadata"), knobs: &work::METADATA },
    Section { path: "workload", kind: Some("rebuild"), knobs: &work::REBUILD },
    Section { path: "workload", kind: Some("mix"), knobs: &work::MIX },
    Section { path: "workload", kind: Some("trace"), knobs: &work::TRACE },
];

/// The kinds that can be a part of a mix: what clients do, not what the NAS does for itself.
pub const PART_KINDS: [&str; 3] = ["file-copy", "block", "metadata"];

/// The weight of a mix's part; the one knob whose path has a number in it.
pub static PART_WEIGHT: &Knob = &work::PART_WEIGHT;

/// Most parts of a mix.
pub const MAX_PARTS: usize = 16;

/// The two numbers of `{"hot_percent", "hot_accesses_percent"}` and the one of `{"zipf"}`.
pub static SKEW: &[Knob] = &work::SKEW;

/// The section of that path; `workload` has one a kind and is not found here.
pub fn section(path: &str) -> Option<&'static Section> {
    SECTIONS.iter().find(|section| section.path == path)
}

/// The workload of that kind.
pub fn workload(kind: &str) -> Option<&'static Section> {
    WORKLOADS.iter().find(|section| section.kind == Some(kind))
}

/// The versions that a protocol has; empty: none to choose.
pub use path::versions;

impl Knob {
    const fn new(name: &'static str, form: Form, fallback: Fallback, why: &'static str) -> Self {
        let null = match fallback {
            Fallback::Nothing => Null::Nothing,
            _ => Null::Refused,
        };
        let scale = match form {
            Form::Whole { .. } | Form::Number { .. } => Scale::Linear,
            _ => Scale::Choices,
        };
        Self { name, form, unit: "", scale, usual: None, fallback, null, why, settled: None, cap: None }
    }

    const fn whole(name: &'static str, min: u64, max: u64, fallback: Fallback, why: &'static str) -> Self {
        Self::new(name, Form::Whole { min, max, step: 1 }, fallback, why)
    }

    const fn number(name: &'static str, min: f64, max: f64, fallback: Fallback, why: &'static str) -> Self {
        Self::new(name, Form::Number { min, max, step: 1.0 }, fallback, why)
    }

    const fn flag(name: &'static str, fallback: Fallback, why: &'static str) -> Self {
        Self::new(name, Form::Flag, fallback, why)
    }

    const fn choice(
        name: &'static str,
        choices: &'static [&'static str],
        fallback: Fallback,
        why: &'static str,
    ) -> Self {
        Self::new(name, Form::Choice(choices), fallback, why)
    }

    const fn preset(table: Table) -> Self {
        let mut knob = Self::new(
            "preset",
            Form::Preset(table),
            Fallback::Nothing,
            "A name of the catalogue that fills in what is left out.",
        );
        knob.null = Null::Refused;
        knob
    }

    const fn label() -> Self {
        let mut knob =
            Self::new("label", Form::Text { max: 200 }, Fallback::Nothing, "Free text for people, never interpreted.");
        knob.null = Null::Refused;
        knob
    }

    const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    const fn step(mut self, step: f64) -> Self {
        self.form = match self.form {
            Form::Number { min, max, .. } => Form::Number { min, max, step },
            Form::Whole { min, max, .. } => Form::Whole { min, max, step: step as u64 },
            form => form,
        };
        self
    }

    const fn log(mut self) -> Self {
        self.scale = Scale::Log;
        self
    }

    const fn usual(mut self, min: f64, max: f64) -> Self {
        self.usual = Some((min, max));
        self
    }

    /// `null` is as good as leaving it out.
    const fn null_is_default(mut self) -> Self {
        self.null = Null::LeftOut;
        self
    }

    const fn null_refused(mut self) -> Self {
        self.null = Null::Refused;
        self
    }

    const fn settled(mut self, by: fn(&dyn Lookup) -> Option<Value>) -> Self {
        self.settled = Some(by);
        self
    }

    const fn cap(mut self, by: fn(&dyn Lookup) -> Option<f64>) -> Self {
        self.cap = Some(by);
        self
    }

    /// The default where it doesn't depend on anything.
    pub fn constant_default(&self) -> Option<Value> {
        match self.fallback {
            Fallback::Required | Fallback::Derived(_) | Fallback::DerivedIn(_) => None,
            Fallback::Nothing => Some(Value::Null),
            Fallback::Whole(value) => Some(json!(value)),
            Fallback::Number(value) => Some(super::value::plain_number(value)),
            Fallback::Flag(value) => Some(json!(value)),
            Fallback::Choice(value) => Some(json!(value)),
        }
    }
}
