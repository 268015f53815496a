//! A guide's whole set at once: a list of scenarios, each with the languages and files it is wanted in. Files that would
//! come out the same are left alone, so that a site's caches and version control see only what changed.

use super::figures::suite_of;
use super::words::{Lang, Words};
use super::{Form, write};
use crate::input::{text_of, told};
use clap::ValueEnum;
use nas_forecast_core::scenario::{self, Document};
use serde_json::Value;
use std::path::{Component, Path, PathBuf};

/// One scenario and what is wanted of it.
struct Entry {
    hardware: Document,
    files: Vec<(PathBuf, Form, Lang)>,
}

/// How many files were written, and how many stayed as they were.
pub fn run(list: &Path, folder: Option<&Path>) -> Result<String, Vec<String>> {
    let name = list.display();
    let parsed = scenario::parse_json(&text_of(list)?).map_err(|problems| at(&name.to_string(), told(&problems)))?;
    let items = parsed.as_array().ok_or_else(|| vec![format!("{name}: not a list")])?;
    let mut entries = Vec::new();
    let mut problems = Vec::new();
    for (index, item) in items.iter().enumerate() {
        match Entry::read(item) {
            Ok(entry) => entries.push(entry),
            Err(found) => problems.extend(at(&format!("{name}: entry {}", index + 1), found)),
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    for (out, ..) in entries.iter().flat_map(|entry| &entry.files) {
        if !seen.insert(out) {
            problems.push(format!("{name}: {}: two entries want this file", out.display()));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let folder = folder.or(list.parent()).unwrap_or(Path::new(""));
    let (mut written, mut unchanged) = (0_usize, 0_usize);
    for entry in &entries {
        let suite = suite_of(&entry.hardware);
        for (out, form, lang) in &entry.files {
            let bytes = form.render(&Words::of(*lang), &suite)?;
            *if write(&folder.join(out), &bytes)? { &mut written } else { &mut unchanged } += 1;
        }
    }
    Ok(format!("{written} written, {unchanged} unchanged"))
}

fn at(place: &str, problems: Vec<String>) -> Vec<String> {
    problems.into_iter().map(|problem| format!("{place}: {problem}")).collect()
}

impl Entry {
    fn read(item: &Value) -> Result<Self, Vec<String>> {
        let object = item.as_object().ok_or_else(|| vec!["not an object".to_owned()])?;
        let unknown = object.keys().filter(|key| !["scenario", "lang", "out"].contains(&key.as_str()));
        let mut problems: Vec<_> = unknown.map(|key| format!("{key}: allowed are scenario, lang, out")).collect();
        let hardware = object.get("scenario").map(|scenario| scenario::read_hardware(&scenario.to_string()));
        let langs = one_or_more(object.get("lang").unwrap_or(&Value::from("en")), "lang").and_then(|codes| {
            let lang = |code: &String| {
                Lang::from_str(code, false).map_err(|_| vec![format!("lang: {code}: allowed are en, fr, de, pt")])
            };
            codes.iter().map(lang).collect::<Result<Vec<_>, _>>()
        });
        let outs = one_or_more(object.get("out").unwrap_or(&Value::Null), "out");
        match (hardware, langs, outs) {
            (Some(Ok(hardware)), Ok(langs), Ok(outs)) if problems.is_empty() => {
                Ok(Entry { hardware, files: files(&langs, &outs)? })
            }
            (hardware, langs, outs) => {
                match hardware {
                    None => problems.push("scenario: missing".to_owned()),
                    Some(found) => problems.extend(at("scenario", told(&found.err().unwrap_or_default()))),
                }
                problems.extend(langs.err().into_iter().chain(outs.err()).flatten());
                Err(problems)
            }
        }
    }
}

/// A text, or a list of texts.
fn one_or_more(value: &Value, name: &str) -> Result<Vec<String>, Vec<String>> {
    let items = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    let texts: Option<Vec<_>> = items.iter().map(|item| item.as_str().map(str::to_owned)).collect();
    texts.filter(|texts| !texts.is_empty()).ok_or_else(|| vec![format!("{name}: a text or a list of texts")])
}

/// Every file in every language.
fn files(langs: &[Lang], outs: &[String]) -> Result<Vec<(PathBuf, Form, Lang)>, Vec<String>> {
    let mut files = Vec::new();
    for out in outs {
        if langs.len() > 1 && !out.contains("{lang}") {
            return Err(vec![format!("out: {out}: with several languages the name must hold {{lang}}")]);
        }
        for lang in langs {
            let path = PathBuf::from(out.replace("{lang}", lang.code()));
            if !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
                return Err(vec![format!("out: {out}: a path below the folder, without \"..\"")]);
            }
            let form = Form::of(&path)?;
            files.push((path, form, *lang));
        }
    }
    Ok(files)
}
