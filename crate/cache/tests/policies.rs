//! Every policy against a version of itself that is too simple to be wrong: plain vectors, searched from end to end.

mod common;

use common::{Step, random, small_trace};
use nas_forecast_cache::policy::{self, Belady, NEVER};
use nas_forecast_cache::{AnyPolicy, Policy, PolicyKind};
use rand::Rng;
use std::collections::BTreeSet;

/// A policy in its plainest form.
trait Plain {
    /// Whether it was a hit.
    fn access(&mut self, id: u64) -> bool;
    fn remove(&mut self, id: u64);
}

fn take<T>(list: &mut Vec<T>, is_it: impl Fn(&T) -> bool) -> Option<T> {
    list.iter().position(is_it).map(|i| list.remove(i))
}

/// LRU and FIFO: the front of the list is evicted.
struct Queue {
    capacity: usize,
    list: Vec<u64>,
    lru: bool,
}

impl Plain for Queue {
    fn access(&mut self, id: u64) -> bool {
        let hit = self.list.contains(&id);
        if hit && !self.lru {
            return true;
        }
        if take(&mut self.list, |&x| x == id).is_none() && self.list.len() == self.capacity {
            self.list.remove(0);
        }
        self.list.push(id);
        hit
    }

    fn remove(&mut self, id: u64) {
        take(&mut self.list, |&x| x == id);
    }
}

/// CLOCK as a queue: a visited block goes to the end again.
struct Clock {
    capacity: usize,
    list: Vec<(u64, bool)>,
}

impl Plain for Clock {
    fn access(&mut self, id: u64) -> bool {
        if let Some(block) = self.list.iter_mut().find(|block| block.0 == id) {
            block.1 = true;
            return true;
        }
        if self.list.len() == self.capacity {
            while self.list[0].1 {
                let (block, _) = self.list.remove(0);
                self.list.push((block, false));
            }
            self.list.remove(0);
        }
        self.list.push((id, false));
        false
    }

    fn remove(&mut self, id: u64) {
        take(&mut self.list, |block| block.0 == id);
    }
}

/// SIEVE; the front of the list is the oldest, the hand walks to the end.
struct Sieve {
    capacity: usize,
    list: Vec<(u64, bool)>,
    hand: Option<u64>,
}

impl Sieve {
    fn after(&self, at: usize) -> Option<u64> {
        self.list.get(at + 1).map(|block| block.0)
    }
}

impl Plain for Sieve {
    fn access(&mut self, id: u64) -> bool {
        if let Some(block) = self.list.iter_mut().find(|block| block.0 == id) {
            block.1 = true;
            return true;
        }
        if self.list.len() == self.capacity {
            let mut at = self.hand.and_then(|hand| self.list.iter().position(|block| block.0 == hand)).unwrap_or(0);
            while self.list[at].1 {
                self.list[at].1 = false;
                at = (at + 1) % self.list.len();
            }
            self.hand = self.after(at);
            self.list.remove(at);
        }
        self.list.push((id, false));
        false
    }

    fn remove(&mut self, id: u64) {
        if let Some(at) = self.list.iter().position(|block| block.0 == id) {
            if self.hand == Some(id) {
                self.hand = self.after(at);
            }
            self.list.remove(at);
        }
    }
}

/// LFU: (id, uses, when that number was reached).
struct Lfu {
    capacity: usize,
    list: Vec<(u64, u64, u64)>,
    now: u64,
}

impl Plain for Lfu {
    fn access(&mut self, id: u64) -> bool {
        self.now += 1;
        let now = self.now;
        if let Some(block) = self.list.iter_mut().find(|block| block.0 == id) {
            (block.1, block.2) = (block.1 + 1, now);
            return true;
        }
        if self.list.len() == self.capacity {
            let victim = self.list.iter().map(|&(id, uses, since)| (uses, since, id)).min().unwrap();
            take(&mut self.list, |block| block.0 == victim.2);
        }
        self.list.push((id, 1, now));
        false
    }

    fn remove(&mut self, id: u64) {
        take(&mut self.list, |block| block.0 == id);
    }
}

