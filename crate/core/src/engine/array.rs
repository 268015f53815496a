//! Jobs on the bulk drives: a read fans out to pieces, a write reads what parity needs, computes it, then writes.
//!
//! md holds a *stripe head* for every 4 KiB a drive that a parity write touches; when its stripe cache is full, writes
//! wait for heads. Encrypted streams reach md out of order, so that part of their stripes is incomplete.

use super::calendar::Ns;
use super::world::{At, Job, Owner, World, kind};
use crate::model::drive::{Access, AccessKind};
use crate::model::raid::Piece;

/// Stages of a job.
mod stage {
    pub const PLANNED: u8 = 0;
    pub const READING: u8 = 1;
    pub const COMPUTING: u8 = 2;
    pub const WRITING: u8 = 3;
    pub const FINISHING: u8 = 4;
    pub const SCATTERED: u8 = 5;
}

/// Smallest unit on a drive.
const SECTOR: u64 = 512;

/// What a stripe head covers on each drive.
const HEAD_BYTES: u64 = 4096;

/// Runs in which an incomplete stripe reaches md: dm-crypt and file systems build requests of this order.
const BROKEN_STRIPE_BYTES: u64 = 128 * 1024;

/// Chunks of a read that are found on the drives in the time that it takes to lay out a piece of a write.
const CHUNKS_A_PIECE: u64 = 4;

/// Reads at least this long from a mirror are a stream and split over its copies.
const MIRROR_STREAM_BYTES: u64 = 256 * 1024;

impl World {
    fn new_job(&mut self, owner: Owner, bytes: u64) -> u32 {
        let index = self.jobs.take();
        let job = &mut self.jobs[index];
        let mut writes = std::mem::take(&mut job.writes);
        writes.clear();
        *job = Job { owner, writes, bytes, ..Job::default() };
        index
    }

    /// Accesses at places on the drives that no mapping of the volume gives: a rebuild's, a log's.
    pub fn submit_raw(&mut self, now: Ns, pieces: &[Piece], access: AccessKind, owner: Owner, bytes: u64) {
        let job = self.new_job(owner, bytes);
        let held = &mut self.jobs[job];
        held.stage = stage::WRITING;
        held.pending = pieces.len() as u32;
        held.pieces = held.pending;
        held.submitted = now;
        for piece in pieces {
            let access = Access { offset: piece.offset, bytes: piece.bytes, kind: access, tag: job };
            if let Some(at) = self.drives[piece.drive as usize].submit(now, access) {
                self.wake_drive_at(piece.drive, at);
            }
        }
    }

    /// A number for the sequential stream that a read carries on: the slots of one cursor have one.
    fn sequential_stream(&self, owner: Owner) -> Option<u32> {
        let slot = match owner {
            Owner::Prefetch { stream, .. } => stream,
            Owner::Request(request) if self.requests[request].sequential => self.requests[request].stream,
            _ => return None,
        };
        let stream = &self.streams[slot as usize];
        Some(if stream.shared { stream.client + stream.part } else { slot })
    }

    /// Reads from the volume.
    pub fn array_read(&mut self, now: Ns, offset: u64, bytes: u64, owner: Owner) {
        let job = self.new_job(owner, bytes);
        let mut pieces = std::mem::take(&mut self.pieces);
        let keeps_to = if self.plant.streams_keep_to_a_mirror { self.sequential_stream(owner) } else { None };
        let turn = &mut self.mirror_turn;
        let drives = &self.drives;
        let prefetched = bytes >= MIRROR_STREAM_BYTES && matches!(owner, Owner::Prefetch { .. });
        let split = prefetched && keeps_to.is_none() && self.layout.mirrors() > 1 && self.layout.missing().is_none();
        self.layout.read(
            offset,
            bytes,
            |first, copies| {
                if split {
                    return 0;
                }
                if let Some(stream) = keeps_to {
                    return stream % copies;
                }
                // The copy with the shorter queue; in turn where they are alike.
                let next = &mut turn[first as usize];
                *next = (*next + 1) % copies;
                (0..copies)
                    .map(|k| (*next + k) % copies)
                    .min_by_key(|k| drives[(first + k) as usize].queue_len())
                    .unwrap_or(0)
            },
            &mut pieces,
        );
        if split {
            self.split_over_mirrors(&mut pieces);
        }
        self.pieces_planned += bytes / self.layout.chunk().max(1) / CHUNKS_A_PIECE;
        self.jobs[job].stage = stage::FINISHING;
        self.submit_pieces(now, job, &pieces, AccessKind::Read, self.plant.read_share);
        self.pieces = pieces;
    }

