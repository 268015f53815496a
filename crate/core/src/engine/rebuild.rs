//! A rebuild: every surviving drive that is needed is read, what was lost is computed, the new drive is written.
//!
//! md works through the array in batches of its stripe cache: it reads a batch from all drives, writes it, and begins
//! the next when the stripes are free again, by which time the heads have missed their place: a revolution a batch.
//! The run takes samples at several radii; the time of the whole is their integral.
//!
//! Behind other work (`volume.state` is `rebuilding`) it gives way: it keeps only the least speed that it is granted, in
//! batches for which the heads leave what they were doing.

use super::calendar::Ns;
use super::world::{Owner, World, kind};
use crate::model::drive::AccessKind;
use crate::model::plant::Plant;
use crate::model::raid::{Layout, Piece};
use crate::report::Effort;
use crate::scenario::{DriveKind, Filesystem, Scenario, VolumeState};

/// Radii at which a rebuild is sampled, as shares of the capacity.
const RADII: [f64; 5] = [0.1, 0.3, 0.5, 0.7, 0.9];

/// md resynchronises mirrors in pieces of 64 KiB with 32 in flight.
const MIRROR_WINDOW: u64 = 2 * 1024 * 1024;

/// ZFS sorts what it has to copy by place and joins neighbours up to this length (zfs_vdev_aggregation_limit), several
/// of them under way at once.
const RESILVER_RUN: u64 = 1024 * 1024;
const RESILVER_DEPTH: u64 = 4;

/// State of a rebuild.
#[derive(Clone, Debug)]
pub struct Rebuild {
    window: u64,
    batches_per_radius: u64,
    /// Bytes to restore on the new drive.
    pub bytes: f64,
    sources: Vec<u32>,
    target: u32,
    radius: usize,
    /// Batches begun and ended at this radius, and how many are under way at once.
    issued: u64,
    done: u64,
    depth: u64,
    /// From one batch to the next, bytes: ZFS passes over what is free or another's.
    stride: u64,
    /// Where the data ends, bytes of each drive.
    end: u64,
    lost_revolution_ns: Ns,
    radius_since: Ns,
    /// Seconds per byte at each radius.
    pub seconds_per_byte: Vec<f64>,
}

impl Rebuild {
    /// The rebuild of a scenario's first drive.
    pub fn new(scenario: &Scenario, layout: &Layout, plant: &Plant, effort: Effort) -> Self {
        let capacity = (scenario.drives.capacity_tb * 1e12) as u64;
        let zfs = scenario.volume.filesystem == Filesystem::Zfs;
        let used = if zfs { scenario.volume.fill_percent.max(1.0) / 100.0 } else { 1.0 };
        let hdd = scenario.drives.kind == DriveKind::Hdd;
        let parity = layout.parity() > 0;
        let sources = sources(layout);
        let window = if zfs {
            RESILVER_RUN
        } else if parity && plant.stripe_heads != u64::MAX {
            plant.stripe_heads * 4096
        } else {
            MIRROR_WINDOW
        };
        let revolution = if hdd { 60e9 / scenario.drives.rpm } else { 0.0 };
        let lost = if !zfs && parity && plant.stripe_heads != u64::MAX { revolution } else { 0.0 };
        let batches = match effort {
            Effort::Draft => 24,
            Effort::Full => 96,
        };
        Self {
            window,
            batches_per_radius: batches.min((1 << 30) / window.max(1)).max(4),
            bytes: capacity as f64 * used,
            sources,
            target: 0,
            radius: 0,
            issued: 0,
            done: 0,
            depth: if zfs { RESILVER_DEPTH } else { 1 },
            stride: if zfs { (window as f64 / plant.resilver_share) as u64 / 4096 * 4096 } else { window },
            end: (capacity as f64 * used) as u64,
            lost_revolution_ns: lost as Ns,
            radius_since: 0,
            seconds_per_byte: Vec::new(),
        }
    }

    /// Share of the whole rebuild that is simulated.
    pub fn simulated_share(&self) -> f64 {
        ((RADII.len() as u64 * self.batches_per_radius * self.window) as f64 / self.bytes.max(1.0)).min(1.0)
    }

    /// Where a batch of the present radius lies on each drive.
    fn place(&self, batch: u64) -> u64 {
        (self.end as f64 * RADII[self.radius] * 0.98) as u64 / 4096 * 4096 + batch * self.stride
    }
}

/// The drives that what the first one held is computed from.
fn sources(layout: &Layout) -> Vec<u32> {
    let drives = layout.drives() as u32;
    if layout.parity() > 0 {
        (1..drives).take((layout.columns() + layout.parity() - 1) as usize).collect()
    } else {
        vec![1.min(drives.saturating_sub(1))]
    }
}

/// Bytes of each drive that a rebuild behind other work handles at once.
const BEHIND_WINDOW: u64 = 1024 * 1024;

