//! S3-FIFO: three FIFO queues; most newcomers leave again before they reach the main one.
//!
//! Yang et al., "FIFO queues are all you need for cache eviction", SOSP 2023. A small queue (a tenth of the cache) takes
//! newcomers; those used again move to the main queue, the others leave and their ids are remembered in a ghost queue. A
//! remembered id goes to the main queue at once. The main queue is a clock with a counter of two bits.
//!
//! Departures, both as in libCacheSim: a newcomer needs two hits to move on, and while the cache fills for the first time what
//! doesn't fit the small queue goes straight to the main one. The ghost queue is 0.9 of the cache.

use super::{Access, Evicted, Policy, slab_methods};
use crate::blocks::Blocks;

const SMALL: u32 = 0;
const MAIN: u32 = 1;
const GHOST: u32 = 2;

/// The small queue's share of the cache (the paper's 10 %).
const SMALL_SHARE: f64 = 0.1;
/// Ids remembered per block of the cache (the paper: as many as the main queue has).
const GHOST_SHARE: f64 = 0.9;
/// Hits a newcomer needs to move to the main queue.
const HITS_TO_MOVE: u8 = 2;
/// The counter stops here: two bits.
const MOST_HITS: u8 = 3;

/// A block's tag holds its queue in the low two bits and its hits above them.
const QUEUE_BITS: u8 = 2;

/// S3-FIFO.
#[derive(Clone, Debug)]
pub struct S3Fifo {
    blocks: Blocks,
    capacity: usize,
    small_limit: usize,
    ghost_limit: usize,
    lens: [usize; 3],
    has_evicted: bool,
}

impl S3Fifo {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize) -> Self {
        let capacity = capacity.max(1);
        S3Fifo {
            blocks: Blocks::new(3, capacity.saturating_add((capacity as f64 * GHOST_SHARE) as usize)),
            capacity,
            small_limit: ((capacity as f64 * SMALL_SHARE) as usize).max(1),
            ghost_limit: (capacity as f64 * GHOST_SHARE) as usize,
            lens: [0; 3],
            has_evicted: false,
        }
    }

    #[inline(always)]
    fn queue(&self, slot: u32) -> u32 {
        u32::from(self.blocks.tag(slot) & ((1 << QUEUE_BITS) - 1))
    }

    #[inline(always)]
    fn hits(&self, slot: u32) -> u8 {
        self.blocks.tag(slot) >> QUEUE_BITS
    }

    fn shift(&mut self, slot: u32, queue: u32) {
        let from = self.queue(slot);
        self.lens[from as usize] -= 1;
        self.lens[queue as usize] += 1;
        self.blocks.set_tag(slot, queue as u8);
        self.blocks.move_front(queue, slot);
    }

    /// The block at the back of a queue, which leaves it.
    fn take_back(&mut self, queue: u32) -> u32 {
        self.lens[queue as usize] -= 1;
        self.blocks.back(queue)
    }

    /// Evicts a block from the full cache. Returns the slot that is left over too, or 0: an id that is remembered keeps its.
    fn evict(&mut self) -> (u32, Evicted) {
        self.has_evicted = true;
        loop {
            if self.lens[MAIN as usize] > self.capacity - self.small_limit || self.lens[SMALL as usize] == 0 {
                return self.evict_main();
            }
            while self.lens[SMALL as usize] > 0 {
                let slot = self.blocks.back(SMALL);
                if self.hits(slot) >= HITS_TO_MOVE {
                    self.shift(slot, MAIN);
                    continue;
                }
                let evicted = Evicted { id: self.blocks.id(slot), slot };
                if self.ghost_limit == 0 {
                    return (self.take_back(SMALL), evicted);
                }
                let full = self.lens[GHOST as usize] == self.ghost_limit;
                let leaving = if full { self.take_back(GHOST) } else { 0 };
                self.shift(slot, GHOST);
                return (leaving, evicted);
            }
        }
    }

    fn evict_main(&mut self) -> (u32, Evicted) {
        loop {
            let slot = self.blocks.back(MAIN);
            let hits = self.hits(slot);
            if hits == 0 {
                return (self.take_back(MAIN), Evicted { id: self.blocks.id(slot), slot });
            }
            self.blocks.set_tag(slot, (hits - 1) << QUEUE_BITS | MAIN as u8);
            self.blocks.move_front(MAIN, slot);
        }
    }

    /// Takes a block whose id is remembered into the main queue, in the slot that its id has.
    fn admit_remembered(&mut self, slot: u32) -> Access {
        self.lens[GHOST as usize] -= 1;
        self.blocks.detach(slot);
        let mut evicted = None;
        if self.len() == self.capacity {
            let (leaving, victim) = self.evict();
            if leaving != 0 {
                self.blocks.remove(leaving);
            }
            evicted = Some(victim);
        }
        self.blocks.set_tag(slot, MAIN as u8);
        self.blocks.attach(MAIN, slot);
        self.lens[MAIN as usize] += 1;
        Access::miss(slot, evicted)
    }
}

impl Policy for S3Fifo {
    slab_methods!();

    fn capacity(&self) -> usize {
        self.capacity
    }

    fn len(&self) -> usize {
        self.lens[SMALL as usize] + self.lens[MAIN as usize]
    }

    #[inline(always)]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let slot = self.blocks.find(id, hash);
        let remembered = slot != 0 && self.queue(slot) == GHOST;
        if slot != 0 && !remembered {
            if self.hits(slot) < MOST_HITS {
                self.blocks.set_tag(slot, self.blocks.tag(slot) + (1 << QUEUE_BITS));
            }
            return Access::hit(slot);
        }
        if remembered {
            return self.admit_remembered(slot);
        }
        let (leaving, evicted) = if self.len() == self.capacity {
            let (leaving, evicted) = self.evict();
            (leaving, Some(evicted))
        } else {
            (0, None)
        };
        let small_has_room = self.has_evicted || self.lens[SMALL as usize] < self.small_limit;
        let queue = if small_has_room { SMALL } else { MAIN };
        let slot = self.blocks.admit(leaving, queue, id, hash);
        self.blocks.set_tag(slot, queue as u8);
        self.lens[queue as usize] += 1;
        Access::miss(slot, evicted)
    }

    fn find_hashed(&self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot != 0 && self.queue(slot) == GHOST { 0 } else { slot }
    }

    fn remove_hashed(&mut self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot == 0 {
            return 0;
        }
        let queue = self.queue(slot);
        self.lens[queue as usize] -= 1;
        self.blocks.remove(slot);
        if queue != GHOST { slot } else { 0 }
    }
}
