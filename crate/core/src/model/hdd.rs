//! A hard disk: one arm, one rotating platter, a memory, and a queue that the drive reorders by itself.
//!
//! - Among the queued accesses the one that the head reaches soonest goes first, by seek curve and the platter's
//!   actual angle; waiting makes an access more urgent, so that none starves.
//! - After a read the head stays on the track and reads ahead into a segment of the memory until it is called away.
//! - Plain writes are done once they are in the memory, while there is room; they go to the platter in the same
//!   shortest-positioning order, reads first, unless somebody waits for room or for a flush: then they take turns.
//! - A flush is not queued, as on SATA: it waits for what came before, and what comes later waits for it.
//!
//! Sources: Ruemmler and Wilkes 1994 (mechanics and caching); Jacobson and Wilkes 1991 (shortest positioning with
//! ageing); the validation tables of ublk-disksim (figures to hit).

mod arm;
pub mod geometry;
pub mod params;
mod read_buffer;
mod reading;
mod smr;
mod write_cache;

use super::drive::{Access, AccessKind, Completions, NEVER, Ns};
use geometry::Geometry;
pub use params::{HddParams, HddTunables, SmrParams};
use read_buffer::{ReadBuffer, SAME_PLACE};
pub use smr::Shingles;
use std::collections::VecDeque;
use write_cache::WriteCache;

/// Nothing has come for this long: time to write out what lies in the memory. Long against the pauses between the
/// commands of one stream, short against a person's.
const IDLE_BEFORE_DESTAGE_NS: Ns = 10_000_000;

/// So much data makes a write-out worth starting though nobody waits: a few tracks.
const DESTAGE_RUN_BYTES: u64 = 8 << 20;

/// A read that starts at most this far ahead of a head that is reading anyway is waited for; revolutions.
const PASS_OVER: f64 = 0.25;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Read,
    WriteThrough,
    /// A cached write that finds no room.
    Room,
}

/// An access inside the drive that waits for the mechanism.
#[derive(Clone, Copy, Debug)]
struct Slot {
    need: Need,
    tag: u32,
    offset: u64,
    bytes: u32,
    arrival: Ns,
    /// The drive's processor has understood the command by then.
    ready: Ns,
    /// Of the first and of the last byte, revolutions.
    start: f64,
    end: f64,
    /// Segment of the read buffer that it carried on when it came.
    segment: Option<usize>,
}

/// The head reads `segment`, from `phase` at time `since` on, and goes on as far as `limit`.
#[derive(Clone, Copy, Debug)]
struct Reading {
    segment: usize,
    phase: f64,
    since: Ns,
    limit: f64,
    /// When the head came to this stream from elsewhere.
    arrived: Ns,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flush {
    None,
    /// Waits for the accesses before it.
    Waiting(u32),
    /// The memory is being written out.
    Draining(u32),
    /// Its end is among the completions.
    Ending,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Reads,
    Writes,
}

/// See the head of the file.
#[derive(Clone, Debug)]
pub struct Hdd {
    params: HddParams,
    geometry: Geometry,
    buffer: ReadBuffer,
    cache: WriteCache,
    shingles: Option<Shingles>,
    /// Beyond the queue depth, or behind a flush.
    backlog: VecDeque<Access>,
    /// In the order of arrival.
    slots: Vec<Slot>,
    /// How many of them wait for room in the cache.
    short_of_room: usize,
    ends: Completions,
    flush: Flush,
    /// Nothing else moves over the cable before.
    interface_free: Ns,

    /// Phase that the head stands at; while it reads, where it began to.
    head: f64,
    reading: Option<Reading>,
    /// End of the write under way or just done; no offset has it after anything else.
    write_end: u64,
    writing: bool,
    /// The mechanism can't be called away before.
    busy_until: Ns,
    /// When the mechanism has to be looked at next.
    attention: Ns,
    destaging: bool,
    turn: Turn,
    turn_until: Ns,
    /// End of the latest command so far, or its arrival.
    last_active: Ns,

