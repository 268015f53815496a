//! What must hold for every forecast, over random valid scenarios: figures are sound and cheap, Little's law holds, and
//! more of anything good never hurts.
//!
//! The scenarios come from the table of knobs, so that a new field takes part by itself. Runs are split over threads;
//! each thread has a generator of its own, so the scenarios are the same on every machine.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::thread;

use nas_forecast_core::forecast;
use nas_forecast_core::report::{Effort, ForecastOptions, Quantity, Report, StopReason};
use nas_forecast_core::scenario::random::{Generator, Reach};
use nas_forecast_core::scenario::{
    CacheMode, Direction, Document, DriveKind, Pattern, ProtocolKind, Raid, Scenario, SsdCache, SyncMode, VolumeState,
    Workload,
};
use serde_json::{Value, json};

/// Most memory that one forecast may hold at once.
const MOST_BYTES: isize = 64 << 20;
/// Most events of one forecast: at 5 M/s or more, well below two seconds.
const MOST_EVENTS: u64 = 2_600_000;

/// The system's allocator, with a count of what each thread holds.
struct Counted;

thread_local! {
    /// Bytes held now and at most.
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn note(bytes: isize) {
    // A thread that ends frees after its counter has gone: nothing is counted then.
    let _ = HELD.try_with(|held| {
        let now = held.get().0 + bytes;
        held.set((now, held.get().1.max(now)));
    });
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTED: Counted = Counted;

/// Threads that share the work of a test; fixed, so that the scenarios are.
const PARTS: u64 = 8;

/// Calls `each` for `count` scenarios, split over threads, and gathers what it says.
fn gather(count: usize, reach: Reach, seed: u64, each: impl Fn(Document) -> Option<String> + Sync) -> Vec<String> {
    let each = &each;
    thread::scope(|scope| {
        let parts: Vec<_> = (0..PARTS)
            .map(|part| {
                scope.spawn(move || {
                    let mut generator = Generator::new(seed * PARTS + part, reach);
                    let mut said = Vec::new();
                    for _ in 0..count.div_ceil(PARTS as usize) {
                        said.extend(each(generator.document()));
                    }
                    said
                })
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("a forecast panicked")).collect()
    })
}

fn run(document: &Document, effort: Effort) -> Report {
    forecast(&document.resolve(), &ForecastOptions { effort, ..ForecastOptions::default() })
}

fn sound(quantity: Option<Quantity>) -> bool {
    quantity.is_none_or(|q| {
        q.low > 0.0 && q.low <= q.value && q.value <= q.high && q.high.is_finite() && q.value.is_finite()
    })
}

/// What is wrong with a report's figures.
fn faults(report: &Report) -> Vec<String> {
    let mut faults = Vec::new();
    let mut check = |holds: bool, what: String| {
        if !holds {
            faults.push(what);
        }
    };
    for quantity in [report.throughput_mb_s, report.iops, report.files_per_s, report.duration_s] {
        check(sound(quantity), format!("{quantity:?}"));
    }
    check(report.throughput_mb_s.is_some() || report.files_per_s.is_some(), "no figure at all".to_owned());
    let latency = &report.latency_ms;
    let all = [latency.mean, latency.stddev, latency.p50, latency.p95, latency.p99, latency.max];
    check(all.iter().all(|x| x.is_finite() && *x >= 0.0), format!("{latency:?}"));
    // Quantiles come from a histogram, the longest is exact.
    let rising = latency.p50 <= latency.p95 && latency.p95 <= latency.p99 && latency.p99 <= latency.max * 1.0001;
    check(rising, format!("{latency:?}"));
    let shares: f64 = report.stations.iter().map(|station| station.time_share).sum();
    check((shares - 1.0).abs() < 1e-9, format!("shares sum to {shares}"));
    for station in &report.stations {
        let share = (0.0..=1.0).contains(&station.utilisation) && (0.0..=1.0).contains(&station.time_share);
        check(share && station.queue_mean.is_finite() && station.queue_mean >= 0.0, format!("{station:?}"));
        if let (Some(limit), Some(throughput)) = (station.limit_mb_s, report.throughput_mb_s) {
            check(limit.is_finite() && throughput.value <= limit * (1.0 + 1e-9), format!("{station:?} {throughput:?}"));
        }
    }
    check(report.stations.iter().any(|station| station.id == report.bottleneck), report.bottleneck.clone());
    let cache = [report.cache.ram_hit_percent, report.cache.ssd_hit_percent, Some(report.cache.destage_mb_s)];
    check(cache.iter().flatten().all(|x| x.is_finite() && *x >= 0.0), format!("{:?}", report.cache));
    for point in &report.timeline {
        let all = [point.t_s, point.throughput_mb_s, point.ram_hit_percent, point.ssd_hit_percent, point.dirty_mib];
        check(all.iter().all(|x| x.is_finite() && *x >= 0.0), format!("{point:?}"));
    }
    faults
}

#[test]
fn ten_thousand_random_scenarios_have_sound_figures_in_little_memory_and_bounded_work() {
    let faults = gather(10_000, Reach::Everything, 1, |document| {
        HELD.with(|held| held.set((0, 0)));
        let report = run(&document, Effort::Draft);
        let held = HELD.with(Cell::get).1;
        let mut faults = faults(&report);
        if held > MOST_BYTES {
            faults.push(format!("{} MiB of memory", held >> 20));
        }
        if report.run.events > MOST_EVENTS {
            faults.push(format!("{} events", report.run.events));
        }
        (!faults.is_empty()).then(|| format!("{faults:?} {}", document.to_value()))
    });
    assert!(faults.is_empty(), "{}: {:#?}", faults.len(), &faults[..faults.len().min(5)]);
}

#[test]
fn a_full_forecast_is_as_sound_and_needs_no_more_memory() {
    let faults = gather(400, Reach::Usual, 2, |document| {
        HELD.with(|held| held.set((0, 0)));
        let report = run(&document, Effort::Full);
        let held = HELD.with(Cell::get).1;
        let faults = faults(&report);
        let cheap = held <= MOST_BYTES && report.run.events <= MOST_EVENTS;
        (!faults.is_empty() || !cheap).then(|| format!("{faults:?} {held} {}", document.to_value()))
    });
    assert!(faults.is_empty(), "{}: {:#?}", faults.len(), &faults[..faults.len().min(5)]);
}

#[test]
fn block_tests_obey_littles_law() {
    let faults = gather(4_000, Reach::Everything, 3, |document| {
        let scenario = document.resolve().scenario;
        let Workload::Block(block) = &scenario.workload else { return None };
        let report = run(&document, Effort::Draft);
        let in_flight = f64::from(block.threads) * f64::from(block.queue_depth) * f64::from(scenario.client.count);
        let found = report.iops?.value * report.latency_ms.mean * 1e-3;
        ((found / in_flight - 1.0).abs() > 0.01).then(|| format!("{found} of {in_flight}: {}", document.to_value()))
    });
    assert!(faults.is_empty(), "{}: {:#?}", faults.len(), &faults[..faults.len().min(5)]);
}

/// Kinds of "more", each a patch that nobody expects to make a NAS slower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum More {
    Link,
    Ram,
    Drives,
    Cache,
    Cpu,
}

const LINKS_GBIT: [f64; 8] = [0.1, 1.0, 2.5, 5.0, 10.0, 25.0, 40.0, 100.0];

/// The upgrade as a merge patch; `None` where there is nothing to upgrade.
fn upgrade(more: More, scenario: &Scenario) -> Option<Value> {
    match more {
        More::Link => {
            let remote = !matches!(scenario.protocol.kind, ProtocolKind::Local | ProtocolKind::Usb);
            let next = LINKS_GBIT.iter().find(|rate| **rate > scenario.network.link_gbit)?;
            remote.then(|| json!({"network": {"link_gbit": next}}))
        }
        More::Ram => Some(json!({"nas": {"ram_gib": (scenario.nas.ram_gib * 2.0).min(4096.0)}})),
        More::Drives => {
            let raid = scenario.volume.raid;
            let count = scenario.drives.count + if raid.needs_even_count() { 2 } else { 1 };
            (count <= 60 && raid != Raid::Single).then(|| json!({"drives": {"count": count}}))
        }
        More::Cache => {
            let gb = scenario.ssd_cache.as_ref()?.drives.capacity_gb;
            Some(json!({"ssd_cache": {"drives": {"capacity_gb": (gb * 2.0).min(200_000.0)}}}))
        }
        More::Cpu => {
            let score = scenario.nas.cpu.single_thread_score;
            Some(json!({"nas": {"cpu": {"single_thread_score": (score * 1.5).min(10_000.0)}}}))
        }
    }
}

/// What more of something can truly hurt, and why.
struct Exception {
    more: &'static [More],
    applies: fn(&Scenario) -> bool,
    why: &'static str,
}

/// Several streams at once on hard disks.
fn interleaves(scenario: &Scenario) -> bool {
    let streams = match &scenario.workload {
        Workload::FileCopy(copy) => copy.parallel,
        Workload::Block(block) if block.pattern == Pattern::Sequential => block.threads * block.queue_depth,
        _ => return false,
    };
    scenario.drives.kind == DriveKind::Hdd && streams * scenario.client.count > 1
}

fn sequential_writes(scenario: &Scenario) -> bool {
    match &scenario.workload {
        Workload::Block(block) => block.read_percent < 100.0 && block.pattern == Pattern::Sequential,
        Workload::FileCopy(copy) => copy.direction != Direction::Read,
        _ => false,
    }
}

const EXCEPTIONS: &[Exception] = &[
    Exception {
        more: &[More::Link, More::Ram, More::Drives, More::Cache, More::Cpu],
        applies: |scenario| matches!(scenario.workload, Workload::Mix(_)),
        why: "the parts of a mix compete: the one that gains may take turns from one that moves more bytes",
    },
    Exception {
        more: &[More::Drives],
        applies: |scenario| matches!(scenario.workload, Workload::Rebuild(_)),
        why: "a rebuild waits for one drive more at every stripe, and may have to share a bus with it",
    },
    Exception {
        more: &[More::Drives],
        applies: |scenario| scenario.volume.state != VolumeState::Optimal,
        why: "what a failed drive held is computed from all the others, of which there are more",
    },
    Exception {
        more: &[More::Drives],
        applies: |scenario| {
            let writes = !matches!(&scenario.workload, Workload::Block(block) if block.read_percent >= 100.0);
            let short = match scenario.volume.raid {
                Raid::Raid5 | Raid::Shr | Raid::Raidz1 => 5,
                Raid::Raid6 | Raid::Shr2 | Raid::Raidz2 | Raid::Raid50 => 7,
                Raid::Raid60 | Raid::Raidz3 => 9,
                _ => 0,
            };
            writes && scenario.drives.count <= short
        },
        why: "a small write to a short stripe of parity takes as many accesses as there are drives (RAID 5: 3 with three, 4 \
              with four), so that one drive more brings one access more",
    },
    Exception {
        more: &[More::Drives],
        applies: |scenario| {
            let held_gb = scenario.drives.capacity_tb * 1000.0 * f64::from(scenario.drives.count);
            matches!(&scenario.workload, Workload::Block(block) if block.working_set_gb > 0.4 * held_gb)
        },
        why: "a working set that did not fit grows with the volume, and caches hold less of it",
    },
    Exception {
        more: &[More::Drives],
        applies: |scenario| {
            let durable = scenario.volume.sync == SyncMode::Always;
            match &scenario.workload {
                Workload::Block(block) => (block.sync || durable) && block.read_percent < 100.0,
                Workload::FileCopy(copy) => copy.direction != Direction::Read && durable,
                Workload::Metadata(_) => durable,
                _ => false,
            }
        },
        why: "a flush waits for the slowest of all drives, of which there are more",
    },
    Exception {
        more: &[More::Cache],
        applies: |scenario| scenario.ssd_cache.as_ref().is_some_and(|cache| cache.dirty_percent > 0.0),
        why: "the unwritten data that a cache begins with is a share of its size: there is more to write out",
    },
    Exception {
        more: &[More::Ram],
        applies: |scenario| matches!(&scenario.workload, Workload::FileCopy(copy) if copy.direction != Direction::Read),
        why: "write-back begins at a share of memory: a copy that is flushed at its end begins to write later",
    },
    Exception {
        more: &[More::Cache],
        applies: |scenario| {
            let takes = |cache: &SsdCache| cache.mode == CacheMode::ReadWrite && !cache.skip_sequential;
            sequential_writes(scenario) && scenario.ssd_cache.as_ref().is_some_and(takes)
        },
        why: "a cache in front of sequential writes may be slower than the drives, and a larger one takes more of them",
    },
    Exception {
        more: &[More::Link, More::Cpu],
        applies: |scenario| {
            let commits =
                matches!(scenario.workload, Workload::Metadata(_)) && scenario.volume.sync == SyncMode::Always;
            commits && scenario.drives.kind == DriveKind::Hdd
        },
        why: "a durable record that comes a moment earlier can just miss its place on the platter, and waits for the next turn",
    },
    Exception {
        more: &[More::Link, More::Cpu, More::Ram],
        applies: interleaves,
        why: "streams that arrive faster take turns on the drives in smaller pieces, and the heads travel more",
    },
];

/// More of something over random scenarios: what is slower by over 2 % and the noise that both reports state.
fn more_never_hurts(more: More) {
    let slower = gather(300, Reach::Usual, 4, |document| {
        let scenario = document.resolve().scenario;
        // The level stays, also where it follows from the number of drives.
        let document = document.merge_patch(&json!({"volume": {"raid": scenario.volume.raid}})).ok()?;
        let better = document.merge_patch(&upgrade(more, &scenario)?).ok()?;
        if EXCEPTIONS.iter().any(|exception| exception.more.contains(&more) && (exception.applies)(&scenario)) {
            return None;
        }
        let figure = |report: &Report| report.throughput_mb_s.or(report.files_per_s).map_or(f64::NAN, |q| q.value);
        let (before, after) = (run(&document, Effort::Full), run(&better, Effort::Full));
        // Batch means say something of a steady state only.
        let stated =
            |report: &Report| if report.run.stop == StopReason::Finished { 0.0 } else { report.run.noise_percent };
        let noise = 0.01 * stated(&before).hypot(stated(&after));
        let ratio = figure(&after) / figure(&before);
        (ratio.is_nan() || ratio < 0.98 - noise).then(|| format!("{ratio:.3} ({noise:.3}): {}", document.to_value()))
    });
    assert!(slower.is_empty(), "{more:?}, {}: {:#?}", slower.len(), &slower[..slower.len().min(5)]);
}

#[test]
fn a_faster_link_never_hurts() {
    more_never_hurts(More::Link);
}

#[test]
fn more_memory_never_hurts() {
    more_never_hurts(More::Ram);
}

#[test]
fn more_drives_never_hurt() {
    more_never_hurts(More::Drives);
}

#[test]
fn a_larger_cache_never_hurts() {
    more_never_hurts(More::Cache);
}

#[test]
fn a_faster_cpu_never_hurts() {
    more_never_hurts(More::Cpu);
}

#[test]
fn every_exception_has_a_reason() {
    assert!(EXCEPTIONS.iter().all(|exception| !exception.more.is_empty() && exception.why.len() > 40));
}