/// SLRU: segments with the oldest in front.
struct Slru {
    limits: Vec<usize>,
    segments: Vec<Vec<u64>>,
}

impl Plain for Slru {
    fn access(&mut self, id: u64) -> bool {
        let top = self.limits.len() - 1;
        for i in 0..=top {
            if take(&mut self.segments[i], |&x| x == id).is_some() {
                let mut to = (i + 1).min(top);
                self.segments[to].push(id);
                while to > 0 && self.segments[to].len() > self.limits[to] {
                    let down = self.segments[to].remove(0);
                    to -= 1;
                    self.segments[to].push(down);
                }
                return true;
            }
        }
        let room = (0..=top).find(|&i| self.segments[i].len() < self.limits[i]);
        let to = room.unwrap_or(0);
        if room.is_none() {
            self.segments.iter_mut().find(|segment| !segment.is_empty()).unwrap().remove(0);
        }
        self.segments[to].push(id);
        false
    }

    fn remove(&mut self, id: u64) {
        for segment in &mut self.segments {
            take(segment, |&x| x == id);
        }
    }
}

/// 2Q, full version.
struct TwoQ {
    capacity: usize,
    newcomers: Vec<u64>,
    remembered: Vec<u64>,
    main: Vec<u64>,
}

impl Plain for TwoQ {
    fn access(&mut self, id: u64) -> bool {
        let (most_in, most_out) = (self.capacity / 4, self.capacity / 2);
        if self.newcomers.contains(&id) {
            return true;
        }
        if take(&mut self.main, |&x| x == id).is_some() {
            self.main.push(id);
            return true;
        }
        let again = take(&mut self.remembered, |&x| x == id).is_some();
        if self.newcomers.len() + self.main.len() == self.capacity {
            if self.newcomers.len() > most_in || self.main.is_empty() {
                self.remembered.push(self.newcomers.remove(0));
                if self.remembered.len() > most_out {
                    self.remembered.remove(0);
                }
            } else {
                self.main.remove(0);
            }
        }
        if again {
            self.main.push(id);
            if self.main.len() > self.capacity - most_in {
                self.main.remove(0);
            }
        } else {
            self.newcomers.push(id);
        }
        false
    }

    fn remove(&mut self, id: u64) {
        for list in [&mut self.newcomers, &mut self.remembered, &mut self.main] {
            take(list, |&x| x == id);
        }
    }
}

/// ARC after the paper's figure 4; lists have the oldest in front.
struct Arc {
    c: usize,
    p: f64,
    t1: Vec<u64>,
    t2: Vec<u64>,
    b1: Vec<u64>,
    b2: Vec<u64>,
}

impl Arc {
    fn replace(&mut self, in_b2: bool) {
        if self.t1.len() + self.t2.len() < self.c {
            return;
        }
        let t1 = self.t1.len() as f64;
        if !self.t1.is_empty() && (t1 > self.p || in_b2 && t1 == self.p) || self.t2.is_empty() {
            self.b1.push(self.t1.remove(0));
        } else {
            self.b2.push(self.t2.remove(0));
        }
    }
}

impl Plain for Arc {
    fn access(&mut self, id: u64) -> bool {
        if take(&mut self.t1, |&x| x == id).or(take(&mut self.t2, |&x| x == id)).is_some() {
            self.t2.push(id);
            return true;
        }
        let (b1, b2) = (self.b1.len() as f64, self.b2.len() as f64);
        if self.b1.contains(&id) {
            self.p = (self.p + if b1 >= b2 { 1.0 } else { b2 / b1 }).min(self.c as f64);
            self.replace(false);
            take(&mut self.b1, |&x| x == id);
            self.t2.push(id);
        } else if self.b2.contains(&id) {
            self.p = (self.p - if b2 >= b1 { 1.0 } else { b1 / b2 }).max(0.0);
            self.replace(true);
            take(&mut self.b2, |&x| x == id);
            self.t2.push(id);
        } else {
            if self.t1.len() + self.b1.len() >= self.c {
                if self.t1.len() < self.c {
                    self.b1.remove(0);
                    self.replace(false);
                } else {
                    self.t1.remove(0);
                }
            } else {
                if self.t1.len() + self.t2.len() + self.b1.len() + self.b2.len() >= 2 * self.c {
                    self.b2.remove(0);
                }
                self.replace(false);
            }
            self.t1.push(id);
        }
        false
    }