    /// One stream keeps all copies of a mirror busy: each takes its share, contiguous on the drive.
    fn split_over_mirrors(&self, pieces: &mut Vec<Piece>) {
        let copies = self.layout.mirrors();
        // Starts and ends are mapped alike, so that what was contiguous stays so.
        let mapped = |x: u64, share: u64| x * share / copies / SECTOR * SECTOR;
        for i in 0..pieces.len() {
            let whole = pieces[i];
            let end = whole.offset + u64::from(whole.bytes);
            pieces[i].bytes = 0;
            pieces.extend((0..copies).map(|copy| {
                // The copy's parts of all that lies before, laid end to end.
                let part = |x: u64| mapped(x, copy + 1) - mapped(x, copy);
                let start = part(whole.offset);
                let bytes = part(end).saturating_sub(start) as u32;
                Piece { drive: whole.drive + copy as u32, offset: start, bytes }
            }));
        }
        pieces.retain(|piece| piece.bytes > 0);
    }

    /// Writes to the volume; `durable`: done only when it is on the medium's side of every volatile cache.
    pub fn array_write(&mut self, now: Ns, offset: u64, bytes: u64, durable: bool, owner: Owner) {
        let job = self.plan_write(offset, bytes, durable, owner);
        self.start_write(now, job);
    }

    /// Encryption at rest sits between file system and array: one thread encrypts what is written.
    pub fn encrypted_write(&mut self, now: Ns, offset: u64, bytes: u64, durable: bool, owner: Owner) {
        let job = self.plan_write(offset, bytes, durable, owner);
        if self.plant.crypt_byte_ns > 0.0 {
            let work = self.plant.crypt_byte_ns * bytes as f64 + self.plant.crypt_op_ns;
            let end = self.crypt_thread.serve(now, work as Ns).end;
            self.cores.busy_ns += work as u64;
            self.at(end, kind::JOB, job);
            return;
        }
        self.start_write(now, job);
    }

    /// Lays a write out. The job's list holds what must be read first, then what is written.
    fn plan_write(&mut self, offset: u64, bytes: u64, durable: bool, owner: Owner) -> u32 {
        let job = self.new_job(owner, bytes);
        let mut plan = std::mem::take(&mut self.plan);
        let chunk = self.layout.chunk();
        let broken =
            self.plant.broken_stripes > 0.0 && bytes > chunk && self.random_stripes.unit() < self.plant.broken_stripes;
        let columns = self.layout.columns().max(1);
        let has_parity = self.layout.parity() > 0;
        let held = &mut self.jobs[job];
        let mut writes = std::mem::take(&mut self.planned_writes);
        writes.clear();
        // An incomplete stripe is written in pieces, each a small write of its own.
        let step = if broken { chunk.min(BROKEN_STRIPE_BYTES) } else { bytes };
        let mut at = offset;
        while at < offset + bytes {
            let len = if broken { (step - at % step).min(offset + bytes - at) } else { bytes };
            self.layout.write(at, len, &mut plan);
            held.writes.extend_from_slice(&plan.reads);
            writes.extend_from_slice(&plan.writes);
            held.heads += if has_parity { (plan.parity_bytes / columns).div_ceil(HEAD_BYTES).max(1) } else { 0 };
            held.parity_bytes += len.max(plan.parity_bytes / columns);
            at += len;
        }
        // The reads come first.
        held.pending = held.writes.len() as u32;
        held.writes.extend_from_slice(&writes);
        self.pieces_planned += held.writes.len() as u64;
        self.planned_writes = writes;
        held.durable = durable;
        held.stage = stage::PLANNED;
        self.plan = plan;
        job
    }

    /// Starts a planned write, or queues it for stripe heads.
    fn start_write(&mut self, now: Ns, job: u32) {
        let heads = self.jobs[job].heads;
        if self.plant.stripe_heads != u64::MAX && heads > 0 {
            if self.heads_used > 0 && self.heads_used + heads > self.plant.stripe_heads {
                self.stripe_queue.push_back(job);
                return;
            }
            self.heads_used += heads;
        }
        let reads = self.jobs[job].pending as usize;
        self.jobs[job].stage = stage::READING;
        if reads == 0 {
            self.compute(now, job);
            return;
        }
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.clear();
        pieces.extend(self.jobs[job].writes.drain(..reads));
        self.submit_pieces(now, job, &pieces, AccessKind::Read, 1.0);
        self.pieces = pieces;
    }

    /// Parity, checksums and compression: one kernel thread, after what it needs has been read.
    fn compute(&mut self, now: Ns, job: u32) {
        let work = self.plant.array_write_byte_ns * self.jobs[job].parity_bytes as f64;
        self.jobs[job].stage = stage::COMPUTING;
        if work < 1.0 {
            self.advance_job(now, job);
            return;
        }
        let end = self.array_thread.serve(now, work as Ns).end;
        self.cores.busy_ns += work as u64;
        self.at(end, kind::JOB, job);
    }

