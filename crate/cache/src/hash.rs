//! One hash for every index and every sample.
//!
//! Block numbers are anything but random: consecutive in a file, multiples of a power of two on an aligned volume, a volume
//! number in the top bits. Two multiplications with a fold between them spread all of that over the top 32 bits, and cost
//! four cycles when several are computed at once. The result is part of the answer, because a spatial sample keeps the ids
//! whose hash is small: the constants may change only together with the golden results.

/// 2^64 divided by the golden ratio, made odd (Knuth, The Art of Computer Programming 3, section 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
/// The second multiplier of David Stafford's mixer 13 ("Better Bit Mixing", 2011), as in splitmix64.
const STAFFORD: u64 = 0xBF58_476D_1CE4_E5B9;

/// 32 well-mixed bits of a block id; the top bits are the best ones.
#[inline(always)]
pub fn hash(id: u64) -> u32 {
    let mut x = id.wrapping_mul(GOLDEN);
    x ^= x >> 32;
    (x.wrapping_mul(STAFFORD) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::hash;

    /// Throws a million ids into 1024 buckets by their top bits and returns the largest bucket over the mean.
    fn worst_bucket(ids: impl Iterator<Item = u64>) -> f64 {
        let mut buckets = [0u32; 1024];
        let mut n = 0u32;
        for id in ids {
            buckets[(hash(id) >> 22) as usize] += 1;
            n += 1;
        }
        f64::from(*buckets.iter().max().unwrap_or(&0)) / (f64::from(n) / 1024.0)
    }

    #[test]
    fn structured_ids_spread_evenly() {
        let n = 1_000_000u64;
        // A mean of 977 a bucket has a standard deviation of 3.2 %: 20 % over the mean is beyond six of them.
        assert!(worst_bucket(0..n) < 1.2);
        assert!(worst_bucket((0..n).map(|i| i << 12)) < 1.2);
        assert!(worst_bucket((0..n).map(|i| ((i % 16) << 56) | (i / 16))) < 1.2);
        assert!(worst_bucket((0..n).map(|i| i.swap_bytes())) < 1.2);
    }
}
