//! Every policy against a version of itself that is too simple to be wrong: plain vectors, searched from end to end.

mod common;

use common::{Step, accesses, random, small_trace};
use nas_forecast_cache::policy::{self, Belady, NEVER};
use nas_forecast_cache::{AnyPolicy, Policy, PolicyKind};
use rand::Rng;
use std::collections::BTreeSet;

/// What a policy keeps in its plainest form: lists of (id, count) with the oldest in front, searched from end to end.
#[derive(Default)]
struct Plain {
    capacity: usize,
    lists: [Vec<(u64, u64)>; 4],
    /// SIEVE: where in the first list the search goes on.
    hand: usize,
    /// ARC: the target.
    p: f64,
    /// S3-FIFO: whether the cache has ever been full.
    has_evicted: bool,
    /// W-TinyLFU: all requests so far, and how many popular newcomers were turned away in a row.
    past: Vec<u64>,
    turned_away: usize,
}

impl Plain {
    fn len(&self, list: usize) -> usize {
        self.lists[list].len()
    }

    fn has(&self, list: usize, id: u64) -> bool {
        self.lists[list].iter().any(|block| block.0 == id)
    }

    /// The count of a block on a list.
    fn count(&mut self, list: usize, id: u64) -> Option<&mut u64> {
        self.lists[list].iter_mut().find(|block| block.0 == id).map(|block| &mut block.1)
    }

    fn push(&mut self, list: usize, id: u64) {
        self.lists[list].push((id, 0));
    }

    /// Takes the oldest block off a list.
    fn pop(&mut self, list: usize) -> (u64, u64) {
        self.lists[list].remove(0)
    }

    /// Takes a block off a list: whether it was there.
    fn take(&mut self, list: usize, id: u64) -> bool {
        let found = self.lists[list].iter().position(|block| block.0 == id);
        if let Some(at) = found {
            self.drop_at(list, at);
        }
        found.is_some()
    }

    fn drop_at(&mut self, list: usize, at: usize) {
        self.lists[list].remove(at);
        self.hand -= usize::from(list == 0 && at < self.hand);
        if self.hand >= self.len(0) {
            self.hand = 0;
        }
    }

    fn remove(&mut self, id: u64) {
        for list in 0..4 {
            self.take(list, id);
        }
    }

    /// W-TinyLFU's count of an id.
    fn requests_of(&self, id: u64) -> usize {
        self.past.iter().filter(|&&x| x == id).count().min(15)
    }
}

fn fifo(x: &mut Plain, id: u64) -> bool {
    if x.has(0, id) {
        return true;
    }
    if x.len(0) == x.capacity {
        x.pop(0);
    }
    x.push(0, id);
    false
}

fn lru(x: &mut Plain, id: u64) -> bool {
    let hit = x.take(0, id);
    if x.len(0) == x.capacity {
        x.pop(0);
    }
    x.push(0, id);
    hit
}

/// CLOCK as a queue: a visited block goes to the end again.
fn clock(x: &mut Plain, id: u64) -> bool {
    if let Some(visited) = x.count(0, id) {
        *visited = 1;
        return true;
    }
    if x.len(0) == x.capacity {
        while let (again, 1) = x.pop(0) {
            x.push(0, again);
        }
    }
    x.push(0, id);
    false
}

fn sieve(x: &mut Plain, id: u64) -> bool {
    if let Some(visited) = x.count(0, id) {
        *visited = 1;
        return true;
    }
    if x.len(0) == x.capacity {
        while std::mem::take(&mut x.lists[0][x.hand].1) == 1 {
            x.hand = (x.hand + 1) % x.capacity;
        }
        x.drop_at(0, x.hand);
    }
    x.push(0, id);
    false
}

/// LFU: a block joins the end when its number of uses rises, so of those with the fewest the first has had them longest.
fn lfu(x: &mut Plain, id: u64) -> bool {
    let uses = x.count(0, id).copied();
    x.take(0, id);
    if x.len(0) == x.capacity {
        let (victim, _) = *x.lists[0].iter().min_by_key(|block| block.1).unwrap();
        x.take(0, victim);
    }
    x.lists[0].push((id, uses.unwrap_or(0) + 1));
    uses.is_some()
}

