//! CLOCK: FIFO with a second chance.
//!
//! A hit sets the block's bit; the hand clears bits and evicts the first block it finds without one (Corbató, "A paging
//! experiment with the Multics system", 1968). Nearly LRU's hit ratio at FIFO's cost. One bit a block, as in the original;
//! a new block starts with its bit clear, so a block used once is evicted on the hand's first visit.

use super::{Access, Evicted, Policy, all_blocks_are_cached};
use crate::blocks::Blocks;

/// CLOCK, also called second chance or FIFO reinsertion.
#[derive(Clone, Debug)]
pub struct Clock {
    blocks: Blocks,
    capacity: usize,
    /// The oldest block, or 0: the one at the back of the list.
    hand: u32,
}

impl Clock {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize) -> Self {
        Clock { blocks: Blocks::new(1, capacity.max(1)), capacity: capacity.max(1), hand: 0 }
    }
}

impl Policy for Clock {
    all_blocks_are_cached!();

    #[inline(always)]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            self.blocks.set_tag(slot, 1);
            return Access::hit(slot);
        }
        if self.blocks.len() < self.capacity {
            return Access::miss(self.blocks.add(self.hand, id, hash), None);
        }
        let mut slot = self.hand;
        while slot == 0 || self.blocks.tag(slot) != 0 {
            self.blocks.set_tag(slot, 0);
            slot = self.blocks.newer(slot);
        }
        self.hand = self.blocks.newer(slot);
        let evicted = Evicted { id: self.blocks.id(slot), slot };
        self.blocks.replace(slot, id, hash);
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
