//! Where a volume's bytes lie on its drives, and what a write has to read first.
//!
//! One geometry serves every level: groups of drives, each striped in rows of chunks over its data columns; a column
//! is one drive, a set of mirrors, or rotates with the parity. Small parity writes take the cheaper of
//! read-modify-write (old data and parity) and reconstruct-write (the untouched rest of the row), as Linux md does
//! (Thomasian 2005). ZFS never reads or writes less than a record; on RAID-Z a record spans all data columns.
//!
//! Left out: md's odd RAID 10 layouts; SHR with drives of different size (all drives of a scenario are alike).

use crate::scenario::{Filesystem, Raid, Volume, VolumeState};

/// A run of bytes on one drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Index of the drive.
    pub drive: u32,
    /// Bytes from the start of the volume's area on that drive.
    pub offset: u64,
    /// Length.
    pub bytes: u32,
}

/// The geometry of a volume.
#[derive(Clone, Debug)]
pub struct Layout {
    groups: u64,
    /// Drives of a group.
    width: u64,
    parity: u64,
    /// Copies of each chunk.
    mirrors: u64,
    chunk: u64,
    /// ZFS: nothing smaller than this is read or written; 0 elsewhere.
    record: u64,
    /// ZFS: what is read and rewritten as a whole, though a small one takes up more than its size on RAIDZ.
    recordsize: u64,
    missing: Option<u32>,
    /// Hard disks read on over gaps (parity) up to this long: seeking over them would take longer.
    pass_over: u64,
}

/// What a write does to the drives: first the reads, then the writes.
#[derive(Clone, Debug, Default)]
pub struct WritePlan {
    /// Old data or parity needed first.
    pub reads: Vec<Piece>,
    /// What is written then.
    pub writes: Vec<Piece>,
    /// Bytes over which parity is computed.
    pub parity_bytes: u64,
}

impl WritePlan {
    fn clear(&mut self) {
        self.reads.clear();
        self.writes.clear();
        self.parity_bytes = 0;
    }
}

const SECTOR: u64 = 4096;

/// About half a turn of a hard disk's track.
const LONGEST_GAP: u64 = 1024 * 1024;

impl Layout {
    /// The geometry of a scenario's volume on `drives` drives.
    pub fn new(volume: &Volume, drives: u32, hdd: bool) -> Self {
        let n = u64::from(drives.max(1));
        let zfs = volume.filesystem == Filesystem::Zfs;
        let chunk = u64::from(volume.chunk_kib) * 1024;
        let recordsize = if zfs { chunk } else { 0 };
        let (groups, parity, mirrors) = match volume.raid {
            Raid::Single | Raid::Jbod | Raid::Raid0 => (1, 0, 1),
            Raid::Raid1 => (1, 0, n),
            Raid::Raid10 | Raid::ZfsMirror => (1, 0, 2.min(n)),
            Raid::Raid5 | Raid::Raidz1 => (1, 1, 1),
            Raid::Raid6 | Raid::Raidz2 => (1, 2, 1),
            Raid::Raidz3 => (1, 3, 1),
            // Synology Hybrid RAID: two drives are a mirror, more are RAID 5; SHR-2 is RAID 6.
            Raid::Shr if n <= 2 => (1, 0, n),
            Raid::Shr => (1, 1, 1),
            Raid::Shr2 if n <= 3 => (1, 0, n),
            Raid::Shr2 => (1, 2, 1),
            Raid::Raid50 => (2, 1, 1),
            Raid::Raid60 => (2, 2, 1),
        };
        let single = matches!(volume.raid, Raid::Single | Raid::Jbod);
        let width = if single { 1 } else { (n / groups).max(1) };
        let parity = parity.min(width.saturating_sub(1));
        let columns = ((width - parity) / mirrors).max(1);
        let raidz = zfs && parity > 0;
        let chunk = if raidz { (chunk / columns).div_ceil(SECTOR).max(1) * SECTOR } else { chunk.max(SECTOR) };
        let record = match (zfs, raidz) {
            (true, true) => chunk * columns,
            (true, false) => chunk,
            _ => 0,
        };
        let redundant = parity > 0 || mirrors > 1;
        let missing = (volume.state != VolumeState::Optimal && redundant && width > 1).then_some(0);
        let pass_over = if hdd { LONGEST_GAP } else { 0 };
        Self { groups, width, parity, mirrors, chunk, record, recordsize, missing, pass_over }
    }

