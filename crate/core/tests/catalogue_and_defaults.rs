//! What presets fill in, what follows from what, and that the catalogue keeps to the format's ranges.

use nas_forecast_core::catalog::{SUITE, Table};
use nas_forecast_core::scenario::{self, *};
use nas_forecast_core::tree::InTree;
use serde_json::{Value, json};

fn resolved(patch: Value) -> Resolved {
    let mut value = json!({"version": 1, "workload": {"preset": "big-file-read"}});
    scenario::merge_patch(&mut value, &patch);
    Document::from_value(&value).unwrap_or_else(|problems| panic!("{patch}\n{problems:#?}")).resolve()
}

fn why(resolved: &Resolved, path: &str) -> Option<Why> {
    resolved.assumptions.iter().find(|assumption| assumption.path == path).map(|assumption| assumption.why)
}

#[test]
fn every_row_of_the_catalogue_makes_a_scenario_whose_figures_are_in_range() {
    for (table, section) in
        [(Table::Nas, "nas"), (Table::Cpus, "nas.cpu"), (Table::Drives, "drives"), (Table::Ssds, "ssd_cache.drives")]
    {
        for slug in table.slugs() {
            let patch = section.rsplit('.').fold(json!({"preset": slug}), |inner, name| json!({ name: inner }));
            let scenario = resolved(patch).scenario.to_tree();
            // As a document every figure is explicit, and so is checked against its range.
            assert_eq!(Document::from_value(&scenario).map(|_| ()), Ok(()), "{slug}");
        }
    }
}

#[test]
fn every_workload_of_the_suite_runs_on_a_nas_with_redundancy_and_each_has_its_preset() {
    let hardware = json!({"version": 1, "nas": {"preset": "synology-ds1819-plus"}, "workload": {"kind": "rebuild"}});
    let hardware = Document::from_value(&hardware).unwrap();
    for slug in SUITE {
        assert!(hardware.with_workload(slug).is_ok(), "{slug}");
    }
    assert_eq!(Table::Workloads.rows().len(), SUITE.len());
    assert_eq!(hardware.with_workload("media-streaming").unwrap().resolve().scenario.client.count, 5);
    let unknown = hardware.with_workload("media-stream").unwrap_err();
    assert_eq!(unknown[0].nearest.as_deref(), Some("media-streaming"));
}

#[test]
fn a_nas_model_brings_its_processor_and_an_explicit_field_wins() {
    let found = resolved(json!({"nas": {"preset": "synology-ds918-plus", "cpu": {"cores": 2}}}));
    assert_eq!(found.scenario.nas.cpu.preset.as_deref(), Some("intel-celeron-j3455"));
    assert_eq!((found.scenario.nas.cpu.cores, found.scenario.nas.cpu.single_thread_score), (2, 806.0));
    assert_eq!(why(&found, "nas.cpu.preset"), Some(Why::Preset));
    assert_eq!(why(&found, "nas.cpu.single_thread_score"), Some(Why::Preset));
    assert_eq!(why(&found, "nas.cpu.cores"), None);
    // DS918+: four bays, DSM 6.
    assert_eq!((found.scenario.drives.count, found.scenario.volume.raid), (4, Raid::Raid5));
    assert_eq!((found.scenario.volume.chunk_kib, found.scenario.volume.filesystem), (64, Filesystem::Btrfs));
    assert!(!found.scenario.protocol.async_io, "DSM 6 serves one connection's reads in turn");
}

#[test]
fn a_cache_ssd_is_capped_by_the_slot_it_sits_in_unless_the_document_says_otherwise() {
    let cache =
        json!({"nas": {"preset": "synology-ds918-plus"}, "ssd_cache": {"drives": {"preset": "wd-blue-sn550-500gb"}}});
    let found = resolved(cache.clone());
    let drives = &found.scenario.ssd_cache.as_ref().unwrap().drives;
    // The slot reads 400 MB/s at most: 97,656 accesses of 4 KiB.
    assert_eq!((drives.sequential_read_mb_s, drives.random_read_iops), (400.0, 97_656.0));
    assert_eq!(why(&found, "ssd_cache.drives.sequential_read_mb_s"), Some(Why::NasLimit));
    let mut explicit = cache;
    explicit["ssd_cache"]["drives"]["sequential_read_mb_s"] = json!(2400);
    assert_eq!(resolved(explicit).scenario.ssd_cache.unwrap().drives.sequential_read_mb_s, 2400.0);
    let elsewhere = json!({"ssd_cache": {"drives": {"preset": "wd-blue-sn550-500gb"}}});
    assert_eq!(resolved(elsewhere).scenario.ssd_cache.unwrap().drives.sequential_read_mb_s, 2400.0);
}

