//! RAM of the NAS: page cache, read-ahead and write-back.
//!
//! Reads of a stream are answered from its read-ahead window, random reads from the page cache (a real LRU over the
//! sampled working set). Writes are answered from RAM until the dirty limit, then wait for write-back. The elevator
//! writes scattered dirty pages in ascending order; as the simulated pages are a sample of the real ones, its steps
//! between neighbours are shortened by the same scale, so that seeks are those of the full population.

use std::collections::{BTreeSet, VecDeque};

use super::calendar::Ns;
use super::clients::Task;
use super::world::{At, Memory, Owner, World, kind};
use crate::model::drive::AccessKind;
use crate::model::raid::Piece;
use crate::scenario::{CacheMode, Pattern};

/// Read-ahead of one stream.
#[derive(Clone, Debug, Default)]
pub struct ReadAhead {
    /// Up to where reads have been issued.
    pub issued: u64,
    /// Up to where everything has arrived.
    pub ready: u64,
    /// Windows in flight: end, and whether it has arrived.
    pub windows: VecDeque<(u64, bool)>,
    /// Requests that wait for their last byte: where that is, and which.
    pub waiting: BTreeSet<(u64, u32)>,
}

/// What memory holds files in.
const PAGE_BYTES: u64 = 4096;
/// Longest read that read-ahead issues at once, unless two rows of an array are longer.
const LONGEST_WINDOW: u64 = 1024 * 1024;
/// Windows of one stream under way at once: more than any queue of drives takes in, so that it bounds memory, not speed.
const MOST_WINDOWS: usize = 4096;
/// Write-back requests of scattered pages kept in flight per drive (NCQ depth).
const SCATTERED_PER_DRIVE: u32 = 32;
/// A journal's record, and the journal itself (ext4 makes 128 MiB), bytes.
const JOURNAL_RECORD: u64 = 4096;
const JOURNAL_BYTES: u64 = 128 * 1024 * 1024;
/// What ZFS joins into one write of a drive (zfs_vdev_aggregation_limit).
const AGGREGATED_BYTES: u64 = 1024 * 1024;
/// Sequential write-back runs kept in flight.
const RUNS_IN_FLIGHT: u32 = 6;

impl Memory {
    /// Takes the elevator's next scattered page.
    pub fn next_scattered(&mut self) -> Option<u64> {
        let page = match self.scattered.range(self.cursor..).next().copied() {
            Some(page) => page,
            None => {
                // The sweep starts again where the denser real one would have got to.
                self.swept = self.swept.wrapping_add((self.cursor as f64 / self.density) as u64);
                self.cursor = 0;
                self.scattered.iter().next().copied()?
            }
        };
        self.scattered.remove(&page);
        self.cursor = page + 1;
        Some(page)
    }
}

impl World {
    /// Where a position of a stream lies on the volume.
    pub fn place(&self, stream: u32, offset: u64) -> u64 {
        let part = &self.parts[self.streams[stream as usize].part as usize];
        part.base + offset % part.span
    }

    /// Reads a request's data.
    pub fn storage_read(&mut self, now: Ns, request: u32) {
        let held = self.requests[request];
        let part = &self.parts[self.streams[held.stream as usize].part as usize];
        let (resident, scattered) = (part.resident, part.pattern == Pattern::Random);
        let bypass = self.plant.talk.bypass_page_cache;
        if resident && !bypass {
            self.counters.ram_hits += 1;
            if scattered && self.tier.is_some() {
                // Book-keeping of the SSD cache's layer, though RAM answers.
                let work = self.plant.cache_ram_hit_ns;
                self.process_cpu(now, held.connection, work);
            }
            self.data_ready(now, request);
            return;
        }
        let place = self.place(held.stream, held.offset);
        if scattered {
            let hit = match (&mut self.measured, &mut self.memory.pages) {
                _ if bypass => None,
                (Some(measured), _) => Some(measured.in_ram()),
                (None, Some(pages)) => Some(pages.access(place / u64::from(held.bytes.max(1)), false).hit),
                (None, None) => None,
            };
            if let Some(hit) = hit {
                if hit {
                    self.counters.ram_hits += 1;
                    self.data_ready(now, request);
                    return;
                }
                self.counters.ram_misses += 1;
            }
            self.volume_read(now, place, u64::from(held.bytes), false, false, Owner::Request(request));
        } else if bypass {
            self.volume_read(now, place, u64::from(held.bytes), true, true, Owner::Request(request));
        } else {
            self.counters.ram_misses += 1;
            self.read_stream(now, request);
        }
    }

