//! From a volume and a byte range to block ids.
//!
//! Block numbers start over on every volume, so the key of a block is (volume, block). Packing both into 64 bits by a fixed
//! split would fail for one trace or the other; so a pair of volume and 2^32 blocks is a region, regions are numbered as they
//! appear, and an id is the region's number and the low half of the block number. Neighbours on a volume stay neighbours.

use crate::trace::Record;
use std::collections::BTreeMap;

/// Blocks of a region, as a power of two.
const REGION_BITS: u32 = 32;
/// More regions than this are no trace of anything that exists (16 TiB each at 4 KiB); the memory for them is bounded.
const MOST_REGIONS: usize = 1 << 20;

/// 2^64 divided by the golden ratio, made odd.
const VOLUME_STRIDE: u64 = 0x9E37_79B9_7F4A_7C15;

/// Numbers the blocks of a trace.
#[derive(Debug)]
pub struct Addresses {
    block_bytes: u64,
    regions: BTreeMap<(u32, u64), u64>,
    last_region: (u32, u64),
    last_base: u64,
    /// There were more regions than there can be.
    pub overflow: bool,
}

impl Addresses {
    /// Blocks of this size, at least 1 byte.
    pub fn new(block_bytes: u64) -> Self {
        Addresses {
            block_bytes: block_bytes.max(1),
            regions: BTreeMap::new(),
            last_region: (u32::MAX, u64::MAX),
            last_base: 0,
            overflow: false,
        }
    }

    #[inline]
    fn base(&mut self, region: (u32, u64)) -> u64 {
        if self.last_region != region {
            let next = self.regions.len() as u64;
            let known = self.regions.get(&region).copied();
            let number = known.unwrap_or_else(|| {
                if next as usize >= MOST_REGIONS {
                    self.overflow = true;
                    return next;
                }
                self.regions.insert(region, next);
                next
            });
            self.last_region = region;
            self.last_base = number << REGION_BITS;
        }
        self.last_base
    }

    /// Calls `each` with the id of every block a record touches. A record without a size touches one; an object is itself.
    #[inline(always)]
    pub fn blocks(&mut self, record: &Record, mut each: impl FnMut(u64)) {
        if record.object {
            // Tables may give objects a volume; the multiplier keeps equal ids of two volumes far apart.
            return each(record.start.wrapping_add(u64::from(record.volume).wrapping_mul(VOLUME_STRIDE)));
        }
        let first = record.start / self.block_bytes;
        let last = record.start.saturating_add(record.bytes.saturating_sub(1)) / self.block_bytes;
        for block in first..=last {
            let base = self.base((record.volume, block >> REGION_BITS));
            each(base | (block & ((1 << REGION_BITS) - 1)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Op;

    fn ids(addresses: &mut Addresses, volume: u32, start: u64, bytes: u64) -> Vec<u64> {
        let mut ids = vec![];
        addresses.blocks(&Record { op: Op::Read, object: false, volume, start, bytes, time_ns: 0 }, |id| ids.push(id));
        ids
    }

    #[test]
    fn a_request_touches_every_block_it_overlaps() {
        let mut addresses = Addresses::new(4096);
        assert_eq!(ids(&mut addresses, 0, 4095, 2), [0, 1]);
        assert_eq!(ids(&mut addresses, 0, 4096, 8192), [1, 2]);
        assert_eq!(ids(&mut addresses, 0, 8192, 0), [2]);
    }

    #[test]
    fn volumes_and_far_regions_never_alias() {
        let mut addresses = Addresses::new(4096);
        let far = (1u64 << 45) + 4096;
        let all = [
            ids(&mut addresses, 0, 4096, 1),
            ids(&mut addresses, 1, 4096, 1),
            ids(&mut addresses, 0, far, 1),
            ids(&mut addresses, 1, far, 1),
        ];
        for (i, a) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|b| a != b));
        }
        assert_eq!(ids(&mut addresses, 0, 4096, 1), all[0]);
        assert!(!addresses.overflow);
    }
}
