//! Built-in traces: what a NAS sees in six well-known situations, made up from a seed.
//!
//! Nobody recorded these; sizes and habits are round figures, chosen so that each situation shows what it is known for. They
//! come as the text of a trace (`time,op,offset,size`), so they take the same way as anybody's own recording.

use crate::hash::hash;
use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write;
use std::str::FromStr;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;
/// Largest request of a copy: what SMB asks for at once.
const LONGEST: u64 = MIB;
const DAY_S: f64 = 86_400.0;

/// The situations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Photos come in, new ones are looked at often and old ones rarely.
    PhotoLibrary,
    /// Twelve virtual machines with a hot set each, started every morning, copied away every night.
    VmHost,
    /// Small files of a few current projects, written and read again.
    Office,
    /// A small hot set, and now and then somebody reads everything once.
    HotSetAndScans,
    /// The same data from beginning to end, again and again.
    Loop,
    /// A hot set that wanders.
    Drift,
}

impl Kind {
    /// All situations.
    pub const ALL: [Kind; 6] =
        [Kind::PhotoLibrary, Kind::VmHost, Kind::Office, Kind::HotSetAndScans, Kind::Loop, Kind::Drift];

    /// The name in options and links.
    pub fn name(self) -> &'static str {
        match self {
            Kind::PhotoLibrary => "photo-library",
            Kind::VmHost => "vm-host",
            Kind::Office => "office",
            Kind::HotSetAndScans => "hot-set-and-scans",
            Kind::Loop => "loop",
            Kind::Drift => "drift",
        }
    }

    /// Pieces that it comes in: days, or rounds.
    fn pieces(self) -> u32 {
        match self {
            Kind::PhotoLibrary => 30,
            Kind::VmHost => 4,
            Kind::Office => 40,
            Kind::HotSetAndScans => 12,
            Kind::Loop => 8,
            Kind::Drift => 100,
        }
    }
}

impl FromStr for Kind {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or(())
    }
}

/// A trace in the making, piece by piece.
///
/// ```
/// use nas_forecast_cache::example::{Example, Kind};
/// let text = Example::new(Kind::Loop, 42).next().unwrap();
/// assert!(text.starts_with("time,op,offset,size\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Example {
    kind: Kind,
    random: Xoshiro256PlusPlus,
    piece: u32,
    now_s: f64,
    text: String,
}

impl Iterator for Example {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        if self.piece == self.kind.pieces() {
            return None;
        }
        match self.kind {
            Kind::PhotoLibrary => self.day_of_photos(),
            Kind::VmHost => self.day_of_machines(),
            Kind::Office => self.day_at_the_office(),
            Kind::HotSetAndScans => self.hot_set_and_scan(),
            Kind::Loop => self.copy('R', 0, 6 * GIB, 0.003),
            Kind::Drift => self.drifting(),
        }
        self.piece += 1;
        Some(std::mem::take(&mut self.text))
    }
}

impl Example {
    /// The same seed gives the same trace.
    pub fn new(kind: Kind, seed: u64) -> Self {
        let text = "time,op,offset,size\n".to_owned();
        Example { kind, random: Xoshiro256PlusPlus::seed_from_u64(seed), piece: 0, now_s: 0.0, text }
    }

    /// Pieces made, and pieces there are.
    pub fn progress(&self) -> (u32, u32) {
        (self.piece, self.kind.pieces())
    }

    /// One request, `pause_s` after the one before.
    fn request(&mut self, op: char, offset: u64, bytes: u64, pause_s: f64) {
        self.now_s += pause_s;
        // Writing into a String can't fail.
        let _ = writeln!(self.text, "{:.6},{op},{offset},{bytes}", self.now_s);
    }

    /// A range from beginning to end, in requests as a copy makes them.
    fn copy(&mut self, op: char, offset: u64, bytes: u64, pause_s: f64) {
        for at in (0..bytes).step_by(LONGEST as usize) {
            self.request(op, offset + at, LONGEST.min(bytes - at), pause_s);
        }
    }

