//! From a trace to a purchase: what an SSD cache of some size would do on this NAS for what the trace recorded.
//!
//! The cache laboratory measures how often caches of any size hit. Here these ratios decide in the simulated NAS which reads
//! its RAM and its SSD cache answer, while drives, link and processor cost what they always do. How fast the SSDs wear
//! follows from the trace's own rates: every write that the cache takes, and every block that it fetches.
//!
//! Accesses that go on where a recent one ended are forecast as streams, which the drives and read-ahead are good at and which
//! caches of NAS systems let pass; the rest as random ones. The trace's bytes take as long as both shares one after the other.
//!
//! Left out: that hits come in bursts, that caches hold parts of streams too, and what SSDs write beyond what they are given
//! (makers state endurance in bytes given).

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::forecast;
use crate::model::params::ParamSet;
use crate::model::plant::Plant;
use crate::report::{ForecastOptions, HitRatios, Latency, Quantity, Report};
use crate::scenario::{CacheMode, CacheRaid, Document, Problem, SsdCache};

/// The SSD of a cache where the scenario has none: a common one of the catalogue, whose endurance is known.
const SSD: &str = "wd-blue-sn550-500gb";
/// Random requests on a NAS are between a page and what a client asks for at once.
const REQUEST_BYTES: (f64, f64) = (4096.0, 1_048_576.0);
/// Below this share of the bytes, streams change no figure that one could see.
const LEAST_STREAMS: f64 = 0.005;
const SECONDS_A_YEAR: f64 = 365.25 * 86_400.0;

/// What the cache laboratory found, as far as it matters here: its results as they are.
#[derive(Clone, Debug, Deserialize)]
pub struct Measured {
    /// None: the trace names objects, which have no size.
    pub block_bytes: Option<f64>,
    pub distinct_blocks: f64,
    pub records: f64,
    pub writes: f64,
    pub bytes: f64,
    pub write_bytes: f64,
    /// 0: the trace has no times.
    pub duration_s: f64,
    pub mrc: Vec<Curve>,
    pub profile: Option<Profile>,
}

/// A miss-ratio curve.
#[derive(Clone, Debug, Deserialize)]
pub struct Curve {
    pub policy: String,
    /// By rising size.
    pub points: Vec<Point>,
}

/// A point of it.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Point {
    /// Blocks.
    pub size: f64,
    pub miss_ratio: f64,
}

/// What the trace is like.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Profile {
    pub sequential_share: Option<f64>,
    pub mean_jump_bytes: Option<f64>,
}

/// What to forecast.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Whose curve counts.
    pub policy: String,
    /// Usable size of the SSD cache, GB; none: no SSD cache.
    pub cache_gb: Option<f64>,
    /// Whether the trace was recorded below the RAM of the NAS, which then has answered its part already.
    pub below_ram: bool,
    /// Accesses under way at once.
    pub in_flight: u32,
}

/// The answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Purchase {
    /// Usable size of the SSD cache, GB; none: no SSD cache.
    pub cache_gb: Option<f64>,
    /// Share of the reads that RAM answers.
    pub ram_hit: f64,
    /// Share of all reads that the SSD cache answers.
    pub ssd_hit: f64,
    /// The forecast of the random accesses, with these ratios.
    pub report: Report,
    /// Of all the trace's bytes: the random ones of the report and the sequential ones, each at their rate.
    pub throughput_mb_s: Option<Quantity>,
    /// Mean of all accesses likewise.
    pub latency_ms: f64,
    /// None: no cache, or a trace without times.
    pub wear: Option<Wear>,
}

/// How fast each SSD of the cache wears.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Wear {
    /// Written to each SSD if the trace went on for a year, TB.
    pub tb_per_year: f64,
    /// What the maker lets one write to an SSD of this size, TB: that of the scenario's SSD, in proportion to its size. None:
    /// not stated.
    pub endurance_tbw: Option<f64>,
    /// How long that lasts.
    pub years: Option<f64>,
}

