//! Blocks on several lists, each block knowing which; the last lists may hold ids whose blocks have left the cache.

use super::{Access, Evicted};
use crate::blocks::Blocks;
use std::ops::Deref;

/// A slot's tag holds its list in these bits, and above them what its policy counts.
const LIST_BITS: u8 = 2;

/// A slab of blocks on `N` lists, four at most. The first `CACHED` hold blocks, the others remember ids.
#[derive(Clone, Debug)]
pub struct Lists<const N: usize, const CACHED: usize> {
    blocks: Blocks,
    lens: [usize; N],
}

/// What only reads passes through.
impl<const N: usize, const CACHED: usize> Deref for Lists<N, CACHED> {
    type Target = Blocks;

    #[inline(always)]
    fn deref(&self) -> &Blocks {
        &self.blocks
    }
}

impl<const N: usize, const CACHED: usize> Lists<N, CACHED> {
    /// Empty lists, for at most so many blocks and ids.
    pub fn new(most: usize) -> Self {
        const { assert!(CACHED <= N && N <= 1 << LIST_BITS) };
        Lists { blocks: Blocks::new(N as u32, most), lens: [0; N] }
    }

    /// Blocks or ids on a list.
    #[inline(always)]
    pub fn length(&self, list: u32) -> usize {
        self.lens[list as usize]
    }

    /// Blocks in the cache.
    #[inline(always)]
    pub fn cached(&self) -> usize {
        if CACHED == N { self.blocks.len() } else { self.lens[..CACHED].iter().sum() }
    }

    /// The list that a slot is on.
    #[inline(always)]
    pub fn list(&self, slot: u32) -> u32 {
        u32::from(self.blocks.tag(slot) & ((1 << LIST_BITS) - 1))
    }

    /// What the policy counts for a slot; 0 when it has changed lists.
    #[inline(always)]
    pub fn count(&self, slot: u32) -> u8 {
        self.blocks.tag(slot) >> LIST_BITS
    }

    /// Sets what the policy counts for a slot, up to 63.
    #[inline(always)]
    pub fn set_count(&mut self, slot: u32, count: u8) {
        self.blocks.set_tag(slot, count << LIST_BITS | self.list(slot) as u8);
    }

    /// Whether a slot holds an id only.
    #[inline(always)]
    pub fn is_ghost(&self, slot: u32) -> bool {
        CACHED < N && self.list(slot) as usize >= CACHED
    }

    /// The slot of a block in the cache, or 0.
    #[inline(always)]
    pub fn find_cached(&self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot != 0 && self.is_ghost(slot) { 0 } else { slot }
    }

    /// A block that leaves the cache, whatever becomes of its slot.
    #[inline(always)]
    pub fn evicted(&self, slot: u32) -> Evicted {
        Evicted { id: self.blocks.id(slot), slot }
    }

    /// Moves a block to the front of the list it is on, which the caller knows.
    #[inline(always)]
    pub fn touch(&mut self, list: u32, slot: u32) {
        self.blocks.move_front(list, slot);
    }

    /// Moves a block to the front of another list.
    #[inline(always)]
    pub fn shift(&mut self, slot: u32, list: u32) {
        self.lens[self.list(slot) as usize] -= 1;
        self.lens[list as usize] += 1;
        self.blocks.set_tag(slot, list as u8);
        self.blocks.move_front(list, slot);
    }

    /// The slot at the back of a list. It counts no more: [`Lists::admit`] or [`Lists::readmit`] takes it off the list.
    #[inline(always)]
    pub fn take_back(&mut self, list: u32) -> u32 {
        self.lens[list as usize] -= 1;
        self.blocks.back(list)
    }

    /// Puts a block whose id is on no list at the front of one, in the slot of what was taken from a back; 0: nothing was.
    #[inline(always)]
    pub fn admit(&mut self, leaving: u32, list: u32, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.admit(leaving, list, id, hash);
        self.blocks.set_tag(slot, list as u8);
        self.lens[list as usize] += 1;
        slot
    }

    /// Takes a remembered id off its list; [`Lists::readmit`] comes next.
    #[inline(always)]
    pub fn recall(&mut self, slot: u32) {
        self.lens[self.list(slot) as usize] -= 1;
        self.blocks.detach(slot);
    }

    /// Puts a block whose id was recalled at the front of a list, in the slot that its id has. What was taken from a back for
    /// it leaves the slab; 0: nothing was.
    #[inline(always)]
    pub fn readmit(&mut self, slot: u32, list: u32, leaving: u32, evicted: Option<Evicted>) -> Access {
        if leaving != 0 {
            self.blocks.remove(leaving);
        }
        self.blocks.set_tag(slot, list as u8);
        self.blocks.attach(list, slot);
        self.lens[list as usize] += 1;
        Access::miss(slot, evicted)
    }

    /// Takes a slot out of the slab.
    #[inline(always)]
    pub fn remove(&mut self, slot: u32) {
        self.lens[self.list(slot) as usize] -= 1;
        self.blocks.remove(slot);
    }

    /// Drops a block or a remembered id. Returns the slot of the block, or 0 if it was not in the cache.
    pub fn forget(&mut self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot == 0 {
            return 0;
        }
        let was_ghost = self.is_ghost(slot);
        self.remove(slot);
        if was_ghost { 0 } else { slot }
    }
}

/// The methods that are the same for every policy that keeps its blocks in a field `blocks` of [`Lists`].
macro_rules! listed_methods {
    () => {
        fn capacity(&self) -> usize {
            self.capacity
        }

        #[inline(always)]
        fn len(&self) -> usize {
            self.blocks.cached()
        }

        fn find_hashed(&self, id: u64, hash: u32) -> u32 {
            self.blocks.find_cached(id, hash)
        }

        fn remove_hashed(&mut self, id: u64, hash: u32) -> u32 {
            self.blocks.forget(id, hash)
        }

        $crate::policy::slab_methods!();
    };
}

pub(crate) use listed_methods;
