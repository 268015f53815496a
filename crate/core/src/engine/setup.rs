//! From a scenario to a simulated NAS: what is scaled down, and by how much.
//!
//! Long workloads are simulated as scale models: files, working set, caches, dirty limit and SLC memory shrink by one
//! factor, rates, latencies and queue depths stay. What depends on the ratio of a reservoir to the work (how long RAM
//! takes writes at full speed, which share hits the cache) is kept; the time axis of the report is stretched back.

use std::collections::BTreeMap;

use nas_forecast_cache::{AnyPolicy, PolicyKind, WriteBack};

use super::calendar::Calendar;
use super::clients::{Part, Stream, Task};
use super::random::Stream as Random;
use super::rebuild::{Rebuild, RebuildBehind};
use super::slab::Slab;
use super::station::Station;
use super::statistics::{BatchMeans, Histogram};
use super::tier::{Log, Tier};
use super::world::{Connection, Counters, Memory, World};
use crate::model::drive::{Drive, DriveTunables};
use crate::model::network::LARGEST_WINDOW;
use crate::model::params::ParamSet;
use crate::model::plant::Plant;
use crate::model::raid::{Layout, WritePlan};
use crate::report::Effort;
use crate::scenario::{
    Block, CacheMode, CachePolicy, ClientOs, Direction, DriveKind, FileCopy, Filesystem, Operation, Pattern,
    ProtocolKind, Scenario, Skew, SyncMode, UniformSkew, Workload,
};

/// How much may be simulated.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Block requests, warm-up included.
    pub operations: u64,
    /// Requests of file copies.
    pub requests: u64,
    /// Files of file copies.
    pub files: u64,
    /// Blocks of a sampled working set.
    pub blocks: u64,
    /// Dirty pages simulated at once.
    pub pages: u64,
    /// Events, whatever they do.
    pub events: u64,
}

impl Budget {
    /// The budget of an effort.
    pub fn of(effort: Effort) -> Self {
        match effort {
            Effort::Draft => {
                Self { operations: 2_400, requests: 600, files: 48, blocks: 8_192, pages: 512, events: 80_000 }
            }
            Effort::Full => Self {
                operations: 24_000,
                requests: 4_000,
                files: 320,
                blocks: 65_536,
                pages: 2_048,
                events: 2_500_000,
            },
        }
    }
}

/// Most requests simulated in flight at once; beyond it, each stands for several.
pub const MOST_IN_FLIGHT: u64 = 2_048;

/// Most pieces of files under way at once.
const MOST_PIECES: u64 = 32_768;

/// Fewest that remain of many where each is cut into very many pieces: enough to keep every drive busy.
const LEAST_IN_FLIGHT: u64 = 16;

/// A world and what is needed to read its results.
pub struct Setup {
    pub world: World,
    /// Simulated share of the work and of all reservoirs.
    pub scale: f64,
    /// Ends by itself (file copies, metadata).
    pub finite: bool,
    /// Real requests in flight per simulated one.
    pub folded: f64,
    /// Real bytes and files of a finite workload.
    pub total_bytes: f64,
    pub total_files: f64,
    /// Warm-up and most operations of a steady workload.
    pub warm_up: u64,
    pub operations: u64,
    pub events: u64,
}

fn tunables(params: &ParamSet) -> DriveTunables {
    use crate::model::params::{FLUSH_PLP, FLUSH_SSD, HDD_COMMAND, ZONE_RATIO};
    let mut tunables = DriveTunables::default();
    tunables.hdd.zone_ratio = params[ZONE_RATIO];
    tunables.hdd.command_overhead_us = params[HDD_COMMAND] * 1e3;
    tunables.ssd.sata_flush_us = params[FLUSH_SSD] * 1e3;
    tunables.ssd.nvme_flush_us = params[FLUSH_SSD] * 1e3 * 0.5;
    tunables.ssd.sata_plp_flush_us = params[FLUSH_PLP];
    tunables.ssd.nvme_plp_flush_us = params[FLUSH_PLP];
    tunables
}

fn policy(policy: CachePolicy) -> PolicyKind {
    match policy {
        CachePolicy::Lru => PolicyKind::Lru,
        CachePolicy::Fifo => PolicyKind::Fifo,
        CachePolicy::Clock => PolicyKind::Clock,
        CachePolicy::Lfu => PolicyKind::Lfu,
        CachePolicy::Slru => PolicyKind::Slru,
        CachePolicy::TwoQ => PolicyKind::TwoQ,
        CachePolicy::Arc => PolicyKind::Arc,
        CachePolicy::S3Fifo => PolicyKind::S3Fifo,
        CachePolicy::Sieve => PolicyKind::Sieve,
        CachePolicy::WTinyLfu => PolicyKind::WTinyLfu,
        // The bound needs the future, which a live system has not: the best online stand-in.
        CachePolicy::Belady => PolicyKind::WTinyLfu,
    }
}