    fn remove(&mut self, id: u64) {
        for list in [&mut self.t1, &mut self.t2, &mut self.b1, &mut self.b2] {
            take(list, |&x| x == id);
        }
    }
}

/// LIRS after the paper's description, with S limited to twice the cache. Lists have the oldest in front.
struct Lirs {
    capacity: usize,
    hirs: usize,
    stack: Vec<u64>,
    queue: Vec<u64>,
    lir: BTreeSet<u64>,
    /// Ids in the order in which they left the cache while still in S.
    left: Vec<u64>,
}

impl Lirs {
    fn prune(&mut self) {
        while self.stack.first().is_some_and(|id| !self.lir.contains(id)) {
            let id = self.stack.remove(0);
            take(&mut self.left, |&x| x == id);
        }
    }

    fn demote(&mut self) {
        if let Some(bottom) = take(&mut self.stack, |_| true) {
            self.lir.remove(&bottom);
            self.queue.push(bottom);
            self.prune();
        }
    }

    fn evict(&mut self) {
        if self.queue.is_empty() {
            self.demote();
        }
        let id = self.queue.remove(0);
        if self.stack.contains(&id) {
            self.left.push(id);
        }
    }
}

impl Plain for Lirs {
    fn access(&mut self, id: u64) -> bool {
        let most_lir = self.capacity - self.hirs;
        let in_stack = take(&mut self.stack, |&x| x == id).is_some();
        self.stack.push(id);
        if self.lir.contains(&id) {
            self.prune();
            return true;
        }
        let hit = take(&mut self.queue, |&x| x == id).is_some();
        take(&mut self.left, |&x| x == id);
        if !hit && self.lir.len() + self.queue.len() == self.capacity {
            self.evict();
        }
        let promote = if hit { in_stack } else { in_stack || self.lir.len() < most_lir };
        if promote && most_lir > 0 {
            self.lir.insert(id);
            if self.lir.len() > most_lir {
                self.demote();
            }
        } else {
            self.queue.push(id);
        }
        self.prune();
        while self.stack.len() > 2 * self.capacity && !self.left.is_empty() {
            let oldest = self.left.remove(0);
            take(&mut self.stack, |&x| x == oldest);
        }
        hit
    }

    fn remove(&mut self, id: u64) {
        take(&mut self.stack, |&x| x == id);
        take(&mut self.queue, |&x| x == id);
        take(&mut self.left, |&x| x == id);
        self.lir.remove(&id);
        self.prune();
    }
}

/// S3-FIFO with the departures that its file names; lists have the oldest in front.
struct S3Fifo {
    capacity: usize,
    small: Vec<(u64, u8)>,
    main: Vec<(u64, u8)>,
    ghosts: Vec<u64>,
    has_evicted: bool,
}

impl S3Fifo {
    fn small_limit(&self) -> usize {
        (self.capacity / 10).max(1)
    }

    fn evict(&mut self) {
        loop {
            if self.main.len() > self.capacity - self.small_limit() || self.small.is_empty() {
                let (id, hits) = self.main.remove(0);
                if hits == 0 {
                    return;
                }
                self.main.push((id, hits - 1));
                // The main queue was chosen: it goes round until one leaves.
                while let (id, hits @ 1..) = self.main.remove(0) {
                    self.main.push((id, hits - 1));
                }
                return;
            }
            while !self.small.is_empty() {
                let (id, hits) = self.small.remove(0);
                if hits < 2 {
                    self.ghosts.push(id);
                    if self.ghosts.len() > self.capacity * 9 / 10 {
                        self.ghosts.remove(0);
                    }
                    return;
                }
                self.main.push((id, 0));
            }
        }
    }
}

