//! Blocks: the slab every policy keeps its blocks in, with the lists and the index over it.
//!
//! A block lives in a slot from its admission to its removal, 16 bytes: its id and two 32-bit links. Each slot is on one
//! circular list; a list is named by its sentinel, one of the first slots. So linking and unlinking need no special case for
//! a list's ends, nothing is allocated per request, and a slot number is a stable handle for whatever else is known of a
//! block (dirty or not, a frequency).

use crate::hash::hash as hash_of;
use crate::index::Index;

#[derive(Clone, Copy, Debug)]
struct Node {
    id: u64,
    /// Towards the front, where blocks join.
    prev: u32,
    /// Towards the back, where they are evicted.
    next: u32,
}

/// Makes room for one more item where it lacks, by doubling as usual, but never for more than `most` in all: a vector that
/// holds all it ever will has no room to spare.
#[inline(always)]
pub fn make_room<T>(items: &mut Vec<T>, most: usize) {
    if items.len() == items.capacity() {
        grow(items, most);
    }
}

#[cold]
#[inline(never)]
fn grow<T>(items: &mut Vec<T>, most: usize) {
    let left = most.saturating_sub(items.len()).max(1);
    items.reserve_exact(items.len().max(SMALLEST).min(left));
}

/// Items that are made room for at first.
const SMALLEST: usize = 64;

/// A slab of blocks on intrusive lists.
#[derive(Clone, Debug)]
pub struct Blocks {
    nodes: Vec<Node>,
    /// One byte a slot for the policy's use: a segment, a counter, a visited bit.
    tags: Vec<u8>,
    index: Index,
    /// Head of the chain of freed slots (linked through `next`), or 0.
    freed: u32,
    lists: u32,
    len: usize,
    /// Slots there can be: doubling stops there, so that a full slab has no room to spare.
    most: usize,
}

impl Blocks {
    /// An empty slab with this many lists, named `0..lists`, for at most so many blocks.
    pub fn new(lists: u32, most_blocks: usize) -> Self {
        let most = most_blocks.saturating_add(lists as usize);
        let nodes = (0..lists).map(|list| Node { id: 0, prev: list, next: list }).collect();
        Blocks { nodes, tags: vec![0; lists as usize], index: Index::default(), freed: 0, lists, len: 0, most }
    }

    /// See [`Index::glance`].
    #[inline(always)]
    pub fn glance(&self, hash: u32) -> u64 {
        self.index.glance(hash)
    }

    /// Reads the block that an index entry points to, which brings it into the processor's cache too.
    #[inline(always)]
    pub fn preview(&self, entry: u64) -> u64 {
        self.nodes.get(entry as u32 as usize).map_or(0, |node| node.id)
    }

    /// The slot of a block, or 0.
    #[inline(always)]
    pub fn find(&self, id: u64, hash: u32) -> u32 {
        self.index.find(hash, |slot| self.nodes[slot as usize].id == id)
    }

    /// The block in a slot.
    #[inline(always)]
    pub fn id(&self, slot: u32) -> u64 {
        self.nodes[slot as usize].id
    }

    /// The policy's byte of a slot.
    #[inline(always)]
    pub fn tag(&self, slot: u32) -> u8 {
        self.tags[slot as usize]
    }

    /// Sets the policy's byte of a slot.
    #[inline(always)]
    pub fn set_tag(&mut self, slot: u32, tag: u8) {
        self.tags[slot as usize] = tag;
    }

    /// Blocks in the slab.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the slab holds nothing.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes of the index.
    pub fn index_bytes(&self) -> usize {
        self.index.bytes()
    }

    /// One more than the largest slot number in use so far.
    pub fn slots(&self) -> usize {
        self.nodes.len()
    }