const MIB: u64 = 1024 * 1024;

/// Longest place of a copy's files on the volume, bytes: above all that people store, far below where sums overflow.
const LARGEST_SPAN: f64 = (1_u64 << 50) as f64;

/// Longest access that is simulated as one, bytes: beyond what protocols, elevators and drives handle as one.
const LARGEST_BLOCK: u64 = 16 * MIB;

/// Windows of one stream that a scale model's dirty limit holds at least.
const DIRTY_WINDOWS: f64 = 16.0;

/// How far a copy may go beyond its budget of requests to keep the dirty limit large enough.
const MOST_OVER_BUDGET: f64 = 8.0;

/// Simulated files for each of several streams, so that the one that ends last says little.
const FILES_A_STREAM: u64 = 4;

/// Pieces of chunks that a run may lay out: what bounds the time of tests with huge blocks on small chunks.
const MOST_CHUNKS: u64 = 6_000_000;

/// One workload before scaling.
#[derive(Clone, Debug)]
enum Piece {
    Block(Block),
    Files(FileCopy),
    /// A copy whose time includes the final flush.
    Flushed(FileCopy),
    Metadata(Operation, u64),
}

impl Piece {
    fn copy(&self) -> Option<&FileCopy> {
        match self {
            Self::Files(copy) | Self::Flushed(copy) => Some(copy),
            _ => None,
        }
    }
}

fn pieces(workload: &Workload, weight: f64, out: &mut Vec<(f64, Piece)>) {
    match workload {
        Workload::Block(block) => out.push((weight, Piece::Block(block.clone()))),
        Workload::FileCopy(copy) => out.push((weight, Piece::Files(copy.clone()))),
        Workload::Metadata(metadata) => out.push((weight, Piece::Metadata(metadata.operation, metadata.files))),
        Workload::Mix(mix) => {
            for part in &mix.parts {
                pieces(&part.workload, weight * part.weight, out);
            }
        }
        Workload::Rebuild(_) | Workload::Trace(_) => {}
    }
}

/// A buffered block test that ends with a flush is a copy of one file.
fn as_copy(block: &Block, local: bool) -> Option<FileCopy> {
    let writes = block.read_percent <= 0.0;
    (block.end_sync && !block.direct && writes && local && block.pattern == Pattern::Sequential).then_some(FileCopy {
        preset: None,
        label: None,
        direction: Direction::Write,
        files: 1,
        mean_file_bytes: (block.working_set_gb * 1e9) as u64,
        size_sigma: 0.0,
        directories: 1,
        in_nas_ram: false,
        parallel: 1,
    })
}

/// The most that the clients' writes can bring, bytes/s: each slot waits at least for an empty round trip.
fn arriving_bytes(world: &World) -> f64 {
    let talk = &world.plant.talk;
    let trip_ns = talk.path.as_ref().map_or(0, |path| path.round_trip_ns) + talk.latency_ns;
    let least_ns = trip_ns as f64 + world.plant.server.write_op_ns;
    let per_round: f64 = world
        .streams
        .iter()
        .map(|stream| &world.parts[stream.part as usize])
        .map(|part| part.block_bytes as f64 * (1.0 - part.read_share))
        .sum();
    per_round / least_ns.max(1.0) * 1e9
}

