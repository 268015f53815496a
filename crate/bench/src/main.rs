//! The native side of the benchmark, as JSON on standard output: `events COUNT RUNS`, `suite`, or `growth`.
mod growth;

use cpu_time::ThreadTime;
use nas_forecast_bench::{closed_queue, heap};
use nas_forecast_core::report::ForecastOptions;
use nas_forecast_core::scenario;
use nas_forecast_core::suite::suite;
use serde_json::{Value, json};
use std::hint::black_box;

/// The hardware that the suite is timed on: many drives, parity, and an SSD cache, so that each row is forecast twice.
const SUITE_HARDWARE: &str = r#"{"version": 1, "nas": {"preset": "synology-ds1819-plus"}, "drives": {"count": 8},
    "volume": {"raid": "raid6"}, "ssd_cache": {}, "network": {"link_gbit": 10}}"#;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let found = match words.as_slice() {
        ["events", count, runs] => match (count.parse(), runs.parse()) {
            (Ok(count), Ok(runs)) => events(count, runs),
            _ => usage(),
        },
        ["suite"] => time_suite(),
        ["growth"] => time_growth(),
        _ => usage(),
    };
    println!("{found}");
}

fn usage() -> Value {
    eprintln!("usage: nas-forecast-bench events COUNT RUNS | suite | growth");
    std::process::exit(2);
}

/// Seconds on the processor of the median of `runs` runs, after one that warms up.
fn seconds<T>(runs: usize, mut run: impl FnMut() -> T) -> f64 {
    black_box(run());
    let mut times: Vec<f64> = (0..runs.max(1))
        .map(|_| {
            let start = ThreadTime::now();
            black_box(run());
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn events(count: u32, runs: usize) -> Value {
    let rate = |run: fn(u32) -> u64| f64::from(count) / seconds(runs, || run(black_box(count)));
    json!({
        "jobs": closed_queue::JOBS,
        "stations": closed_queue::MEAN_SERVICE_NS.len(),
        "heap_per_s": rate(heap::run),
        "closed_queue_per_s": rate(closed_queue::run),
        // As text: JSON numbers lose digits in JavaScript.
        "closed_queue_end_ns": closed_queue::run(count).to_string(),
    })
}

fn time_suite() -> Value {
    match scenario::read_hardware(SUITE_HARDWARE) {
        Err(problems) => json!({"problems": problems}),
        Ok(document) => {
            let start = ThreadTime::now();
            let rows = suite(&document, &ForecastOptions::default());
            let seconds = start.elapsed().as_secs_f64();
            let events: u64 = rows
                .iter()
                .flat_map(|row| [Some(&row.report), row.report_without_cache.as_ref()])
                .flatten()
                .map(|report| report.run.events)
                .sum();
            json!({"hardware": SUITE_HARDWARE, "rows": rows.len(), "seconds": seconds, "events": events})
        }
    }
}

fn time_growth() -> Value {
    growth::GROWTHS
        .iter()
        .map(|growth| match growth.measure() {
            Err(problems) => json!({"what": growth.what, "problems": problems}),
            Ok(costs) => json!({
                "what": growth.what,
                "exponent": growth::exponent(&costs),
                "costs": costs.iter().map(|cost| json!([cost.value, cost.seconds, cost.events])).collect::<Vec<_>>(),
            }),
        })
        .collect()
}
