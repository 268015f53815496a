//! The part of a hard disk's memory that holds what it has read, a segment a stream.
//!
//! Segments are ranges of phase (see `geometry`). The one under the head grows by itself as long as the head stays
//! on the track: that is read-ahead, and why a sequential reader that comes a little late does not lose a revolution.

/// Phases closer than this are the same place; revolutions. A sector is more than 1e-4 of a track, a nanosecond 1e-7 of
/// a revolution.
pub const SAME_PLACE: f64 = 1e-6;

/// No segment is smaller: what any drive of the last twenty years reads ahead, 1 MiB. So a cache that is scaled down to
/// fill with writes in time leaves reading as it is.
const SEGMENT_BYTES_MIN: f64 = 1_048_576.0;

/// Streams that a drive tells apart; data sheets and reviews give 16 to 32 segments.
const SEGMENTS: usize = 16;

#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// First phase held.
    pub start: f64,
    /// End of what has been read, when the head left; the head's own phase counts while it is there.
    pub end: f64,
    /// How far the reads of this stream have come.
    pub consumed: f64,
    /// Reads that carried on where the one before had ended.
    pub follow_ups: u32,
    last_use: u64,
}

#[derive(Clone, Debug)]
pub struct ReadBuffer {
    segments: [Segment; SEGMENTS],
    uses: u64,
    /// What one segment holds, bytes.
    pub segment_bytes: f64,
}

impl ReadBuffer {
    pub fn new(bytes: f64) -> Self {
        // An empty range that no place falls into.
        let empty = Segment { start: f64::MAX, end: f64::MIN, consumed: 0.0, follow_ups: 0, last_use: 0 };
        Self { segments: [empty; SEGMENTS], uses: 0, segment_bytes: (bytes / SEGMENTS as f64).max(SEGMENT_BYTES_MIN) }
    }

    #[inline]
    pub fn segment(&self, index: usize) -> &Segment {
        &self.segments[index]
    }

    #[inline]
    pub fn segment_mut(&mut self, index: usize) -> &mut Segment {
        &mut self.segments[index]
    }

    /// The segment that a read from `phase` carries on: one that holds the place, or ends there.
    #[inline]
    pub fn find(&self, phase: f64) -> Option<usize> {
        self.segments.iter().position(|s| s.start <= phase + SAME_PLACE && phase <= s.end + SAME_PLACE)
    }

    /// Gives the segment that has gone unused for longest to a new stream.
    pub fn claim(&mut self, phase: f64) -> usize {
        self.uses += 1;
        let mut oldest = 0;
        for i in 1..SEGMENTS {
            if self.segments[i].last_use < self.segments[oldest].last_use {
                oldest = i;
            }
        }
        self.segments[oldest] =
            Segment { start: phase, end: phase, consumed: phase, follow_ups: 0, last_use: self.uses };
        oldest
    }

    /// Notes that a stream has been read on up to `end`.
    pub fn touch(&mut self, index: usize, end: f64) {
        self.uses += 1;
        let segment = &mut self.segments[index];
        segment.last_use = self.uses;
        if end > segment.consumed {
            segment.consumed = end;
            segment.follow_ups += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_finds_its_segment_again_among_others() {
        let mut buffer = ReadBuffer::new(16e6);
        let streams = [10.0, 500.0, 9000.0].map(|phase| (phase, buffer.claim(phase)));
        for (phase, index) in streams {
            buffer.segment_mut(index).end = phase + 0.5;
            assert_eq!(buffer.find(phase + 0.5), Some(index));
            assert_eq!(buffer.find(phase + 0.6), None);
        }
    }

    #[test]
    fn the_longest_unused_stream_is_given_up() {
        let mut buffer = ReadBuffer::new(16e6);
        let first = buffer.claim(0.0);
        let second = buffer.claim(10.0);
        for i in 2..SEGMENTS {
            buffer.claim(10.0 * i as f64);
        }
        buffer.touch(first, 0.1);
        assert_eq!(buffer.claim(1e6), second);
    }
}
