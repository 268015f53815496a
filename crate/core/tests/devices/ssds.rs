//! SSDs against their data sheets and the validation tables of ublk-disksim.

use crate::closed_loop::*;
use nas_forecast_core::model::drive::{Access, AccessKind, Drive, Ns};
use nas_forecast_core::model::ssd::{Ssd, SsdParams, SsdTunables};
use nas_forecast_core::scenario::{CacheDrives, DriveKind};

fn ssd(drives: &CacheDrives) -> Drive {
    Drive::Ssd(Ssd::new(SsdParams::from_cache(drives, &SsdTunables::default()), 0))
}

/// Samsung 870 EVO 1 TB, its SLC cache shortened to make the tests quick.
fn sata_consumer() -> CacheDrives {
    CacheDrives {
        preset: None,
        label: None,
        count: 1,
        kind: DriveKind::SsdSata,
        capacity_gb: 1000.0,
        sequential_read_mb_s: 560.0,
        sequential_write_mb_s: 530.0,
        sustained_write_mb_s: Some(300.0),
        slc_cache_gb: Some(4.0),
        random_read_iops: 98_000.0,
        random_write_iops: 88_000.0,
        read_latency_us: 77.0,
        write_latency_us: 30.0,
        endurance_tbw: None,
        power_loss_protection: false,
    }
}

/// Samsung PM883.
fn sata_data_centre() -> CacheDrives {
    CacheDrives {
        sequential_read_mb_s: 550.0,
        sequential_write_mb_s: 520.0,
        sustained_write_mb_s: None,
        slc_cache_gb: None,
        random_write_iops: 25_000.0,
        read_latency_us: 120.0,
        write_latency_us: 40.0,
        power_loss_protection: true,
        ..sata_consumer()
    }
}

/// Samsung PM9A3.
fn nvme_data_centre() -> CacheDrives {
    CacheDrives {
        kind: DriveKind::SsdNvme,
        sequential_read_mb_s: 5000.0,
        sequential_write_mb_s: 2700.0,
        sustained_write_mb_s: None,
        slc_cache_gb: None,
        random_read_iops: 850_000.0,
        random_write_iops: 130_000.0,
        read_latency_us: 80.0,
        write_latency_us: 13.0,
        power_loss_protection: true,
        ..sata_consumer()
    }
}

const SSD_SPAN: u64 = 900_000_000_000;

#[test]
fn ssds_read_a_block_in_the_time_of_their_sheet() {
    for (drives, us) in [(sata_consumer(), 77.0), (sata_data_centre(), 120.0), (nvme_data_centre(), 80.0)] {
        let alone = random(&mut ssd(&drives), AccessKind::Read, SSD_SPAN, 4096, 1, 20_000);
        assert_near(alone.mean_ms * 1e3, us, 5.0);
    }
}

#[test]
fn ssds_read_random_blocks_at_the_rate_of_their_sheet() {
    let sata = random(&mut ssd(&sata_consumer()), AccessKind::Read, SSD_SPAN, 4096, 32, 50_000);
    assert_near(sata.per_s, 98_000.0, 3.0);
    // 32 in flight at 80 us each: the sheet's 850,000 take more.
    let nvme = random(&mut ssd(&nvme_data_centre()), AccessKind::Read, SSD_SPAN, 4096, 32, 50_000);
    assert_near(nvme.per_s, 32.0 / 80e-6, 5.0);
    let deep = random(&mut ssd(&nvme_data_centre()), AccessKind::Read, SSD_SPAN, 4096, 128, 50_000);
    assert_near(deep.per_s, 850_000.0, 3.0);
}

#[test]
fn ssds_stream_at_the_rates_of_their_sheet() {
    for (drives, read, write) in [(sata_consumer(), 545.0, 530.0), (nvme_data_centre(), 5000.0, 2700.0)] {
        let outcome = sequential(&mut ssd(&drives), AccessKind::Read, 0, 128 * KIB, 32, 20_000);
        assert_near(outcome.mb_per_s, read, 3.0);
        let outcome = sequential(&mut ssd(&drives), AccessKind::Write, 0, 128 * KIB, 32, 20_000);
        assert_near(outcome.mb_per_s, write, 3.0);
    }
}

#[test]
fn protected_ssds_write_random_blocks_steadily_at_the_rate_of_their_sheet() {
    for (drives, iops) in [(sata_data_centre(), 25_000.0), (nvme_data_centre(), 130_000.0)] {
        let outcome = random(&mut ssd(&drives), AccessKind::Write, SSD_SPAN, 4096, 32, 100_000);
        assert_near(outcome.per_s, iops, 5.0);
    }
}

