//! Boils the catalogue down to what a forecast needs.
//!
//! The data files carry a source for every figure and remarks for the curious; that is four fifths of their bytes.
//! A page that only forecasts shall not pay for them, so the values are put into one compact JSON object a table
//! here, and the full files are compiled in only with the feature `catalog-sources`.

use serde_json::{Map, Value};
use std::{env, error::Error, fs, path::Path};

/// Fields of a row that are for people who want to check a figure, not for the forecast.
const FOR_THE_CURIOUS: [&str; 9] =
    ["sources", "note", "memory", "model", "expansion", "threads", "base_ghz", "boost_ghz", "cpu_mark"];

fn main() -> Result<(), Box<dyn Error>> {
    let out_dir = env::var("OUT_DIR")?;
    println!("cargo::rerun-if-changed=catalog");
    for table in ["nas", "cpus", "drives", "ssds", "workloads"] {
        let file = format!("catalog/{table}.jsonl");
        let mut rows = Map::new();
        for (index, line) in fs::read_to_string(&file)?.lines().enumerate() {
            let row: Map<String, Value> =
                serde_json::from_str(line).map_err(|e| format!("{file}:{}: {e}", index + 1))?;
            let slug =
                row.get("slug").and_then(Value::as_str).ok_or_else(|| format!("{file}:{}: no slug", index + 1))?;
            let kept: Map<String, Value> = row
                .iter()
                .filter(|(name, value)| {
                    *name != "slug"
                        && !FOR_THE_CURIOUS.contains(&name.as_str())
                        && !value.is_null()
                        && **value != Value::Array(vec![])
                })
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            if rows.insert(slug.to_owned(), Value::Object(kept)).is_some() {
                return Err(format!("{file}:{}: {slug} is there twice", index + 1).into());
            }
        }
        fs::write(Path::new(&out_dir).join(format!("{table}.json")), serde_json::to_string(&rows)?)?;
    }
    Ok(())
}
