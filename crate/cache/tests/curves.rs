//! Miss-ratio curves: exact where they say so, near where they say how near.

mod common;

use common::{Random, Step, accesses, random, small_trace};
use nas_forecast_cache::hash::hash;
use nas_forecast_cache::lab::{Budget, Curve, Lab, Ledger, Limits, Options, Results, Run, Sample};
use nas_forecast_cache::trace::TraceError;
use nas_forecast_cache::{AnyPolicy, Policy, PolicyKind};
use rand::Rng;
use std::collections::BTreeSet;

fn ids_as_text(ids: &[u64]) -> String {
    ids.iter().map(|id| format!("{id}\n")).collect()
}

fn run(ids: &[u64], options: Options) -> Results {
    let mut lab = Lab::new(options);
    for chunk in ids_as_text(ids).as_bytes().chunks(100_000) {
        lab.feed(chunk).unwrap();
    }
    lab.finish().unwrap()
}

/// A skewed trace over `blocks` blocks with a scan through it now and then.
fn skewed(random: &mut Random, requests: usize, blocks: u64) -> Vec<u64> {
    (0..requests as u64)
        .map(|i| {
            if i / 5_000 % 7 == 6 {
                return (1 << 40) + i;
            }
            let spread: f64 = random.random();
            (spread * spread * spread * blocks as f64) as u64 * 2_654_435_761
        })
        .collect()
}

#[test]
fn lru_stack_distances_equal_separate_runs_with_trims_too() {
    let mut random = random(12);
    for number in 0..10_000 {
        let trace = small_trace(&mut random, number % 2 == 0);
        let mut ledger = Ledger::default();
        for &step in &trace {
            match step {
                Step::Access(id) => ledger.access(id, hash(id), false, 0),
                Step::Trim(id) => ledger.trim(id),
            }
        }
        let sizes: Vec<u64> = (1..30).collect();
        let hits = ledger.lru_hits(&sizes);
        for (&size, &hits) in sizes.iter().zip(&hits) {
            let mut lru = AnyPolicy::new(PolicyKind::Lru, size as usize);
            let mut expected = 0;
            for &step in &trace {
                match step {
                    Step::Access(id) => expected += u64::from(lru.access(id).hit),
                    Step::Trim(id) => {
                        lru.remove(id);
                    }
                }
            }
            assert_eq!(hits, expected, "trace {number}, size {size}: {trace:?}");
        }
    }
}

#[test]
fn the_exact_lru_curve_equals_32_separate_runs_on_a_long_trace() {
    let ids = skewed(&mut random(13), 300_000, 30_000);
    let results = run(&ids, Options { curves: vec![PolicyKind::Lru], ..Options::default() });
    let curve = &results.mrc[0];
    assert_eq!((curve.points.len(), curve.sample_rate, curve.error), (32, 1.0, 0.0));
    for point in &curve.points {
        let hits = AnyPolicy::new(PolicyKind::Lru, point.size as usize).run(&ids);
        assert_eq!(point.miss_ratio, (ids.len() as u64 - hits) as f64 / ids.len() as f64, "size {}", point.size);
    }
}

#[test]
fn an_inclusive_policy_never_misses_more_with_a_larger_cache() {
    let mut random = random(14);
    for &kind in PolicyKind::ALL.iter().filter(|kind| kind.is_inclusive()) {
        for _ in 0..300 {
            let ids = accesses(&small_trace(&mut random, false));
            let runs = (1..20).map(|size| Run { policy: kind, size }).collect();
            let results = run(&ids, Options { runs, ..Options::default() });
            let falls = results.policies.windows(2).all(|pair| pair[0].miss_ratio >= pair[1].miss_ratio);
            assert!(falls, "{kind}: {:?}", results.policies);
        }
    }
}

/// The largest difference between a curve and exact runs.
fn off(curve: &Curve, kind: PolicyKind, ids: &[u64]) -> f64 {
    let runs: Vec<Run> = curve.points.iter().map(|point| Run { policy: kind, size: point.size }).collect();
    let limits = Limits { future_requests: ids.len(), ..Limits::NATIVE };
    let exact = run(ids, Options { runs, limits, profile: false, ..Options::default() });
    let difference = |(point, exact): (&nas_forecast_cache::lab::Point, &nas_forecast_cache::lab::PolicyResult)| {
        assert!(!exact.sampled);
        (point.miss_ratio - exact.miss_ratio).abs()
    };
    curve.points.iter().zip(&exact.policies).map(difference).fold(0.0, f64::max)
}

