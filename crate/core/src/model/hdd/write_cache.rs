//! The part of a hard disk's memory that holds writes on their way to the platter.
//!
//! A set of disjoint ranges that don't touch each other: a write that overlaps or continues one joins it. The drive
//! keeps track of a limited number of ranges only, so scattered writes fill it long before the memory is full.

use super::geometry::Geometry;

/// Data not yet on the platter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    pub start: u64,
    pub end: u64,
    /// Of `start`, revolutions.
    pub phase: f64,
}

#[derive(Clone, Debug)]
pub struct WriteCache {
    extents: Vec<Extent>,
    limit_extents: usize,
    limit_bytes: u64,
    bytes: u64,
    /// Taken out by the head but not yet written.
    in_flight_bytes: u64,
    /// Where the last write went: a stream's next one goes there too.
    latest: usize,
}

impl WriteCache {
    pub fn new(limit_bytes: u64, limit_extents: usize) -> Self {
        Self {
            // A write that finds no room is refused, but the rest of a range that goes out in parts is put back.
            extents: Vec::with_capacity(limit_extents + 1),
            limit_extents,
            limit_bytes,
            bytes: 0,
            in_flight_bytes: 0,
            latest: 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.extents.is_empty()
    }

    pub fn bytes(&self) -> u64 {
        self.bytes + self.in_flight_bytes
    }

    /// How full it is, by bytes or by ranges.
    pub fn fill(&self) -> f64 {
        let bytes = self.bytes() as f64 / self.limit_bytes.max(1) as f64;
        bytes.max(self.extents.len() as f64 / self.limit_extents.max(1) as f64)
    }

    pub fn extents(&self) -> &[Extent] {
        &self.extents
    }

    /// Whether it is worth starting to write out although nobody waits for it: half full, or enough for a long run.
    pub fn is_filling(&self, run_bytes: u64) -> bool {
        self.extents.len() * 2 >= self.limit_extents || self.bytes >= run_bytes.min(self.limit_bytes / 2)
    }

    /// Whether all of a range is in here.
    pub fn holds(&self, start: u64, end: u64) -> bool {
        self.extents.iter().any(|e| e.start <= start && end <= e.end)
    }

    /// Takes a write in; `false` if there is no room for it now.
    pub fn absorb(&mut self, start: u64, end: u64, geometry: &Geometry) -> bool {
        let touches = |e: &Extent| e.start <= end && start <= e.end;
        let found = match self.extents.get(self.latest) {
            Some(e) if touches(e) => Some(self.latest),
            _ => self.extents.iter().position(touches),
        };
        let before = found.map_or(0, |i| self.extents[i].end - self.extents[i].start);
        let (new_start, new_end) = match found {
            Some(i) => (self.extents[i].start.min(start), self.extents[i].end.max(end)),
            None => (start, end),
        };
        let more = new_end - new_start - before;
        // A single write larger than the whole cache passes through it in one piece.
        let has_bytes =
            self.bytes + self.in_flight_bytes + more <= self.limit_bytes || self.bytes + self.in_flight_bytes == 0;
        if !has_bytes || (found.is_none() && self.extents.len() >= self.limit_extents) {
            return false;
        }
        self.bytes += more;
        self.latest = match found {
            Some(i) => {
                let extent = &mut self.extents[i];
                if new_start != extent.start {
                    extent.phase = geometry.phase(new_start);
                }
                (extent.start, extent.end) = (new_start, new_end);
                self.join(i)
            }
            None => {
                self.extents.push(Extent { start, end, phase: geometry.phase(start) });
                self.extents.len() - 1
            }
        };
        true
    }

    /// Lets a range that has grown swallow those it reaches now; returns where it is afterwards.
    fn join(&mut self, mut grown: usize) -> usize {
        let mut i = 0;
        while i < self.extents.len() {
            let (a, b) = (self.extents[grown], self.extents[i]);
            if i != grown && a.start <= b.end && b.start <= a.end {
                let start_from = if b.start < a.start { b } else { a };
                self.bytes -= a.end - a.start + (b.end - b.start);
                self.extents[grown] =
                    Extent { start: start_from.start, end: a.end.max(b.end), phase: start_from.phase };
                self.bytes += self.extents[grown].end - self.extents[grown].start;
                self.extents.swap_remove(i);
                if grown == self.extents.len() {
                    grown = i;
                }
                i = 0;
            } else {
                i += 1;
            }
        }
        grown
    }

    /// Takes out up to `limit` bytes from the front of a range, to be written now.
    pub fn take(&mut self, index: usize, limit: u64, geometry: &Geometry) -> Extent {
        let extent = self.extents[index];
        let end = extent.end.min(extent.start + limit.max(1));
        if end == extent.end {
            self.extents.swap_remove(index);
        } else {
            self.extents[index] = Extent { start: end, end: extent.end, phase: geometry.phase(end) };
        }
        self.bytes -= end - extent.start;
        self.in_flight_bytes = end - extent.start;
        Extent { end, ..extent }
    }

    /// What was taken last is on the platter.
    pub fn written(&mut self) {
        self.in_flight_bytes = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::Shape;
    use super::*;

    fn disk() -> Geometry {
        Geometry::new(&Shape {
            capacity_bytes: 1_000_000_000,
            rpm: 7200.0,
            outer_bytes_per_s: 200e6,
            zone_ratio: 0.5,
            seek_min_ns: 0,
            seek_average_ns: 0,
            turnaround_ns: 0,
            margin_ns: 0,
            margin_share: 0.0,
            spindle_offset_ns: 0,
        })
    }

    #[test]
    fn writes_that_touch_become_one_range() {
        let disk = disk();
        let mut cache = WriteCache::new(1 << 20, 8);
        for start in [0, 8192, 4096] {
            assert!(cache.absorb(start, start + 4096, &disk));
        }
        assert_eq!(cache.extents().len(), 1);
        assert_eq!((cache.extents()[0].start, cache.extents()[0].end, cache.bytes), (0, 12288, 12288));
        assert!(cache.holds(4096, 8192) && !cache.holds(8192, 16384));
    }

    #[test]
    fn writing_the_same_block_again_takes_no_more_room() {
        let disk = disk();
        let mut cache = WriteCache::new(8192, 8);
        for _ in 0..10 {
            assert!(cache.absorb(40960, 45056, &disk));
        }
        assert_eq!(cache.bytes, 4096);
    }

    #[test]
    fn scattered_writes_run_out_of_ranges_before_they_run_out_of_bytes() {
        let disk = disk();
        let mut cache = WriteCache::new(1 << 20, 2);
        assert!(cache.absorb(0, 512, &disk));
        assert!(cache.absorb(100_000, 100_512, &disk));
        assert!(!cache.absorb(200_000, 200_512, &disk));
        assert!(cache.absorb(100_512, 101_024, &disk), "joining a range needs no new one");
    }

    #[test]
    fn room_comes_back_when_the_data_is_on_the_platter() {
        let disk = disk();
        let mut cache = WriteCache::new(8192, 8);
        assert!(cache.absorb(0, 8192, &disk));
        let out = cache.take(0, 4096, &disk);
        assert_eq!((out.start, out.end), (0, 4096));
        assert!(!cache.absorb(90_000, 94_096, &disk), "what is under way still takes room");
        cache.written();
        assert!(cache.absorb(90_000, 94_096, &disk));
    }
}
