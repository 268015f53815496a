//! What one hard disk is: the scenario's figures, completed by what data sheets leave out.

use super::geometry::Shape;
use crate::model::drive::Ns;
use crate::scenario::{Attach, Drives, Recording};

/// What the scenario says nothing about. Each holds for hard disks in general, not for one model.
#[derive(Clone, Debug, PartialEq)]
pub struct HddTunables {
    /// Rate at the inner edge by rate at the outer. 116 by 262 MB/s measured on a Toshiba N300 of 8 TB; others 0.43–0.5.
    pub zone_ratio: f64,
    /// Shortest seek by average seek. 0.6 of 8.0 ms (enterprise) and 1.0 of 13.0 ms (desktop) in the validated models
    /// of ublk-disksim.
    pub seek_min_share: f64,
    /// From a command's arrival at an idle drive to the start of the arm, µs. With the shortest seek it makes the
    /// 1.4 ms by which random reads within a narrow range exceed half a revolution (5.9 ms at 7200 rpm, DS1819+ review).
    pub command_overhead_us: f64,
    /// A command that the drive's memory answers, µs: SATA drives read 4 KiB pieces of a stream 10–15 thousand times a
    /// second at depth 1.
    pub buffer_overhead_us: f64,
    /// What a write's settling takes beyond a read's, µs: data sheets give average seeks for writes 0.5–1 ms longer.
    pub write_settle_us: f64,
    /// From one access to another on the same track, revolutions: nothing that starts within it can be caught. Sorted
    /// sparse writes cost their gap and 0.07 revolutions (DS1819+ review: 1,460–1,500 random writes/s on RAID 6).
    pub turnaround_revolutions: f64,
    /// By how much the drive wants to be early where it chooses among places, µs and share of the seek: its forecast of
    /// a seek's time is not exact, and a place just missed costs a revolution.
    pub margin_us: f64,
    pub margin_share: f64,
    /// Average seek from which on a drive counts as one tuned for quiet, ms: enterprise and NAS drives have 8–10.5,
    /// desktop drives 12–13.
    pub quiet_seek_ms: f64,
    /// Accesses that a drive tuned for quiet chooses among. 57 random reads a second at depth 1 and 94 at 32 (ST2000DM006,
    /// validation of ublk-disksim): so little comes of choosing among some six, not among 32.
    pub quiet_reorder_window: usize,
    /// How much more a read that has waited is worth, ns of positioning per ns of waiting. Keeps the slowest reads at
    /// depth 32 near a second.
    pub ageing: f64,
    /// Share of the cache that writes may fill; the rest is for reads. Vendors don't say; half is the usual guess.
    pub write_cache_share: f64,
    /// Separate places that the write cache keeps track of and chooses among. Vendors don't say; estimate: 1.5 times as
    /// many random writes a second as reads at depth 32.
    pub write_extents: usize,
    /// The same of a drive tuned for quiet. ST2000DM006: 124 random writes a second, 1.3 times the reads at depth 32.
    pub quiet_write_extents: usize,
    /// SMR: the media cache, share of the capacity. 20–25 GB on drives of 5 and 8 TB (Aghayev and Desnoyers, FAST 2015).
    pub smr_media_cache_share: f64,
}

impl Default for HddTunables {
    fn default() -> Self {
        Self {
            zone_ratio: 0.45,
            seek_min_share: 0.14,
            command_overhead_us: 150.0,
            buffer_overhead_us: 50.0,
            write_settle_us: 500.0,
            turnaround_revolutions: 0.05,
            margin_us: 400.0,
            margin_share: 0.0,
            quiet_seek_ms: 11.5,
            quiet_reorder_window: 6,
            ageing: 0.005,
            write_cache_share: 0.5,
            write_extents: 192,
            quiet_write_extents: 48,
            smr_media_cache_share: 0.004,
        }
    }
}

