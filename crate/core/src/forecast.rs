//! One forecast: build the simulated NAS, run it, read its counters.

use crate::engine::calendar::Ns;
use crate::engine::measured::Measured;
use crate::engine::saturation::Level;
use crate::engine::setup::Setup;
use crate::engine::world::{NO_LIMIT, STATION_IDS, STATIONS, Sample, World};
use crate::model::params::ParamSet;
use crate::phases::Forecasting;
use crate::report::interval::{Spread, spread};
use crate::report::{
    CacheReport, Effort, ForecastOptions, Latency, Quantity, Report, RunStatus, StationReport, StopReason,
    TimelinePoint,
};
use crate::scenario::{Direction, ProtocolKind, Resolved, Scenario, Tool, Workload};
use crate::tree::InTree;

/// Relative half width of the throughput's 95 % confidence interval at which a steady run stops.
fn good_enough(effort: Effort) -> f64 {
    match effort {
        Effort::Draft => 0.02,
        Effort::Full => 0.01,
    }
}

/// Operations that a draft does not end below while events are left.
const FEWEST: u64 = 32;
/// Most that any run may cost, in events.
const MOST_EVENTS: u64 = 2_500_000;
/// How often the run looks whether it is done, in events.
const LOOK_EVERY: u64 = 256;

/// Forecasts a scenario with the calibrated parameters.
pub fn forecast(resolved: &Resolved, options: &ForecastOptions) -> Report {
    forecast_with(resolved, options, &ParamSet::calibrated())
}

/// Forecasts a scenario with parameters of the caller's.
pub fn forecast_with(resolved: &Resolved, options: &ForecastOptions, params: &ParamSet) -> Report {
    let mut forecasting = Forecasting::new(resolved.clone(), *options, params.clone());
    loop {
        if let Some(report) = forecasting.advance(u64::MAX) {
            return report;
        }
    }
}

/// How a block test finds the NAS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Memory as the test's own writes leave it, drives with their SLC memory and media caches empty.
    Steady,
    /// The same with room in memory for all that the test writes.
    EmptyMemory,
    /// The same with the media caches of shingled disks full of such writes.
    FullMediaCaches,
}

/// A run that has ended.
pub struct Outcome<'a> {
    setup: &'a Setup,
    elapsed: Ns,
    stop: StopReason,
    noise: f64,
}

impl<'a> Outcome<'a> {
    fn of(run: &'a Run, stop: StopReason) -> Self {
        let world = &run.setup.world;
        let noise = world.batches.relative_half_width().unwrap_or(0.0);
        Self { setup: &run.setup, elapsed: world.now() - world.started, stop, noise }
    }

    /// Payload bytes per second of the steady state, or of the whole job.
    pub fn bytes_per_s(&self) -> f64 {
        if let Some(rebuild) = &self.setup.world.rebuild
            && !rebuild.seconds_per_byte.is_empty()
        {
            return rebuild.seconds_per_byte.len() as f64 / rebuild.seconds_per_byte.iter().sum::<f64>().max(1e-18);
        }
        self.setup.world.counters.bytes / self.seconds()
    }

    fn seconds(&self) -> f64 {
        (self.elapsed.max(1)) as f64 * 1e-9
    }

    /// Whether writers had to wait for room in memory, in a test without an end of its own.
    pub fn held_back_writers(&self) -> bool {
        !self.setup.finite && self.setup.world.counters.held_back > 0
    }

    /// What memory may hold unwritten.
    pub fn dirty_limit_bytes(&self) -> f64 {
        self.setup.world.plant.dirty_limit_bytes
    }

    /// What the SSD cache's drives had to write, if there is one.
    pub fn cache_written_bytes_per_s(&self) -> Option<f64> {
        let world = &self.setup.world;
        world.tier.as_ref().map(|_| world.counters.ssd_written_bytes / self.seconds())
    }

    /// Seconds until the scattered writes have filled the media cache of a shingled disk.
    pub fn media_cache_full_after(&self) -> Option<f64> {
        let world = &self.setup.world;
        let scattered = |bytes: u64| bytes as f64 / (world.now().max(1) as f64 * 1e-9);
        let shingled = world.drives.iter().filter_map(|drive| drive.shingles());
        shingled
            .filter(|shingles| shingles.scattered_bytes() > 0)
            .map(|shingles| shingles.media_cache_bytes() as f64 / scattered(shingles.scattered_bytes()))
            .min_by(f64::total_cmp)
    }