/// SLRU: a list a segment, the lowest first.
fn slru(x: &mut Plain, id: u64) -> bool {
    let quarter = x.capacity / 4;
    let limits = [quarter + x.capacity % 4, quarter, quarter, quarter];
    if let Some(segment) = (0..4).find(|&segment| x.take(segment, id)) {
        let mut to = (segment + 1).min(3);
        x.push(to, id);
        while to > 0 && x.len(to) > limits[to] {
            let (down, _) = x.pop(to);
            to -= 1;
            x.push(to, down);
        }
        return true;
    }
    let room = (0..4).find(|&segment| x.len(segment) < limits[segment]);
    if room.is_none() {
        let lowest = (0..4).find(|&segment| x.len(segment) > 0).unwrap();
        x.pop(lowest);
    }
    x.push(room.unwrap_or(0), id);
    false
}

/// 2Q, full version.
fn two_q(x: &mut Plain, id: u64) -> bool {
    const NEW: usize = 0;
    const MAIN: usize = 1;
    const REMEMBERED: usize = 2;
    let (most_new, most_remembered) = (x.capacity / 4, x.capacity / 2);
    if x.has(NEW, id) {
        return true;
    }
    if x.take(MAIN, id) {
        x.push(MAIN, id);
        return true;
    }
    let again = x.take(REMEMBERED, id);
    if x.len(NEW) + x.len(MAIN) == x.capacity {
        if x.len(NEW) > most_new || x.len(MAIN) == 0 {
            let (left, _) = x.pop(NEW);
            x.push(REMEMBERED, left);
            if x.len(REMEMBERED) > most_remembered {
                x.pop(REMEMBERED);
            }
        } else {
            x.pop(MAIN);
        }
    }
    x.push(if again { MAIN } else { NEW }, id);
    if again && x.len(MAIN) > x.capacity - most_new {
        x.pop(MAIN);
    }
    false
}

/// ARC after the paper's figure 4.
fn arc(x: &mut Plain, id: u64) -> bool {
    const T1: usize = 0;
    const T2: usize = 1;
    const B1: usize = 2;
    const B2: usize = 3;
    let c = x.capacity;
    let replace = |x: &mut Plain, in_b2: bool| {
        if x.len(T1) + x.len(T2) == c {
            let t1 = x.len(T1) as f64;
            let is_t1 = t1 > 0.0 && (t1 > x.p || in_b2 && t1 == x.p) || x.len(T2) == 0;
            let (left, _) = x.pop(if is_t1 { T1 } else { T2 });
            x.push(if is_t1 { B1 } else { B2 }, left);
        }
    };
    if x.take(T1, id) || x.take(T2, id) {
        x.push(T2, id);
        return true;
    }
    let (b1, b2) = (x.len(B1) as f64, x.len(B2) as f64);
    if x.has(B1, id) {
        x.p = (x.p + if b1 >= b2 { 1.0 } else { b2 / b1 }).min(c as f64);
        replace(x, false);
        x.take(B1, id);
        x.push(T2, id);
    } else if x.has(B2, id) {
        x.p = (x.p - if b2 >= b1 { 1.0 } else { b1 / b2 }).max(0.0);
        replace(x, true);
        x.take(B2, id);
        x.push(T2, id);
    } else {
        if x.len(T1) == c {
            x.pop(T1);
        } else {
            if x.len(T1) + x.len(B1) >= c {
                x.pop(B1);
            } else if (0..4).map(|list| x.len(list)).sum::<usize>() >= 2 * c {
                x.pop(B2);
            }
            replace(x, false);
        }
        x.push(T1, id);
    }
    false
}

