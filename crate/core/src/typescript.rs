//! The TypeScript types of what JavaScript gets, written from the Rust types into `www/nas-forecast-types.d.ts`.
//!
//! The file is committed, so that the page's type check needs no build, and this test holds it to the Rust side.
//! `UPDATE_TYPES=1 cargo test -p nas-forecast-core typescript` rewrites it.
use nas_forecast_cache::{lab, trace};
use ts_rs::{Config, TS};

use crate::{advise, purchase, report, scenario, suite};

const HEAD: &str = "\
// Made from the Rust types (crate/core/src/typescript.rs): don't edit.
";

fn declarations() -> String {
    let config = Config::default().with_large_int("number");
    let mut text = format!("{HEAD}\n{}", scenario::typescript());
    let mut add = |declaration: String, docs: Option<String>| {
        let docs = docs.unwrap_or_default();
        text.push_str(&tidy(&format!("\n{docs}export {declaration}\n")));
    };
    macro_rules! declare {
        ($($kind:ty),* $(,)?) => { $( add(<$kind>::decl(&config), <$kind>::docs()); )* };
    }
    declare!(
        serde_json::Value,
        report::Effort,
        report::Quantity,
        report::Latency,
        report::StationReport,
        report::CacheReport,
        report::TimelinePoint,
        crate::scenario::Why,
        report::Assumption,
        report::Warning,
        report::StopReason,
        report::RunStatus,
        report::Report,
        suite::SuiteRow,
        trace::Format,
        trace::Problem,
        trace::BadLine,
        trace::Note,
        lab::PolicyResult,
        lab::Point,
        lab::Curve,
        lab::Stretch,
        lab::Profile,
        lab::Results,
        advise::AdviceRequest,
        advise::Upgrade,
        advise::Job,
        advise::Sample,
        advise::Measured,
        advise::Worth,
        advise::WorkloadGain,
        advise::RatedUpgrade,
        advise::Verdict,
        advise::Advice,
        advise::Plan,
        purchase::Purchase,
        purchase::Wear,
    );
    text
}

/// One line a comment and a field, indented.
fn tidy(declaration: &str) -> String {
    let mut text = declaration.replace("/**\n * ", "/** ").replace("\n */\n", " */\n");
    if let Some((head, fields)) = text.split_once("= { \n").filter(|_| declaration.contains("*/\n")) {
        let fields = fields.replace(", };", ",").replace(", \n", ",\n").replace('\n', "\n  ");
        text = format!("{head}= {{\n  {}\n}};\n", fields.trim_end());
    }
    text
}

#[test]
fn the_typescript_types_are_those_of_rust() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/nas-forecast-types.d.ts");
    let wanted = declarations();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == wanted,
        "www/nas-forecast-types.d.ts is out of date: UPDATE_TYPES=1 cargo test -p nas-forecast-core typescript"
    );
}
