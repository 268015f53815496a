//! FIFO: evict the block that came first, used or not.
//!
//! The cheapest policy there is: a hit changes nothing. flashcache and many SSD caches of NAS systems are FIFO at heart,
//! because it writes the flash in order. A hand goes round the circle of blocks; what it stands at is the oldest, and a new
//! block takes the evicted one's place, which makes it the youngest.

use super::{Access, Evicted, Policy, all_blocks_are_cached};
use crate::blocks::Blocks;

/// First in, first out.
#[derive(Clone, Debug)]
pub struct Fifo {
    blocks: Blocks,
    capacity: usize,
    /// The oldest block, or 0: the one at the back of the list.
    hand: u32,
}

impl Fifo {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize) -> Self {
        Fifo { blocks: Blocks::new(1, capacity.max(1)), capacity: capacity.max(1), hand: 0 }
    }
}

impl Policy for Fifo {
    all_blocks_are_cached!();

    #[inline(always)]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            return Access::hit(slot);
        }
        if self.blocks.len() < self.capacity {
            return Access::miss(self.blocks.add(self.hand, id, hash), None);
        }
        let slot = if self.hand == 0 { self.blocks.newer(0) } else { self.hand };
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