    /// The earliest wake that has been asked for.
    asked: Ns,
    busy_ns: u64,
    bytes_read: u64,
    bytes_written: u64,
    decisions: u64,
}

impl Hdd {
    pub fn new(params: HddParams) -> Self {
        let cache = params.cache_bytes as f64;
        let write_bytes = cache * params.write_cache_share;
        Self {
            geometry: Geometry::new(&params.shape()),
            buffer: ReadBuffer::new(cache - write_bytes),
            cache: WriteCache::new(write_bytes as u64, params.write_extents),
            shingles: params.smr.as_ref().map(|smr| Shingles::new(smr, &params)),
            backlog: VecDeque::with_capacity(256),
            slots: Vec::with_capacity(params.queue_depth),
            short_of_room: 0,
            ends: Completions::with_capacity(params.queue_depth + 1),
            flush: Flush::None,
            interface_free: 0,
            head: 0.0,
            reading: None,
            write_end: u64::MAX,
            writing: false,
            busy_until: 0,
            attention: NEVER,
            destaging: false,
            turn: Turn::Writes,
            turn_until: 0,
            last_active: 0,
            asked: NEVER,
            busy_ns: 0,
            bytes_read: 0,
            bytes_written: 0,
            decisions: 0,
            params,
        }
    }

    pub fn busy_ns(&self) -> u64 {
        self.busy_ns
    }

    pub fn shingles(&self) -> Option<&Shingles> {
        self.shingles.as_ref()
    }

    pub fn shingles_mut(&mut self) -> Option<&mut Shingles> {
        self.shingles.as_mut()
    }

    pub fn queue_len(&self) -> usize {
        self.inside() + self.backlog.len()
    }

    pub fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// How often the mechanism chose where to go next.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    pub fn bytes_written(&self) -> u64 {
        self.bytes_written
    }

    pub fn submit(&mut self, now: Ns, access: Access) -> Option<Ns> {
        match access.kind {
            AccessKind::Read => self.bytes_read += u64::from(access.bytes),
            AccessKind::Write | AccessKind::WriteThrough => self.bytes_written += u64::from(access.bytes),
            AccessKind::Flush => {}
        }
        self.last_active = self.last_active.max(now);
        self.backlog.push_back(access);
        self.let_in(now);
        self.ask()
    }

    pub fn wake(&mut self, now: Ns, done: &mut Vec<u32>) -> Option<Ns> {
        loop {
            let at = self.next_event();
            if at > now {
                self.asked = at;
                return (at != NEVER).then_some(at);
            }
            if self.attention <= at {
                self.attend(at);
            } else if let Some(tag) = self.ends.pop_due(at) {
                done.push(tag);
                if self.flush == Flush::Ending {
                    self.flush = Flush::None;
                }
                self.let_in(at);
            }
        }
    }

    /// What the write cache holds, bytes.
    pub fn cached_bytes(&self) -> u64 {
        self.cache.bytes()
    }

    /// Ranges that the write cache can hold; none without one.
    pub fn write_extents(&self) -> usize {
        if self.params.write_cache { self.params.write_extents } else { 0 }
    }

    /// How full the write cache is, by bytes or by ranges; full if there is none.
    fn write_cache_fill(&self) -> f64 {
        if self.params.write_cache { self.cache.fill() } else { 1.0 }
    }

    /// Puts what was written before the simulation begins into the write cache, unless it is as full as `share`; whether it
    /// did.
    pub fn hold(&mut self, offset: u64, bytes: u32, share: f64) -> bool {
        self.write_cache_fill() < share && self.cache.absorb(offset, offset + u64::from(bytes), &self.geometry)
    }

    /// Lets the drive write out what it holds; returns when to wake it, as [`Self::submit`] does.
    pub fn begin_to_write_out(&mut self, now: Ns) -> Option<Ns> {
        if self.cache.is_empty() {
            return None;
        }
        if self.cache.is_filling(DESTAGE_RUN_BYTES) {
            self.destaging = true;
        }
        self.look_at(now);
        self.ask()
    }

    /// The time to be woken at, if it is earlier than what has been asked for.
    fn ask(&mut self) -> Option<Ns> {
        let next = self.next_event();
        if next < self.asked {
            self.asked = next;
            return Some(next);
        }
        None
    }

    fn next_event(&self) -> Ns {
        self.ends.next().min(self.attention)
    }

    fn inside(&self) -> usize {
        self.slots.len() + self.ends.len() + usize::from(matches!(self.flush, Flush::Waiting(_) | Flush::Draining(_)))
    }

    /// Whether the mechanism has nothing to do that it may not be called away from.
    fn is_idle(&self, now: Ns) -> bool {
        self.busy_until <= now && self.attention > now
    }

    /// Looks at the mechanism no later than `at`, unless it is busy then.
    fn look_at(&mut self, at: Ns) {
        self.attention = self.attention.min(at.max(self.busy_until));
    }

    // ---- Commands coming in

