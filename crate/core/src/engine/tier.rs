//! The SSD cache between page cache and array, and ZFS's log device.
//!
//! A real replacement policy over block numbers of the sampled working set. Misses are read from the array and
//! promoted by a background write; write-back keeps dirty blocks on every mirror and destages them, oldest first and
//! unsorted, once they exceed a threshold (flashcache: 20 %). Where no further block may become dirty, a write waits
//! for a destage: a cache that begins full of unwritten data collapses to the array's unsorted rate.
//!
//! Left out: the cache's own metadata writes (merged into the latency of its layer), read-ahead inside the cache.

use std::collections::VecDeque;

use nas_forecast_cache::{AnyPolicy, WriteBack};

use super::calendar::Ns;
use super::world::{At, Owner, World, kind};
use crate::model::drive::{AccessKind, Drive};
use crate::model::raid::Piece;
use crate::scenario::{CacheMode, CacheRaid};

/// The SSD cache.
#[derive(Debug)]
pub struct Tier {
    pub blocks: WriteBack<AnyPolicy>,
    /// Bytes of the volume that one block of the policy stands for.
    pub unit: u64,
    /// Bytes that leave with one: a block of a random sample stands for its neighbours, but is written as itself.
    pub held_bytes: u64,
    /// Numbers of blocks that there are: beyond, they begin again, so that a long volume needs no more memory.
    pub ids: u64,
    pub mode: CacheMode,
    pub raid: CacheRaid,
    pub skip_sequential: bool,
    /// Sequential streams are recognised after this much.
    pub threshold: u64,
    pub drives: Vec<Drive>,
    /// Blocks of other data, dirty at the start, and how many of them are left.
    pub foreign_dirty: u64,
    /// Dirty blocks above which destage runs.
    pub destage_above: u64,
    /// Most blocks that may be dirty.
    pub dirty_limit: u64,
    pub destaging: u32,
    /// Writes that wait for a block to become clean: offset, bytes, owner.
    pub blocked: VecDeque<(u64, u64, Owner)>,
    pub next_foreign: u64,
    pub turn: u32,
    pub busy_at_start: Vec<u64>,
    pub span: u64,
    /// How warm it was at the start, 0..1.
    pub warm_share: f64,
}

/// ZFS's separate log.
#[derive(Debug)]
pub struct Log {
    pub drives: Vec<Drive>,
    pub cursor: u64,
}

/// Destages in flight: what flashcache and its descendants keep outstanding.
const DESTAGE_DEPTH: u32 = 64;

impl Tier {
    /// The policy's block at a place on the volume.
    pub fn id(&self, offset: u64) -> u64 {
        offset / self.unit % self.ids
    }

    fn dirty(&self) -> u64 {
        self.blocks.dirty() as u64 + self.foreign_dirty
    }

    /// The pieces of an access on the SSDs: one copy for reads, all for mirrored writes.
    fn pieces(&mut self, offset: u64, bytes: u64, write: bool, out: &mut Vec<Piece>) {
        out.clear();
        let n = self.drives.len() as u64;
        let offset = offset % self.span.max(1);
        self.turn = self.turn.wrapping_add(1);
        match self.raid {
            CacheRaid::Raid1 if write => {
                out.extend((0..n as u32).map(|drive| Piece { drive, offset, bytes: bytes as u32 }));
            }
            CacheRaid::Raid5 if write && n > 2 => {
                // A partial stripe: data and parity, each after reading its old content; the reads cost about as much
                // as a second write.
                let drive = (offset / self.unit.max(1) % n) as u32;
                let parity = (drive + 1) % n as u32;
                out.push(Piece { drive, offset, bytes: bytes as u32 });
                out.push(Piece { drive: parity, offset, bytes: bytes as u32 });
            }
            CacheRaid::Single => out.push(Piece { drive: 0, offset, bytes: bytes as u32 }),
            CacheRaid::Raid1 => {
                // Long reads of a mirror use both copies.
                let parts = if bytes >= 128 * 1024 { n } else { 1 };
                let each = bytes / parts;
                for k in 0..parts {
                    let drive = ((u64::from(self.turn) + k) % n) as u32;
                    out.push(Piece { drive, offset: offset + k * each, bytes: each as u32 });
                }
            }
            _ => {
                let parts = if bytes >= 128 * 1024 { n } else { 1 };
                let each = bytes / parts;
                for k in 0..parts {
                    let drive = ((offset / self.unit.max(1) + k) % n) as u32;
                    out.push(Piece { drive, offset, bytes: each as u32 });
                }
            }
        }
    }
}