    pub fn data_columns(&self) -> f64 {
        self.setup.world.layout.data_columns() as f64
    }
}

/// A simulation under way.
pub struct Run {
    setup: Setup,
    has_begun: bool,
    /// Events when it was last looked whether the run is done.
    looked: u64,
    good_enough: f64,
    warm_up: WarmUp,
}

/// How far the warm-up of a steady run has come.
enum WarmUp {
    Begun,
    /// What reservoirs held then.
    HalfDone(Level),
    /// Reservoirs were filling and have been filled; as long again as half of it.
    FilledUp,
}

impl Run {
    /// Builds the simulated NAS.
    pub fn new(scenario: &Scenario, options: &ForecastOptions, params: &ParamSet, start: Start) -> Self {
        let mut setup = match copied_on_the_server(scenario) {
            Some(local) => Setup::new(&local, params, options.seed, options.effort),
            None => Setup::new(scenario, params, options.seed, options.effort),
        };
        if let Some(ratios) = options.hits {
            setup.world.measured = Some(Measured::new(ratios, options.seed));
            // The trace decides what RAM has, however small the part of it that is simulated.
            setup.world.parts.iter_mut().for_each(|part| part.resident = false);
        }
        match start {
            Start::Steady => {}
            Start::EmptyMemory => setup.world.memory.limit = NO_LIMIT,
            Start::FullMediaCaches => setup.fill_media_caches(),
        }
        let good_enough = good_enough(options.effort);
        Self { setup, has_begun: false, looked: 0, good_enough, warm_up: WarmUp::Begun }
    }

    /// Goes on for about so many events; what it came to, once it has ended.
    pub fn advance(&mut self, events: u64) -> Option<Outcome<'_>> {
        let stop = self.go_on(events)?;
        Some(Outcome::of(self, stop))
    }

    fn go_on(&mut self, events: u64) -> Option<StopReason> {
        let until = self.setup.world.calendar.popped().saturating_add(events);
        if !self.has_begun {
            self.has_begun = true;
            self.begin();
        }
        if self.setup.world.rebuild.is_some() {
            self.advance_rebuild(until)
        } else if self.setup.finite {
            self.advance_finite(until)
        } else {
            self.advance_steady(until)
        }
    }

    fn begin(&mut self) {
        let world = &mut self.setup.world;
        if world.rebuild.is_some() {
            world.start_measuring();
            world.start_rebuild();
            return;
        }
        if self.setup.finite {
            world.start_measuring();
        }
        world.rebuild_behind(0);
        world.start_streams();
    }

    fn advance_rebuild(&mut self, until: u64) -> Option<StopReason> {
        let world = &mut self.setup.world;
        while world.streams_running > 0 && world.effort() < MOST_EVENTS && world.step() {
            if world.calendar.popped() >= until {
                return None;
            }
        }
        Some(StopReason::Finished)
    }

    fn advance_finite(&mut self, until: u64) -> Option<StopReason> {
        let world = &mut self.setup.world;
        while (world.streams_running > 0 || world.memory.draining) && world.step() {
            let popped = world.calendar.popped();
            if popped - self.looked >= 1024 {
                self.looked = popped;
                world.sample();
                let effort = world.effort();
                let nothing_yet = world.completions == 0 && effort < MOST_EVENTS;
                if effort > self.setup.events && !nothing_yet {
                    return Some(StopReason::Budget);
                }
            }
            if popped >= until {
                return None;
            }
        }
        world.sample();
        Some(StopReason::Finished)
    }

    fn advance_steady(&mut self, until: u64) -> Option<StopReason> {
        let Self { setup, looked, good_enough, warm_up, .. } = self;
        let world = &mut setup.world;
        while world.step() {
            let popped = world.calendar.popped();
            if popped - *looked < LOOK_EVERY {
                continue;
            }
            *looked = popped;
            if !world.warm {
                let done = world.completions;
                let over = world.effort() > setup.events / 3;
                match *warm_up {
                    WarmUp::Begun if over || done >= setup.warm_up / 2 => *warm_up = WarmUp::HalfDone(world.level()),
                    WarmUp::HalfDone(before) if over || done >= setup.warm_up => {
                        if world.fills_up_since(before) {
                            world.fill_up();
                            *warm_up = WarmUp::FilledUp;
                        } else {
                            world.start_measuring();
                        }
                    }
                    WarmUp::FilledUp if over || done >= setup.warm_up / 2 * 3 => world.start_measuring(),
                    _ => {}
                }
            } else {
                world.sample();
                let enough = world.counters.operations >= 8 * setup.warm_up / 5;
                if enough && world.batches.relative_half_width().is_some_and(|width| width < *good_enough) {
                    return Some(StopReason::Converged);
                }
                let effort = world.effort();
                let few = world.counters.operations < FEWEST && popped < MOST_EVENTS && effort < 4 * MOST_EVENTS;
                if world.completions >= setup.operations || effort >= setup.events && !few {
                    world.count_what_drives_moved();
                    return Some(StopReason::Budget);
                }
            }
            if popped >= until {
                return None;
            }
        }
        Some(StopReason::Finished)
    }
}

