//! The bound: what any event loop on a binary heap must do, and nothing else. Takes the earliest of as many entries as
//! the closed queue has jobs, and puts one back a pseudo-random time later.
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::closed_queue::JOBS;

/// Runs `events` rounds and gives the last time.
pub fn run(events: u32) -> u64 {
    let mut heap: BinaryHeap<Reverse<(u64, u32)>> = (0..JOBS).map(|job| Reverse((u64::from(job), job))).collect();
    let mut state = 1_u64;
    let mut now = 0;
    for _ in 0..events {
        let Some(Reverse((at, job))) = heap.pop() else { break };
        now = at;
        // A linear congruential step: the cheapest spread of times there is.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        heap.push(Reverse((now + (state >> 44), job)));
    }
    now
}
