//! A cache with write-back: which of its blocks hold data that is not on the drives yet.
//!
//! Works over any policy. Dirty blocks form a list in the order in which they became dirty, so that the oldest are written
//! first, as Linux does (a block written again keeps its place). Eight bytes a slot.

use crate::hash::hash;
use crate::policy::Policy;

/// Not on the dirty list.
const CLEAN: u32 = u32::MAX;
/// The list's two ends are the links of slot 0, which no block has.
const ENDS: usize = 0;

#[derive(Clone, Copy, Debug)]
struct Links {
    /// Towards the block that became dirty earlier; [`CLEAN`] when this one is not dirty.
    older: u32,
    newer: u32,
}

/// What an access to a write-back cache did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the block was in the cache.
    pub hit: bool,
    /// The block that made room, and whether it must be written to the drives first.
    pub evicted: Option<(u64, bool)>,
}

/// A policy with dirty blocks.
#[derive(Clone, Debug)]
pub struct WriteBack<P> {
    policy: P,
    links: Vec<Links>,
    dirty: usize,
}

impl<P: Policy> WriteBack<P> {
    /// Wraps an empty cache.
    pub fn new(policy: P) -> Self {
        WriteBack { policy, links: vec![Links { older: ENDS as u32, newer: ENDS as u32 }], dirty: 0 }
    }

    /// The policy below.
    pub fn policy(&self) -> &P {
        &self.policy
    }

    /// Blocks that fit.
    pub fn capacity(&self) -> usize {
        self.policy.capacity()
    }

    /// Blocks in the cache, clean and dirty.
    pub fn len(&self) -> usize {
        self.policy.len()
    }

    /// Whether nothing is cached.
    pub fn is_empty(&self) -> bool {
        self.policy.is_empty()
    }

    /// Blocks that are not on the drives yet.
    pub fn dirty(&self) -> usize {
        self.dirty
    }

    /// Whether a block is in the cache. Does not count as an access.
    #[inline]
    pub fn contains(&self, id: u64) -> bool {
        self.policy.contains(id)
    }

    /// Whether a block is in the cache and dirty.
    #[inline]
    pub fn is_dirty(&self, id: u64) -> bool {
        let slot = self.policy.find_hashed(id, hash(id));
        slot != 0 && self.slot_is_dirty(slot)
    }

    /// Tells [`crate::policy::Belady`] when the block about to be accessed is wanted next.
    pub fn next_use(&mut self, time: u64) {
        self.policy.next_use(time);
    }

    /// Reads a block, or writes it and so makes it dirty. A miss admits it.
    #[inline]
    pub fn access(&mut self, id: u64, is_write: bool) -> Outcome {
        let access = self.policy.access(id);
        let evicted = access.evicted.map(|evicted| (evicted.id, self.clean_slot(evicted.slot)));
        if is_write {
            self.soil(access.slot);
        }
        Outcome { hit: access.hit, evicted }
    }

    /// Puts a block in without counting anything: a promotion, a read-ahead, a warm start. Returns what had to leave.
    #[inline]
    pub fn insert(&mut self, id: u64, dirty: bool) -> Option<(u64, bool)> {
        self.access(id, dirty).evicted
    }

    /// Drops a block, dirty or not (a trim). Returns whether it was in the cache.
    pub fn remove(&mut self, id: u64) -> bool {
        let slot = self.policy.remove_hashed(id, hash(id));
        if slot != 0 {
            self.clean_slot(slot);
        }
        slot != 0
    }

    /// Marks a block clean (it has been written). Returns whether it was dirty.
    pub fn clean(&mut self, id: u64) -> bool {
        let slot = self.policy.find_hashed(id, hash(id));
        slot != 0 && self.clean_slot(slot)
    }

    /// The block that has been dirty for longest, without changing it.
    pub fn oldest_dirty(&self) -> Option<u64> {
        (self.dirty > 0).then(|| self.policy.id_at(self.links[ENDS].newer))
    }

    /// Marks the block that has been dirty for longest as clean and returns it, to be written to the drives. It stays cached.
    #[inline]
    pub fn clean_oldest(&mut self) -> Option<u64> {
        let id = self.oldest_dirty()?;
        self.clean_slot(self.links[ENDS].newer);
        Some(id)
    }

    /// [`WriteBack::clean_oldest`] for up to `n` blocks, appended to `out`, the oldest first.
    pub fn take_dirty(&mut self, n: usize, out: &mut Vec<u64>) {
        out.extend((0..n).map_while(|_| self.clean_oldest()));
    }

    #[inline(always)]
    fn slot_is_dirty(&self, slot: u32) -> bool {
        self.links.get(slot as usize).is_some_and(|links| links.older != CLEAN)
    }

    #[inline(always)]
    fn soil(&mut self, slot: u32) {
        if self.slot_is_dirty(slot) {
            return;
        }
        if self.links.len() <= slot as usize {
            let slots = self.policy.slots();
            self.links.resize(slots, Links { older: CLEAN, newer: CLEAN });
        }
        let newest = std::mem::replace(&mut self.links[ENDS].older, slot);
        self.links[newest as usize].newer = slot;
        self.links[slot as usize] = Links { older: newest, newer: ENDS as u32 };
        self.dirty += 1;
    }

    /// Takes a slot off the dirty list; whether it was on it.
    #[inline(always)]
    fn clean_slot(&mut self, slot: u32) -> bool {
        if !self.slot_is_dirty(slot) {
            return false;
        }
        let Links { older, newer } =
            std::mem::replace(&mut self.links[slot as usize], Links { older: CLEAN, newer: CLEAN });
        self.links[older as usize].newer = newer;
        self.links[newer as usize].older = older;
        self.dirty -= 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Outcome, WriteBack};
    use crate::policy::Lru;

    #[test]
    fn an_evicted_block_says_whether_it_was_dirty() {
        let mut cache = WriteBack::new(Lru::new(2));
        assert_eq!(cache.access(1, true), Outcome { hit: false, evicted: None });
        assert_eq!(cache.access(2, false), Outcome { hit: false, evicted: None });
        assert_eq!(cache.access(3, false), Outcome { hit: false, evicted: Some((1, true)) });
        // 3 has the slot that 1 had, but not its dirt.
        assert_eq!(cache.dirty(), 0);
        assert_eq!(cache.access(4, true), Outcome { hit: false, evicted: Some((2, false)) });
        assert!(cache.is_dirty(4) && !cache.is_dirty(3));
    }

    #[test]
    fn the_oldest_dirt_is_written_first_and_stays_cached() {
        let mut cache = WriteBack::new(Lru::new(8));
        for id in [5, 6, 7, 5] {
            cache.access(id, true);
        }
        let mut out = vec![];
        cache.take_dirty(2, &mut out);
        assert_eq!(out, [5, 6]);
        assert!(cache.contains(5) && !cache.is_dirty(5));
        assert_eq!(cache.clean_oldest(), Some(7));
        assert_eq!(cache.clean_oldest(), None);
    }

    #[test]
    fn a_trimmed_block_is_never_written() {
        let mut cache = WriteBack::new(Lru::new(8));
        cache.access(1, true);
        cache.access(2, true);
        assert!(cache.remove(1));
        assert!(!cache.remove(1));
        assert_eq!((cache.dirty(), cache.oldest_dirty()), (1, Some(2)));
    }
}