/// LIRS after the paper's description, with S limited to twice the cache.
fn lirs(x: &mut Plain, id: u64) -> bool {
    const S: usize = 0;
    const Q: usize = 1;
    /// Ids in the order in which they left the cache while still in S.
    const LEFT: usize = 2;
    /// In no order.
    const LIR: usize = 3;
    let most_lir = x.capacity - (x.capacity / 100).max(1);
    let prune = |x: &mut Plain| {
        while let Some(&(bottom, _)) = x.lists[S].first().filter(|block| !x.has(LIR, block.0)) {
            x.pop(S);
            x.take(LEFT, bottom);
        }
    };
    let demote = |x: &mut Plain| {
        if x.len(S) > 0 {
            let (bottom, _) = x.pop(S);
            x.take(LIR, bottom);
            x.push(Q, bottom);
            prune(x);
        }
    };
    // After a trim.
    prune(x);
    let in_stack = x.take(S, id);
    x.push(S, id);
    if x.has(LIR, id) {
        prune(x);
        return true;
    }
    let hit = x.take(Q, id);
    x.take(LEFT, id);
    if !hit && x.len(LIR) + x.len(Q) == x.capacity {
        if x.len(Q) == 0 {
            demote(x);
        }
        let (left, _) = x.pop(Q);
        if x.has(S, left) {
            x.push(LEFT, left);
        }
    }
    let is_promoted = most_lir > 0 && (in_stack || !hit && x.len(LIR) < most_lir);
    x.push(if is_promoted { LIR } else { Q }, id);
    if x.len(LIR) > most_lir {
        demote(x);
    }
    prune(x);
    while x.len(S) > 2 * x.capacity && x.len(LEFT) > 0 {
        let (longest_ago, _) = x.pop(LEFT);
        x.take(S, longest_ago);
    }
    hit
}

/// S3-FIFO with the departures that its file names.
fn s3_fifo(x: &mut Plain, id: u64) -> bool {
    const SMALL: usize = 0;
    const MAIN: usize = 1;
    const GHOST: usize = 2;
    let most_small = (x.capacity / 10).max(1);
    if let Some(queue) = [SMALL, MAIN].into_iter().find(|&queue| x.has(queue, id)) {
        let hits = x.count(queue, id).unwrap();
        *hits = (*hits + 1).min(3);
        return true;
    }
    let again = x.take(GHOST, id);
    if x.len(SMALL) + x.len(MAIN) == x.capacity {
        x.has_evicted = true;
        let mut has_left = false;
        // Newcomers leave or move on; they stay when the main queue has more than its share.
        let from_main = x.len(MAIN) > x.capacity - most_small;
        while !has_left && !from_main && x.len(SMALL) > 0 {
            let (newcomer, hits) = x.pop(SMALL);
            has_left = hits < 2;
            x.push(if has_left { GHOST } else { MAIN }, newcomer);
        }
        if x.len(GHOST) > x.capacity * 9 / 10 {
            x.pop(GHOST);
        }
        // The main queue goes round until one leaves.
        while !has_left {
            let (oldest, hits) = x.pop(MAIN);
            has_left = hits == 0;
            if !has_left {
                x.lists[MAIN].push((oldest, hits - 1));
            }
        }
    }
    let is_small = !again && (x.has_evicted || x.len(SMALL) < most_small);
    x.push(if is_small { SMALL } else { MAIN }, id);
    false
}

/// W-TinyLFU with exact counts instead of a sketch: right as long as no count reaches 15 and the sample isn't full.
fn w_tiny_lfu(x: &mut Plain, id: u64) -> bool {
    const WINDOW: usize = 0;
    const PROBATION: usize = 1;
    const PROTECTED: usize = 2;
    let most_window = (x.capacity / 100).max(1);
    let most_protected = ((x.capacity - most_window) as f64 * 0.8) as usize;
    x.past.push(id);
    if let Some(list) = [WINDOW, PROTECTED].into_iter().find(|&list| x.take(list, id)) {
        x.push(list, id);
        return true;
    }
    if x.take(PROBATION, id) {
        x.push(PROTECTED, id);
        if x.len(PROTECTED) > most_protected {
            let (down, _) = x.pop(PROTECTED);
            x.push(PROBATION, down);
        }
        return true;
    }
    x.push(WINDOW, id);
    if x.len(WINDOW) <= most_window {
        return false;
    }
    let (candidate, _) = x.pop(WINDOW);
    let is_full = x.len(WINDOW) + x.len(PROBATION) + x.len(PROTECTED) >= x.capacity;
    let main = if x.len(PROBATION) > 0 { PROBATION } else { PROTECTED };
    match x.lists[main].first() {
        _ if !is_full => x.push(PROBATION, candidate),
        None => {}
        Some(&(victim, _)) => {
            let (newer, older) = (x.requests_of(candidate), x.requests_of(victim));
            x.turned_away += usize::from(newer <= older && newer >= 6);
            let is_lucky = newer <= older && x.turned_away == 128;
            x.turned_away %= 128;
            if newer > older || is_lucky {
                x.pop(main);
                x.push(PROBATION, candidate);
            }
        }
    }
    false
}