/// A copy from the NAS to itself that a client asks for never leaves it: SMB and NFS 4.2 have the server copy, and so do the
/// file managers of NAS systems.
fn copied_on_the_server(scenario: &Scenario) -> Option<Scenario> {
    let asked = matches!(&scenario.workload, Workload::FileCopy(copy) if copy.direction == Direction::Duplicate);
    (asked && scenario.protocol.kind.uses_network()).then(|| {
        let mut local = scenario.clone();
        local.protocol.kind = ProtocolKind::Local;
        local.client.tool = Tool::Cp;
        local.client.storage_mb_s = None;
        local
    })
}

/// Utilisation of each station's busiest server.
fn utilisations(world: &World, elapsed: Ns) -> [f64; STATIONS] {
    let elapsed_f = elapsed.max(1) as f64;
    let most = |stations: &[crate::engine::station::Station]| {
        stations.iter().map(|s| s.utilisation(elapsed)).fold(0.0, f64::max)
    };
    let mut used = [0.0; STATIONS];
    used[0] = most(&world.client_disks);
    used[1] = world.busiest_client(elapsed);
    used[2] = most(&world.uplinks).max(most(&world.downlinks));
    for ports in &world.client_ports {
        used[2] = used[2].max(most(ports));
    }
    used[3] = world
        .cores
        .utilisation(elapsed)
        .max(world.array_thread.utilisation(elapsed))
        .max(world.crypt_thread.utilisation(elapsed))
        .max(most(&world.receivers))
        .max(most(&world.senders))
        .max(world.busiest_process(elapsed));
    used[6] = world
        .drives
        .iter()
        .zip(&world.drive_busy_at_start)
        .map(|(drive, before)| (drive.busy_ns().saturating_sub(*before)) as f64 / elapsed_f)
        .fold(0.0, f64::max)
        .min(1.0);
    // A bus of drives and network shows where its users do.
    let bus = if world.plant.talk.path.is_some() { 2 } else { 6 };
    used[bus] = used[bus].max(world.io_bus.utilisation(elapsed)).max(world.usb.utilisation(elapsed));
    if let Some(tier) = &world.tier {
        used[5] = tier
            .drives
            .iter()
            .zip(&tier.busy_at_start)
            .map(|(drive, before)| (drive.busy_ns().saturating_sub(*before)) as f64 / elapsed_f)
            .fold(0.0, f64::max)
            .min(1.0);
    }
    used
}

/// A station counts as saturated from here.
const SATURATED: f64 = 0.85;
/// Utilisations that differ by less are the same.
const AS_BUSY: f64 = 0.03;

fn bottleneck(used: &[f64; STATIONS], shares: &[f64; STATIONS]) -> usize {
    let most = used.iter().copied().fold(0.0, f64::max);
    // Among those as busy as the busiest, or where nothing is saturated: what an operation waits for most.
    let candidates = (0..STATIONS).filter(|i| most < SATURATED || used[*i] >= most - AS_BUSY);
    candidates.max_by(|a, b| shares[*a].total_cmp(&shares[*b])).unwrap_or(0)
}

fn quantity(value: f64, spread: &Spread) -> Quantity {
    Quantity { value, low: value * spread.low, high: value * spread.high }
}

/// A block test as its author sees it. What a client's page cache or a socket's buffer has under way beyond that, in
/// pieces of its own, is no part of it.
struct Asked {
    in_flight: f64,
    /// Bytes of one access.
    bytes: f64,
}

