//! What has to come out of the model by itself: each published finding is a test of direction and rough size.
//!
//! Scenarios are those of the measured cases and orderings, or patches on them, so that a test differs from its
//! neighbour in the one thing that it is about. Bounds are generous: how close the figures are is `score`'s business.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use nas_forecast_core::forecast;
use nas_forecast_core::report::{ForecastOptions, Report};
use nas_forecast_core::scenario::{Document, merge_patch};
use serde_json::{Value, json};

const CASES: &str = include_str!("../../../tests/measured/cases.jsonl");
const ORDERINGS: &str = include_str!("../../../tests/measured/orderings.jsonl");

/// Every measured scenario by its id; those of the orderings as `id/a`, `id/b` or `id/name`.
fn scenarios() -> &'static BTreeMap<String, Value> {
    static ALL: OnceLock<BTreeMap<String, Value>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = BTreeMap::new();
        let text = |value: &Value| value.as_str().expect("ids and names are text").to_owned();
        for line in CASES.lines() {
            let case: Value = serde_json::from_str(line).expect("the cases are JSON");
            all.insert(text(&case["id"]), case["scenario"].clone());
        }
        for line in ORDERINGS.lines() {
            let ordering: Value = serde_json::from_str(line).expect("the orderings are JSON");
            let id = text(&ordering["id"]);
            for side in ["a", "b"] {
                all.insert(format!("{id}/{side}"), ordering[side].clone());
            }
            for named in ordering["scenarios"].as_array().into_iter().flatten() {
                all.insert(format!("{id}/{}", text(&named["name"])), named["scenario"].clone());
            }
        }
        all
    })
}

fn measured(id: &str) -> Value {
    scenarios().get(id).filter(|scenario| !scenario.is_null()).unwrap_or_else(|| panic!("no scenario {id}")).clone()
}

fn with(scenario: &Value, patch: Value) -> Value {
    let mut patched = scenario.clone();
    merge_patch(&mut patched, &patch);
    patched
}

/// The same without its SSD cache.
fn uncached(scenario: &Value) -> Value {
    with(scenario, json!({"ssd_cache": null}))
}

fn report(scenario: &Value) -> Report {
    let document = Document::from_value(scenario).unwrap_or_else(|problems| panic!("{scenario}\n{problems:?}"));
    forecast(&document.resolve(), &ForecastOptions::default())
}

fn mb_s(scenario: &Value) -> f64 {
    report(scenario).throughput_mb_s.expect("data moves").value
}

fn mib_s(scenario: &Value) -> f64 {
    mb_s(scenario) / 1.048_576
}

fn iops(scenario: &Value) -> f64 {
    report(scenario).iops.expect("block I/O").value
}

fn files_per_s(scenario: &Value) -> f64 {
    report(scenario).files_per_s.expect("files move").value
}

/// How much the SSD cache gains.
fn gain(scenario: &Value) -> f64 {
    mb_s(scenario) / mb_s(&uncached(scenario))
}

/// Asserts that a figure lies in a range, and says which it is where it does not.
fn between(figure: f64, low: f64, high: f64, what: &str) {
    assert!(low <= figure && figure <= high, "{what}: {figure:.4} is not in {low} to {high}");
}

#[test]
fn smb_random_reads_are_served_one_after_the_other() {
    let smb = measured("sr-e10m20-4k-cifs-nocache-read");
    let iscsi = measured("sr-e10m20-4k-iscsi-nocache-read");
    // 170 and 2,897 measured with 256 in flight.
    between(iops(&smb), 110.0, 260.0, "SMB");
    between(iops(&iscsi), 2000.0, 4200.0, "iSCSI");
    // More in flight doesn't help where one is served at a time.
    let shallow = with(&smb, json!({"workload": {"threads": 2, "queue_depth": 2}}));
    between(iops(&smb) / iops(&shallow), 0.9, 1.1, "256 against 4 in flight");
    let asynchronous = with(&smb, json!({"protocol": {"async": true}}));
    assert!(iops(&asynchronous) > 5.0 * iops(&smb));
}

#[test]
fn random_writes_are_alike_over_smb_and_iscsi() {
    let smb = iops(&measured("sr-e10m20-4k-cifs-nocache-write"));
    let iscsi = iops(&measured("sr-e10m20-4k-iscsi-nocache-write"));
    between(smb, 900.0, 2300.0, "SMB");
    between(iscsi / smb, 0.8, 1.25, "iSCSI against SMB");
}

#[test]
fn a_cache_that_begins_full_of_unwritten_data_collapses_under_load() {
    let deep = with(&measured("sr-e10m20-8k7030-iscsi-cache-16t16q"), json!({"ssd_cache": {"dirty_percent": 100}}));
    assert!(iops(&deep) < iops(&uncached(&deep)), "{} uncached {}", iops(&deep), iops(&uncached(&deep)));
}