fn tested(kind: PolicyKind, capacity: usize) -> AnyPolicy {
    match kind {
        // Without aging, which the plain version has not.
        PolicyKind::WTinyLfu => AnyPolicy::WTinyLfu(policy::WTinyLfu::with_sample(capacity, 1000)),
        kind => AnyPolicy::new(kind, capacity),
    }
}

/// Runs 10,000 random small traces, with or without trims, through a policy and its plain version.
fn agree(kind: PolicyKind, access: fn(&mut Plain, u64) -> bool, trims: bool) {
    let mut random = random(7);
    for number in 0..10_000 {
        let trace = small_trace(&mut random, trims);
        let capacity = random.random_range(1..16);
        let mut fast = tested(kind, capacity);
        let mut plain = Plain { capacity, ..Plain::default() };
        for (i, &step) in trace.iter().enumerate() {
            let at = || format!("{kind}, trace {number}, step {i}, {capacity}: {trace:?}");
            match step {
                Step::Access(id) => {
                    let was_in = fast.contains(id);
                    let hit = fast.access(id).hit;
                    assert_eq!(hit, was_in, "contains and access differ: {}", at());
                    assert_eq!(hit, access(&mut plain, id), "{}", at());
                    assert!(fast.len() <= capacity, "too many blocks: {}", at());
                }
                Step::Trim(id) => {
                    let was_in = fast.contains(id);
                    assert_eq!(fast.remove(id), was_in, "{}", at());
                    assert!(!fast.contains(id), "still there after a trim: {}", at());
                    plain.remove(id);
                }
            }
        }
    }
}

macro_rules! agrees {
    ($($test:ident, $kind:ident, $plain:ident;)*) => {
        $(
            #[test]
            fn $test() {
                agree(PolicyKind::$kind, $plain, false);
                agree(PolicyKind::$kind, $plain, true);
            }
        )*
    };
}

agrees! {
    lru_agrees_with_its_plain_version, Lru, lru;
    fifo_agrees_with_its_plain_version, Fifo, fifo;
    clock_agrees_with_its_plain_version, Clock, clock;
    sieve_agrees_with_its_plain_version, Sieve, sieve;
    lfu_agrees_with_its_plain_version, Lfu, lfu;
    slru_agrees_with_its_plain_version, Slru, slru;
    two_q_agrees_with_its_plain_version, TwoQ, two_q;
    arc_agrees_with_its_plain_version, Arc, arc;
    lirs_agrees_with_its_plain_version, Lirs, lirs;
    s3_fifo_agrees_with_its_plain_version, S3Fifo, s3_fifo;
    w_tiny_lfu_agrees_with_its_plain_version, WTinyLfu, w_tiny_lfu;
    // At these sizes a set-associative cache is one set.
    set_fifo_agrees_with_its_plain_version, SetFifo, fifo;
    set_lru_agrees_with_its_plain_version, SetLru, lru;
}

/// For every access the time of the next one to the same block.
fn future(ids: &[u64]) -> Vec<u64> {
    let next = |i: usize| ids[i + 1..].iter().position(|&id| id == ids[i]).map_or(NEVER, |d| (i + 1 + d) as u64);
    (0..ids.len()).map(next).collect()
}

