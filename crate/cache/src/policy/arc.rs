//! ARC: two LRU lists, blocks seen once and blocks seen again, whose shares follow from which ghosts are asked for.
//!
//! Megiddo and Modha, "ARC: a self-tuning, low overhead replacement cache", FAST 2003; ZFS's cache descends from it. T1 and
//! T2 hold blocks, B1 and B2 remember the ids that left them. A request for a ghost in B1 says that T1 is too small, one in
//! B2 that T2 is; the target p of T1 moves accordingly, as a real number as in the paper.
//!
//! Departure: after a trim the cache may have room although the ghost lists are full; then nothing is replaced.

use super::lists::{Lists, listed_methods};
use super::{Access, Evicted, Policy};

const T1: u32 = 0;
const T2: u32 = 1;
const B1: u32 = 2;
const B2: u32 = 3;

/// By how many blocks the target moves at least when a ghost is asked for: the paper's 1. libCacheSim counts in bytes and
/// moves it by 1 byte, which is 1/4096 with blocks of 4 KiB: its target follows the traffic much more slowly.
const STEP: f64 = 1.0;

/// ARC.
#[derive(Clone, Debug)]
pub struct Arc {
    blocks: Lists<4, 2>,
    capacity: usize,
    /// The target length of T1.
    p: f64,
    step: f64,
}

impl Arc {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize) -> Self {
        Self::with_step(capacity, STEP)
    }

    /// The same with a target that moves by `step` blocks, or more, for every ghost asked for.
    pub fn with_step(capacity: usize, step: f64) -> Self {
        Arc { blocks: Lists::new(capacity.max(1).saturating_mul(2)), capacity: capacity.max(1), p: 0.0, step }
    }

    /// The paper's REPLACE: turns the oldest block of T1 or T2 into a ghost, if the cache is full.
    fn replace(&mut self, asked_in_b2: bool) -> Option<Evicted> {
        if self.len() < self.capacity {
            return None;
        }
        let t1 = self.blocks.length(T1) as f64;
        let from_t1 = self.blocks.length(T1) > 0 && (t1 > self.p || asked_in_b2 && t1 == self.p);
        let (from, ghosts) = if from_t1 || self.blocks.length(T2) == 0 { (T1, B1) } else { (T2, B2) };
        let slot = self.blocks.back(from);
        self.blocks.shift(slot, ghosts);
        Some(self.blocks.evicted(slot))
    }

    fn hit_ghost(&mut self, slot: u32, list: u32) -> Option<Evicted> {
        let (b1, b2) = (self.blocks.length(B1) as f64, self.blocks.length(B2) as f64);
        if list == B1 {
            self.p = (self.p + self.step * (b2 / b1).max(1.0)).min(self.capacity as f64);
        } else {
            self.p = (self.p - self.step * (b1 / b2).max(1.0)).max(0.0);
        }
        // The ghost keeps its slot, so it moves to T2 first; the oldest block of T2 is another one, for the cache is full
        // when something is replaced, unless it holds a single block.
        let evicted = self.replace(list == B2);
        self.blocks.shift(slot, T2);
        evicted
    }

    /// Makes room for a block that is in none of the lists: the slot that it takes over (0: none), and what was evicted.
    #[inline(always)]
    fn make_room(&mut self) -> (u32, Option<Evicted>) {
        let leaves = if self.blocks.length(T1) + self.blocks.length(B1) >= self.capacity {
            if self.blocks.length(T1) == self.capacity {
                let slot = self.blocks.take_back(T1);
                return (slot, Some(self.blocks.evicted(slot)));
            }
            B1
        } else if self.blocks.len() >= 2 * self.capacity {
            B2
        } else {
            return (0, self.replace(false));
        };
        (self.blocks.take_back(leaves), self.replace(false))
    }
}

impl Policy for Arc {
    listed_methods!();

    #[inline(always)]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            match self.blocks.list(slot) {
                T1 => self.blocks.shift(slot, T2),
                T2 => self.blocks.touch(T2, slot),
                list => {
                    let evicted = self.hit_ghost(slot, list);
                    return Access::miss(slot, evicted);
                }
            }
            return Access::hit(slot);
        }
        let (leaving, evicted) = self.make_room();
        Access::miss(self.blocks.admit(leaving, T1, id, hash), evicted)
    }
}
