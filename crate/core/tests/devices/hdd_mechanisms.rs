//! What a hard disk does with streams, its two caches, flushes and shingles.

use crate::closed_loop::*;
use nas_forecast_core::model::drive::{Access, AccessKind};
use nas_forecast_core::model::hdd::{HddParams, HddTunables, SmrParams};

#[test]
fn a_sequential_reader_that_pauses_loses_no_revolution() {
    let mut drive = hdd(nas());
    let pause = 300_000;
    let mut now = 0;
    let count = 2000;
    for i in 0..count {
        now = finish(&mut drive, now, read(i * 65536, 65536)) + pause;
    }
    let each_ms = now as f64 / count as f64 / 1e6;
    assert!(each_ms < 0.6, "{each_ms} ms for 0.3 ms of pause and 0.3 ms of data");
}

#[test]
fn a_slow_reader_finds_its_data_in_the_buffer() {
    let mut drive = hdd(nas());
    let mut now = 0;
    let mut slow = 0;
    for i in 0..2000 {
        let start = now;
        now = finish(&mut drive, now, read(i * 65536, 65536));
        slow += u32::from(i > 0 && now - start > 1_000_000);
        now += 2_000_000;
    }
    assert_eq!(slow, 0);
}

#[test]
fn interleaved_streams_are_read_ahead_each() {
    let streams = 6_u64;
    let outcome = run(&mut hdd(nas()), 1, 6000, |i| {
        let (stream, piece) = (u64::from(i) % streams, u64::from(i) / streams);
        read(stream * TB + piece * 65536, 65536)
    });
    // A seek and half a turn for each piece of 64 KiB would be 5 MB/s.
    assert!(outcome.mb_per_s > 40.0, "{outcome:?}");
}

#[test]
fn no_stream_keeps_the_head_to_itself() {
    let mut at = [0, 4 * TB];
    let outcome = run_workers(&mut hdd(nas()), 2, 10_000, |_, worker| {
        at[worker as usize] += 65536;
        read(at[worker as usize], 65536)
    });
    assert!(outcome.max_ms < 200.0, "{outcome:?}");
    assert!(outcome.mb_per_s > 100.0, "{outcome:?}");
}

#[test]
fn streams_need_hardly_any_cache() {
    let small = HddParams { cache_bytes: 2 << 20, ..nas() };
    for kind in [AccessKind::Read, AccessKind::Write] {
        for (bytes, depth) in [(64 * KIB, 1), (64 * KIB, 32), (MIB, 1), (MIB, 32)] {
            let count = 400_000_000 / bytes;
            assert_near(sequential(&mut hdd(small.clone()), kind, 0, bytes, depth, count).mb_per_s, 210.0, 3.0);
        }
    }
}

#[test]
fn a_cached_write_is_done_long_before_a_durable_one() {
    let mut drive = hdd(nas());
    let cached = finish(&mut drive, 0, write(TB, 4096));
    assert!(cached < 200_000, "{cached} ns");
    let start = 1_000_000_000;
    let durable = Access { kind: AccessKind::WriteThrough, ..write(2 * TB, 4096) };
    assert!(finish(&mut drive, start, durable) - start > 2_000_000);
}

#[test]
fn a_durable_sequential_writer_at_depth_1_loses_a_revolution_each_time() {
    let outcome = sequential(&mut hdd(enterprise()), AccessKind::WriteThrough, 4 * TB, MIB, 1, 1000);
    // 5.1 ms of transfer and a turn of 8.3 ms, as each write just misses its place; ublk-disksim has 78 MB/s, too.
    assert_near(outcome.mb_per_s, 78.0, 10.0);
}

#[test]
fn reads_go_before_writes_while_the_cache_has_room() {
    let mut drive = hdd(nas());
    let mut dice = Random(1);
    let mut now = 0;
    for _ in 0..30 {
        now = finish(&mut drive, now, write(dice.place(14 * TB, 4096), 4096));
    }
    let mut total = 0;
    for _ in 0..20 {
        let start = now;
        now = finish(&mut drive, now, read(dice.place(14 * TB, 4096), 4096));
        total += now - start;
    }
    assert_near(total as f64 / 20.0 / 1e6, 13.2, 20.0);
}

#[test]
fn with_a_full_cache_readers_and_writers_both_get_on() {
    let mut dice = Random(1);
    let mut drive = hdd(nas());
    let outcome = run_workers(&mut drive, 64, 6000, |_, worker| {
        let offset = dice.place(14 * TB, 4096);
        if worker % 2 == 0 { read(offset, 4096) } else { write(offset, 4096) }
    });
    let (reads, writes) = (drive.bytes_read() / 4096, drive.bytes_written() / 4096);
    assert!(reads > 2000 && writes > 2000, "{reads} {writes}");
    assert!(outcome.max_ms < 2500.0, "{outcome:?}");
}

#[test]
fn no_read_starves_at_any_depth() {
    for depth in [2, 8, 32] {
        assert!(random_reads(&nas(), 14 * TB, depth).max_ms < 1500.0);
    }
}