fn belady_hits(ids: &[u64], capacity: usize) -> u64 {
    let mut belady = Belady::new(capacity);
    let next = future(ids);
    ids.iter()
        .zip(next)
        .map(|(&id, next)| {
            belady.next_use(next);
            u64::from(belady.access(id).hit)
        })
        .sum()
}

#[test]
fn belady_agrees_with_its_plain_version() {
    let mut random = random(8);
    for number in 0..10_000 {
        let ids = accesses(&small_trace(&mut random, false));
        let capacity = random.random_range(1..16);
        let next = future(&ids);
        let mut cached: Vec<(u64, u64)> = vec![];
        let mut hits = 0;
        for (&id, &next) in ids.iter().zip(&next) {
            if let Some(at) = cached.iter().position(|block| block.0 == id) {
                cached.remove(at);
                hits += 1;
            } else if cached.len() == capacity {
                let farthest = (0..capacity).max_by_key(|&at| cached[at].1).unwrap();
                cached.remove(farthest);
            }
            cached.push((id, next));
        }
        assert_eq!(belady_hits(&ids, capacity), hits, "trace {number}");
    }
}

#[test]
fn belady_is_never_beaten() {
    let mut random = random(9);
    for number in 0..3_000 {
        let ids = accesses(&small_trace(&mut random, false));
        let capacity = random.random_range(1..16);
        let bound = belady_hits(&ids, capacity);
        for &kind in PolicyKind::ALL {
            let hits = AnyPolicy::new(kind, capacity).run(&ids);
            assert!(hits <= bound, "trace {number}: {kind} hits {hits}, Belady {bound}");
        }
    }
}

#[test]
fn a_cache_that_holds_everything_misses_every_block_once() {
    let mut random = random(10);
    for _ in 0..2_000 {
        let ids = accesses(&small_trace(&mut random, false));
        let footprint = ids.iter().collect::<BTreeSet<_>>().len();
        for &kind in PolicyKind::ALL {
            let capacity = footprint.max(1);
            let misses = ids.len() as u64 - AnyPolicy::new(kind, capacity).run(&ids);
            assert_eq!(misses, footprint as u64, "{kind}: {ids:?}");
        }
    }
}

#[test]
fn hits_and_misses_make_the_requests_and_every_miss_admits_a_block() {
    let mut random = random(21);
    for _ in 0..2_000 {
        let ids = accesses(&small_trace(&mut random, false));
        let capacity = random.random_range(1..16);
        for &kind in PolicyKind::ALL {
            let mut policy = AnyPolicy::new(kind, capacity);
            let (mut hits, mut misses, mut evicted) = (0, 0, 0);
            for &id in &ids {
                let access = policy.access(id);
                *(if access.hit { &mut hits } else { &mut misses }) += 1;
                evicted += usize::from(access.evicted.is_some());
                assert!(policy.contains(id) && !(access.hit && access.evicted.is_some()), "{kind}");
            }
            assert_eq!(hits + misses, ids.len(), "{kind}");
            assert_eq!(misses, evicted + policy.len(), "{kind}: {ids:?}");
            assert_eq!(AnyPolicy::new(kind, capacity).run(&ids), hits as u64, "{kind}: one by one and as a batch");
        }
    }
}

#[test]
fn a_set_associative_cache_replaces_within_the_set() {
    // 1,024 places are two sets. Blocks 0..512 and 1024..1536 share the first one, block 512 lies in the second.
    let mut cache = AnyPolicy::new(PolicyKind::SetFifo, 1024);
    for id in 0..512 {
        cache.access(id);
    }
    cache.access(512);
    let evicted = cache.access(1024).evicted.map(|block| block.id);
    assert_eq!(evicted, Some(0));
    assert!(cache.contains(512) && cache.len() == 513);
}

#[test]
fn every_name_leads_back_to_its_policy() {
    for &kind in PolicyKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
        assert_eq!(AnyPolicy::new(kind, 3).kind(), kind);
    }
    assert!("LRU".parse::<PolicyKind>().is_err());
}