#[test]
fn null_takes_the_default_where_there_is_one_and_says_none_where_none_has_a_meaning() {
    let found = resolved(json!({"volume": {"fill_percent": 50}}));
    assert_eq!(found.scenario.volume.position_percent, 25.0);
    let text = r#"{"version": 1, "drives": {"preset": "kingston-dc600m-960gb", "slc_cache_gb": null},
        "volume": {"position_percent": null}, "ssd_cache": null, "protocol": {"async": null},
        "workload": {"preset": "4k-random-read"}}"#;
    let scenario = scenario::read(text).unwrap().resolve().scenario;
    assert_eq!((scenario.volume.position_percent, scenario.drives.slc_cache_gb), (15.0, None));
    let refused = scenario::read(r#"{"version": 1, "nas": {"ram_gib": null}, "workload": {"kind": "rebuild"}}"#);
    assert_eq!(refused.unwrap_err()[0].path, "nas.ram_gib");
}

#[test]
fn the_servers_asynchrony_follows_from_protocol_and_system() {
    let asynchronous = |kind: &str, os: &str| {
        resolved(json!({"nas": {"os": os}, "protocol": {"kind": kind}})).scenario.protocol.async_io
    };
    assert_eq!(["dsm-6", "dsm-7", "qts"].map(|os| asynchronous("nfs", os)), [true; 3]);
    assert_eq!(["quts-hero", "truenas", "omv", "unraid", "linux"].map(|os| asynchronous("nfs", os)), [false; 5]);
    assert_eq!(["dsm-6", "dsm-7", "linux"].map(|os| asynchronous("smb", os)), [false, true, true]);
}

#[test]
fn ssh_is_always_encrypted_and_a_hard_disk_has_no_iops_of_its_own() {
    let found =
        resolved(json!({"protocol": {"kind": "sftp", "encrypted": false}, "drives": {"random_read_iops": 5000}}));
    assert!(found.scenario.protocol.encrypted);
    assert!(found.warnings.iter().any(|warning| warning.code == "ssh-always-encrypted"));
    assert_eq!((found.scenario.protocol.version, found.scenario.drives.random_read_iops), (None, None));
}

#[test]
fn raid_levels_refuse_too_few_or_odd_drives() {
    let refused = |raid: &str, count: u32| {
        let text = json!({"version": 1, "drives": {"count": count}, "volume": {"raid": raid}, "workload": {"preset": "tiny-files"}});
        Document::from_value(&text).err().map(|problems| (problems[0].path.clone(), problems[0].code))
    };
    let too_few = Some(("drives.count".to_owned(), Code::TooFewDrives));
    for (raid, enough) in [
        ("raid0", 2),
        ("raid1", 2),
        ("raid5", 3),
        ("raid6", 4),
        ("raid10", 4),
        ("raid50", 6),
        ("raid60", 8),
        ("raidz1", 2),
        ("raidz2", 3),
        ("raidz3", 4),
        ("zfs-mirror", 2),
        ("shr2", 4),
    ] {
        assert_eq!(refused(raid, enough - 1), too_few, "{raid}");
        assert_eq!(refused(raid, enough), None, "{raid}");
    }
    assert_eq!(refused("raid10", 5), Some(("drives.count".to_owned(), Code::OddDrives)));
    assert_eq!([refused("single", 1), refused("jbod", 1), refused("shr", 1)], [None, None, None]);
}

#[test]
fn a_volume_without_redundancy_can_be_neither_degraded_nor_rebuilt() {
    let code = |patch: Value| {
        let mut value = json!({"version": 1, "volume": {"raid": "raid0"}, "workload": {"preset": "tiny-files"}});
        scenario::merge_patch(&mut value, &patch);
        Document::from_value(&value).unwrap_err()[0].code
    };
    assert_eq!(code(json!({"volume": {"state": "degraded"}})), Code::NoRedundancy);
    assert_eq!(code(json!({"workload": {"preset": "rebuild"}})), Code::NoRedundancy);
}

#[test]
fn a_protocol_takes_only_its_own_versions() {
    let version = |kind: &str, version: &str| {
        let value =
            json!({"version": 1, "protocol": {"kind": kind, "version": version}, "workload": {"preset": "tiny-files"}});
        Document::from_value(&value)
    };
    assert!(version("smb", "2.1").is_ok() && version("nfs", "4.2").is_ok() && version("usb", "3.1").is_ok());
    let problem = &version("smb", "4.2").unwrap_err()[0];
    assert_eq!((problem.path.as_str(), problem.code), ("protocol.version", Code::WrongKind));
    // A patch to another protocol needn't take the version away first.
    assert_eq!(version("iscsi", "3.0").unwrap().resolve().scenario.protocol.version, None);
}