/// What a cache of one size would do; `None` if the trace has no blocks or no such curve.
pub fn purchase(
    hardware: &Document,
    measured: &Measured,
    question: &Question,
    options: &ForecastOptions,
) -> Result<Option<Purchase>, Vec<Problem>> {
    let curve = measured.mrc.iter().find(|curve| curve.policy == question.policy);
    let (Some(block_bytes), Some(curve)) = (measured.block_bytes, curve) else { return Ok(None) };
    let scenario = with_cache(hardware, measured, question, block_bytes, "random")?.resolve();
    let plant = Plant::new(&scenario.scenario, &ParamSet::calibrated());
    let ram_blocks =
        if question.below_ram || plant.talk.bypass_page_cache { 0.0 } else { plant.page_cache_bytes / block_bytes };
    let ssd_blocks = question.cache_gb.unwrap_or(0.0) * 1e9 / block_bytes;
    let (ram_hit, both) = (curve.hits(ram_blocks), curve.hits(ram_blocks + ssd_blocks));
    let hits = HitRatios { ram: ram_hit, ssd: ((both - ram_hit) / (1.0 - ram_hit).max(1e-12)).clamp(0.0, 1.0) };
    let report = forecast(&scenario, &ForecastOptions { hits: Some(hits), ..*options });
    let streams = measured.profile.and_then(|profile| profile.sequential_share).unwrap_or(0.0);
    let (mut throughput_mb_s, mut latency_ms) = (report.throughput_mb_s, report.latency_ms.mean);
    if streams >= LEAST_STREAMS {
        let scenario = with_cache(hardware, measured, question, block_bytes, "sequential")?.resolve();
        let sequential = forecast(&scenario, options);
        let pair = throughput_mb_s.zip(sequential.throughput_mb_s);
        throughput_mb_s = pair.map(|(random, sequential)| one_after_the_other(random, sequential, streams));
        latency_ms = (1.0 - streams) * latency_ms + streams * sequential.latency_ms.mean;
    }
    let wear = scenario.scenario.ssd_cache.as_ref().filter(|_| measured.duration_s > 0.0);
    let wear = wear.map(|cache| wear_of(cache, measured, 1.0 - both));
    let ssd_hit = (both - ram_hit).max(0.0);
    Ok(Some(Purchase { cache_gb: question.cache_gb, ram_hit, ssd_hit, report, throughput_mb_s, latency_ms, wear }))
}

impl Purchase {
    /// The forecast of all accesses of the trace, the sequential ones included.
    pub fn of_all_accesses(self, measured: &Measured) -> Report {
        let mean_bytes = (measured.bytes / measured.records.max(1.0)).max(1.0);
        let a_second = |rate: f64| rate * 1e6 / mean_bytes;
        let iops = self.throughput_mb_s.map(|Quantity { value, low, high }| Quantity {
            value: a_second(value),
            low: a_second(low),
            high: a_second(high),
        });
        let latency_ms = Latency { mean: self.latency_ms, ..self.report.latency_ms };
        Report { throughput_mb_s: self.throughput_mb_s, iops, latency_ms, ..self.report }
    }
}

/// The rate of bytes of which a share moves at one rate and the rest at another.
fn one_after_the_other(rest: Quantity, share: Quantity, of: f64) -> Quantity {
    let rate = |rest: f64, share: f64| 1.0 / ((1.0 - of) / rest + of / share);
    Quantity { value: rate(rest.value, share.value), low: rate(rest.low, share.low), high: rate(rest.high, share.high) }
}

impl Curve {
    /// The hit ratio of a cache of so many blocks: between two points on the straight line over the size's logarithm, below
    /// the first one on the line from nothing.
    fn hits(&self, blocks: f64) -> f64 {
        let hit = |point: &Point| 1.0 - point.miss_ratio;
        let next = self.points.iter().position(|point| point.size >= blocks);
        match next {
            None => self.points.last().map_or(0.0, hit),
            Some(0) => hit(&self.points[0]) * blocks / self.points[0].size.max(1.0),
            Some(next) => {
                let (a, b) = (&self.points[next - 1], &self.points[next]);
                let along = libm::log(blocks / a.size) / libm::log(b.size / a.size);
                hit(a) + (hit(b) - hit(a)) * along
            }
        }
    }
}

