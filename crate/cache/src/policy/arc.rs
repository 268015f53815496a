//! ARC: two LRU lists, blocks seen once and blocks seen again, whose shares follow from which ghosts are asked for.
//!
//! Megiddo and Modha, "ARC: a self-tuning, low overhead replacement cache", FAST 2003; ZFS's cache descends from it. T1 and
//! T2 hold blocks, B1 and B2 remember the ids that left them. A request for a ghost in B1 says that T1 is too small, one in
//! B2 that T2 is; the target p of T1 moves accordingly, as a real number as in the paper.
//!
//! Departure: after a trim the cache may have room although the ghost lists are full; then nothing is replaced.

use super::{Access, Evicted, Policy, slab_methods};
use crate::blocks::Blocks;

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
    /// A block's tag is its list.
    blocks: Blocks,
    capacity: usize,
    lens: [usize; 4],
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
        Arc {
            blocks: Blocks::new(4, capacity.max(1).saturating_mul(2)),
            capacity: capacity.max(1),
            lens: [0; 4],
            p: 0.0,
            step,
        }
    }

    #[inline(always)]
    fn length(&self, list: u32) -> usize {
        self.lens[list as usize]
    }

    #[inline(always)]
    fn shift(&mut self, slot: u32, list: u32) {
        self.lens[usize::from(self.blocks.tag(slot))] -= 1;
        self.lens[list as usize] += 1;
        self.blocks.set_tag(slot, list as u8);
        self.blocks.move_front(list, slot);
    }

    /// The paper's REPLACE: turns the oldest block of T1 or T2 into a ghost, if the cache is full.
    fn replace(&mut self, asked_in_b2: bool) -> Option<Evicted> {
        if self.len() < self.capacity {
            return None;
        }
        let t1 = self.length(T1) as f64;
        let from_t1 = self.length(T1) > 0 && (t1 > self.p || asked_in_b2 && t1 == self.p);
        let (from, ghosts) = if from_t1 || self.length(T2) == 0 { (T1, B1) } else { (T2, B2) };
        let slot = self.blocks.back(from);
        self.shift(slot, ghosts);
        Some(Evicted { id: self.blocks.id(slot), slot })
    }

    fn hit_ghost(&mut self, slot: u32, list: u32) -> Option<Evicted> {
        let (b1, b2) = (self.length(B1) as f64, self.length(B2) as f64);
        if list == B1 {
            self.p = (self.p + self.step * (b2 / b1).max(1.0)).min(self.capacity as f64);
        } else {
            self.p = (self.p - self.step * (b1 / b2).max(1.0)).max(0.0);
        }
        // The ghost keeps its slot, so it moves to T2 first; the oldest block of T2 is another one, for the cache is full
        // when something is replaced, unless it holds a single block.
        let evicted = self.replace(list == B2);
        self.shift(slot, T2);
        evicted
    }

    /// Makes room for a block that is in none of the lists: the slot that it takes over (0: none), and what was evicted.
    #[inline(always)]
    fn make_room(&mut self) -> (u32, Option<Evicted>) {
        let leaves = if self.length(T1) + self.length(B1) >= self.capacity {
            if self.length(T1) == self.capacity {
                let slot = self.blocks.back(T1);
                self.lens[T1 as usize] -= 1;
                return (slot, Some(Evicted { id: self.blocks.id(slot), slot }));
            }
            B1
        } else if self.lens.iter().sum::<usize>() >= 2 * self.capacity {
            B2
        } else {
            return (0, self.replace(false));
        };
        self.lens[leaves as usize] -= 1;
        (self.blocks.back(leaves), self.replace(false))
    }
}

impl Policy for Arc {
    slab_methods!();

    fn capacity(&self) -> usize {
        self.capacity
    }

    fn len(&self) -> usize {
        self.length(T1) + self.length(T2)
    }

    #[inline(always)]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            let list = u32::from(self.blocks.tag(slot));
            if list == T2 {
                self.blocks.move_front(T2, slot);
                return Access::hit(slot);
            }
            if list == T1 {
                self.shift(slot, T2);
                return Access::hit(slot);
            }
            let evicted = self.hit_ghost(slot, list);
            return Access::miss(slot, evicted);
        }
        let (leaving, evicted) = self.make_room();
        let slot = self.blocks.admit(leaving, T1, id, hash);
        self.lens[T1 as usize] += 1;
        Access::miss(slot, evicted)
    }

    fn find_hashed(&self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot != 0 && u32::from(self.blocks.tag(slot)) >= B1 { 0 } else { slot }
    }

    fn remove_hashed(&mut self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot == 0 {
            return 0;
        }
        let list = u32::from(self.blocks.tag(slot));
        self.lens[list as usize] -= 1;
        self.blocks.remove(slot);
        if list < B1 { slot } else { 0 }
    }
}