impl Plain for S3Fifo {
    fn access(&mut self, id: u64) -> bool {
        if let Some(block) = self.small.iter_mut().chain(&mut self.main).find(|block| block.0 == id) {
            block.1 = (block.1 + 1).min(3);
            return true;
        }
        let again = take(&mut self.ghosts, |&x| x == id).is_some();
        if self.small.len() + self.main.len() == self.capacity {
            self.has_evicted = true;
            self.evict();
        }
        let to_small = !again && (self.has_evicted || self.small.len() < self.small_limit());
        if to_small {
            self.small.push((id, 0))
        } else {
            self.main.push((id, 0))
        }
        false
    }

    fn remove(&mut self, id: u64) {
        take(&mut self.small, |block| block.0 == id);
        take(&mut self.main, |block| block.0 == id);
        take(&mut self.ghosts, |&x| x == id);
    }
}

/// W-TinyLFU with exact counts instead of a sketch: right as long as no count reaches 15 and the sample isn't full.
struct WTinyLfu {
    capacity: usize,
    window: Vec<u64>,
    probation: Vec<u64>,
    protected: Vec<u64>,
    counted: Vec<u64>,
    turned_away: usize,
}

impl WTinyLfu {
    fn count(&self, id: u64) -> usize {
        self.counted.iter().filter(|&&x| x == id).count().min(15)
    }

    fn admits(&mut self, candidate: u64, victim: u64) -> bool {
        if self.count(candidate) > self.count(victim) {
            return true;
        }
        self.turned_away += usize::from(self.count(candidate) >= 6);
        let is_lucky = self.turned_away == 128;
        self.turned_away %= 128;
        is_lucky
    }
}

impl Plain for WTinyLfu {
    fn access(&mut self, id: u64) -> bool {
        let most_window = (self.capacity / 100).max(1);
        let most_protected = ((self.capacity - most_window) as f64 * 0.8) as usize;
        self.counted.push(id);
        for list in [&mut self.window, &mut self.protected] {
            if take(list, |&x| x == id).is_some() {
                list.push(id);
                return true;
            }
        }
        if take(&mut self.probation, |&x| x == id).is_some() {
            self.protected.push(id);
            if self.protected.len() > most_protected {
                self.probation.push(self.protected.remove(0));
            }
            return true;
        }
        self.window.push(id);
        if self.window.len() > most_window {
            let candidate = self.window.remove(0);
            let full = self.window.len() + self.probation.len() + self.protected.len() >= self.capacity;
            let main = if self.probation.is_empty() { &self.protected } else { &self.probation };
            match main.first().copied() {
                _ if !full => self.probation.push(candidate),
                Some(victim) if self.admits(candidate, victim) => {
                    take(&mut self.probation, |&x| x == victim).or(take(&mut self.protected, |&x| x == victim));
                    self.probation.push(candidate);
                }
                _ => {}
            }
        }
        false
    }

    fn remove(&mut self, id: u64) {
        for list in [&mut self.window, &mut self.probation, &mut self.protected] {
            take(list, |&x| x == id);
        }
    }
}

fn plain(kind: PolicyKind, capacity: usize) -> Option<Box<dyn Plain>> {
    let segments = |limits: Vec<usize>| Slru { segments: vec![vec![]; limits.len()], limits };
    let quarter = capacity / 4;
    Some(match kind {
        PolicyKind::Lru => Box::new(Queue { capacity, list: vec![], lru: true }),
        PolicyKind::Fifo => Box::new(Queue { capacity, list: vec![], lru: false }),
        PolicyKind::Clock => Box::new(Clock { capacity, list: vec![] }),
        PolicyKind::Sieve => Box::new(Sieve { capacity, list: vec![], hand: None }),
        PolicyKind::Lfu => Box::new(Lfu { capacity, list: vec![], now: 0 }),
        PolicyKind::Slru => Box::new(segments(vec![quarter + capacity % 4, quarter, quarter, quarter])),
        PolicyKind::TwoQ => Box::new(TwoQ { capacity, newcomers: vec![], remembered: vec![], main: vec![] }),
        PolicyKind::Arc => Box::new(Arc { c: capacity, p: 0.0, t1: vec![], t2: vec![], b1: vec![], b2: vec![] }),
        PolicyKind::Lirs => Box::new(Lirs {
            capacity,
            hirs: (capacity / 100).max(1),
            stack: vec![],
            queue: vec![],
            lir: BTreeSet::new(),
            left: vec![],
        }),
        PolicyKind::S3Fifo => {
            Box::new(S3Fifo { capacity, small: vec![], main: vec![], ghosts: vec![], has_evicted: false })
        }
        PolicyKind::WTinyLfu => Box::new(WTinyLfu {
            capacity,
            window: vec![],
            probation: vec![],
            protected: vec![],
            counted: vec![],
            turned_away: 0,
        }),
        // One set at these sizes: see `a_small_set_associative_cache_is_one_set`.
        PolicyKind::SetFifo => Box::new(Queue { capacity, list: vec![], lru: false }),
        PolicyKind::SetLru => Box::new(Queue { capacity, list: vec![], lru: true }),
        PolicyKind::Belady => return None,
    })
}