#[test]
fn the_same_cache_helps_sixteenfold_under_a_light_load() {
    let light = measured("sr-e10m20-8k7030-iscsi-cache-2t2q");
    between(gain(&light), 8.0, 32.0, "gain");
}

#[test]
fn smb_is_flat_with_queue_depth_with_and_without_a_cache() {
    for cache in ["cache", "nocache"] {
        let deep = iops(&measured(&format!("sr-e10m20-8k7030-cifs-{cache}-16t16q")));
        let shallow = iops(&measured(&format!("sr-e10m20-8k7030-cifs-{cache}-2t2q")));
        between(deep / shallow, 0.8, 1.25, cache);
    }
}

#[test]
fn sequential_reads_are_neutral_to_the_cache() {
    for id in ["8kseq-cifs", "8kseq-iscsi", "128kseq-cifs", "128kseq-iscsi"] {
        between(gain(&measured(&format!("sr-e10m20-{id}-cache-read"))), 0.85, 1.15, id);
    }
}

#[test]
fn at_1_gbit_a_cache_does_nothing_for_a_big_file() {
    for direction in ["read", "write"] {
        let film = measured(&format!("digitec-film-lan-{direction}-cache"));
        between(gain(&film), 0.98, 1.02, direction);
    }
}

#[test]
fn downloads_gain_far_more_from_a_cache_than_uploads() {
    for size in ["19", "4"] {
        let down = gain(&measured(&format!("dg-read-gain-{size}/a")));
        let up = gain(&measured(&format!("dg-read-gain-{size}/b")));
        assert!(down - 1.0 > 1.5 * (up - 1.0), "{size} MiB: {down} against {up}");
    }
}

#[test]
fn a_copy_inside_the_nas_gains_half_from_the_cache() {
    let cached = measured("digitec-film-internal-cache");
    // 159 and 234 MiB/s measured.
    between(mib_s(&uncached(&cached)), 120.0, 200.0, "without");
    between(mib_s(&cached), 185.0, 290.0, "with");
    between(gain(&cached), 1.2, 1.9, "gain");
}

#[test]
fn a_file_that_fits_in_ram_is_read_at_random_no_faster_with_a_cache() {
    between(gain(&measured("qb-rnd4k-read/a")), 0.7, 1.0, "read");
    between(gain(&measured("qb-rnd4k-write/a")), 0.7, 1.0, "write");
}

#[test]
fn small_files_are_far_below_the_big_file_rate() {
    for protocol in ["nfs", "smb", "sftp"] {
        let small = mb_s(&measured(&format!("dv-small-below-large-{protocol}/a")));
        let large = mb_s(&measured(&format!("dv-small-below-large-{protocol}/b")));
        assert!(small < 0.5 * large, "{protocol}: {small} of {large}");
    }
}

#[test]
fn a_big_file_over_ssh_is_flat_at_the_limit_of_the_cpu() {
    let rates = ["1g", "2.5g", "2.5g-mtu9000", "2x2.5g-raid0", "1g-raid0"].map(|name| {
        let report = report(&measured(&format!("dv-large-ssh-flat/{name}")));
        assert_eq!(report.bottleneck, "nas-cpu", "{name}");
        report.throughput_mb_s.expect("data moves").value
    });
    let (least, most) = rates.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), x| (a.min(*x), b.max(*x)));
    assert!(most < 1.1 * least, "{rates:?}");
}

#[test]
fn each_link_of_smb_multichannel_adds_itself() {
    for direction in ["read", "write"] {
        for (links, expected) in [(1, 114.0), (2, 225.0), (3, 338.0), (4, 448.0)] {
            let id = if links == 1 {
                format!("ds1520p-raid5-1g-{direction}-cache")
            } else {
                format!("ds1520p-raid5-{links}x1g-mc-{direction}")
            };
            between(mib_s(&measured(&id)) / expected, 0.93, 1.07, &format!("{links} links, {direction}"));
        }
    }
}

#[test]
fn link_aggregation_gives_one_client_one_link() {
    let multichannel = measured("ds1520p-raid5-4x1g-mc-read");
    let lacp = with(&multichannel, json!({"network": {"bonding": "802.3ad"}}));
    between(mb_s(&lacp), 112.0, 119.0, "one client");
    let four = with(&lacp, json!({"client": {"count": 4}, "network": {"spread": "even"}}));
    assert!(mb_s(&four) > 2.5 * mb_s(&lacp), "four clients: {}", mb_s(&four));
}