impl World {
    /// Reads through the SSD cache, or straight from the array where there is none.
    pub fn volume_read(&mut self, now: Ns, offset: u64, bytes: u64, sequential: bool, far: bool, owner: Owner) {
        let Some(tier) = &mut self.tier else {
            self.array_read(now, offset, bytes, owner);
            return;
        };
        let id = tier.id(offset);
        let skipped = sequential && far && tier.skip_sequential;
        let held = tier.blocks.contains(id);
        let hit = match &mut self.measured {
            Some(measured) if !sequential => measured.in_cache(),
            _ => held,
        };
        self.cores.busy_ns += self.plant.cache_cpu_ns as u64;
        if hit {
            if held {
                tier.blocks.access(id, false);
            }
            self.counters.ssd_hits += 1;
            let delay = self.plant.cache_latency_ns + self.cache_cpu(now, owner);
            if let Owner::Request(request) = owner {
                // The layer's own time, then the SSD.
                self.at(now + delay, kind::TIER_READ, request);
            } else {
                self.ssd_read(now, offset, bytes, owner);
            }
            return;
        }
        self.counters.ssd_misses += 1;
        if !skipped {
            self.promote(now, offset, bytes);
        }
        self.array_read(now, offset, bytes, owner);
    }

    /// The cache layer's CPU on the process that asked.
    fn cache_cpu(&mut self, now: Ns, owner: Owner) -> Ns {
        let work = self.plant.cache_cpu_ns;
        match owner {
            Owner::Request(request) => {
                let connection = self.requests[request].connection;
                self.process_cpu(now, connection, work) - now
            }
            _ => work as Ns,
        }
    }

    /// The SSD access of a hit begins.
    pub fn tier_read_started(&mut self, now: Ns, request: u32) {
        self.charge(request, At::SsdCache, now);
        let held = self.requests[request];
        let place = self.place(held.stream, held.offset);
        self.ssd_read(now, place, u64::from(held.bytes), Owner::Request(request));
    }

    fn ssd_read(&mut self, now: Ns, offset: u64, bytes: u64, owner: Owner) {
        let mut pieces = std::mem::take(&mut self.pieces);
        if let Some(tier) = &mut self.tier {
            tier.pieces(offset, bytes, false, &mut pieces);
        }
        self.ssd_job(now, false, &pieces, AccessKind::Read, owner, bytes);
        self.pieces = pieces;
    }

    fn ssd_write(&mut self, now: Ns, offset: u64, bytes: u64, durable: bool, owner: Owner) {
        let mut pieces = std::mem::take(&mut self.pieces);
        if let Some(tier) = &mut self.tier {
            tier.pieces(offset, bytes, true, &mut pieces);
        }
        self.counters.ssd_written_bytes += bytes as f64;
        let access = if durable { AccessKind::WriteThrough } else { AccessKind::Write };
        self.ssd_job(now, false, &pieces, access, owner, bytes);
        self.pieces = pieces;
    }

    fn promote(&mut self, now: Ns, offset: u64, bytes: u64) {
        let Some(tier) = &mut self.tier else { return };
        let outcome = tier.blocks.access(tier.id(offset), false);
        if let Some((evicted, true)) = outcome.evicted {
            let (bytes, place) = (tier.held_bytes, evicted * tier.unit);
            self.array_write(now, place, bytes, false, Owner::Nobody);
        }
        self.ssd_write(now, offset, bytes, false, Owner::Nobody);
    }