    /// A read of a stream: from the read-ahead window, or as soon as it arrives there.
    fn read_stream(&mut self, now: Ns, request: u32) {
        let held = self.requests[request];
        let need = held.offset + u64::from(held.bytes);
        let lane = self.lane(held.stream);
        self.read_ahead(now, lane, held.offset, need);
        let ahead = &mut self.streams[lane as usize].ahead;
        if need <= ahead.ready {
            self.data_ready(now, request);
        } else {
            ahead.waiting.insert((need, request));
        }
    }

    /// The stream whose read-ahead state serves this one: all slots of a shared sequential cursor have one.
    fn lane(&self, stream: u32) -> u32 {
        let here = &self.streams[stream as usize];
        if here.shared { here.lane } else { stream }
    }

    fn read_ahead(&mut self, now: Ns, lane: u32, from: u64, need: u64) {
        let window = (self.plant.readahead_bytes / 2).clamp(64 * 1024, LONGEST_WINDOW.max(2 * self.layout.row_bytes()));
        let stream = &mut self.streams[lane as usize];
        let overtakes = stream.shared && stream.ahead.issued > 0;
        if (from > stream.ahead.issued && !overtakes) || stream.ahead.issued == 0 {
            // A new file or the first read: nothing has been fetched yet. (A request of a shared cursor that overtook others
            // has what lies before it fetched, too.)
            stream.ahead.issued = stream.ahead.issued.max(from);
            stream.ahead.ready = stream.ahead.ready.max(from);
        }
        let limit = stream.read_limit;
        let target = (need + self.plant.readahead_bytes).min(limit);
        loop {
            let ahead = &mut self.streams[lane as usize].ahead;
            let at = ahead.issued;
            if at >= target || ahead.windows.len() >= MOST_WINDOWS {
                break;
            }
            // Never longer than to the end of the part's space, so that a window lies in one run on the volume.
            let span = self.parts[self.streams[lane as usize].part as usize].span;
            let bytes = window.min(limit - at).min(span - at % span);
            let ahead = &mut self.streams[lane as usize].ahead;
            ahead.issued += bytes;
            ahead.windows.push_back((at + bytes, false));
            let place = self.place(lane, at);
            let far = self.tier.as_ref().is_some_and(|tier| at >= tier.threshold);
            self.volume_read(now, place, bytes, true, far, Owner::Prefetch { stream: lane, end: at + bytes });
        }
    }

    /// A read-ahead window has arrived.
    pub fn prefetched(&mut self, now: Ns, stream: u32, end: u64, station: At) {
        let ahead = &mut self.streams[stream as usize].ahead;
        if let Ok(window) = ahead.windows.binary_search_by_key(&end, |window| window.0) {
            ahead.windows[window].1 = true;
        }
        while let Some((end, true)) = ahead.windows.front().copied() {
            ahead.ready = end;
            ahead.windows.pop_front();
        }
        loop {
            let ahead = &mut self.streams[stream as usize].ahead;
            let Some((need, request)) = ahead.waiting.first().copied() else { break };
            if need > ahead.ready {
                break;
            }
            ahead.waiting.pop_first();
            self.charge(request, station, now);
            self.data_ready(now, request);
        }
        // What had to wait because too much was under way.
        let ahead = &self.streams[stream as usize].ahead;
        if let Some((need, _)) = ahead.waiting.last().copied()
            && need > ahead.issued
        {
            self.read_ahead(now, stream, ahead.issued, need);
        }
    }

