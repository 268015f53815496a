//! SLRU: LRU in segments; every hit lifts a block one segment up.
//!
//! Karedla, Love and Wherry, "Caching strategies to improve disk system performance", IEEE Computer 1994, with two segments
//! (probationary and protected). Here there are four of equal size unless told otherwise, as in libCacheSim: a block needs
//! three hits to reach the top. A full segment pushes its oldest block to the front of the one below; only the lowest evicts.
//! While the cache fills, new blocks go to the lowest segment that has room.

use super::{Access, Evicted, Policy, all_blocks_are_cached};
use crate::blocks::Blocks;

/// Segments of [`Slru::new`].
const SEGMENTS: usize = 4;
/// The most segments there can be.
const MOST_SEGMENTS: usize = 16;

/// Segmented LRU.
#[derive(Clone, Debug)]
pub struct Slru {
    /// List `i` is segment `i`; a block's tag is its segment.
    blocks: Blocks,
    capacity: usize,
    segments: usize,
    limits: [usize; MOST_SEGMENTS],
    lens: [usize; MOST_SEGMENTS],
}

impl Slru {
    /// A cache of `capacity` blocks, at least one, in four equal segments.
    pub fn new(capacity: usize) -> Self {
        let capacity = capacity.max(1);
        let mut limits = [capacity / SEGMENTS; SEGMENTS];
        // What does not divide evenly goes to the bottom, which always needs room for the new block.
        limits[0] += capacity % SEGMENTS;
        Self::with_segments(&limits)
    }

    /// Segments of these sizes, the lowest first; the lowest needs at least one block. At most 16.
    pub fn with_segments(sizes: &[usize]) -> Self {
        debug_assert!(!sizes.is_empty() && sizes.len() <= MOST_SEGMENTS && sizes[0] > 0);
        let mut limits = [0; MOST_SEGMENTS];
        limits[..sizes.len()].copy_from_slice(sizes);
        Slru {
            blocks: Blocks::new(sizes.len() as u32, sizes.iter().sum()),
            capacity: sizes.iter().sum(),
            segments: sizes.len(),
            limits,
            lens: [0; MOST_SEGMENTS],
        }
    }

    /// The block that would be evicted for the next new one: the oldest of the lowest segment that has any.
    #[inline(always)]
    pub(super) fn victim(&self) -> u32 {
        let lowest = self.lens.iter().position(|&len| len > 0).unwrap_or(0);
        self.blocks.back(lowest as u32)
    }

    /// Pushes blocks down from an overfull segment. The lowest can't overflow: a promotion left a gap below.
    #[inline(always)]
    fn settle(&mut self, mut segment: usize) {
        while segment > 0 && self.lens[segment] > self.limits[segment] {
            let slot = self.blocks.back(segment as u32);
            self.lens[segment] -= 1;
            segment -= 1;
            self.lens[segment] += 1;
            self.blocks.set_tag(slot, segment as u8);
            self.blocks.move_front(segment as u32, slot);
        }
    }
}

impl Policy for Slru {
    all_blocks_are_cached!();

    #[inline(always)]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            let segment = usize::from(self.blocks.tag(slot));
            if segment + 1 == self.segments {
                self.blocks.move_front(segment as u32, slot);
            } else {
                self.lens[segment] -= 1;
                self.lens[segment + 1] += 1;
                self.blocks.set_tag(slot, segment as u8 + 1);
                self.blocks.move_front(segment as u32 + 1, slot);
                self.settle(segment + 1);
            }
            return Access::hit(slot);
        }
        if self.blocks.len() < self.capacity {
            let segment = (0..self.segments).find(|&i| self.lens[i] < self.limits[i]).unwrap_or(0);
            self.lens[segment] += 1;
            let slot = self.blocks.add(segment as u32, id, hash);
            self.blocks.set_tag(slot, segment as u8);
            return Access::miss(slot, None);
        }
        let slot = self.victim();
        let evicted = Evicted { id: self.blocks.id(slot), slot };
        self.lens[usize::from(self.blocks.tag(slot))] -= 1;
        self.lens[0] += 1;
        self.blocks.replace(slot, id, hash);
        self.blocks.move_front(0, slot);
        Access::miss(slot, Some(evicted))
    }

    fn remove_hashed(&mut self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            self.lens[usize::from(self.blocks.tag(slot))] -= 1;
            self.blocks.remove(slot);
        }
        slot
    }
}