fn tested(kind: PolicyKind, capacity: usize) -> AnyPolicy {
    match kind {
        // Without aging, which the plain version has not.
        PolicyKind::WTinyLfu => AnyPolicy::WTinyLfu(policy::WTinyLfu::with_sample(capacity, 1000)),
        kind => AnyPolicy::new(kind, capacity),
    }
}

/// Runs 10,000 random small traces through a policy and its plain version.
fn agree(kind: PolicyKind, trims: bool) {
    let mut random = random(7);
    for number in 0..10_000 {
        let trace = small_trace(&mut random, trims);
        let capacity = random.random_range(1..16);
        let mut fast = tested(kind, capacity);
        let mut slow = plain(kind, capacity).unwrap();
        for (i, &step) in trace.iter().enumerate() {
            match step {
                Step::Access(id) => {
                    let was_in = fast.contains(id);
                    let access = fast.access(id);
                    assert_eq!(access.hit, was_in, "{kind}, trace {number}, step {i}: contains and access differ");
                    let expected = slow.access(id);
                    assert_eq!(access.hit, expected, "{kind}, trace {number}, step {i}, {capacity}: {trace:?}");
                    assert!(fast.len() <= capacity, "{kind}, trace {number}, step {i}: too many blocks");
                }
                Step::Trim(id) => {
                    let was_in = fast.contains(id);
                    assert_eq!(fast.remove(id), was_in, "{kind}, trace {number}, step {i}");
                    assert!(!fast.contains(id), "{kind}: still there after a trim");
                    slow.remove(id);
                }
            }
        }
    }
}

macro_rules! agrees {
    ($($test:ident, $kind:ident;)*) => {
        $(
            #[test]
            fn $test() {
                agree(PolicyKind::$kind, false);
                agree(PolicyKind::$kind, true);
            }
        )*
    };
}

agrees! {
    lru_agrees_with_its_plain_version, Lru;
    fifo_agrees_with_its_plain_version, Fifo;
    clock_agrees_with_its_plain_version, Clock;
    sieve_agrees_with_its_plain_version, Sieve;
    lfu_agrees_with_its_plain_version, Lfu;
    slru_agrees_with_its_plain_version, Slru;
    two_q_agrees_with_its_plain_version, TwoQ;
    arc_agrees_with_its_plain_version, Arc;
    lirs_agrees_with_its_plain_version, Lirs;
    s3_fifo_agrees_with_its_plain_version, S3Fifo;
    w_tiny_lfu_agrees_with_its_plain_version, WTinyLfu;
    set_fifo_agrees_with_its_plain_version, SetFifo;
    set_lru_agrees_with_its_plain_version, SetLru;
}

/// For every access the time of the next one to the same block.
fn future(ids: &[u64]) -> Vec<u64> {
    let next = |i: usize| ids[i + 1..].iter().position(|&id| id == ids[i]).map_or(NEVER, |d| (i + 1 + d) as u64);
    (0..ids.len()).map(next).collect()
}

fn accesses(trace: &[Step]) -> Vec<u64> {
    trace.iter().filter_map(|step| if let Step::Access(id) = step { Some(*id) } else { None }).collect()
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
            if take(&mut cached, |block| block.0 == id).is_some() {
                hits += 1;
            } else if cached.len() == capacity {
                let farthest = cached.iter().map(|block| block.1).max().unwrap();
                take(&mut cached, |block| block.1 == farthest);
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