    fn let_in(&mut self, now: Ns) {
        while self.flush == Flush::None && self.inside() < self.params.queue_depth {
            let Some(access) = self.backlog.pop_front() else {
                break;
            };
            match access.kind {
                AccessKind::Flush => self.flush = Flush::Waiting(access.tag),
                AccessKind::Read => self.take_read(now, access),
                AccessKind::Write if self.params.write_cache => self.take_write(now, access),
                AccessKind::Write | AccessKind::WriteThrough => {
                    let ready = now + self.params.command_overhead_ns;
                    self.enqueue(now, access, Need::WriteThrough, ready, None);
                    self.look_at(ready);
                }
            }
        }
        if let Flush::Waiting(tag) = self.flush
            && self.slots.is_empty()
            && self.ends.len() == 0
        {
            self.flush = Flush::Draining(tag);
            self.look_at(now);
        }
    }

    fn enqueue(&mut self, now: Ns, access: Access, need: Need, ready: Ns, segment: Option<usize>) {
        let end = access.offset + u64::from(access.bytes);
        self.slots.push(Slot {
            need,
            tag: access.tag,
            offset: access.offset,
            bytes: access.bytes,
            arrival: now,
            ready,
            start: self.geometry.phase(access.offset),
            end: self.geometry.phase(end),
            segment,
        });
    }

    /// Ends a command that takes nothing but the drive's memory and the cable.
    fn end_from_memory(&mut self, now: Ns, bytes: u32, tag: u32) {
        let transfer = f64::from(bytes) / self.params.interface_bytes_per_s * 1e9;
        self.interface_free = self.interface_free.max(now) + self.params.interface_command_ns + transfer as Ns;
        self.ends.push(self.interface_free + self.params.buffer_overhead_ns, tag);
    }

    fn take_write(&mut self, now: Ns, access: Access) {
        let end = access.offset + u64::from(access.bytes);
        if self.short_of_room == 0 && self.cache.absorb(access.offset, end, &self.geometry) {
            self.end_from_memory(now, access.bytes, access.tag);
            if self.cache.is_filling(DESTAGE_RUN_BYTES) {
                self.destaging = true;
                self.look_at(now);
            } else {
                self.look_at(now + IDLE_BEFORE_DESTAGE_NS);
            }
        } else {
            self.short_of_room += 1;
            self.enqueue(now, access, Need::Room, now, None);
            self.look_at(now);
        }
    }

    fn take_read(&mut self, now: Ns, access: Access) {
        let end_offset = access.offset + u64::from(access.bytes);
        if !self.cache.is_empty() && self.cache.holds(access.offset, end_offset) {
            self.end_from_memory(now, access.bytes, access.tag);
            return;
        }
        let (start, end) = (self.geometry.phase(access.offset), self.geometry.phase(end_offset));
        let understood = now + self.params.buffer_overhead_ns;
        if let Some(reading) = self.reading {
            let head = self.head_at(now);
            let promised = self.head_at(self.busy_until.max(now));
            // A segment holds no more than its share of the memory: what was read long ago is gone.
            let room = self.read_ahead(head);
            let segment = self.buffer.segment_mut(reading.segment);
            segment.end = head;
            segment.start = segment.start.max(head - room);
            let first = segment.start;
            if first <= start + SAME_PLACE && start <= promised + PASS_OVER {
                if end <= head + SAME_PLACE {
                    self.serve_from_buffer(now, access, reading.segment, start, end);
                } else if end <= promised + SAME_PLACE {
                    self.buffer.touch(reading.segment, end);
                    self.busy_ns += self.geometry.turn_ns(end - start);
                    self.ends.push(self.passes(reading, end).max(understood), access.tag);
                } else if self.is_idle(now) && head < reading.limit && start <= reading.limit {
                    self.read_on(reading, start, end);
                    self.ends.push(self.busy_until.max(understood), access.tag);
                } else {
                    self.enqueue(now, access, Need::Read, understood, Some(reading.segment));
                    self.look_at(understood);
                }
                return;
            }
        }
        let segment = self.buffer.find(start);
        match segment {
            Some(index) if end <= self.buffer.segment(index).end + SAME_PLACE => {
                self.serve_from_buffer(now, access, index, start, end);
            }
            _ => {
                let overhead = match segment {
                    Some(_) => self.params.buffer_overhead_ns,
                    None => self.params.command_overhead_ns,
                };
                self.enqueue(now, access, Need::Read, now + overhead, segment);
                self.look_at(now + overhead);
            }
        }
    }
}
