//! One drive as the engine sees it: accesses go in with [`Drive::submit`], their tags come out of [`Drive::wake`].
//!
//! A drive runs on the engine's clock and never by itself: it says when it wants to be woken, and whatever happens
//! inside it between two calls follows from its state alone. Waking it too often is harmless; waking it too late
//! only delays what comes out, as everything inside happens at its own time.

use super::hdd::{Hdd, HddParams, HddTunables, Shingles};
use super::ssd::{Ssd, SsdParams, SsdTunables};
use crate::scenario::{CacheDrives, DriveKind, Drives};
use std::collections::VecDeque;

/// Simulated time, nanoseconds since the start of the run.
pub type Ns = u64;

/// A moment that never comes.
pub(crate) const NEVER: Ns = Ns::MAX;

/// One access to one drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Bytes from the outer edge of this drive.
    pub offset: u64,
    pub bytes: u32,
    pub kind: AccessKind,
    /// Given back when the access is done.
    pub tag: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    Read,
    /// Done as soon as the drive's own cache has it, if it has one.
    Write,
    /// Done when everything written before is durable; takes neither offset nor bytes.
    Flush,
    /// A write that is done when it is durable.
    WriteThrough,
}

/// Multiples of it spread evenly over a turn, however many they are.
const GOLDEN_RATIO: f64 = 0.618_033_988_749_894_8;

/// Rate at which a bulk drive reads at a place, bytes/s: `rate(x) = outer * sqrt(1 - x (1 - k^2))` on a hard disk.
pub fn zone_rate(drives: &Drives, position_percent: f64, zone_ratio: f64) -> f64 {
    let outer = drives.sequential_mb_s * 1e6;
    match drives.kind {
        DriveKind::Hdd => outer * (1.0 - position_percent / 100.0 * (1.0 - zone_ratio * zone_ratio)).max(0.0).sqrt(),
        _ => outer,
    }
}

/// What the model of drives leaves open beyond the scenario, for both kinds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DriveTunables {
    pub hdd: HddTunables,
    pub ssd: SsdTunables,
}

/// A drive with its queue.
// The difference in size does not matter: a handful of drives live in one vector for the whole run.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub enum Drive {
    Hdd(Hdd),
    Ssd(Ssd),
}

impl Drive {
    /// The scenario's bulk drive number `index`. The platters of different drives stand differently.
    pub fn bulk(drives: &Drives, tunables: &DriveTunables, index: u32) -> Self {
        match drives.kind {
            DriveKind::Hdd => {
                let params = HddParams::from(drives, &tunables.hdd);
                let turn = f64::from(index) * GOLDEN_RATIO % 1.0;
                Self::Hdd(Hdd::new(HddParams { spindle_offset_ns: (turn * 60e9 / drives.rpm) as Ns, ..params }))
            }
            DriveKind::SsdSata | DriveKind::SsdNvme => {
                Self::Ssd(Ssd::new(SsdParams::from_bulk(drives, &tunables.ssd), u64::from(index)))
            }
        }
    }

    /// One of the SSDs of a cache or of a ZFS log.
    pub fn cache(drives: &CacheDrives, tunables: &DriveTunables, index: u32) -> Self {
        Self::Ssd(Ssd::new(SsdParams::from_cache(drives, &tunables.ssd), u64::from(index)))
    }

    /// Hands an access over at `now`; returns the time at which [`Self::wake`] must be called, if that is earlier
    /// than the last one asked for or if none was.
    pub fn submit(&mut self, now: Ns, access: Access) -> Option<Ns> {
        match self {
            Self::Hdd(hdd) => hdd.submit(now, access),
            Self::Ssd(ssd) => ssd.submit(now, access),
        }
    }

    /// Advances to `now`; pushes the tags of the accesses that are done by then, in the order in which they got
    /// done; returns the next time to call, if any.
    pub fn wake(&mut self, now: Ns, done: &mut Vec<u32>) -> Option<Ns> {
        match self {
            Self::Hdd(hdd) => hdd.wake(now, done),
            Self::Ssd(ssd) => ssd.wake(now, done),
        }
    }

    /// How long the drive has worked so far: the mechanism of a hard disk, the flash of an SSD.
    pub fn busy_ns(&self) -> u64 {
        match self {
            Self::Hdd(hdd) => hdd.busy_ns(),
            Self::Ssd(ssd) => ssd.busy_ns(),
        }
    }

