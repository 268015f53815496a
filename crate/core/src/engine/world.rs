//! The state of a simulated NAS and its event loop.
//!
//! A request is charged to the station that holds it: whoever takes it over charges the time since the last hand-over
//! to the one before. The shares of all stations therefore sum to the response time.

use std::collections::{BTreeSet, VecDeque};

use nas_forecast_cache::{AnyPolicy, WriteBack};

use super::calendar::{Calendar, Event, Ns};
use super::clients::{Part, Stream};
use super::dirty::DirtyRuns;
use super::random;
use super::slab::Slab;
use super::station::Station;
use super::statistics::{BatchMeans, Histogram};
use super::tier::Tier;
use crate::model::drive::Drive;
use crate::model::plant::Plant;
use crate::model::raid::{Layout, Piece, WritePlan};

/// Stations a request is charged to; the order is that of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum At {
    /// The client's own disk.
    ClientStorage = 0,
    /// The client's software.
    Client,
    /// The wire, each direction.
    Link,
    /// The NAS's processors.
    NasCpu,
    /// Page cache: waiting for unwritten data to leave it.
    Ram,
    /// SSD cache.
    SsdCache,
    /// Bulk drives.
    Drives,
    /// Empty round trips and fixed latencies.
    RoundTrips,
}

/// Number of stations.
pub const STATIONS: usize = 8;

/// Ids of the stations in the report.
pub const STATION_IDS: [&str; STATIONS] =
    ["client-storage", "client", "link", "nas-cpu", "ram", "ssd-cache", "drives", "round-trips"];

/// What a request does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Op {
    /// NAS to client.
    #[default]
    Read,
    /// Client to NAS.
    Write,
}

/// One protocol request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    pub op: Op,
    pub stream: u32,
    pub connection: u32,
    pub client: u32,
    /// Position in the part's address space; grows without end for sequential streams.
    pub offset: u64,
    pub bytes: u32,
    pub issued: Ns,
    /// Since when the station that holds it has it.
    pub mark: Ns,
    pub sequential: bool,
    /// Durable before it is answered.
    pub durable: bool,
    /// Counts as an operation of its own (block I/O), not as a part of a file.
    pub counted: bool,
    /// Steps of its commit still to do.
    pub commit_steps: u32,
    /// The rest of the page, or of the record of ZFS, that it changes is in memory.
    pub rest_held: bool,
}

/// Who waits for a job on the drives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    /// Nobody: background work.
    #[default]
    Nobody,
    /// A request's data.
    Request(u32),
    /// A request's commit (flush).
    Commit(u32),
    /// A stream's read-ahead up to a position.
    Prefetch { stream: u32, end: u64 },
    /// Write-back of this many bytes of dirty pages.
    Writeback { bytes: u32, sequential: bool },
    /// ZFS has read the record that a request changes a part of.
    RecordRead(u32),
    /// SSD cache: the dirty block has been read from the SSDs and goes to the array.
    DestageRead { id: u64 },
    /// SSD cache: the block is on the array.
    DestageWrite { id: u64 },
    /// A file's metadata on the drives.
    Metadata(u32),
    /// A batch of a rebuild has been read.
    RebuildRead(u32),
    /// A batch of a rebuild is on the new drive.
    RebuildWritten,
    /// A batch of a rebuild behind other work.
    RebuildBehind,
}

/// Accesses to drives that belong together: reads, then (after the CPU has computed parity) writes.
#[derive(Debug, Default)]
pub struct Job {
    pub pending: u32,
    pub owner: Owner,
    pub writes: Vec<Piece>,
    pub parity_bytes: u64,
    /// Stripe heads held.
    pub heads: u64,
    pub durable: bool,
    /// Which devices: the array's or the SSD cache's.
    pub on_ssd: bool,
    pub bytes: u64,
    /// Pieces of the phase under way, and when they went to the drives.
    pub pieces: u32,
    pub submitted: Ns,
    pub stage: u8,
}

