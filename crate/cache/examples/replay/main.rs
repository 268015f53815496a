//! Makes reference traces and runs the laboratory on them, for the comparisons in `tests/bench`.
//!
//! `replay make KIND FILE REQUESTS` writes a trace of libCacheSim's 24-byte records: `zipf` (1 M blocks, exponent 1), `scan`
//! (long one-time scans through a hot set), `loop` (120,000 blocks in turn) or `shift` (popularity that drifts). `replay run
//! FILE SIZE POLICY` prints a JSON line: one policy, one pass over the file, reading included. `replay ratios FILE SIZES
//! POLICY…` prints one for every policy and size; `peer-arc` and `peer-w-tiny-lfu` are these policies with libCacheSim's
//! settings. `replay curves FILE POLICY…` compares curves of 32 sizes, sampled within a browser's limits, with exact runs.

mod peer_w_tiny_lfu;

use nas_forecast_cache::Policy;
use nas_forecast_cache::lab::{Lab, Limits, Options, Results, Run};
use nas_forecast_cache::policy::Arc;
use nas_forecast_cache::trace::{Reader, Record, Sink};
use peer_w_tiny_lfu::PeerWTinyLfu;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Read, Write};

/// Bytes read at once.
const CHUNK: usize = 64 << 10;

/// Ranks with P(rank) ~ 1/rank^exponent.
struct Zipf {
    cumulated: Vec<f64>,
}

impl Zipf {
    fn new(blocks: usize, exponent: f64) -> Self {
        let mut sum = 0.0;
        let mut add = |rank: usize| {
            sum += 1.0 / libm::pow(rank as f64, exponent);
            sum
        };
        Zipf { cumulated: (1..=blocks).map(&mut add).collect() }
    }

    fn draw(&self, random: &mut impl Rng) -> u64 {
        let sum = self.cumulated[self.cumulated.len() - 1];
        let at = random.random::<f64>() * sum;
        self.cumulated.partition_point(|&c| c <= at) as u64
    }
}

fn blocks(kind: &str, requests: u64) -> Result<Vec<u64>, Box<dyn Error>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(42);
    let mut draw = |zipf: &Zipf, _: u64| zipf.draw(&mut random);
    Ok(match kind {
        "zipf" => {
            let zipf = Zipf::new(1_000_000, 1.0);
            (0..requests).map(|i| draw(&zipf, i)).collect()
        }
        "scan" => {
            let zipf = Zipf::new(200_000, 0.9);
            let hot_or_scan = |i: u64| {
                let (round, step) = (i / 500_000, i % 500_000);
                if step < 150_000 { 1_000_000 + round * 150_000 + step } else { draw(&zipf, i) }
            };
            (0..requests).map(hot_or_scan).collect()
        }
        "loop" => (0..requests).map(|i| i % 120_000).collect(),
        "shift" => {
            let zipf = Zipf::new(400_000, 1.0);
            (0..requests).map(|i| draw(&zipf, i) + i / 1000 * 40).collect()
        }
        _ => return Err("zipf, scan, loop or shift".into()),
    })
}

/// Spreads block numbers over 64 bits, as the traces of real volumes are sparse: a bijection.
fn sparse(block: u64) -> u64 {
    let x = (block ^ block >> 31).wrapping_mul(0x7FB5_D329_728E_A185);
    (x ^ x >> 27).wrapping_mul(0x81DA_DEF4_BC2D_D44D)
}

fn make(kind: &str, path: &str, requests: u64) -> Result<(), Box<dyn Error>> {
    let blocks = blocks(kind, requests)?;
    let mut upcoming = std::collections::BTreeMap::new();
    let mut next = vec![-1i64; blocks.len()];
    for (i, &block) in blocks.iter().enumerate().rev() {
        if let Some(later) = upcoming.insert(block, i as i64) {
            next[i] = later;
        }
    }
    let mut out = BufWriter::new(File::create(path)?);
    for (i, (&block, next)) in blocks.iter().zip(next).enumerate() {
        out.write_all(&(i as u32 / 1000).to_le_bytes())?;
        out.write_all(&sparse(block).to_le_bytes())?;
        out.write_all(&4096u32.to_le_bytes())?;
        out.write_all(&next.to_le_bytes())?;
    }
    Ok(out.flush()?)
}

fn results(path: &str, options: Options) -> Result<Results, Box<dyn Error>> {
    let mut lab = Lab::new(options);
    each_chunk(path, |chunk| Ok(lab.feed(chunk).map_err(|error| format!("{error:?}"))?))?;
    Ok(lab.finish().map_err(|error| format!("{error:?}"))?)
}

