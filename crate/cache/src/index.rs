//! The index: which slot holds which block.
//!
//! Open addressing with linear probing. An entry is 8 bytes: the block's 32-bit hash and its slot, so a probe reads one
//! cache line, a wrong block is told apart without looking at it, and entries move without asking the blocks who they are.
//! It starts small and doubles, so an empty terabyte cache costs nothing.
//!
//! Looking up the block that leaves would cost as much as looking up the one that comes. So a caller that puts another block
//! into the same slot may abandon the old entry: it stays, but the slot's block is another one, so it finds nothing. When
//! too many have been abandoned, the caller has the index rebuilt, which is a few fast nanoseconds per eviction. A removal
//! that leaves the slot empty takes the entry out and shifts the followers back.

use std::cell::Cell;

/// An entry of 0 is a free place; therefore no block ever lives in slot 0 (the lists keep a sentinel there).
const FREE: u64 = 0;

/// Entries at the start.
const SMALLEST: usize = 64;

/// Live entries, of 16, beyond which the table doubles.
const MOST_LIVE: usize = 7;
/// Entries, of 16, the abandoned ones included, beyond which it is rebuilt.
const MOST_ENTRIES: usize = 11;

/// Maps hashes to slots. The caller knows the ids: it says which slot is the right one.
#[derive(Clone, Debug)]
pub struct Index {
    table: Vec<u64>,
    /// `hash >> shift` is an entry's home.
    shift: u32,
    live: usize,
    abandoned: usize,
    /// A hash, and below it a place with none free between it and the hash's home: where the last search ended without
    /// finding. What was searched for in vain is what is entered next, and need not look for its place again.
    gap: Cell<u64>,
}

/// True in any table: the home of hash 0 is place 0.
const NO_GAP: u64 = 0;

impl Default for Index {
    fn default() -> Self {
        Index {
            table: vec![FREE; SMALLEST],
            shift: 32 - SMALLEST.ilog2(),
            live: 0,
            abandoned: 0,
            gap: Cell::new(NO_GAP),
        }
    }
}

impl Index {
    /// Bytes of the table.
    pub fn bytes(&self) -> usize {
        self.table.capacity() * size_of::<u64>()
    }

    /// The first entry at a hash's home: reading it early brings the line into the processor's cache.
    #[inline(always)]
    pub fn glance(&self, hash: u32) -> u64 {
        self.table[(hash >> self.shift) as usize]
    }

