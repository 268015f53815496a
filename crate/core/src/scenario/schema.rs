//! The table of knobs for programs: as a JSON Schema, and as data for a page's controls.

use super::knobs::{self, Fallback, Form, Knob, MAX_PARTS, Null, PART_KINDS, Scale, Section};
use super::value::plain_number;
use crate::catalog::Table;
use serde_json::{Map, Value, json};

/// The JSON Schema (2020-12) of a document. It knows every field, range and choice; what only goes wrong together, such
/// as too few drives for a RAID level, `read` alone can tell.
pub fn schema() -> Value {
    let mut root = knobs::section("").map_or(Value::Null, section_schema);
    let mut defs = Map::new();
    for table in Table::ALL {
        defs.insert(format!("{}-preset", table.name()), json!({"enum": table.slugs().collect::<Vec<_>>()}));
    }
    defs.insert(
        "workload".to_owned(),
        json!({"oneOf": knobs::WORKLOADS.iter().map(workload_schema).collect::<Vec<_>>()}),
    );
    let parts = knobs::WORKLOADS.iter().filter(|section| section.kind.is_some_and(|kind| PART_KINDS.contains(&kind)));
    defs.insert("part-workload".to_owned(), json!({"oneOf": parts.map(workload_schema).collect::<Vec<_>>()}));
    root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    root["title"] = json!("A NAS scenario");
    root["$defs"] = Value::Object(defs);
    root
}

fn section_schema(section: &Section) -> Value {
    let properties: Map<String, Value> = section
        .knobs
        .iter()
        .map(|knob| {
            let path =
                if section.path.is_empty() { knob.name.to_owned() } else { format!("{}.{}", section.path, knob.name) };
            (knob.name.to_owned(), knob_schema(knob, &path))
        })
        .collect();
    let required: Vec<&str> = required(section).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

fn required(section: &Section) -> impl Iterator<Item = &'static str> {
    section.knobs.iter().filter(|knob| matches!(knob.fallback, Fallback::Required)).map(|knob| knob.name)
}

fn workload_schema(section: &'static Section) -> Value {
    let mut schema = section_schema(section);
    let kind = section.kind.unwrap_or_default();
    schema["title"] = json!(kind);
    schema["properties"]["kind"] = json!({"const": kind});
    if schema["properties"]["preset"].is_object() {
        // A preset says what would be required without it.
        let presets: Vec<&str> = Table::Workloads
            .rows()
            .iter()
            .filter(|(_, row)| row["patch"]["workload"]["kind"] == kind)
            .map(|(slug, _)| slug.as_str())
            .collect();
        schema["properties"]["preset"] = json!({"enum": presets});
        let required = schema["required"].take();
        schema["anyOf"] = json!([{"required": required}, {"required": ["preset"]}]);
        schema["required"] = json!([]);
    }
    schema
}

fn knob_schema(knob: &Knob, path: &str) -> Value {
    let mut schema = match knob.form {
        Form::Whole { min, max, .. } => json!({"type": "integer", "minimum": min, "maximum": max}),
        Form::Number { min, max, .. } => {
            json!({"type": "number", "minimum": plain_number(min), "maximum": plain_number(max)})
        }
        Form::Steps(steps) => json!({"enum": steps.iter().map(|step| plain_number(*step)).collect::<Vec<_>>()}),
        Form::Flag => json!({"type": "boolean"}),
        Form::Choice(choices) => json!({"enum": choices}),
        Form::Text { max } => json!({"type": "string", "maxLength": max}),
        Form::Preset(table) => json!({"$ref": format!("#/$defs/{}-preset", table.name())}),
        Form::Skew => skew_schema(),
        Form::Parts => json!({"type": "array", "minItems": 1, "maxItems": MAX_PARTS, "items": {
            "type": "object",
            "properties": {"weight": knob_schema(knobs::PART_WEIGHT, ""), "workload": {"$ref": "#/$defs/part-workload"}},
            "required": ["workload"],
            "additionalProperties": false,
        }}),
        Form::Section if path == "workload" => json!({"$ref": "#/$defs/workload"}),
        Form::Section => knobs::section(path).map_or(Value::Null, section_schema),
    };
    if knob.null != Null::Refused {
        schema = json!({"anyOf": [schema, {"type": "null"}]});
    }
    if !knob.why.is_empty() {
        schema["description"] = json!(knob.why);
    }
    if let Some(default) = knob.constant_default().filter(|default| !default.is_null()) {
        schema["default"] = default;
    }
    schema
}

fn skew_schema() -> Value {
    let object = |names: &[&str]| {
        let properties: Map<String, Value> = knobs::SKEW
            .iter()
            .filter(|knob| names.contains(&knob.name))
            .map(|knob| (knob.name.to_owned(), knob_schema(knob, "")))
            .collect();
        json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
    };
    json!({"oneOf": [{"const": "uniform"}, object(&["zipf"]), object(&["hot_percent", "hot_accesses_percent"])]})
}

/// The table as data: what a page needs to draw a control for every field.
pub fn knobs_json() -> Value {
    let sections = knobs::SECTIONS.iter().chain(&knobs::WORKLOADS).map(|section| {
        json!({
            "path": section.path,
            "kind": section.kind,
            "knobs": section.knobs.iter().map(knob_json).collect::<Vec<_>>(),
        })
    });
    let versions: Map<String, Value> =
        ["smb", "nfs", "usb"].iter().map(|kind| ((*kind).to_owned(), json!(knobs::versions(kind)))).collect();
    json!({
        "sections": sections.collect::<Vec<_>>(),
        "part": {"weight": knob_json(knobs::PART_WEIGHT), "kinds": PART_KINDS, "max": MAX_PARTS},
        "skew": knobs::SKEW.iter().map(knob_json).collect::<Vec<_>>(),
        "versions": versions,
        "suite": crate::catalog::SUITE,
    })
}

fn knob_json(knob: &Knob) -> Value {
    let mut entry = json!({
        "name": knob.name,
        "unit": knob.unit,
        "scale": match knob.scale { Scale::Linear => "linear", Scale::Log => "log", Scale::Choices => "choices" },
        "required": matches!(knob.fallback, Fallback::Required),
        "derived": matches!(knob.fallback, Fallback::Derived(_) | Fallback::DerivedIn(_)),
        "default": knob.constant_default(),
        "nullable": knob.null != Null::Refused,
        "why": knob.why,
    });
    let (form, extra) = match knob.form {
        Form::Whole { min, max, step } => ("whole", json!({"min": min, "max": max, "step": step})),
        Form::Number { min, max, step } => {
            ("number", json!({"min": plain_number(min), "max": plain_number(max), "step": plain_number(step)}))
        }
        Form::Steps(steps) => {
            ("steps", json!({"choices": steps.iter().map(|step| plain_number(*step)).collect::<Vec<_>>()}))
        }
        Form::Flag => ("flag", json!({})),
        Form::Choice(choices) => ("choice", json!({"choices": choices})),
        Form::Text { max } => ("text", json!({"max_length": max})),
        Form::Preset(table) => ("preset", json!({"catalog": table.name()})),
        Form::Skew => ("skew", json!({})),
        Form::Parts => ("parts", json!({})),
        Form::Section => ("section", json!({})),
    };
    entry["type"] = json!(form);
    if let (Some(entry), Value::Object(extra)) = (entry.as_object_mut(), extra) {
        entry.extend(extra);
    }
    if let Some((min, max)) = knob.usual {
        entry["usual"] = json!([plain_number(min), plain_number(max)]);
    }
    entry
}
