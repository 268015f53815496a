//! The intake: takes records, maps them to blocks, and runs everything over them in batches.

use super::address::Addresses;
use super::ledger::Ledger;
use super::sample::{Budget, Sample};
use super::sequential::Sequential;
use super::{Options, Run};
use crate::hash::hash;
use crate::policy::{AnyPolicy, Policy, PolicyKind};
use crate::trace::{Op, Record, Sink, TraceError};
use crate::write_back::WriteBack;

/// Requests that are gathered before the policies run over them: 64 KiB, which stays in the second-level cache.
const BATCH: usize = 8192;
/// Requests whose index lines are asked for together.
const AHEAD: usize = 32;

enum Cache {
    Plain(Box<AnyPolicy>),
    WriteBack(Box<WriteBack<AnyPolicy>>),
}

/// A run and what it found so far.
pub struct Running {
    pub run: Run,
    cache: Cache,
    pub hits: u64,
    pub seconds: f64,
    dirty_evictions: u64,
}

impl Running {
    fn new(run: Run, write_back: bool) -> Self {
        let policy = AnyPolicy::new(run.policy, usize::try_from(run.size).unwrap_or(usize::MAX));
        let cache = match write_back {
            true => Cache::WriteBack(Box::new(WriteBack::new(policy))),
            false => Cache::Plain(Box::new(policy)),
        };
        Running { run, cache, hits: 0, seconds: 0.0, dirty_evictions: 0 }
    }

    fn run(&mut self, ids: &[u64], writes: &[bool]) {
        match &mut self.cache {
            Cache::Plain(policy) => self.hits += policy.run(ids),
            Cache::WriteBack(cache) => {
                for (&id, &is_write) in ids.iter().zip(writes) {
                    let outcome = cache.access(id, is_write);
                    self.hits += u64::from(outcome.hit);
                    self.dirty_evictions += u64::from(outcome.evicted.is_some_and(|(_, dirty)| dirty));
                }
            }
        }
    }

    fn remove(&mut self, id: u64) {
        match &mut self.cache {
            Cache::Plain(policy) => policy.remove(id),
            Cache::WriteBack(cache) => cache.remove(id),
        };
    }

    /// Dirty blocks evicted and left, for a write-back cache.
    pub fn dirt(&self) -> (Option<u64>, Option<u64>) {
        match &self.cache {
            Cache::Plain(_) => (None, None),
            Cache::WriteBack(cache) => (Some(self.dirty_evictions), Some(cache.dirty() as u64)),
        }
    }
}

/// What gathers the records.
pub struct Intake {
    addresses: Addresses,
    batch: Vec<u64>,
    /// Whether the request in the same place of the batch writes.
    writes: Vec<bool>,
    /// When the batch began.
    batch_ns: u64,
    /// Whether the trace names objects.
    pub objects: Option<bool>,
    /// When the trace began.
    pub first_ns: Option<u64>,
    pub running: Vec<Running>,
    /// The ledger of the whole trace, as long as it may be kept.
    pub ledger: Option<Ledger>,
    ledger_blocks: usize,
    pub sample: Option<Sample>,
    pub sequential: Option<Sequential>,
    /// Whether anyone asks which requests write.
    needs_writes: bool,
    pub requests: u64,
    clock: Option<fn() -> f64>,
    /// Seconds spent on the ledger and the sample, which are no part of any policy's speed.
    pub ledger_seconds: f64,
}