#[test]
fn encryption_binds_old_cpus_and_hardly_touches_new_ones() {
    let plain = |score: u32, aes: bool| {
        json!({"version": 1,
            "nas": {"cpu": {"cores": 4, "single_thread_score": score, "aes_instructions": aes}, "ram_gib": 8, "os": "dsm-7"},
            "drives": {"count": 4, "kind": "hdd", "capacity_tb": 4, "rpm": 7200, "sequential_mb_s": 200},
            "volume": {"raid": "raid10"}, "network": {"link_gbit": 1},
            "client": {"os": "windows", "tool": "explorer"}, "protocol": {"kind": "smb"},
            "workload": {"kind": "file-copy", "direction": "read", "files": 1, "mean_file_bytes": 10_000_000_000_u64}})
    };
    let cost = |scenario: Value| mb_s(&scenario) / mb_s(&with(&scenario, json!({"protocol": {"encrypted": true}})));
    between(cost(plain(400, false)), 2.0, 6.0, "old");
    between(cost(plain(2000, true)), 0.99, 1.1, "new");
}

#[test]
fn raid_5_on_plain_linux_is_held_by_the_stripe_cache() {
    let rate = |kib: u32| mb_s(&measured(&format!("su-luks-md5-stripecache-{kib}")));
    assert!(rate(4096) > 1.5 * rate(256), "{} {}", rate(256), rate(4096));
    between(rate(32768) / rate(8192), 0.9, 1.2, "beyond 8192");
}

#[test]
fn zfs_reads_and_rewrites_whole_records_for_small_random_writes() {
    // Fifteen 8K pages of a 128K record are read and written for the one that changes.
    let zfs = |record: u32| {
        json!({"version": 1,
            "nas": {"cpu": {"cores": 4, "single_thread_score": 2000}, "ram_gib": 16, "os": "truenas"},
            "drives": {"count": 6, "kind": "hdd", "capacity_tb": 4, "rpm": 7200, "sequential_mb_s": 200, "average_seek_ms": 8.5},
            "volume": {"raid": "zfs-mirror", "filesystem": "zfs", "chunk_kib": record},
            "network": {"link_gbit": 10}, "client": {"os": "linux", "tool": "fio"}, "protocol": {"kind": "iscsi"},
            "workload": {"kind": "block", "pattern": "random", "block_bytes": 8192, "read_percent": 0, "threads": 16,
                "queue_depth": 4, "working_set_gb": 500}})
    };
    let (small, large) = (iops(&zfs(8)), iops(&zfs(128)));
    assert!(large < 0.6 * small, "{large} of {small}");
}

#[test]
fn the_timeline_of_a_copy_ends_without_a_burst() {
    let copy = report(&json!({"version": 1, "nas": {"preset": "qnap-ts-473a"}, "workload": {"preset": "jpg-photos"}}));
    let mean = copy.throughput_mb_s.expect("a copy has a throughput").value;
    let last = copy.timeline.last().expect("a copy has a timeline").throughput_mb_s;
    between(last / mean, 0.5, 1.3, "the end");
}

#[test]
fn an_nfs_client_that_buffers_gathers_small_writes() {
    let direct = |direct: bool| {
        json!({"version": 1,
            "nas": {"cpu": {"cores": 4, "single_thread_score": 1500}, "ram_gib": 8, "os": "dsm-7"},
            "drives": {"count": 4, "kind": "hdd", "capacity_tb": 4, "rpm": 7200, "sequential_mb_s": 200},
            "volume": {"raid": "raid5"}, "network": {"link_gbit": 1},
            "client": {"os": "linux", "tool": "fio"}, "protocol": {"kind": "nfs"},
            "workload": {"kind": "block", "pattern": "sequential", "block_bytes": 4096, "read_percent": 0, "threads": 1,
                "queue_depth": 1, "working_set_gb": 20, "direct": direct}})
    };
    let (through, buffered) = (mb_s(&direct(true)), mb_s(&direct(false)));
    assert!(through < 0.2 * buffered && buffered > 100.0, "{through} {buffered}");
}

#[test]
fn drives_and_network_share_a_small_boards_bus() {
    let board = |bus: Value| {
        json!({"version": 1,
            "nas": {"cpu": {"cores": 4, "single_thread_score": 600}, "ram_gib": 4, "os": "linux", "io_bus_mb_s": bus},
            "drives": {"count": 2, "kind": "hdd", "capacity_tb": 4, "rpm": 5400, "sequential_mb_s": 180},
            "volume": {"raid": "raid0"}, "network": {"link_gbit": 1},
            "client": {"os": "linux", "tool": "cp"}, "protocol": {"kind": "smb"},
            "workload": {"kind": "file-copy", "direction": "read", "files": 1, "mean_file_bytes": 10_000_000_000_u64}})
    };
    let (free, shared) = (mb_s(&board(Value::Null)), mb_s(&board(json!(120))));
    between(free, 90.0, 119.0, "free");
    // Each byte crosses the bus twice.
    between(shared, 45.0, 60.5, "shared");
}

