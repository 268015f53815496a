//! 2Q: newcomers wait in a queue; only those asked for again after they left it enter the main LRU.
//!
//! Johnson and Shasha, "2Q: a low overhead high performance buffer management replacement algorithm", VLDB 1994, the full
//! version: A1in (FIFO, a quarter of the cache), A1out (ids only, half as many as the cache has blocks) and Am (LRU). A hit
//! in A1in changes nothing: such hits are taken for one correlated use. Am never grows beyond the rest of the cache.

use super::{Access, Evicted, Policy, slab_methods};
use crate::blocks::Blocks;

/// List of the newcomers, a FIFO.
const IN: u32 = 0;
/// List of the ids that left it, a FIFO.
const OUT: u32 = 1;
/// List of the main LRU.
const MAIN: u32 = 2;

/// The paper's Kin: a quarter of the cache for newcomers.
const IN_SHARE: f64 = 0.25;
/// The paper's Kout: ids remembered per block of the cache.
const OUT_SHARE: f64 = 0.5;

/// 2Q.
#[derive(Clone, Debug)]
pub struct TwoQ {
    /// A block's tag is its list.
    blocks: Blocks,
    capacity: usize,
    in_limit: usize,
    out_limit: usize,
    lens: [usize; 3],
}

impl TwoQ {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize) -> Self {
        let capacity = capacity.max(1);
        TwoQ {
            blocks: Blocks::new(3, capacity.saturating_add((capacity as f64 * OUT_SHARE) as usize)),
            capacity,
            in_limit: (capacity as f64 * IN_SHARE) as usize,
            out_limit: (capacity as f64 * OUT_SHARE) as usize,
            lens: [0; 3],
        }
    }

    fn shift(&mut self, slot: u32, list: u32) {
        self.lens[usize::from(self.blocks.tag(slot))] -= 1;
        self.lens[list as usize] += 1;
        self.blocks.set_tag(slot, list as u8);
        self.blocks.move_front(list, slot);
    }

    /// The block at the back of a list, which leaves it.
    fn take_back(&mut self, list: u32) -> u32 {
        self.lens[list as usize] -= 1;
        self.blocks.back(list)
    }

    /// Evicts a block from the full cache. Returns the slot that is left over too, or 0: an id that is remembered keeps its.
    fn evict(&mut self) -> (u32, Evicted) {
        let from_main = self.lens[IN as usize] <= self.in_limit && self.lens[MAIN as usize] > 0;
        if from_main || self.out_limit == 0 {
            let slot = self.take_back(if from_main { MAIN } else { IN });
            return (slot, Evicted { id: self.blocks.id(slot), slot });
        }
        let leaving = if self.lens[OUT as usize] == self.out_limit { self.take_back(OUT) } else { 0 };
        let slot = self.blocks.back(IN);
        self.shift(slot, OUT);
        (leaving, Evicted { id: self.blocks.id(slot), slot })
    }

    /// Takes a block whose id is remembered into the main LRU, in the slot that its id has.
    fn admit_remembered(&mut self, slot: u32) -> Access {
        self.lens[OUT as usize] -= 1;
        self.blocks.detach(slot);
        let (leaving, evicted) = if self.len() == self.capacity {
            let (leaving, evicted) = self.evict();
            (leaving, Some(evicted))
        } else if self.lens[MAIN as usize] == self.capacity - self.in_limit {
            let leaving = self.take_back(MAIN);
            (leaving, Some(Evicted { id: self.blocks.id(leaving), slot: leaving }))
        } else {
            (0, None)
        };
        if leaving != 0 {
            self.blocks.remove(leaving);
        }
        self.blocks.set_tag(slot, MAIN as u8);
        self.blocks.attach(MAIN, slot);
        self.lens[MAIN as usize] += 1;
        Access::miss(slot, evicted)
    }
}

impl Policy for TwoQ {
    slab_methods!();

    fn capacity(&self) -> usize {
        self.capacity
    }

    fn len(&self) -> usize {
        self.lens[IN as usize] + self.lens[MAIN as usize]
    }

    #[inline(always)]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let slot = self.blocks.find(id, hash);
        let list = if slot == 0 { IN } else { u32::from(self.blocks.tag(slot)) };
        if slot != 0 && list == IN {
            return Access::hit(slot);
        }
        if slot != 0 && list == MAIN {
            self.blocks.move_front(MAIN, slot);
            return Access::hit(slot);
        }
        if slot != 0 {
            return self.admit_remembered(slot);
        }
        let (leaving, evicted) = if self.len() == self.capacity {
            let (leaving, evicted) = self.evict();
            (leaving, Some(evicted))
        } else {
            (0, None)
        };
        let slot = self.blocks.admit(leaving, IN, id, hash);
        self.lens[IN as usize] += 1;
        Access::miss(slot, evicted)
    }

    fn find_hashed(&self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot != 0 && u32::from(self.blocks.tag(slot)) == OUT { 0 } else { slot }
    }

    fn remove_hashed(&mut self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot == 0 {
            return 0;
        }
        let list = u32::from(self.blocks.tag(slot));
        self.lens[list as usize] -= 1;
        self.blocks.remove(slot);
        if list != OUT { slot } else { 0 }
    }
}
