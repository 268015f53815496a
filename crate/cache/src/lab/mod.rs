//! The laboratory: one pass over a trace, and all policies, sizes and curves come out.
//!
//! Feed it the bytes of a trace; it reads, maps records to blocks, runs every policy and size asked for, keeps the ledger for
//! the exact LRU curve and a spatial sample for the others. After the last byte, [`Lab::end`], then [`Lab::step`] until it
//! says that nothing is left (each step is one simulation on the sample, so a page stays alive), then [`Lab::results`];
//! [`Lab::finish`] does all three.
//!
//! ```
//! use nas_forecast_cache::lab::{Lab, Options, Run};
//! use nas_forecast_cache::PolicyKind;
//!
//! let runs = vec![Run { policy: PolicyKind::Lru, size: 2 }];
//! let mut lab = Lab::new(Options { runs, ..Options::default() });
//! lab.feed(b"1\n2\n1\n3\n2\n").unwrap();
//! let results = lab.finish().unwrap();
//! assert_eq!((results.requests, results.policies[0].hits), (5, 1));
//! ```

mod address;
mod intake;
mod ledger;
mod marks;
mod requests;
mod results;
mod sample;
mod sequential;

pub use address::Addresses;
pub use ledger::{Ledger, WorkingSet};
pub use results::{Curve, Point, PolicyResult, Profile, Results, Stretch};
pub use sample::{Budget, Sample};

use crate::policy::PolicyKind;
use crate::trace::{Format, Reader, Summary, TraceError};
use intake::Intake;

/// Points of a curve.
const CURVE_POINTS: usize = 32;
/// The smallest size of a curve, as a share of the footprint.
const CURVE_START: f64 = 1e-3;
/// Of so many sizes of a sampled curve one is simulated again, on half of the sample; and as many of the smallest ones all,
/// which bear being scaled down worst.
const CHECKED_ONE_IN: usize = 4;
/// A cache is large enough when it is so close to the best possible hit ratio.
const ENOUGH: f64 = 0.01;

/// A policy at a size, simulated on the whole trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The policy.
    pub policy: PolicyKind,
    /// Blocks or objects that fit.
    pub size: u64,
}

/// What to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// The trace's format; none: by its content.
    pub format: Option<Format>,
    /// Bytes of a block.
    pub block_bytes: u64,
    /// Simulations on the whole trace.
    pub runs: Vec<Run>,
    /// Whether the runs keep track of dirty blocks.
    pub write_back: bool,
    /// Policies whose curves are wanted.
    pub curves: Vec<PolicyKind>,
    /// The sizes of the curves; empty: 32 sizes up to the footprint.
    pub curve_sizes: Vec<u64>,
    /// The highest sampling rate, 0 to 1, for runs and curves. 1: runs and the LRU curve from the whole trace, other curves
    /// from as large a sample as the limits allow.
    pub sample_rate: f64,
    /// Whether to count different blocks and find out what the trace is like.
    pub profile: bool,
    /// What may be kept in memory.
    pub limits: Limits,
    /// Seconds since any moment, for the speed of the runs; none where there is no clock.
    pub clock: Option<fn() -> f64>,
    /// Which events of a blkparse text to count; none: by its content.
    pub blkparse_event: Option<char>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            format: None,
            block_bytes: 4096,
            runs: vec![],
            write_back: false,
            curves: vec![],
            curve_sizes: vec![],
            sample_rate: 1.0,
            profile: true,
            limits: Limits::NATIVE,
            clock: None,
            blkparse_event: None,
        }
    }
}

impl Options {
    /// Whether a run waits for the sample instead of following the trace: when sampling is asked for, and for the policy that
    /// has to know the future (whose sample is the whole trace, if the limits allow).
    fn is_sampled(&self, run: &Run) -> bool {
        run.policy == PolicyKind::Belady || self.sample_rate < 1.0
    }
}