    /// Data columns of a group.
    pub fn columns(&self) -> u64 {
        ((self.width - self.parity) / self.mirrors).max(1)
    }

    /// Data columns of the whole volume: what its capacity and its sequential rate scale with.
    pub fn data_columns(&self) -> u64 {
        self.columns() * self.groups
    }

    /// Bytes of data in a row of one group.
    pub fn row_bytes(&self) -> u64 {
        self.chunk * self.columns()
    }

    /// Stripe unit on one drive.
    pub fn chunk(&self) -> u64 {
        self.chunk
    }

    /// Number of parities.
    pub fn parity(&self) -> u64 {
        self.parity
    }

    /// Copies of each chunk.
    pub fn mirrors(&self) -> u64 {
        self.mirrors
    }

    /// Drives that take part.
    pub fn drives(&self) -> u64 {
        self.width * self.groups
    }

    /// The smallest unit of ZFS; 0 for other file systems.
    pub fn record(&self) -> u64 {
        self.record
    }

    /// ZFS's recordsize; 0 for other file systems.
    pub fn recordsize(&self) -> u64 {
        self.recordsize
    }

    /// The drive that failed, if one did.
    pub fn missing(&self) -> Option<u32> {
        self.missing
    }

    /// Widens a range to whole records.
    pub fn widen(&self, offset: u64, bytes: u64) -> (u64, u64) {
        if self.record == 0 {
            return (offset, bytes);
        }
        let start = offset / self.record * self.record;
        let end = (offset + bytes).div_ceil(self.record) * self.record;
        (start, end - start)
    }

    fn drive_of(&self, group: u64, row_in_group: u64, column: u64) -> u64 {
        let within = if self.parity > 0 {
            // Left-symmetric: parity walks from the last drive to the first, data follows it.
            let first_parity = self.width - 1 - row_in_group % self.width;
            (first_parity + self.parity + column) % self.width
        } else {
            column * self.mirrors
        };
        group * self.width + within
    }

    /// The pieces of a read. `mirror` picks among the copies: it gets the first copy's drive and the number of copies.
    pub fn read(&self, offset: u64, bytes: u64, mut mirror: impl FnMut(u32, u32) -> u32, out: &mut Vec<Piece>) {
        out.clear();
        let (offset, bytes) = self.widen(offset, bytes);
        if self.width == 1 && self.groups == 1 {
            // Nothing is striped: the drive is the volume.
            out.push(Piece { drive: 0, offset, bytes: bytes as u32 });
            return;
        }
        let row_bytes = self.row_bytes();
        let mut at = offset;
        let end = offset + bytes;
        while at < end {
            let chunk_index = at / self.chunk;
            let within = at % self.chunk;
            let len = (self.chunk - within).min(end - at);
            let row = at / row_bytes;
            let column = chunk_index % self.columns();
            let (group, row_in_group) = (row % self.groups, row / self.groups);
            let drive_offset = row_in_group * self.chunk + within;
            let first = self.drive_of(group, row_in_group, column) as u32;
            let lost = |drive: u32| self.missing == Some(drive);
            if self.mirrors > 1 {
                let mut drive = first + mirror(first, self.mirrors as u32) % self.mirrors as u32;
                if lost(drive) {
                    drive = first + (drive - first + 1) % self.mirrors as u32;
                }
                Self::push(self.pass_over, out, Piece { drive, offset: drive_offset, bytes: len as u32 });
            } else if lost(first) && self.parity > 0 {
                // What the missing drive held is computed from the rest of its row.
                let needed = self.width - self.parity;
                let rest = (0..self.width).map(|d| (group * self.width + d) as u32).filter(|d| !lost(*d));
                for drive in rest.take(needed as usize) {
                    Self::push(self.pass_over, out, Piece { drive, offset: drive_offset, bytes: len as u32 });
                }
            } else {
                Self::push(self.pass_over, out, Piece { drive: first, offset: drive_offset, bytes: len as u32 });
            }
            at += len;
        }
    }

