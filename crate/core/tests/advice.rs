//! Advice: its best upgrade is the best of all, its patches are sound, its verdicts are plain.

use nas_forecast_core::advise::{Advice, AdviceRequest, Advisor, Job, Measured, Verdict, Worth, advise};
use nas_forecast_core::report::Effort;
use nas_forecast_core::scenario::random::{Generator, Reach};
use nas_forecast_core::scenario::{self, Document};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn nas(hardware: &Value) -> Document {
    let mut document = json!({"version": 1});
    scenario::merge_patch(&mut document, hardware);
    scenario::read_hardware(&document.to_string()).unwrap_or_else(|problems| panic!("{hardware}: {problems:?}"))
}

fn counting(workloads: &[&str]) -> AdviceRequest {
    AdviceRequest { weights: workloads.iter().map(|id| ((*id).to_owned(), 1.0)).collect(), ..Default::default() }
}

/// Every upgrade simulated in full, whatever the drafts say.
fn brute_force(document: &Document, request: &AdviceRequest) -> Advice {
    let mut advisor = Advisor::new(document, request.clone()).unwrap();
    let jobs: Vec<Job> = advisor.jobs().into_iter().map(|job| Job { effort: Effort::Full, ..job }).collect();
    for job in jobs {
        let measured = advisor.run(&job);
        advisor.record(measured);
    }
    advisor.advice()
}

fn best_is_that_of_brute_force(cases: &[(Value, &[&str])]) {
    for (hardware, workloads) in cases {
        let (document, request) = (nas(hardware), counting(workloads));
        let advised = advise(&document, request.clone()).unwrap();
        let forced = brute_force(&document, &request);
        let (ours, best) = (&advised.upgrades[0], &forced.upgrades[0]);
        assert_eq!(ours.upgrade.id, best.upgrade.id, "{hardware} {workloads:?}");
        assert_eq!((ours.effort, ours.speed_up), (Effort::Full, best.speed_up), "{hardware} {workloads:?}");
        let worth_buying = |advice: &Advice| !advice.verdicts.contains(&Verdict::NothingWorthBuying);
        assert_eq!(worth_buying(&advised), worth_buying(&forced), "{hardware} {workloads:?}");
    }
}

const OFFICE: &[&str] = &["jpg-photos", "tiny-files", "8k-70-30"];
const MEDIA: &[&str] = &["big-file-read", "big-file-write", "media-streaming", "video-editing"];
const SERVER: &[&str] = &["virtual-machines", "4k-random-read", "4k-random-write"];
const MIXED: &[&str] = &["big-file-read", "source-tree", "128k-sequential-read", "internal-copy", "rebuild"];

fn ssds(count: u32) -> Value {
    json!({"drives": {"preset": "wd-blue-sn550-500gb", "count": count}})
}

#[test]
fn the_best_for_small_boxes_is_the_best_of_all() {
    best_is_that_of_brute_force(&[
        (json!({"nas": {"preset": "synology-ds918-plus"}}), MEDIA),
        (json!({"nas": {"preset": "synology-ds918-plus"}}), SERVER),
        (json!({"nas": {"preset": "qnap-ts-264"}}), OFFICE),
        (json!({"nas": {"preset": "terramaster-f2-212"}}), MIXED),
        (json!({"nas": {"preset": "raspberry-pi-4b-usb-disk"}, "drives": {"count": 1}}), MEDIA),
    ]);
}

#[test]
fn the_best_for_arrays_is_the_best_of_all() {
    best_is_that_of_brute_force(&[
        (json!({"drives": {"count": 8}, "volume": {"raid": "raid6"}, "network": {"link_gbit": 10}}), SERVER),
        (json!({"drives": {"count": 8}, "volume": {"raid": "raid6"}, "network": {"link_gbit": 10}}), MEDIA),
        (json!({"drives": {"count": 6}, "volume": {"raid": "raid5"}, "network": {"link_gbit": 2.5}}), OFFICE),
        (json!({"drives": {"count": 4}, "volume": {"raid": "raid10"}, "network": {"link_gbit": 2.5}}), MIXED),
        (json!({"drives": {"count": 4, "kind": "ssd-sata"}, "network": {"link_gbit": 10}}), SERVER),
    ]);
}

