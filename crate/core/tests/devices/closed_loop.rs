//! A closed loop on simulated time: so many accesses in flight, the next one as one ends. And the drives to run in it.

use nas_forecast_core::model::drive::{Access, AccessKind, Drive, Ns};
use nas_forecast_core::model::hdd::{Hdd, HddParams, HddTunables};

pub const KIB: u32 = 1024;
pub const MIB: u32 = 1 << 20;

/// A small generator of its own: these tests must not move when another crate's does. (SplitMix64.)
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * u128::from(bound)) >> 64) as u64
    }

    /// A place for an access of `bytes` below `span`, on a 4 KiB boundary.
    pub fn place(&mut self, span: u64, bytes: u32) -> u64 {
        self.below((span - u64::from(bytes)) / 4096) * 4096
    }
}

#[derive(Debug)]
pub struct Outcome {
    pub per_s: f64,
    pub mb_per_s: f64,
    pub mean_ms: f64,
    pub max_ms: f64,
    pub utilisation: f64,
}

/// Keeps `depth` accesses in flight until `count` are done; `next` makes them, being told how many there were before.
pub fn run(drive: &mut Drive, depth: u32, count: u32, mut next: impl FnMut(u32) -> Access) -> Outcome {
    run_workers(drive, depth, count, |i, _| next(i))
}

/// The same with `depth` workers that have one access in flight each; `next` is told whose turn it is, too.
pub fn run_workers(drive: &mut Drive, depth: u32, count: u32, mut next: impl FnMut(u32, u32) -> Access) -> Outcome {
    let mut now: Ns = 0;
    let mut wakes = std::collections::BinaryHeap::new();
    let mut since = vec![0; depth as usize];
    let mut bytes = vec![0_u64; depth as usize];
    let (mut started, mut ended, mut moved, mut sum, mut max) = (0, 0, 0_u64, 0.0, 0_f64);
    let mut done = Vec::new();
    let busy = drive.busy_ns();
    for tag in 0..depth {
        let access = Access { tag, ..next(started, tag) };
        started += 1;
        bytes[tag as usize] = u64::from(access.bytes);
        wakes.extend(drive.submit(now, access).map(std::cmp::Reverse));
    }
    while ended < count {
        now = wakes.pop().expect("a drive with accesses asks to be woken").0;
        let wake = drive.wake(now, &mut done);
        wakes.extend(wake.map(std::cmp::Reverse));
        for tag in done.drain(..) {
            let slot = tag as usize;
            let ms = (now - since[slot]) as f64 / 1e6;
            sum += ms;
            max = max.max(ms);
            moved += bytes[slot];
            ended += 1;
            since[slot] = now;
            let access = Access { tag, ..next(started, tag) };
            started += 1;
            bytes[slot] = u64::from(access.bytes);
            wakes.extend(drive.submit(now, access).map(std::cmp::Reverse));
        }
    }
    let seconds = now as f64 / 1e9;
    Outcome {
        per_s: f64::from(ended) / seconds,
        mb_per_s: moved as f64 / 1e6 / seconds,
        mean_ms: sum / f64::from(ended),
        max_ms: max,
        utilisation: (drive.busy_ns() - busy) as f64 / now as f64,
    }
}

pub fn random(drive: &mut Drive, kind: AccessKind, span: u64, bytes: u32, depth: u32, count: u32) -> Outcome {
    let mut dice = Random(7);
    run(drive, depth, count, |_| Access { offset: dice.place(span, bytes), bytes, kind, tag: 0 })
}

pub fn sequential(drive: &mut Drive, kind: AccessKind, from: u64, bytes: u32, depth: u32, count: u32) -> Outcome {
    run(drive, depth, count, |i| Access { offset: from + u64::from(i) * u64::from(bytes), bytes, kind, tag: 0 })
}

pub fn hdd(params: HddParams) -> Drive {
    Drive::Hdd(Hdd::new(params))
}

pub const TB: u64 = 1_000_000_000_000;

/// The validation tables give the rate that a drive reaches at a mean place; the outer edge is that much faster.
pub const MEAN_BY_OUTER: f64 = 0.775;

/// HGST Ultrastar 7K8.
pub fn enterprise() -> HddParams {
    let outer = 205e6 / MEAN_BY_OUTER;
    HddParams::plain(8 * TB, 7200.0, outer, 8_000_000, 256 << 20, &HddTunables::default())
}

/// Seagate BarraCuda ST2000DM006.
pub fn desktop() -> HddParams {
    let outer = 143e6 / MEAN_BY_OUTER;
    let plain = HddParams::plain(2 * TB, 7200.0, outer, 13_000_000, 64 << 20, &HddTunables::default());
    HddParams { write_bytes_per_s: outer * 132.0 / 143.0, ..plain }
}

/// One of the eight drives of the DS1819+ review.
pub fn nas() -> HddParams {
    HddParams::plain(14 * TB, 7200.0, 210e6, 9_000_000, 256 << 20, &HddTunables::default())
}

#[track_caller]
pub fn assert_near(value: f64, expected: f64, percent: f64) {
    let off = (value / expected - 1.0) * 100.0;
    assert!(off.abs() <= percent, "{value:.2} is {off:+.1} % off {expected}, more than {percent} %");
}

pub fn random_reads(params: &HddParams, span: u64, depth: u32) -> Outcome {
    random(&mut hdd(params.clone()), AccessKind::Read, span, 4096, depth, 4000)
}

/// Repeats `writes` scattered 4 KiB writes and a flush; milliseconds a round.
pub fn write_and_flush(drive: &mut Drive, span: u64, writes: u32, rounds: u32) -> f64 {
    let mut dice = Random(3);
    let round = writes + 1;
    let outcome = run(drive, 1, rounds * round, |i| match i % round {
        last if last == writes => Access { offset: 0, bytes: 0, kind: AccessKind::Flush, tag: 0 },
        _ => Access { offset: dice.place(span, 4096), bytes: 4096, kind: AccessKind::Write, tag: 0 },
    });
    outcome.mean_ms * f64::from(round)
}

/// Submits one access at `now` and runs until the drive has nothing left to give; returns when it was done.
pub fn finish(drive: &mut Drive, now: Ns, access: Access) -> Ns {
    // Nothing new to ask for: an earlier wake is outstanding, and one too many is harmless.
    let mut wake = drive.submit(now, access).unwrap_or(now);
    let mut done = Vec::new();
    loop {
        let next = drive.wake(wake, &mut done);
        if !done.is_empty() {
            return wake;
        }
        wake = next.expect("an access in flight asks for a wake");
    }
}

pub fn read(offset: u64, bytes: u32) -> Access {
    Access { offset, bytes, kind: AccessKind::Read, tag: 0 }
}

pub fn write(offset: u64, bytes: u32) -> Access {
    Access { offset, bytes, kind: AccessKind::Write, tag: 0 }
}
