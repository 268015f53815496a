//! W-TinyLFU beside libCacheSim's on a loop: the settings that `peer_w_tiny_lfu` names are all that parts the two.
//!
//! The paper counts every request once, when it comes. libCacheSim counts a missed block then, and once more when it leaves
//! the window. In a loop all blocks are asked for alike, so the cache should keep what it has; counted twice, newcomers look
//! more popular than residents, and push out what would have been hit.

#[path = "../examples/replay/peer_w_tiny_lfu.rs"]
mod peer_w_tiny_lfu;

use nas_forecast_cache::Policy;
use nas_forecast_cache::policy::WTinyLfu;
use peer_w_tiny_lfu::PeerWTinyLfu;

/// The loop of the reference traces.
const BLOCKS: u64 = 120_000;
const REQUESTS: u64 = 10_000_000;
/// Blocks that fit, and libCacheSim 0.3.5's miss ratio on that trace.
const LIBCACHESIM: [(usize, f64); 3] = [(20_000, 0.842_016), (50_000, 0.635_380), (100_000, 0.261_720)];

fn miss_ratio(mut hits: impl FnMut(u64) -> bool) -> f64 {
    (0..REQUESTS).filter(|i| !hits(i % BLOCKS)).count() as f64 / REQUESTS as f64
}

#[test]
fn with_libcachesims_settings_its_figures_on_a_loop_come_out_to_six_digits() {
    for (capacity, theirs) in LIBCACHESIM {
        let mut policy = PeerWTinyLfu::new(capacity);
        let ours = miss_ratio(|block| policy.access(block));
        assert!((ours - theirs).abs() < 5e-7, "{capacity}: {ours}, libCacheSim {theirs}");
    }
}

#[test]
fn counting_every_request_once_keeps_more_of_a_loop() {
    // Where half of the loop fits and more. Below that, what is counted twice can't do much harm.
    for (capacity, theirs) in &LIBCACHESIM[1..] {
        let mut policy = WTinyLfu::new(*capacity);
        let once = miss_ratio(|block| policy.access(block).hit);
        assert!(once < theirs - 0.01, "{capacity}: {once}, libCacheSim {theirs}");
    }
}

#[test]
fn a_dead_favourite_at_the_end_of_the_main_part_does_not_keep_everything_out() {
    // A cache of 100: one place in the window. 99 favourites, so often asked for that their counters are full, and then
    // never again; ten others in turn, whose counters fill up too, but can't get beyond the favourites'.
    let mut policy = WTinyLfu::with_sample(100, 1_000_000);
    for i in 0..99 * 20 {
        policy.access(i % 99);
    }
    let hits = (0..20_000).filter(|i| policy.access(1000 + i % 10).hit).count();
    // Ten of them are let in after 128 rejections each, and hit from then on.
    assert!(hits > 15_000, "{hits}");
}