    /// Adds a piece, joined to one of the last few where it continues it (parity in between is passed over).
    fn push(pass_over: u64, out: &mut Vec<Piece>, piece: Piece) {
        for earlier in out.iter_mut().rev().take(64) {
            if earlier.drive == piece.drive {
                let end = earlier.offset + u64::from(earlier.bytes);
                if piece.offset >= end && piece.offset - end <= pass_over {
                    earlier.bytes += (piece.offset - end) as u32 + piece.bytes;
                    return;
                }
                if piece.offset >= earlier.offset && piece.offset + u64::from(piece.bytes) <= end {
                    return;
                }
                break;
            }
        }
        out.push(piece);
    }

    /// What a write of `bytes` at `offset` does.
    pub fn write(&self, offset: u64, bytes: u64, plan: &mut WritePlan) {
        plan.clear();
        let (offset, bytes) = self.widen(offset, bytes);
        let row_bytes = self.row_bytes();
        let mut at = offset;
        let end = offset + bytes;
        while at < end {
            let row = at / row_bytes;
            let from = at - row * row_bytes;
            let to = (end - row * row_bytes).min(row_bytes);
            self.write_row(row, from, to, plan);
            at = row * row_bytes + to;
        }
    }

    fn write_row(&self, row: u64, from: u64, to: u64, plan: &mut WritePlan) {
        let (group, row_in_group) = (row % self.groups, row / self.groups);
        let base = row_in_group * self.chunk;
        let columns = self.columns();
        let lost = |drive: u32| self.missing == Some(drive);
        if self.parity == 0 {
            for column in from / self.chunk..to.div_ceil(self.chunk) {
                let (lo, hi) = self.within(column, from, to);
                let first = self.drive_of(group, row_in_group, column) as u32;
                for drive in (first..first + self.mirrors as u32).filter(|d| !lost(*d)) {
                    Self::push(0, &mut plan.writes, Piece { drive, offset: base + lo, bytes: (hi - lo) as u32 });
                }
            }
            return;
        }
        let parity_drive = |k: u64| {
            let first_parity = self.width - 1 - row_in_group % self.width;
            (group * self.width + (first_parity + k) % self.width) as u32
        };
        let touched = from / self.chunk..to.div_ceil(self.chunk);
        let count = touched.end - touched.start;
        // Parity is touched where any column is.
        let (low, high) = if count == 1 { self.within(touched.start, from, to) } else { (0, self.chunk) };
        plan.parity_bytes += (to - from).max(high - low);
        let full = from == 0 && to == columns * self.chunk;
        if !full {
            let whole = touched.clone().filter(|c| self.within(*c, from, to) == (low, high)).count() as u64;
            let reconstruct = columns - whole;
            let modify = count + self.parity;
            if modify <= reconstruct && self.missing.is_none() {
                for column in touched.clone() {
                    let (lo, hi) = self.within(column, from, to);
                    let drive = self.drive_of(group, row_in_group, column) as u32;
                    Self::push(0, &mut plan.reads, Piece { drive, offset: base + lo, bytes: (hi - lo) as u32 });
                }
                for k in 0..self.parity {
                    let piece = Piece { drive: parity_drive(k), offset: base + low, bytes: (high - low) as u32 };
                    Self::push(0, &mut plan.reads, piece);
                }
            } else {
                for column in 0..columns {
                    let drive = self.drive_of(group, row_in_group, column) as u32;
                    let covered = touched.contains(&column) && self.within(column, from, to) == (low, high);
                    if !covered && !lost(drive) {
                        let piece = Piece { drive, offset: base + low, bytes: (high - low) as u32 };
                        Self::push(0, &mut plan.reads, piece);
                    }
                }
            }
        }
        for column in touched {
            let (lo, hi) = self.within(column, from, to);
            let drive = self.drive_of(group, row_in_group, column) as u32;
            if !lost(drive) {
                Self::push(0, &mut plan.writes, Piece { drive, offset: base + lo, bytes: (hi - lo) as u32 });
            }
        }
        for k in 0..self.parity {
            let drive = parity_drive(k);
            if !lost(drive) {
                Self::push(0, &mut plan.writes, Piece { drive, offset: base + low, bytes: (high - low) as u32 });
            }
        }
    }