impl Asked {
    fn of(scenario: &Scenario, setup: &Setup) -> Option<Self> {
        let Workload::Block(block) = &scenario.workload else { return None };
        let part = setup.world.parts.first()?;
        Some(Self {
            in_flight: f64::from(block.threads.max(1))
                * f64::from(block.queue_depth.max(1))
                * f64::from(scenario.client.count.max(1)),
            bytes: if part.bare { part.block_bytes } else { block.block_bytes.max(512) } as f64,
        })
    }
}

/// Above what the wires carry no interval reaches: that is arithmetic. `None` where there are none, or where traffic in
/// both directions has no one limit.
fn most_over_the_wire(scenario: &Scenario, world: &World) -> Option<f64> {
    let path = world.plant.talk.path.as_ref()?;
    let busier_direction = match &scenario.workload {
        Workload::Block(block) => (block.read_percent / 100.0).max(1.0 - block.read_percent / 100.0),
        Workload::FileCopy(_) => 1.0,
        _ => return None,
    };
    Some(path.ceiling_bytes_per_s * WIRE_ROUNDING / busier_direction)
}

/// Authors round: 119 is written for 118.7 MB/s.
const WIRE_ROUNDING: f64 = 1.01;

/// A run's report.
pub fn read(resolved: &Resolved, options: &ForecastOptions, outcome: &Outcome) -> Report {
    let scenario = &resolved.scenario;
    let setup = outcome.setup;
    let world = &setup.world;
    let counters = &world.counters;
    let seconds = outcome.seconds();
    let bytes_per_s = outcome.bytes_per_s();
    let mut used = utilisations(world, outcome.elapsed);
    let total: f64 = counters.station_ns.iter().sum::<f64>().max(1.0);
    let mut shares = [0.0; STATIONS];
    for (share, time) in shares.iter_mut().zip(&counters.station_ns) {
        *share = time / total;
    }
    if world.plant.talk.path.is_none() {
        // Without a network the tool itself runs on the NAS.
        shares[3] = (shares[3] + std::mem::take(&mut shares[1])).min(1.0);
        used[3] = used[3].max(std::mem::take(&mut used[1]));
    }
    // Writers wait for room in memory because of whoever empties it.
    let empties = [6, 5, 3].into_iter().max_by(|a, b| used[*a].total_cmp(&used[*b])).unwrap_or(6);
    shares[empties] = (shares[empties] + std::mem::take(&mut shares[4])).min(1.0);
    if world.rebuild.is_some() {
        shares = [0.0; STATIONS];
        shares[6] = 1.0;
    }
    let limiting = bottleneck(&used, &shares);
    let mut spread = spread(resolved, &shares, &used, outcome.noise);
    if let Some(most) = most_over_the_wire(scenario, world) {
        spread.high = spread.high.min((most / bytes_per_s.max(1.0)).max(1.0));
    }
    let finite = setup.finite || world.rebuild.is_some();
    let folded = setup.folded;
    let files = counters.files as f64;
    let is_file = matches!(scenario.workload, Workload::FileCopy(_) | Workload::Metadata(_));
    let duration = if let Some(rebuild) = &world.rebuild {
        Some(rebuild.bytes / bytes_per_s.max(1.0))
    } else if setup.finite && setup.total_bytes > 0.0 {
        Some(setup.total_bytes / bytes_per_s.max(1.0))
    } else if setup.finite {
        Some(setup.total_files / (files / seconds).max(1e-9))
    } else {
        None
    };
    // A mix may be one of metadata only.
    let moves_data = world.rebuild.is_some() || counters.bytes > 0.0;
    let block = matches!(scenario.workload, Workload::Block(_));
    let mut latency_scale =
        1e-6 * folded * if is_file { 1.0 / world.parts.first().map_or(1.0, |p| p.overhead_scale) } else { 1.0 };
    let mut operations_per_s = counters.operations as f64 / seconds;
    let mut in_flight: f64 = counters.response_ns * 1e-9 / seconds * folded;
    let mut mean = world.latency.mean() * latency_scale;
    if let Some(asked) = Asked::of(scenario, setup) {
        // Little's law gives the mean without the chance of what was under way when the measurement began and ended.
        operations_per_s = bytes_per_s / asked.bytes;
        in_flight = asked.in_flight;
        mean = in_flight / operations_per_s.max(1e-9) * 1e3;
        latency_scale = mean / world.latency.mean().max(1.0);
    }
    let latency = Latency {
        mean,
        stddev: world.latency.stddev() * latency_scale,
        p50: world.latency.quantile(0.5) * latency_scale,
        p95: world.latency.quantile(0.95) * latency_scale,
        p99: world.latency.quantile(0.99) * latency_scale,
        // A test as long as stated sees longer ones than the moments of it that are simulated.
        max: match &scenario.workload {
            Workload::Block(block) => world.latency.expected_max(operations_per_s * block.duration_s) * latency_scale,
            _ => world.latency.max() as f64 * latency_scale,
        },
    };
    let stations = (0..STATIONS)
        .map(|i| StationReport {
            id: STATION_IDS[i].to_owned(),
            utilisation: used[i],
            queue_mean: in_flight * shares[i],
            time_share: shares[i],
            limit_mb_s: (used[i] > 0.0 && moves_data).then(|| bytes_per_s / 1e6 / used[i]),
        })
        .collect();
    let percent = |hits: u64, misses: u64| (hits + misses > 0).then(|| 100.0 * hits as f64 / (hits + misses) as f64);
    Report {
        version: 1,
        seed: options.seed,
        scenario: scenario.to_tree(),
        throughput_mb_s: moves_data.then(|| quantity(bytes_per_s / 1e6, &spread)),
        iops: block.then(|| quantity(operations_per_s, &spread)),
        files_per_s: match duration {
            Some(duration) if is_file => Some(quantity(setup.total_files / duration.max(1e-9), &spread)),
            _ if !moves_data => Some(quantity(files / seconds, &spread)),
            _ => None,
        },
        duration_s: finite.then(|| {
            let value = duration.unwrap_or(seconds);
            Quantity { value, low: value / spread.high, high: value / spread.low }
        }),
        latency_ms: latency,
        bottleneck: STATION_IDS[limiting].to_owned(),
        stations,
        cache: CacheReport {
            ram_hit_percent: percent(counters.ram_hits, counters.ram_misses),
            ssd_hit_percent: world.tier.as_ref().and_then(|_| percent(counters.ssd_hits, counters.ssd_misses)),
            destage_mb_s: counters.destaged_bytes / seconds / 1e6,
        },
        timeline: timeline(setup),
        assumptions: resolved.assumptions.clone(),
        warnings: resolved.warnings.clone(),
        run: RunStatus {
            stop: outcome.stop,
            events: world.calendar.popped(),
            operations: counters.operations,
            noise_percent: outcome.noise * 100.0,
            scale: setup.scale,
        },
    }
}