/// What may be kept in memory.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Different blocks in the ledger, about 70 bytes each; beyond, its results come from the sample.
    pub ledger_blocks: usize,
    /// The sample that the curves are simulated on.
    pub curves: Budget,
    /// Requests of the sample for the policies that behave differently when it is small.
    pub wide_requests: usize,
    /// Requests that are kept to know the future for Belady's bound; beyond, it comes from the sample.
    pub future_requests: usize,
}

impl Limits {
    /// For a computer's own program: a few gigabytes, if the trace needs them.
    pub const NATIVE: Limits = Limits {
        // 128 GiB in blocks of 4 KiB.
        ledger_blocks: (1 << 25) - 64,
        curves: Budget { requests: 3 << 20, blocks: 1 << 20 },
        wide_requests: 11 << 20,
        future_requests: 1 << 29,
    };
    /// For a browser's tab: below 256 MiB in all.
    pub const BROWSER: Limits = Limits {
        // Less than a power of two, and a batch more may come before it is looked at: its vectors double.
        ledger_blocks: (1 << 20) - 64,
        curves: Budget { requests: 3 << 20, blocks: 3 << 18 },
        wide_requests: 11 << 20,
        future_requests: 12 << 20,
    };
}

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Bytes fed.
    pub bytes: u64,
    /// Records read.
    pub records: u64,
    /// Requests simulated.
    pub requests: u64,
    /// Simulations on the sample that are done.
    pub steps: usize,
    /// Those there are in all, known after [`Lab::end`].
    pub all_steps: usize,
}

/// The work on the sample, after the trace has been read.
#[derive(Default)]
struct Second {
    summary: Option<Summary>,
    /// The runs that are simulated on the sample, with the estimated misses and the rate they were found with.
    runs: Vec<(Run, Option<(f64, f64)>)>,
    /// The sample's own ledger, when the trace's grew too large, and the share of the blocks it knows.
    ledger: Option<(Ledger, f64)>,
    sizes: Vec<u64>,
    /// Policy and index of the size, with the estimated misses once they are known.
    points: Vec<(PolicyKind, usize, Option<f64>)>,
    /// Of each policy: the share of the blocks its curve is simulated on, and how far off it is likely to be.
    qualities: Vec<(PolicyKind, f64, f64)>,
    /// How far off LRU's curve of the sample is likely to be: the least that is said of any policy's.
    lru_error: f64,
    steps: usize,
}

/// The laboratory.
pub struct Lab {
    options: Options,
    reader: Reader,
    intake: Intake,
    second: Second,
    bytes: u64,
    begun: Option<f64>,
    /// Seconds from the first byte to the last.
    elapsed: f64,
}

impl Lab {
    /// A laboratory that waits for its trace.
    pub fn new(options: Options) -> Self {
        let mut reader = Reader::with_block_bytes(options.format, options.block_bytes);
        if let Some(event) = options.blkparse_event {
            reader = reader.counting(event);
        }
        let runs = options.runs.iter().filter(|run| options.is_sampled(run)).map(|&run| (run, None)).collect();
        Lab {
            reader,
            intake: Intake::new(&options),
            second: Second { runs, ..Second::default() },
            bytes: 0,
            begun: None,
            elapsed: 0.0,
            options,
        }
    }

