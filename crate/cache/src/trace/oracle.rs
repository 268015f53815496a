//! libCacheSim's oracleGeneral: packed little-endian records of u32 time in s, u64 id, u32 size, i64 next request.
//!
//! The ids are objects, not addresses. The last field, meant for Belady's bound, is not used: in published files it is now and
//! then a distance instead of a position, or wrong; the future follows from the ids.

use super::fields::NS_PER_S;
use super::{Op, Record, Sink};

/// Bytes of a record.
pub const RECORD_BYTES: usize = 24;

/// The state between two chunks.
#[derive(Debug, Default)]
pub struct Oracle {
    carry: [u8; RECORD_BYTES],
    carried: usize,
    /// Records so far.
    pub records: u64,
}

#[inline(always)]
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[..N]);
    array
}

#[inline(always)]
fn decode(bytes: &[u8]) -> Record {
    Record {
        op: Op::Read,
        object: true,
        volume: 0,
        start: u64::from_le_bytes(array(&bytes[4..12])),
        bytes: u64::from(u32::from_le_bytes(array(&bytes[12..16]))),
        time_ns: u64::from(u32::from_le_bytes(array(&bytes[0..4]))) * NS_PER_S,
    }
}

impl Oracle {
    /// Hands every record that ends in this chunk to the sink.
    pub fn feed(&mut self, mut chunk: &[u8], sink: &mut impl Sink) {
        if self.carried > 0 {
            let missing = (RECORD_BYTES - self.carried).min(chunk.len());
            self.carry[self.carried..self.carried + missing].copy_from_slice(&chunk[..missing]);
            self.carried += missing;
            chunk = &chunk[missing..];
            if self.carried < RECORD_BYTES {
                return;
            }
            sink.record(&decode(&self.carry));
            self.records += 1;
        }
        let records = chunk.chunks_exact(RECORD_BYTES);
        let rest = records.remainder();
        self.records += records.len() as u64;
        for record in records {
            sink.record(&decode(record));
        }
        self.carry[..rest.len()].copy_from_slice(rest);
        self.carried = rest.len();
    }

    /// Whether the file ends within a record.
    pub fn is_cut(&self) -> bool {
        self.carried > 0
    }
}

/// Whether binary data looks like such records: times don't run backwards, sizes are sane, the next request is ahead or none,
/// and there is an object with a size: a disk's image begins with zeros, which would pass otherwise.
pub fn is_plausible(data: &[u8]) -> bool {
    let mut last_s = 0;
    let says_something = |record: &[u8]| record[4..16].iter().any(|&byte| byte != 0);
    data.len() >= RECORD_BYTES
        && data.chunks_exact(RECORD_BYTES).take(1000).any(says_something)
        && data.chunks_exact(RECORD_BYTES).take(1000).all(|record| {
            let time_s = u32::from_le_bytes(array(&record[0..4]));
            let size = u32::from_le_bytes(array(&record[12..16]));
            let next = i64::from_le_bytes(array(&record[16..24]));
            let fine = time_s >= last_s && size <= i32::MAX as u32 && next >= -2;
            last_s = time_s;
            fine
        })
}