    /// Puts a block that is not in the slab at the front of a list; or, when `list` is a block's slot, on that block's list
    /// as its next neighbour towards the back.
    #[inline(always)]
    pub fn add(&mut self, list: u32, id: u64, hash: u32) -> u32 {
        let slot = self.freed;
        let slot = if slot != 0 {
            self.freed = self.nodes[slot as usize].next;
            self.nodes[slot as usize].id = id;
            slot
        } else {
            make_room(&mut self.nodes, self.most);
            make_room(&mut self.tags, self.most);
            self.nodes.push(Node { id, prev: 0, next: 0 });
            self.tags.push(0);
            (self.nodes.len() - 1) as u32
        };
        self.tags[slot as usize] = 0;
        self.link(list, slot);
        self.len += 1;
        self.enter(hash, slot);
        slot
    }

    /// Puts a block that is not in the slab at the front of a list, in the slot of one that leaves; 0: none does. That saves
    /// taking the leaving one out of the index, which would cost as much as looking up another block.
    #[inline(always)]
    pub fn admit(&mut self, leaving: u32, list: u32, id: u64, hash: u32) -> u32 {
        if leaving == 0 {
            return self.add(list, id, hash);
        }
        self.replace(leaving, id, hash);
        self.move_front(list, leaving);
        leaving
    }

    /// Takes a block off its list only; it is to be put on another one by [`Blocks::attach`] before the next request.
    #[inline(always)]
    pub fn detach(&mut self, slot: u32) {
        self.unlink(slot);
    }

    /// Puts a block that is on no list at the front of one.
    #[inline(always)]
    pub fn attach(&mut self, list: u32, slot: u32) {
        self.link(list, slot);
    }

    /// Takes a block out of its list, the index and the slab.
    #[inline(always)]
    pub fn remove(&mut self, slot: u32) {
        self.unlink(slot);
        self.index.remove(hash_of(self.id(slot)), slot);
        // A slot that is its own neighbour is free: no block on a list is.
        self.nodes[slot as usize].prev = slot;
        self.nodes[slot as usize].next = self.freed;
        self.freed = slot;
        self.len -= 1;
    }

    /// Puts another block into a slot, in the old one's place on its list.
    #[inline(always)]
    pub fn replace(&mut self, slot: u32, id: u64, hash: u32) {
        self.index.abandon();
        self.nodes[slot as usize].id = id;
        self.tags[slot as usize] = 0;
        self.enter(hash, slot);
    }

    /// Puts a slot whose block is in place into the index.
    #[inline(always)]
    fn enter(&mut self, hash: u32, slot: u32) {
        let lists = self.lists as usize;
        let is_live = |&(slot, node): &(usize, &Node)| node.prev != slot as u32;
        let live = || self.nodes.iter().enumerate().skip(lists).filter(is_live);
        self.index.enter(hash, slot, || live().map(|(slot, node)| (hash_of(node.id), slot as u32)));
    }

    /// Moves a block to the front of a list, be it the one it is on or another.
    #[inline(always)]
    pub fn move_front(&mut self, list: u32, slot: u32) {
        if self.nodes[list as usize].next != slot {
            self.unlink(slot);
            self.link(list, slot);
        }
    }

    /// The block at the back of a list; the list's own number when it is empty.
    #[inline(always)]
    pub fn back(&self, list: u32) -> u32 {
        self.nodes[list as usize].prev
    }

    /// The neighbour towards the front; the list's own number behind the front block.
    #[inline(always)]
    pub fn newer(&self, slot: u32) -> u32 {
        self.nodes[slot as usize].prev
    }

    #[inline(always)]
    fn link(&mut self, list: u32, slot: u32) {
        let front = std::mem::replace(&mut self.nodes[list as usize].next, slot);
        let node = &mut self.nodes[slot as usize];
        node.prev = list;
        node.next = front;
        self.nodes[front as usize].prev = slot;
    }

    #[inline(always)]
    fn unlink(&mut self, slot: u32) {
        let Node { prev, next, .. } = self.nodes[slot as usize];
        self.nodes[prev as usize].next = next;
        self.nodes[next as usize].prev = prev;
    }
}