    /// Takes the next bytes of the trace.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<(), TraceError> {
        if let (None, Some(clock)) = (self.begun, self.options.clock) {
            self.begun = Some(clock());
        }
        self.bytes += chunk.len() as u64;
        self.reader.feed(chunk, &mut self.intake)?;
        self.intake.check()
    }

    /// The trace is complete.
    pub fn end(&mut self) -> Result<(), TraceError> {
        let summary = self.reader.finish(&mut self.intake)?;
        self.intake.flush();
        self.intake.check()?;
        if let (Some(begun), Some(clock)) = (self.begun, self.options.clock) {
            self.elapsed = clock() - begun;
        }
        self.second.summary = Some(summary);
        // Of a sample asked for; one that had to shrink always keeps something.
        if self.options.sample_rate < 1.0 && self.intake.sample.as_ref().is_some_and(|sample| sample.blocks() == 0) {
            return Err(TraceError::NothingSampled);
        }
        let needs_ledger = self.options.profile || self.options.curves.contains(&PolicyKind::Lru);
        if needs_ledger && self.intake.ledger.is_none() {
            self.second.ledger = self.intake.sample.as_ref().map(|sample| (sample.ledger(None), sample.rate()));
        }
        let footprint = self.distinct_blocks().0;
        if let Some(sample) = &mut self.intake.sample {
            sample.end(footprint);
        }
        self.second.sizes = match self.options.curve_sizes.is_empty() {
            false => self.options.curve_sizes.clone(),
            true => curve_sizes(footprint),
        };
        self.second.sizes.sort_unstable();
        self.second.sizes.dedup();
        let curves = self.options.curves.iter();
        // LRU's curve comes from a ledger, at every size at once.
        let mut stepped: Vec<PolicyKind> = curves.copied().filter(|&kind| kind != PolicyKind::Lru).collect();
        // The sample can only become smaller: who needs the wide one comes first.
        stepped.sort_by_key(|&kind| !needs_wide_sample(kind));
        self.second.points =
            stepped.iter().flat_map(|&kind| (0..self.second.sizes.len()).map(move |size| (kind, size, None))).collect();
        Ok(())
    }

    /// Does one simulation on the sample; false when none is left.
    pub fn step(&mut self) -> bool {
        let Some(sample) = &mut self.intake.sample else { return false };
        let second = &mut self.second;
        if let Some((run, result)) = second.runs.iter_mut().find(|(_, result)| result.is_none()) {
            *result = Some((sample.misses(run.policy, run.size), sample.rate()));
            second.steps += 1;
            return true;
        }
        let Some(point) = second.points.iter().position(|(_, _, misses)| misses.is_none()) else { return false };
        let (kind, size, misses) = &mut second.points[point];
        if second.qualities.last().is_none_or(|&(last, _, _)| last != *kind) {
            let limits = &self.options.limits;
            let requests = if needs_wide_sample(*kind) { limits.wide_requests } else { limits.curves.requests };
            let was_too_large = sample.thin_to(requests);
            if was_too_large || second.qualities.is_empty() {
                second.lru_error = sample.error(&second.sizes, self.intake.requests);
            }
            let error = second.lru_error;
            second.qualities.push((*kind, sample.rate(), error));
        }
        let found = sample.misses(*kind, second.sizes[*size]);
        *misses = Some(found);
        // Policies differ in how they bear being scaled down: what halving the sample changes is likely to be off already.
        let is_checked = *size < CHECKED_ONE_IN || *size % CHECKED_ONE_IN == 0;
        if is_checked && !sample.is_whole() && *kind != PolicyKind::Belady {
            let change = (sample.misses_by_half(*kind, second.sizes[*size]) - found).abs();
            if let Some((_, _, error)) = second.qualities.last_mut() {
                *error = error.max(change / self.intake.requests.max(1) as f64);
            }
        }
        second.steps += 1;
        true
    }

    /// Whether the trace names objects instead of addresses, once a record has been read.
    pub fn objects(&self) -> Option<bool> {
        self.intake.objects
    }

    /// How far the work has come.
    pub fn progress(&self) -> Progress {
        Progress {
            bytes: self.bytes,
            records: self.reader.records(),
            requests: self.intake.requests,
            steps: self.second.steps,
            all_steps: self.second.runs.len() + self.second.points.len(),
        }
    }

    /// The format, once it is known.
    pub fn format(&self) -> Option<Format> {
        self.reader.format()
    }

    /// [`Lab::end`], all steps, and the results.
    pub fn finish(mut self) -> Result<Results, TraceError> {
        self.end()?;
        while self.step() {}
        self.results().ok_or(TraceError::Empty)
    }

    /// Different blocks, and whether that is an estimate.
    fn distinct_blocks(&self) -> (u64, bool) {
        match (&self.intake.ledger, &self.intake.sample) {
            (Some(ledger), _) => (ledger.blocks() as u64, false),
            (None, Some(sample)) => ((sample.blocks() as f64 / sample.rate()).round() as u64, !sample.is_whole()),
            (None, None) => (0, false),
        }
    }

    /// The results; none before [`Lab::end`].
    pub fn results(&self) -> Option<Results> {
        let summary = self.second.summary.clone()?;
        let requests = self.intake.requests;
        let (distinct_blocks, distinct_is_estimate) = self.distinct_blocks();
        Some(Results {
            block_bytes: (!summary.objects).then_some(self.options.block_bytes),
            requests,
            distinct_blocks,
            distinct_is_estimate,
            policies: self.options.runs.iter().filter_map(|&run| self.policy_result(run)).collect(),
            mrc: self.options.curves.iter().map(|&kind| self.curve(kind)).collect(),
            profile: self.profile(&summary),
            summary,
        })
    }

    fn policy_result(&self, run: Run) -> Option<PolicyResult> {
        let requests = self.intake.requests;
        let result = PolicyResult {
            policy: run.policy.name(),
            size: run.size,
            requests,
            hits: 0,
            miss_ratio: 0.0,
            requests_per_s: None,
            sampled: false,
            dirty_evictions: None,
            dirty_at_end: None,
        };
        let ratio = |hits: u64| (requests - hits) as f64 / requests.max(1) as f64;
        if self.options.is_sampled(&run) {
            let (_, found) = self.second.runs.iter().find(|(sampled, _)| *sampled == run)?;
            let (misses, rate) = (*found)?;
            let hits = requests.saturating_sub(misses.round() as u64);
            return Some(PolicyResult { hits, miss_ratio: ratio(hits), sampled: rate < 1.0, ..result });
        }
        let running = self.intake.running.iter().find(|running| running.run == run)?;
        let others: f64 = self.intake.running.iter().map(|other| other.seconds).sum::<f64>() - running.seconds;
        let seconds = self.elapsed - others - self.intake.ledger_seconds;
        let (dirty_evictions, dirty_at_end) = running.dirt();
        Some(PolicyResult {
            hits: running.hits,
            miss_ratio: ratio(running.hits),
            requests_per_s: (seconds > 0.0).then(|| (requests as f64 / seconds).round()),
            dirty_evictions,
            dirty_at_end,
            ..result
        })
    }

    fn curve(&self, kind: PolicyKind) -> Curve {
        let requests = self.intake.requests.max(1) as f64;
        let sizes = &self.second.sizes;
        let rate = self.intake.sample.as_ref().map_or(1.0, Sample::rate);
        let with_ratios = |rate: f64, error: f64, ratios: Vec<f64>| {
            let points =
                sizes.iter().zip(ratios).map(|(&size, ratio)| Point { size, miss_ratio: ratio.clamp(0.0, 1.0) });
            Curve { policy: kind.name(), sample_rate: rate, error, points: points.collect() }
        };
        if kind != PolicyKind::Lru {
            let points = self.second.points.iter().filter(|(of, _, _)| *of == kind);
            let ratios = points.map(|(_, _, misses)| misses.unwrap_or(f64::NAN) / requests).collect();
            let quality = self.second.qualities.iter().find(|(of, _, _)| *of == kind);
            let &(_, rate, error) = quality.unwrap_or(&(kind, rate, 0.0));
            return with_ratios(rate, error, ratios);
        }
        if let (Some(ledger), true) = (&self.intake.ledger, self.options.sample_rate == 1.0) {
            let hits = ledger.lru_hits(sizes);
            let misses = hits.iter().map(|&hits| (self.intake.requests - hits) as f64);
            return with_ratios(1.0, 0.0, misses.map(|misses| misses / requests).collect());
        }
        let Some(sample) = &self.intake.sample else { return with_ratios(rate, 0.0, vec![]) };
        let own = if self.second.ledger.is_none() { Some((sample.ledger(None), rate)) } else { None };
        let Some((ledger, rate)) = self.second.ledger.as_ref().or(own.as_ref()) else {
            return with_ratios(rate, 0.0, vec![]);
        };
        let footprint = self.distinct_blocks().0;
        let capacity = |&size| sample::scaled(size, footprint, *rate, ledger.blocks()) as u64;
        let hits = ledger.lru_hits(&sizes.iter().map(capacity).collect::<Vec<_>>());
        let misses = hits.iter().map(|&hits| (ledger.requests() - hits) as f64 / rate / requests).collect();
        with_ratios(*rate, sample.error(sizes, self.intake.requests), misses)
    }

    fn profile(&self, summary: &Summary) -> Option<Profile> {
        let sequential = self.intake.sequential.as_ref()?;
        let whole = self.intake.ledger.as_ref().map(|ledger| (ledger, 1.0));
        let (ledger, rate) = whole.or(self.second.ledger.as_ref().map(|(ledger, rate)| (ledger, *rate)))?;
        let start_ns = self.intake.first_ns.unwrap_or(0);
        let scale = |count: u64| (count as f64 / rate).round() as u64;
        let working_set = ledger.working_sets().map(|set| Stretch {
            t_s: set.time_ns.saturating_sub(start_ns) as f64 / 1e9,
            requests: scale(set.requests),
            writes: scale(set.writes),
            blocks: scale(set.blocks),
        });
        let blocks = ledger.blocks().max(1) as f64;
        let hottest = ledger.hottest(&[0.01, 0.1, 0.2]);
        Some(Profile {
            write_share: summary.writes as f64 / summary.records.max(1) as f64,
            sequential_share: (!summary.objects && summary.bytes > 0)
                .then(|| sequential.bytes as f64 / summary.bytes as f64),
            mean_jump_bytes: sequential.mean_jump_bytes(),
            reuse_share: 1.0 - self.distinct_blocks().0 as f64 / self.intake.requests.max(1) as f64,
            used_once_share: ledger.used_once() as f64 / blocks,
            hottest: [hottest[0], hottest[1], hottest[2]],
            working_set: working_set.collect(),
            enough: scale(ledger.enough(ENOUGH)),
        })
    }
}

/// Policies that go by frequency don't scale down well. W-TinyLFU compares newcomers with one victim at a time, so a single
/// block can keep others out for a while: in a large cache that averages out, in a small one it shows. LFU keeps what was
/// popular first for good, so on a drifting trace a few blocks more or less of that kind are points of the miss ratio. Even
/// three quarters of a trace come out a point off for a cache of some thousand blocks: whatever is sampled, since it is not the
/// sample that is unlucky but the cache that is small. Only more of the trace helps; where there is no room for it, LFU's curve
/// can be three times as far off as it states, in caches that the sample scales down to a few dozen blocks.
fn needs_wide_sample(kind: PolicyKind) -> bool {
    matches!(kind, PolicyKind::Lfu | PolicyKind::WTinyLfu)
}

/// Sizes from a thousandth of the footprint to all of it, in equal steps of the logarithm.
fn curve_sizes(footprint: u64) -> Vec<u64> {
    let largest = footprint.max(1) as f64;
    let step = libm::pow(1.0 / CURVE_START, 1.0 / (CURVE_POINTS - 1) as f64);
    let size = |i: usize| (largest * CURVE_START * libm::pow(step, i as f64)).round().max(1.0) as u64;
    (0..CURVE_POINTS).map(size).collect()
}
