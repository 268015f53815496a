//! A steady state's reservoirs: memory and the drives' own write caches, filled at once where a run would take long to.
//!
//! Writes that come faster than the drives put them on their platters fill memory, then hold their writers back. A real
//! test is there after seconds; a short simulation would still be measuring how the reservoirs fill. Once the warm-up has
//! shown that they do, they are filled with what lies in them in life: in memory pages of the workload, in the drives' caches
//! the pages that write-back took last, which lie close together.

use super::calendar::Ns;
use super::clients::Task;
use super::world::{NO_LIMIT, World};
use crate::scenario::{CacheMode, Pattern};

/// Reservoirs fill where they keep at least this share of the bytes written. No figure of physics: well above what comes and
/// goes by chance in the hundred writes of a draft's warm-up, well below what a doubled load leaves.
const KEPT: f64 = 0.05;

/// What reservoirs held at one moment, and what had come into them by then.
#[derive(Clone, Copy, Debug, Default)]
pub struct Level {
    memory: u64,
    memory_taken: u64,
    caches: u64,
    caches_taken: u64,
}

impl World {
    /// What memory and the drives' caches hold unwritten now.
    pub fn level(&self) -> Level {
        Level {
            memory: self.memory.dirty,
            memory_taken: self.memory.taken,
            caches: self.drives.iter().map(|drive| drive.cached_bytes()).sum(),
            caches_taken: self.drives.iter().map(|drive| drive.bytes_written()).sum(),
        }
    }

    /// Whether scattered writes have been filling memory or the drives' caches since then.
    pub fn fills_up_since(&self, before: Level) -> bool {
        let now = self.level();
        let kept = |held: u64, held_before: u64, taken: u64, taken_before: u64| {
            held.saturating_sub(held_before) as f64 > KEPT * (taken - taken_before) as f64
        };
        kept(now.memory, before.memory, now.memory_taken, before.memory_taken)
            || kept(now.caches, before.caches, now.caches_taken, before.caches_taken)
    }

    /// Takes reservoirs that fill to where they would get.
    pub fn fill_up(&mut self) {
        let now = self.now();
        if self.memory.limit != NO_LIMIT {
            self.fill_memory_up_to(self.memory.limit);
        }
        self.fill_drive_caches(now, 1.0);
    }

    /// Fills memory with scattered pages up to `limit`.
    pub fn fill_memory_up_to(&mut self, limit: u64) {
        if self.plant.talk.write_through {
            return;
        }
        // What lies in memory is drawn from a stream of its own: the test's blocks stay the same ones.
        std::mem::swap(&mut self.random_blocks, &mut self.random_filling);
        for index in 0..self.parts.len() {
            let part = &self.parts[index];
            let scattered = part.task == Task::Block && part.pattern == Pattern::Random && !part.bare;
            if !scattered || part.read_share >= 1.0 || part.sync {
                continue;
            }
            let (base, stride, bytes) = (part.base, part.block_stride, part.block_bytes);
            let all = (part.span as f64 / self.memory.density) as u64;
            let most = limit.min(all);
            // A small working set is all dirty before that; and beside files' large pieces, small blocks would be millions.
            let room = most.saturating_sub(self.memory.dirty) / bytes;
            let mut tries = 4 * (room.min(self.memory.limit / self.largest_block().max(1)) + 4);
            while self.memory.dirty + bytes <= most && tries > 0 {
                let at = base + self.random_block(index) * stride;
                if self.memory.scattered.insert(at) {
                    self.memory.dirty += bytes;
                }
                tries -= 1;
            }
        }
        std::mem::swap(&mut self.random_blocks, &mut self.random_filling);
    }

    /// Lets write-back's next pages go to the drives' caches in no time, until these are filled to this share; memory is
    /// refilled with as many new ones.
    pub fn fill_drive_caches(&mut self, now: Ns, share: f64) {
        // ZFS puts its records in a row, which fill no cache; an SSD cache in front takes the pages itself.
        let takes_pages = self.tier.as_ref().is_some_and(|tier| tier.mode == CacheMode::ReadWrite);
        if self.layout.record() > 0 || takes_pages || self.memory.scattered.is_empty() {
            return;
        }
        let level = self.memory.dirty;
        let mut plan = std::mem::take(&mut self.plan);
        let bytes = self.largest_block();
        let present = self.drives.len() - usize::from(self.layout.missing().is_some());
        let most: usize = self.drives.iter().map(|drive| drive.write_extents()).sum();
        let (mut pieces, mut refused) = (0, 0);
        // Whether all are full is not asked for each piece: where as many are refused as there are drives, they mostly are.
        while pieces < most && refused < present {
            if self.memory.scattered.is_empty() {
                self.fill_memory_up_to(level);
            }
            let Some(page) = self.memory.next_scattered() else { break };
            self.memory.dirty = self.memory.dirty.saturating_sub(bytes);
            let place = self.place_of_page(page, bytes);
            self.layout.write(place, bytes, &mut plan);
            for piece in &plan.writes {
                let offset = self.drive_base + piece.offset;
                let took = self.drives[piece.drive as usize].hold(offset, piece.bytes, share);
                refused = if took { 0 } else { refused + 1 };
            }
            pieces += plan.writes.len();
        }
        self.fill_memory_up_to(level);
        self.plan = plan;
        for drive in 0..self.drives.len() {
            if let Some(at) = self.drives[drive].begin_to_write_out(now) {
                self.wake_drive_at(drive as u32, at);
            }
        }
    }
}
