//! Statistics of a run: a latency histogram and batch means.

use super::calendar::Ns;

/// Buckets an octave: a quantile is off by at most 2.2 %.
const SUB_BUCKETS: u64 = 32;
const SUB_BITS: u32 = 5;

/// Response times with relative precision, plus exact moments.
#[derive(Clone, Debug)]
pub struct Histogram {
    counts: Vec<u32>,
    count: u64,
    sum: f64,
    sum_squares: f64,
    max: Ns,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { counts: vec![0; (64 * SUB_BUCKETS) as usize], count: 0, sum: 0.0, sum_squares: 0.0, max: 0 }
    }
}

/// Least number of peaks from which the longest is extrapolated.
const PEAKS: u64 = 50;

/// Euler's constant: by so much the mean of the largest of many exponential values exceeds the logarithm of their number.
const EULER: f64 = 0.577_215_664_901_532_9;

fn bucket(value: Ns) -> usize {
    if value < SUB_BUCKETS {
        return value as usize;
    }
    let octave = 63 - value.leading_zeros();
    let shift = octave - SUB_BITS;
    ((u64::from(octave - SUB_BITS + 1)) * SUB_BUCKETS + ((value >> shift) & (SUB_BUCKETS - 1))) as usize
}

fn bucket_middle(index: usize) -> f64 {
    let index = index as u64;
    if index < SUB_BUCKETS {
        return index as f64;
    }
    let shift = index / SUB_BUCKETS - 1;
    let base = (SUB_BUCKETS + index % SUB_BUCKETS) << shift;
    base as f64 + 0.5 * (1u64 << shift) as f64
}

impl Histogram {
    /// Adds one response time, ns.
    #[inline]
    pub fn record(&mut self, value: Ns) {
        self.counts[bucket(value)] += 1;
        self.count += 1;
        let x = value as f64;
        self.sum += x;
        self.sum_squares += x * x;
        self.max = self.max.max(value);
    }

    /// Number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Mean, ns; 0 when empty.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }

    /// Standard deviation, ns.
    pub fn stddev(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = self.count as f64;
        ((self.sum_squares - self.sum * self.sum / n) / (n - 1.0)).max(0.0).sqrt()
    }

    /// Largest value, ns.
    pub fn max(&self) -> Ns {
        self.max
    }

    /// The value below which a share `q` (0..1) lies, ns.
    pub fn quantile(&self, q: f64) -> f64 {
        let target = (q * self.count as f64).ceil().max(1.0) as u64;
        let mut seen = 0u64;
        for (index, count) in self.counts.iter().enumerate() {
            seen += u64::from(*count);
            if seen >= target {
                return bucket_middle(index).min(self.max as f64);
            }
        }
        self.max as f64
    }

    /// Largest value to expect among so many, ns, when fewer have been seen: peaks over a threshold, whose excess is
    /// taken as exponential, as that of waiting times is.
    pub fn expected_max(&self, values: f64) -> f64 {
        let seen = self.count as f64;
        if self.count < 2 * PEAKS || values <= seen {
            return self.max as f64;
        }
        let wanted = PEAKS.max(self.count / 100);
        let (mut peaks, mut sum) = (0u64, 0.0);
        for (index, count) in self.counts.iter().enumerate().rev().filter(|(_, count)| **count > 0) {
            let count = u64::from(*count);
            if peaks + count > wanted && peaks >= PEAKS / 2 {
                let threshold = bucket_middle(index);
                let excess = (sum / peaks as f64 - threshold).max(0.0);
                let expected = threshold + excess * (libm::log(values * peaks as f64 / seen) + EULER);
                return expected.max(self.max as f64);
            }
            peaks += count;
            sum += count as f64 * bucket_middle(index);
        }
        self.max as f64
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.counts.fill(0);
        self.count = 0;
        self.sum = 0.0;
        self.sum_squares = 0.0;
        self.max = 0;
    }
}

/// Throughput by batch means: the run is cut into batches of equal numbers of completions.
#[derive(Clone, Debug)]
pub struct BatchMeans {
    per_batch: u64,
    in_batch: u64,
    started: Ns,
    rates: Vec<f64>,
}

/// Most batches kept; then neighbours are joined and batches grow twice as long, which also takes out correlation.
const MOST_BATCHES: usize = 32;

impl BatchMeans {
    /// Batches of `per_batch` completions, starting at `now`.
    pub fn new(per_batch: u64, now: Ns) -> Self {
        Self { per_batch: per_batch.max(1), in_batch: 0, started: now, rates: Vec::with_capacity(MOST_BATCHES) }
    }

    /// Counts one completion at `now`.
    #[inline]
    pub fn complete(&mut self, now: Ns) {
        self.in_batch += 1;
        if self.in_batch >= self.per_batch {
            let elapsed = (now - self.started).max(1);
            // Time per completion averages exactly over batches of equal counts; the rate is its inverse.
            self.rates.push(elapsed as f64 / self.in_batch as f64);
            self.in_batch = 0;
            self.started = now;
            if self.rates.len() == MOST_BATCHES {
                self.rates = self.rates.chunks(2).map(|pair| 0.5 * (pair[0] + pair[1])).collect();
                self.per_batch *= 2;
            }
        }
    }

    /// Half width of the 95 % confidence interval of the mean rate, as a share of it; `None` below ten batches.
    pub fn relative_half_width(&self) -> Option<f64> {
        let n = self.rates.len();
        if n < 10 {
            return None;
        }
        let mean = self.rates.iter().sum::<f64>() / n as f64;
        let variance = self.rates.iter().map(|r| (r - mean) * (r - mean)).sum::<f64>() / (n - 1) as f64;
        // Student's t at 97.5 % for 9 to 31 degrees of freedom lies between 2.26 and 2.04.
        let t = 2.262 - 0.0101 * (n as f64 - 10.0).min(21.0);
        Some(t * (variance / n as f64).sqrt() / mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_within_the_bucket_width() {
        let mut histogram = Histogram::default();
        for value in 1..=100_000u64 {
            histogram.record(value * 1000);
        }
        for q in [0.5, 0.95, 0.99] {
            let exact = q * 1e8;
            assert!((histogram.quantile(q) / exact - 1.0).abs() < 0.022, "{q}");
        }
        assert_eq!(histogram.max(), 100_000_000);
        assert!((histogram.mean() - 50_000_500.0).abs() < 1.0);
    }

    #[test]
    fn the_longest_of_many_exponential_times_is_extrapolated_from_few() {
        let mut histogram = Histogram::default();
        // Quantiles of an exponential distribution with a mean of 1 ms.
        let seen = 10_000;
        for i in 0..seen {
            let below = (f64::from(i) + 0.5) / f64::from(seen);
            histogram.record((-1e6 * libm::log(1.0 - below)) as Ns);
        }
        let most = 1e6 * (libm::log(1e7) + EULER);
        assert!((histogram.expected_max(1e7) / most - 1.0).abs() < 0.05, "{}", histogram.expected_max(1e7));
        assert_eq!(histogram.expected_max(100.0), histogram.max() as f64, "no fewer than have been seen");
    }

    #[test]
    fn times_that_are_all_alike_stay_so() {
        let mut histogram = Histogram::default();
        (0..1000).for_each(|_| histogram.record(5_000_000));
        assert_eq!(histogram.expected_max(1e9), 5_000_000.0);
    }

    #[test]
    fn a_steady_stream_has_no_noise() {
        let mut batches = BatchMeans::new(10, 0);
        for i in 1..=1000u64 {
            batches.complete(i * 50);
        }
        assert!(batches.relative_half_width().is_some_and(|w| w < 1e-9));
    }
}