    /// Empties every drive's volatile cache.
    pub fn array_flush(&mut self, now: Ns, owner: Owner) {
        let job = self.new_job(owner, 0);
        self.jobs[job].stage = stage::FINISHING;
        if self.plant.safe_controller {
            self.at(now, kind::JOB, job);
            return;
        }
        let drives = self.layout.drives() as u32;
        let missing = self.layout.missing();
        let pieces: Vec<Piece> =
            (0..drives).filter(|d| Some(*d) != missing).map(|drive| Piece { drive, offset: 0, bytes: 0 }).collect();
        self.submit_pieces(now, job, &pieces, AccessKind::Flush, 1.0);
    }

    fn submit_pieces(&mut self, now: Ns, job: u32, pieces: &[Piece], access: AccessKind, share: f64) {
        let held = &mut self.jobs[job];
        held.pending = pieces.len() as u32;
        held.pieces = held.pending;
        held.submitted = now;
        if pieces.is_empty() {
            self.at(now, kind::JOB, job);
            return;
        }
        let base = self.drive_base;
        for piece in pieces {
            let mapped = |x: u64| if share == 1.0 { x } else { (x as f64 / share) as u64 / SECTOR * SECTOR };
            let offset = mapped(piece.offset);
            let bytes =
                (mapped(piece.offset + u64::from(piece.bytes)) - offset).max(SECTOR.min(piece.bytes.into())) as u32;
            let access = Access { offset: base + offset, bytes, kind: access, tag: job };
            if let Some(at) = self.drives[piece.drive as usize].submit(now, access) {
                self.wake_drive_at(piece.drive, at);
            }
        }
    }

    /// A bulk drive wants to be woken.
    pub fn wake_drive(&mut self, now: Ns, drive: u32) {
        if self.drive_wakes[drive as usize] != now {
            return;
        }
        self.drive_wakes[drive as usize] = Ns::MAX;
        let mut done = std::mem::take(&mut self.done);
        done.clear();
        if let Some(at) = self.drives[drive as usize].wake(now, &mut done) {
            self.wake_drive_at(drive, at);
        }
        for job in &done {
            self.piece_done(now, *job);
        }
        self.done = done;
    }

    /// An SSD of the cache wants to be woken.
    pub fn wake_ssd(&mut self, now: Ns, ssd: u32) {
        if self.ssd_wakes[ssd as usize] != now {
            return;
        }
        self.ssd_wakes[ssd as usize] = Ns::MAX;
        let mut done = std::mem::take(&mut self.done);
        done.clear();
        let next = match (&mut self.tier, &mut self.log) {
            (Some(tier), _) if (ssd as usize) < tier.drives.len() => tier.drives[ssd as usize].wake(now, &mut done),
            (tier, Some(log)) => {
                let first = tier.as_ref().map_or(0, |t| t.drives.len());
                log.drives[ssd as usize - first].wake(now, &mut done)
            }
            _ => None,
        };
        if let Some(at) = next {
            self.wake_ssd_at(ssd, at);
        }
        for job in &done {
            self.piece_done(now, *job);
        }
        self.done = done;
    }

    fn piece_done(&mut self, now: Ns, job: u32) {
        let held = &mut self.jobs[job];
        held.pending -= 1;
        if held.pending > 0 {
            return;
        }
        let (bytes, on_ssd, pieces, submitted) = (held.bytes, held.on_ssd, held.pieces.max(1), held.submitted);
        let is_read = held.writes.is_empty();
        if on_ssd || bytes == 0 {
            self.advance_job(now, job);
            return;
        }
        // A bus that the drives share with the network, or USB's, carries the payload in a time of its own.
        let mut end = now;
        if let Some(rate) = self.plant.io_bus_bytes_per_s {
            end = end.max(self.io_bus.serve(submitted, (bytes as f64 / rate * 1e9) as Ns).end);
        }
        if self.plant.usb_command_ns > 0 {
            // Every drive has a cable of its own. UAS passes data on while the drive delivers, bulk-only transport after.
            let rate = if is_read { self.plant.usb_read_bytes_per_s } else { self.plant.usb_write_bytes_per_s };
            let transfer = (bytes as f64 / f64::from(pieces) / rate * 1e9) as Ns;
            let begin = if self.plant.usb_overlaps { submitted } else { end };
            end += self.plant.usb_command_ns;
            for _ in 0..pieces {
                end = end.max(self.usb.serve(begin, self.plant.usb_command_ns + transfer).end);
            }
        }
        if end > now {
            self.at(end, kind::JOB, job);
        } else {
            self.advance_job(now, job);
        }
    }