    /// The slot whose hash is `hash` and which `is_it` confirms, or 0.
    #[inline(always)]
    pub fn find(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> u32 {
        let mask = self.table.len() - 1;
        let mut place = (hash >> self.shift) as usize;
        loop {
            let entry = self.table[place & mask];
            if (entry >> 32) as u32 == hash && entry != FREE && is_it(entry as u32) {
                return entry as u32;
            }
            if entry == FREE {
                self.gap.set(u64::from(hash) << 32 | place as u64);
                return 0;
            }
            place += 1;
        }
    }

    /// Whether [`Index::rebuild`] is due before the next entry.
    #[inline(always)]
    pub fn is_crowded(&self) -> bool {
        (self.live + self.abandoned + 1) * 16 > self.table.len() * MOST_ENTRIES
            || (self.live + 1) * 16 > self.table.len() * MOST_LIVE
    }

    /// Enters a slot that is not in the index under this hash. `slot` is never 0.
    #[inline(always)]
    pub fn insert(&mut self, hash: u32, slot: u32) {
        if self.is_crowded() {
            self.grow();
        }
        self.live += 1;
        let gap = self.gap.get();
        let from = if (gap >> 32) as u32 == hash { gap as u32 as usize } else { (hash >> self.shift) as usize };
        self.place_from(from, u64::from(hash) << 32 | u64::from(slot));
    }

    /// The same, but when the index is crowded it starts over with all there are, this slot among them.
    #[inline(always)]
    pub fn enter<All: Iterator<Item = (u32, u32)>>(&mut self, hash: u32, slot: u32, all: impl FnOnce() -> All) {
        if self.is_crowded() {
            self.rebuild(all());
        } else {
            self.insert(hash, slot);
        }
    }

    /// Leaves a slot's entry behind. Until the next [`Index::insert`] of the same slot the caller must not look anything up.
    #[inline(always)]
    pub fn abandon(&mut self) {
        self.live -= 1;
        self.abandoned += 1;
    }

    #[inline(always)]
    fn place(&mut self, entry: u64) {
        self.place_from((entry >> 32 >> self.shift) as usize, entry);
    }

    #[inline(always)]
    fn place_from(&mut self, mut place: usize, entry: u64) {
        let mask = self.table.len() - 1;
        while self.table[place & mask] != FREE {
            place += 1;
        }
        self.table[place & mask] = entry;
    }

    /// Takes a slot out that is in the index under this hash, and with it what was abandoned under the same hash and slot.
    #[inline(always)]
    pub fn remove(&mut self, hash: u32, slot: u32) {
        let entry = u64::from(hash) << 32 | u64::from(slot);
        self.take_out(entry);
        self.live -= 1;
        if self.abandoned > 0 {
            while self.take_out(entry) {
                self.abandoned -= 1;
            }
        }
    }

    #[inline(always)]
    fn take_out(&mut self, entry: u64) -> bool {
        self.gap.set(NO_GAP);
        let mask = self.table.len() - 1;
        let mut hole = (entry >> 32 >> self.shift) as usize;
        while self.table[hole] != entry {
            if self.table[hole] == FREE {
                return false;
            }
            hole = (hole + 1) & mask;
        }
        // Every follower that may live at the hole (its home is not behind it) moves there, leaving a new hole.
        let mut next = hole;
        loop {
            next = (next + 1) & mask;
            let follower = self.table[next];
            if follower == FREE {
                self.table[hole] = FREE;
                return true;
            }
            let home = (follower >> 32 >> self.shift) as usize;
            if next.wrapping_sub(home) & mask >= next.wrapping_sub(hole) & mask {
                self.table[hole] = follower;
                hole = next;
            }
        }
    }

    /// Starts over with these entries, in a larger table if they are many.
    #[cold]
    #[inline(never)]
    pub fn rebuild(&mut self, entries: impl Iterator<Item = (u32, u32)>) {
        if (self.live + 1) * 16 > self.table.len() * MOST_LIVE {
            self.table = vec![FREE; self.table.len() * 2];
            self.shift -= 1;
        } else {
            self.table.fill(FREE);
        }
        (self.live, self.abandoned) = (0, 0);
        self.gap.set(NO_GAP);
        for (hash, slot) in entries {
            self.live += 1;
            self.place(u64::from(hash) << 32 | u64::from(slot));
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let doubled = vec![FREE; self.table.len() * 2];
        let old = std::mem::replace(&mut self.table, doubled);
        self.shift -= 1;
        self.gap.set(NO_GAP);
        for entry in old {
            if entry != FREE {
                self.place(entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Index;
    use std::collections::BTreeMap;

    #[test]
    fn abandoned_entries_find_nothing_and_vanish_with_a_rebuild() {
        let mut index = Index::default();
        let mut ids = [0u64; 21]; // The id in a slot.
        let hash = |id: u64| (id as u32).wrapping_mul(0x9E37_79B9) & 0xF000_0000;
        for id in 1..10_000u64 {
            let slot = 1 + (id * id % 20) as u32;
            if index.is_crowded() {
                let live = (1..21).filter(|&slot| ids[slot] != 0);
                index.rebuild(live.map(|slot| (hash(ids[slot]), slot as u32)));
            }
            let old = std::mem::replace(&mut ids[slot as usize], id);
            if old != 0 {
                index.abandon();
            }
            index.insert(hash(id), slot);
            for (slot, &id) in ids.iter().enumerate().skip(1).filter(|(_, id)| **id != 0) {
                assert_eq!(index.find(hash(id), |s| ids[s as usize] == id), slot as u32);
            }
            assert_eq!(index.find(hash(old), |s| ids[s as usize] == old && old != 0), 0);
            if id % 7 == 0 {
                index.remove(hash(id), slot);
                ids[slot as usize] = 0;
                assert_eq!(index.find(hash(id), |s| s == slot), 0);
            }
        }
    }

    #[test]
    fn behaves_as_a_map_while_entries_come_and_go() {
        let mut index = Index::default();
        let mut slots = BTreeMap::new(); // slot -> hash
        let mut state = 1u64;
        for step in 0..200_000u32 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let slot = 1 + (state >> 40) as u32 % 3000;
            // Few distinct hashes, all with homes near the table's end: long runs that wrap around.
            let hash = u32::MAX - (state >> 33) as u32 % 50 * (1 << 18);
            match slots.remove(&slot) {
                Some(hash) => index.remove(hash, slot),
                None => {
                    slots.insert(slot, hash);
                    index.insert(hash, slot);
                }
            }
            if step % 1000 == 0 {
                for (&slot, &hash) in &slots {
                    assert_eq!(index.find(hash, |s| s == slot), slot);
                }
                assert_eq!(index.find(12345, |_| true), 0);
            }
        }
    }
}