/// A connection and the server process behind it.
#[derive(Clone, Debug, Default)]
pub struct Connection {
    /// When the process has done what it was given.
    pub free_at: Ns,
    /// Work done by either process since the warm-up, ns.
    pub busy_ns: u64,
    pub front_busy_ns: u64,
    /// Work done by the client's process, ns.
    pub client_busy_ns: u64,
    /// When the process in front (sshd) has.
    pub front_free_at: Ns,
    /// When the client's process has.
    pub client_free_at: Ns,
    /// When its flow has carried what it was given, to the client and to the NAS.
    pub flow_free_at: [Ns; 2],
    /// Serial servers: a request is being handled.
    pub busy: bool,
    pub waiting: VecDeque<u32>,
    /// Link that its frames take.
    pub link: usize,
}

/// Counters since the warm-up.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    pub operations: u64,
    pub bytes: f64,
    pub files: u64,
    pub station_ns: [f64; STATIONS],
    pub ram_hits: u64,
    pub ram_misses: u64,
    pub ssd_hits: u64,
    pub ssd_misses: u64,
    pub destaged_bytes: f64,
    pub ssd_written_bytes: f64,
    /// Writers that had to wait for room in memory.
    pub held_back: u64,
    pub response_ns: f64,
}

/// Event kinds.
pub mod kind {
    pub const ARRIVE: u8 = 0;
    pub const CPU_DONE: u8 = 1;
    pub const REPLY_READY: u8 = 2;
    pub const REPLY: u8 = 3;
    pub const COMPLETE: u8 = 4;
    pub const DRIVE: u8 = 5;
    pub const JOB: u8 = 6;
    pub const STREAM: u8 = 7;
    pub const STORED: u8 = 8;
    pub const TIER_READ: u8 = 9;
    pub const SSD: u8 = 10;
    pub const FRONT: u8 = 11;
    pub const REBUILD: u8 = 12;
}

/// Page cache and write-back state.
#[derive(Debug)]
pub struct Memory {
    pub pages: Option<WriteBack<AnyPolicy>>,
    pub limit: u64,
    pub background: u64,
    pub dirty: u64,
    /// Bytes that have become dirty so far.
    pub taken: u64,
    /// Dirty pages scattered over the working set, by position.
    pub scattered: BTreeSet<u64>,
    /// Dirty data of streams.
    pub runs: DirtyRuns,
    pub throttled: VecDeque<u32>,
    pub in_flight: u32,
    pub in_flight_runs: u32,
    /// The elevator's position among the scattered pages.
    pub cursor: u64,
    /// How much denser real dirty pages lie than the simulated ones: 1/scale.
    pub density: f64,
    pub swept: u64,
    /// ZFS: bytes of indirect blocks written with each scattered record.
    pub indirect_bytes: u64,
    /// ZFS: where the next record is allocated.
    pub allocation: u64,
    /// Where the journal's next record goes.
    pub journal: u64,
    /// Everything is written out now (a copy's final flush).
    pub draining: bool,
}

/// A limit of dirty data that no simulated run gets to.
pub const NO_LIMIT: u64 = u64::MAX / 4;

/// Pieces of planned writes that cost as much as an event, on arrays of many drives.
const PIECES_AN_EVENT: u64 = 4;

