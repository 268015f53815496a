//! Drive-managed shingled recording: scattered writes go to a media cache first, bands are rewritten from there.
//!
//! Until the media cache is full the drive writes like any other. From then on each scattered write has to wait for a
//! band to be read, merged and written back, which frees what the media cache holds for that band. Long writes stream
//! into their bands directly. After a second or so of idleness the drive cleans by itself. (Aghayev and Desnoyers,
//! Skylight, FAST 2015.)
//!
//! Left out: which blocks the media cache holds. The scattered writes count as spread evenly over the range between
//! the lowest and the highest, so that a band gives back its share of them.

use super::params::{HddParams, SmrParams};
use crate::model::drive::Ns;

/// Writes longer than this are streams: they fill whole tracks. 1 MiB.
const STREAM_BYTES: u64 = 1 << 20;

#[derive(Clone, Debug)]
pub struct Shingles {
    media_cache_bytes: u64,
    band_bytes: u64,
    idle_ns: Ns,
    clean_ns: Ns,
    used_bytes: u64,
    /// Writes that it holds.
    writes: u64,
    lowest: u64,
    highest: u64,
    /// All that has gone through it so far, bytes.
    scattered_bytes: u64,
}

impl Shingles {
    pub fn new(smr: &SmrParams, drive: &HddParams) -> Self {
        // The band is read and written at a mean place, where the rate is about 0.78 of the outer one, and the arm
        // goes there and back to the media cache.
        let rates = 1.0 / drive.read_bytes_per_s + 1.0 / drive.write_bytes_per_s;
        let streaming_ns = smr.band_bytes as f64 * rates / 0.78 * 1e9;
        let positioning_ns = 2.0 * (drive.seek_average_ns as f64 + 30e9 / drive.rpm);
        Self {
            media_cache_bytes: smr.media_cache_bytes,
            band_bytes: smr.band_bytes,
            idle_ns: smr.idle_before_cleaning_ns,
            clean_ns: (streaming_ns + positioning_ns) as Ns,
            used_bytes: 0,
            writes: 0,
            lowest: u64::MAX,
            highest: 0,
            scattered_bytes: 0,
        }
    }

    pub fn media_cache_bytes(&self) -> u64 {
        self.media_cache_bytes
    }

    pub fn scattered_bytes(&self) -> u64 {
        self.scattered_bytes
    }

    /// Fills the media cache with writes spread over a range, as a long time of them leaves it.
    pub fn fill(&mut self, lowest: u64, highest: u64, write_bytes: u64) {
        self.used_bytes = self.media_cache_bytes;
        self.writes = self.media_cache_bytes / write_bytes.max(1);
        (self.lowest, self.highest) = (lowest, highest);
    }

    /// Notes a write; if it has to wait for a band to be cleaned first, says how long that takes, and wants to be
    /// asked again afterwards.
    pub fn before_write(&mut self, start: u64, end: u64, follows: bool) -> Option<Ns> {
        if follows || end - start > STREAM_BYTES {
            return None;
        }
        if self.used_bytes + (end - start) > self.media_cache_bytes && self.used_bytes > 0 {
            return Some(self.clean());
        }
        self.used_bytes += end - start;
        self.scattered_bytes += end - start;
        self.writes += 1;
        self.lowest = self.lowest.min(start);
        self.highest = self.highest.max(end);
        None
    }

    /// Cleans a band; says how long that takes.
    pub fn clean(&mut self) -> Ns {
        let bands = ((self.highest - self.lowest) / self.band_bytes).max(1);
        // A band that needs cleaning holds one write at least.
        let freed = (self.writes / bands).max(1).min(self.writes);
        self.used_bytes -= (self.used_bytes as f64 * freed as f64 / self.writes.max(1) as f64) as u64;
        self.writes -= freed;
        if self.writes == 0 {
            self.used_bytes = 0;
            (self.lowest, self.highest) = (u64::MAX, 0);
        }
        self.clean_ns
    }

    /// When to clean a band if nothing has been asked of it since `last_active`.
    pub fn idle_work_at(&self, last_active: Ns) -> Option<Ns> {
        (self.used_bytes > 0).then_some(last_active + self.idle_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::super::params::HddTunables;
    use super::*;

    fn shingles(media_cache_bytes: u64) -> Shingles {
        let smr = SmrParams { media_cache_bytes, band_bytes: 30 << 20, idle_before_cleaning_ns: 1_000_000_000 };
        let drive = HddParams::plain(8_000_000_000_000, 5400.0, 180e6, 12_000_000, 256 << 20, &HddTunables::default());
        Shingles::new(&smr, &drive)
    }

    #[test]
    fn scattered_writes_wait_only_once_the_media_cache_is_full() {
        let mut smr = shingles(40_960);
        for i in 0..10 {
            assert_eq!(smr.before_write(i << 30, (i << 30) + 4096, false), None);
        }
        let wait = smr.before_write(11 << 30, (11 << 30) + 4096, false);
        assert!(wait.is_some_and(|ns| (300_000_000..1_000_000_000).contains(&ns)), "{wait:?}");
        assert_eq!(smr.before_write(11 << 30, (11 << 30) + 4096, false), None);
    }

    #[test]
    fn streams_never_wait() {
        let mut smr = shingles(4096);
        for i in 0..10 {
            assert_eq!(smr.before_write(i << 30, (i << 30) + (4 << 20), false), None);
            assert_eq!(smr.before_write(i << 30, (i << 30) + 4096, true), None);
        }
    }

    #[test]
    fn idleness_empties_the_media_cache() {
        let mut smr = shingles(1 << 20);
        for i in 0..100 {
            smr.before_write(i << 28, (i << 28) + 4096, false);
        }
        let mut cleanings = 0;
        while smr.idle_work_at(0).is_some() {
            smr.clean();
            cleanings += 1;
        }
        assert_eq!(cleanings, 100);
    }
}