impl Setup {
    /// Builds the simulated NAS.
    pub fn new(scenario: &Scenario, params: &ParamSet, seed: u64, effort: Effort) -> Self {
        let budget = Budget::of(effort);
        let plant = Plant::new(scenario, params);
        let layout = Layout::new(&scenario.volume, scenario.drives.count, scenario.drives.kind == DriveKind::Hdd);
        let clients = u64::from(scenario.client.count.max(1));
        let local = scenario.protocol.kind == ProtocolKind::Local;
        let mut list = Vec::new();
        pieces(&scenario.workload, 1.0, &mut list);
        for (_, piece) in &mut list {
            if let Piece::Block(block) = piece
                && let Some(copy) = as_copy(block, local)
            {
                *piece = Piece::Flushed(copy);
            }
        }
        let mixed = list.len() > 1;
        let finite = !mixed && !matches!(list.first(), Some((_, Piece::Block(_))) | None);

        // The scale model of a finite workload.
        let io = plant.talk.io_bytes.max(4096);
        let (total_files, mean_file) = match list.first() {
            Some((_, Piece::Metadata(_, files))) if finite => (*files as f64 * clients as f64, 0.0),
            Some((_, piece)) if finite => piece
                .copy()
                .map_or((0.0, 0.0), |copy| (copy.files as f64 * clients as f64, copy.mean_file_bytes as f64)),
            _ => (0.0, 0.0),
        };
        let total_bytes = total_files * mean_file;
        let mut scale = 1.0_f64;
        if finite {
            let requests = total_files * (mean_file / io as f64).ceil().max(1.0);
            scale = scale.min(budget.requests as f64 / requests.max(1.0));
            if total_files > budget.files as f64 {
                scale = scale.min(budget.files as f64 / total_files);
            }
            // The dirty limit has to stay well above what is in flight; a job so long that filling memory is nothing
            // beside it need not grow for that.
            let floor = DIRTY_WINDOWS * plant.talk.window_bytes as f64 / plant.dirty_limit_bytes.max(1.0);
            if plant.dirty_limit_bytes < total_bytes {
                scale = scale.max(floor.min(MOST_OVER_BUDGET * scale).min(1.0));
            }
        }

        let drives_scenario = Self::scaled_drives(scenario, if finite { scale } else { 1.0 }, &list, &budget, &layout);
        let mut tunables = tunables(params);
        let rebuild =
            matches!(scenario.workload, Workload::Rebuild(_)).then(|| Rebuild::new(scenario, &layout, &plant, effort));
        if let Some(rebuild) = &rebuild {
            // The samples stand for so much more data that a media cache is full of it.
            tunables.hdd.smr_media_cache_share *= rebuild.simulated_share();
        }
        let drives: Vec<Drive> =
            (0..scenario.drives.count).map(|i| Drive::bulk(&drives_scenario.drives, &tunables, i)).collect();

        let mut setup = Self {
            world: Self::empty_world(scenario, plant, layout, drives, seed, clients),
            scale,
            finite,
            folded: 1.0,
            total_bytes,
            total_files,
            warm_up: 0,
            operations: budget.operations,
            events: budget.events,
        };
        if rebuild.is_some() {
            setup.world.rebuild = rebuild;
            return setup;
        }
        setup.world.rebuild_behind = RebuildBehind::new(scenario, &setup.world.layout, &setup.world.plant);
        setup.add_parts(scenario, &list, &budget, clients);
        setup.place_on_drives(scenario);
        let duration_s = match &scenario.workload {
            Workload::Block(block) => block.duration_s,
            _ => f64::INFINITY,
        };
        setup.fill_memory(&budget, duration_s, seed);
        setup.add_tier(&drives_scenario, &tunables, &budget, seed);
        if scenario.volume.filesystem == Filesystem::Zfs
            && let Some(slog) = &scenario.volume.slog
        {
            let drives = (0..slog.count.max(1)).map(|i| Drive::cache(slog, &tunables, i)).collect();
            setup.world.log = Some(Log { drives, cursor: 0 });
        }
        let ssds = setup.world.tier.as_ref().map_or(0, |tier| tier.drives.len())
            + setup.world.log.as_ref().map_or(0, |log| log.drives.len());
        setup.world.ssd_wakes = vec![u64::MAX; ssds];
        let in_flight = setup.world.streams.len() as u64;
        setup.operations =
            setup.operations.max(in_flight * 10).min((MOST_CHUNKS / setup.chunks_of_a_request()).max(200));
        setup.warm_up = (setup.operations / 5).max((in_flight * 2).min(setup.operations / 2));
        setup
    }

    /// Caches of drives that a scale model would otherwise never fill.
    fn scaled_drives(
        scenario: &Scenario,
        scale: f64,
        list: &[(f64, Piece)],
        budget: &Budget,
        layout: &Layout,
    ) -> Scenario {
        let mut scaled = scenario.clone();
        scaled.drives.slc_cache_gb = scenario.drives.slc_cache_gb.map(|gb| gb * scale);
        // Only writes fill a drive's cache; what it reads ahead is a matter of microseconds, not of the job's length.
        let reads_only = list.iter().all(|(_, piece)| match piece {
            Piece::Block(block) => block.read_percent >= 100.0,
            Piece::Files(copy) | Piece::Flushed(copy) => copy.direction == Direction::Read,
            Piece::Metadata(..) => false,
        });
        let scale = if reads_only { 1.0 } else { scale };
        let mut cache_mib = scenario.drives.cache_mib * scale;
        if let Some((_, Piece::Block(block))) = list.first()
            && block.pattern == Pattern::Sequential
            && !reads_only
        {
            // To a steady state: the drives' caches are full of writes before the measurement begins.
            let written = budget.operations as f64 / 20.0 * block.block_bytes as f64 / layout.data_columns() as f64;
            cache_mib = cache_mib.min(written / MIB as f64);
        }
        scaled.drives.cache_mib =
            cache_mib.clamp(8.0_f64.min(scenario.drives.cache_mib), scenario.drives.cache_mib.max(0.0));
        if let Some(cache) = &mut scaled.ssd_cache {
            cache.drives.slc_cache_gb = cache.drives.slc_cache_gb.map(|gb| gb * scale);
        }
        scaled
    }