#[test]
fn sampled_curves_are_within_two_points_of_exact_and_say_so() {
    let ids = skewed(&mut random(15), 1_000_000, 100_000);
    let curves = vec![
        PolicyKind::Lru,
        PolicyKind::Fifo,
        PolicyKind::Arc,
        PolicyKind::S3Fifo,
        PolicyKind::Sieve,
        PolicyKind::Belady,
    ];
    let sizes = vec![2_000, 5_000, 20_000, 60_000];
    let results =
        run(&ids, Options { curves: curves.clone(), curve_sizes: sizes, sample_rate: 0.1, ..Options::default() });
    for (curve, &kind) in results.mrc.iter().zip(&curves) {
        assert!((curve.sample_rate - 0.1).abs() < 1e-6);
        assert!(curve.error > 0.0 && curve.error < 0.02, "{kind}: states {}", curve.error);
        let off = off(curve, kind, &ids);
        assert!(off < 0.02, "{kind}: off by {off}, states {}", curve.error);
    }
}

#[test]
fn a_cache_of_at_least_the_footprint_misses_once_per_block_on_a_sample_too() {
    const FOOTPRINT: u64 = 10_000;
    let ids: Vec<u64> = (0..10 * FOOTPRINT).map(|at| at % FOOTPRINT).collect();
    // In sets blocks compete for places, however large the cache.
    let in_sets = [PolicyKind::SetLru, PolicyKind::SetFifo];
    let curves: Vec<PolicyKind> = PolicyKind::ALL.iter().copied().filter(|kind| !in_sets.contains(kind)).collect();
    // Each rate draws other blocks, once more and once fewer than its share of them.
    for percent in 10..40 {
        let sample_rate = f64::from(percent) / 100.0;
        let runs = vec![Run { policy: PolicyKind::Arc, size: FOOTPRINT }];
        let curve_sizes = vec![FOOTPRINT, 2 * FOOTPRINT];
        let results =
            run(&ids, Options { runs, curves: curves.clone(), curve_sizes, sample_rate, ..Options::default() });
        assert!((results.policies[0].miss_ratio - 0.1).abs() < 0.01, "{percent} %: {:?}", results.policies[0]);
        for curve in &results.mrc {
            let off = curve.points.iter().map(|point| (point.miss_ratio - 0.1).abs()).fold(0.0, f64::max);
            assert!(
                off < 0.01 && curve.error < 0.02,
                "{} at {percent} %: off by {off}, states {}",
                curve.policy,
                curve.error
            );
        }
    }
}

#[test]
fn a_policy_that_bears_scaling_down_badly_states_a_larger_error() {
    // Popularity drifts: LFU keeps what was popular first, and which blocks those are decides much.
    let mut random = random(18);
    let drifting = |i: u64| {
        let spread: f64 = random.random();
        (spread.powi(6) * 50_000.0) as u64 + i / 1000 * 40
    };
    let ids: Vec<u64> = (0..1_000_000).map(drifting).collect();
    let curves = vec![PolicyKind::Fifo, PolicyKind::Lfu];
    let results = run(&ids, Options { curves, sample_rate: 0.1, ..Options::default() });
    let [fifo, lfu] = &results.mrc[..] else { panic!("two curves") };
    assert!(lfu.error > 2.0 * fifo.error, "LFU {}, FIFO {}", lfu.error, fifo.error);
}

#[test]
fn a_trace_that_fits_the_budget_gives_exact_curves_for_every_policy() {
    let ids = skewed(&mut random(16), 50_000, 5_000);
    let curves: Vec<PolicyKind> = PolicyKind::ALL.to_vec();
    let results =
        run(&ids, Options { curves: curves.clone(), curve_sizes: vec![10, 500, 3_000], ..Options::default() });
    for (curve, &kind) in results.mrc.iter().zip(&curves) {
        assert_eq!((curve.sample_rate, off(curve, kind, &ids)), (1.0, 0.0), "{kind}");
    }
}

#[test]
fn within_its_limits_the_laboratory_samples_instead_of_growing() {
    let ids = skewed(&mut random(17), 400_000, 60_000);
    let tight = Limits {
        ledger_blocks: 10_000,
        curves: Budget { requests: 60_000, blocks: 20_000 },
        wide_requests: 120_000,
        future_requests: 60_000,
    };
    let runs = vec![Run { policy: PolicyKind::Belady, size: 10_000 }];
    let curves = vec![PolicyKind::Lru, PolicyKind::Clock, PolicyKind::WTinyLfu];
    let results =
        run(&ids, Options { limits: tight, runs: runs.clone(), curves: curves.clone(), ..Options::default() });
    assert!(results.distinct_is_estimate && results.policies[0].sampled);
    let exact = run(&ids, Options { runs, ..Options::default() });
    let ratio = results.distinct_blocks as f64 / exact.distinct_blocks as f64;
    assert!((ratio - 1.0).abs() < 0.05, "{ratio}");
    assert!((results.policies[0].miss_ratio - exact.policies[0].miss_ratio).abs() < 0.02);
    for (curve, &kind) in results.mrc.iter().zip(&curves) {
        assert!(curve.sample_rate < 1.0 && curve.error > 0.0);
        let off = off(curve, kind, &ids);
        // A few thousand blocks: two points are usual, and six are not.
        assert!(off < 0.06, "{kind}: off by {off}, states {}", curve.error);
    }
    // W-TinyLFU has the wide sample, the others what is left of it.
    let rates: Vec<f64> = results.mrc.iter().map(|curve| curve.sample_rate).collect();
    assert!(rates[1] < rates[2] && rates[0] == rates[2], "{rates:?}");
    let profile = results.profile.unwrap();
    let exact = exact.profile.unwrap();
    assert!((profile.reuse_share - exact.reuse_share).abs() < 0.05);
    let touched = |stretches: &[nas_forecast_cache::lab::Stretch]| stretches.iter().map(|s| s.requests).sum::<u64>();
    assert_eq!(touched(&exact.working_set), ids.len() as u64);
}