    /// Takes a request's data.
    pub fn storage_write(&mut self, now: Ns, request: u32) {
        let held = self.requests[request];
        if self.reads_rest_first(now, request) {
            return;
        }
        if held.durable || self.plant.talk.write_through {
            let place = self.place(held.stream, held.offset);
            if held.durable && self.layout.record() > 0 {
                // ZFS: its log makes it durable, on a device of its own or on the pool; the data follow with the
                // transaction group.
                let bytes = u64::from(held.bytes);
                if self.memory.dirty + bytes > self.memory.limit {
                    self.hold_back(request);
                    self.write_back(now);
                    return;
                }
                self.remember_dirty(held.stream, held.offset, bytes, held.sequential);
                self.requests[request].commit_steps = 0;
                if self.log.is_some() {
                    self.log_write(now, bytes, Owner::Commit(request));
                } else {
                    self.log_in_pool(now, bytes, Owner::Commit(request));
                }
                self.write_back(now);
                return;
            }
            if held.durable {
                self.requests[request].commit_steps = self.commit_steps(self.plant.commit_rounds);
                self.volume_write(now, place, u64::from(held.bytes), held.sequential, false, Owner::Commit(request));
            } else {
                self.volume_write(now, place, u64::from(held.bytes), held.sequential, false, Owner::Request(request));
            }
            return;
        }
        let mut ready = now;
        if !held.sequential && self.tier.as_ref().is_some_and(|tier| tier.mode == CacheMode::ReadWrite) {
            // The cache's layer looks every random write up on behalf of its writer.
            let work = self.plant.cache_cpu_ns;
            ready = self.process_cpu(now, held.connection, work);
        }
        if self.memory.dirty + u64::from(held.bytes) > self.memory.limit {
            self.hold_back(request);
            self.write_back(now);
            return;
        }
        self.remember_dirty(held.stream, held.offset, u64::from(held.bytes), held.sequential);
        self.write_back(now);
        if ready > now {
            self.at(ready, kind::STORED, request);
        } else {
            self.data_ready(now, request);
        }
    }

    /// A writer that changes a part of a page, or of a record of ZFS (`dmu_tx_hold_write`), waits until the rest of it is in
    /// memory. Whether it has to.
    fn reads_rest_first(&mut self, now: Ns, request: u32) -> bool {
        let held = self.requests[request];
        let part = &self.parts[self.streams[held.stream as usize].part as usize];
        let unit = if self.plant.talk.bypass_page_cache { 0 } else { PAGE_BYTES };
        let partial = u64::from(held.bytes) < unit.max(self.layout.recordsize());
        if !partial || held.sequential || held.rest_held || part.resident || part.task != Task::Block {
            return false;
        }
        let place = self.place(held.stream, held.offset);
        let pages = self.memory.pages.as_mut();
        if pages.is_some_and(|pages| pages.access(place / u64::from(held.bytes.max(1)), false).hit) {
            return false;
        }
        self.volume_read(now, place, u64::from(held.bytes), false, false, Owner::RecordRead(request));
        true
    }

    /// The next step of a synchronous write, or its answer.
    pub fn next_commit_step(&mut self, now: Ns, request: u32) {
        let left = self.requests[request].commit_steps;
        if left == 0 {
            let ready = self.cores.serve(now, self.plant.log_commit_ns).end;
            self.charge(request, At::NasCpu, ready);
            self.at(ready, kind::STORED, request);
            return;
        }
        self.requests[request].commit_steps -= 1;
        self.commit_step(now, left, Owner::Commit(request));
    }

    /// One step of a commit: its record goes to the journal, then the drives empty their memories, in turn; the last
    /// step is a flush. On an array with parity the record has first to read what its stripe held.
    pub fn commit_step(&mut self, now: Ns, left: u32, owner: Owner) {
        if self.plant.has_journal && left.is_multiple_of(2) {
            // The journal lies elsewhere than the data: on other drives of a stripe.
            let place = self.memory.allocation + self.memory.journal;
            self.memory.journal =
                (self.memory.journal + JOURNAL_RECORD) % (JOURNAL_BYTES / JOURNAL_RECORD * JOURNAL_RECORD);
            self.array_write(now, place, JOURNAL_RECORD, false, owner);
        } else {
            self.array_flush(now, owner);
        }
    }

    /// A block of ZFS's log on the pool's own drives: as small as what it holds, with as many copies or parities.
    fn log_in_pool(&mut self, now: Ns, bytes: u64, owner: Owner) {
        let (drives, mirrors, parity) = (self.layout.drives(), self.layout.mirrors(), self.layout.parity());
        let bytes = bytes.next_multiple_of(JOURNAL_RECORD);
        let turn = self.memory.journal / JOURNAL_RECORD;
        self.memory.journal += bytes;
        let offset = self.drive_base + self.memory.allocation / drives + self.memory.journal;
        let (first, copies) = if parity > 0 { (turn, parity + 1) } else { (turn * mirrors, mirrors) };
        let missing = self.layout.missing();
        let pieces: Vec<Piece> = (0..copies)
            .map(|copy| Piece { drive: ((first + copy) % drives) as u32, offset, bytes: bytes as u32 })
            .filter(|piece| Some(piece.drive) != missing)
            .collect();
        self.submit_raw(now, &pieces, AccessKind::WriteThrough, owner, bytes);
    }

