//! An SSD: a port, many flash dies that work side by side, a small write buffer, and an SLC cache that runs out.
//!
//! What many dies do together is a fluid: the flash as a whole does so many page reads or programs a second, and each
//! single one takes its time nevertheless. So an access costs the flash *work* (time of the whole, by which throughput
//! is bounded) and has a *latency* (which it takes even when alone); their ratio is the parallelism. That gives the
//! latency at depth 1, the rate at depth 32 and the sequential rate of the data sheet without looking at single dies.
//!
//! - Reads have precedence over buffered writes, but once the buffer is full, reads and writes queue for the flash
//!   alike: neither starves.
//! - Scattered writes cost more than streams, and far more once the SLC cache of a consumer drive is used up. Idleness
//!   brings it back slowly.
//! - A flush writes out the buffer first. On SATA nothing else runs meanwhile.
//!
//! Left out: collisions of single reads with single programs or erases (they make a tail, hardly a mean), trim, and
//! the fill level's influence on garbage collection.
//!
//! Sources: data sheets; the validation tables of ublk-disksim.

pub mod params;

use super::drive::{Access, AccessKind, Completions, NEVER, Ns};
pub use params::{SsdParams, SsdTunables};

/// Data sheets count random accesses of this size.
const SHEET_BYTES: f64 = 4096.0;

/// A flash page: what one read brings whether one wants all of it or not. 16 KiB on TLC of the last ten years.
const PAGE_BYTES: f64 = 16384.0;

/// One page on every die and plane, written together: 16 KiB on 16 dies of two planes, as 500 GB of TLC have.
const ROW_BYTES: f64 = 512.0 * 1024.0;

/// Streams that a drive recognises.
const STREAMS: usize = 8;

/// See the head of the file.
#[derive(Clone, Debug)]
pub struct Ssd {
    params: SsdParams,
    /// Work of one page read, ns.
    page_read_ns: f64,
    /// Bytes that one page read brings; more than a page where the sheet's rates need it.
    page_bytes: f64,
    /// Latency beyond port, cable and work, ns.
    read_rest_ns: Ns,
    write_rest_ns: Ns,
    /// Flash work that the write buffer may hold back, ns.
    buffer_ns: u64,

    ends: Completions,
    interface_free: Ns,
    /// State of the generator behind the flushes' spread.
    draws: u64,
    /// Reads and what the write buffer has no room for keep the flash busy until then.
    flash_free: Ns,
    /// Flash work that waits in the write buffer, ns.
    buffered_ns: u64,
    /// `buffered_ns` counts at this time.
    synced: Ns,
    /// Bytes that can still be written fast.
    slc_left: u64,
    is_dirty: bool,
    last_end: Ns,
    /// Ends of the latest accesses, reads and writes apart.
    read_streams: [u64; STREAMS],
    write_streams: [u64; STREAMS],
    next_stream: usize,

    asked: Ns,
    busy_ns: u64,
    bytes_read: u64,
    bytes_written: u64,
}

impl Ssd {
    pub fn new(params: SsdParams, seed: u64) -> Self {
        let cable = |bytes_per_s: f64| SHEET_BYTES / bytes_per_s.min(params.interface_bytes_per_s) * 1e9;
        let rest = |latency: Ns, bytes_per_s: f64| {
            latency.saturating_sub(params.interface_command_ns + cable(bytes_per_s) as Ns)
        };
        Self {
            page_read_ns: 1e9 / params.random_read_iops,
            // No page may be so small that page reads keep a stream below the sheet's sequential rate.
            page_bytes: PAGE_BYTES.max(1.25 * params.read_bytes_per_s / params.random_read_iops),
            read_rest_ns: rest(params.read_latency_ns, params.read_bytes_per_s),
            write_rest_ns: rest(params.write_latency_ns, params.interface_bytes_per_s),
            buffer_ns: (params.write_buffer_bytes / params.write_bytes_per_s * 1e9) as u64,
            ends: Completions::with_capacity(256),
            interface_free: 0,
            draws: seed,
            flash_free: 0,
            buffered_ns: 0,
            synced: 0,
            slc_left: params.slc_cache_bytes.unwrap_or(0),
            is_dirty: false,
            last_end: 0,
            read_streams: [u64::MAX; STREAMS],
            write_streams: [u64::MAX; STREAMS],
            next_stream: 0,
            asked: NEVER,
            busy_ns: 0,
            bytes_read: 0,
            bytes_written: 0,
            params,
        }
    }

    pub fn busy_ns(&self) -> u64 {
        self.busy_ns
    }

    pub fn queue_len(&self) -> usize {
        self.ends.len()
    }

    pub fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    pub fn bytes_written(&self) -> u64 {
        self.bytes_written
    }

    pub fn submit(&mut self, now: Ns, access: Access) -> Option<Ns> {
        let at = if self.params.one_at_a_time { now.max(self.last_end) } else { now };
        self.sync(at);
        let end = match access.kind {
            AccessKind::Read => self.read(at, access),
            AccessKind::Write => self.write(at, access),
            AccessKind::WriteThrough => {
                let buffered = self.write(at, access);
                self.flush(buffered)
            }
            AccessKind::Flush => self.flush(at),
        };
        self.last_end = end;
        self.ends.push(end, access.tag);
        let next = self.ends.next();
        if next < self.asked {
            self.asked = next;
            return Some(next);
        }
        None
    }

    pub fn wake(&mut self, now: Ns, done: &mut Vec<u32>) -> Option<Ns> {
        while let Some(tag) = self.ends.pop_due(now) {
            done.push(tag);
        }
        self.asked = self.ends.next();
        (self.asked != NEVER).then_some(self.asked)
    }

