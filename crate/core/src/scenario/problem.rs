//! What is wrong with a document, as data: path, value, what is allowed and the nearest right name.
//!
//! The page words a problem in the reader's language from its code; `Display` is the English that the command line
//! and a programmer's console show.

use serde::Serialize;
use serde_json::Value;
use std::fmt;

/// One thing that is wrong with a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    /// Where, with dots: `workload.parts.0.weight`; empty for the document as a whole.
    pub path: String,
    pub code: Code,
    /// What stands there, shortened if long; null if nothing does.
    pub value: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<Allowed>,
    /// The right name that looks most like the wrong one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// Where in the text, both from 1; for text that is not JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

/// Kinds of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The text is not JSON.
    Syntax,
    /// A key twice in one object.
    DuplicateKey,
    /// The document has more bytes than `allowed`.
    TooLarge,
    UnknownField,
    UnknownPreset,
    WrongType,
    /// A whole number is wanted.
    NotWhole,
    OutOfRange,
    NotAChoice,
    TooLong,
    /// A required field is missing.
    Required,
    /// A field or value that this kind of workload or protocol doesn't have.
    WrongKind,
    /// The RAID level needs more drives.
    TooFewDrives,
    /// The RAID level needs an even number of drives.
    OddDrives,
    /// Degraded, rebuilding or rebuilt, but the RAID level has no redundancy to do it from.
    NoRedundancy,
    /// A bug of this program, told instead of a panic.
    Internal,
}

impl Code {
    /// Each field may be right by itself, but together they can't exist.
    pub fn is_conflict(self) -> bool {
        matches!(self, Code::TooFewDrives | Code::OddDrives | Code::NoRedundancy | Code::WrongKind)
    }
}

/// What is allowed where a problem is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Allowed {
    Range {
        min: f64,
        max: f64,
        whole: bool,
        #[serde(skip_serializing_if = "str::is_empty")]
        unit: &'static str,
    },
    OneOf {
        one_of: Vec<Value>,
    },
    /// A name of a catalogue table.
    Preset {
        catalog: &'static str,
        one_of: Vec<Value>,
    },
    Type {
        r#type: &'static str,
    },
    Length {
        max_length: usize,
    },
    Least {
        min: u32,
    },
}

impl Problem {
    pub(crate) fn new(path: impl Into<String>, code: Code) -> Self {
        Self { path: path.into(), code, value: Value::Null, allowed: None, nearest: None, line: None, column: None }
    }

    pub(crate) fn value(mut self, value: &Value) -> Self {
        self.value = shortened(value);
        self
    }

    pub(crate) fn allowed(mut self, allowed: Allowed) -> Self {
        self.allowed = Some(allowed);
        self
    }

    pub(crate) fn nearest<'a>(mut self, name: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        self.nearest = nearest(name, names).map(str::to_owned);
        self
    }
}

/// Enough of a value to recognise it: a problem may travel to a terminal or another window.
fn shortened(value: &Value) -> Value {
    const MOST: usize = 80;
    match value {
        Value::String(text) if text.chars().nth(MOST).is_some() => {
            Value::String(text.chars().take(MOST).chain(['…']).collect())
        }
        Value::Array(_) => Value::String("[…]".to_owned()),
        Value::Object(_) => Value::String("{…}".to_owned()),
        other => other.clone(),
    }
}

/// The name that a misspelt one most likely means; none if all are far from it.
pub fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    let length = wrong.chars().count();
    if length > LONGEST {
        return None;
    }
    let wrong = wrong.to_ascii_lowercase();
    let names: Vec<&str> = names.into_iter().collect();
    // Who stops early means what goes on from there: synology-ds918 is the -plus, not the ds218.
    let begun = names.iter().filter(|name| length >= 3 && name.starts_with(&wrong)).min_by_key(|name| name.len());
    if let Some(name) = begun {
        return Some(name);
    }
    names
        .into_iter()
        .map(|name| (strsim::osa_distance(&wrong, name), name))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| *distance <= 2.max(length / 3))
        .map(|(_, name)| name)
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "line {line}, column {column}: ")?;
        } else if self.path.is_empty() {
            write!(f, "the document: ")?;
        } else {
            write!(f, "{}: ", self.path)?;
        }
        let value = &self.value;
        match self.code {
            Code::Syntax => write!(f, "not JSON: {}", value.as_str().unwrap_or("unreadable"))?,
            Code::DuplicateKey => write!(f, "the key is there twice")?,
            Code::TooLarge => write!(f, "too large")?,
            Code::UnknownField => write!(f, "there is no such field")?,
            Code::UnknownPreset => write!(f, "there is no preset {value}")?,
            Code::WrongType => write!(f, "{value} is of the wrong type")?,
            Code::NotWhole => write!(f, "{value} is not a whole number")?,
            Code::OutOfRange => write!(f, "{value} is out of range")?,
            Code::NotAChoice => write!(f, "{value} is none of the choices")?,
            Code::TooLong => write!(f, "{value} is too long")?,
            Code::Required => write!(f, "required, but not there")?,
            Code::WrongKind => write!(f, "{value} doesn't go with this kind")?,
            Code::TooFewDrives => write!(f, "{value} are too few drives for this RAID level")?,
            Code::OddDrives => write!(f, "this RAID level needs an even number of drives, not {value}")?,
            Code::NoRedundancy => write!(f, "{value} has no redundancy to rebuild from")?,
            Code::Internal => write!(f, "a bug of nas-forecast: {}", value.as_str().unwrap_or_default())?,
        }
        if let Some(allowed) = &self.allowed {
            write!(f, "; allowed: {allowed}")?;
        }
        if let Some(nearest) = &self.nearest {
            write!(f, "; did you mean {nearest}?")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Range { min, max, whole, unit } => {
                if *whole {
                    write!(f, "whole numbers ")?;
                }
                write!(f, "{min} to {max}")?;
                if unit.is_empty() { Ok(()) } else { write!(f, " {unit}") }
            }
            Allowed::OneOf { one_of } => {
                for (index, choice) in one_of.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    match choice {
                        Value::String(text) => write!(f, "{comma}{text}")?,
                        other => write!(f, "{comma}{other}")?,
                    }
                }
                Ok(())
            }
            Allowed::Preset { catalog, one_of } => {
                write!(f, "one of the {} names that `nas-forecast catalog {catalog}` lists", one_of.len())
            }
            Allowed::Type { r#type } => write!(f, "{type}"),
            Allowed::Length { max_length } => write!(f, "at most {max_length} characters"),
            Allowed::Least { min } => write!(f, "at least {min}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_finds_the_right_one() {
        assert_eq!(nearest("ram_gb", ["ram_gib", "cpu", "os"]), Some("ram_gib"));
        assert_eq!(nearest("Raid5", ["raid5", "raid6"]), Some("raid5"));
        assert_eq!(nearest("__proto__", ["preset", "label", "cpu"]), None);
        assert_eq!(nearest(&"x".repeat(100_000), ["preset"]), None);
    }

    #[test]
    fn a_long_value_is_shortened_between_characters() {
        let shown = shortened(&Value::String("é".repeat(500)));
        assert_eq!(shown, Value::String("é".repeat(80) + "…"));
    }
}
