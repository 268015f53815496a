//! Block tests that begin faster than they go on.
//!
//! Memory takes writes until its dirty limit, an SSD until its SLC memory is used up, a shingled disk until its media
//! cache is full; from there on what lies behind sets the pace. Both phases are simulated, each in its steady state, and weighted by the time that they
//! take within the test's length. A test whose length the scenario leaves open is taken to its steady state, as
//! reviewers run them: memory is full by then.

use crate::forecast::{Outcome, Start, read, simulate};
use crate::model::params::ParamSet;
use crate::report::{ForecastOptions, Latency, Quantity, Report, StationReport, TimelinePoint};
use crate::scenario::{Block, CacheRaid, Resolved, Scenario, Workload};

/// Less than this between the phases' rates is not worth a second look.
const DISTINCT: f64 = 1.02;

/// The forecast of a scenario.
pub fn forecast(resolved: &Resolved, options: &ForecastOptions, params: &ParamSet) -> Report {
    let scenario = &resolved.scenario;
    let steady = simulate(scenario, options, params, Start::Steady);
    let late = read(resolved, options, &steady);
    let Workload::Block(block) = &scenario.workload else { return late };
    let length_is_stated = !resolved.assumptions.iter().any(|assumed| assumed.path == "workload.duration_s");
    let fills_memory = length_is_stated && !block.end_sync && steady.held_back_writers();
    let (steady_bytes_per_s, dirty_limit_bytes) = (steady.bytes_per_s(), steady.dirty_limit_bytes());
    let cleaning_after_s = steady.media_cache_full_after().filter(|change_s| *change_s < block.duration_s);
    let used_up = slc_used_up(scenario, block, &steady);
    // One simulated NAS in memory at a time.
    drop(steady);
    if fills_memory {
        let filling = simulate(scenario, options, params, Start::EmptyMemory);
        let bytes_per_s = filling.bytes_per_s();
        if bytes_per_s > steady_bytes_per_s * DISTINCT {
            // Write-back drains it from the beginning.
            let written = 1.0 - block.read_percent / 100.0;
            let change_s = dirty_limit_bytes / ((bytes_per_s - steady_bytes_per_s) * written);
            return blend(read(resolved, options, &filling), late, change_s, block.duration_s);
        }
    }
    if let Some(change_s) = cleaning_after_s {
        let cleaning = simulate(scenario, options, params, Start::FullMediaCaches);
        return blend(late, read(resolved, options, &cleaning), change_s, block.duration_s);
    }
    if let Some((used_up, change_s)) = used_up {
        let sustained = simulate(&used_up, options, params, Start::Steady);
        return blend(late, read(resolved, options, &sustained), change_s, block.duration_s);
    }
    late
}

/// The scenario with no SLC memory left, and after how many seconds that is so; `None` if not within the test.
fn slc_used_up(scenario: &Scenario, block: &Block, first: &Outcome) -> Option<(Scenario, f64)> {
    let mut after = scenario.clone();
    let change_s = if let (Some(cache), Some(written)) = (&mut after.ssd_cache, first.cache_written_bytes_per_s()) {
        let slc = cache.drives.slc_cache_gb?;
        if cache.drives.sustained_write_mb_s.is_none_or(|rate| rate >= cache.drives.sequential_write_mb_s) {
            return None;
        }
        let shares = if cache.raid == CacheRaid::Raid1 { 1.0 } else { f64::from(cache.drives.count) };
        cache.drives.slc_cache_gb = Some(0.0);
        slc * 1e9 * shares / written.max(1.0)
    } else {
        let slc = scenario.drives.slc_cache_gb?;
        if scenario.drives.sustained_write_mb_s.is_none_or(|rate| rate >= scenario.drives.sequential_write_mb_s) {
            return None;
        }
        after.drives.slc_cache_gb = Some(0.0);
        let written = first.bytes_per_s() * (1.0 - block.read_percent / 100.0);
        slc * 1e9 * first.data_columns() / written.max(1.0)
    };
    (change_s < block.duration_s).then_some((after, change_s))
}

/// One report of two phases, of which the first ends after `change_s`.
fn blend(early: Report, late: Report, change_s: f64, end_s: f64) -> Report {
    let share = (change_s / end_s.max(1e-9)).min(1.0);
    let quantity = |early: Option<Quantity>, late: Option<Quantity>| {
        let mix = |early: f64, late: f64| early * share + late * (1.0 - share);
        Some(Quantity {
            value: mix(early?.value, late?.value),
            low: mix(early?.low, late?.low),
            high: mix(early?.high, late?.high),
        })
    };
    let throughput_mb_s = quantity(early.throughput_mb_s, late.throughput_mb_s);
    let iops = quantity(early.iops, late.iops);
    let rate = |report: &Report| report.iops.map_or(0.0, |iops| iops.value);
    let early_operations = share * rate(&early) / (share * rate(&early) + (1.0 - share) * rate(&late)).max(1e-9);
    let latency_ms = latency(&early.latency_ms, &late.latency_ms, early_operations);
    // The late phase begins with what the early one has left unwritten.
    let left = late.timeline.last().map_or(0.0, |point| point.dirty_mib);
    let point = |report: &Report, t_s: f64| {
        let last = report.timeline.last();
        TimelinePoint {
            t_s,
            throughput_mb_s: report.throughput_mb_s.map_or(0.0, |rate| rate.value),
            ram_hit_percent: last.map_or(0.0, |point| point.ram_hit_percent),
            ssd_hit_percent: last.map_or(0.0, |point| point.ssd_hit_percent),
            dirty_mib: left * (t_s / change_s.max(1e-9)).min(1.0),
        }
    };
    let changed = change_s.min(end_s);
    let timeline = [point(&early, 0.0), point(&early, changed), point(&late, changed), point(&late, end_s)];
    let timeline = timeline.to_vec();
    let stations = early.stations.iter().zip(&late.stations).map(|(before, after)| {
        let mix = |early: f64, late: f64, share: f64| early * share + late * (1.0 - share);
        let utilisation = mix(before.utilisation, after.utilisation, share);
        StationReport {
            id: before.id.clone(),
            utilisation,
            queue_mean: mix(before.queue_mean, after.queue_mean, share),
            time_share: mix(before.time_share, after.time_share, early_operations),
            limit_mb_s: throughput_mb_s.filter(|_| utilisation > 0.0).map(|rate| rate.value / utilisation),
        }
    });
    let stations = stations.collect();
    let longer = if share > 0.5 { early } else { late };
    Report { throughput_mb_s, iops, latency_ms, stations, timeline, ..longer }
}

/// Response times of a mixture. A percentile is that of the phase which it falls in when the slower phase's operations
/// are the slower ones.
fn latency(early: &Latency, late: &Latency, early_share: f64) -> Latency {
    let late_share = 1.0 - early_share;
    let mean = early.mean * early_share + late.mean * late_share;
    let square = |phase: &Latency| phase.stddev * phase.stddev + phase.mean * phase.mean;
    let variance = square(early) * early_share + square(late) * late_share - mean * mean;
    let at = |percentile: f64, early: f64, late: f64| if percentile < early_share { early } else { late.max(early) };
    Latency {
        mean,
        stddev: libm::sqrt(variance.max(0.0)),
        p50: at(0.5, early.p50, late.p50),
        p95: at(0.95, early.p95, late.p95),
        p99: at(0.99, early.p99, late.p99),
        max: if early_share < 1.0 { early.max.max(late.max) } else { early.max },
    }
}