    /// Steps of one commit: a whole number of rounds whose mean is the parameter's, each a flush and before it a record
    /// where there is a journal.
    pub fn commit_steps(&mut self, rounds: f64) -> u32 {
        let extra = self.random_files.unit() < rounds - libm::floor(rounds);
        let steps_each = if self.plant.has_journal { 2 } else { 1 };
        steps_each * (libm::floor(rounds) as u32 + u32::from(extra))
    }

    /// Takes a file's unwritten data out of memory and writes it, as a commit at its end does.
    pub fn write_out_file(&mut self, now: Ns, stream: u32) {
        let (start, bytes) = {
            let held = &self.streams[stream as usize];
            (held.file_start, held.file_bytes)
        };
        let place = self.place(stream, start);
        let memory = &mut self.memory;
        let Some((from, taken)) = memory.runs.remove_last_within(place, bytes) else {
            self.metadata_done(now, stream);
            return;
        };
        memory.dirty = memory.dirty.saturating_sub(taken);
        self.volume_write(now, from, taken, true, false, Owner::Metadata(stream));
        self.admit_writers(now);
    }

    /// Lets a writer wait for room.
    fn hold_back(&mut self, request: u32) {
        self.counters.held_back += 1;
        self.memory.throttled.push_back(request);
    }

    /// Notes dirty data.
    pub fn remember_dirty(&mut self, stream: u32, offset: u64, bytes: u64, sequential: bool) {
        let place = self.place(stream, offset);
        // Written again before it went out, it is still the same data to write.
        let more = if sequential {
            self.memory.runs.insert(place, bytes)
        } else {
            if let Some(pages) = &mut self.memory.pages {
                pages.access(place / bytes.max(1), true);
            }
            if self.rewrites_dirty_page(stream, bytes) || !self.memory.scattered.insert(place) { 0 } else { bytes }
        };
        self.memory.dirty += more;
        self.memory.taken += more;
    }

    /// Whether a scattered write meets a page that is dirty in the real memory though not in the sampled one: there are
    /// more of them among the pages of the working set than the sample has among its own.
    fn rewrites_dirty_page(&mut self, stream: u32, bytes: u64) -> bool {
        let part = &self.parts[self.streams[stream as usize].part as usize];
        let dirty = self.memory.scattered.len() as f64;
        let real = (dirty * self.memory.density * bytes as f64 / part.span.max(1) as f64).min(1.0);
        let sampled = dirty / part.blocks.max(1) as f64;
        real > sampled && self.random_order.unit() * (1.0 - sampled) < real - sampled
    }

    /// Keeps write-back going while there is more dirty data than the background threshold.
    pub fn write_back(&mut self, now: Ns) {
        let zfs = self.layout.record() > 0;
        let most = SCATTERED_PER_DRIVE * self.layout.drives() as u32;
        loop {
            let memory = &self.memory;
            if !(memory.draining || memory.dirty > memory.background || !memory.throttled.is_empty()) {
                return;
            }
            if memory.in_flight_runs < RUNS_IN_FLIGHT && self.next_run(now) {
                continue;
            }
            if self.memory.in_flight >= most || self.memory.scattered.is_empty() {
                return;
            }
            let bytes = self.largest_block();
            let Some(page) = self.memory.next_scattered() else { return };
            let memory = &mut self.memory;
            memory.in_flight += 1;
            let place = self.place_of_page(page, bytes);
            if zfs {
                // Copy on write puts whole records where there is room, in a row, and ZFS joins them.
                let each = self.layout.record().max(bytes) + self.memory.indirect_bytes;
                let joined = (AGGREGATED_BYTES * self.layout.data_columns() / each).max(1);
                let more = (1..joined).map_while(|_| self.memory.next_scattered()).count() as u64;
                self.write_records(now, bytes, 1 + more);
            } else {
                let owner = Owner::Writeback { bytes: bytes as u32, sequential: false };
                // With a write cache the page's own number decides whether it is in there.
                let writes = self.tier.as_ref().is_some_and(|tier| tier.mode == CacheMode::ReadWrite);
                let target = if writes { page } else { place };
                self.volume_write(now, target, bytes, false, false, owner);
            }
        }
    }

