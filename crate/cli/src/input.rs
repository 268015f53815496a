//! Reading what a command is given: a file or standard input, a scenario in it, a patch on it.

use nas_forecast_core::scenario::{self, Document, Problem};
use std::io::Read;
use std::path::Path;

/// The text of a file; `-` is standard input.
pub fn text_of(file: &Path) -> Result<String, Vec<String>> {
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        std::io::stdin().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    let name = file.display();
    read.map_err(|error| vec![format!("{name}: {error}")])?;
    String::from_utf8(bytes).map_err(|error| {
        let line =
            error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        vec![format!("{name}: line {line}: not UTF-8")]
    })
}

/// Problems as lines for people.
pub fn told(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(Problem::to_string).collect()
}

/// The scenario in a file.
pub fn scenario_of(file: &Path) -> Result<Document, Vec<String>> {
    scenario::read(&text_of(file)?).map_err(|problems| told(&problems))
}

/// The hardware in a file, whatever its workload.
pub fn hardware_of(file: &Path) -> Result<Document, Vec<String>> {
    scenario::read_hardware(&text_of(file)?).map_err(|problems| told(&problems))
}

/// A scenario with merge patches on it, given as JSON text: applied in turn, and checked when all are on it.
pub fn patched(document: Document, patches: &[String]) -> Result<Document, Vec<String>> {
    let mut value = document.to_value().clone();
    for patch in patches {
        let patch = scenario::parse_json(patch).map_err(|problems| {
            told(&problems).into_iter().map(|line| format!("--patch: {line}")).collect::<Vec<_>>()
        })?;
        scenario::merge_patch(&mut value, &patch);
    }
    Document::from_value(&value).map_err(|problems| told(&problems))
}
