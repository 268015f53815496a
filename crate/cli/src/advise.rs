//! `advise`: what to buy next, ranked by what it brings.

use crate::figures::lines;
use crate::input::{hardware_of, scenario_of, told};
use crate::measured::{figure, on_all_cores, table};
use nas_forecast_core::advise::{Advice, AdviceRequest, Advisor, RatedUpgrade, Verdict};
use nas_forecast_core::report::Effort;
use serde_json::Value;
use std::path::PathBuf;

/// What `advise` is asked for.
#[derive(clap::Args, Debug)]
pub struct AdviseArgs {
    /// A scenario; its workload counts only where a weight is given to `own`. `-` is standard input
    #[arg(value_name = "FILE.json")]
    file: PathBuf,
    /// How much a workload of the suite counts, as in `big-file-read=3`; without any, all count alike
    #[arg(long = "weight", value_name = "WORKLOAD=WEIGHT", value_parser = pair)]
    weights: Vec<(String, f64)>,
    /// What an upgrade costs, as in `link-10=250`
    #[arg(long = "price", value_name = "UPGRADE=PRICE", value_parser = pair)]
    prices: Vec<(String, f64)>,
    /// Seed of every simulation
    #[arg(long, default_value_t = 42)]
    seed: u64,
    /// The advice as JSON
    #[arg(long)]
    json: bool,
}

fn pair(text: &str) -> Result<(String, f64), String> {
    let (name, figure) = text.split_once('=').ok_or("wanted: NAME=FIGURE")?;
    let figure = figure.parse().map_err(|_| format!("{figure} is not a number"))?;
    Ok((name.to_owned(), figure))
}

/// The text to print, or what is wrong with the input.
pub fn run(args: &AdviseArgs) -> Result<String, Vec<String>> {
    let request = AdviceRequest {
        weights: args.weights.iter().cloned().collect(),
        prices: args.prices.iter().cloned().collect(),
        seed: args.seed,
    };
    let document = if request.weighs_own() { scenario_of(&args.file) } else { hardware_of(&args.file) }?;
    let mut advisor = Advisor::new(&document, request).map_err(|problems| told(&problems))?;
    let known: Vec<&str> = advisor.upgrades().map(|upgrade| upgrade.id.as_str()).collect();
    let unknown = args.prices.iter().filter(|(id, _)| !known.contains(&id.as_str()));
    let problems: Vec<String> =
        unknown.map(|(id, _)| format!("--price {id}: no such upgrade here; there are {}", known.join(", "))).collect();
    if !problems.is_empty() {
        return Err(problems);
    }
    loop {
        let jobs = advisor.jobs();
        if jobs.is_empty() {
            break;
        }
        let results = on_all_cores(&jobs, |job| advisor.run(job));
        results.into_iter().for_each(|measured| advisor.record(measured));
    }
    let advice = advisor.advice();
    if args.json {
        return serde_json::to_string_pretty(&advice).map_err(|error| vec![error.to_string()]);
    }
    Ok(format!("{}\n\n{}", rows(&advice), conclusion(&advice)).trim_end().to_owned())
}

fn rows(advice: &Advice) -> String {
    let mut table = table(&["upgrade", "change", "based on", "gain %", "low", "high", "% per price"], 3);
    for rated in &advice.upgrades {
        let percent = |ratio: f64| figure(100.0 * (ratio - 1.0));
        let effort = if rated.effort == Effort::Full { "full runs" } else { "drafts" };
        table.add_row(vec![
            rated.upgrade.id.clone(),
            changes(rated),
            effort.to_owned(),
            percent(rated.speed_up.value),
            percent(rated.speed_up.low),
            percent(rated.speed_up.high),
            rated.gain_percent_per_price.map_or_else(String::new, figure),
        ]);
    }
    lines(&table)
}

/// The patch as paths and values, as `--patch` or a link would say them; without what only makes room.
fn changes(rated: &RatedUpgrade) -> String {
    let mut found = Vec::new();
    flatten("", &rated.upgrade.patch, &mut found);
    found.join(" ")
}

fn flatten(path: &str, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                flatten(&path, value, found);
            }
        }
        Value::Null if path.contains('.') => {}
        Value::Null => found.push(format!("no {path}")),
        Value::String(text) => found.push(format!("{path}={text}")),
        other => found.push(format!("{path}={other}")),
    }
}

fn conclusion(advice: &Advice) -> String {
    let sentence = |verdict: &Verdict| match verdict {
        Verdict::NothingWorthBuying => "Nothing here is worth buying: no upgrade that costs money brings 3 %.",
        Verdict::SettingHelps => "A setting that costs nothing brings 3 % or more.",
        Verdict::CacheHurts => "The SSD cache makes it slower: without it, it would be 3 % faster or more.",
    };
    advice.verdicts.iter().map(sentence).collect::<Vec<_>>().join("\n")
}