/// Points of the timeline in a report.
const TIMELINE_POINTS: usize = 40;

fn timeline(setup: &Setup) -> Vec<TimelinePoint> {
    let samples = &setup.world.timeline;
    if samples.len() < 2 {
        return Vec::new();
    }
    let every = samples.len().div_ceil(TIMELINE_POINTS).max(1);
    let stretch = if setup.finite { 1.0 / setup.scale } else { 1.0 };
    let dirty_stretch = if setup.finite { 1.0 / setup.scale } else { setup.world.memory.density };
    let start = samples[0].at;
    let mut points = Vec::with_capacity(TIMELINE_POINTS);
    let mut moments: Vec<&Sample> = samples.iter().step_by(every).collect();
    moments.dedup_by_key(|moment| moment.at);
    if let [.., before, last_but_one, last] = moments[..]
        && 2 * (last.at - last_but_one.at) < last_but_one.at - before.at
    {
        // What is left at the end is too short for a rate: the last pieces of many requests arrive together.
        moments.remove(moments.len() - 2);
    }
    for pair in moments.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let percent = |hits: u64, misses: u64| {
            if hits + misses == 0 { 0.0 } else { 100.0 * hits as f64 / (hits + misses) as f64 }
        };
        points.push(TimelinePoint {
            t_s: (b.at - start) as f64 * 1e-9 * stretch,
            throughput_mb_s: (b.bytes - a.bytes) / (b.at - a.at) as f64 * 1e3,
            ram_hit_percent: percent(b.ram_hits - a.ram_hits, b.ram_misses - a.ram_misses),
            ssd_hit_percent: percent(b.ssd_hits - a.ssd_hits, b.ssd_misses - a.ssd_misses),
            dirty_mib: b.dirty as f64 * dirty_stretch / (1024.0 * 1024.0),
        });
    }
    points
}
