//! A frequency sketch: how often was a block asked for lately, without remembering the block.
//!
//! A count-min sketch of 4-bit counters with conservative increments, as W-TinyLFU prescribes (Einziger, Friedman and Manes,
//! "TinyLFU: a highly efficient cache admission policy", ACM TOS 2017). When as many increments have been made as the sample
//! size says, all counters are halved, so that old popularity fades. One 64-bit word holds 16 counters; the four rows of a
//! block lie in four words.
//!
//! The sketch has the same number of counters per block at every size. Rounded up to a power of two, as is usual, it would be
//! up to twice as roomy at one size as at the next; crowded counters overcount, so the policy would behave differently, and a
//! cache simulated on a sample (a fraction of the size) would miss up to 6 points more or less than the whole one.

/// Rows: independent counters a block.
const ROWS: u32 = 4;
/// A counter stops at 15.
const MOST: u64 = 15;
/// Every fourth bit's lowest three: what is left of 4-bit counters when they are halved.
const HALVED: u64 = 0x7777_7777_7777_7777;

/// Words of 16 counters per cached block.
const WORDS_PER_BLOCK: usize = 2;
/// Words of the smallest sketch: half a KiB, and even a cache of a few blocks has hardly a collision.
const SMALLEST: usize = 64;

/// Count-min sketch with aging.
#[derive(Clone, Debug)]
pub struct Sketch {
    words: Vec<u64>,
    /// Increments until the next halving.
    sample: u64,
    made: u64,
}

impl Sketch {
    /// For a cache of `capacity` blocks: 32 counters a block, halved after `sample_factor` increments a block.
    pub fn new(capacity: usize, sample_factor: u64) -> Self {
        let words = capacity.saturating_mul(WORDS_PER_BLOCK).max(SMALLEST);
        Sketch { words: vec![0; words], sample: sample_factor * capacity.max(1) as u64, made: 0 }
    }

    /// Word and bit position of a block's counter in a row.
    #[inline(always)]
    fn counter(&self, hash: u32, row: u32) -> (usize, u32) {
        /// Odd multipliers, one a row: the fractional parts of the square roots of 2, 3, 5 and 7.
        const SEEDS: [u64; ROWS as usize] =
            [0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1];
        let mixed = u64::from(hash | 1).wrapping_mul(SEEDS[row as usize]) ^ u64::from(hash) << 32;
        let mixed = mixed.wrapping_mul(SEEDS[row as usize]);
        // The upper half as a share of the words, and four bits of the lower half's best.
        let word = ((mixed >> 32) * self.words.len() as u64) >> 32;
        (word as usize, (mixed >> 28 & 15) as u32 * 4)
    }

    /// How often the block was counted, at most 15, with some overcounting.
    #[inline(always)]
    pub fn estimate(&self, hash: u32) -> u64 {
        let mut least = MOST;
        for row in 0..ROWS {
            let (word, bit) = self.counter(hash, row);
            least = least.min(self.words[word] >> bit & MOST);
        }
        least
    }

    /// Counts a block once.
    #[inline(always)]
    pub fn count(&mut self, hash: u32) {
        let least = self.estimate(hash);
        if least < MOST {
            for row in 0..ROWS {
                let (word, bit) = self.counter(hash, row);
                if self.words[word] >> bit & MOST == least {
                    self.words[word] += 1 << bit;
                }
            }
        }
        self.made += 1;
        if self.made >= self.sample {
            self.made /= 2;
            for word in &mut self.words {
                *word = *word >> 1 & HALVED;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sketch;
    use crate::hash::hash;

    #[test]
    fn counts_up_to_15_and_forgets_half() {
        let mut sketch = Sketch::new(64, 10);
        for _ in 0..20 {
            sketch.count(hash(7));
        }
        assert_eq!(sketch.estimate(hash(7)), 15);
        assert_eq!(sketch.estimate(hash(8)), 0);
        for _ in 20..640 {
            sketch.count(hash(9));
        }
        assert_eq!(sketch.estimate(hash(7)), 7);
    }
}
