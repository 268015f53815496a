//! LRU: evict the block that was not used for the longest time.
//!
//! The yardstick of all others, and what most NAS read caches are called (Mattson et al., "Evaluation techniques for storage
//! hierarchies", IBM Systems Journal 1970). A loop a little larger than the cache never hits, and one long scan empties it.

use super::{Access, Evicted, Policy, all_blocks_are_cached};
use crate::blocks::Blocks;

const LIST: u32 = 0;

/// Least recently used.
#[derive(Clone, Debug)]
pub struct Lru {
    blocks: Blocks,
    capacity: usize,
}

impl Lru {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize) -> Self {
        Lru { blocks: Blocks::new(1, capacity.max(1)), capacity: capacity.max(1) }
    }
}

impl Policy for Lru {
    all_blocks_are_cached!();

    #[inline(always)]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            self.blocks.move_front(LIST, slot);
            return Access::hit(slot);
        }
        if self.blocks.len() < self.capacity {
            return Access::miss(self.blocks.add(LIST, id, hash), None);
        }
        let slot = self.blocks.back(LIST);
        let evicted = Evicted { id: self.blocks.id(slot), slot };
        self.blocks.replace(slot, id, hash);
        self.blocks.move_front(LIST, slot);
        Access::miss(slot, Some(evicted))
    }

    fn remove_hashed(&mut self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            self.blocks.remove(slot);
        }
        slot
    }
}
