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
