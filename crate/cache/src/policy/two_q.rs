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
            blocks: Blocks::new(3),
            capacity,
            in_limit: (capacity as f64 * IN_SHARE) as usize,
            out_limit: (capacity as f64 * OUT_SHARE) as usize,
            lens: [0; 3],
        }
    }

    /// Takes a block off its list and out of the slab.
    fn drop_slot(&mut self, slot: u32) -> Evicted {
        let evicted = Evicted { id: self.blocks.id(slot), slot };
        self.lens[usize::from(self.blocks.tag(slot))] -= 1;
        self.blocks.remove(slot);
        evicted
    }

    fn shift(&mut self, slot: u32, list: u32) {
        self.lens[usize::from(self.blocks.tag(slot))] -= 1;
        self.lens[list as usize] += 1;
        self.blocks.set_tag(slot, list as u8);
        self.blocks.move_front(list, slot);
    }

    fn evict(&mut self) -> Evicted {
        if self.lens[IN as usize] <= self.in_limit && self.lens[MAIN as usize] > 0 {
            return self.drop_slot(self.blocks.back(MAIN));
        }
        let slot = self.blocks.back(IN);
        if self.out_limit == 0 {
            return self.drop_slot(slot);
        }
        if self.lens[OUT as usize] == self.out_limit {
            self.drop_slot(self.blocks.back(OUT));
        }
        self.shift(slot, OUT);
        Evicted { id: self.blocks.id(slot), slot }
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
        let remembered = slot != 0;
        if remembered {
            self.drop_slot(slot);
        }
        let full = self.len() == self.capacity;
        let main_full = remembered && self.lens[MAIN as usize] == self.capacity - self.in_limit;
        let evicted = if full {
            Some(self.evict())
        } else if main_full {
            Some(self.drop_slot(self.blocks.back(MAIN)))
        } else {
            None
        };
        let list = if remembered { MAIN } else { IN };
        let slot = self.blocks.add(list, id, hash);
        self.blocks.set_tag(slot, list as u8);
        self.lens[list as usize] += 1;
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
        let cached = u32::from(self.blocks.tag(slot)) != OUT;
        self.drop_slot(slot);
        if cached { slot } else { 0 }
    }
}