    /// 0 to 1, without 1.
    fn share(&mut self) -> f64 {
        (self.random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, n: u64) -> u64 {
        ((self.share() * n as f64) as u64).min(n - 1)
    }

    /// One of `n`, the first by far the likeliest: Zipf's law, its sum taken as an integral.
    fn zipf(&mut self, n: u64, exponent: f64) -> u64 {
        ((n as f64 * libm::pow(self.share(), 1.0 / (1.0 - exponent))) as u64).min(n - 1)
    }

    /// Moves on to the next day at this hour.
    fn morning(&mut self, hour: f64) {
        self.now_s = self.now_s.max(f64::from(self.piece) * DAY_S + hour * 3600.0);
    }

    /// 20,000 photos of 20 MiB with thumbnails of 96 KiB, and 30 new ones a day.
    fn day_of_photos(&mut self) {
        const PHOTO: u64 = 20 * MIB;
        const THUMBNAIL: u64 = 96 * KIB;
        const THUMBNAILS_AT: u64 = 1 << 40;
        let before = 20_000 + 30 * u64::from(self.piece);
        self.morning(18.0);
        for photo in before..before + 30 {
            self.copy('W', photo * PHOTO, PHOTO, 0.02);
            self.request('W', THUMBNAILS_AT + photo * THUMBNAIL, THUMBNAIL, 0.05);
        }
        for _ in 0..8 {
            // A page of thumbnails, somewhere in the past: mostly in the last weeks.
            let first = before + 29 - self.zipf(before, 0.9);
            for photo in first.saturating_sub(60)..first {
                self.request('R', THUMBNAILS_AT + photo * THUMBNAIL, THUMBNAIL, 0.01);
            }
            for _ in 0..4 {
                let photo = first.saturating_sub(self.below(60));
                self.copy('R', photo * PHOTO, PHOTO, 0.01);
                if self.share() < 0.2 {
                    self.copy('W', photo * PHOTO, PHOTO, 0.02);
                }
            }
        }
    }

    /// Twelve machines of 10 GiB. Each touches 4 KiB to 64 KiB at a time, mostly within a tenth of its disk.
    fn day_of_machines(&mut self) {
        const DISK: u64 = 10 * GIB;
        const REGION: u64 = 64 * KIB;
        let place = |machine: u64, region: u64| {
            // The popular regions lie scattered over the disk, alike every day.
            machine * DISK + u64::from(hash(region)) % (DISK / REGION) * REGION
        };
        self.morning(8.0);
        for machine in 0..12 {
            self.copy('R', machine * DISK, GIB / 4, 0.004);
        }
        for _ in 0..60_000 {
            let machine = self.zipf(12, 0.5);
            let region = self.zipf(DISK / REGION / 4, 0.85);
            let bytes = (4 * KIB) << self.below(5);
            let op = if self.share() < 0.3 { 'W' } else { 'R' };
            self.request(op, place(machine, region), bytes, 0.6);
        }
        // At night one of them is copied away.
        let machine = u64::from(self.piece) % 12;
        self.copy('R', machine * DISK, DISK, 0.008);
    }

    /// 400,000 documents of 16 KiB to 1 MiB in 400 projects; three projects are current, and change every ten days.
    fn day_at_the_office(&mut self) {
        const SLOT: u64 = MIB;
        const PER_PROJECT: u64 = 1000;
        self.morning(8.0);
        let period = u64::from(self.piece) / 10;
        for _ in 0..3_000 {
            let current = self.share() < 0.8;
            let project = if current { u64::from(hash(3 * period + self.zipf(3, 0.5))) } else { self.below(400) } % 400;
            let document = project * PER_PROJECT + self.zipf(PER_PROJECT, 0.7);
            // Its size is its own, whenever it is opened.
            let bytes = (16 * KIB) << (hash(document) % 7);
            self.request('R', document * SLOT, bytes, 8.0);
            if self.share() < 0.25 {
                self.request('W', document * SLOT, bytes, 4.0);
            }
        }
    }

    /// A hot set of 4 GiB; every other round, 8 GiB of something else are read once.
    fn hot_set_and_scan(&mut self) {
        for _ in 0..40_000 {
            let block = self.zipf(4 * GIB / (64 * KIB), 0.6);
            let op = if self.share() < 0.2 { 'W' } else { 'R' };
            self.request(op, block * 64 * KIB, 64 * KIB, 0.01);
        }
        if self.piece % 2 == 1 {
            self.copy('R', (4 + 8 * u64::from(self.piece / 2)) * GIB, 8 * GIB, 0.003);
        }
    }

    /// A hot set of 4 GiB that moves on by 64 MiB a piece.
    fn drifting(&mut self) {
        let begin = u64::from(self.piece) * 64 * MIB;
        for _ in 0..8_000 {
            let block = self.zipf(4 * GIB / (64 * KIB), 0.4);
            let op = if self.share() < 0.3 { 'W' } else { 'R' };
            // The newest is the hottest.
            self.request(op, begin + 4 * GIB - (block + 1) * 64 * KIB, 64 * KIB, 0.05);
        }
    }
}