#[test]
fn the_best_for_caches_is_the_best_of_all() {
    best_is_that_of_brute_force(&[
        (json!({"nas": {"preset": "synology-ds918-plus"}, "ssd_cache": ssds(2)}), SERVER),
        (json!({"nas": {"preset": "synology-ds918-plus"}, "ssd_cache": ssds(1)}), OFFICE),
        (json!({"network": {"link_gbit": 10}, "ssd_cache": ssds(2)}), MEDIA),
        (json!({"network": {"link_gbit": 10}, "ssd_cache": {"skip_sequential": false, "drives": {"count": 1}}}), MIXED),
        (json!({"network": {"link_gbit": 10}, "ssd_cache": {"warm_percent": 0, "drives": {"count": 2}}}), SERVER),
    ]);
}

#[test]
fn the_best_for_protocols_is_the_best_of_all() {
    best_is_that_of_brute_force(&[
        (
            json!({"nas": {"preset": "diy-truenas-n100"}, "protocol": {"kind": "nfs"}, "client": {"os": "linux"}}),
            OFFICE,
        ),
        (
            json!({"nas": {"preset": "diy-truenas-n100"}, "protocol": {"kind": "nfs"}, "client": {"os": "linux"}}),
            SERVER,
        ),
        (json!({"protocol": {"kind": "sftp"}, "client": {"os": "linux"}}), MEDIA),
        (json!({"protocol": {"kind": "iscsi"}, "network": {"link_gbit": 10}}), SERVER),
        (json!({"protocol": {"kind": "smb", "version": "2.1"}, "client": {"count": 8}}), MEDIA),
    ]);
}

#[test]
fn every_upgrade_of_any_scenario_is_sound() {
    let mut generator = Generator::new(5, Reach::Usual);
    let mut codes = BTreeSet::new();
    for _ in 0..150 {
        let document = generator.document();
        let before = document.resolve().scenario;
        let advisor = Advisor::new(&document, AdviceRequest::default()).unwrap();
        let mut ids = BTreeSet::new();
        for upgrade in advisor.upgrades() {
            let after = document.merge_patch(&upgrade.patch).unwrap().resolve().scenario;
            assert_ne!(after, before, "{}", upgrade.id);
            let redundant = |s: &scenario::Scenario| s.volume.raid.is_redundant(s.drives.count);
            assert!(redundant(&after) || !redundant(&before), "{}", upgrade.id);
            assert!(ids.insert(upgrade.id.clone()), "{} twice", upgrade.id);
            codes.insert(upgrade.code);
        }
    }
    let all = ["async", "cache", "cache-sequential", "cpu", "drive", "link", "links", "mtu", "no-cache", "protocol"];
    let more = ["raid", "ram", "skip-sequential", "ssd"];
    assert_eq!(codes, all.into_iter().chain(more).collect());
}

fn ids(hardware: Value) -> Vec<String> {
    Advisor::new(&nas(&hardware), AdviceRequest::default()).unwrap().upgrades().map(|u| u.id.clone()).collect()
}

#[test]
fn a_model_is_not_given_what_it_cannot_hold() {
    let small = ids(json!({"nas": {"preset": "terramaster-f2-212"}}));
    assert!(!small.iter().any(|id| id == "ram" || id.starts_with("drive") || id.starts_with("cache")), "{small:?}");
    let slots = ids(json!({"nas": {"preset": "synology-ds918-plus"}}));
    assert!(slots.iter().any(|id| id == "cache-2x500"), "{slots:?}");
}

#[test]
fn a_further_drive_keeps_the_raid_level() {
    let document = nas(&json!({"drives": {"count": 5}}));
    let advisor = Advisor::new(&document, AdviceRequest::default()).unwrap();
    let patch = &advisor.upgrades().find(|upgrade| upgrade.id == "drive-6").unwrap().patch;
    let after = document.merge_patch(patch).unwrap().resolve().scenario;
    assert_eq!((after.drives.count, after.volume.raid), (6, document.resolve().scenario.volume.raid));
}

#[test]
fn a_second_link_is_bonded_for_who_uses_it() {
    let bonding = |hardware: Value| {
        let document = nas(&hardware);
        let advisor = Advisor::new(&document, AdviceRequest::default()).unwrap();
        let args = advisor.upgrades().find(|upgrade| upgrade.code == "links").unwrap().args.clone();
        args["bonding"].as_str().unwrap().to_owned()
    };
    assert_eq!(bonding(json!({"protocol": {"kind": "smb"}})), "smb-multichannel");
    assert_eq!(bonding(json!({"protocol": {"kind": "nfs"}})), "balance-rr");
    assert_eq!(bonding(json!({"client": {"count": 20}})), "802.3ad");
}

