//! W-TinyLFU: a small LRU window, and a main SLRU that a block enters only by being more popular than the one it replaces.
//!
//! Einziger, Friedman and Manes, "TinyLFU: a highly efficient cache admission policy", ACM TOS 2017; the policy of Caffeine.
//! The window is 1 % of the cache; of the main part 20 % is probation and 80 % protected. Popularity is an estimate over
//! recent requests ([`Sketch`]). A window victim that is not more popular than the main part's victim is evicted.
//!
//! As in Caffeine and not in the paper, one in 128 warm candidates is let in whatever it is compared with: a block that was
//! very popular and is never asked for again would otherwise stand at the end of the main part and keep everything else out
//! until the counts have faded. Where popularity drifts this misses up to 7 points
//! less, on a loop up to 5 points more.
//!
//! Departures: the window has a fixed size (Caffeine adapts it), and there is no doorkeeper in front of the sketch, which has
//! 32 counters a block instead.
//!
//! libCacheSim's version departs from the paper where ours doesn't, above all in two settings. Its sample factor is 32 requests
//! per *byte* instead of the paper's 10 per block, so its counts never fade: it misses up to 15 points more where popularity
//! drifts and 1 point less where it doesn't. And it counts a missed block a second time when that leaves the window, where the
//! paper counts every request once: newcomers then look more popular than residents, which costs it up to 7.5 points on a
//! loop. `examples/replay/peer_w_tiny_lfu.rs` has all its settings; with them its figures come out to six digits
//! (`tests/w_tiny_lfu.rs`, and `./build.sh compare`).

use super::lists::{Lists, listed_methods};
use super::sketch::Sketch;
use super::{Access, Evicted, Policy};
use crate::hash::hash;

const WINDOW: u32 = 0;
const PROBATION: u32 = 1;
const PROTECTED: u32 = 2;

/// The window's share of the cache, as in the paper.
const WINDOW_SHARE: f64 = 0.01;
/// The protected share of the main part, as in the paper.
const PROTECTED_SHARE: f64 = 0.8;
/// Requests per cached block after which the popularity counts are halved: the paper's W = 10 C, also Caffeine's.
const SAMPLE_FACTOR: u64 = 10;

/// Uses that make a candidate warm (Caffeine's threshold is the same).
const WARM: u64 = 6;
/// So many warm candidates turned away, and the next is let in (Caffeine: each with a chance of 1 in 128).
const PATIENCE: u32 = 128;

/// W-TinyLFU.
#[derive(Clone, Debug)]
pub struct WTinyLfu {
    blocks: Lists<3, 3>,
    sketch: Sketch,
    capacity: usize,
    window_limit: usize,
    protected_limit: usize,
    /// Warm candidates turned away since the last one that was let in.
    turned_away: u32,
}

impl WTinyLfu {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize) -> Self {
        Self::with_sample(capacity, SAMPLE_FACTOR)
    }

    /// The same with popularity halved after `sample_factor` requests per cached block.
    pub fn with_sample(capacity: usize, sample_factor: u64) -> Self {
        let capacity = capacity.max(1);
        let window_limit = ((capacity as f64 * WINDOW_SHARE) as usize).max(1);
        WTinyLfu {
            blocks: Lists::new(capacity.saturating_add(1)),
            sketch: Sketch::new(capacity, sample_factor),
            capacity,
            window_limit,
            protected_limit: ((capacity - window_limit) as f64 * PROTECTED_SHARE) as usize,
            turned_away: 0,
        }
    }

    fn drop_slot(&mut self, slot: u32) -> Evicted {
        let evicted = self.blocks.evicted(slot);
        self.blocks.remove(slot);
        evicted
    }

    /// Whether a block that leaves the window may take a victim's place.
    fn admits(&mut self, candidate: u32, victim: u32) -> bool {
        let popularity = self.sketch.estimate(hash(self.blocks.id(candidate)));
        if popularity > self.sketch.estimate(hash(self.blocks.id(victim))) {
            return true;
        }
        self.turned_away += u32::from(popularity >= WARM);
        let is_lucky = self.turned_away == PATIENCE;
        if is_lucky {
            self.turned_away = 0;
        }
        is_lucky
    }

    /// Moves the window's overflow on; evicts whichever of the two victims is asked for less.
    fn settle(&mut self) -> Option<Evicted> {
        if self.blocks.length(WINDOW) <= self.window_limit {
            return None;
        }
        let candidate = self.blocks.back(WINDOW);
        if self.len() <= self.capacity {
            self.blocks.shift(candidate, PROBATION);
            return None;
        }
        let from = if self.blocks.length(PROBATION) > 0 { PROBATION } else { PROTECTED };
        let victim = self.blocks.back(from);
        if self.blocks.length(from) == 0 || !self.admits(candidate, victim) {
            return Some(self.drop_slot(candidate));
        }
        let evicted = self.drop_slot(victim);
        self.blocks.shift(candidate, PROBATION);
        Some(evicted)
    }
}

impl Policy for WTinyLfu {
    listed_methods!();

    #[inline]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        self.sketch.count(hash);
        let slot = self.blocks.find(id, hash);
        if slot == 0 {
            let slot = self.blocks.admit(0, WINDOW, id, hash);
            let evicted = self.settle();
            return Access::miss(slot, evicted);
        }
        match self.blocks.list(slot) {
            PROBATION => {
                self.blocks.shift(slot, PROTECTED);
                if self.blocks.length(PROTECTED) > self.protected_limit {
                    self.blocks.shift(self.blocks.back(PROTECTED), PROBATION);
                }
            }
            list => self.blocks.touch(list, slot),
        }
        Access::hit(slot)
    }
}