#[test]
fn a_consumer_ssd_writes_random_blocks_slowly_once_its_slc_cache_is_used_up() {
    let mut drive = ssd(&sata_consumer());
    let fresh = random(&mut drive, AccessKind::Write, SSD_SPAN, 4096, 32, 100_000);
    assert_near(fresh.per_s, 88_000.0, 5.0);
    let worn = CacheDrives { slc_cache_gb: Some(0.0), ..sata_consumer() };
    let steady = random(&mut ssd(&worn), AccessKind::Write, SSD_SPAN, 4096, 32, 50_000);
    assert_near(steady.per_s, 12_000.0, 5.0);
}

#[test]
fn scattered_writes_of_many_rows_hardly_cost_more_than_a_stream_without_slc_cache() {
    let worn = CacheDrives { slc_cache_gb: Some(0.0), ..sata_consumer() };
    // Enough of them that the write buffer does not matter.
    let rate = |bytes: u32| {
        let accesses = (1u32 << 30) / bytes;
        random(&mut ssd(&worn), AccessKind::Write, SSD_SPAN, bytes, 4, accesses).per_s * f64::from(bytes)
    };
    let sustained = 300e6;
    assert!(rate(64 << 10) < 0.3 * sustained, "{}", rate(64 << 10));
    assert!(rate(16 << 20) > 0.9 * sustained, "{}", rate(16 << 20));
    for bytes in [4096, 65_536, 262_144, 1 << 20] {
        assert!(rate(2 * bytes) > 0.99 * rate(bytes), "{bytes}");
    }
}

#[test]
fn a_long_write_falls_to_the_sustained_rate_when_the_slc_cache_is_full() {
    let mut drive = ssd(&sata_consumer());
    let outcome = sequential(&mut drive, AccessKind::Write, 0, MIB, 4, 12_000);
    let expected_s = 4e9 / 530e6 + (12_000.0 * f64::from(MIB) - 4e9) / 300e6;
    assert_near(outcome.mb_per_s, 12_000.0 * f64::from(MIB) / 1e6 / expected_s, 2.0);
}

#[test]
fn idleness_brings_the_slc_cache_back() {
    let mut drive = ssd(&sata_consumer());
    let mut now = 0;
    let mut write_2_gb = |now: &mut Ns, from: u64| {
        let start = *now;
        for i in 0..2000 {
            *now = finish(&mut drive, *now, write(from + i * u64::from(MIB), MIB));
        }
        2000.0 * f64::from(MIB) / 1e6 / ((*now - start) as f64 / 1e9)
    };
    for i in 0..4 {
        write_2_gb(&mut now, i << 32);
    }
    assert!(write_2_gb(&mut now, 5 << 32) < 320.0);
    now += 60_000_000_000;
    assert!(write_2_gb(&mut now, 6 << 32) > 450.0);
}

#[test]
fn flushes_cost_what_was_measured() {
    let per_s = |drives: &CacheDrives| 1e3 / write_and_flush(&mut ssd(drives), SSD_SPAN, 1, 2000);
    let consumer = per_s(&sata_consumer());
    assert!((250.0..=310.0).contains(&consumer), "{consumer}");
    assert_near(per_s(&sata_data_centre()), 15_500.0, 15.0);
    assert_near(per_s(&nvme_data_centre()), 70_000.0, 25.0);
}

#[test]
fn a_flush_holds_up_reads_on_sata_but_not_on_nvme() {
    let nvme_consumer = CacheDrives { power_loss_protection: false, ..nvme_data_centre() };
    for (drives, is_held) in [(sata_consumer(), true), (nvme_consumer, false)] {
        let mut drive = ssd(&drives);
        finish(&mut drive, 0, write(0, 4096));
        drive.submit(1_000_000, Access { offset: 0, bytes: 0, kind: AccessKind::Flush, tag: 1 });
        drive.submit(1_000_000, Access { tag: 2, ..read(1 << 30, 4096) });
        let mut done = Vec::new();
        drive.wake(1_200_000, &mut done);
        assert_eq!(done.is_empty(), is_held);
    }
}

#[test]
fn reads_go_before_buffered_writes_but_neither_starves() {
    let mut dice = Random(2);
    let mut drive = ssd(&sata_consumer());
    let outcome = run_workers(&mut drive, 64, 100_000, |_, worker| {
        let offset = dice.place(SSD_SPAN, 4096);
        if worker % 2 == 0 { read(offset, 4096) } else { write(offset, 4096) }
    });
    let (read, written) = (drive.bytes_read() as f64, drive.bytes_written() as f64);
    assert!((0.5..2.0).contains(&(read / written)), "{read} {written}");
    assert!(outcome.utilisation <= 1.02, "{outcome:?}");
}