    /// The part of `column`'s chunk that the row range touches.
    fn within(&self, column: u64, from: u64, to: u64) -> (u64, u64) {
        let start = column * self.chunk;
        (from.saturating_sub(start), (to - start).min(self.chunk))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::InTree;

    fn layout(raid: &str, drives: u32, chunk_kib: u32, filesystem: &str) -> Layout {
        let volume = serde_json::json!({
            "raid": raid, "chunk_kib": chunk_kib, "filesystem": filesystem, "fill_percent": 0, "position_percent": 0,
            "encrypted": false, "compression_ratio": 1.0, "sync": "standard", "slog": null, "controller": "software",
            "controller_cache_mib": 0, "write_intent_bitmap": false, "stripe_cache_kib": 1024, "state": "optimal"
        });
        Layout::new(&InTree::of(&volume).expect("a volume"), drives, false)
    }

    fn small_write(layout: &Layout) -> (usize, usize) {
        let mut plan = WritePlan::default();
        layout.write(0, 4096, &mut plan);
        (plan.reads.len(), plan.writes.len())
    }

    #[test]
    fn small_parity_writes_take_the_cheaper_way() {
        // RAID 5 on 3 drives: reconstruct reads 1 and writes 2; on 4: modify reads 2 and writes 2.
        assert_eq!(small_write(&layout("raid5", 3, 64, "ext4")), (1, 2));
        assert_eq!(small_write(&layout("raid5", 4, 64, "ext4")), (2, 2));
        // RAID 6 on 4, 5 and 8 drives: 1 + 3, 2 + 3, 3 + 3.
        assert_eq!(small_write(&layout("raid6", 4, 64, "ext4")), (1, 3));
        assert_eq!(small_write(&layout("raid6", 5, 64, "ext4")), (2, 3));
        assert_eq!(small_write(&layout("raid6", 8, 64, "ext4")), (3, 3));
        assert_eq!(small_write(&layout("raid10", 4, 64, "ext4")), (0, 2));
    }

    #[test]
    fn a_full_stripe_reads_nothing_and_writes_every_drive_once() {
        let raid6 = layout("raid6", 8, 64, "ext4");
        let mut plan = WritePlan::default();
        raid6.write(0, 3 * 6 * 65536, &mut plan);
        assert!(plan.reads.is_empty());
        let bytes: u64 = plan.writes.iter().map(|p| u64::from(p.bytes)).sum();
        assert_eq!(bytes, 3 * 8 * 65536);
        assert_eq!(plan.writes.len(), 8, "{:?}", plan.writes);
    }

    #[test]
    fn a_raidz_record_spans_all_data_drives_even_for_a_small_read() {
        let raidz = layout("raidz1", 5, 128, "zfs");
        let mut pieces = Vec::new();
        raidz.read(8192, 4096, |_, _| 0, &mut pieces);
        assert_eq!(pieces.len(), 4);
        assert!(pieces.iter().all(|p| p.bytes == 32768));
    }

    #[test]
    fn every_byte_has_one_place() {
        for (raid, drives) in [("raid0", 3), ("raid5", 4), ("raid6", 6), ("raid50", 6), ("raid60", 8)] {
            let layout = layout(raid, drives, 4, "ext4");
            let mut seen = std::collections::BTreeSet::new();
            let mut pieces = Vec::new();
            for block in 0..200u64 {
                layout.read(block * 4096, 4096, |_, _| 0, &mut pieces);
                assert_eq!(pieces.len(), 1);
                assert!(seen.insert((pieces[0].drive, pieces[0].offset)), "{raid} {block}");
            }
        }
    }
}