    /// Lets the time since the last access do its work: the buffer empties, the SLC cache comes back.
    fn sync(&mut self, now: Ns) {
        let mut idle = now.saturating_sub(self.synced.max(self.flash_free));
        self.synced = self.synced.max(now);
        let drained = idle.min(self.buffered_ns);
        self.buffered_ns -= drained;
        idle -= drained;
        if let Some(slc) = self.params.slc_cache_bytes
            && idle > 0
        {
            let regained = (idle as f64 * 1e-9 * self.params.slc_refill_bytes_per_s) as u64;
            self.slc_left = (self.slc_left + regained).min(slc);
        }
    }

    /// Moves a command and its bytes over the cable; returns when that is done.
    fn transfer(&mut self, now: Ns, bytes: u32, bytes_per_s: f64) -> Ns {
        let rate = bytes_per_s.min(self.params.interface_bytes_per_s);
        let moving = (f64::from(bytes) / rate * 1e9) as Ns;
        self.interface_free = self.interface_free.max(now) + self.params.interface_command_ns + moving;
        self.interface_free
    }

    /// Gives the flash work that can't wait; returns when it starts.
    fn work(&mut self, now: Ns, work_ns: u64) -> Ns {
        let start = self.flash_free.max(now);
        self.flash_free = start + work_ns;
        self.busy_ns += work_ns;
        start
    }

    fn read(&mut self, now: Ns, access: Access) -> Ns {
        self.bytes_read += u64::from(access.bytes);
        let moved = self.transfer(now, access.bytes, self.params.read_bytes_per_s);
        let follows = follow(&mut self.read_streams, &mut self.next_stream, &access);
        let pages = f64::from(access.bytes) / self.page_bytes;
        // A lone small read has a page to itself; a stream uses every page whole.
        let pages = if follows { pages } else { pages.max(1.0) };
        let work = (pages * self.page_read_ns) as u64;
        let start = self.work(now, work);
        // The first pages are on the cable while the last ones are read. A stream has been read ahead.
        let rest = if follows { self.read_rest_ns.min(self.write_rest_ns) } else { self.read_rest_ns };
        let last_page = start + work.saturating_sub(self.page_read_ns as u64);
        moved.max(last_page) + rest
    }

    fn write(&mut self, now: Ns, access: Access) -> Ns {
        self.bytes_written += u64::from(access.bytes);
        self.is_dirty = true;
        let moved = self.transfer(now, access.bytes, self.params.interface_bytes_per_s);
        let follows = follow(&mut self.write_streams, &mut self.next_stream, &access);
        let bytes = f64::from(access.bytes);
        let is_fast = match self.params.slc_cache_bytes {
            None => true,
            Some(_) => self.slc_left > 0,
        };
        let params = &self.params;
        let seconds = if is_fast {
            let streaming = bytes / params.write_bytes_per_s;
            if follows { streaming } else { streaming.max(1.0 / params.random_write_iops) }
        } else {
            let streaming = |bytes: f64| bytes / params.sustained_bytes_per_s;
            // Garbage collection copies in proportion to the bytes that share a row with strangers: half a row, on
            // average, of what is longer. What has rows of its own is deleted as one and leaves nothing to copy.
            let shared = bytes.min(0.5 * ROW_BYTES);
            let collected = (shared / SHEET_BYTES).max(1.0) / params.steady_random_write_iops;
            if follows { streaming(bytes) } else { streaming(bytes).max(collected + streaming(bytes - shared)) }
        };
        let work = (seconds * 1e9) as u64;
        self.slc_left = self.slc_left.saturating_sub(u64::from(access.bytes));
        self.buffered_ns += work;
        let excess = self.buffered_ns.saturating_sub(self.buffer_ns);
        if excess == 0 {
            self.busy_ns += work;
            return moved + self.write_rest_ns;
        }
        self.buffered_ns -= excess;
        self.busy_ns += work - excess.min(work);
        self.work(now, excess);
        self.flash_free.max(moved) + self.write_rest_ns
    }

    /// A flush takes as long as the slowest program or erase under way: a fixed part and an exponential one, so that a
    /// mirror waits for the slower of its drives. Same mean; drives draw differently.
    fn flush_time(&mut self) -> Ns {
        self.draws = self.draws.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let unit = ((self.draws >> 11) as f64 + 1.0) / (1u64 << 53) as f64;
        let factor = 1.0 - FLUSH_SPREAD - FLUSH_SPREAD * libm::log(unit);
        (self.params.flush_ns as f64 * factor) as Ns
    }

    fn flush(&mut self, now: Ns) -> Ns {
        if !std::mem::take(&mut self.is_dirty) {
            return self.transfer(now, 0, self.params.interface_bytes_per_s) + self.write_rest_ns;
        }
        let buffered = std::mem::take(&mut self.buffered_ns);
        self.flash_free = self.flash_free.max(now) + buffered;
        let end = self.flash_free + self.flush_time();
        if self.params.flush_blocks {
            self.flash_free = end;
            self.interface_free = self.interface_free.max(end);
        }
        end
    }
}

/// Exponential share of a flush's time.
const FLUSH_SPREAD: f64 = 0.6;

/// Whether an access carries on one of the latest, and notes its end.
fn follow(streams: &mut [u64; STREAMS], next: &mut usize, access: &Access) -> bool {
    let end = access.offset + u64::from(access.bytes);
    if let Some(stream) = streams.iter_mut().find(|s| **s == access.offset) {
        *stream = end;
        return true;
    }
    *next = (*next + 1) % STREAMS;
    streams[*next] = end;
    false
}
