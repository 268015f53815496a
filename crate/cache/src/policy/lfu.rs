//! LFU: evict the block with the fewest uses; among equals the one that reached that number first.
//!
//! In constant time as in Shah, Mitra and Matani, "An O(1) algorithm for implementing the LFU cache eviction scheme" (2010):
//! blocks of one frequency form a queue, and the queues form a list in order of frequency. A block that leaves is forgotten:
//! when it returns it starts at one use. Nothing ages, so what was popular once stays (that is LFU's known weakness).

use super::{Access, Evicted, Policy};
use crate::blocks::make_room;
use crate::hash::hash as hash_of;
use crate::index::Index;

/// A block that leaves within so many misses has its index entry in the processor's cache still, so that taking it out costs
/// less than what [`Index::abandon`] costs later. That is how LFU works when popularity drifts: what comes leaves at once.
const RECENT: u32 = 1 << 12;
/// The queue of blocks that are none: queue 0 never has any.
const FREE: u32 = 0;

#[derive(Clone, Copy, Debug)]
struct Block {
    id: u64,
    /// Towards the block that came to this frequency later.
    newer: u32,
    /// Towards the block that came to it earlier; in a free slot: the next free one.
    older: u32,
    /// The queue the block is in; [`FREE`] in a free slot.
    queue: u32,
    /// Misses until it was admitted, wrapping.
    admitted: u32,
}

/// The blocks of one frequency.
#[derive(Clone, Copy, Debug, Default)]
struct Queue {
    uses: u64,
    newest: u32,
    oldest: u32,
    /// The queue of the next higher frequency that has blocks, or 0; in a free queue: the next free one.
    higher: u32,
    lower: u32,
}

/// Least frequently used.
#[derive(Clone, Debug)]
pub struct Lfu {
    blocks: Vec<Block>,
    /// Queue 0 stands below the lowest and above the highest frequency.
    queues: Vec<Queue>,
    index: Index,
    free_block: u32,
    free_queue: u32,
    len: usize,
    capacity: usize,
    /// Wrapping.
    misses: u32,
}

impl Lfu {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize) -> Self {
        Lfu {
            blocks: vec![Block { id: 0, newer: 0, older: 0, queue: FREE, admitted: 0 }],
            queues: vec![Queue::default()],
            index: Index::default(),
            free_block: 0,
            free_queue: 0,
            len: 0,
            capacity: capacity.max(1),
            misses: 0,
        }
    }

    /// Makes a queue for `uses` right above the queue `lower`.
    fn queue_above(&mut self, lower: u32, uses: u64) -> u32 {
        let higher = self.queues[lower as usize].higher;
        let queue = Queue { uses, newest: 0, oldest: 0, higher, lower };
        let number = if self.free_queue != 0 {
            let number = self.free_queue;
            self.free_queue = self.queues[number as usize].higher;
            self.queues[number as usize] = queue;
            number
        } else {
            self.queues.push(queue);
            (self.queues.len() - 1) as u32
        };
        self.queues[lower as usize].higher = number;
        self.queues[higher as usize].lower = number;
        number
    }

    #[inline(always)]
    fn join(&mut self, queue: u32, slot: u32) {
        let older = std::mem::replace(&mut self.queues[queue as usize].newest, slot);
        let block = &mut self.blocks[slot as usize];
        block.older = older;
        block.newer = 0;
        block.queue = queue;
        if older == 0 {
            self.queues[queue as usize].oldest = slot;
        } else {
            self.blocks[older as usize].newer = slot;
        }
    }

    /// Takes a block out of its queue, and the queue away when it was the last.
    #[inline(always)]
    fn leave(&mut self, slot: u32) {
        let Block { newer, older, queue, .. } = self.blocks[slot as usize];
        if newer == 0 {
            self.queues[queue as usize].newest = older;
        } else {
            self.blocks[newer as usize].older = older;
        }
        if older == 0 {
            self.queues[queue as usize].oldest = newer;
        } else {
            self.blocks[older as usize].newer = newer;
        }
        let Queue { newest, higher, lower, .. } = self.queues[queue as usize];
        if newest == 0 {
            self.queues[lower as usize].higher = higher;
            self.queues[higher as usize].lower = lower;
            self.queues[queue as usize].higher = self.free_queue;
            self.free_queue = queue;
        }
    }

    /// Puts a slot whose block is in place into the index.
    #[inline(always)]
    fn enter(&mut self, hash: u32, slot: u32) {
        if self.index.is_crowded() {
            // The rebuilt index has the slot already.
            self.rebuild();
        } else {
            self.index.insert(hash, slot);
        }
    }

    #[cold]
    #[inline(never)]
    fn rebuild(&mut self) {
        let live = self.blocks.iter().enumerate().filter(|(_, block)| block.queue != FREE);
        self.index.rebuild(live.map(|(slot, block)| (hash_of(block.id), slot as u32)));
    }

    /// A slot for a new block that nobody has to leave for.
    fn free_slot(&mut self) -> u32 {
        self.len += 1;
        if self.free_block == 0 {
            // Slot 0 is no block's.
            make_room(&mut self.blocks, self.capacity.saturating_add(1));
            self.blocks.push(Block { id: 0, newer: 0, older: 0, queue: FREE, admitted: 0 });
            return (self.blocks.len() - 1) as u32;
        }
        let slot = self.free_block;
        self.free_block = self.blocks[slot as usize].older;
        slot
    }
}

