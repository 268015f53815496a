//! How much of the traffic is sequential: records that begin where a recent one on the same volume ended; and how far the
//! others lie apart.
//!
//! Several streams run at once on a NAS, so the ends of the last few are kept. SSD caches let such traffic pass by, because
//! the drives are good at it.

use crate::trace::Record;

/// Streams that are followed at the same time (Linux follows one a file; a NAS has a few dozen open).
const STREAMS: usize = 32;

/// Ends of the recent streams.
#[derive(Debug)]
pub struct Sequential {
    ends: [(u32, u64); STREAMS],
    oldest: usize,
    /// Bytes that continued a stream.
    pub bytes: u64,
    /// Where the last record that continued none began.
    last: (u32, u64),
    jumps: u64,
    jumped_bytes: f64,
}

impl Default for Sequential {
    fn default() -> Self {
        Sequential {
            ends: [(u32::MAX, u64::MAX); STREAMS],
            oldest: 0,
            bytes: 0,
            last: (u32::MAX, 0),
            jumps: 0,
            jumped_bytes: 0.0,
        }
    }
}

impl Sequential {
    /// Notes a record that moves data.
    pub fn note(&mut self, record: &Record) {
        let end = (record.volume, record.start + record.bytes);
        match self.ends.iter().position(|&end| end == (record.volume, record.start)) {
            Some(stream) => {
                self.bytes += record.bytes;
                self.ends[stream] = end;
            }
            None => {
                self.ends[self.oldest] = end;
                self.oldest = (self.oldest + 1) % STREAMS;
                if self.last.0 == record.volume {
                    self.jumps += 1;
                    self.jumped_bytes += self.last.1.abs_diff(record.start) as f64;
                }
                self.last = (record.volume, record.start);
            }
        }
    }

    /// How far such a record lies from the one before it on the same volume, bytes; none if there were no two.
    pub fn mean_jump_bytes(&self) -> Option<f64> {
        (self.jumps > 0).then(|| self.jumped_bytes / self.jumps as f64)
    }
}