    fn empty_world(
        scenario: &Scenario,
        plant: Plant,
        layout: Layout,
        drives: Vec<Drive>,
        seed: u64,
        clients: u64,
    ) -> World {
        let links = plant.talk.path.as_ref().map_or(1, |path| if path.striped { 1 } else { path.links.max(1) });
        let cores = Station::new(plant.cores);
        let cores_for_links =
            plant.talk.path.as_ref().map_or(1, |path| if path.striped { path.links.min(plant.cores) } else { 1 });
        let count = drives.len();
        World {
            calendar: Calendar::new(),
            plant,
            layout,
            parts: Vec::new(),
            streams: Vec::new(),
            requests: Slab::default(),
            jobs: Slab::default(),
            connections: Vec::new(),
            cores,
            uplinks: (0..links).map(|_| Station::new(1)).collect(),
            downlinks: (0..links).map(|_| Station::new(1)).collect(),
            // Striped bonds have one station for all links together, but a core for each.
            receivers: (0..links).map(|_| Station::new(cores_for_links)).collect(),
            senders: (0..links).map(|_| Station::new(cores_for_links)).collect(),
            client_ports: (0..clients).map(|_| [Station::new(1), Station::new(1)]).collect(),
            client_disks: (0..clients).map(|_| Station::new(1)).collect(),
            array_thread: Station::new(1),
            crypt_thread: Station::new(1),
            io_bus: Station::new(1),
            usb: Station::new(count.max(1)),
            drives,
            drive_wakes: vec![u64::MAX; count],
            ssd_wakes: Vec::new(),
            drive_base: 0,
            mirror_turn: vec![0; count + 1],
            heads_used: 0,
            stripe_queue: std::collections::VecDeque::new(),
            memory: Memory {
                pages: None,
                limit: 0,
                background: 0,
                dirty: 0,
                scattered: std::collections::BTreeSet::new(),
                runs: std::collections::VecDeque::new(),
                run_bytes: 0,
                throttled: std::collections::VecDeque::new(),
                in_flight: 0,
                in_flight_runs: 0,
                cursor: 0,
                density: 1.0,
                swept: 0,
                allocation: 0,
                journal: 0,
                draining: false,
            },
            tier: None,
            log: None,
            counters: Counters::default(),
            latency: Histogram::default(),
            batches: BatchMeans::new(16, 0),
            warm: false,
            started: 0,
            completions: 0,
            streams_running: 0,
            rebuild: None,
            rebuild_behind: None,
            timeline: Vec::new(),
            pieces: Vec::new(),
            plan: WritePlan::default(),
            done: Vec::new(),
            random_blocks: Random::new(seed, "blocks"),
            random_mix: Random::new(seed, "mix"),
            random_files: Random::new(seed, "files"),
            random_stripes: Random::new(seed, "stripes"),
            random_order: Random::new(seed, "order"),
            drive_busy_at_start: vec![0; scenario.drives.count as usize],
        }
    }

    fn add_parts(&mut self, scenario: &Scenario, list: &[(f64, Piece)], budget: &Budget, clients: u64) {
        let smallest = list.iter().map(|(weight, _)| *weight).fold(f64::INFINITY, f64::min).max(1e-9);
        let mut base = 0;
        let mut wanted = Vec::new();
        for (weight, piece) in list {
            let copies = if list.len() > 1 { (weight / smallest).round().clamp(1.0, 16.0) as u64 } else { 1 };
            let (part, slots) = match piece {
                Piece::Block(block) => self.block_part(scenario, block, budget, clients),
                Piece::Files(copy) => {
                    self.files_part(copy, scenario.protocol.connections.max(1), clients, list.len() > 1)
                }
                Piece::Flushed(copy) => {
                    let (mut part, slots) =
                        self.files_part(copy, scenario.protocol.connections.max(1), clients, list.len() > 1);
                    part.sync_on_close = true;
                    (part, slots)
                }
                Piece::Metadata(operation, files) => self.metadata_part(*operation, *files, clients, list.len() > 1),
            };
            let mut part = part;
            part.base = base;
            base += part.span.div_ceil(MIB) * MIB;
            self.world.parts.push(part);
            wanted.push(slots * copies * clients);
        }
        let all: u64 = wanted.iter().sum();
        let chunks = self.chunks_of_a_request();
        let most = (MOST_CHUNKS / chunks / 10).clamp(LEAST_IN_FLIGHT, MOST_IN_FLIGHT);
        self.folded = (all as f64 / most as f64).max(1.0);
        for (index, wanted) in wanted.iter().enumerate() {
            self.add_streams(scenario, index as u32, *wanted / clients, clients);
        }
        self.folded = all as f64 / self.world.streams.len().max(1) as f64;
        // Tiny requests in large windows would be millions.
        let each = (MOST_PIECES / self.world.streams.len().max(1) as u64).max(1);
        for part in &mut self.world.parts {
            part.window = part.window.min(each * part.block_bytes);
        }
        // The first slot of each client and part keeps the read-ahead of a shared cursor.
        let lanes: Vec<(u32, u32)> = self.world.streams.iter().map(|s| (s.part, s.client)).collect();
        for i in 0..lanes.len() {
            let lane = lanes.iter().position(|other| *other == lanes[i]).unwrap_or(i);
            let part = &self.world.parts[lanes[i].0 as usize];
            let shared = part.task == Task::Block && part.pattern == Pattern::Sequential;
            let stream = &mut self.world.streams[i];
            stream.shared = shared;
            stream.lane = lane as u32;
            if shared {
                stream.read_limit = u64::MAX / 2;
            }
        }
    }