/// The hardware with a cache of this size, and the trace's accesses as its workload: those of this pattern.
fn with_cache(
    hardware: &Document,
    measured: &Measured,
    question: &Question,
    block_bytes: f64,
    pattern: &str,
) -> Result<Document, Vec<Problem>> {
    let mut value = hardware.to_value();
    let mean = measured.bytes / measured.records.max(1.0);
    let request = libm::round(mean.clamp(REQUEST_BYTES.0, REQUEST_BYTES.1) / 4096.0) * 4096.0;
    value["workload"] = json!({
        "kind": "block",
        "pattern": pattern,
        "block_bytes": request as u64,
        "read_percent": libm::round(100.0 * (1.0 - measured.writes / measured.records.max(1.0))),
        "queue_depth": question.in_flight,
        "working_set_gb": (touched_bytes(measured, block_bytes) / 1e9).max(1e-4),
    });
    let Some(cache_gb) = question.cache_gb else {
        value["ssd_cache"] = Value::Null;
        return Document::from_value(&value);
    };
    if !value["ssd_cache"].is_object() {
        value["ssd_cache"] = json!({"mode": "read-write", "drives": {"preset": SSD, "count": 2}});
    }
    if !value["ssd_cache"]["drives"].is_object() {
        value["ssd_cache"]["drives"] = json!({});
    }
    let scenario = Document::from_value(&value)?.resolve().scenario;
    if let Some(cache) = &scenario.ssd_cache {
        let capacity_gb = cache_gb / usable_drives(cache);
        let drives = &mut value["ssd_cache"]["drives"];
        drives["capacity_gb"] = json!(capacity_gb);
        // Of one series, a larger SSD bears as much more.
        drives["endurance_tbw"] =
            json!(cache.drives.endurance_tbw.map(|tbw| tbw * capacity_gb / cache.drives.capacity_gb));
    }
    Document::from_value(&value)
}

/// How much of the volume the drives' arms move over. Two random places of a span lie a third of it apart on average, so
/// that sparse accesses count for the span that they are scattered over.
fn touched_bytes(measured: &Measured, block_bytes: f64) -> f64 {
    let apart = measured.profile.and_then(|profile| profile.mean_jump_bytes).unwrap_or(0.0);
    (measured.distinct_blocks * block_bytes).max(3.0 * apart)
}

/// What a cache's SSDs hold together, GB.
pub fn usable_gb(cache: &SsdCache) -> f64 {
    usable_drives(cache) * cache.drives.capacity_gb
}

/// How many drives' worth of the cache's SSDs can be used.
fn usable_drives(cache: &SsdCache) -> f64 {
    let n = f64::from(cache.drives.count.max(1));
    match cache.raid {
        CacheRaid::Single | CacheRaid::Raid1 => 1.0,
        CacheRaid::Raid5 => (n - 1.0).max(1.0),
        CacheRaid::Raid0 => n,
    }
}

/// What goes to each SSD in a year when `missed` of the reads have to be fetched from the drives.
fn wear_of(cache: &SsdCache, measured: &Measured, missed: f64) -> Wear {
    let sequential = measured.profile.and_then(|profile| profile.sequential_share).unwrap_or(0.0);
    let cached = if cache.skip_sequential { 1.0 - sequential } else { 1.0 };
    let fetched = (measured.bytes - measured.write_bytes) * missed;
    let written = if cache.mode == CacheMode::ReadWrite { measured.write_bytes } else { 0.0 };
    let n = f64::from(cache.drives.count.max(1));
    // As the cache layer lays them out: a copy each, stripes, or data and parity.
    let share = match cache.raid {
        CacheRaid::Single | CacheRaid::Raid1 => 1.0,
        CacheRaid::Raid0 => 1.0 / n,
        CacheRaid::Raid5 => 2.0 / n.max(2.0),
    };
    let tb_per_year = (fetched + written) * cached * share / measured.duration_s * SECONDS_A_YEAR / 1e12;
    let endurance_tbw = cache.drives.endurance_tbw;
    let years = endurance_tbw.filter(|_| tb_per_year > 0.0).map(|tbw| tbw / tb_per_year);
    Wear { tb_per_year, endurance_tbw, years }
}
