//! LIRS: rank blocks by the distance between their last two uses, not by the last use.
//!
//! Jiang and Zhang, "LIRS: an efficient low inter-reference recency set replacement policy", SIGMETRICS 2002. Most of the
//! cache holds LIR blocks (used twice within a short distance); one percent holds HIR blocks, which leave first. Stack S keeps
//! blocks by their last use, HIR blocks that already left included; queue Q keeps the HIR blocks that are in the cache. A HIR
//! block used while it is still in S has shown a short distance: it becomes LIR, and the LIR block at the bottom of S takes
//! its place in Q. S is pruned so that a LIR block is always at its bottom.
//!
//! Departure: the paper leaves S unbounded; here it holds at most twice the cache, dropping the left block that was used
//! longest ago. Blocks leave in the order of their last use, so that is the lowest one in S that left, and a pointer that only
//! moves up finds it.

use super::{Access, Evicted, Policy, slab_methods};
use crate::blocks::Blocks;
use crate::hash::hash;

/// Stack S; the most recently used block at the front.
const S: u32 = 0;
/// HIR blocks that are in the cache but no longer in S.
const OUTSIDE: u32 = 1;

/// Tags: what a block is.
const LIR: u8 = 0;
/// In the cache, in Q, and in S.
const HIR: u8 = 1;
/// In the cache and in Q only.
const HIR_OUTSIDE: u8 = 2;
/// In S only.
const LEFT: u8 = 3;

/// The paper's Lhirs: the share of the cache for HIR blocks.
const HIR_SHARE: f64 = 0.01;
/// Entries of S per block of the cache.
const STACK_FACTOR: usize = 2;

/// LIRS.
#[derive(Clone, Debug)]
pub struct Lirs {
    blocks: Blocks,
    /// Queue Q: the ids of HIR blocks in the cache, oldest at the back.
    queue: Blocks,
    capacity: usize,
    hir_limit: usize,
    lir: usize,
    /// Blocks in S.
    stack: usize,
    /// No block below it in S has left the cache; [`S`] itself when none has.
    lowest_left: u32,
}

impl Lirs {
    /// A cache of `capacity` blocks, at least one. A single block is held as LIR would be: there is no queue then.
    pub fn new(capacity: usize) -> Self {
        let capacity = capacity.max(1);
        let hir_limit = ((capacity as f64 * HIR_SHARE) as usize).max(1);
        Lirs {
            // S, a block above its limit until it is cut back, and what lies in Q only.
            blocks: Blocks::new(2, capacity.saturating_mul(STACK_FACTOR).saturating_add(hir_limit + 1)),
            queue: Blocks::new(1, hir_limit + 1),
            capacity,
            hir_limit,
            lir: 0,
            stack: 0,
            lowest_left: S,
        }
    }

    /// Before a slot moves or goes: the pointer steps up to the next block that left.
    fn forget_left(&mut self, slot: u32) {
        if self.lowest_left == slot {
            let mut up = self.blocks.newer(slot);
            while up != S && self.blocks.tag(up) != LEFT {
                up = self.blocks.newer(up);
            }
            self.lowest_left = up;
        }
    }

    fn touch(&mut self, slot: u32) {
        self.blocks.move_front(S, slot);
    }

    /// Removes blocks from the bottom of S until a LIR block is there.
    fn prune(&mut self) {
        loop {
            let slot = self.blocks.back(S);
            if slot == S {
                return;
            }
            match self.blocks.tag(slot) {
                LIR => return,
                LEFT => {
                    self.forget_left(slot);
                    self.blocks.remove(slot);
                }
                _ => {
                    self.blocks.set_tag(slot, HIR_OUTSIDE);
                    self.blocks.move_front(OUTSIDE, slot);
                }
            }
            self.stack -= 1;
        }
    }

    fn queue_in(&mut self, slot: u32) {
        let id = self.blocks.id(slot);
        self.queue.add(0, id, hash(id));
    }

    fn queue_out(&mut self, slot: u32) {
        let id = self.blocks.id(slot);
        let entry = self.queue.find(id, hash(id));
        self.queue.remove(entry);
    }

    /// Turns the LIR block at the bottom of S into a HIR block at the front of Q.
    fn demote(&mut self) {
        let slot = self.blocks.back(S);
        if slot == S {
            return;
        }
        self.blocks.set_tag(slot, HIR_OUTSIDE);
        self.blocks.move_front(OUTSIDE, slot);
        self.stack -= 1;
        self.lir -= 1;
        self.queue_in(slot);
        self.prune();
    }

