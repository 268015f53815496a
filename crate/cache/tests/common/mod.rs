//! Small random traces, the same in every run.

#![allow(dead_code)] // Every test file uses its own part.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub type Random = Xoshiro256PlusPlus;

pub fn random(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// An access, or a trim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Access(u64),
    Trim(u64),
}

/// A short trace over few blocks: uniform, skewed, looping, or with scans through it, and with trims if wanted.
pub fn small_trace(random: &mut Random, trims: bool) -> Vec<Step> {
    let blocks = random.random_range(1..24u64);
    let kind = random.random_range(0..4);
    let stride = [1, 7, 512, 1 << 40][random.random_range(0..4)];
    (0..random.random_range(1..200u64))
        .map(|i| {
            let block = match kind {
                0 => random.random_range(0..blocks),
                1 => random.random_range(0..blocks).min(random.random_range(0..blocks)),
                2 => i % blocks,
                _ if i / 16 % 3 == 2 => 100 + i,
                _ => random.random_range(0..blocks),
            };
            let id = block * stride;
            if trims && random.random_range(0..12) == 0 { Step::Trim(id) } else { Step::Access(id) }
        })
        .collect()
}

/// The accesses of a trace.
pub fn accesses(trace: &[Step]) -> Vec<u64> {
    trace.iter().filter_map(|step| if let Step::Access(id) = step { Some(*id) } else { None }).collect()
}

use nas_forecast_cache::trace::{Format, Op, Reader, Record, Sink, Summary, TraceError};

/// Keeps what it is given.
#[derive(Default)]
pub struct Kept(pub Vec<Record>);

impl Sink for Kept {
    fn record(&mut self, record: &Record) {
        self.0.push(*record);
    }
}

/// Reads a trace in chunks of this size.
pub fn read_in(format: Option<Format>, data: &[u8], chunk: usize) -> Result<(Vec<Record>, Summary), TraceError> {
    let mut kept = Kept::default();
    let mut reader = Reader::new(format);
    for chunk in data.chunks(chunk.max(1)) {
        reader.feed(chunk, &mut kept)?;
    }
    let summary = reader.finish(&mut kept)?;
    Ok((kept.0, summary))
}

/// Reads a trace whose format is to be found.
pub fn read(data: impl AsRef<[u8]>) -> Result<(Vec<Record>, Summary), TraceError> {
    read_in(None, data.as_ref(), 1 << 16)
}

/// (operation, volume, start, bytes) of every record.
pub fn short(records: &[Record]) -> Vec<(Op, u32, u64, u64)> {
    records.iter().map(|r| (r.op, r.volume, r.start, r.bytes)).collect()
}
