//! 2Q: newcomers wait in a queue; only those asked for again after they left it enter the main LRU.
//!
//! Johnson and Shasha, "2Q: a low overhead high performance buffer management replacement algorithm", VLDB 1994, the full
//! version: A1in (FIFO, a quarter of the cache), A1out (ids only, half as many as the cache has blocks) and Am (LRU). A hit
//! in A1in changes nothing: such hits are taken for one correlated use. Am never grows beyond the rest of the cache.

use super::lists::{Lists, listed_methods};
use super::{Access, Evicted, Policy};

/// List of the newcomers, a FIFO.
const IN: u32 = 0;
/// List of the main LRU.
const MAIN: u32 = 1;
/// List of the ids that left the newcomers' list, a FIFO.
const OUT: u32 = 2;

/// The paper's Kin: a quarter of the cache for newcomers.
const IN_SHARE: f64 = 0.25;
/// The paper's Kout: ids remembered per block of the cache.
const OUT_SHARE: f64 = 0.5;

/// 2Q.
#[derive(Clone, Debug)]
pub struct TwoQ {
    blocks: Lists<3, 2>,
    capacity: usize,
    in_limit: usize,
    out_limit: usize,
}

impl TwoQ {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize) -> Self {
        let capacity = capacity.max(1);
        TwoQ {
            blocks: Lists::new(capacity.saturating_add((capacity as f64 * OUT_SHARE) as usize)),
            capacity,
            in_limit: (capacity as f64 * IN_SHARE) as usize,
            out_limit: (capacity as f64 * OUT_SHARE) as usize,
        }
    }

    /// Evicts a block from the full cache. Returns the slot that is left over too, or 0: an id that is remembered keeps its.
    fn evict(&mut self) -> (u32, Evicted) {
        let from_main = self.blocks.length(IN) <= self.in_limit && self.blocks.length(MAIN) > 0;
        if from_main || self.out_limit == 0 {
            let slot = self.blocks.take_back(if from_main { MAIN } else { IN });
            return (slot, self.blocks.evicted(slot));
        }
        let leaving = if self.blocks.length(OUT) == self.out_limit { self.blocks.take_back(OUT) } else { 0 };
        let slot = self.blocks.back(IN);
        self.blocks.shift(slot, OUT);
        (leaving, self.blocks.evicted(slot))
    }

    /// Takes a block whose id is remembered into the main LRU.
    fn admit_remembered(&mut self, slot: u32) -> Access {
        self.blocks.recall(slot);
        let (leaving, evicted) = if self.len() == self.capacity {
            let (leaving, evicted) = self.evict();
            (leaving, Some(evicted))
        } else if self.blocks.length(MAIN) == self.capacity - self.in_limit {
            let leaving = self.blocks.take_back(MAIN);
            (leaving, Some(self.blocks.evicted(leaving)))
        } else {
            (0, None)
        };
        self.blocks.readmit(slot, MAIN, leaving, evicted)
    }
}

impl Policy for TwoQ {
    listed_methods!();

    #[inline(always)]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            match self.blocks.list(slot) {
                IN => {}
                MAIN => self.blocks.touch(MAIN, slot),
                _ => return self.admit_remembered(slot),
            }
            return Access::hit(slot);
        }
        let (leaving, evicted) = if self.len() == self.capacity {
            let (leaving, evicted) = self.evict();
            (leaving, Some(evicted))
        } else {
            (0, None)
        };
        Access::miss(self.blocks.admit(leaving, IN, id, hash), evicted)
    }
}