#[test]
fn smb_1_waits_for_each_answer() {
    let film = |version: &str, link_gbit: f64| {
        mb_s(&four_bays(json!({
            "network": {"link_gbit": link_gbit},
            "client": {"os": "windows", "tool": "explorer", "link_gbit": link_gbit},
            "protocol": {"kind": "smb", "version": version},
            "workload": {"kind": "file-copy", "pattern": null, "direction": "read", "files": 1,
                "mean_file_bytes": 10_000_000_000_u64}
        })))
    };
    between(film("1", 1.0) / film("3.0", 1.0), 0.3, 0.75, "at 1 GbE");
    between(film("1", 10.0) / film("1", 1.0), 1.2, 2.5, "the answer's way, not the wire, limits");
}

#[test]
fn a_scattered_write_of_less_than_a_page_reads_the_page_first() {
    let written = |bytes: u32| {
        iops(&four_bays(json!({
            "protocol": {"kind": "smb"},
            "workload": {"kind": "block", "pattern": "random", "block_bytes": bytes, "read_percent": 0,
                "threads": 1, "queue_depth": 1, "working_set_gb": 50}
        })))
    };
    assert!(written(4096) > 4.0 * written(512), "{} {}", written(4096), written(512));
}

#[test]
fn robocopy_is_unlike_explorer() {
    let explorer = measured("digitec-ttf-lan-nocache");
    let robocopy = with(&explorer, json!({"client": {"tool": "robocopy"}}));
    between(files_per_s(&robocopy) / files_per_s(&explorer), 1.2, 4.0, "robocopy against Explorer");
}

#[test]
fn a_cold_cache_is_slower_than_a_warm_one() {
    let warm = measured("sr-e10m20-4k-iscsi-cache-read");
    let cold = with(&warm, json!({"ssd_cache": {"warm_percent": 0}}));
    assert!(iops(&warm) > 1.5 * iops(&cold), "{} {}", iops(&warm), iops(&cold));
    let bcache = measured("pg-bcache-raid1-read-warm");
    let first = with(&bcache, json!({"ssd_cache": {"warm_percent": 0}}));
    between(mb_s(&bcache) / mb_s(&first), 2.0, 4.5, "second reading against the first");
}

#[test]
fn a_long_write_uses_up_the_slc_cache() {
    let copy = |gigabytes: u64| {
        json!({"version": 1,
            "nas": {"cpu": {"cores": 8, "single_thread_score": 3000}, "ram_gib": 4, "os": "linux"},
            "drives": {"count": 1, "kind": "ssd-nvme", "attach": "nvme", "capacity_tb": 1, "sequential_mb_s": 3000,
                "sequential_write_mb_s": 2500, "sustained_write_mb_s": 300, "slc_cache_gb": 40},
            "volume": {"raid": "single", "filesystem": "ext4"}, "network": {"link_gbit": 10},
            "client": {"os": "linux", "tool": "cp"}, "protocol": {"kind": "smb"},
            "workload": {"kind": "file-copy", "direction": "write", "files": 1, "mean_file_bytes": gigabytes * 1_000_000_000}})
    };
    let (short, long) = (mb_s(&copy(20)), mb_s(&copy(400)));
    assert!(short > 700.0, "{short}");
    // 40 GB at the full rate, 360 at 300 MB/s.
    between(long, 280.0, 400.0, "long");
}

#[test]
fn inner_zones_are_about_half_as_fast_as_outer_ones() {
    let at = |percent: u32| {
        json!({"version": 1,
            "nas": {"cpu": {"cores": 4, "single_thread_score": 2000}, "ram_gib": 4, "os": "linux"},
            "drives": {"count": 1, "kind": "hdd", "capacity_tb": 8, "rpm": 7200, "sequential_mb_s": 220},
            "volume": {"raid": "single", "filesystem": "none", "position_percent": percent},
            "protocol": {"kind": "local"},
            "workload": {"kind": "block", "pattern": "sequential", "block_bytes": 1_048_576, "read_percent": 100,
                "threads": 1, "queue_depth": 4, "working_set_gb": 20}})
    };
    let (outer, inner) = (mb_s(&at(0)), mb_s(&at(100)));
    between(outer, 205.0, 225.0, "outer");
    between(inner / outer, 0.4, 0.55, "inner against outer");
}

