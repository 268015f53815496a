//! Block tests that begin faster than they go on.
//!
//! Memory takes writes until its dirty limit, an SSD until its SLC memory is used up, a shingled disk until its media
//! cache is full; from there on what lies behind sets the pace. Both phases are simulated, each in its steady state, and weighted by the time that they
//! take within the test's length. A test whose length the scenario leaves open is taken to its steady state, as
//! reviewers run them: memory is full by then.

use std::collections::VecDeque;

use crate::forecast::{Outcome, Run, Start, read};
use crate::model::params::ParamSet;
use crate::report::{ForecastOptions, Latency, Quantity, Report, StationReport, TimelinePoint};
use crate::scenario::{Block, CacheRaid, Resolved, Scenario, Workload};

/// Less than this between the phases' rates is not worth a second look.
const DISTINCT: f64 = 1.02;

/// A forecast under way. It goes on in slices, so that whoever runs it can hear in between that nobody wants it any more.
///
/// ```
/// use nas_forecast_core::{Forecasting, forecast, model::params::ParamSet, report::ForecastOptions, scenario};
///
/// let scenario = scenario::read(r#"{"version": 1, "workload": {"preset": "jpg-photos"}}"#).unwrap().resolve();
/// let options = ForecastOptions::default();
/// let mut forecasting = Forecasting::new(scenario.clone(), options, ParamSet::calibrated());
/// let report = std::iter::repeat_with(|| forecasting.advance(1000)).flatten().next().unwrap();
/// assert_eq!(report, forecast(&scenario, &options));
/// ```
pub struct Forecasting {
    resolved: Resolved,
    options: ForecastOptions,
    params: ParamSet,
    /// One simulated NAS in memory at a time.
    run: Run,
    /// The steady state's report, once it is there.
    steady: Option<Report>,
    /// What is left to look at beside it; the first is under way.
    phases: VecDeque<Phase>,
}

/// A phase other than the steady state, and when the test goes over from one to the other.
enum Phase {
    /// Memory fills before it.
    Filling { steady_bytes_per_s: f64, dirty_limit_bytes: f64 },
    /// Shingled disks clean up after it.
    Cleaning { change_s: f64 },
    /// The SSDs' SLC memory is used up after it.
    Sustained { used_up: Box<Scenario>, change_s: f64 },
}

impl Forecasting {
    /// Builds the simulated NAS.
    pub fn new(resolved: Resolved, options: ForecastOptions, params: ParamSet) -> Self {
        let run = Run::new(&resolved.scenario, &options, &params, Start::Steady);
        Self { resolved, options, params, run, steady: None, phases: VecDeque::new() }
    }

    /// Goes on for about so many events; the report once everything is simulated.
    pub fn advance(&mut self, events: u64) -> Option<Report> {
        let outcome = self.run.advance(events)?;
        let report = read(&self.resolved, &self.options, &outcome);
        let Workload::Block(block) = &self.resolved.scenario.workload else { return Some(report) };
        let Some(steady) = self.steady.take() else {
            self.phases = phases(&self.resolved, block, &outcome);
            return self.next(report);
        };
        let bytes_per_s = outcome.bytes_per_s();
        match self.phases.pop_front() {
            Some(Phase::Filling { steady_bytes_per_s, dirty_limit_bytes }) => {
                if bytes_per_s <= steady_bytes_per_s * DISTINCT {
                    return self.next(steady);
                }
                // Write-back drains it from the beginning.
                let written = 1.0 - block.read_percent / 100.0;
                let change_s = dirty_limit_bytes / ((bytes_per_s - steady_bytes_per_s) * written);
                Some(blend(report, steady, change_s, block.duration_s))
            }
            Some(Phase::Cleaning { change_s } | Phase::Sustained { change_s, .. }) => {
                Some(blend(steady, report, change_s, block.duration_s))
            }
            None => Some(steady),
        }
    }

    /// Begins with what is left to look at, if anything.
    fn next(&mut self, steady: Report) -> Option<Report> {
        let (scenario, start) = match self.phases.front() {
            Some(Phase::Filling { .. }) => (&self.resolved.scenario, Start::EmptyMemory),
            Some(Phase::Cleaning { .. }) => (&self.resolved.scenario, Start::FullMediaCaches),
            Some(Phase::Sustained { used_up, .. }) => (&**used_up, Start::Steady),
            None => return Some(steady),
        };
        self.run = Run::new(scenario, &self.options, &self.params, start);
        self.steady = Some(steady);
        None
    }
}

/// What there is to look at beside the steady state, in the order in which it counts.
fn phases(resolved: &Resolved, block: &Block, steady: &Outcome) -> VecDeque<Phase> {
    let length_is_stated = !resolved.assumptions.iter().any(|assumed| assumed.path == "workload.duration_s");
    let fills_memory = length_is_stated && !block.end_sync && steady.held_back_writers();
    let filling = fills_memory.then(|| Phase::Filling {
        steady_bytes_per_s: steady.bytes_per_s(),
        dirty_limit_bytes: steady.dirty_limit_bytes(),
    });
    let cleaning_after_s = steady.media_cache_full_after().filter(|change_s| *change_s < block.duration_s);
    let cleaning = cleaning_after_s.map(|change_s| Phase::Cleaning { change_s });
    let sustained = slc_used_up(&resolved.scenario, block, steady)
        .map(|(used_up, change_s)| Phase::Sustained { used_up: Box::new(used_up), change_s });
    [filling, cleaning, sustained].into_iter().flatten().collect()
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
