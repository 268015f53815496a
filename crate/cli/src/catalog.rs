//! `catalog`: what presets there are, and where each of their figures comes from.

use nas_forecast_core::catalog::{Table, with_sources};
use serde_json::{Map, Value};

/// What `catalog` is asked for.
#[derive(clap::Args, Debug)]
pub struct CatalogArgs {
    /// One table with every figure and its source; without it, the names in all tables
    #[arg(value_parser = ["nas", "cpus", "drives", "ssds", "workloads"])]
    table: Option<String>,
    /// The data as JSON
    #[arg(long)]
    json: bool,
}

/// The text to print.
pub fn run(args: &CatalogArgs) -> Result<String, Vec<String>> {
    let table = args.table.as_deref().and_then(Table::from_name);
    match (table, args.json) {
        (Some(table), false) => Ok(figures(&rows(table)?)),
        (Some(table), true) => pretty(&Value::Array(rows(table)?)),
        (None, false) => names(),
        (None, true) => {
            let tables = Table::ALL.into_iter().map(|table| Ok((table.name().to_owned(), Value::Array(rows(table)?))));
            pretty(&Value::Object(tables.collect::<Result<Map<_, _>, Vec<String>>>()?))
        }
    }
}

fn pretty(value: &Value) -> Result<String, Vec<String>> {
    serde_json::to_string_pretty(value).map_err(|error| vec![error.to_string()])
}

fn rows(table: Table) -> Result<Vec<Value>, Vec<String>> {
    let rows = with_sources(table).lines().map(serde_json::from_str);
    rows.collect::<Result<_, _>>().map_err(|error| vec![format!("{}: {error}", table.name())])
}

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}

/// Every preset of every table, a line each.
fn names() -> Result<String, Vec<String>> {
    let mut lines = Vec::new();
    for table in Table::ALL {
        let rows = rows(table)?;
        lines.push(format!("{} ({})", table.name(), rows.len()));
        lines.extend(rows.iter().map(|row| format!("  {:<36}  {}", text(row, "slug"), text(row, "name"))));
        lines.push(String::new());
    }
    lines.push("`nas-forecast catalog nas` shows the figures of a table, each with its source.".to_owned());
    Ok(lines.join("\n"))
}

/// A block a preset: each figure, its value and where it was seen.
fn figures(rows: &[Value]) -> String {
    let mut lines = Vec::new();
    for row in rows {
        lines.push(format!("{}  {}", text(row, "slug"), text(row, "name")));
        for (field, value) in row.as_object().into_iter().flatten() {
            if ["slug", "name", "sources", "unverified", "why", "note"].contains(&field.as_str()) {
                continue;
            }
            let line = format!("  {field:<24}  {:<28}  {}", shown(value), origin(row, field, value));
            lines.push(line.trim_end().to_owned());
        }
        let remarks = ["why", "note"].into_iter().map(|name| text(row, name)).filter(|remark| !remark.is_empty());
        lines.extend(remarks.map(|remark| format!("  {remark}")));
        lines.push(String::new());
    }
    lines.pop();
    lines.join("\n")
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "not found".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Where a figure was seen, or that it still wants checking.
fn origin(row: &Value, field: &str, value: &Value) -> String {
    let lists = |fields: &Value| fields.as_array().is_some_and(|fields| fields.iter().any(|name| name == field));
    let sources = row["sources"].as_object().into_iter().flatten();
    let seen: Vec<&str> = sources.filter(|(_, fields)| lists(fields)).map(|(source, _)| source.as_str()).collect();
    match (lists(&row["unverified"]), seen.join("; ")) {
        _ if value.is_null() => String::new(),
        (true, source) if source.is_empty() => "unverified".to_owned(),
        (true, source) => format!("unverified; {source}"),
        // Kind, capacity and model number are the name's own business.
        (false, source) if source.is_empty() && row["sources"].is_object() => "its name".to_owned(),
        (false, source) => source,
    }
}