/// A rebuild that goes on behind other work.
#[derive(Clone, Debug)]
pub struct RebuildBehind {
    every: Ns,
    sources: Vec<u32>,
    target: u32,
    offset: u64,
    under_way: bool,
}

impl RebuildBehind {
    /// That of a scenario whose volume is being rebuilt, half done.
    pub fn new(scenario: &Scenario, layout: &Layout, plant: &Plant) -> Option<Self> {
        let rate = plant.rebuild_floor_bytes_per_s;
        (scenario.volume.state == VolumeState::Rebuilding && layout.missing().is_some() && rate > 0.0).then(|| Self {
            every: (BEHIND_WINDOW as f64 / rate * 1e9) as Ns,
            sources: sources(layout),
            target: layout.missing().unwrap_or(0),
            offset: (scenario.drives.capacity_tb * 0.5e12) as u64 / 4096 * 4096,
            under_way: false,
        })
    }
}

impl World {
    /// The next batch of a rebuild behind other work; one that is late delays those after it.
    pub fn rebuild_behind(&mut self, now: Ns) {
        let Some(state) = &mut self.rebuild_behind else { return };
        let (next, offset) = (now + state.every, state.offset);
        if !state.under_way {
            state.under_way = true;
            let pieces: Vec<Piece> = state
                .sources
                .iter()
                .map(|drive| Piece { drive: *drive, offset, bytes: BEHIND_WINDOW as u32 })
                .collect();
            self.submit_raw(now, &pieces, AccessKind::Read, Owner::RebuildBehind, BEHIND_WINDOW);
        }
        self.at(next, kind::REBUILD, 0);
    }

    /// A batch has been read: what was lost is written to the new drive.
    pub fn rebuilt_behind(&mut self, now: Ns) {
        let Some(state) = &mut self.rebuild_behind else { return };
        let piece = Piece { drive: state.target, offset: state.offset, bytes: BEHIND_WINDOW as u32 };
        state.offset += BEHIND_WINDOW;
        state.under_way = false;
        let work = self.plant.array_write_byte_ns * BEHIND_WINDOW as f64;
        self.array_thread.serve(now, work as Ns);
        self.submit_raw(now, &[piece], AccessKind::Write, Owner::Nobody, BEHIND_WINDOW);
    }

    /// Begins the rebuild.
    pub fn start_rebuild(&mut self) {
        self.streams_running = 1;
        self.rebuild_radius(0);
    }

    /// Begins the batches of the next radius.
    fn rebuild_radius(&mut self, now: Ns) {
        let Some(state) = &mut self.rebuild else { return };
        (state.issued, state.done, state.radius_since) = (0, 0, now);
        for _ in 0..state.depth {
            self.rebuild_read(now);
        }
    }

    fn rebuild_read(&mut self, now: Ns) {
        let Some(state) = &mut self.rebuild else { return };
        if state.issued >= state.batches_per_radius {
            return;
        }
        let (batch, window, offset) = (state.issued, state.window, state.place(state.issued));
        state.issued += 1;
        let pieces: Vec<Piece> =
            state.sources.iter().map(|drive| Piece { drive: *drive, offset, bytes: window as u32 }).collect();
        self.submit_raw(now, &pieces, AccessKind::Read, Owner::RebuildRead(batch as u32), window);
    }

    /// A batch has been read: what was lost is computed and written.
    pub fn rebuild_write(&mut self, now: Ns, batch: u32) {
        let Some(state) = &self.rebuild else { return };
        let window = state.window;
        let piece = Piece { drive: state.target, offset: state.place(u64::from(batch)), bytes: window as u32 };
        let work = (self.plant.array_write_byte_ns * window as f64) as Ns;
        // Where batches overlap, so does computing; else it comes in between.
        let computed = self.array_thread.serve(now, work).end;
        let begin = if state.depth > 1 { now } else { computed };
        self.submit_raw(begin, &[piece], AccessKind::Write, Owner::RebuildWritten, window);
    }

    /// A batch has been written.
    pub fn rebuild_step(&mut self, now: Ns) {
        let Some(state) = &mut self.rebuild else { return };
        let window = state.window;
        state.done += 1;
        let next = now + state.lost_revolution_ns;
        let ended = state.done >= state.batches_per_radius;
        if ended {
            let bytes = (state.done * window) as f64;
            state.seconds_per_byte.push((next - state.radius_since) as f64 * 1e-9 / bytes);
            state.radius += 1;
        }
        let over = state.radius >= RADII.len();
        self.counters.bytes += window as f64;
        self.counters.operations += 1;
        self.completions += 1;
        if over {
            self.streams_running = 0;
        } else if ended {
            self.rebuild_radius(next);
        } else {
            self.rebuild_read(next);
        }
    }
}
