//! Hit ratios that were measured on a trace: they decide which reads hit, where otherwise the caches' contents would.
//!
//! What is simulated touches places at random, which says nothing of how often a real workload comes back to a block; a trace
//! does. Each read hits with the measured probability. Left out: that hits come in bursts.

use super::random::Stream;
use crate::report::HitRatios;

/// The ratios and the chance of each read.
#[derive(Debug)]
pub struct Measured {
    ratios: HitRatios,
    random: Stream,
}

impl Measured {
    /// Draws from a stream of its own: nothing else changes.
    pub fn new(ratios: HitRatios, seed: u64) -> Self {
        Measured { ratios, random: Stream::new(seed, "measured hits") }
    }

    /// Whether RAM has the next block.
    pub fn in_ram(&mut self) -> bool {
        self.random.unit() < self.ratios.ram
    }

    /// Whether the SSD cache has it, when RAM has not.
    pub fn in_cache(&mut self) -> bool {
        self.random.unit() < self.ratios.ssd
    }
}