/// One hard disk, in the model's units.
#[derive(Clone, Debug, PartialEq)]
pub struct HddParams {
    pub capacity_bytes: u64,
    pub rpm: f64,
    /// Sustained, at the outer edge.
    pub read_bytes_per_s: f64,
    /// Sustained, at the outer edge.
    pub write_bytes_per_s: f64,
    /// Inner rate by outer rate.
    pub zone_ratio: f64,
    pub seek_min_ns: Ns,
    pub seek_average_ns: Ns,
    /// What a write's settling takes beyond a read's.
    pub write_settle_ns: Ns,
    /// From one access to another on the same track.
    pub turnaround_ns: Ns,
    /// What the drive wants to be early by when it chooses among places: fixed part, and part of the seek.
    pub margin_ns: Ns,
    pub margin_share: f64,
    /// From a command's arrival at an idle drive to the start of the arm.
    pub command_overhead_ns: Ns,
    /// A command that the drive's memory answers, without its transfer.
    pub buffer_overhead_ns: Ns,
    /// Cable and bridge.
    pub interface_bytes_per_s: f64,
    /// What each command costs them; nothing else moves meanwhile.
    pub interface_command_ns: Ns,
    /// Accesses inside the drive at once; further ones wait outside, in order.
    pub queue_depth: usize,
    /// Accesses inside the drive that it chooses among, oldest first.
    pub reorder_window: usize,
    /// Positioning saved per time waited, at which a later read still goes first.
    pub ageing: f64,
    pub cache_bytes: u64,
    /// Share of `cache_bytes` for writes.
    pub write_cache_share: f64,
    /// Separate places in the write cache.
    pub write_extents: usize,
    /// Whether a plain write is done once cached.
    pub write_cache: bool,
    pub smr: Option<SmrParams>,
    /// Where the platter stands at time 0; drives of one array should differ.
    pub spindle_offset_ns: Ns,
}

/// Drive-managed shingled recording.
#[derive(Clone, Debug, PartialEq)]
pub struct SmrParams {
    /// Scattered writes that are taken before bands have to be rewritten.
    pub media_cache_bytes: u64,
    /// Rewritten as a whole.
    pub band_bytes: u64,
    /// How long nothing may have come before the drive tidies up by itself.
    pub idle_before_cleaning_ns: Ns,
}

/// Tracks of one band: 15–40 MiB on the drives that Aghayev and Desnoyers opened (Skylight, FAST 2015).
const SMR_BAND_BYTES: u64 = 30 << 20;

/// Drives begin to clean within some seconds of idleness (Skylight, FAST 2015).
const SMR_IDLE_NS: Ns = 1_000_000_000;

/// What a cable carries in practice, bytes/s, and what a command costs it, ns: SATA, SAS 12 Gbit/s, USB 3 with and without
/// streams. A USB disk on a Pi 4 read 14,400 pieces of 4 KiB a second with 64 in flight, part of which is the Pi's;
/// without streams 84 µs a command were seen.
fn interface(attach: Attach, bytes_per_turn: f64) -> (f64, Ns) {
    match attach {
        Attach::Sata => (sata_bytes_per_s(bytes_per_turn), 15_000),
        Attach::Sas | Attach::Nvme => (1_100e6, 10_000),
        Attach::UsbUas => (430e6, 40_000),
        Attach::UsbBot => (380e6, 84_000),
    }
}

/// Of an outer track, as platters of the usual size have it: those of faster disks are smaller.
fn bytes_per_turn(bytes_per_s: f64, rpm: f64) -> f64 {
    bytes_per_s * 60.0 / rpm.min(7200.0)
}

/// What SATA carries to a hard disk with so much on a track. Density tells a disk's age: 6 Gbit/s came with platters of
/// 500 GB and more (2010), 3 Gbit/s with those of 160 GB (2006). Bursts of older disks reach 200 to 262 MB/s over
/// 3 Gbit/s and 137 MB/s over 1.5 Gbit/s (HD Tach, techreport.com/review/17183, 2009).
fn sata_bytes_per_s(bytes_per_turn: f64) -> f64 {
    match bytes_per_turn {
        few if few < 0.62e6 => 137e6,
        few if few < 1.22e6 => 240e6,
        _ => 550e6,
    }
}