impl Intake {
    pub fn new(options: &Options) -> Self {
        let Budget { mut requests, blocks } = options.limits.curves;
        if options.curves.iter().any(|&kind| super::needs_wide_sample(kind)) {
            requests = requests.max(options.limits.wide_requests);
        }
        let whole = options.sample_rate == 1.0;
        let sampled_runs = options.runs.iter().any(|run| options.is_sampled(run));
        let budget = match sampled_runs && whole {
            true => Budget { requests: options.limits.future_requests.max(requests), blocks: usize::MAX },
            false => Budget { requests, blocks },
        };
        let wants_lru = options.curves.contains(&PolicyKind::Lru);
        let wants_others = options.curves.iter().any(|&kind| kind != PolicyKind::Lru);
        let wants_ledger = options.profile || wants_lru && whole;
        let may_lose_ledger = wants_ledger && options.limits.ledger_blocks < usize::MAX;
        let wants_sample = sampled_runs || wants_others || wants_lru && !whole || may_lose_ledger;
        let runs = options.runs.iter().filter(|run| !options.is_sampled(run));
        Intake {
            addresses: Addresses::new(options.block_bytes),
            batch: Vec::with_capacity(BATCH),
            writes: Vec::with_capacity(BATCH),
            batch_ns: 0,
            objects: None,
            first_ns: None,
            running: runs.map(|&run| Running::new(run, options.write_back)).collect(),
            ledger: wants_ledger.then(Ledger::default),
            ledger_blocks: options.limits.ledger_blocks,
            sample: wants_sample.then(|| Sample::new(options.sample_rate, budget)),
            sequential: options.profile.then(Sequential::default),
            needs_writes: options.write_back || options.profile,
            requests: 0,
            clock: options.clock,
            ledger_seconds: 0.0,
        }
    }

    /// Whether the trace still makes sense.
    pub fn check(&self) -> Result<(), TraceError> {
        if self.addresses.overflow { Err(TraceError::AddressesTooFarApart) } else { Ok(()) }
    }

    fn now(&self) -> f64 {
        self.clock.map_or(0.0, |clock| clock())
    }

    /// Runs everything over the batch.
    pub fn flush(&mut self) {
        if self.batch.is_empty() {
            return;
        }
        let mut begun = self.now();
        for i in 0..self.running.len() {
            self.running[i].run(&self.batch, &self.writes);
            let now = self.now();
            self.running[i].seconds += now - begun;
            begun = now;
        }
        self.note();
        self.ledger_seconds += self.now() - begun;
        self.requests += self.batch.len() as u64;
        self.batch.clear();
        self.writes.clear();
    }

    /// Enters the batch into the ledger and the sample.
    fn note(&mut self) {
        if self.ledger.is_none() && self.sample.is_none() {
            return;
        }
        let mut hashes = [0u32; AHEAD];
        let writes = self.writes.chunks(AHEAD).chain(std::iter::repeat(&[][..]));
        for (ids, writes) in self.batch.chunks(AHEAD).zip(writes) {
            for (h, &id) in hashes.iter_mut().zip(ids) {
                *h = hash(id);
            }
            if let Some(sample) = &mut self.sample {
                for (&id, &hash) in ids.iter().zip(&hashes) {
                    sample.access(id, hash);
                }
            }
            let Some(ledger) = &mut self.ledger else { continue };
            let seen = hashes[..ids.len()].iter().fold(0, |seen, &hash| seen ^ ledger.glance(hash));
            std::hint::black_box(seen);
            for (i, (&id, &hash)) in ids.iter().zip(&hashes).enumerate() {
                ledger.access(id, hash, writes.get(i).copied().unwrap_or(false), self.batch_ns);
            }
            if ledger.blocks() > self.ledger_blocks {
                self.ledger = None;
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn trim(&mut self, record: &Record) {
        self.flush();
        let Intake { addresses, running, ledger, sample, .. } = self;
        addresses.blocks(record, |id| {
            for running in running.iter_mut() {
                running.remove(id);
            }
            if let Some(ledger) = ledger {
                ledger.trim(id);
            }
            if let Some(sample) = sample {
                sample.trim(id);
            }
        });
    }
}

impl Sink for Intake {
    #[inline(always)]
    fn record(&mut self, record: &Record) {
        if record.op == Op::Trim {
            return self.trim(record);
        }
        if self.batch.is_empty() {
            self.batch_ns = record.time_ns;
            self.first_ns.get_or_insert(record.time_ns);
            self.objects.get_or_insert(record.object);
        }
        if let (Some(sequential), false) = (&mut self.sequential, record.object) {
            sequential.note(record);
        }
        let Intake { addresses, batch, .. } = self;
        addresses.blocks(record, |id| batch.push(id));
        if self.needs_writes {
            self.writes.resize(self.batch.len(), record.op == Op::Write);
        }
        if self.batch.len() >= BATCH {
            self.flush();
        }
    }
}
