//! The textbook formulas that other NAS calculators use, as the yardstick to beat.
//!
//! Functional IOPS = N·d / (R + W·P) with d the accesses one drive does alone and P = 1, 2, 4, 6, 8 accesses per write
//! for none, mirrors, one, two and three parities; sequential rate = data drives · rate; both at most what the wire
//! carries. No queue, no cache, no protocol, no processor: that is the point of the comparison.

use super::wire::path_goodput_mb_s;
use crate::scenario::{Block, Direction, DriveKind, Drives, Pattern, ProtocolKind, Raid, Scenario, Workload};

/// The formulas' throughput in 10^6 bytes per second; `None` for workloads that they say nothing about.
pub fn classic_throughput_mb_s(scenario: &Scenario) -> Option<f64> {
    let wire = path_goodput_mb_s(scenario).unwrap_or(f64::INFINITY);
    if scenario.protocol.kind == ProtocolKind::Tcp {
        return Some(wire);
    }
    let drives = match &scenario.workload {
        Workload::Block(block) if block.pattern == Pattern::Random => random_mb_s(scenario, block),
        Workload::Block(block) => sequential_mb_s(scenario, block.read_percent / 100.0),
        Workload::FileCopy(copy) => sequential_mb_s(
            scenario,
            match copy.direction {
                Direction::Read => 1.0,
                Direction::Write => 0.0,
                Direction::Duplicate => 0.5,
            },
        ),
        Workload::Metadata(_) | Workload::Rebuild(_) | Workload::Mix(_) | Workload::Trace(_) => return None,
    };
    Some(drives.min(wire))
}

fn random_mb_s(scenario: &Scenario, block: &Block) -> f64 {
    let drives = &scenario.drives;
    let reads = block.read_percent / 100.0;
    let (read_iops, write_iops) = drive_iops(drives);
    let accesses = reads / read_iops + (1.0 - reads) * write_penalty(scenario.volume.raid) / write_iops;
    f64::from(drives.count) / accesses * block.block_bytes as f64 / 1e6
}

/// Random accesses per second of one drive by itself: (reads, writes).
fn drive_iops(drives: &Drives) -> (f64, f64) {
    // One seek and half a turn for a disk; the data sheet's figures for an SSD.
    let disk = 1e3 / (drives.average_seek_ms + 30_000.0 / drives.rpm);
    match drives.kind {
        DriveKind::Hdd => (disk, disk),
        DriveKind::SsdSata | DriveKind::SsdNvme => {
            (drives.random_read_iops.unwrap_or(disk), drives.random_write_iops.unwrap_or(disk))
        }
    }
}

/// Harmonic mix of the array's sequential read and write rates.
fn sequential_mb_s(scenario: &Scenario, reads: f64) -> f64 {
    let (raid, count) = (scenario.volume.raid, f64::from(scenario.drives.count));
    let drives = &scenario.drives;
    let read_mb_s = drives.sequential_mb_s * read_drives(raid, count);
    let write_mb_s = drives.sequential_write_mb_s * write_drives(raid, count);
    1.0 / (reads / read_mb_s + (1.0 - reads) / write_mb_s)
}

/// Accesses to drives per small write.
fn write_penalty(raid: Raid) -> f64 {
    match raid {
        Raid::Single | Raid::Jbod | Raid::Raid0 => 1.0,
        Raid::Raid1 | Raid::Raid10 | Raid::ZfsMirror => 2.0,
        Raid::Raid5 | Raid::Raid50 | Raid::Shr | Raid::Raidz1 => 4.0,
        Raid::Raid6 | Raid::Raid60 | Raid::Shr2 | Raid::Raidz2 => 6.0,
        Raid::Raidz3 => 8.0,
    }
}

/// Drives whose data a large read takes.
fn read_drives(raid: Raid, count: f64) -> f64 {
    match raid {
        Raid::Raid1 | Raid::Raid10 | Raid::ZfsMirror => count,
        _ => write_drives(raid, count),
    }
}

/// Drives' worth of data in a full stripe.
fn write_drives(raid: Raid, count: f64) -> f64 {
    let data = match raid {
        Raid::Single | Raid::Jbod | Raid::Raid1 => 1.0,
        Raid::Raid0 => count,
        Raid::Raid10 | Raid::ZfsMirror => count / 2.0,
        Raid::Raid5 | Raid::Shr | Raid::Raidz1 => count - 1.0,
        Raid::Raid6 | Raid::Shr2 | Raid::Raidz2 | Raid::Raid50 => count - 2.0,
        Raid::Raidz3 => count - 3.0,
        Raid::Raid60 => count - 4.0,
    };
    data.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::sample;

    #[test]
    fn eight_drives_in_raid_6_write_a_sixth_of_their_accesses() {
        let mut scenario = sample::scenario();
        scenario.drives.count = 8;
        scenario.drives.average_seek_ms = 9.0;
        scenario.volume.raid = Raid::Raid6;
        scenario.workload = sample::random_block(4096, 0.0);
        // One access: 9 ms seek + 4.167 ms = 75.9/s a drive; 8 · 75.9 / 6 = 101.3 writes/s of 4 KiB.
        let writes_per_s = classic_throughput_mb_s(&scenario).expect("block I/O") * 1e6 / 4096.0;
        assert!((writes_per_s - 101.27).abs() < 0.05, "{writes_per_s}");
    }

    #[test]
    fn a_big_copy_runs_at_the_wire_or_at_the_data_drives() {
        let mut scenario = sample::scenario();
        assert_eq!(classic_throughput_mb_s(&scenario), path_goodput_mb_s(&scenario));
        scenario.protocol.kind = ProtocolKind::Local;
        // RAID 10 of four drives at 200 MB/s: reads from all four.
        assert!((classic_throughput_mb_s(&scenario).expect("a copy") - 800.0).abs() < 1e-9);
    }

    #[test]
    fn the_formulas_know_no_rebuild() {
        let mut scenario = sample::scenario();
        scenario.workload = Workload::Rebuild(crate::scenario::Rebuild { preset: None, label: None });
        assert_eq!(classic_throughput_mb_s(&scenario), None);
    }
}
