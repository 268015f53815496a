//! What to buy next: every sensible single upgrade, simulated on the reader's own mix of workloads and ranked by gain.
//!
//! Two passes. A draft of every upgrade shows who may be the best; those within the drafts' error of the lead are then simulated
//! in full, until none that wasn't could still take it. Every simulation draws the same random numbers, so that what an
//! upgrade doesn't touch doesn't move. The work is a list of independent [`Job`]s: whoever runs them may run
//! several at once, stop between two, and hand the results to a new [`Advisor`] later.

mod candidates;
mod gain;
mod rating;
mod types;

pub use types::{
    Advice, AdviceRequest, Job, Measured, Plan, RatedUpgrade, Sample, Upgrade, Verdict, WorkloadGain, Worth,
};

use crate::catalog::SUITE;
use crate::engine::world::STATIONS;
use crate::forecast;
use crate::report::interval::dependence;
use crate::report::{Effort, ForecastOptions, Report};
use crate::scenario::{Code, Document, Problem, Scenario, Workload};
use candidates::{Candidate, candidates};
use gain::Gain;
use rating::most_first;
use serde_json::json;
use std::collections::BTreeMap;
use types::OWN;

/// Upgrades that are always simulated in full.
const FULL_AT_LEAST: usize = 3;
/// Beyond the simulation's own noise, how far a draft's gain may be from the full one, as a logarithm: its sample of the
/// working set is an eighth of the full one's. The brute-force test shows what is enough.
const DRAFT_ERROR: f64 = 0.02;

/// Advice in the making.
pub struct Advisor {
    document: Document,
    request: AdviceRequest,
    /// Workloads that count and can be run on this hardware, with their share of the score.
    shares: Vec<(String, f64)>,
    candidates: Vec<Candidate>,
    /// Results by effort (draft first) and upgrade (`None`: the scenario as it is), each by workload.
    samples: [BTreeMap<Option<String>, Samples>; 2],
    done: u32,
}

type Samples = BTreeMap<String, Option<Sample>>;

impl Advisor {
    /// Advice on the hardware of `document`; refuses a request about workloads that don't exist or weights that weigh nothing.
    pub fn new(document: &Document, request: AdviceRequest) -> Result<Self, Vec<Problem>> {
        let weights = weights(&request)?;
        // An array without redundancy has nothing to rebuild from: that workload doesn't count.
        let possible = weights.into_iter().filter(|(id, _)| with_workload(document, id).is_ok()).collect::<Vec<_>>();
        let total: f64 = possible.iter().map(|(_, weight)| weight).sum();
        let shares = possible.into_iter().map(|(id, weight)| (id, weight / total)).collect();
        let candidates = candidates(document);
        Ok(Self { document: document.clone(), request, shares, candidates, samples: Default::default(), done: 0 })
    }

    /// Every upgrade that is simulated.
    pub fn upgrades(&self) -> impl Iterator<Item = &Upgrade> {
        self.candidates.iter().map(|candidate| &candidate.upgrade)
    }

    /// What to simulate next, in any order or all at once; empty once the advice stands.
    pub fn jobs(&self) -> Vec<Job> {
        let everything = std::iter::once(None).chain(self.upgrades().map(|upgrade| Some(upgrade.id.clone())));
        let drafts: Vec<Job> = everything.filter_map(|upgrade| self.missing(upgrade, Effort::Draft)).collect();
        if !drafts.is_empty() {
            return drafts;
        }
        let finalists = self.finalists().into_iter().map(Some);
        std::iter::once(None).chain(finalists).filter_map(|upgrade| self.missing(upgrade, Effort::Full)).collect()
    }

    /// The job that completes an upgrade's results, if any is missing.
    fn missing(&self, upgrade: Option<String>, effort: Effort) -> Option<Job> {
        let have = self.samples[effort as usize].get(&upgrade);
        let lacks = |id: &&String| !have.is_some_and(|samples| samples.contains_key(*id));
        let workloads: Vec<String> = self.shares.iter().map(|(id, _)| id).filter(lacks).cloned().collect();
        (!workloads.is_empty()).then_some(Job { upgrade, effort, workloads })
    }