/// Small files from a Linux client onto four hard disks in RAID 5, at 1 Gbit/s.
fn many_small_files(patch: Value) -> Value {
    let plain = json!({"version": 1,
        "nas": {"cpu": {"cores": 4, "single_thread_score": 1500}, "ram_gib": 8, "os": "linux"},
        "drives": {"count": 4, "kind": "hdd", "capacity_tb": 4, "rpm": 7200, "sequential_mb_s": 200, "average_seek_ms": 8.5},
        "volume": {"raid": "raid5", "filesystem": "ext4"}, "network": {"link_gbit": 1},
        "client": {"os": "linux", "tool": "cp"}, "protocol": {"kind": "nfs", "async": true},
        "workload": {"kind": "file-copy", "direction": "write", "files": 5000, "mean_file_bytes": 12000}});
    with(&plain, patch)
}

#[test]
fn synchronous_nfs_waits_for_flushes_at_every_small_file() {
    // Published runs of rsync: 18 to 20 ms a file, about 2 ms with an asynchronous export, below 0.6 ms locally.
    let file_ms = |patch: Value| 1e3 / files_per_s(&many_small_files(patch));
    between(file_ms(json!({"protocol": {"async": false}})), 12.0, 30.0, "synchronous");
    between(file_ms(json!({})), 1.0, 4.0, "asynchronous");
    between(file_ms(json!({"protocol": {"kind": "smb"}})), 2.0, 5.0, "SMB");
    between(file_ms(json!({"protocol": {"kind": "local"}})), 0.2, 0.8, "local");
}

#[test]
fn a_synchronous_write_to_parity_waits_for_what_its_journal_stripe_held() {
    // On RAID 5 the journal's record reads old data and parity first; a mirror writes it at once.
    let file_ms = |raid: &str| {
        1e3 / files_per_s(&many_small_files(json!({"protocol": {"async": false}, "volume": {"raid": raid}})))
    };
    assert!(file_ms("raid5") > 1.1 * file_ms("raid10"), "{} {}", file_ms("raid5"), file_ms("raid10"));
}

#[test]
fn a_rebuild_behind_other_work_slows_it_beyond_the_missing_drive() {
    let random = json!({"version": 1, "nas": {"preset": "synology-ds1819-plus"},
        "drives": {"preset": "wd-red-14tb", "count": 8}, "volume": {"raid": "raid6"}, "network": {"link_gbit": 10},
        "protocol": {"kind": "iscsi"},
        "workload": {"kind": "block", "pattern": "random", "block_bytes": 4096, "read_percent": 100, "threads": 16,
            "queue_depth": 16, "working_set_gb": 200}});
    let stream = with(&random, json!({"workload": {"pattern": "sequential", "block_bytes": 1048576, "threads": 1}}));
    for scenario in [random, stream] {
        let rate = |state: &str| mb_s(&with(&scenario, json!({"volume": {"state": state}})));
        let (optimal, degraded, rebuilding) = (rate("optimal"), rate("degraded"), rate("rebuilding"));
        assert!(rebuilding < 0.98 * degraded && degraded < 1.01 * optimal, "{optimal} {degraded} {rebuilding}");
        assert!(rebuilding > 0.3 * optimal, "the rebuild gives way: {optimal} {rebuilding}");
    }
}

#[test]
fn a_resilver_of_shingled_drives_collapses() {
    // Published: nine days against sixteen hours, the rest being equal.
    let hours = |id: &str| report(&measured(id)).duration_s.map_or(0.0, |d| d.value / 3600.0);
    let (smr, cmr) = (hours("sth-smr-raidz1-resilver"), hours("sth-cmr-raidz1-resilver"));
    assert!(smr > 6.0 * cmr, "{smr} h beside {cmr} h");
    between(smr, 70.0, 600.0, "SMR");
}

#[test]
fn a_commit_to_zfs_costs_one_log_block_and_one_flush() {
    // Published: 95 to 111 a second on RAIDZ2 of hard disks, 5,860 on a drive that makes 18,600 by itself.
    let commits = |drives: Value, raid: &str, filesystem: &str| {
        iops(
            &json!({"version": 1, "nas": {"cpu": {"cores": 6, "single_thread_score": 2400}, "ram_gib": 32, "os": "truenas"},
            "drives": drives, "volume": {"raid": raid, "filesystem": filesystem}, "client": {"os": "linux", "tool": "fio"},
            "protocol": {"kind": "local"},
            "workload": {"kind": "block", "pattern": "sequential", "block_bytes": 4096, "read_percent": 0, "threads": 1,
                "queue_depth": 1, "working_set_gb": 0.023, "direct": false, "sync": true}}),
        )
    };
    let disks = json!({"count": 6, "kind": "hdd", "capacity_tb": 8, "rpm": 7200, "sequential_mb_s": 210, "average_seek_ms": 8.5});
    between(commits(disks, "raidz2", "zfs"), 60.0, 180.0, "hard disks");
    let fast = json!({"count": 1, "kind": "ssd-nvme", "capacity_tb": 0.0165, "sequential_mb_s": 900,
        "sequential_write_mb_s": 150, "random_read_iops": 190000, "random_write_iops": 35000, "power_loss_protection": true});
    let (zfs, raw) = (commits(fast.clone(), "single", "zfs"), commits(fast, "single", "none"));
    between(zfs, 3000.0, 9000.0, "ZFS");
    assert!(raw > 1.5 * zfs, "{raw} {zfs}");
}

