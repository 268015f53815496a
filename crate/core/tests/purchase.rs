//! From a trace to a purchase: measured hit ratios decide what the caches of the simulated NAS answer.

use nas_forecast_core::purchase::{Measured, Purchase, Question, purchase};
use nas_forecast_core::report::{Effort, ForecastOptions};
use nas_forecast_core::scenario::{Document, read_hardware};
use serde_json::{Value, json};

const BLOCK: f64 = 65_536.0;
/// A day of 1 TB read and 100 GB written in requests of 64 KiB, over 2 TB of different data.
fn trace() -> Value {
    let points: Vec<Value> = [(1e9, 0.9), (100e9, 0.8), (1000e9, 0.4), (2000e9, 0.3)]
        .map(|(bytes, miss_ratio)| json!({"size": bytes / BLOCK, "miss_ratio": miss_ratio}))
        .to_vec();
    json!({
        "block_bytes": BLOCK, "distinct_blocks": 2e12 / BLOCK, "records": 1.1e12 / BLOCK, "writes": 0.1e12 / BLOCK,
        "bytes": 1.1e12, "write_bytes": 0.1e12, "duration_s": 86_400.0,
        "mrc": [{"policy": "lru", "sample_rate": 1.0, "error": 0.0, "points": points}],
        "profile": {"sequential_share": 0.0, "write_share": 0.09},
    })
}

fn hardware(cache: Value) -> Document {
    let text = json!({
        "version": 1, "nas": {"preset": "synology-ds1819-plus"}, "drives": {"count": 8}, "volume": {"raid": "raid6"},
        "ssd_cache": cache,
    });
    read_hardware(&text.to_string()).unwrap()
}

fn cache() -> Value {
    json!({"mode": "read-write", "raid": "raid1", "drives": {"count": 2, "capacity_gb": 500.0, "endurance_tbw": 300.0}})
}

fn ask(hardware: &Document, trace: &Value, cache_gb: Option<f64>, below_ram: bool) -> Option<Purchase> {
    let measured: Measured = serde_json::from_value(trace.clone()).unwrap();
    let question = Question { policy: "lru".to_owned(), cache_gb, below_ram, in_flight: 16 };
    let options = ForecastOptions { effort: Effort::Draft, ..ForecastOptions::default() };
    purchase(hardware, &measured, &question, &options).unwrap()
}

#[test]
fn the_caches_of_the_simulated_nas_hit_as_often_as_the_trace_says() {
    let found = ask(&hardware(cache()), &trace(), Some(1000.0), true).unwrap();
    assert_eq!((found.ram_hit, found.ssd_hit), (0.0, 0.6));
    // 2,400 reads: a standard error of 1 point.
    let hits = found.report.cache.ssd_hit_percent.unwrap();
    assert!((hits - 60.0).abs() < 4.0, "{hits}");
    assert!(found.report.cache.ram_hit_percent.is_none_or(|percent| percent == 0.0));
}

#[test]
fn above_the_ram_of_the_nas_its_page_cache_takes_its_part() {
    let (above, below) = (
        ask(&hardware(cache()), &trace(), None, false).unwrap(),
        ask(&hardware(cache()), &trace(), None, true).unwrap(),
    );
    // Between 1 GB (10 %) and 100 GB (20 %).
    assert!(above.ram_hit > 0.1 && above.ram_hit < 0.2, "{}", above.ram_hit);
    assert_eq!((above.ssd_hit, below.ram_hit), (0.0, 0.0));
    assert!(above.report.cache.ssd_hit_percent.is_none());
}

#[test]
fn a_larger_cache_is_faster_until_it_holds_everything() {
    let rate = |gb| ask(&hardware(cache()), &trace(), gb, true).unwrap().report.throughput_mb_s.unwrap().value;
    let (none, half, whole) = (rate(None), rate(Some(500.0)), rate(Some(2000.0)));
    assert!(1.2 * none < half && 1.2 * half < whole, "{none} {half} {whole}");
    assert_eq!(whole, rate(Some(4000.0)));
}

#[test]
fn sequential_bytes_move_at_the_rate_of_streams() {
    let shared = |share: f64| {
        let mut trace = trace();
        trace["profile"]["sequential_share"] = json!(share);
        ask(&hardware(cache()), &trace, Some(500.0), true).unwrap()
    };
    let rate = |found: &Purchase| found.throughput_mb_s.unwrap().value;
    let (random, half, streams) = (shared(0.0), shared(0.5), shared(1.0));
    // Without streams it is the report's own figure, and the report stays that of the random accesses.
    assert_eq!(random.throughput_mb_s, random.report.throughput_mb_s);
    assert_eq!(half.report.throughput_mb_s, random.report.throughput_mb_s);
    assert!(rate(&streams) > 1.5 * rate(&random), "{} {}", rate(&streams), rate(&random));
    let expected = 2.0 / (1.0 / rate(&random) + 1.0 / rate(&streams));
    assert!((rate(&half) / expected - 1.0).abs() < 1e-9, "{} {expected}", rate(&half));
    assert!((half.latency_ms - (random.latency_ms + streams.latency_ms) / 2.0).abs() < 1e-9);
}

#[test]
fn wear_is_what_the_trace_writes_and_what_the_cache_fetches() {
    let wear = |cache: Value, gb| ask(&hardware(cache), &trace(), Some(gb), true).unwrap().wear.unwrap();
    // A day: 0.1 TB written, 40 % of 1 TB fetched; a year has 365.25 of them. 600 TBW, twice the 500 GB drive's 300.
    let mirrored = wear(cache(), 1000.0);
    assert!((mirrored.tb_per_year - 0.5 * 365.25).abs() < 1e-9);
    assert_eq!(mirrored.endurance_tbw, Some(600.0));
    assert!((mirrored.years.unwrap() - 600.0 / (0.5 * 365.25)).abs() < 1e-9);
    // Stripes share the work, and half the capacity each is enough. A read cache takes no writes.
    let mut striped = cache();
    striped["raid"] = json!("raid0");
    striped["mode"] = json!("read-only");
    let striped = wear(striped, 1000.0);
    assert!((striped.tb_per_year - 0.2 * 365.25).abs() < 1e-9);
    assert_eq!(striped.endurance_tbw, Some(300.0));
}

#[test]
fn without_times_there_is_no_wear_and_without_blocks_no_purchase() {
    let mut timeless = trace();
    timeless["duration_s"] = json!(0.0);
    assert!(ask(&hardware(cache()), &timeless, Some(500.0), true).unwrap().wear.is_none());
    let mut objects = trace();
    objects["block_bytes"] = Value::Null;
    assert!(ask(&hardware(cache()), &objects, Some(500.0), true).is_none());
    assert!(ask(&hardware(cache()), &trace(), None, true).unwrap().wear.is_none());
}

#[test]
fn hardware_without_a_cache_gets_one_whose_endurance_is_known() {
    let found = ask(&hardware(Value::Null), &trace(), Some(500.0), true).unwrap();
    assert_eq!(found.wear.unwrap().endurance_tbw, Some(300.0));
}