    /// Who could be the best, given the drafts and what is simulated in full so far.
    fn finalists(&self) -> Vec<String> {
        let mut drafts: Vec<(&str, Gain)> = self
            .upgrades()
            .filter_map(|upgrade| Some((upgrade.id.as_str(), self.gain(&upgrade.id, Effort::Draft)?)))
            .collect();
        most_first(&mut drafts, |(_, gain)| gain.ratio());
        let full = |id: &str| self.gain(id, Effort::Full).map(|gain| gain.ratio());
        let sure = drafts.iter().filter_map(|(id, _)| full(id)).fold(0.0, f64::max);
        let lead = drafts.first().map_or(0.0, |(_, gain)| gain.ratio());
        let error = self.draft_error();
        let to_beat = if sure > 0.0 { sure } else { lead * libm::exp(-error) };
        let hopeful = |gain: &Gain| gain.ratio() * libm::exp(error + 3.0 * gain.noise()) >= to_beat;
        drafts
            .iter()
            .enumerate()
            .filter(|(place, (id, gain))| *place < FULL_AT_LEAST || full(id).is_some() || hopeful(gain))
            .map(|(_, (id, _))| (*id).to_owned())
            .collect()
    }

    /// How far a draft's gain may be off, as a logarithm. Where the NAS's own draft missed what a full simulation shows
    /// (memory and drives' caches that fill later), those of the upgrades may have missed as much, the other way.
    fn draft_error(&self) -> f64 {
        let samples = |effort: Effort| self.samples[effort as usize].get(&None);
        let (Some(drafts), Some(full)) = (samples(Effort::Draft), samples(Effort::Full)) else { return DRAFT_ERROR };
        let missed = self.shares.iter().filter_map(|(workload, share)| {
            let gain = Gain::of(drafts.get(workload)?.as_ref()?, full.get(workload)?.as_ref()?)?;
            Some(share * libm::log(gain.ratio()).abs())
        });
        DRAFT_ERROR + std::f64::consts::SQRT_2 * missed.sum::<f64>()
    }

    /// An upgrade's gain over the workloads; `None` before all of them are simulated.
    fn gain(&self, id: &str, effort: Effort) -> Option<Gain> {
        let mut mean = Gain::default();
        for (_, share, gain) in self.gains(id, effort)? {
            mean.add(share, &gain);
        }
        Some(mean)
    }

    /// Workload by workload: its id, its share and the gain.
    fn gains(&self, id: &str, effort: Effort) -> Option<Vec<(&str, f64, Gain)>> {
        let before = self.samples[effort as usize].get(&None)?;
        let after = self.samples[effort as usize].get(&Some(id.to_owned()))?;
        let gain = |workload: &String| match (before.get(workload)?, after.get(workload)?) {
            (Some(before), Some(after)) => Some(Gain::of(before, after).unwrap_or_default()),
            _ => Some(Gain::default()),
        };
        self.shares.iter().map(|(workload, share)| Some((workload.as_str(), *share, gain(workload)?))).collect()
    }

    /// Simulates a job. Needs nothing but what the advisor was made with, so jobs may run side by side.
    pub fn run(&self, job: &Job) -> Measured {
        let options = ForecastOptions { seed: self.request.seed, effort: job.effort, ..ForecastOptions::default() };
        let upgraded = job.upgrade.as_ref().and_then(|id| self.candidate(id)).map(|candidate| &candidate.document);
        let mut samples = BTreeMap::new();
        for id in &job.workloads {
            let Ok(document) = with_workload(upgraded.unwrap_or(&self.document), id) else { continue };
            let untouched = upgraded.is_some()
                && with_workload(&self.document, id)
                    .is_ok_and(|before| is_the_same(&before.resolve().scenario, &document.resolve().scenario));
            let sample = (!untouched).then(|| sample(&forecast(&document.resolve(), &options)));
            samples.insert(id.clone(), sample);
        }
        Measured { upgrade: job.upgrade.clone(), effort: job.effort, samples }
    }

    fn candidate(&self, id: &str) -> Option<&Candidate> {
        self.candidates.iter().find(|candidate| candidate.upgrade.id == id)
    }