impl HddParams {
    /// A bulk drive of the scenario.
    pub fn from(drives: &Drives, tunables: &HddTunables) -> Self {
        let capacity_bytes = (drives.capacity_tb * 1e12) as u64;
        let average_ns = (drives.average_seek_ms * 1e6) as Ns;
        let (interface_bytes_per_s, interface_command_ns) =
            interface(drives.attach, bytes_per_turn(drives.sequential_mb_s * 1e6, drives.rpm));
        let cache_bytes = (drives.cache_mib * f64::from(1 << 20)) as u64;
        Self {
            write_bytes_per_s: drives.sequential_write_mb_s * 1e6,
            interface_bytes_per_s,
            interface_command_ns,
            // The bulk-only transport of USB knows one command at a time; the others 32 and more.
            queue_depth: if drives.attach == Attach::UsbBot { 1 } else { 32 },
            smr: (drives.recording == Recording::Smr).then_some(SmrParams {
                media_cache_bytes: (capacity_bytes as f64 * tunables.smr_media_cache_share) as u64,
                band_bytes: SMR_BAND_BYTES,
                idle_before_cleaning_ns: SMR_IDLE_NS,
            }),
            ..Self::plain(capacity_bytes, drives.rpm, drives.sequential_mb_s * 1e6, average_ns, cache_bytes, tunables)
        }
    }

    /// An ordinary drive on a SATA port, of which no more than this is known.
    pub fn plain(
        capacity_bytes: u64,
        rpm: f64,
        outer_bytes_per_s: f64,
        seek_average_ns: Ns,
        cache_bytes: u64,
        tunables: &HddTunables,
    ) -> Self {
        let us = |us: f64| (us * 1e3) as Ns;
        let (interface_bytes_per_s, interface_command_ns) =
            interface(Attach::Sata, bytes_per_turn(outer_bytes_per_s, rpm));
        let is_quiet = seek_average_ns as f64 >= tunables.quiet_seek_ms * 1e6;
        Self {
            capacity_bytes,
            rpm,
            read_bytes_per_s: outer_bytes_per_s,
            write_bytes_per_s: outer_bytes_per_s,
            zone_ratio: tunables.zone_ratio,
            seek_min_ns: (seek_average_ns as f64 * tunables.seek_min_share) as Ns,
            seek_average_ns,
            write_settle_ns: us(tunables.write_settle_us),
            turnaround_ns: (60e9 / rpm * tunables.turnaround_revolutions) as Ns,
            margin_ns: us(tunables.margin_us),
            margin_share: tunables.margin_share,
            command_overhead_ns: us(tunables.command_overhead_us),
            buffer_overhead_ns: us(tunables.buffer_overhead_us),
            interface_bytes_per_s,
            interface_command_ns,
            queue_depth: 32,
            reorder_window: if is_quiet { tunables.quiet_reorder_window } else { usize::MAX },
            ageing: tunables.ageing,
            cache_bytes,
            write_cache_share: tunables.write_cache_share,
            write_extents: if is_quiet { tunables.quiet_write_extents } else { tunables.write_extents },
            write_cache: cache_bytes > 0,
            smr: None,
            spindle_offset_ns: 0,
        }
    }

    pub(super) fn shape(&self) -> Shape {
        Shape {
            capacity_bytes: self.capacity_bytes,
            rpm: self.rpm,
            outer_bytes_per_s: self.read_bytes_per_s,
            zone_ratio: self.zone_ratio,
            seek_min_ns: self.seek_min_ns,
            seek_average_ns: self.seek_average_ns,
            turnaround_ns: self.turnaround_ns,
            margin_ns: self.margin_ns,
            margin_share: self.margin_share,
            spindle_offset_ns: self.spindle_offset_ns,
        }
    }
}
