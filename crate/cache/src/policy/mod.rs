//! What a replacement policy is, and the eleven of them plus Belady's bound.
//!
//! A policy holds block numbers, no data. All blocks have one size, so an access evicts at most one block. The trait is kept
//! small enough to write a policy in an afternoon: five methods; everything else is derived.

mod any;
mod arc;
mod belady;
mod clock;
mod fifo;
mod lfu;
mod lirs;
mod lists;
mod lru;
mod s3_fifo;
mod set_associative;
mod sieve;
mod sketch;
mod slru;
mod two_q;
mod w_tiny_lfu;

pub use any::{AnyPolicy, PolicyKind, UnknownPolicy};
pub use arc::Arc;
pub use belady::{Belady, NEVER};
pub use clock::Clock;
pub use fifo::Fifo;
pub use lfu::Lfu;
pub use lirs::Lirs;
pub use lru::Lru;
pub use s3_fifo::S3Fifo;
pub use set_associative::{SetAssociative, WithinSet};
pub use sieve::Sieve;
pub use slru::Slru;
pub use two_q::TwoQ;
pub use w_tiny_lfu::WTinyLfu;

use crate::hash::hash;

/// A block that had to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evicted {
    /// Its id.
    pub id: u64,
    /// The slot it had; the block that was just admitted may have it now.
    pub slot: u32,
}

/// What an access did. The block is in the cache afterwards, in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Whether the block was in the cache.
    pub hit: bool,
    /// Where it is now: a handle that stays the same until the block leaves.
    pub slot: u32,
    /// The block that made room.
    pub evicted: Option<Evicted>,
}

impl Access {
    #[inline(always)]
    pub(crate) fn hit(slot: u32) -> Self {
        Access { hit: true, slot, evicted: None }
    }

    #[inline(always)]
    pub(crate) fn miss(slot: u32, evicted: Option<Evicted>) -> Self {
        Access { hit: false, slot, evicted }
    }
}

/// A replacement policy over blocks of one size.
///
/// Invariants: at most `capacity` blocks are in the cache; a slot number is at least 1 and below `slots`; `hash` is always
/// [`hash`]`(id)`, passed along because callers that work through a batch have it already.
pub trait Policy {
    /// Blocks that fit.
    fn capacity(&self) -> usize;

    /// Blocks in the cache.
    fn len(&self) -> usize;

    /// Whether the cache is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One more than the largest slot number so far (ghosts have slots too).
    fn slots(&self) -> usize;

    /// Bytes of the index: what a policy needs beside its blocks, and the part of its memory that grows in doublings.
    fn index_bytes(&self) -> usize;

    /// Reads or writes a block: on a miss it is admitted.
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access;

    /// The slot of a block that is in the cache, or 0. Does not count as an access.
    fn find_hashed(&self, id: u64, hash: u32) -> u32;

    /// The block in a slot that is in use.
    fn id_at(&self, slot: u32) -> u64;

    /// Drops a block (a trim, a deleted file). Returns the slot it had, or 0 if it was not in the cache.
    fn remove_hashed(&mut self, id: u64, hash: u32) -> u32;

    /// Reads the first index entry for a hash, which brings its line into the processor's cache.
    fn glance(&self, hash: u32) -> u64;

    /// Reads the block behind an entry that [`Policy::glance`] returned, for the same purpose. The value is of no other use.
    fn preview(&self, entry: u64) -> u64;

    /// Tells when the block about to be accessed is wanted next, as a number that grows with time. Only [`Belady`] listens.
    fn next_use(&mut self, _time: u64) {}

    /// [`Policy::access_hashed`] for one block.
    #[inline]
    fn access(&mut self, id: u64) -> Access {
        self.access_hashed(id, hash(id))
    }

    /// Whether a block is in the cache.
    #[inline]
    fn contains(&self, id: u64) -> bool {
        self.find_hashed(id, hash(id)) != 0
    }

    /// [`Policy::remove_hashed`] for one block.
    #[inline]
    fn remove(&mut self, id: u64) -> bool {
        self.remove_hashed(id, hash(id)) != 0
    }

    /// Accesses many blocks in turn and counts the hits.
    ///
    /// A large index does not fit into the processor's fast caches, and waiting for one line after the other would take most
    /// of the time. So the first lines of a batch are asked for together, then the blocks they lead to, and the batch is
    /// worked through when they are there.
    fn run(&mut self, ids: &[u64]) -> u64 {
        const BATCH: usize = 32;
        let mut hashes = [0u32; BATCH];
        let mut entries = [0u64; BATCH];
        let mut hits = 0;
        for batch in ids.chunks(BATCH) {
            for ((h, entry), &id) in hashes.iter_mut().zip(&mut entries).zip(batch) {
                *h = hash(id);
                *entry = self.glance(*h);
            }
            let seen = entries[..batch.len()].iter().fold(0, |seen, &entry| seen ^ self.preview(entry));
            std::hint::black_box(seen);
            for (&h, &id) in hashes.iter().zip(batch) {
                hits += u64::from(self.access_hashed(id, h).hit);
            }
        }
        hits
    }
}

/// The methods that are the same for every policy that keeps its blocks in a field `blocks`, all of them in the cache.
macro_rules! all_blocks_are_cached {
    () => {
        fn capacity(&self) -> usize {
            self.capacity
        }

        fn len(&self) -> usize {
            self.blocks.len()
        }

        #[inline(always)]
        fn find_hashed(&self, id: u64, hash: u32) -> u32 {
            self.blocks.find(id, hash)
        }

        $crate::policy::slab_methods!();
    };
}

/// The methods that are the same for every policy that keeps its blocks in a field `blocks`.
macro_rules! slab_methods {
    () => {
        fn slots(&self) -> usize {
            self.blocks.slots()
        }

        fn index_bytes(&self) -> usize {
            self.blocks.index_bytes()
        }

        #[inline(always)]
        fn id_at(&self, slot: u32) -> u64 {
            self.blocks.id(slot)
        }

        #[inline(always)]
        fn glance(&self, hash: u32) -> u64 {
            self.blocks.glance(hash)
        }

        #[inline(always)]
        fn preview(&self, entry: u64) -> u64 {
            self.blocks.preview(entry)
        }
    };
}

pub(crate) use {all_blocks_are_cached, slab_methods};
