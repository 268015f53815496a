//! The index: which slot holds which block.
//!
//! Open addressing with linear probing. An entry is 8 bytes: the block's 32-bit hash and its slot, so a probe reads one
//! cache line, a wrong block is told apart without looking at it, and entries move without asking the blocks who they are.
//! Removal shifts the followers back instead of leaving tombstones: an index that has seen a billion evictions is as fast
//! as a new one. It starts small and doubles, so an empty terabyte cache costs nothing.

/// An entry of 0 is a free place; therefore no block ever lives in slot 0 (the lists keep a sentinel there).
const FREE: u64 = 0;

/// Entries at the start.
const SMALLEST: usize = 64;

/// Maps hashes to slots. The caller knows the ids: it says which slot is the right one.
#[derive(Clone, Debug)]
pub struct Index {
    table: Vec<u64>,
    /// `hash >> shift` is an entry's home.
    shift: u32,
    len: usize,
}

impl Default for Index {
    fn default() -> Self {
        Index { table: vec![FREE; SMALLEST], shift: 32 - SMALLEST.ilog2(), len: 0 }
    }
}

impl Index {
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
                return 0;
            }
            place += 1;
        }
    }

    /// Enters a slot that is not in the index yet. `slot` is never 0.
    #[inline(always)]
    pub fn insert(&mut self, hash: u32, slot: u32) {
        if (self.len + 1) * 2 > self.table.len() {
            self.grow();
        }
        self.len += 1;
        self.place(u64::from(hash) << 32 | u64::from(slot));
    }

    #[inline(always)]
    fn place(&mut self, entry: u64) {
        let mask = self.table.len() - 1;
        let mut place = (entry >> 32 >> self.shift) as usize;
        while self.table[place & mask] != FREE {
            place += 1;
        }
        self.table[place & mask] = entry;
    }

    /// Takes a slot out. It must be in the index under this hash.
    #[inline(always)]
    pub fn remove(&mut self, hash: u32, slot: u32) {
        let mask = self.table.len() - 1;
        let entry = u64::from(hash) << 32 | u64::from(slot);
        let mut hole = (hash >> self.shift) as usize & mask;
        while self.table[hole] != entry {
            debug_assert!(self.table[hole] != FREE, "slot {slot} is not in the index");
            hole = (hole + 1) & mask;
        }
        self.len -= 1;
        // Every follower that may live at the hole (its home is not behind it) moves there, leaving a new hole.
        let mut next = hole;
        loop {
            next = (next + 1) & mask;
            let follower = self.table[next];
            if follower == FREE {
                self.table[hole] = FREE;
                return;
            }
            let home = (follower >> 32 >> self.shift) as usize;
            if next.wrapping_sub(home) & mask >= next.wrapping_sub(hole) & mask {
                self.table[hole] = follower;
                hole = next;
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let doubled = vec![FREE; self.table.len() * 2];
        let old = std::mem::replace(&mut self.table, doubled);
        self.shift -= 1;
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