/// The simulated NAS with its clients.
pub struct World {
    pub calendar: Calendar,
    pub plant: Plant,
    pub layout: Layout,
    pub parts: Vec<Part>,
    pub streams: Vec<Stream>,
    pub requests: Slab<Request>,
    pub jobs: Slab<Job>,
    pub connections: Vec<Connection>,
    pub cores: Station,
    pub uplinks: Vec<Station>,
    pub downlinks: Vec<Station>,
    /// The core that serves a link's interrupts, receiving and sending.
    pub receivers: Vec<Station>,
    pub senders: Vec<Station>,
    pub client_ports: Vec<[Station; 2]>,
    pub client_disks: Vec<Station>,
    /// md's parity thread or ZFS's pipeline.
    pub array_thread: Station,
    /// dm-crypt's writing thread.
    pub crypt_thread: Station,
    pub io_bus: Station,
    /// The USB cables of drives that hang on them.
    pub usb: Station,
    pub drives: Vec<Drive>,
    /// The wake that each drive, then each SSD, waits for: an event at another time is stale.
    pub drive_wakes: Vec<Ns>,
    pub ssd_wakes: Vec<Ns>,
    pub drive_base: u64,
    pub mirror_turn: Vec<u32>,
    pub heads_used: u64,
    pub stripe_queue: VecDeque<u32>,
    pub memory: Memory,
    pub tier: Option<Tier>,
    pub log: Option<super::tier::Log>,
    pub counters: Counters,
    pub latency: Histogram,
    pub batches: BatchMeans,
    pub warm: bool,
    pub started: Ns,
    pub completions: u64,
    pub streams_running: u32,
    pub rebuild: Option<super::rebuild::Rebuild>,
    pub rebuild_behind: Option<super::rebuild::RebuildBehind>,
    pub timeline: Vec<Sample>,
    pub pieces: Vec<Piece>,
    pub plan: WritePlan,
    /// Room for the writes of a plan under way.
    pub planned_writes: Vec<Piece>,
    /// Pieces of all writes so far, and what reads have cost in them.
    pub pieces_planned: u64,
    pub done: Vec<u32>,
    pub random_blocks: random::Stream,
    pub random_mix: random::Stream,
    pub random_files: random::Stream,
    pub random_stripes: random::Stream,
    /// In which order waiting requests go on.
    pub random_order: random::Stream,
    /// What memory holds at the start.
    pub random_filling: random::Stream,
    /// Hit ratios of a trace, which then decide instead of the caches' contents.
    pub measured: Option<super::measured::Measured>,
    /// Drives' busy time when the counters were reset.
    pub drive_busy_at_start: Vec<u64>,
}

/// One moment of the run, for the timeline.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample {
    pub at: Ns,
    pub bytes: f64,
    pub ram_hits: u64,
    pub ram_misses: u64,
    pub ssd_hits: u64,
    pub ssd_misses: u64,
    pub dirty: u64,
}

/// Most moments kept for the timeline.
const MOST_SAMPLES: usize = 512;

impl World {
    /// The current time.
    #[inline]
    pub fn now(&self) -> Ns {
        self.calendar.now()
    }

    /// Schedules an event.
    #[inline]
    pub fn at(&mut self, time: Ns, kind: u8, id: u32) {
        self.calendar.schedule(time, Event { kind, id });
    }

    /// Charges the time since the last hand-over to a station.
    #[inline]
    pub fn charge(&mut self, request: u32, station: At, until: Ns) {
        let held = &mut self.requests[request];
        let time = until.saturating_sub(held.mark);
        held.mark = until.max(held.mark);
        self.counters.station_ns[station as usize] += time as f64;
    }

    /// What the run has cost so far, in events; a hard disk's choice among what waits costs about as much as one, and
    /// so do a few pieces of a planned write.
    pub fn effort(&self) -> u64 {
        let decisions: u64 = self.drives.iter().map(Drive::decisions).sum();
        self.calendar.popped() + decisions + self.pieces_planned / PIECES_AN_EVENT
    }

    /// Handles the next event; false when nothing is left.
    pub fn step(&mut self) -> bool {
        let Some((now, event)) = self.calendar.pop() else { return false };
        match event.kind {
            kind::ARRIVE => self.arrive(now, event.id),
            kind::FRONT => self.enter_server(now, event.id),
            kind::CPU_DONE => self.cpu_done(now, event.id),
            kind::STORED => self.stored(now, event.id),
            kind::REPLY_READY => self.reply_ready(now, event.id),
            kind::REPLY => self.reply(now, event.id),
            kind::COMPLETE => self.complete(now, event.id),
            kind::DRIVE => self.wake_drive(now, event.id),
            kind::SSD => self.wake_ssd(now, event.id),
            kind::JOB => self.advance_job(now, event.id),
            kind::REBUILD => self.rebuild_behind(now),
            kind::STREAM => self.resume_stream(now, event.id),
            _ => self.tier_read_started(now, event.id),
        }
        true
    }

    /// A drive asks to be woken; of several wakes only the earliest counts, the drive asks again then.
    pub fn wake_drive_at(&mut self, drive: u32, time: Ns) {
        let wake = &mut self.drive_wakes[drive as usize];
        if time < *wake {
            *wake = time;
            self.at(time, kind::DRIVE, drive);
        }
    }

    /// As above, for the SSDs of cache and log.
    pub fn wake_ssd_at(&mut self, ssd: u32, time: Ns) {
        let wake = &mut self.ssd_wakes[ssd as usize];
        if time < *wake {
            *wake = time;
            self.at(time, kind::SSD, ssd);
        }
    }

