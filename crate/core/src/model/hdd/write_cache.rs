//! The part of a hard disk's memory that holds writes on their way to the platter.
//!
//! A set of disjoint ranges that don't touch each other: a write that overlaps or continues one joins it. The drive
//! keeps track of a limited number of ranges only, so scattered writes fill it long before the memory is full.

use super::geometry::{Geometry, Place};

/// Data not yet on the platter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    pub start: u64,
    pub end: u64,
    /// Of `start`.
    pub place: Place,
}

#[derive(Clone, Debug)]
pub struct WriteCache {
    /// By their place on the disk.
    extents: Vec<Extent>,
    /// Where they begin, by the angle.
    starts: Vec<Place>,
    limit_extents: usize,
    limit_bytes: u64,
    bytes: u64,
    /// Taken out by the head but not yet written.
    in_flight_bytes: u64,
}

impl WriteCache {
    pub fn new(limit_bytes: u64, limit_extents: usize) -> Self {
        Self {
            // A write that finds no room is refused, but the rest of a range that goes out in parts is put back.
            extents: Vec::with_capacity(limit_extents + 1),
            starts: Vec::with_capacity(limit_extents + 1),
            limit_extents,
            limit_bytes,
            bytes: 0,
            in_flight_bytes: 0,
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

    /// By their place on the disk.
    pub fn extents(&self) -> &[Extent] {
        &self.extents
    }

    /// Where the ranges begin, by the angle.
    pub fn starts(&self) -> &[Place] {
        &self.starts
    }

    /// The range that begins there.
    pub fn beginning_at(&self, place: Place) -> usize {
        self.extents.partition_point(|e| e.place.phase < place.phase)
    }

    /// The range whose first byte is this one, if there is one.
    pub fn continuing(&self, offset: u64) -> Option<usize> {
        self.extents.binary_search_by_key(&offset, |e| e.start).ok()
    }

    /// Where a place stands in the order of angles, or would.
    fn rank(&self, place: Place) -> usize {
        self.starts.partition_point(|start| start.precedes(place))
    }

    fn add_start(&mut self, place: Place) {
        self.starts.insert(self.rank(place), place);
    }

    fn remove_start(&mut self, place: Place) {
        self.starts.remove(self.rank(place));
    }

    /// Whether it is worth starting to write out although nobody waits for it: half full, or enough for a long run.
    pub fn is_filling(&self, run_bytes: u64) -> bool {
        self.extents.len() * 2 >= self.limit_extents || self.bytes >= run_bytes.min(self.limit_bytes / 2)
    }

    /// Whether all of a range is in here.
    pub fn holds(&self, start: u64, end: u64) -> bool {
        let after = self.extents.partition_point(|e| e.start <= start);
        after > 0 && end <= self.extents[after - 1].end
    }

    /// Takes a write in; `false` if there is no room for it now.
    pub fn absorb(&mut self, start: u64, end: u64, geometry: &Geometry) -> bool {
        let first = self.extents.partition_point(|e| e.end < start);
        let touched = self.extents[first..].iter().take_while(|e| e.start <= end).count();
        let touched = &self.extents[first..first + touched];
        let before: u64 = touched.iter().map(|e| e.end - e.start).sum();
        let new_start = touched.first().map_or(start, |e| e.start.min(start));
        let new_end = touched.last().map_or(end, |e| e.end.max(end));
        let more = new_end - new_start - before;
        // A single write larger than the whole cache passes through it in one piece.
        let held = self.bytes + self.in_flight_bytes;
        let has_bytes = held + more <= self.limit_bytes || held == 0;
        if !has_bytes || (touched.is_empty() && self.extents.len() >= self.limit_extents) {
            return false;
        }
        self.bytes += more;
        let touched = touched.len();
        if touched == 0 {
            self.extents.insert(first, Extent { start, end, place: geometry.place(start) });
            self.add_start(self.extents[first].place);
            return true;
        }
        if new_start != self.extents[first].start {
            self.remove_start(self.extents[first].place);
            self.extents[first].place = geometry.place(new_start);
            self.add_start(self.extents[first].place);
        }
        (self.extents[first].start, self.extents[first].end) = (new_start, new_end);
        for _ in 1..touched {
            let swallowed = self.extents.remove(first + 1);
            self.remove_start(swallowed.place);
        }
        true
    }

    /// Takes out up to `limit` bytes from the front of a range, to be written now.
    pub fn take(&mut self, index: usize, limit: u64, geometry: &Geometry) -> Extent {
        let extent = self.extents[index];
        let end = extent.end.min(extent.start + limit.max(1));
        self.remove_start(extent.place);
        if end == extent.end {
            self.extents.remove(index);
        } else {
            self.extents[index] = Extent { start: end, end: extent.end, place: geometry.place(end) };
            self.add_start(self.extents[index].place);
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
    fn a_write_that_bridges_others_joins_them_and_pays_only_for_the_gaps() {
        let disk = disk();
        let mut cache = WriteCache::new(7 * 4096, 8);
        for at in [8, 0, 4, 2] {
            assert!(cache.absorb(at * 4096, (at + 1) * 4096, &disk));
        }
        assert!(cache.absorb(4096, 4 * 4096, &disk), "two of its three blocks are new");
        let ranges: Vec<(u64, u64)> = cache.extents().iter().map(|e| (e.start / 4096, e.end / 4096)).collect();
        assert_eq!((ranges, cache.bytes), (vec![(0, 5), (8, 9)], 6 * 4096));
        assert_eq!((cache.continuing(8 * 4096), cache.continuing(4096)), (Some(1), None));
        let starts = |cache: &WriteCache| cache.extents().iter().map(|e| e.place).collect::<Vec<_>>();
        assert_eq!(
            (cache.starts(), starts(&cache)),
            (&[disk.place(0), disk.place(8 * 4096)][..], cache.starts().to_vec())
        );
        assert_eq!(cache.beginning_at(disk.place(8 * 4096)), 1);
        assert!(!cache.absorb(5 * 4096, 8 * 4096, &disk), "three blocks more are one too many");
        assert!(cache.holds(4096, 5 * 4096) && !cache.holds(4096, 6 * 4096) && !cache.holds(5 * 4096, 6 * 4096));
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