    /// What write-back takes at once of scattered pages.
    pub fn largest_block(&self) -> u64 {
        self.parts.iter().map(|part| part.block_bytes).max().unwrap_or(4096)
    }

    /// Where write-back's next page lies: as near to the last one as the denser real ones.
    pub fn place_of_page(&self, page: u64, bytes: u64) -> u64 {
        let compressed = (page as f64 / self.memory.density) as u64 + self.memory.swept;
        let span = self.parts[0].span.max(bytes);
        self.parts[0].base + compressed % span / bytes * bytes
    }

    /// ZFS: records with new content go to freshly allocated space, with their share of the pointers to them.
    pub fn write_records(&mut self, now: Ns, bytes: u64, count: u64) {
        let whole = (self.layout.record().max(bytes) + self.memory.indirect_bytes) * count;
        let place = self.memory.allocation;
        self.memory.allocation += whole;
        let owner = Owner::Writeback { bytes: (bytes * count) as u32, sequential: false };
        self.volume_write(now, place, whole, false, false, owner);
    }

    fn next_run(&mut self, now: Ns) -> bool {
        let row = self.layout.row_bytes().max(1);
        let draining = self.memory.draining;
        // A parity array gets whole rows, as many as its stripe cache can hold twice.
        let rows = (self.plant.writeback_bytes / row).max(1);
        let heads_per_row = (self.layout.chunk() / 4096).max(1);
        let rows = if self.plant.stripe_heads == u64::MAX {
            rows
        } else {
            rows.min((self.plant.stripe_heads / heads_per_row / 2).max(1))
        };
        let most = if self.layout.parity() > 0 { rows * row } else { self.plant.writeback_bytes.max(row) };
        let memory = &mut self.memory;
        // Runs that end amid a row are still being written, and md delays what would have to read first.
        let across = if self.layout.parity() > 0 { memory.runs.next_across(row) } else { None };
        let Some((start, length)) = across.or_else(|| memory.runs.next()) else { return false };
        let mut bytes = length.min(most);
        if across.is_some() {
            bytes = (start + bytes) / row * row - start;
        } else if !draining
            && memory.throttled.is_empty()
            && memory.runs.is_one_run()
            && length < row.min(memory.background)
        {
            return false;
        }
        memory.runs.take(start, bytes);
        memory.in_flight_runs += 1;
        let owner = Owner::Writeback { bytes: bytes as u32, sequential: true };
        self.volume_write(now, start, bytes, true, false, owner);
        true
    }

    /// Dirty data has reached the drives: writers that waited may go on.
    pub fn written_back(&mut self, now: Ns, bytes: u64, sequential: bool) {
        let memory = &mut self.memory;
        memory.dirty = memory.dirty.saturating_sub(bytes);
        if sequential {
            memory.in_flight_runs -= 1;
        } else {
            memory.in_flight -= 1;
        }
        self.admit_writers(now);
        self.write_back(now);
        if self.memory.draining && self.memory.dirty == 0 {
            self.drained(now);
        }
    }

    /// Lets held-back writers go on. Every one sleeps for itself; whoever wakes first finds the room.
    fn admit_writers(&mut self, now: Ns) {
        while !self.memory.throttled.is_empty() {
            let waiting = self.memory.throttled.len() as u64;
            let woken = self.random_order.below(waiting) as usize;
            let request = self.memory.throttled[woken];
            let held = self.requests[request];
            if self.memory.dirty + u64::from(held.bytes) > self.memory.limit {
                break;
            }
            self.memory.throttled.swap_remove_back(woken);
            if held.durable {
                // It has its place in memory now, but the log still to write.
                self.charge(request, At::Ram, now);
                self.storage_write(now, request);
                continue;
            }
            self.remember_dirty(held.stream, held.offset, u64::from(held.bytes), held.sequential);
            self.charge(request, At::Ram, now);
            self.data_ready(now, request);
        }
    }
}