#[test]
fn a_sample_holds_its_budget_and_all_requests_of_the_blocks_it_keeps() {
    let ids = skewed(&mut random(18), 200_000, 20_000);
    let mut sample = Sample::new(1.0, Budget { requests: 10_000, blocks: 2_000 });
    for &id in &ids {
        sample.access(id, hash(id));
    }
    assert!(sample.rate() < 0.1 && sample.blocks() <= 2_000);
    let kept: Vec<u64> = ids.iter().copied().filter(|&id| sample.takes(hash(id))).collect();
    assert!(kept.len() <= 10_000);
    assert_eq!(sample.ledger(None).requests(), kept.len() as u64);
    let misses = kept.len() as u64 - AnyPolicy::new(PolicyKind::Lru, sample.scaled(5_000)).run(&kept);
    assert_eq!(sample.misses(PolicyKind::Lru, 5_000), misses as f64 / sample.rate());
}

#[test]
fn the_working_set_counts_different_blocks_per_stretch_also_after_stretches_were_merged() {
    // Stretches of 1,024 requests that double until at most 512 are left: 3,000,000 requests make stretches of 8,192.
    let ids: Vec<u64> = (0..3_000_000u64).map(|i| i / 3 % 5_000 + i / 1_000_000 * 10_000).collect();
    let mut ledger = Ledger::default();
    for &id in &ids {
        ledger.access(id, hash(id), false, 0);
    }
    let sets: Vec<_> = ledger.working_sets().collect();
    assert!(sets.len() <= 512);
    let mut rest = &ids[..];
    for set in &sets {
        let (stretch, after) = rest.split_at(set.requests as usize);
        rest = after;
        assert_eq!(set.blocks, stretch.iter().collect::<BTreeSet<_>>().len() as u64);
    }
    assert!(rest.is_empty());
}

#[test]
fn the_profile_tells_what_the_trace_is_like() {
    // Two streams of 64 KiB that alternate, then ten random single blocks, each read twice; one in four records writes.
    let mut text = String::from("time,op,offset,size\n");
    for i in 0..50u64 {
        let op = if i % 4 == 0 { "W" } else { "R" };
        text += &format!("{i},{op},{},65536\n{i},R,{},65536\n", i * 65536, (1 << 40) + i * 65536);
    }
    for i in 0..20u64 {
        text += &format!("{},R,{},4096\n", 100 + i, (1u64 << 41) + i % 10 * 10_000_000_000 / 4096 * 4096);
    }
    let mut lab = Lab::new(Options::default());
    lab.feed(text.as_bytes()).unwrap();
    let results = lab.finish().unwrap();
    let profile = results.profile.unwrap();
    assert_eq!(results.distinct_blocks, 100 * 16 + 10);
    // 98 of 100 large records continue a stream.
    let expected = 98.0 * 65536.0 / (100.0 * 65536.0 + 20.0 * 4096.0);
    assert!((profile.sequential_share.unwrap() - expected).abs() < 1e-9);
    assert!((profile.write_share - 13.0 / 120.0).abs() < 1e-9);
    assert!((profile.reuse_share - 10.0 / 1620.0).abs() < 1e-9);
    assert!((profile.used_once_share - 1600.0 / 1610.0).abs() < 1e-9);
    assert_eq!(results.summary.duration_s, 119.0);
}

#[test]
fn a_sample_without_a_single_block_is_an_error_not_a_miss_ratio() {
    let policies = vec![PolicyKind::Lru, PolicyKind::Arc];
    for curves in [policies, vec![]] {
        let runs = vec![Run { policy: PolicyKind::Lru, size: 10 }];
        let mut lab = Lab::new(Options { sample_rate: 1e-6, runs, curves, ..Options::default() });
        lab.feed(b"1\n2\n3\n").unwrap();
        assert_eq!(lab.end(), Err(TraceError::NothingSampled));
    }
}