#[test]
fn zfs_reads_cost_more_cpu_than_a_page_cache() {
    let cached = |filesystem: &str| {
        mb_s(
            &json!({"version": 1, "nas": {"cpu": {"cores": 14, "single_thread_score": 1950}, "ram_gib": 377, "os": "truenas"},
            "drives": {"count": 4, "kind": "hdd", "capacity_tb": 10}, "volume": {"raid": "raid10", "filesystem": filesystem},
            "client": {"os": "linux", "tool": "fio"}, "protocol": {"kind": "local"},
            "workload": {"kind": "block", "pattern": "sequential", "block_bytes": 1048576, "read_percent": 100,
                "threads": 1, "queue_depth": 1, "working_set_gb": 25, "direct": false}}),
        )
    };
    between(cached("ext4") / cached("zfs"), 1.5, 4.0, "page cache against ARC");
}

#[test]
fn a_usb_cable_carries_data_while_the_drive_delivers() {
    let rate = |count: u32, raid: &str| {
        mb_s(
            &json!({"version": 1, "nas": {"cpu": {"cores": 8, "single_thread_score": 1200}, "ram_gib": 8, "os": "linux"},
            "drives": {"count": count, "kind": "ssd-sata", "capacity_tb": 0.12, "sequential_mb_s": 540, "attach": "usb-uas"},
            "volume": {"raid": raid, "filesystem": "ext4", "chunk_kib": 512}, "client": {"os": "linux", "tool": "fio"},
            "protocol": {"kind": "local"},
            "workload": {"kind": "block", "pattern": "sequential", "block_bytes": 16777216, "read_percent": 100,
                "threads": 1, "queue_depth": 1, "working_set_gb": 0.5, "direct": true}}),
        )
    };
    // Published: 396 MB/s from one drive, 757 from two on ports of their own.
    between(rate(1, "single"), 280.0, 420.0, "one");
    between(rate(2, "raid0") / rate(1, "single"), 1.7, 2.1, "two");
}

#[test]
fn synologys_encrypted_folders_decrypt_on_one_core() {
    let cost = |os: &str| {
        let plain = json!({"version": 1,
            "nas": {"cpu": {"cores": 2, "single_thread_score": 400, "aes_instructions": false}, "ram_gib": 2, "os": os},
            "drives": {"count": 4, "kind": "hdd", "capacity_tb": 4, "rpm": 5900, "sequential_mb_s": 150},
            "volume": {"raid": "raid5", "filesystem": "ext4"}, "network": {"link_gbit": 1},
            "client": {"os": "windows", "tool": "robocopy"}, "protocol": {"kind": "smb"},
            "workload": {"kind": "file-copy", "direction": "read", "files": 20, "mean_file_bytes": 1073741824}});
        mb_s(&plain) / mb_s(&with(&plain, json!({"volume": {"encrypted": true}})))
    };
    // Published for a DS412+: 3 to 4.
    between(cost("dsm-6"), 2.5, 4.5, "eCryptfs");
    assert!(cost("linux") < 0.75 * cost("dsm-6"), "dm-crypt uses both cores: {} {}", cost("linux"), cost("dsm-6"));
}

#[test]
fn a_copy_inside_the_nas_never_crosses_the_link() {
    let copy = |link: f64, kind: &str| {
        mb_s(&json!({"version": 1, "nas": {"preset": "synology-ds1819-plus"},
            "drives": {"preset": "wd-red-14tb", "count": 8}, "volume": {"raid": "raid6"}, "network": {"link_gbit": link},
            "protocol": {"kind": kind},
            "workload": {"kind": "file-copy", "direction": "duplicate", "files": 1, "mean_file_bytes": 10_000_000_000_u64}}))
    };
    assert_eq!(copy(1.0, "smb"), copy(10.0, "nfs"));
    assert!(copy(1.0, "smb") > 150.0);
}

#[test]
fn no_interval_reaches_above_what_the_wire_carries() {
    let upload = json!({"version": 1, "nas": {"preset": "synology-ds1819-plus"}, "network": {"link_gbit": 1},
        "workload": {"preset": "big-file-write"}});
    let throughput = report(&upload).throughput_mb_s.expect("a copy has a throughput");
    assert!(throughput.high <= 119.9 && throughput.low < throughput.value && throughput.value <= throughput.high);
}

