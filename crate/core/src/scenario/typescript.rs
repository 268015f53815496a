//! The table of knobs as TypeScript: the types of a document, for people who write one in an editor.

use super::knobs::{self, Fallback, Form, Knob, Null, PART_KINDS, Section};
use super::value::plain_number;
use crate::catalog::Table;
use std::fmt::Write;

/// The text of a declaration file with `Scenario` and all it is made of.
pub fn typescript() -> String {
    let mut text =
        String::from("// The scenario format, version 1. Made from the table of knobs: change that, not this.\n");
    for table in Table::ALL {
        let names: Vec<String> = table.slugs().map(|slug| format!("\"{slug}\"")).collect();
        push(&mut text, format_args!("\nexport type {} =\n  | {};\n", preset_name(table), names.join("\n  | ")));
    }
    for section in knobs::SECTIONS.iter().chain(&knobs::WORKLOADS) {
        interface(&mut text, section);
    }
    let union = |kinds: &[&str]| kinds.iter().map(|kind| type_name(kind)).collect::<Vec<_>>().join(" | ");
    let kinds: Vec<&str> = knobs::WORKLOADS.iter().filter_map(|section| section.kind).collect();
    push(&mut text, format_args!("\nexport type Workload = {};\n", union(&kinds)));
    push(&mut text, format_args!("\nexport interface MixPart {{\n"));
    field(&mut text, knobs::PART_WEIGHT, "", false);
    push(&mut text, format_args!("  workload: {};\n}}\n", union(&PART_KINDS)));
    text.push_str("\nexport type Skew = \"uniform\" | { zipf: number } | { hot_percent: number; hot_accesses_percent: number };\n");
    text
}

fn push(text: &mut String, what: std::fmt::Arguments) {
    // Writing to a String has no way to fail.
    let _ = text.write_fmt(what);
}

fn preset_name(table: Table) -> String {
    type_name(&format!("{}-preset", table.name()))
}

/// `ssd_cache.drives` and `file-copy` as type names: `SsdCacheDrives`, `FileCopy`.
fn type_name(words: &str) -> String {
    let capital =
        |word: &str| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect::<String>();
    match words {
        "" => "Scenario".to_owned(),
        words => words.split(['.', '_', '-']).map(capital).collect(),
    }
}

fn interface(text: &mut String, section: &Section) {
    push(text, format_args!("\nexport interface {} {{\n", type_name(section.kind.unwrap_or(section.path))));
    // A preset may say what is required otherwise, so nothing of a workload is strictly so.
    let by_preset = section.kind.is_some() && section.table().is_some();
    for knob in section.knobs {
        match (knob.name, section.kind) {
            ("kind", Some(kind)) => {
                let optional = if by_preset { "?" } else { "" };
                push(text, format_args!("  /** {} */\n  kind{optional}: \"{kind}\";\n", knob.why));
            }
            _ => field(text, knob, section.path, by_preset),
        }
    }
    text.push_str("}\n");
}

fn field(text: &mut String, knob: &Knob, section: &str, by_preset: bool) {
    let optional = if matches!(knob.fallback, Fallback::Required) && !by_preset { "" } else { "?" };
    let null = if knob.null == Null::Refused { "" } else { " | null" };
    let (ty, range) = match knob.form {
        Form::Whole { min, max, .. } => ("number".to_owned(), format!(" Whole number, {min} to {max}.")),
        Form::Number { min, max, .. } => ("number".to_owned(), format!(" {min} to {max}.")),
        Form::Steps(steps) => {
            (steps.iter().map(|step| plain_number(*step).to_string()).collect::<Vec<_>>().join(" | "), String::new())
        }
        Form::Flag => ("boolean".to_owned(), String::new()),
        Form::Choice(choices) => {
            (choices.iter().map(|choice| format!("\"{choice}\"")).collect::<Vec<_>>().join(" | "), String::new())
        }
        Form::Text { max } => ("string".to_owned(), format!(" At most {max} characters.")),
        Form::Preset(table) => (preset_name(table), String::new()),
        Form::Skew => ("Skew".to_owned(), String::new()),
        Form::Parts => ("MixPart[]".to_owned(), String::new()),
        Form::Section if section.is_empty() => (type_name(knob.name), String::new()),
        Form::Section => (type_name(&format!("{section}.{}", knob.name)), String::new()),
    };
    let default = knob.constant_default().filter(|default| !default.is_null());
    let default = default.map(|default| format!(" Default: {default}.")).unwrap_or_default();
    push(text, format_args!("  /** {}{range}{default} */\n  {}{optional}: {ty}{null};\n", knob.why, knob.name));
}
