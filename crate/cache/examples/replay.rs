//! Makes reference traces and times the laboratory on them, for the comparison in `tests/bench/cache.py`.
//!
//! `replay make KIND FILE REQUESTS` writes a trace of libCacheSim's 24-byte records: `zipf` (1 M blocks, exponent 1), `scan`
//! (long one-time scans through a hot set), `loop` (120,000 blocks in turn) or `shift` (popularity that drifts). `replay run
//! FILE SIZE POLICY…` prints a JSON line a policy: one policy, one pass over the file, reading included. `replay curves FILE
//! SIZES POLICY…` compares sampled curves, within a browser's limits, with exact runs.

use nas_forecast_cache::lab::{Lab, Limits, Options, Results, Run};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::time::Instant;

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
    let mut file = File::open(path)?;
    let mut buffer = vec![0; CHUNK];
    loop {
        let n = file.read(&mut buffer)?;
        if n == 0 {
            break;
        }
        lab.feed(&buffer[..n]).map_err(|error| format!("{error:?}"))?;
    }
    Ok(lab.finish().map_err(|error| format!("{error:?}"))?)
}

fn run(path: &str, size: u64, policy: &str) -> Result<(), Box<dyn Error>> {
    let runs = vec![Run { policy: policy.parse()?, size }];
    let begin = Instant::now();
    let results = results(path, Options { runs, profile: false, ..Options::default() })?;
    let speed = results.requests as f64 / begin.elapsed().as_secs_f64();
    let miss_ratio = results.policies[0].miss_ratio;
    println!("{{\"policy\": \"{policy}\", \"miss_ratio\": {miss_ratio}, \"requests_per_s\": {speed:.0}}}");
    Ok(())
}

fn curves(path: &str, sizes: &str, policies: &[&str]) -> Result<(), Box<dyn Error>> {
    let sizes = sizes.split(',').map(str::parse).collect::<Result<Vec<u64>, _>>()?;
    for policy in policies {
        let policy = policy.parse()?;
        let sampled = results(
            path,
            Options {
                curves: vec![policy],
                curve_sizes: sizes.clone(),
                limits: Limits::BROWSER,
                profile: false,
                ..Options::default()
            },
        )?;
        let runs = sizes.iter().map(|&size| Run { policy, size }).collect();
        let exact = results(path, Options { runs, profile: false, ..Options::default() })?;
        let curve = &sampled.mrc[0];
        let differences = curve.points.iter().zip(&exact.policies).map(|(a, b)| (a.miss_ratio - b.miss_ratio).abs());
        let worst = differences.fold(0.0, f64::max);
        println!("{policy}: rate {:.4}, states ±{:.4}, off by at most {worst:.4}", curve.sample_rate, curve.error);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["make", kind, path, requests] => make(kind, path, requests.parse()?),
        ["run", path, size, policies @ ..] => policies.iter().try_for_each(|policy| run(path, size.parse()?, policy)),
        ["curves", path, sizes, policies @ ..] => curves(path, sizes, policies),
        _ => {
            Err("replay make KIND FILE REQUESTS, replay run FILE SIZE POLICY…, or replay curves FILE SIZES POLICY…"
                .into())
        }
    }
}