/// A four-bay NAS with hard disks at 10 Gbit/s, whose server handles the requests of a connection one by one.
fn four_bays(patch: Value) -> Value {
    let plain = json!({"version": 1, "nas": {"preset": "synology-ds918-plus"},
        "drives": {"preset": "seagate-ironwolf-8tb", "count": 4}, "volume": {"raid": "raid5"},
        "network": {"link_gbit": 10}, "protocol": {"kind": "smb"}, "workload": {"kind": "block", "pattern": "random"}});
    with(&plain, patch)
}

#[test]
fn no_queue_of_sequential_reads_outruns_the_disk() {
    let stream = four_bays(json!({"drives": {"count": 1}, "volume": {"raid": "single"}, "workload": {
        "pattern": "sequential", "block_bytes": 1048576, "queue_depth": 32, "working_set_gb": 500}}));
    between(mb_s(&stream), 150.0, 211.0, "a disk of 210 MB/s");
}

#[test]
fn a_read_cache_leaves_random_writes_as_they_are() {
    let writes = |cache: Value| {
        iops(&four_bays(json!({"protocol": {"kind": "iscsi"}, "ssd_cache": cache, "workload": {"block_bytes": 4096,
            "read_percent": 0, "threads": 16, "queue_depth": 16, "working_set_gb": 50}})))
    };
    let without = writes(Value::Null);
    for mode in ["read-only", "write-around"] {
        let with = writes(json!({"mode": mode, "drives": {"count": 1, "capacity_gb": 500}}));
        between(with / without, 0.9, 1.05, mode);
    }
}

#[test]
fn synchronous_writes_to_zfs_are_no_faster_than_others_and_gain_from_mirrors() {
    let writes = |drives: u32, sync: bool| {
        iops(&four_bays(json!({"nas": {"os": "truenas", "ram_gib": 16}, "protocol": {"kind": "iscsi"},
            "drives": {"count": drives}, "volume": {"raid": "zfs-mirror", "filesystem": "zfs"},
            "workload": {"block_bytes": 4096, "read_percent": 0, "threads": 16, "queue_depth": 16,
                "working_set_gb": 500, "sync": sync}})))
    };
    for drives in [2, 4, 8] {
        assert!(writes(drives, true) < writes(drives, false), "{drives} drives");
    }
    assert!(writes(8, true) > 1.5 * writes(4, true) && writes(4, true) > 1.2 * writes(2, true));
}

#[test]
fn a_stream_uses_one_disk_of_an_md_mirror_and_all_of_a_zfs_mirror() {
    let stream = |raid: &str, filesystem: &str, drives: u32| {
        mb_s(&four_bays(json!({"nas": {"os": if filesystem == "zfs" { "truenas" } else { "dsm-7" }},
            "drives": {"count": drives, "sequential_mb_s": 150}, "volume": {"raid": raid, "filesystem": filesystem},
            "ssd_cache": null, "protocol": {"kind": "local"}, "client": {"tool": "cp"},
            "workload": {"kind": "file-copy", "pattern": null, "direction": "read", "files": 1,
                "mean_file_bytes": 20_000_000_000_u64}})))
    };
    let one = stream("single", "ext4", 1);
    between(stream("raid1", "ext4", 2) / one, 0.95, 1.05, "RAID 1");
    between(stream("raid10", "ext4", 4) / one, 1.8, 2.1, "RAID 10 of four");
    let (two, three) = (stream("raid1", "zfs", 2), stream("raid1", "zfs", 3));
    between(three / two, 1.3, 1.6, "a third copy under ZFS");
}

#[test]
fn a_wide_raidz_does_not_fall_into_step_with_its_reader() {
    let scenario = measured("calomel-12x4tb-raidz2-read");
    let score = scenario["nas"]["cpu"]["single_thread_score"].as_f64().expect("stated");
    let rates = (0..6).map(|step| {
        mb_s(&with(
            &scenario,
            json!({"nas": {"cpu": {"single_thread_score": score * (0.976 + 0.004 * f64::from(step))}}}),
        ))
    });
    let (least, most) = rates.fold((f64::MAX, 0.0_f64), |(least, most), rate| (least.min(rate), most.max(rate)));
    between(most / least, 1.0, 1.1, "2 % of processor speed");
}

#[test]
fn writes_past_an_nfs_clients_cache_wait_for_the_drives_unless_the_export_is_asynchronous() {
    let writes = |direct: bool, asynchronous: bool| {
        iops(&four_bays(json!({"nas": {"os": "truenas", "ram_gib": 16}, "ssd_cache": null,
            "volume": {"raid": "raidz1", "filesystem": "zfs"}, "client": {"os": "linux", "tool": "fio"},
            "protocol": {"kind": "nfs", "async": asynchronous},
            "workload": {"pattern": "sequential", "block_bytes": 4096, "read_percent": 0, "threads": 1, "queue_depth": 1,
                "working_set_gb": 30, "direct": direct}})))
    };
    let (stable, cached, asynchronous) = (writes(true, false), writes(false, false), writes(true, true));
    assert!(stable < 200.0, "{stable}: each one waits for a flush");
    assert!(cached > 10.0 * stable && asynchronous > 10.0 * stable, "{cached} {asynchronous} {stable}");
}