    /// CPU work in the process of a connection: on any core, but one thing at a time.
    pub fn process_cpu(&mut self, now: Ns, connection: u32, work: f64) -> Ns {
        let begin = self.connections[connection as usize].free_at.max(now);
        let visit = self.cores.serve(begin, work as Ns);
        let process = &mut self.connections[connection as usize];
        process.free_at = visit.end;
        process.busy_ns += work as u64;
        visit.end
    }

    /// CPU work in the process in front of a connection's server.
    pub fn front_cpu(&mut self, now: Ns, connection: u32, work: f64) -> Ns {
        let begin = self.connections[connection as usize].front_free_at.max(now);
        let visit = self.cores.serve(begin, work as Ns);
        let process = &mut self.connections[connection as usize];
        process.front_free_at = visit.end;
        process.front_busy_ns += work as u64;
        visit.end
    }

    /// Share of the time that the busiest server process worked.
    pub fn busiest_process(&self, elapsed: Ns) -> f64 {
        let most = self.connections.iter().map(|c| c.busy_ns.max(c.front_busy_ns)).max().unwrap_or(0);
        (most as f64 / elapsed.max(1) as f64).min(1.0)
    }

    /// Share of the time that the busiest client process worked.
    pub fn busiest_client(&self, elapsed: Ns) -> f64 {
        let most = self.connections.iter().map(|c| c.client_busy_ns).max().unwrap_or(0);
        (most as f64 / elapsed.max(1) as f64).min(1.0)
    }

    /// Notes one moment for the timeline.
    pub fn sample(&mut self) {
        if self.timeline.len() >= MOST_SAMPLES {
            let mut keep = false;
            self.timeline.retain(|_| {
                keep = !keep;
                keep
            });
        }
        self.timeline.push(Sample {
            at: self.now(),
            bytes: self.counters.bytes,
            ram_hits: self.counters.ram_hits,
            ram_misses: self.counters.ram_misses,
            ssd_hits: self.counters.ssd_hits,
            ssd_misses: self.counters.ssd_misses,
            dirty: self.memory.dirty,
        });
    }

    /// The warm-up is over: counters start at zero, work in progress goes on.
    pub fn start_measuring(&mut self) {
        let now = self.now();
        self.counters = Counters::default();
        self.latency.clear();
        self.batches = BatchMeans::new(self.batches_of(), now);
        self.started = now;
        self.warm = true;
        for connection in &mut self.connections {
            connection.busy_ns = 0;
            connection.front_busy_ns = 0;
            connection.client_busy_ns = 0;
        }
        self.cores.reset_counters();
        self.array_thread.reset_counters();
        self.crypt_thread.reset_counters();
        self.io_bus.reset_counters();
        for station in self
            .uplinks
            .iter_mut()
            .chain(&mut self.downlinks)
            .chain(&mut self.receivers)
            .chain(&mut self.senders)
            .chain(&mut self.client_disks)
        {
            station.reset_counters();
        }
        for port in self.client_ports.iter_mut().flatten() {
            port.reset_counters();
        }
        self.drive_busy_at_start = self.drives.iter().map(Drive::busy_ns).collect();
        if let Some(tier) = &mut self.tier {
            tier.busy_at_start = tier.drives.iter().map(Drive::busy_ns).collect();
        }
        // A request in flight was issued before: only what happens from now on is charged.
        self.timeline.clear();
        self.sample();
    }

    /// Requests so large that none has been completed are still forecast: by the data that the drives have moved for them.
    pub fn count_what_drives_moved(&mut self) {
        if self.counters.bytes > 0.0 {
            return;
        }
        let moved: u64 = self.drives.iter().map(|drive| drive.bytes_read() + drive.bytes_written()).sum();
        let data = moved as f64 * self.layout.data_columns() as f64 / self.layout.drives() as f64;
        let (now, measured) = (self.now().max(1), self.now() - self.started);
        self.counters.bytes = data * measured as f64 / now as f64;
        self.latency.record(measured);
    }

    fn batches_of(&self) -> u64 {
        (self.streams.len() as u64 / 4).max(16)
    }
}