    fn add_streams(&mut self, scenario: &Scenario, part: u32, slots: u64, clients: u64) {
        let remote = self.world.plant.talk.path.is_some();
        let task = self.world.parts[part as usize].task;
        let block = task == Task::Block;
        let threads = match &scenario.workload {
            Workload::Block(block) => u64::from(block.threads.max(1)),
            _ => slots,
        };
        let channels = match scenario.network.bonding {
            crate::scenario::Bonding::SmbMultichannel => u64::from(scenario.network.links.max(1)),
            _ => 1,
        };
        let per_client = if self.world.parts[part as usize].bare {
            // Each bare stream is a connection.
            threads.min(slots)
        } else if remote {
            // A client talks over one connection, or over as many as it was told to open.
            (u64::from(scenario.protocol.connections.max(1)) * channels).min(slots.max(channels))
        } else if block {
            // Each local thread is a process of its own; asynchronous slots of one thread share it.
            threads.min(slots)
        } else {
            slots
        };
        let links = self.world.uplinks.len() as u64;
        // Every n-th slot stays, so that all clients and parts keep their share, and each part at least one.
        let kept = ((slots * clients) as f64 / self.folded).round().max(1.0);
        let mut connections: BTreeMap<(u64, u64), u32> = BTreeMap::new();
        let (mut last, mut turn) = (0, 0);
        for k in 0..kept as u64 {
            let client = ((k as f64 * (slots * clients) as f64 / kept) as u64 / slots).min(clients - 1);
            turn = if client == last { turn } else { 0 };
            last = client;
            let lane = turn % per_client;
            turn += 1;
            let world = &mut self.world;
            let connection = *connections.entry((client, lane)).or_insert_with(|| {
                let link = ((client + lane) % links) as usize;
                world.connections.push(Connection { link, ..Connection::default() });
                (world.connections.len() - 1) as u32
            });
            world.streams.push(Stream { part, client: client as u32, connection, ..Stream::default() });
        }
    }

    /// Pieces that the longest request is cut into on the drives.
    fn chunks_of_a_request(&self) -> u64 {
        let chunk = self.world.layout.chunk().max(1);
        self.world.parts.iter().map(|part| part.block_bytes / chunk + 1).max().unwrap_or(1)
    }

    fn block_part(&self, scenario: &Scenario, block: &Block, budget: &Budget, clients: u64) -> (Part, u64) {
        let plant = &self.world.plant;
        let remote = plant.talk.path.is_some();
        let bare = scenario.protocol.kind == ProtocolKind::Tcp;
        let mut bytes = block.block_bytes.max(512);
        let mut slots = u64::from(block.threads.max(1)) * u64::from(block.queue_depth.max(1));
        let sequential = block.pattern == Pattern::Sequential;
        let buffered_client = !block.direct && remote && scenario.client.os != ClientOs::Windows && !bare;
        let writes = block.read_percent < 50.0;
        if bare {
            bytes = plant.talk.io_bytes;
            // A stream keeps a full window under way.
            slots = u64::from(block.threads.max(1)) * (LARGEST_WINDOW as u64).div_ceil(bytes);
        } else if buffered_client && sequential {
            // The client's page cache gathers small calls into the protocol's largest requests.
            bytes = bytes.max(plant.talk.io_bytes.min(MIB));
            slots = (plant.talk.window_bytes / bytes).max(u64::from(block.threads.max(1)));
        } else if buffered_client && writes {
            // Write-back of the client's page cache keeps many pages in flight (NFS: 64 slots).
            slots = slots.max(64);
        } else if !block.direct && !remote {
            // Buffered calls are synchronous, whatever queue depth is asked for.
            slots = u64::from(block.threads.max(1));
        }
        if bytes > LARGEST_BLOCK {
            // A longer access is as many parts under way at once.
            slots *= bytes.div_ceil(LARGEST_BLOCK);
            bytes = LARGEST_BLOCK;
        }
        let span_real = (block.working_set_gb * 1e9).max(bytes as f64);
        let per_drive_room = scenario.drives.capacity_tb * 1e12 * self.world.layout.data_columns() as f64;
        let span = (span_real.min(per_drive_room.max(bytes as f64)) as u64 / bytes).max(1) * bytes;
        let blocks_real = (span / bytes).max(1);
        let blocks = blocks_real.min(budget.blocks);
        let stride = (span / blocks / bytes).max(1) * bytes;
        let resident = span as f64 <= plant.page_cache_bytes && !bare;
        let part = Part {
            task: Task::Block,
            pattern: block.pattern,
            block_bytes: bytes,
            read_share: block.read_percent / 100.0,
            skew: block.skew,
            sync: block.sync && scenario.volume.sync != SyncMode::Disabled || scenario.volume.sync == SyncMode::Always,
            bare,
            resident,
            base: 0,
            span,
            blocks,
            block_stride: stride,
            cursors: (0..clients).map(|client| span / clients * client / bytes * bytes).collect(),
            window: bytes,
            files_left: 0,
            file_bytes: 0.0,
            size_sigma: 0.0,
            sizes: Vec::new(),
            overhead_scale: 1.0,
            files_started: 0,
            accesses: 0.0,
            sync_on_close: false,
            copy_shift: 0,
        };
        (part, slots.max(1))
    }

