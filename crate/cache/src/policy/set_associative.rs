//! Set-associative: what the SSD caches of many NAS systems really are.
//!
//! flashcache (Facebook, 2010), the ancestor of several of them, maps every run of 512 consecutive cache blocks of the volume
//! to one set of 512 places and replaces within the set, FIFO or LRU. That needs no global list and keeps the metadata of one
//! set together on the SSD; the price are sets that overflow while others are half empty.
//!
//! Departure: a capacity that isn't a multiple of the set size is spread evenly, so sets have up to twice 512 places at the
//! smallest sizes and a few more than 512 otherwise; flashcache rounds the capacity down.

use super::{Access, Evicted, Policy, all_blocks_are_cached};
use crate::blocks::Blocks;

/// Places of a set, and consecutive blocks of the volume that share one (flashcache's default associativity).
pub const SET_BLOCKS: usize = 512;

/// How a set chooses its victim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithinSet {
    /// The block that came first (flashcache's default).
    Fifo,
    /// The block not used for longest.
    Lru,
}

/// A set-associative cache.
#[derive(Clone, Debug)]
pub struct SetAssociative {
    /// List `i` is set `i`. Slots are handed out to whatever set needs one.
    blocks: Blocks,
    capacity: usize,
    sets: usize,
    lens: Vec<u32>,
    within: WithinSet,
}

impl SetAssociative {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize, within: WithinSet) -> Self {
        let capacity = capacity.max(1);
        let sets = (capacity / SET_BLOCKS).max(1);
        SetAssociative { blocks: Blocks::new(sets as u32, capacity), capacity, sets, lens: vec![0; sets], within }
    }

    fn set_of(&self, id: u64) -> u32 {
        (id / SET_BLOCKS as u64 % self.sets as u64) as u32
    }

    /// Places of a set: the first ones have one more when the capacity doesn't divide evenly.
    fn places(&self, set: u32) -> usize {
        self.capacity / self.sets + usize::from((set as usize) < self.capacity % self.sets)
    }
}

impl Policy for SetAssociative {
    all_blocks_are_cached!();

    #[inline]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let set = self.set_of(id);
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            if self.within == WithinSet::Lru {
                self.blocks.move_front(set, slot);
            }
            return Access::hit(slot);
        }
        if (self.lens[set as usize] as usize) < self.places(set) {
            self.lens[set as usize] += 1;
            return Access::miss(self.blocks.add(set, id, hash), None);
        }
        let slot = self.blocks.back(set);
        let evicted = Evicted { id: self.blocks.id(slot), slot };
        self.blocks.replace(slot, id, hash);
        self.blocks.move_front(set, slot);
        Access::miss(slot, Some(evicted))
    }

    fn remove_hashed(&mut self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            let set = self.set_of(id);
            self.lens[set as usize] -= 1;
            self.blocks.remove(slot);
        }
        slot
    }
}
