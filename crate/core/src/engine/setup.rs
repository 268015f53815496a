//! From a scenario to a simulated NAS: what is scaled down, and by how much.
//!
//! Long workloads are simulated as scale models: files, working set, caches, dirty limit and SLC memory shrink by one
//! factor, rates, latencies and queue depths stay. What depends on the ratio of a reservoir to the work (how long RAM
//! takes writes at full speed, which share hits the cache) is kept; the time axis of the report is stretched back.

mod parts;
mod reservoirs;

use super::calendar::Calendar;
use super::dirty::DirtyRuns;
use super::random::Stream as Random;
use super::rebuild::{Rebuild, RebuildBehind};
use super::slab::Slab;
use super::station::Station;
use super::statistics::{BatchMeans, Histogram};
use super::tier::Log;
use super::world::{Counters, Memory, World};
use crate::model::drive::{Drive, DriveTunables};
use crate::model::params::ParamSet;
use crate::model::plant::Plant;
use crate::model::raid::{Layout, WritePlan};
use crate::report::Effort;
use crate::scenario::{Direction, DriveKind, Filesystem, Pattern, ProtocolKind, Scenario, Workload};
use parts::{Piece, as_copy, pieces};

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
    /// Requests in flight at once; beyond it, each stands for several.
    pub in_flight: u64,
    /// Operations for each request in flight, at least: a run has to get beyond what all of them do first.
    pub rounds: u64,
    /// How far a copy may go beyond its requests to keep the dirty limit large enough.
    pub most_over: f64,
}

impl Budget {
    /// The budget of an effort.
    pub fn of(effort: Effort) -> Self {
        match effort {
            // Folded into few requests in flight, a run is soon beyond what all of them do first: as many operations then
            // say more than with thousands under way.
            Effort::Draft => Self {
                operations: 1_500,
                requests: 400,
                files: 48,
                blocks: 8_192,
                pages: 512,
                // What dozens of clients copy at once is known by then, though not all of it is done.
                events: 40_000,
                in_flight: 192,
                rounds: 8,
                most_over: 4.0,
            },
            Effort::Full => Self {
                operations: 24_000,
                requests: 4_000,
                files: 320,
                blocks: 65_536,
                pages: 2_048,
                events: 2_500_000,
                in_flight: 2_048,
                rounds: 10,
                most_over: 8.0,
            },
        }
    }
}

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

const MIB: u64 = 1024 * 1024;

/// Windows of one stream that a scale model's dirty limit holds at least.
const DIRTY_WINDOWS: f64 = 16.0;

/// Blocks of a stream below which a run takes more of them.
const STREAM_BLOCK: u64 = 64 * 1024;

/// Pieces of chunks that a run may lay out: what bounds the time of tests with huge blocks on small chunks.
const MOST_CHUNKS: u64 = 6_000_000;

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
                scale = scale.max(floor.min(budget.most_over * scale).min(1.0));
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
        setup.fill_memory(&budget);
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
        // Small blocks of a stream are quickly done: what counts is how often the platters have turned meanwhile.
        let smallest = setup.world.parts.iter().filter(|part| part.pattern == Pattern::Sequential);
        let times = smallest.map(|part| STREAM_BLOCK / part.block_bytes.max(512)).max().unwrap_or(1);
        setup.operations *= times.max(1);
        setup.operations =
            setup.operations.max(in_flight * budget.rounds).min((MOST_CHUNKS / setup.chunks_of_a_request()).max(200));
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
                taken: 0,
                scattered: std::collections::BTreeSet::new(),
                runs: DirtyRuns::default(),
                throttled: std::collections::VecDeque::new(),
                in_flight: 0,
                in_flight_runs: 0,
                cursor: 0,
                density: 1.0,
                swept: 0,
                indirect_bytes: 0,
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
            planned_writes: Vec::new(),
            pieces_planned: 0,
            done: Vec::new(),
            random_blocks: Random::new(seed, "blocks"),
            random_mix: Random::new(seed, "mix"),
            random_files: Random::new(seed, "files"),
            random_stripes: Random::new(seed, "stripes"),
            random_order: Random::new(seed, "order"),
            random_filling: Random::new(seed, "memory"),
            measured: None,
            drive_busy_at_start: vec![0; scenario.drives.count as usize],
        }
    }
}
