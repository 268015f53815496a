//! Write-back over every policy against plain sets: nothing dirty is ever lost or written twice.

mod common;

use common::{Step, random, small_trace};
use nas_forecast_cache::{AnyPolicy, PolicyKind, WriteBack};
use rand::Rng;

#[test]
fn every_dirty_block_is_written_once_or_trimmed() {
    let mut random = random(11);
    for &kind in PolicyKind::ALL {
        for _ in 0..1_000 {
            let trace = small_trace(&mut random, true);
            let capacity = random.random_range(1..12);
            let mut cache = WriteBack::new(AnyPolicy::new(kind, capacity));
            // Dirty blocks, the oldest dirt first.
            let mut dirty: Vec<u64> = vec![];
            for &step in &trace {
                match step {
                    Step::Access(id) => {
                        let is_write = random.random_range(0..3) == 0;
                        let outcome = cache.access(id, is_write);
                        if let Some((victim, was_dirty)) = outcome.evicted {
                            assert_ne!(victim, id, "{kind}");
                            assert!(!cache.contains(victim), "{kind}");
                            assert_eq!(was_dirty, dirty.contains(&victim), "{kind}: {victim} of {dirty:?}");
                            dirty.retain(|&x| x != victim);
                        }
                        assert!(cache.contains(id), "{kind}");
                        if is_write && !dirty.contains(&id) {
                            dirty.push(id);
                        }
                    }
                    Step::Trim(id) => {
                        cache.remove(id);
                        dirty.retain(|&x| x != id);
                    }
                }
                if random.random_range(0..20) == 0 {
                    let mut written = vec![];
                    cache.take_dirty(2, &mut written);
                    assert_eq!(written, dirty.drain(..written.len()).collect::<Vec<_>>(), "{kind}");
                    assert!(written.len() == 2 || dirty.is_empty(), "{kind}");
                }
                assert_eq!(cache.dirty(), dirty.len(), "{kind}");
                assert_eq!(cache.oldest_dirty(), dirty.first().copied(), "{kind}");
            }
        }
    }
}