#[test]
fn what_is_allowed_but_unexpected_is_warned_of_by_code() {
    let codes = |patch: Value| resolved(patch).warnings.into_iter().map(|warning| warning.code).collect::<Vec<_>>();
    assert_eq!(codes(json!({"drives": {"recording": "smr"}})), ["smr-raid"]);
    assert_eq!(codes(json!({"network": {"links": 2}})), ["links-not-bonded"]);
    assert_eq!(codes(json!({"network": {"links": 2, "bonding": "smb-multichannel"}})), ["multichannel-one-port"]);
    assert_eq!(codes(json!({"ssd_cache": {"raid": "raid0"}})), ["write-cache-without-redundancy"]);
    assert_eq!(codes(json!({"ssd_cache": {"mode": "read-only", "policy": "belady"}})), ["belady-needs-the-future"]);
    assert_eq!(codes(json!({"nas": {"preset": "synology-ds918-plus", "ram_gib": 16}})), ["ram-above-maximum"]);
    let large = json!({"kind": "file-copy", "mean_file_bytes": 10_000_000_000_u64, "in_nas_ram": true});
    assert_eq!(codes(json!({"nas": {"ram_gib": 4}, "workload": large})), ["files-larger-than-ram"]);
    assert_eq!(codes(json!({})), Vec::<String>::new());
}

#[test]
fn whole_numbers_may_be_written_with_a_point_and_large_ones_stay_exact() {
    let text = r#"{"version": 1.0, "drives": {"count": 4.0}, "workload": {"kind": "file-copy", "files": 1e3, "mean_file_bytes": 999999999999999}}"#;
    let document = scenario::read(text).unwrap();
    assert_eq!(document.to_value()["drives"]["count"], 4);
    let Workload::FileCopy(copy) = document.resolve().scenario.workload else { panic!("a file copy") };
    assert_eq!((copy.files, copy.mean_file_bytes), (1000, 999_999_999_999_999));
    assert_eq!(
        scenario::read(r#"{"version": 1, "drives": {"count": 4.5}, "workload": {"kind": "rebuild"}}"#).unwrap_err()[0]
            .code,
        Code::NotWhole
    );
}

#[test]
fn labels_count_characters_not_bytes() {
    let label = |length: usize| json!({"version": 1, "label": "é".repeat(length), "workload": {"kind": "rebuild"}});
    assert!(Document::from_value(&label(200)).is_ok());
    assert_eq!(Document::from_value(&label(201)).unwrap_err()[0].code, Code::TooLong);
}

#[test]
fn a_mix_is_checked_and_completed_part_by_part() {
    let text = r#"{"version": 1, "workload": {"kind": "mix", "parts": [
        {"weight": 3, "workload": {"preset": "tiny-files"}},
        {"workload": {"kind": "block", "read_percent": 70}}]}}"#;
    let resolved = scenario::read(text).unwrap().resolve();
    let Workload::Mix(mix) = &resolved.scenario.workload else { panic!("a mix") };
    assert_eq!([mix.parts[0].weight, mix.parts[1].weight], [3.0, 1.0]);
    assert_eq!(why(&resolved, "workload.parts.0.workload.files"), Some(Why::Preset));
    assert_eq!(why(&resolved, "workload.parts.1.weight"), Some(Why::Default));
    let problems = scenario::read(
        r#"{"version": 1, "workload": {"kind": "mix", "parts": [{"wieght": 3, "workload": {"kind": "mix"}}]}}"#,
    )
    .unwrap_err();
    assert_eq!(problems[0].path, "workload.parts.0.wieght");
}

#[test]
fn one_field_can_be_set_from_text() {
    let document = scenario::read(r#"{"version": 1, "workload": {"preset": "tiny-files"}}"#).unwrap();
    let set = |path: &str, text: &str| document.set_path(path, text).map(|document| document.to_value());
    assert_eq!(set("network.link_gbit", "2.5").unwrap()["network"]["link_gbit"], 2.5);
    assert_eq!(set("nas.label", "5").unwrap()["nas"]["label"], "5");
    assert_eq!(set("ssd_cache", "{}").unwrap()["ssd_cache"], json!({}));
    assert_eq!(set("protocol.encrypted", "true").unwrap()["protocol"]["encrypted"], true);
    for (path, text) in [
        ("network.link_gbit", "2,5"),
        ("network.link_gbit", "3"),
        ("nas.ram_gib", "lots"),
        ("nas.nope", "1"),
        ("constructor", "1"),
        ("", "1"),
    ] {
        assert!(set(path, text).is_err_and(|problems| !problems[0].path.is_empty()), "{path}={text}");
    }
}
