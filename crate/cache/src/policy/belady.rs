//! Belady's bound: evict the block that is not wanted for the longest time to come.
//!
//! L. A. Belady, "A study of replacement algorithms for a virtual-storage computer", IBM Systems Journal 1966. No policy that
//! admits every block can miss less. It must be told the future: before each access, [`Policy::next_use`] gives the time of
//! the next one for the same block ([`NEVER`] if there is none). Untold, it takes every block for one that never returns.
//!
//! A four-way heap of slots, the latest next use on top, in which every slot knows its place: a hit only moves it up.

use super::{Access, Evicted, Policy, all_blocks_are_cached};
use crate::blocks::{Blocks, make_room};

/// The block is not wanted again.
pub const NEVER: u64 = u64::MAX;

const LIST: u32 = 0;
/// Children of a node of the heap.
const WAYS: usize = 4;

/// Belady's MIN.
#[derive(Clone, Debug)]
pub struct Belady {
    blocks: Blocks,
    capacity: usize,
    /// When the block in a slot is wanted next.
    wanted: Vec<u64>,
    /// Where in the heap a slot is.
    place: Vec<u32>,
    heap: Vec<u32>,
    next: u64,
}

impl Belady {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize) -> Self {
        Belady {
            blocks: Blocks::new(1, capacity.max(1)),
            capacity: capacity.max(1),
            wanted: vec![0],
            place: vec![0],
            heap: Vec::new(),
            next: NEVER,
        }
    }

    fn put(&mut self, at: usize, slot: u32) {
        self.heap[at] = slot;
        self.place[slot as usize] = at as u32;
    }

    fn rise(&mut self, slot: u32) {
        let wanted = self.wanted[slot as usize];
        let mut at = self.place[slot as usize] as usize;
        while at > 0 {
            let parent = (at - 1) / WAYS;
            let above = self.heap[parent];
            if self.wanted[above as usize] >= wanted {
                break;
            }
            self.put(at, above);
            at = parent;
        }
        self.put(at, slot);
    }

    fn sink(&mut self, slot: u32) {
        let wanted = self.wanted[slot as usize];
        let mut at = self.place[slot as usize] as usize;
        loop {
            let first = at * WAYS + 1;
            let children = first..(first + WAYS).min(self.heap.len());
            let Some(latest) = children.max_by_key(|&child| self.wanted[self.heap[child] as usize]) else {
                break;
            };
            let below = self.heap[latest];
            if self.wanted[below as usize] <= wanted {
                break;
            }
            self.put(at, below);
            at = latest;
        }
        self.put(at, slot);
    }

    fn enter(&mut self, slot: u32, next: u64) {
        // Slots are handed out one by one, and slot 0 is no block's.
        if self.wanted.len() <= slot as usize {
            make_room(&mut self.wanted, self.capacity.saturating_add(1));
            make_room(&mut self.place, self.capacity.saturating_add(1));
            self.wanted.push(0);
            self.place.push(0);
        }
        self.wanted[slot as usize] = next;
        make_room(&mut self.heap, self.capacity);
        self.heap.push(slot);
        self.place[slot as usize] = (self.heap.len() - 1) as u32;
        self.rise(slot);
    }
}

impl Policy for Belady {
    all_blocks_are_cached!();

    fn next_use(&mut self, time: u64) {
        self.next = time;
    }

    #[inline]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let next = std::mem::replace(&mut self.next, NEVER);
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            if next >= self.wanted[slot as usize] {
                self.wanted[slot as usize] = next;
                self.rise(slot);
            }
            return Access::hit(slot);
        }
        if self.blocks.len() < self.capacity {
            let slot = self.blocks.add(LIST, id, hash);
            self.enter(slot, next);
            return Access::miss(slot, None);
        }
        let slot = self.heap[0];
        let evicted = Evicted { id: self.blocks.id(slot), slot };
        self.blocks.replace(slot, id, hash);
        self.wanted[slot as usize] = next;
        self.sink(slot);
        Access::miss(slot, Some(evicted))
    }

    fn remove_hashed(&mut self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot == 0 {
            return 0;
        }
        self.blocks.remove(slot);
        if let Some(last) = self.heap.pop()
            && last != slot
        {
            let hole = self.place[slot as usize] as usize;
            self.put(hole, last);
            self.rise(last);
            self.sink(last);
        }
        slot
    }
}