    fn files_part(&self, copy: &FileCopy, connections: u32, clients: u64, endless: bool) -> (Part, u64) {
        let plant = &self.world.plant;
        let total = copy.files.max(1).saturating_mul(clients);
        let wanted = total as f64 * self.scale;
        // A pipelining tool (rsync) has several files on the way over each connection.
        let pipelined = if plant.file.dependent { 1 } else { 8 * u64::from(connections) };
        let slots = u64::from(copy.parallel.max(1)) * pipelined;
        let streams = (slots * clients).min(MOST_IN_FLIGHT);
        let mut simulated = (wanted.round() as u64).clamp(1, total);
        if streams > 1 && simulated < total {
            // As many for each stream: where one would be left over, it would say more than it does among many.
            let each = (simulated.max(FILES_A_STREAM * streams)).div_ceil(streams);
            simulated = (each * streams).min(total);
        }
        // Where one simulated file stands for a part of a larger one, its fixed costs shrink with it.
        let share = (wanted / simulated as f64).min(1.0);
        let file_bytes = copy.mean_file_bytes as f64 * share;
        let reading = copy.direction != Direction::Write;
        let resident = copy.in_nas_ram && reading;
        let span_files = if endless { 64.0 } else { simulated as f64 * 1.5 + 4.0 };
        let wanted_span = (file_bytes.max(4096.0) + 8192.0) * span_files * libm::exp(copy.size_sigma);
        // Files lie where there is room: what goes beyond the drives begins again at their start.
        let span = wanted_span.min(LARGEST_SPAN) as u64 / MIB * MIB + 4 * MIB;
        let accesses = if plant.talk.path.is_none() && plant.talk.usb_bytes_per_s.is_none() && copy.files == 1 {
            0.0
        } else if reading {
            // Small neighbours come with one access.
            let cluster = copy.mean_file_bytes as f64 / plant.cluster_bytes;
            let copied = if copy.direction == Direction::Duplicate { plant.accesses_file_write } else { 0.0 };
            (plant.accesses_file_read + copied) * cluster.min(1.0) * share
        } else {
            plant.accesses_file_write * share
        };
        let whole = if copy.direction == Direction::Duplicate { 2 * span } else { span };
        let part = Part {
            task: Task::Files(copy.direction),
            pattern: Pattern::Sequential,
            block_bytes: plant.talk.io_bytes,
            read_share: 1.0,
            skew: Skew::Uniform(UniformSkew::Uniform),
            sync: false,
            bare: false,
            resident,
            base: 0,
            span: whole,
            blocks: 1,
            block_stride: 1,
            cursors: vec![0],
            window: plant.talk.window_bytes,
            files_left: if endless { u64::MAX / 2 } else { simulated },
            file_bytes,
            size_sigma: copy.size_sigma,
            sizes: if endless || copy.size_sigma <= 0.0 {
                Vec::new()
            } else {
                shares_of_sizes(copy.size_sigma, simulated as usize)
            },
            overhead_scale: share,
            files_started: 0,
            accesses,
            sync_on_close: plant.talk.sync_on_close,
            copy_shift: span,
        };
        (part, slots)
    }

    fn metadata_part(&self, operation: Operation, files: u64, clients: u64, endless: bool) -> (Part, u64) {
        let plant = &self.world.plant;
        let simulated = (files.max(1).saturating_mul(clients) as f64 * self.scale).round().max(1.0) as u64;
        let part = Part {
            task: Task::Metadata(operation),
            pattern: Pattern::Sequential,
            block_bytes: 4096,
            read_share: 1.0,
            skew: Skew::Uniform(UniformSkew::Uniform),
            sync: false,
            bare: false,
            resident: false,
            base: 0,
            span: 1 << 30,
            blocks: 1,
            block_stride: 1,
            cursors: vec![0],
            window: 4096,
            files_left: if endless { u64::MAX / 2 } else { simulated },
            file_bytes: 0.0,
            size_sigma: 0.0,
            sizes: Vec::new(),
            overhead_scale: 1.0,
            files_started: 0,
            // Inodes share blocks: one access fetches the neighbours of a directory too.
            accesses: if operation == Operation::Open {
                0.1 * plant.accesses_file_read
            } else {
                0.5 * plant.accesses_file_write
            },
            sync_on_close: plant.talk.sync_on_close,
            copy_shift: 0,
        };
        (part, 1)
    }