    /// Takes the result of a job.
    pub fn record(&mut self, measured: Measured) {
        self.done += 1;
        self.samples[measured.effort as usize].entry(measured.upgrade).or_default().extend(measured.samples);
    }

    /// Runs one job; false once there is none left.
    pub fn step(&mut self) -> bool {
        let Some(job) = self.jobs().into_iter().next() else { return false };
        let measured = self.run(&job);
        self.record(measured);
        true
    }

    /// What is known and what is left to do.
    pub fn plan(&self) -> Plan {
        let jobs = self.jobs();
        Plan { done: self.done, total: self.done + jobs.len() as u32, jobs, advice: self.advice() }
    }
}

/// Advice from beginning to end.
///
/// ```
/// use nas_forecast_core::{advise, scenario};
///
/// let nas = scenario::read_hardware(r#"{"version": 1, "nas": {"preset": "synology-ds918-plus"}}"#).unwrap();
/// let request = advise::AdviceRequest::read(r#"{"weights": {"big-file-read": 1}}"#).unwrap();
/// let advice = advise::advise(&nas, request).unwrap();
/// assert_eq!(advice.upgrades[0].upgrade.id, "link-10");
/// ```
pub fn advise(document: &Document, request: AdviceRequest) -> Result<Advice, Vec<Problem>> {
    let mut advisor = Advisor::new(document, request)?;
    while advisor.step() {}
    Ok(advisor.advice())
}

/// The weights that count, in the suite's order.
fn weights(request: &AdviceRequest) -> Result<Vec<(String, f64)>, Vec<Problem>> {
    if request.weights.is_empty() {
        return Ok(SUITE.iter().map(|id| ((*id).to_owned(), 1.0)).collect());
    }
    let known = || SUITE.into_iter().chain([OWN]);
    let mut problems = Vec::new();
    for (id, weight) in &request.weights {
        let path = format!("weights.{id}");
        if !known().any(|name| name == id) {
            problems.push(Problem::new(path, Code::UnknownPreset).value(&json!(id)).nearest(id, known()));
        } else if !(weight.is_finite() && *weight >= 0.0) {
            problems.push(Problem::new(path, Code::OutOfRange).value(&json!(weight)));
        }
    }
    let weights: Vec<(String, f64)> = known()
        .filter_map(|id| Some((id.to_owned(), *request.weights.get(id)?)))
        .filter(|(_, weight)| *weight > 0.0)
        .collect();
    if problems.is_empty() && weights.is_empty() {
        problems.push(Problem::new("weights", Code::Required));
    }
    if problems.is_empty() { Ok(weights) } else { Err(problems) }
}

fn with_workload(document: &Document, id: &str) -> Result<Document, Vec<Problem>> {
    if id == OWN { Ok(document.clone()) } else { document.with_workload(id) }
}

/// Whether two scenarios differ only in what their workload doesn't touch: a rebuild happens inside the NAS.
fn is_the_same(before: &Scenario, after: &Scenario) -> bool {
    let mut after = after.clone();
    if matches!(after.workload, Workload::Rebuild(_)) {
        after.client = before.client.clone();
        after.protocol = before.protocol.clone();
        after.network = before.network.clone();
    } else if !after.protocol.kind.uses_network() {
        after.network = before.network.clone();
    }
    after == *before
}

/// What advice needs of a report.
fn sample(report: &Report) -> Sample {
    let value = |quantity: Option<crate::report::Quantity>| quantity.map(|quantity| quantity.value);
    let speed = value(report.duration_s)
        .map(|seconds| 1.0 / seconds)
        .or(value(report.throughput_mb_s))
        .or(value(report.iops))
        .or(value(report.files_per_s))
        .unwrap_or(0.0);
    let mut shares = [0.0; STATIONS];
    let mut used = [0.0; STATIONS];
    for (index, station) in report.stations.iter().enumerate().take(STATIONS) {
        (shares[index], used[index]) = (station.time_share, station.utilisation);
    }
    // A report gives the half width of a 95 % interval, in per cent.
    Sample { speed, noise: report.run.noise_percent / 100.0 / 1.96, dependence: dependence(&shares, &used) }
}
