//! Small hand-made scenarios, cases and reports for the tests of this module.

use super::case::{Case, CaseForecast, Grade, Measured, Source};
use super::metric::Metric;
use super::ordering::{Ordering, Variant};
use super::relation::Expected;
use crate::report::{CacheReport, Latency, Quantity, Report, RunStatus, StopReason};
use crate::scenario::{Resolved, Scenario, Workload};
use crate::tree::InTree;
use serde_json::json;

/// Four 200 MB/s drives in RAID 10, one 1 Gbit/s link, a Windows client copying big files over SMB.
pub fn scenario() -> Scenario {
    InTree::of(&json!({
        "version": 1,
        "nas": {"cpu": {"cores": 4, "single_thread_score": 1000.0, "aes_instructions": true}, "ram_gib": 4.0,
                "io_bus_mb_s": null, "os": "dsm-6"},
        "drives": {"count": 4, "kind": "hdd", "recording": "cmr", "capacity_tb": 8.0, "rpm": 7200.0,
                   "sequential_mb_s": 200.0, "sequential_write_mb_s": 200.0, "sustained_write_mb_s": null,
                   "slc_cache_gb": null, "attach": "sata", "power_loss_protection": false, "average_seek_ms": 9.0,
                   "random_read_iops": null, "random_write_iops": null, "cache_mib": 256.0},
        "volume": {"raid": "raid10", "chunk_kib": 64, "filesystem": "btrfs", "fill_percent": 30.0,
                   "position_percent": 15.0, "encrypted": false, "compression_ratio": 1.0, "sync": "standard",
                   "slog": null, "controller": "software", "controller_cache_mib": 0.0,
                   "write_intent_bitmap": false, "stripe_cache_kib": 1024, "state": "optimal"},
        "ssd_cache": null,
        "network": {"link_gbit": 1.0, "links": 1, "bonding": "none", "mtu": 1500, "round_trip_us": 200.0,
                    "spread": "mean", "loss_percent": 0.0},
        "client": {"os": "windows", "count": 1, "link_gbit": 1.0, "links": 1, "tool": "explorer",
                   "storage_mb_s": null, "ram_gib": 16.0, "single_thread_score": 2500.0},
        "protocol": {"kind": "smb", "version": "3.1.1", "encrypted": false, "signed": false, "async": false,
                     "cipher": "aes128-gcm", "io_kib": null, "connections": 1},
        "workload": {"kind": "file-copy", "direction": "read", "files": 10, "mean_file_bytes": 1_000_000_000_u64,
                     "size_sigma": 0.0, "directories": 1, "in_nas_ram": false, "parallel": 1}
    }))
    .expect("the sample is a resolved scenario")
}

pub fn random_block(block_bytes: u64, read_percent: f64) -> Workload {
    InTree::of(&json!({
        "kind": "block", "pattern": "random", "block_bytes": block_bytes, "read_percent": read_percent,
        "threads": 1, "queue_depth": 1, "working_set_gb": 100.0, "skew": "uniform", "direct": true,
        "end_sync": false, "sync": false, "duration_s": 60.0
    }))
    .expect("the sample is a block workload")
}

pub fn resolved() -> Resolved {
    Resolved { scenario: scenario(), assumptions: Vec::new(), warnings: Vec::new() }
}

fn source() -> Source {
    Source { title: "Somewhere".into(), url: "https://example.org/".into(), year: None }
}

/// A case of grade A that measured this throughput.
pub fn case(id: &str, throughput_mb_s: f64) -> Case {
    Case {
        id: id.into(),
        source: source(),
        source_key: "somewhere".into(),
        category: "copies".into(),
        grade: Grade::A,
        inferred: Vec::new(),
        scenario: resolved(),
        baseline: None,
        measured: vec![Measured::exact(Metric::ThroughputMbS, throughput_mb_s)],
        tolerance_percent: None,
        notes: String::new(),
    }
}

pub fn ordering(expected: Expected, names: &[&str]) -> Ordering {
    Ordering {
        id: "ordering".into(),
        source: source(),
        source_key: "somewhere".into(),
        claim: "one is faster".into(),
        strength: "stated".into(),
        metric: Metric::ThroughputMbS,
        expected,
        variants: names
            .iter()
            .map(|name| Variant { name: (*name).into(), scenario: resolved(), baseline: None })
            .collect(),
        ratio_min: None,
        ratio_max: None,
        ratios_to_first: None,
    }
}

/// A report of this throughput, a tenth of it to either side.
pub fn report(throughput_mb_s: f64) -> Report {
    Report {
        version: 1,
        seed: 42,
        scenario: serde_json::Value::Null,
        throughput_mb_s: Some(Quantity {
            value: throughput_mb_s,
            low: throughput_mb_s / 1.1,
            high: throughput_mb_s * 1.1,
        }),
        iops: None,
        files_per_s: None,
        duration_s: None,
        latency_ms: Latency::default(),
        bottleneck: "link".into(),
        stations: Vec::new(),
        cache: CacheReport::default(),
        timeline: Vec::new(),
        assumptions: Vec::new(),
        warnings: Vec::new(),
        run: RunStatus { stop: StopReason::Converged, events: 0, operations: 0, noise_percent: 0.0, scale: 1.0 },
    }
}

pub fn forecast(throughput_mb_s: f64) -> CaseForecast {
    CaseForecast { own: report(throughput_mb_s), baseline: None, seconds: 0.0 }
}