    /// A phase of a job is over.
    pub fn advance_job(&mut self, now: Ns, job: u32) {
        match self.jobs[job].stage {
            stage::PLANNED => self.start_write(now, job),
            stage::READING => self.compute(now, job),
            stage::COMPUTING => {
                self.jobs[job].stage = stage::WRITING;
                let writes = std::mem::take(&mut self.jobs[job].writes);
                let access = if self.jobs[job].durable { AccessKind::WriteThrough } else { AccessKind::Write };
                self.submit_pieces(now, job, &writes, access, self.plant.write_share);
                self.jobs[job].writes = writes;
            }
            stage::WRITING => {
                let heads = self.jobs[job].heads;
                if heads > 0 && self.plant.stripe_heads != u64::MAX {
                    self.heads_used = self.heads_used.saturating_sub(heads);
                    self.admit_stripes(now);
                }
                self.finish_job(now, job);
            }
            _ => self.finish_job(now, job),
        }
    }

    fn admit_stripes(&mut self, now: Ns) {
        while let Some(job) = self.stripe_queue.front().copied() {
            let heads = self.jobs[job].heads;
            if self.heads_used > 0 && self.heads_used + heads > self.plant.stripe_heads {
                break;
            }
            self.stripe_queue.pop_front();
            self.start_write(now, job);
        }
    }

    fn finish_job(&mut self, now: Ns, job: u32) {
        let (owner, bytes) = (self.jobs[job].owner, self.jobs[job].bytes);
        let on_ssd = self.jobs[job].on_ssd;
        let prefetch = matches!(owner, Owner::Prefetch { .. });
        if self.jobs[job].stage == stage::FINISHING && !on_ssd && (prefetch || matches!(owner, Owner::Request(_))) {
            // What comes after the drives' answer to a read: gaps between scattered records, ZFS's pipeline.
            let mut end = now;
            if prefetch && self.plant.prefetch_latency_ns > 0 {
                // No gap is like the last one; were they all alike, reader and platters would fall into step, and a hair of
                // processor speed would decide between all of an array's rate and two thirds of it.
                end += (self.plant.prefetch_latency_ns as f64 * (0.5 + self.random_order.unit())) as Ns;
            }
            if self.plant.array_read_byte_ns > 0.0 {
                let work = (self.plant.array_read_byte_ns * bytes as f64) as Ns;
                end = self.array_thread.serve(end, work).end;
                self.cores.busy_ns += work;
            }
            if end > now {
                self.jobs[job].stage = stage::SCATTERED;
                self.at(end, kind::JOB, job);
                return;
            }
        }
        self.jobs.give(job);
        let station = if on_ssd { At::SsdCache } else { At::Drives };
        match owner {
            Owner::Nobody => {}
            Owner::Request(request) => {
                self.charge(request, station, now);
                self.data_ready(now, request);
            }
            Owner::Commit(request) => {
                self.charge(request, station, now);
                self.next_commit_step(now, request);
            }
            Owner::Prefetch { stream, end } => self.prefetched(now, stream, end, station),
            Owner::Writeback { bytes, sequential } => self.written_back(now, u64::from(bytes), sequential),
            Owner::RecordRead(request) => {
                self.requests[request].rest_held = true;
                self.charge(request, station, now);
                self.storage_write(now, request);
            }
            Owner::DestageRead { id } => self.destage_write(now, id, bytes),
            Owner::DestageWrite { id } => self.destaged(now, id, bytes),
            Owner::Metadata(stream) => self.metadata_done(now, stream),
            Owner::RebuildRead(batch) => self.rebuild_write(now, batch),
            Owner::RebuildWritten => self.rebuild_step(now),
            Owner::RebuildBehind => self.rebuilt_behind(now),
        }
    }

    /// A job on the SSDs of the cache, or of ZFS's log.
    pub fn ssd_job(&mut self, now: Ns, log: bool, pieces: &[Piece], access: AccessKind, owner: Owner, bytes: u64) {
        let job = self.new_job(owner, bytes);
        let held = &mut self.jobs[job];
        held.stage = stage::FINISHING;
        held.on_ssd = true;
        held.pending = pieces.len() as u32;
        let cache_drives = self.tier.as_ref().map_or(0, |tier| tier.drives.len());
        for piece in pieces {
            let access = Access { offset: piece.offset, bytes: piece.bytes, kind: access, tag: job };
            let index = piece.drive as usize;
            let (wake, id) = match (&mut self.tier, &mut self.log) {
                (Some(tier), _) if !log => (tier.drives[index].submit(now, access), index),
                (_, Some(log)) => (log.drives[index].submit(now, access), cache_drives + index),
                _ => (None, 0),
            };
            if let Some(at) = wake {
                self.wake_ssd_at(id as u32, at);
            }
        }
    }
}