#[test]
fn a_flush_holds_up_what_comes_behind_it() {
    let mut drive = hdd(nas());
    let mut dice = Random(4);
    let mut now = 0;
    for _ in 0..8 {
        now = finish(&mut drive, now, write(dice.place(14 * TB, 4096), 4096));
    }
    let flush = Access { offset: 0, bytes: 0, kind: AccessKind::Flush, tag: 1 };
    let first = drive.submit(now, flush);
    let second = drive.submit(now, Access { tag: 2, ..read(0, 4096) });
    let mut wake = first.into_iter().chain(second).min();
    let mut done = Vec::new();
    while let Some(at) = wake {
        if done.len() == 2 {
            break;
        }
        wake = drive.wake(at, &mut done);
    }
    assert_eq!(done, [1, 2]);
}

#[test]
fn without_a_write_cache_every_write_waits_for_the_platter() {
    let drive = HddParams { write_cache: false, ..enterprise() };
    let outcome = random(&mut hdd(drive), AccessKind::Write, 8 * TB, 4096, 1, 2000);
    assert_near(outcome.mean_ms, 12.7, 5.0);
}

#[test]
fn over_usb_without_streams_depth_brings_nothing() {
    let drive = HddParams { queue_depth: 1, ..nas() };
    let (alone, deep) = (random_reads(&drive, 14 * TB, 1), random_reads(&drive, 14 * TB, 32));
    assert_near(deep.per_s, alone.per_s, 1.0);
}

#[test]
fn a_shingled_drive_collapses_when_its_media_cache_is_full() {
    let smr = SmrParams { media_cache_bytes: 8 << 20, band_bytes: 30 << 20, idle_before_cleaning_ns: 1_000_000_000 };
    let plain = HddParams::plain(5 * TB, 5400.0, 140e6, 13_000_000, 128 << 20, &HddTunables::default());
    let shingled = HddParams { smr: Some(smr), ..plain.clone() };
    let scattered =
        |params: &HddParams, count| random(&mut hdd(params.clone()), AccessKind::Write, 5 * TB, 4096, 32, count);
    assert_near(scattered(&shingled, 1500).per_s, scattered(&plain, 1500).per_s, 1.0);
    let long = scattered(&shingled, 4000);
    assert!(long.per_s < scattered(&plain, 4000).per_s / 4.0, "{long:?}");
    let stream = |params: &HddParams| sequential(&mut hdd(params.clone()), AccessKind::Write, 0, MIB, 4, 4000);
    assert_near(stream(&shingled).mb_per_s, stream(&plain).mb_per_s, 1.0);
}

#[test]
fn drives_that_stand_differently_at_the_start_answer_at_different_times() {
    let turned = HddParams { spindle_offset_ns: 3_000_000, ..nas() };
    let ends = [nas(), turned].map(|params| finish(&mut hdd(params), 0, read(TB, 4096)));
    assert_ne!(ends[0], ends[1]);
}

#[test]
fn every_access_is_done_exactly_once_and_the_mechanism_is_never_busier_than_time_passes() {
    for seed in 0..40 {
        let mut dice = Random(seed);
        let depth = 1 + dice.below(80) as u32;
        let cache = dice.below(3) * (16 << 20);
        let params = HddParams::plain(TB, 5400.0, 150e6, 10_500_000, cache, &HddTunables::default());
        let span = TB >> dice.below(16);
        let mut drive = hdd(params);
        let mut next = 0;
        let mut seen = 0_u32;
        let outcome = run(&mut drive, depth, 3000, |_| {
            seen += 1;
            let bytes = 4096 << dice.below(9);
            let kind = match dice.below(20) {
                0 => AccessKind::Flush,
                1 => AccessKind::WriteThrough,
                2..=10 => AccessKind::Write,
                _ => AccessKind::Read,
            };
            let offset =
                if dice.below(3) > 0 && next + u64::from(bytes) < span { next } else { dice.place(span, bytes) };
            next = offset + u64::from(bytes);
            Access { offset, bytes, kind, tag: 0 }
        });
        assert_eq!(seen, 3000 + depth);
        assert_eq!(drive.queue_len(), depth as usize);
        assert!(outcome.utilisation <= 1.02, "seed {seed}: {outcome:?}");
    }
}

#[test]
fn an_access_beyond_the_end_ends_like_any_other() {
    let mut drive = hdd(nas());
    for access in [read(15 * TB, 4096), write(15 * TB, 4096), read(14 * TB - 4096, MIB)] {
        finish(&mut drive, 0, access);
    }
}

#[test]
fn a_wake_too_late_loses_nothing() {
    let mut drive = hdd(nas());
    let mut dice = Random(6);
    for tag in 0..100 {
        drive.submit(0, Access { tag, ..read(dice.place(14 * TB, 4096), 4096) });
    }
    let mut done = Vec::new();
    assert_eq!(drive.wake(60_000_000_000, &mut done), None);
    done.sort_unstable();
    assert_eq!(done, Vec::from_iter(0..100));
}

#[test]
fn a_wake_too_many_changes_nothing() {
    let ends = [false, true].map(|spurious| {
        let mut drive = hdd(nas());
        let mut dice = Random(9);
        let mut now = 0;
        for _ in 0..50 {
            let access = read(dice.place(14 * TB, 4096), 4096);
            if spurious {
                let mut done = Vec::new();
                drive.wake(now, &mut done);
                assert!(done.is_empty());
            }
            now = finish(&mut drive, now, access);
        }
        now
    });
    assert_eq!(ends[0], ends[1]);
}