#[test]
fn a_link_that_limits_is_what_to_buy_and_its_error_cancels() {
    let document = nas(&json!({"nas": {"preset": "synology-ds918-plus"}}));
    let advice = advise(&document, counting(&["big-file-read"])).unwrap();
    let [first, ..] = advice.upgrades.as_slice() else { panic!("no upgrades") };
    assert_eq!((first.upgrade.id.as_str(), first.worth), ("link-10", Worth::Gain));
    let ram = advice.upgrades.iter().find(|rated| rated.upgrade.id == "ram").unwrap();
    assert_eq!(ram.worth, Worth::WithinNoise);
    assert!(ram.speed_up.high / ram.speed_up.low < 1.02, "{:?}", ram.speed_up);
}

#[test]
fn a_cache_that_takes_every_write_through_slow_ssds_is_told_to_hurt() {
    let slow = json!({"count": 2, "kind": "ssd-sata", "sequential_write_mb_s": 100, "sustained_write_mb_s": 80, "slc_cache_gb": 5});
    let hardware = json!({"drives": {"count": 8}, "volume": {"raid": "raid10"}, "network": {"link_gbit": 10},
        "ssd_cache": {"skip_sequential": false, "drives": slow}});
    let advice = advise(&nas(&hardware), counting(&["big-file-write", "video-editing"])).unwrap();
    assert!(advice.verdicts.contains(&Verdict::CacheHurts), "{:?}", advice.verdicts);
    // Taking it out or letting sequential streams pass it: the best costs nothing either way.
    assert!(!advice.upgrades[0].upgrade.costs, "{:?}", advice.upgrades[0].upgrade);
}

#[test]
fn where_the_client_is_the_limit_nothing_is_worth_buying() {
    let hardware = json!({"nas": {"ram_gib": 64, "cpu": {"cores": 16, "single_thread_score": 4000}},
        "drives": {"kind": "ssd-nvme", "count": 8}, "volume": {"raid": "raid10"}, "network": {"link_gbit": 100},
        "client": {"storage_mb_s": 500}});
    let advice = advise(&nas(&hardware), counting(&["big-file-read", "big-file-write"])).unwrap();
    assert_eq!(advice.verdicts, [Verdict::NothingWorthBuying]);
    assert!(advice.upgrades.iter().all(|rated| rated.worth == Worth::WithinNoise));
}

#[test]
fn prices_rank_by_gain_for_the_money() {
    let document = nas(&json!({"nas": {"preset": "synology-ds918-plus"}}));
    let mut request = counting(&["big-file-read"]);
    request.prices =
        [("link-2.5", 50.0), ("link-10", 100_000.0), ("ram", 20.0)].map(|(id, p)| (id.to_owned(), p)).into();
    let advice = advise(&document, request).unwrap();
    assert_eq!(advice.by_price, ["link-2.5", "link-10"]);
}

#[test]
fn results_that_went_through_json_give_the_same_plan() {
    let document = nas(&json!({"drives": {"count": 2}}));
    let request = counting(&["jpg-photos"]);
    let mut first = Advisor::new(&document, request.clone()).unwrap();
    let mut second = Advisor::new(&document, request).unwrap();
    loop {
        let jobs = first.jobs();
        if jobs.is_empty() {
            break;
        }
        for job in jobs {
            let text = serde_json::to_string(&first.run(&job)).unwrap();
            first.record(serde_json::from_str(&text).unwrap());
            second.record(serde_json::from_str::<Measured>(&text).unwrap());
        }
    }
    assert!(second.jobs().is_empty());
    assert_eq!(first.plan(), second.plan());
}

#[test]
fn a_request_about_nothing_is_refused() {
    let document = nas(&json!({}));
    let refused = |text: &str| {
        AdviceRequest::read(text).and_then(|request| Advisor::new(&document, request)).err().unwrap()[0].clone()
    };
    assert_eq!(refused(r#"{"weights": {"big-file-raed": 1}}"#).nearest.as_deref(), Some("big-file-read"));
    assert_eq!(refused(r#"{"weights": {"big-file-read": -1}}"#).path, "weights.big-file-read");
    assert_eq!(refused(r#"{"weights": {"big-file-read": 0}}"#).path, "weights");
    refused(r#"{"wieghts": {}}"#);
}
