//! SIEVE: a clock whose hand leaves the survivors where they are.
//!
//! Zhang et al., "SIEVE is simpler than LRU", NSDI 2024. A hit sets a bit. The hand walks from the back to the front, clears
//! bits, and evicts the first block without one; new blocks join at the front, and survivors stay in place, so that old and
//! popular blocks sink to the back while new ones have to prove themselves in front of the hand.

use super::{Access, Evicted, Policy, all_blocks_are_cached};
use crate::blocks::Blocks;

const LIST: u32 = 0;

/// SIEVE.
#[derive(Clone, Debug)]
pub struct Sieve {
    blocks: Blocks,
    capacity: usize,
    /// Where the search goes on, or 0: at the back.
    hand: u32,
}

impl Sieve {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize) -> Self {
        Sieve { blocks: Blocks::new(1, capacity.max(1)), capacity: capacity.max(1), hand: 0 }
    }
}

impl Policy for Sieve {
    all_blocks_are_cached!();

    #[inline(always)]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            self.blocks.set_tag(slot, 1);
            return Access::hit(slot);
        }
        if self.blocks.len() < self.capacity {
            return Access::miss(self.blocks.add(LIST, id, hash), None);
        }
        let mut slot = self.hand;
        while slot == LIST || self.blocks.tag(slot) != 0 {
            self.blocks.set_tag(slot, 0);
            slot = self.blocks.newer(slot);
        }
        self.hand = self.blocks.newer(slot);
        let evicted = Evicted { id: self.blocks.id(slot), slot };
        self.blocks.replace(slot, id, hash);
        self.blocks.move_front(LIST, slot);
        Access::miss(slot, Some(evicted))
    }

    fn remove_hashed(&mut self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            if slot == self.hand {
                self.hand = self.blocks.newer(slot);
            }
            self.blocks.remove(slot);
        }
        slot
    }
}