    /// Evicts the HIR block at the back of Q; in S it stays as one that left.
    fn evict(&mut self) -> Evicted {
        let entry = self.queue.back(0);
        let id = self.queue.id(entry);
        self.queue.remove(entry);
        let slot = self.blocks.find(id, hash(id));
        if self.blocks.tag(slot) == HIR {
            self.blocks.set_tag(slot, LEFT);
            if self.lowest_left == S {
                self.lowest_left = slot;
            }
        } else {
            self.blocks.remove(slot);
        }
        Evicted { id, slot }
    }

    fn limit_stack(&mut self) {
        while self.stack > STACK_FACTOR * self.capacity && self.lowest_left != S {
            let slot = self.lowest_left;
            self.forget_left(slot);
            self.blocks.remove(slot);
            self.stack -= 1;
        }
    }

    fn lir_limit(&self) -> usize {
        self.capacity - self.hir_limit
    }

    fn hit(&mut self, slot: u32) -> Access {
        match self.blocks.tag(slot) {
            LIR => {
                self.touch(slot);
                self.prune();
            }
            HIR => {
                self.queue_out(slot);
                self.touch(slot);
                if self.lir_limit() == 0 {
                    self.queue_in(slot);
                } else {
                    // LIR before another one is demoted: pruning stops at it.
                    self.blocks.set_tag(slot, LIR);
                    self.lir += 1;
                    if self.lir > self.lir_limit() {
                        self.demote();
                    } else {
                        self.prune();
                    }
                }
            }
            _ => {
                self.queue_out(slot);
                self.queue_in(slot);
                self.touch(slot);
                self.blocks.set_tag(slot, HIR);
                self.stack += 1;
                self.prune();
                self.limit_stack();
            }
        }
        Access::hit(slot)
    }

    fn admit_left(&mut self, slot: u32) -> Access {
        self.forget_left(slot);
        self.touch(slot);
        if self.lir_limit() == 0 {
            self.blocks.set_tag(slot, HIR);
            self.queue_in(slot);
        } else {
            self.blocks.set_tag(slot, LIR);
            self.lir += 1;
        }
        let evicted = if self.len() > self.capacity { Some(self.evict_for_one()) } else { None };
        if self.lir > self.lir_limit() {
            self.demote();
        }
        Access::miss(slot, evicted)
    }

    /// Makes room for one block: from Q, or, should trims have emptied it, by way of the bottom of S.
    fn evict_for_one(&mut self) -> Evicted {
        if self.queue.is_empty() {
            self.demote();
        }
        self.evict()
    }
}

impl Policy for Lirs {
    slab_methods!();

    fn capacity(&self) -> usize {
        self.capacity
    }

    fn len(&self) -> usize {
        self.lir + self.queue.len()
    }

    #[inline]
    fn access_hashed(&mut self, id: u64, hash: u32) -> Access {
        let slot = self.blocks.find(id, hash);
        if slot != 0 {
            if self.blocks.tag(slot) == LEFT {
                return self.admit_left(slot);
            }
            return self.hit(slot);
        }
        let evicted = if self.len() == self.capacity { Some(self.evict_for_one()) } else { None };
        let slot = self.blocks.add(S, id, hash);
        self.stack += 1;
        if self.lir < self.lir_limit() {
            self.blocks.set_tag(slot, LIR);
            self.lir += 1;
        } else {
            self.blocks.set_tag(slot, HIR);
            self.queue_in(slot);
            self.prune();
        }
        self.limit_stack();
        Access::miss(slot, evicted)
    }

    fn find_hashed(&self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot != 0 && self.blocks.tag(slot) == LEFT { 0 } else { slot }
    }

    fn remove_hashed(&mut self, id: u64, hash: u32) -> u32 {
        let slot = self.blocks.find(id, hash);
        if slot == 0 {
            return 0;
        }
        let tag = self.blocks.tag(slot);
        match tag {
            LIR => self.lir -= 1,
            LEFT => self.forget_left(slot),
            _ => self.queue_out(slot),
        }
        if tag != HIR_OUTSIDE {
            self.stack -= 1;
        }
        self.blocks.remove(slot);
        self.prune();
        if tag == LEFT { 0 } else { slot }
    }
}