    /// The touched data lies around the scenario's position on every drive.
    fn place_on_drives(&mut self, scenario: &Scenario) {
        let world = &mut self.world;
        let span: u64 = world.parts.iter().map(|part| part.base + part.span).max().unwrap_or(0);
        let per_drive = span / world.layout.data_columns().max(1) + 64 * MIB;
        let capacity = (scenario.drives.capacity_tb * 1e12) as u64;
        let middle = (capacity as f64 * scenario.volume.position_percent / 100.0) as u64;
        let room = capacity.saturating_sub(per_drive + per_drive / 2);
        world.drive_base = middle.saturating_sub(per_drive / 2).min(room) / 4096 * 4096;
        world.memory.allocation = span.div_ceil(world.layout.row_bytes().max(1)) * world.layout.row_bytes().max(1);
    }

    fn fill_memory(&mut self, budget: &Budget, duration_s: f64, seed: u64) {
        let finite = self.finite;
        let world = &mut self.world;
        let limit = world.plant.dirty_limit_bytes;
        // Where all that can arrive within the test does not fill the memory, no writer is ever held back.
        let roomy = !finite && arriving_bytes(world) * duration_s < limit;
        let block = world.parts.iter().map(|part| part.block_bytes).max().unwrap_or(4096);
        let in_flight = world.streams.len() as u64;
        let (limit, density) = if finite {
            let mut scaled = (limit * self.scale).max(4.0 * block as f64);
            if limit < self.total_bytes {
                scaled = scaled.max((DIRTY_WINDOWS * world.plant.talk.window_bytes as f64).min(limit));
            }
            (scaled, 1.0)
        } else {
            let pages = (limit / block as f64).max(4.0);
            // Runs in flight must not be a large part of what may be dirty.
            let streams = world.parts.iter().any(|part| part.pattern == Pattern::Sequential);
            let runs = if streams { 24 * world.plant.writeback_bytes / block } else { 0 };
            let simulated = pages.min((budget.pages.max(2 * in_flight).max(runs)) as f64);
            (simulated * block as f64, pages / simulated)
        };
        world.memory.limit = if roomy { u64::MAX / 4 } else { limit as u64 };
        // What is in memory at the start is drawn from a stream of its own: the test's blocks stay the same ones.
        let mut filling = Random::new(seed, "memory");
        std::mem::swap(&mut world.random_blocks, &mut filling);
        // Linux begins to write back at half of the hard limit (10 and 20 %).
        world.memory.background = (limit * 0.5) as u64;
        world.memory.density = density.max(1.0);
        for index in 0..world.parts.len() {
            let part = world.parts[index].clone();
            if part.task != Task::Block || part.bare {
                continue;
            }
            if part.pattern == Pattern::Sequential {
                if part.read_share < 1.0 && !world.plant.talk.write_through && !part.sync {
                    let bytes = world.memory.background.min(part.span / 2) / part.block_bytes * part.block_bytes;
                    let start = part.base + part.span - bytes;
                    world.memory.runs.push_back((start, bytes));
                    world.memory.run_bytes += bytes;
                    world.memory.dirty += bytes;
                }
                continue;
            }
            if !part.resident {
                let share = (world.plant.page_cache_bytes / part.span as f64).min(1.0);
                let capacity = ((part.blocks as f64 * share) as usize).max(1);
                let mut pages = WriteBack::new(AnyPolicy::new(PolicyKind::Lru, capacity));
                for _ in 0..capacity * 2 {
                    let block = world.random_block(index);
                    pages.access((part.base + block * part.block_stride) / part.block_bytes.max(1), false);
                }
                world.memory.pages = Some(pages);
            }
            // A steady state begins with unwritten data up to the background threshold.
            if part.read_share < 1.0 && !world.plant.talk.write_through && !part.sync {
                let mut tries = 0;
                while world.memory.dirty + part.block_bytes < world.memory.background && tries < 4 * budget.pages {
                    let at = part.base + world.random_block(index) * part.block_stride;
                    if world.memory.scattered.insert(at) {
                        world.memory.dirty += part.block_bytes;
                    }
                    tries += 1;
                }
            }
        }
        world.random_blocks = filling;
    }

