//! A spatial sample of the trace: all requests for a random subset of the blocks, small enough to keep.
//!
//! SHARDS (Waldspurger et al., FAST 2015) and miniature simulation (the same, USENIX ATC 2017): take the blocks whose hash is
//! below a threshold, and a cache of R·C blocks under the sampled requests behaves as one of C blocks under all, for any
//! policy. Of fixed size: when the sample outgrows its budget, the threshold is lowered and what is above it dropped, so the
//! memory is bounded and the final rate is the largest that fits. Misses are scaled by 1/R and set against the true number of
//! requests (SHARDS-adj): whether the few hottest blocks are in the sample then doesn't matter.

use super::ledger::Ledger;
use super::requests::Requests;
use crate::hash::hash;
use crate::index::Index;
use crate::policy::{AnyPolicy, NEVER, Policy, PolicyKind};

/// The threshold for everything. Only the low 24 bits of a hash decide: the index uses the high ones.
const ALL: u32 = 1 << 24;
/// The bit that splits a sample into halves.
const HALF_BIT: u32 = 1 << 24;
/// Marks a trim in the list of requests.
const TRIM: u32 = 1 << 31;

/// The sampled requests.
#[derive(Clone, Debug)]
pub struct Sample {
    threshold: u32,
    budget: Budget,
    /// The sampled blocks by their number, from 1.
    ids: Vec<u64>,
    index: Index,
    requests: Requests,
    /// Different blocks of the whole trace; more than any cache while it isn't known.
    footprint: u64,
}

/// What a sample may take.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Requests: 4 bytes each.
    pub requests: usize,
    /// Different blocks: up to 40 bytes each.
    pub blocks: usize,
}

impl Sample {
    /// An empty sample of at most this rate, 0 to 1.
    pub fn new(rate: f64, budget: Budget) -> Self {
        let threshold = ((rate * f64::from(ALL)).round() as u32).clamp(1, ALL);
        let (index, requests) = (Index::default(), Requests::default());
        Sample { threshold, budget, ids: vec![0], index, requests, footprint: u64::MAX }
    }

    /// The trace is complete, and had so many different blocks.
    pub fn end(&mut self, footprint: u64) {
        self.footprint = footprint;
    }

    /// The share of blocks in it.
    pub fn rate(&self) -> f64 {
        f64::from(self.threshold) / f64::from(ALL)
    }

    /// Whether it holds the whole trace.
    pub fn is_whole(&self) -> bool {
        self.threshold == ALL
    }

    /// Whether a block with this hash belongs to it.
    #[inline(always)]
    pub fn takes(&self, hash: u32) -> bool {
        hash & (ALL - 1) < self.threshold
    }

    /// Sampled blocks.
    pub fn blocks(&self) -> usize {
        self.ids.len() - 1
    }

    /// Adds a request, if its block belongs to the sample.
    #[inline(always)]
    pub fn access(&mut self, id: u64, hash: u32) {
        if self.takes(hash) {
            self.add(id, hash, 0);
        }
    }

    /// Adds a trim.
    pub fn trim(&mut self, id: u64) {
        let hash = hash(id);
        // A block never seen needs no trim.
        if self.takes(hash) && self.index.find(hash, |number| self.ids[number as usize] == id) != 0 {
            self.add(id, hash, TRIM);
        }
    }

    #[inline]
    fn add(&mut self, id: u64, hash: u32, flag: u32) {
        let mut number = self.index.find(hash, |number| self.ids[number as usize] == id);
        if number == 0 {
            number = self.ids.len() as u32;
            self.ids.push(id);
            self.index.insert(hash, number);
        }
        self.requests.push(number | flag);
        while self.requests.len() > self.budget.requests || self.ids.len() > self.budget.blocks {
            self.thin(self.lower());
        }
    }

    /// The next lower threshold: an eighth less, so that the sample stays near its budget.
    fn lower(&self) -> u32 {
        self.threshold - self.threshold.div_ceil(8)
    }

    /// Lowers the threshold and drops what is above it.
    #[cold]
    #[inline(never)]
    fn thin(&mut self, threshold: u32) {
        if threshold == 0 {
            // A handful of blocks that alone exceed the budget: keep the beginning.
            self.requests.truncate(self.budget.requests);
            return;
        }
        self.threshold = threshold;
        let mut numbers = vec![0u32; self.ids.len()];
        let ids = std::mem::replace(&mut self.ids, vec![0]);
        self.index = Index::default();
        for (old, &id) in ids.iter().enumerate().skip(1) {
            let hash = hash(id);
            if self.takes(hash) {
                numbers[old] = self.ids.len() as u32;
                self.index.insert(hash, numbers[old]);
                self.ids.push(id);
            }
        }
        self.requests.retain_mut(|request| {
            let number = numbers[(*request & !TRIM) as usize];
            *request = *request & TRIM | number;
            number != 0
        });
    }

