//! What a policy takes: at most 40 bytes per cached block, what it remembers of blocks that left included, beside the index.

use nas_forecast_cache::{AnyPolicy, Policy, PolicyKind};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator, with an account of what is in use.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: everything is handed to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        IN_USE.fetch_add(layout.size(), Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}

/// A little above a power of two, where what grows in doublings wastes most.
const CAPACITY: usize = 70_000;
/// Bytes per cached block: 16 for its id and two links and 1 for its segment or bit, times the blocks that the policy remembers
/// for each it holds. LFU: 24 with the block's queue, and the queues. W-TinyLFU: 16 of sketch. Belady: 16 of heap.
const MOST: &[(PolicyKind, f64)] = &[
    (PolicyKind::Lru, 17.1),
    (PolicyKind::Fifo, 17.1),
    (PolicyKind::Clock, 17.1),
    (PolicyKind::Lfu, 24.2),
    (PolicyKind::Slru, 17.1),
    (PolicyKind::TwoQ, 25.6),
    (PolicyKind::Arc, 34.1),
    (PolicyKind::Lirs, 34.6),
    (PolicyKind::S3Fifo, 32.4),
    (PolicyKind::Sieve, 17.1),
    (PolicyKind::WTinyLfu, 33.1),
    (PolicyKind::SetFifo, 17.2),
    (PolicyKind::SetLru, 17.2),
    (PolicyKind::Belady, 33.1),
];
/// The index has at least 7 entries of 8 bytes for 16 of its blocks, and up to twice as many after doubling.
const MOST_INDEX: f64 = 8.0 * 16.0 / 7.0 * 2.0;

// One test only: the account is one for all threads.
#[test]
fn no_policy_takes_more_than_40_bytes_per_cached_block_beside_its_index() {
    assert_eq!(MOST.len(), PolicyKind::ALL.len());
    // Skewed over four times the cache, so that every list and memory of blocks that left is full.
    let ids: Vec<u64> = (0..1_500_000u64)
        .map(|i| {
            let spread = (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as f64 / (1 << 24) as f64;
            (spread * spread * 4.0 * CAPACITY as f64) as u64
        })
        .collect();
    for &(kind, most) in MOST {
        let before = IN_USE.load(Relaxed);
        let mut policy = AnyPolicy::new(kind, CAPACITY);
        policy.run(&ids);
        let used = IN_USE.load(Relaxed) - before;
        assert_eq!(policy.len(), CAPACITY, "{kind}");
        let index = policy.index_bytes() as f64 / CAPACITY as f64;
        let blocks = (used - policy.index_bytes()) as f64 / CAPACITY as f64;
        println!("{kind}: {blocks:.1} bytes per cached block, and {index:.1} of index");
        assert!(most <= 40.0 && blocks <= most, "{kind}: {blocks:.2} bytes per cached block");
        assert!(index <= 2.0 * MOST_INDEX + 1.0, "{kind}: {index:.2} bytes of index per cached block");
    }
}