    fn add_tier(&mut self, scaled: &Scenario, tunables: &DriveTunables, budget: &Budget, seed: u64) {
        let Some(cache) = &scaled.ssd_cache else { return };
        if cache.drives.count == 0 {
            return;
        }
        let world = &mut self.world;
        let drives: Vec<Drive> = (0..cache.drives.count).map(|i| Drive::cache(&cache.drives, tunables, i)).collect();
        let n = f64::from(cache.drives.count);
        let usable = match cache.raid {
            crate::scenario::CacheRaid::Raid1 => 1.0,
            crate::scenario::CacheRaid::Raid5 => (n - 1.0).max(1.0),
            _ => n,
        } * cache.drives.capacity_gb
            * 1e9;
        let part = &world.parts[0];
        let random = part.task == Task::Block && part.pattern == Pattern::Random;
        let unit = if random {
            part.block_stride.max(part.block_bytes)
        } else {
            (world.plant.readahead_bytes / 2).clamp(64 * 1024, MIB)
        };
        // Blocks of the policy stand for the sampled working set, which stands for the real one.
        let real_span: f64 = if self.finite { self.total_bytes.max(part.span as f64) } else { part.span as f64 };
        let blocks = (part.span / unit).clamp(1, budget.blocks);
        let capacity = (usable / real_span * blocks as f64).clamp(1.0, (4 * blocks + 64) as f64);
        let mut policy_blocks = WriteBack::new(AnyPolicy::new(policy(cache.policy), capacity as usize));
        let dirty_share = if cache.mode == CacheMode::ReadWrite { cache.dirty_percent / 100.0 } else { 0.0 };
        let fits = (capacity * (1.0 - dirty_share)).min(blocks as f64);
        let warm = (fits * cache.warm_percent / 100.0) as u64;
        // Other parts of a mix lie behind the first.
        let last = world.parts.iter().map(|part| part.base + part.span).max().unwrap_or(0);
        let ids = (last / unit + 1).min(budget.blocks.max(blocks));
        let mut random_stream = Random::new(seed, "cache");
        let mut filled = 0;
        let mut tries = 0;
        while filled < warm && tries < 64 * blocks {
            let id = if warm >= blocks { filled } else { random_stream.below(blocks) };
            let place = part.base + id * unit;
            policy_blocks.insert(place / unit % ids, false);
            filled = policy_blocks.len() as u64;
            tries += 1;
        }
        let foreign = (capacity * dirty_share) as u64;
        world.tier = Some(Tier {
            blocks: policy_blocks,
            unit,
            held_bytes: if random { unit.min(64 * 1024) } else { unit },
            ids,
            mode: cache.mode,
            raid: cache.raid,
            skip_sequential: cache.skip_sequential,
            threshold: (f64::from(cache.sequential_threshold_kib) * 1024.0 * self.scale.max(1e-3)) as u64,
            busy_at_start: vec![0; drives.len()],
            drives,
            foreign_dirty: foreign,
            destage_above: (capacity * 0.2) as u64,
            dirty_limit: (capacity * 0.95) as u64,
            destaging: 0,
            blocked: std::collections::VecDeque::new(),
            next_foreign: 0,
            turn: 0,
            warm_share: cache.warm_percent / 100.0,
            span: (cache.drives.capacity_gb * 0.9e9) as u64,
        });
    }
}

/// Sizes of `count` files in units of their mean, log-normal with this sigma: the means of as many equally likely parts
/// of the distribution, largest first. Few files so have the mean of many, and the longest does not come last.
fn shares_of_sizes(sigma: f64, count: usize) -> Vec<f64> {
    let below = |z: f64| 0.5 * libm::erfc(-z * core::f64::consts::FRAC_1_SQRT_2);
    // The normal quantile by halving: a few hundred at set-up, and exact.
    let quantile = |p: f64| {
        let (mut low, mut high) = (-9.0, 9.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if below(middle) < p { low = middle } else { high = middle }
        }
        0.5 * (low + high)
    };
    // Up to a quantile z lies the share below(z - sigma) of all bytes.
    let bytes_below = |k: usize| match k {
        0 => 0.0,
        k if k == count => 1.0,
        k => below(quantile(k as f64 / count as f64) - sigma),
    };
    (0..count).rev().map(|k| (bytes_below(k + 1) - bytes_below(k)) * count as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::shares_of_sizes;

    #[test]
    fn sizes_of_few_files_have_the_mean_and_the_order_of_many() {
        for (sigma, count) in [(0.5, 1), (1.0, 7), (3.0, 320)] {
            let sizes = shares_of_sizes(sigma, count);
            assert!((sizes.iter().sum::<f64>() / count as f64 - 1.0).abs() < 1e-9);
            assert!(sizes.windows(2).all(|pair| pair[0] >= pair[1]) && sizes[count - 1] >= 0.0);
        }
        // Half of the files of sigma 1 hold normal(-1) = 15.9 % of the bytes.
        let halves = shares_of_sizes(1.0, 2);
        assert!((halves[1] - 2.0 * 0.158_655).abs() < 1e-5, "{halves:?}");
    }
}