fn each_chunk(path: &str, mut each: impl FnMut(&[u8]) -> Result<(), Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; CHUNK];
    loop {
        let n = file.read(&mut buffer)?;
        if n == 0 {
            return Ok(());
        }
        each(&buffer[..n])?;
    }
}

fn run(path: &str, size: u64, policy: &str) -> Result<(), Box<dyn Error>> {
    let runs = vec![Run { policy: policy.parse()?, size }];
    print_ratios(&results(path, Options { runs, profile: false, ..Options::default() })?);
    Ok(())
}

fn print_ratios(results: &Results) {
    for result in &results.policies {
        print_ratio(result.policy, result.size, result.miss_ratio);
    }
}

fn print_ratio(policy: &str, size: u64, miss_ratio: f64) {
    println!("{{\"policy\": \"{policy}\", \"size\": {size}, \"miss_ratio\": {miss_ratio}}}");
}

/// The ids of a trace of objects.
#[derive(Default)]
struct Ids(Vec<u64>);

impl Sink for Ids {
    fn record(&mut self, record: &Record) {
        self.0.push(record.start);
    }
}

fn ratios(path: &str, sizes: &str, policies: &[&str]) -> Result<(), Box<dyn Error>> {
    let sizes = sizes.split(',').map(str::parse).collect::<Result<Vec<u64>, _>>()?;
    let (peers, ours): (Vec<&str>, Vec<&str>) = policies.iter().partition(|name| name.starts_with("peer-"));
    let mut runs = vec![];
    for policy in ours {
        let policy = policy.parse()?;
        runs.extend(sizes.iter().map(|&size| Run { policy, size }));
    }
    print_ratios(&results(path, Options { runs, profile: false, ..Options::default() })?);
    if peers.is_empty() {
        return Ok(());
    }
    let (mut ids, mut reader) = (Ids::default(), Reader::new(None));
    each_chunk(path, |chunk| Ok(reader.feed(chunk, &mut ids).map_err(|error| format!("{error:?}"))?))?;
    reader.finish(&mut ids).map_err(|error| format!("{error:?}"))?;
    for peer in peers {
        for &size in &sizes {
            let hits = match peer {
                // A byte in blocks of 4 KiB.
                "peer-arc" => Arc::with_step(size as usize, 1.0 / 4096.0).run(&ids.0),
                "peer-w-tiny-lfu" => {
                    let mut policy = PeerWTinyLfu::new(size as usize);
                    ids.0.iter().map(|&id| u64::from(policy.access(id))).sum()
                }
                _ => return Err("peer-arc or peer-w-tiny-lfu".into()),
            };
            print_ratio(peer, size, (ids.0.len() as u64 - hits) as f64 / ids.0.len() as f64);
        }
    }
    Ok(())
}

/// The most that a sampled curve may be off.
const TOLERANCE: f64 = 0.01;

fn curves(path: &str, policies: &[&str]) -> Result<(), Box<dyn Error>> {
    let curves = policies.iter().map(|policy| policy.parse()).collect::<Result<Vec<_>, _>>()?;
    let limits = Limits::BROWSER;
    let sampled = results(path, Options { curves, limits, profile: false, ..Options::default() })?;
    let mut missed = 0;
    for curve in &sampled.mrc {
        let policy = curve.policy.parse()?;
        let runs = curve.points.iter().map(|point| Run { policy, size: point.size }).collect();
        let exact = results(path, Options { runs, profile: false, ..Options::default() })?;
        let differences = curve.points.iter().zip(&exact.policies).map(|(a, b)| (a.miss_ratio - b.miss_ratio, a.size));
        let (off, size) = differences.max_by(|a, b| a.0.abs().total_cmp(&b.0.abs())).unwrap_or_default();
        missed += u32::from(off.abs() > TOLERANCE);
        println!(
            "{:10} {} sizes, {:6.2} % of the blocks, states ±{:.2} points; the farthest off is {:+.2} at {size}: {}",
            curve.policy,
            curve.points.len(),
            100.0 * curve.sample_rate,
            100.0 * curve.error,
            100.0 * off,
            if off.abs() <= TOLERANCE { "met" } else { "MISSED" },
        );
    }
    if missed > 0 { Err(format!("{missed} curves are more than a point off").into()) } else { Ok(()) }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["make", kind, path, requests] => make(kind, path, requests.parse()?),
        ["run", path, size, policy] => run(path, size.parse()?, policy),
        ["ratios", path, sizes, policies @ ..] => ratios(path, sizes, policies),
        ["curves", path, policies @ ..] => curves(path, policies),
        _ => Err("replay make KIND FILE REQUESTS, replay run FILE SIZE POLICY, replay ratios FILE SIZES POLICY…, or \
                  replay curves FILE POLICY…"
            .into()),
    }
}
