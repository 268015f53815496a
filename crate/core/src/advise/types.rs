//! What advice is asked for with and what it says. All of it crosses to JavaScript; codes and data, no sentences.

use crate::engine::world::STATIONS;
use crate::report::{Effort, Quantity};
use crate::scenario::{Code, Problem};
use crate::tree;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What the reader does with the NAS, and what upgrades would cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct AdviceRequest {
    /// How much each workload counts, by its id in the suite, or `own` for the document's. Empty: the whole suite, all alike.
    pub weights: BTreeMap<String, f64>,
    /// Price of an upgrade by its id, in whatever currency.
    pub prices: BTreeMap<String, f64>,
    /// Seed of every simulation: with and without the upgrade the same random numbers are drawn.
    pub seed: u64,
}

impl Default for AdviceRequest {
    fn default() -> Self {
        Self { weights: BTreeMap::new(), prices: BTreeMap::new(), seed: 42 }
    }
}

/// The weight's name of the workload that stands in the document itself.
pub(super) const OWN: &str = "own";

impl AdviceRequest {
    /// Whether the document's own workload counts, so that it has to be there.
    pub fn weighs_own(&self) -> bool {
        self.weights.contains_key(OWN)
    }

    /// Reads a request from JSON text.
    pub fn read(text: &str) -> Result<Self, Vec<Problem>> {
        let refuse = |error: String| vec![Problem::new("", Code::Syntax).value(&Value::String(error))];
        let tree = serde_json::from_str::<Value>(text).map_err(|error| refuse(error.to_string()))?;
        tree::read(&tree).map_err(|error| refuse(error.to_string()))
    }
}

/// One change to buy or to make, as a merge patch on the scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Upgrade {
    /// Unique among the upgrades of one scenario: `cache-2x500`.
    pub id: String,
    /// What it is: `link`, `links`, `mtu`, `ram`, `cpu`, `drive`, `raid`, `ssd`, `cache`, `no-cache`, `skip-sequential`,
    /// `cache-sequential`, `protocol` or `async`.
    pub code: &'static str,
    /// Figures for the sentence that the page makes of the code.
    pub args: Value,
    /// RFC 7396 merge patch that makes the upgraded scenario.
    pub patch: Value,
    /// Whether it has to be bought; a setting is free.
    pub costs: bool,
    /// Stations whose hardware or software is another one with it: how wrong a forecast is about the old one says
    /// nothing about the new one.
    #[serde(skip)]
    pub(super) renewed: &'static [&'static str],
}

/// Something to simulate: an upgrade, or with null the scenario as it is, on some workloads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Job {
    /// The upgrade's id.
    pub upgrade: Option<String>,
    /// Budget of each simulation.
    pub effort: Effort,
    /// Ids of the workloads to forecast.
    pub workloads: Vec<String>,
}

/// The result of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Measured {
    /// The upgrade's id; null for the scenario as it is.
    pub upgrade: Option<String>,
    /// Budget of each simulation.
    pub effort: Effort,
    /// By workload; null where the upgrade changes nothing that this workload touches.
    pub samples: BTreeMap<String, Option<Sample>>,
}

/// What advice needs of one report.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sample {
    /// Bytes, files or whole runs per second: only its ratio to another one means something.
    pub speed: f64,
    /// Standard deviation of the simulation itself, relative.
    pub noise: f64,
    /// How much the speed depends on each station, summing to 1.
    pub dependence: [f64; STATIONS],
}

/// What an upgrade is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Worth {
    /// Faster by more than 3 %.
    Gain,
    /// No difference that counts.
    WithinNoise,
    /// Slower by more than 3 %.
    Slower,
    /// The SSD cache makes it slower by more than 3 %.
    CacheHurts,
}

/// How much faster one workload gets.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorkloadGain {
    /// The workload's id.
    pub id: String,
    /// Its share of the score, 0..1.
    pub share: f64,
    /// Speed with the upgrade over speed without it, with its 80 % interval.
    pub speed_up: Quantity,
}

/// An upgrade and what it brings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatedUpgrade {
    /// The upgrade.
    #[serde(flatten)]
    pub upgrade: Upgrade,
    /// Effort of the simulations behind the figures: the best ones are simulated in full.
    pub effort: Effort,
    /// Weighted geometric mean of the workloads' speed-ups, with its 80 % interval.
    pub speed_up: Quantity,
    /// Each workload by itself.
    pub workloads: Vec<WorkloadGain>,
    /// The figure in a word.
    pub worth: Worth,
    /// Price that the reader gave.
    pub price: Option<f64>,
    /// Per cent of speed per unit of money.
    pub gain_percent_per_price: Option<f64>,
}

/// What can be said about the upgrades as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing that costs money brings 3 %.
    NothingWorthBuying,
    /// A free setting brings 3 % or more.
    SettingHelps,
    /// Without its SSD cache the NAS would be faster by 3 % or more.
    CacheHurts,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Advice {
    /// Version of the format.
    pub version: u32,
    /// Seed of the simulations.
    pub seed: u64,
    /// Best first.
    pub upgrades: Vec<RatedUpgrade>,
    /// Ids of the upgrades with a price that gain something, most gain for the money first.
    pub by_price: Vec<String>,
    /// What can be said about all of them.
    pub verdicts: Vec<Verdict>,
}

/// How far the advice has come.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Plan {
    /// What to simulate next, in any order or all at once; empty: the advice stands.
    pub jobs: Vec<Job>,
    /// Jobs that are done.
    pub done: u32,
    /// Jobs that are done or known to be needed; grows when the first pass shows who deserves a closer look.
    pub total: u32,
    /// What can be said so far.
    pub advice: Advice,
}
