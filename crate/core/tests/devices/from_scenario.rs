//! The scenario's fields reach the drives.

use crate::closed_loop::*;
use nas_forecast_core::model::drive::{AccessKind, Drive, DriveTunables};
use nas_forecast_core::model::hdd::{HddParams, HddTunables};
use nas_forecast_core::scenario::{Attach, DriveKind, Drives, Recording};

fn disk() -> Drives {
    Drives {
        preset: None,
        label: None,
        count: 1,
        kind: DriveKind::Hdd,
        recording: Recording::Cmr,
        capacity_tb: 4.0,
        rpm: 5400.0,
        sequential_mb_s: 180.0,
        sequential_write_mb_s: 150.0,
        sustained_write_mb_s: None,
        slc_cache_gb: None,
        attach: Attach::Sata,
        power_loss_protection: false,
        average_seek_ms: 10.0,
        random_read_iops: None,
        random_write_iops: None,
        cache_mib: 64.0,
    }
}

fn flash() -> Drives {
    Drives {
        kind: DriveKind::SsdSata,
        sequential_mb_s: 540.0,
        sequential_write_mb_s: 500.0,
        random_read_iops: Some(95_000.0),
        random_write_iops: Some(60_000.0),
        ..disk()
    }
}

fn bulk(drives: &Drives) -> Drive {
    Drive::bulk(drives, &DriveTunables::default(), 0)
}

#[test]
fn a_disk_has_the_rates_and_the_speed_of_rotation_of_the_scenario() {
    let read = sequential(&mut bulk(&disk()), AccessKind::Read, 0, MIB, 4, 2000);
    assert_near(read.mb_per_s, 180.0, 2.0);
    let write = sequential(&mut bulk(&disk()), AccessKind::Write, 0, MIB, 4, 4000);
    assert_near(write.mb_per_s, 150.0, 2.0);
    let alone = random(&mut bulk(&disk()), AccessKind::Read, 4 * TB, 4096, 1, 4000);
    assert_near(alone.mean_ms, 10.0 + 30e3 / 5400.0, 5.0);
}

#[test]
fn a_usb_bridge_without_streams_takes_one_command_at_a_time() {
    for drives in [disk(), flash()] {
        let usb = Drives { attach: Attach::UsbBot, ..drives };
        let [alone, deep] = [1, 16].map(|d| random(&mut bulk(&usb), AccessKind::Read, TB, 4096, d, 4000).per_s);
        assert_near(deep, alone, 2.0);
    }
}

#[test]
fn old_disks_take_a_burst_over_a_slower_sata() {
    let taken_ms = |rate| {
        let disk = Drives { rpm: 7200.0, sequential_mb_s: rate, sequential_write_mb_s: rate, ..disk() };
        finish(&mut bulk(&disk), 0, write(0, 2 << 20)) as f64 / 1e6
    };
    for (rate, carried) in [(180.0, 550.0), (140.0, 240.0), (70.0, 137.0)] {
        assert_near(taken_ms(rate), 2.097 / carried * 1e3, 3.0);
    }
}

#[test]
fn a_usb_bridge_caps_an_ssd() {
    let usb = Drives { attach: Attach::UsbUas, ..flash() };
    let read = sequential(&mut bulk(&usb), AccessKind::Read, 0, MIB, 8, 2000);
    assert_near(read.mb_per_s, 430.0, 2.0);
}

#[test]
fn an_ssd_has_the_rates_of_the_scenario() {
    assert_near(random(&mut bulk(&flash()), AccessKind::Read, TB, 4096, 32, 20_000).per_s, 95_000.0, 3.0);
    assert_near(random(&mut bulk(&flash()), AccessKind::Write, TB, 4096, 32, 100_000).per_s, 60_000.0, 3.0);
    assert_near(sequential(&mut bulk(&flash()), AccessKind::Write, 0, MIB, 8, 4000).mb_per_s, 500.0, 3.0);
}

#[test]
fn without_a_cache_a_disk_writes_to_the_platter_at_once() {
    let params = HddParams::from(&Drives { cache_mib: 0.0, ..disk() }, &HddTunables::default());
    assert!(!params.write_cache);
}

#[test]
fn only_shingled_disks_have_a_media_cache() {
    let of = |recording| HddParams::from(&Drives { recording, ..disk() }, &HddTunables::default()).smr;
    assert_eq!(of(Recording::Cmr), None);
    assert!(of(Recording::Smr).is_some_and(|smr| smr.media_cache_bytes > 10_000_000_000));
}

#[test]
fn the_drives_of_an_array_do_not_turn_in_step() {
    let tunables = DriveTunables::default();
    let mut ends: Vec<_> = (0..8).map(|i| finish(&mut Drive::bulk(&disk(), &tunables, i), 0, read(TB, 4096))).collect();
    ends.sort_unstable();
    ends.dedup();
    assert_eq!(ends.len(), 8);
}
