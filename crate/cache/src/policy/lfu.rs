//! LFU: evict the block with the fewest uses; among equals the one that reached that number first.
//!
//! In constant time as in Shah, Mitra and Matani, "An O(1) algorithm for implementing the LFU cache eviction scheme" (2010):
//! blocks of one frequency form a queue, and the queues form a list in order of frequency. A block that leaves is forgotten:
//! when it returns it starts at one use. Nothing ages, so what was popular once stays (that is LFU's known weakness).
//!
//! A block that comes when all others have been used again is the next to leave, so it is kept out of the index until it is
//! sure to stay longer. When popularity drifts nearly every block comes and leaves so, and a miss costs a look-up.

use super::{Access, Evicted, Policy};
use crate::blocks::make_room;
use crate::hash::hash as hash_of;
use crate::index::Index;

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
    /// Of all blocks but the newcomer.
    index: Index,
    /// The slot of the block that came last, if all others had been used again; or 0.
    newcomer: u32,
    free_block: u32,
    free_queue: u32,
    len: usize,
    capacity: usize,
}

impl Lfu {
    /// A cache of `capacity` blocks, at least one.
    pub fn new(capacity: usize) -> Self {
        Lfu {
            blocks: vec![Block { id: 0, newer: 0, older: 0, queue: FREE }],
            queues: vec![Queue::default()],
            index: Index::default(),
            newcomer: 0,
            free_block: 0,
            free_queue: 0,
            len: 0,
            capacity: capacity.max(1),
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

    /// Puts a block into the index.
    #[inline(always)]
    fn enter(&mut self, hash: u32, slot: u32) {
        let live = || self.blocks.iter().enumerate().filter(|(_, block)| block.queue != FREE);
        self.index.enter(hash, slot, || live().map(|(slot, block)| (hash_of(block.id), slot as u32)));
    }

    /// Lets the newcomer be a block like the others.
    #[inline(always)]
    fn settle(&mut self) {
        let slot = std::mem::take(&mut self.newcomer);
        if slot != 0 {
            self.enter(hash_of(self.blocks[slot as usize].id), slot);
        }
    }

    /// A slot for a new block that nobody has to leave for.
    fn free_slot(&mut self) -> u32 {
        self.len += 1;
        if self.free_block == 0 {
            // Slot 0 is no block's.
            make_room(&mut self.blocks, self.capacity.saturating_add(1));
            self.blocks.push(Block { id: 0, newer: 0, older: 0, queue: FREE });
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
        let lowest = self.queues[0].higher;
        let Queue { uses, oldest, .. } = self.queues[lowest as usize];
        let is_full = self.len == self.capacity;
        let evicted = is_full.then(|| Evicted { id: self.blocks[oldest as usize].id, slot: oldest });
        if is_full && oldest == self.newcomer && uses == 1 {
            // Alone in its queue, and in no index.
            self.blocks[oldest as usize].id = id;
            return Access::miss(oldest, evicted);
        }
        self.settle();
        let slot = if is_full {
            self.leave(oldest);
            self.index.abandon();
            oldest
        } else {
            self.free_slot()
        };
        self.blocks[slot as usize].id = id;
        let lowest = self.queues[0].higher;
        if lowest != 0 && self.queues[lowest as usize].uses == 1 {
            self.join(lowest, slot);
            self.enter(hash, slot);
        } else {
            let once = self.queue_above(0, 1);
            self.join(once, slot);
            self.newcomer = slot;
        }
        Access::miss(slot, evicted)
    }

    #[inline(always)]
    fn find_hashed(&self, id: u64, hash: u32) -> u32 {
        let slot = self.index.find(hash, |slot| self.blocks[slot as usize].id == id);
        // Block 0 is none, and slot 0 says so.
        if slot == 0 && self.blocks[self.newcomer as usize].id == id { self.newcomer } else { slot }
    }

    #[inline(always)]
    fn id_at(&self, slot: u32) -> u64 {
        self.blocks[slot as usize].id
    }

    fn remove_hashed(&mut self, id: u64, hash: u32) -> u32 {
        let slot = self.find_hashed(id, hash);
        if slot != 0 {
            if slot == self.newcomer {
                // What was abandoned under its hash and slot goes with its entry.
                self.settle();
            }
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
