//! Named random streams.
//!
//! Each subsystem draws from a stream of its own, derived from the seed and its name: a new draw in one place moves
//! nothing elsewhere. xoshiro256++ gives the same numbers on every platform; only u64 draws are used.

use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// One stream.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream `name` of the run `seed`.
    pub fn new(seed: u64, name: &str) -> Self {
        // FNV-1a over the name: any stable hash does, the generator's own seeding spreads it.
        let hash =
            name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        Self(Xoshiro256PlusPlus::seed_from_u64(seed ^ hash))
    }

    /// Uniform in 0..n (n > 0), by multiplication: exact enough for n far below 2^64 and without division.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// Uniform in [0, 1).
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Exponential with the given mean.
    #[inline]
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * libm::log(1.0 - self.unit())
    }

    /// Standard normal (Box–Muller, one of the pair).
    pub fn normal(&mut self) -> f64 {
        let r = libm::sqrt(-2.0 * libm::log(1.0 - self.unit()));
        r * libm::cos(2.0 * core::f64::consts::PI * self.unit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_one_seed_differ_by_name_and_repeat_by_name() {
        let draw = |name| Stream::new(1, name).below(1 << 60);
        assert_eq!(draw("client"), draw("client"));
        assert_ne!(draw("client"), draw("drives"));
    }

    #[test]
    fn the_exponential_has_its_mean() {
        let mut stream = Stream::new(7, "test");
        let mean = (0..100_000).map(|_| stream.exponential(3.0)).sum::<f64>() / 1e5;
        assert!((mean - 3.0).abs() < 0.04, "{mean}");
    }
}