impl Policy for Lfu {
    fn capacity(&self) -> usize {
        self.capacity
    }

    fn len(&self) -> usize {
        self.len
    }

    fn slots(&self) -> usize {
        self.blocks.len()
    }

    fn index_bytes(&self) -> usize {
        self.index.bytes()
    }

    #[inline(always)]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let slot = self.find_hashed(id, hash);
        if slot != 0 {
            let queue = self.blocks[slot as usize].queue;
            let Queue { uses, higher, newest, oldest, .. } = self.queues[queue as usize];
            let next_exists = higher != 0 && self.queues[higher as usize].uses == uses + 1;
            if !next_exists && newest == oldest {
                // Alone at its frequency, and nobody at the next: the whole queue moves up.
                self.queues[queue as usize].uses = uses + 1;
                return Access::hit(slot);
            }
            let target = if next_exists { higher } else { self.queue_above(queue, uses + 1) };
            self.leave(slot);
            self.join(target, slot);
            return Access::hit(slot);
        }
        let (slot, evicted) = if self.len == self.capacity {
            let lowest = self.queues[0].higher;
            let slot = self.queues[lowest as usize].oldest;
            self.leave(slot);
            let Block { id, admitted, .. } = self.blocks[slot as usize];
            if self.misses.wrapping_sub(admitted) < RECENT {
                self.index.remove(hash_of(id), slot);
            } else {
                self.index.abandon();
            }
            (slot, Some(Evicted { id: self.blocks[slot as usize].id, slot }))
        } else {
            (self.free_slot(), None)
        };
        self.blocks[slot as usize].id = id;
        self.blocks[slot as usize].admitted = self.misses;
        self.misses = self.misses.wrapping_add(1);
        let lowest = self.queues[0].higher;
        let once = if lowest != 0 && self.queues[lowest as usize].uses == 1 { lowest } else { self.queue_above(0, 1) };
        self.join(once, slot);
        self.enter(hash, slot);
        Access::miss(slot, evicted)
    }

    #[inline(always)]
    fn find_hashed(&self, id: u64, hash: u32) -> u32 {
        self.index.find(hash, |slot| self.blocks[slot as usize].id == id)
    }

    #[inline(always)]
    fn id_at(&self, slot: u32) -> u64 {
        self.blocks[slot as usize].id
    }

    fn remove_hashed(&mut self, id: u64, hash: u32) -> u32 {
        let slot = self.find_hashed(id, hash);
        if slot != 0 {
            self.leave(slot);
            self.index.remove(hash, slot);
            self.blocks[slot as usize].queue = FREE;
            self.blocks[slot as usize].older = self.free_block;
            self.free_block = slot;
            self.len -= 1;
        }
        slot
    }

    #[inline(always)]
    fn glance(&self, hash: u32) -> u64 {
        self.index.glance(hash)
    }

    #[inline(always)]
    fn preview(&self, entry: u64) -> u64 {
        self.blocks.get(entry as u32 as usize).map_or(0, |block| block.id)
    }
}
