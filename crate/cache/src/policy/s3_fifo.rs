//! S3-FIFO: three FIFO queues; most newcomers leave again before they reach the main one.
//!
//! Yang et al., "FIFO queues are all you need for cache eviction", SOSP 2023. A small queue (a tenth of the cache) takes
//! newcomers; those used again move to the main queue, the others leave and their ids are remembered in a ghost queue. A
//! remembered id goes to the main queue at once. The main queue is a clock with a counter of two bits.
//!
//! Departures, both as in libCacheSim: a newcomer needs two hits to move on, and while the cache fills for the first time what
//! doesn't fit the small queue goes straight to the main one. The ghost queue is 0.9 of the cache.

use super::lists::{Lists, listed_methods};
use super::{Access, Evicted, Policy};

const SMALL: u32 = 0;
const MAIN: u32 = 1;
const GHOST: u32 = 2;

/// The small queue's share of the cache (the paper's 10 %).
const SMALL_SHARE: f64 = 0.1;
/// Ids remembered per block of the cache (the paper: as many as the main queue has).
const GHOST_SHARE: f64 = 0.9;
/// Hits a newcomer needs to move to the main queue.
const HITS_TO_MOVE: u8 = 2;
/// The counter stops here: two bits.
const MOST_HITS: u8 = 3;

/// S3-FIFO.
#[derive(Clone, Debug)]
pub struct S3Fifo {
    /// What is counted for a block are its hits.
    blocks: Lists<3, 2>,
    capacity: usize,
    small_limit: usize,
    ghost_limit: usize,
    has_evicted: bool,
}

impl S3Fifo {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize) -> Self {
        let capacity = capacity.max(1);
        S3Fifo {
            blocks: Lists::new(capacity.saturating_add((capacity as f64 * GHOST_SHARE) as usize)),
            capacity,
            small_limit: ((capacity as f64 * SMALL_SHARE) as usize).max(1),
            ghost_limit: (capacity as f64 * GHOST_SHARE) as usize,
            has_evicted: false,
        }
    }

    /// Evicts a block from the full cache. Returns the slot that is left over too, or 0: an id that is remembered keeps its.
    fn evict(&mut self) -> (u32, Evicted) {
        self.has_evicted = true;
        loop {
            if self.blocks.length(MAIN) > self.capacity - self.small_limit || self.blocks.length(SMALL) == 0 {
                return self.evict_main();
            }
            while self.blocks.length(SMALL) > 0 {
                let slot = self.blocks.back(SMALL);
                if self.blocks.count(slot) >= HITS_TO_MOVE {
                    self.blocks.shift(slot, MAIN);
                    continue;
                }
                let evicted = self.blocks.evicted(slot);
                if self.ghost_limit == 0 {
                    return (self.blocks.take_back(SMALL), evicted);
                }
                let full = self.blocks.length(GHOST) == self.ghost_limit;
                let leaving = if full { self.blocks.take_back(GHOST) } else { 0 };
                self.blocks.shift(slot, GHOST);
                return (leaving, evicted);
            }
        }
    }

    fn evict_main(&mut self) -> (u32, Evicted) {
        loop {
            let slot = self.blocks.back(MAIN);
            let hits = self.blocks.count(slot);
            if hits == 0 {
                return (self.blocks.take_back(MAIN), self.blocks.evicted(slot));
            }
            self.blocks.set_count(slot, hits - 1);
            self.blocks.touch(MAIN, slot);
        }
    }

    /// Takes a block whose id is remembered into the main queue.
    fn admit_remembered(&mut self, slot: u32) -> Access {
        self.blocks.recall(slot);
        let (leaving, evicted) = if self.len() == self.capacity {
            let (leaving, evicted) = self.evict();
            (leaving, Some(evicted))
        } else {
            (0, None)
        };
        self.blocks.readmit(slot, MAIN, leaving, evicted)
    }
}

impl Policy for S3Fifo {
    listed_methods!();

    #[inline(always)]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            if self.blocks.is_ghost(slot) {
                return self.admit_remembered(slot);
            }
            let hits = self.blocks.count(slot);
            if hits < MOST_HITS {
                self.blocks.set_count(slot, hits + 1);
            }
            return Access::hit(slot);
        }
        let (leaving, evicted) = if self.len() == self.capacity {
            let (leaving, evicted) = self.evict();
            (leaving, Some(evicted))
        } else {
            (0, None)
        };
        let small_has_room = self.has_evicted || self.blocks.length(SMALL) < self.small_limit;
        let queue = if small_has_room { SMALL } else { MAIN };
        Access::miss(self.blocks.admit(leaving, queue, id, hash), evicted)
    }
}