    /// How often a hard disk's mechanism chose among what waits, the dearest step of the simulation.
    pub fn decisions(&self) -> u64 {
        match self {
            Self::Hdd(hdd) => hdd.decisions(),
            Self::Ssd(_) => 0,
        }
    }

    /// What a hard disk's write cache holds, bytes.
    pub fn cached_bytes(&self) -> u64 {
        match self {
            Self::Hdd(hdd) => hdd.cached_bytes(),
            Self::Ssd(_) => 0,
        }
    }

    /// Ranges that a hard disk's write cache can hold.
    pub fn write_extents(&self) -> usize {
        match self {
            Self::Hdd(hdd) => hdd.write_extents(),
            Self::Ssd(_) => 0,
        }
    }

    /// Puts what was written before the simulation begins into a hard disk's write cache, unless it is as full as `share`;
    /// whether it did.
    pub fn hold(&mut self, offset: u64, bytes: u32, share: f64) -> bool {
        match self {
            Self::Hdd(hdd) => hdd.hold(offset, bytes, share),
            Self::Ssd(_) => false,
        }
    }

    /// Lets a hard disk write out what it holds; returns when to wake it, as [`Self::submit`] does.
    pub fn begin_to_write_out(&mut self, now: Ns) -> Option<Ns> {
        match self {
            Self::Hdd(hdd) => hdd.begin_to_write_out(now),
            Self::Ssd(_) => None,
        }
    }

    /// Accesses handed over and not yet done.
    pub fn queue_len(&self) -> usize {
        match self {
            Self::Hdd(hdd) => hdd.queue_len(),
            Self::Ssd(ssd) => ssd.queue_len(),
        }
    }

    /// What shingled recording adds to a hard disk.
    pub fn shingles(&self) -> Option<&Shingles> {
        match self {
            Self::Hdd(hdd) => hdd.shingles(),
            Self::Ssd(_) => None,
        }
    }

    pub fn shingles_mut(&mut self) -> Option<&mut Shingles> {
        match self {
            Self::Hdd(hdd) => hdd.shingles_mut(),
            Self::Ssd(_) => None,
        }
    }

    /// Bytes that writes have handed over so far.
    pub fn bytes_written(&self) -> u64 {
        match self {
            Self::Hdd(hdd) => hdd.bytes_written(),
            Self::Ssd(ssd) => ssd.bytes_written(),
        }
    }

    /// Bytes that reads have asked for so far.
    pub fn bytes_read(&self) -> u64 {
        match self {
            Self::Hdd(hdd) => hdd.bytes_read(),
            Self::Ssd(ssd) => ssd.bytes_read(),
        }
    }
}

/// Accesses whose end is known, earliest first; equal times keep the order of pushing.
///
/// Ends are pushed nearly in order, so that sinking in from the back takes a step or two where a heap takes its
/// full depth.
#[derive(Clone, Debug)]
pub(crate) struct Completions {
    ends: VecDeque<(Ns, u32)>,
}

impl Completions {
    pub fn with_capacity(capacity: usize) -> Self {
        Self { ends: VecDeque::with_capacity(capacity) }
    }

    pub fn push(&mut self, at: Ns, tag: u32) {
        self.ends.push_back((at, tag));
        let mut i = self.ends.len() - 1;
        while i > 0 && self.ends[i - 1].0 > at {
            self.ends.swap(i - 1, i);
            i -= 1;
        }
    }

    /// The earliest end, or [`NEVER`].
    pub fn next(&self) -> Ns {
        self.ends.front().map_or(NEVER, |end| end.0)
    }

    /// Takes one that is done by `now`.
    pub fn pop_due(&mut self, now: Ns) -> Option<u32> {
        if self.next() > now {
            return None;
        }
        self.ends.pop_front().map(|end| end.1)
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completions_come_out_by_time_and_then_by_order_of_pushing() {
        let mut ends = Completions::with_capacity(4);
        for (at, tag) in [(30, 1), (10, 2), (30, 3), (20, 4)] {
            ends.push(at, tag);
        }
        let mut order = Vec::new();
        while let Some(tag) = ends.pop_due(NEVER - 1) {
            order.push(tag);
        }
        assert_eq!(order, [2, 4, 1, 3]);
    }

    #[test]
    fn nothing_comes_out_before_its_time() {
        let mut ends = Completions::with_capacity(1);
        ends.push(10, 7);
        assert_eq!(ends.pop_due(9), None);
        assert_eq!(ends.pop_due(10), Some(7));
        assert_eq!(ends.next(), NEVER);
    }
}
