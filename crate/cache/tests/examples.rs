//! The built-in traces: each shows what its situation is known for.

use nas_forecast_cache::PolicyKind;
use nas_forecast_cache::example::{Example, Kind};
use nas_forecast_cache::lab::{Lab, Options, Results};

/// Blocks of 64 KiB, as SSD caches of NAS systems have.
const BLOCK: u64 = 64 << 10;

fn lab(kind: Kind, curves: &[PolicyKind], gib: &[u64]) -> Results {
    let sizes = gib.iter().map(|gib| (gib << 30) / BLOCK).collect();
    let mut lab =
        Lab::new(Options { block_bytes: BLOCK, curves: curves.to_vec(), curve_sizes: sizes, ..Options::default() });
    for piece in Example::new(kind, 42) {
        lab.feed(piece.as_bytes()).unwrap();
    }
    lab.finish().unwrap()
}

fn miss(results: &Results, policy: usize, size: usize) -> f64 {
    results.mrc[policy].points[size].miss_ratio
}

#[test]
fn every_example_is_a_sound_trace_and_the_same_seed_gives_it_again() {
    for kind in Kind::ALL {
        let results = lab(kind, &[], &[]);
        assert_eq!((results.summary.bad_lines, results.summary.notes.len()), (0, 0), "{}", kind.name());
        assert!(results.summary.duration_s > 60.0 && results.summary.records > 40_000, "{}", kind.name());
        let (one, two) = (Example::new(kind, 7).next(), Example::new(kind, 7).next());
        assert!(one.is_some() && one == two, "{}", kind.name());
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    assert_ne!(Example::new(Kind::Drift, 1).next(), Example::new(Kind::Drift, 2).next());
}

#[test]
fn a_loop_defeats_lru_until_all_of_it_fits_and_belady_never() {
    let results = lab(Kind::Loop, &[PolicyKind::Lru, PolicyKind::Belady], &[3, 5, 6]);
    // Eight rounds: a cache that holds all of it misses only in the first.
    assert_eq!([miss(&results, 0, 0), miss(&results, 0, 1), miss(&results, 0, 2)], [1.0, 1.0, 0.125]);
    assert!(miss(&results, 1, 0) < 0.6);
}

#[test]
fn scans_push_the_hot_set_out_of_lru_but_not_out_of_two_q() {
    let results = lab(Kind::HotSetAndScans, &[PolicyKind::Lru, PolicyKind::TwoQ], &[1]);
    let (lru, two_q) = (miss(&results, 0, 0), miss(&results, 1, 0));
    assert!(two_q + 0.005 < lru, "{two_q} {lru}");
}

#[test]
fn a_hot_set_that_wanders_suits_who_forgets() {
    let results = lab(Kind::Drift, &[PolicyKind::Lru, PolicyKind::Lfu], &[2]);
    let (lru, lfu) = (miss(&results, 0, 0), miss(&results, 1, 0));
    assert!(lru + 0.05 < lfu, "{lru} {lfu}");
}

#[test]
fn copies_are_sequential_and_virtual_machines_are_not() {
    let share = |kind| lab(kind, &[], &[]).profile.unwrap().sequential_share.unwrap();
    assert!(share(Kind::Loop) > 0.9);
    assert!(share(Kind::Drift) < 0.2);
}