#[test]
fn several_streams_use_both_disks_of_an_md_mirror() {
    let clients = |count: u32| {
        mb_s(&four_bays(json!({"drives": {"count": 2, "sequential_mb_s": 150}, "volume": {"raid": "raid1"},
            "network": {"link_gbit": 10}, "client": {"count": count, "link_gbit": 10}, "ssd_cache": null,
            "workload": {"kind": "file-copy", "pattern": null, "direction": "read", "files": 1,
                "mean_file_bytes": 20_000_000_000_u64}})))
    };
    assert!(clients(2) > 1.5 * clients(1), "{} {}", clients(2), clients(1));
    let queue = |depth: u32| {
        mb_s(&four_bays(json!({"drives": {"count": 2, "sequential_mb_s": 150}, "volume": {"raid": "raid1"},
            "protocol": {"kind": "local"}, "workload": {"pattern": "sequential", "block_bytes": 1048576, "threads": 1,
                "queue_depth": depth, "working_set_gb": 500}})))
    };
    between(queue(16) / queue(1), 0.95, 1.1, "one stream, however deep its queue");
}

#[test]
fn compressed_data_moves_less_on_the_drives() {
    let read = |ratio: f64| {
        mb_s(&four_bays(json!({"nas": {"os": "truenas", "ram_gib": 16}, "protocol": {"kind": "iscsi"},
            "volume": {"raid": "raidz1", "filesystem": "zfs", "compression_ratio": ratio}, "workload": {
                "pattern": "sequential", "block_bytes": 1048576, "threads": 1, "queue_depth": 8, "working_set_gb": 500}})))
    };
    assert!(read(2.0) > 1.3 * read(1.0), "{} {}", read(2.0), read(1.0));
}

#[test]
fn memory_takes_the_beginning_of_a_random_write_test_and_the_array_sets_the_pace_of_the_rest() {
    let test = |depth: u32, seconds: Option<f64>| {
        let patch = json!({"workload": {"threads": 1, "queue_depth": depth, "duration_s": seconds}});
        iops(&with(&measured("sr-e10m20-4k-iscsi-nocache-write"), patch))
    };
    let steady = test(4, None);
    // Ever longer tests come ever closer to the steady state, without a jump, and never fall below it.
    let lengths = [10.0, 60.0, 120.0, 300.0, 1000.0, 10_000.0].map(|seconds| test(4, Some(seconds)));
    assert!(lengths.is_sorted_by(|a, b| a >= b), "{lengths:?}");
    assert!(lengths[0] > 2.0 * steady && lengths[5] < 1.1 * steady, "{lengths:?}, steady {steady}");
    // More in flight never costs what a fuller memory would.
    let depths = [1, 2, 4, 16].map(|depth| test(depth, Some(60.0)));
    assert!(depths.windows(2).all(|pair| pair[1] > 0.97 * pair[0]), "{depths:?}");
}

#[test]
fn overtaking_requests_of_one_stream_still_fill_whole_rows() {
    let test = measured("sr-e10m20-128kseq-iscsi-nocache-write");
    let at = |threads: u32| mb_s(&with(&test, json!({"workload": {"threads": threads}})));
    let (few, many) = (at(1), at(16));
    assert!(many > 0.9 * few, "{few} MB/s with 16 in flight, {many} with 256");
}

#[test]
fn shingled_disks_collapse_once_scattered_writes_have_filled_their_media_caches() {
    let after = |recording: &str, seconds: f64| {
        iops(&json!({
            "version": 1,
            "drives": {"count": 2, "kind": "hdd", "recording": recording, "capacity_tb": 8},
            "volume": {"raid": "raid1"},
            "protocol": {"kind": "iscsi"},
            "workload": {"kind": "block", "pattern": "random", "block_bytes": 4096, "read_percent": 0, "threads": 4,
                "queue_depth": 8, "working_set_gb": 6000, "sync": true, "duration_s": seconds}
        }))
    };
    let (minute, week) = (after("smr", 60.0), after("smr", 604_800.0));
    assert!((minute / after("cmr", 60.0) - 1.0).abs() < 0.05, "at first like any other");
    assert!(week < 0.5 * minute, "{minute} writes a second at first, {week} over a week");
    assert!(
        (after("cmr", 604_800.0) / after("cmr", 60.0) - 1.0).abs() < 0.05,
        "conventional disks go on as they began"
    );
}