    /// Thins until at most so many requests are left. Whether it was too large.
    pub fn thin_to(&mut self, requests: usize) -> bool {
        let was_too_large = self.requests.len() > requests;
        while self.requests.len() > requests && self.threshold > 1 {
            self.thin(self.lower());
        }
        was_too_large
    }

    /// The cache in the sample that stands for one of `size` blocks.
    pub fn scaled(&self, size: u64) -> usize {
        self.at_rate(size, self.rate())
    }

    /// The same in a part of the sample.
    fn at_rate(&self, size: u64, rate: f64) -> usize {
        scaled(size, self.footprint, rate, self.blocks())
    }

    /// Simulates a policy on the sample and estimates its misses on the whole trace.
    pub fn misses(&self, kind: PolicyKind, size: u64) -> f64 {
        let policy = AnyPolicy::new(kind, self.scaled(size));
        let misses = match kind {
            PolicyKind::Belady => self.belady_misses(policy),
            _ => self.misses_of(policy, |_| true),
        };
        misses as f64 / self.rate()
    }

    /// The same from one half of the sample, for any policy but Belady's.
    pub fn misses_by_half(&self, kind: PolicyKind, size: u64) -> f64 {
        let rate = self.rate() / 2.0;
        let policy = AnyPolicy::new(kind, self.at_rate(size, rate));
        self.misses_of(policy, |id| hash(id) & HALF_BIT == 0) as f64 / rate
    }

    /// The misses of a policy on those blocks of the sample.
    fn misses_of(&self, mut policy: AnyPolicy, is_wanted: impl Fn(u64) -> bool) -> u64 {
        const BATCH: usize = 4096;
        let mut misses = 0;
        let mut batch = Vec::with_capacity(BATCH);
        for chunk in self.requests.chunks(BATCH) {
            batch.clear();
            for &request in chunk {
                let id = self.ids[(request & !TRIM) as usize];
                if !is_wanted(id) {
                    continue;
                }
                if request & TRIM == 0 {
                    batch.push(id);
                } else {
                    misses += batch.len() as u64 - policy.run(&batch);
                    batch.clear();
                    policy.remove(id);
                }
            }
            misses += batch.len() as u64 - policy.run(&batch);
        }
        misses
    }

    /// The same for the policy that has to be told the future. A trimmed block is as good as one never wanted again.
    fn belady_misses(&self, mut policy: AnyPolicy) -> u64 {
        let mut next = vec![u32::MAX; self.requests.len()];
        let mut upcoming = vec![u32::MAX; self.ids.len()];
        for (i, request) in (0..next.len()).rev().zip(self.requests.iter().rev()) {
            let number = (request & !TRIM) as usize;
            next[i] = upcoming[number];
            upcoming[number] = if request & TRIM == 0 { i as u32 } else { u32::MAX };
        }
        let mut misses = 0;
        for (request, next) in self.requests.iter().zip(next) {
            let id = self.ids[(request & !TRIM) as usize];
            if request & TRIM != 0 {
                policy.remove(id);
                continue;
            }
            policy.next_use(if next == u32::MAX { NEVER } else { u64::from(next) });
            misses += u64::from(!policy.access(id).hit);
        }
        misses
    }

    /// A ledger of the sample, or of one half of it.
    pub fn ledger(&self, half: Option<bool>) -> Ledger {
        let mut ledger = Ledger::default();
        for request in self.requests.iter() {
            let id = self.ids[(request & !TRIM) as usize];
            let hash = hash(id);
            if half.is_some_and(|half| half != (hash & HALF_BIT != 0)) {
                continue;
            }
            if request & TRIM == 0 {
                ledger.access(id, hash, false, 0);
            } else {
                ledger.trim(id);
            }
        }
        ledger
    }

    /// How far off LRU's curve of this sample is likely to be, in miss ratio: half the largest difference between the LRU curves
    /// of the sample's two halves, each scaled to the whole. 0 for the whole trace.
    pub fn error(&self, sizes: &[u64], requests: u64) -> f64 {
        if self.is_whole() {
            return 0.0;
        }
        let rate = self.rate() / 2.0;
        let scaled: Vec<u64> = sizes.iter().map(|&size| self.at_rate(size, rate) as u64).collect();
        let curve = |half| {
            let ledger = self.ledger(Some(half));
            let ratio = |hits: u64| (ledger.requests() - hits) as f64 / rate / requests.max(1) as f64;
            ledger.lru_hits(&scaled).into_iter().map(ratio).collect::<Vec<_>>()
        };
        let (a, b) = (curve(false), curve(true));
        a.iter().zip(&b).map(|(a, b)| (a - b).abs() / 2.0).fold(0.0, f64::max)
    }
}

/// The cache that stands for one of `size` blocks in a sample of this rate, with so many `blocks` of the trace's `footprint`.
/// What holds the whole trace holds the whole sample too, which is by chance a little more or less than its share of the
/// blocks: one block less, and a loop misses always instead of never.
pub fn scaled(size: u64, footprint: u64, rate: f64, blocks: usize) -> usize {
    if size >= footprint { blocks.max(1) } else { ((size as f64 * rate).round() as usize).max(1) }
}