    /// Writes through the SSD cache, or straight to the array.
    pub fn volume_write(&mut self, now: Ns, offset: u64, bytes: u64, sequential: bool, durable: bool, owner: Owner) {
        let Some(tier) = &mut self.tier else {
            self.encrypted_write(now, offset, bytes, durable, owner);
            return;
        };
        let id = tier.id(offset);
        let bypass = sequential && tier.skip_sequential && self.plant.talk.streams_recognised;
        if tier.mode != CacheMode::ReadWrite || bypass {
            match tier.mode {
                // A read cache keeps what is written if the block is in it already.
                CacheMode::ReadOnly if tier.blocks.contains(id) => {
                    self.ssd_write(now, offset, bytes, false, Owner::Nobody)
                }
                CacheMode::WriteAround => {
                    tier.blocks.remove(id);
                }
                _ => {}
            }
            self.encrypted_write(now, offset, bytes, durable, owner);
            return;
        }
        let cpu = self.plant.cache_cpu_ns as u64;
        self.cores.busy_ns += cpu;
        let Some(tier) = &mut self.tier else { return };
        if !tier.blocks.is_dirty(id) && tier.dirty() >= tier.dirty_limit {
            tier.blocked.push_back((offset, bytes, owner));
            self.destage(now);
            return;
        }
        let outcome = tier.blocks.access(id, true);
        if let Some((evicted, true)) = outcome.evicted {
            let (bytes, place) = (tier.held_bytes, evicted * tier.unit);
            self.array_write(now, place, bytes, false, Owner::Nobody);
        }
        self.ssd_write(now, offset, bytes, durable, owner);
        self.destage(now);
    }

    /// Starts destages while there is more dirty data than there should be.
    pub fn destage(&mut self, now: Ns) {
        loop {
            let Some(tier) = &mut self.tier else { return };
            if tier.destaging >= DESTAGE_DEPTH
                || tier.dirty() <= tier.destage_above.saturating_add(u64::from(tier.destaging))
            {
                return;
            }
            let unit = tier.unit;
            let (id, place) = if tier.foreign_dirty > u64::from(tier.destaging) {
                // Other data, scattered over the volume: stepping by a golden section visits it without order.
                tier.next_foreign = (tier.next_foreign + tier.span / 1000 * 618) % tier.span.max(1);
                (u64::MAX, tier.next_foreign / unit * unit)
            } else if let Some(id) = tier.blocks.oldest_dirty() {
                tier.blocks.clean(id);
                (id, id * unit)
            } else {
                return;
            };
            tier.destaging += 1;
            let owner = Owner::DestageRead { id };
            let bytes = unit.min(64 * 1024);
            self.ssd_read(now, place, bytes, owner);
        }
    }

    /// The dirty block has been read from the SSDs: on to the array.
    pub fn destage_write(&mut self, now: Ns, id: u64, bytes: u64) {
        let Some(tier) = &self.tier else { return };
        let place = if id == u64::MAX { tier.next_foreign / tier.unit * tier.unit } else { id * tier.unit };
        self.array_write(now, place, bytes, false, Owner::DestageWrite { id });
    }

    /// A block is clean: a waiting write may go on.
    pub fn destaged(&mut self, now: Ns, id: u64, bytes: u64) {
        self.counters.destaged_bytes += bytes as f64;
        let Some(tier) = &mut self.tier else { return };
        tier.destaging = tier.destaging.saturating_sub(1);
        if id == u64::MAX {
            tier.foreign_dirty = tier.foreign_dirty.saturating_sub(1);
        }
        if let Some((offset, bytes, owner)) = tier.blocked.pop_front() {
            let id = tier.id(offset);
            let outcome = tier.blocks.access(id, true);
            if let Some((evicted, true)) = outcome.evicted {
                let (bytes, place) = (tier.held_bytes, evicted * tier.unit);
                self.array_write(now, place, bytes, false, Owner::Nobody);
            }
            self.ssd_write(now, offset, bytes, false, owner);
        }
        self.destage(now);
    }

    /// A synchronous ZFS write to the log device: one write and its flush.
    pub fn log_write(&mut self, now: Ns, bytes: u64, owner: Owner) {
        let Some(log) = &mut self.log else { return };
        let pieces: Vec<Piece> = (0..log.drives.len() as u32)
            .map(|drive| Piece { drive, offset: log.cursor, bytes: bytes as u32 })
            .collect();
        log.cursor += bytes;
        self.ssd_job(now, true, &pieces, AccessKind::WriteThrough, owner, bytes);
    }
}
