//! What the laboratory finds, as plain data.

use crate::trace::Summary;
use serde::Serialize;

/// One policy at one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PolicyResult {
    /// The policy's name.
    pub policy: &'static str,
    /// The cache's size in blocks or objects.
    pub size: u64,
    /// Accesses to single blocks.
    pub requests: u64,
    /// Those that found the block in the cache; an estimate when `sampled`.
    pub hits: u64,
    /// Misses per request.
    pub miss_ratio: f64,
    /// Requests per second of wall time, reading the trace included; none without a clock.
    pub requests_per_s: Option<f64>,
    /// Whether it comes from a spatial sample, because the future of so long a trace can't be kept.
    pub sampled: bool,
    /// Blocks that a write-back cache had to write to the drives when it evicted them; only when asked for.
    pub dirty_evictions: Option<u64>,
    /// Blocks still dirty at the end.
    pub dirty_at_end: Option<u64>,
}

/// A point of a miss-ratio curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Point {
    /// The cache's size in blocks or objects.
    pub size: u64,
    /// Misses per request.
    pub miss_ratio: f64,
}

/// A policy's miss ratio over the size of the cache.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Curve {
    /// The policy's name.
    pub policy: &'static str,
    /// The share of blocks it was found with; 1: all, the curve is exact.
    pub sample_rate: f64,
    /// How far off the points are likely to be, in miss ratio: what halving the sample changes. 0: the curve is exact.
    /// No bound: of LFU and W-TinyLFU on a long trace that drifts, a point may be several times as far off.
    pub error: f64,
    /// By rising size.
    pub points: Vec<Point>,
}

/// A stretch of the trace.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Stretch {
    /// When it begins, in s since the trace began; 0 where the trace has no times.
    pub t_s: f64,
    /// Requests in it.
    pub requests: u64,
    /// Those that write.
    pub writes: u64,
    /// Different blocks touched: the working set of this stretch.
    pub blocks: u64,
}

/// What the trace is like.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Profile {
    /// Share of the records that write.
    pub write_share: f64,
    /// Share of the bytes in records that go on where a recent one ended; none for objects.
    pub sequential_share: Option<f64>,
    /// How far the other records lie from those before them on the same volume, bytes; none for objects.
    pub mean_jump_bytes: Option<f64>,
    /// Share of the requests for a block that was used before: no cache hits more.
    pub reuse_share: f64,
    /// Share of the blocks that are used once only.
    pub used_once_share: f64,
    /// Share of the requests that go to the hottest 1 %, 10 % and 20 % of the blocks.
    pub hottest: [f64; 3],
    /// The working set over time.
    pub working_set: Vec<Stretch>,
    /// The smallest LRU cache within one point of the largest possible hit ratio: more would be wasted.
    pub enough: u64,
}

/// All results.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "CacheResults"))]
pub struct Results {
    /// What the trace held.
    #[serde(flatten)]
    pub summary: Summary,
    /// Bytes of a block; for objects, none.
    pub block_bytes: Option<u64>,
    /// Accesses to single blocks.
    pub requests: u64,
    /// Different blocks.
    pub distinct_blocks: u64,
    /// Whether that is an estimate from the sample.
    pub distinct_is_estimate: bool,
    /// Every policy at every size asked for.
    pub policies: Vec<PolicyResult>,
    /// Miss-ratio curves, when asked for.
    pub mrc: Vec<Curve>,
    /// What the trace is like, when asked for.
    pub profile: Option<Profile>,
}
