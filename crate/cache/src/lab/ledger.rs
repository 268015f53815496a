//! The ledger: every block of the trace with its last use. From it come, in one pass, the exact LRU curve, the footprint, the
//! working set over time and how often blocks are used again.
//!
//! LRU has the stack property: a cache of C blocks holds the C most recently used ones. So the place of a block on the LRU
//! stack when it is used again (its stack distance) says for every size at once whether it was a hit (Mattson et al. 1970;
//! counting by a tree: Bennett and Kruskal 1975). A trimmed block leaves a hole in the stack: the next block that moves down
//! fills the highest hole above where it came from, just as it would fill a free place in every cache that has one.

use super::marks::Marks;
use crate::hash::hash;
use crate::index::Index;
use std::collections::BTreeSet;

/// Owner of a hole's mark.
const HOLE: u32 = u32::MAX;
/// The last use of a block that was trimmed, or never used.
const NOWHERE: u32 = u32::MAX;
/// Requests of the shortest window of the working-set record.
const WINDOW: u64 = 1024;
/// Windows are merged in pairs when there are so many.
const MOST_WINDOWS: usize = 512;
/// Levels of merging: 2^40 requests.
const LEVELS: usize = 32;

/// A stretch of the trace.
#[derive(Clone, Debug)]
struct Window {
    /// Time of its first request.
    time_ns: u64,
    requests: u64,
    writes: u64,
    /// Uses of blocks whose last use lies so far back that windows merged this many times would still not hold both: the sum
    /// over the levels above 0 is the number of different blocks in the window, also after merging.
    first_uses: [u32; LEVELS],
}

/// A part of the trace and what it touched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorkingSet {
    /// Time of its first request.
    pub time_ns: u64,
    /// Requests.
    pub requests: u64,
    /// Those that write.
    pub writes: u64,
    /// Different blocks.
    pub blocks: u64,
}

/// Every block so far.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    index: Index,
    ids: Vec<u64>,
    /// Place of a block's mark.
    last: Vec<u32>,
    /// Number of the shortest window of its last use.
    last_window: Vec<u32>,
    uses: Vec<u32>,
    marks: Marks,
    holes: BTreeSet<u32>,
    /// Requests by stack distance, the first entry for distance 1.
    distances: Vec<u64>,
    requests: u64,
    windows: Vec<Window>,
    /// Shortest windows in a window, as a power of two.
    level: u32,
}

impl Ledger {
    /// Different blocks so far.
    pub fn blocks(&self) -> usize {
        self.ids.len().saturating_sub(1)
    }

    /// Requests so far.
    pub fn requests(&self) -> u64 {
        self.requests
    }

    /// See [`crate::policy::Policy::glance`].
    #[inline(always)]
    pub fn glance(&self, hash: u32) -> u64 {
        self.index.glance(hash)
    }

    /// Enters a use of a block.
    #[inline]
    pub fn access(&mut self, id: u64, hash: u32, is_write: bool, time_ns: u64) {
        if self.ids.is_empty() {
            self.add(0); // Slot 0 is never in the index.
        }
        let mut slot = self.index.find(hash, |slot| self.ids[slot as usize] == id);
        if slot == 0 {
            slot = self.add(id);
            self.index.insert(hash, slot);
        }
        self.note_window(slot, is_write, time_ns);
        self.requests += 1;
        self.uses[slot as usize] = self.uses[slot as usize].saturating_add(1);
        if self.marks.is_full() {
            self.compact();
        }
        let place = self.last[slot as usize];
        if place == NOWHERE {
            if let Some(highest) = self.holes.pop_last() {
                self.marks.clear(highest);
            }
        } else {
            let distance = self.marks.after(place);
            if distance >= self.distances.len() {
                self.distances.resize((distance + 1).next_power_of_two(), 0);
            }
            self.distances[distance] += 1;
            match self.holes.last() {
                Some(&highest) if highest > place => {
                    self.holes.pop_last();
                    self.marks.clear(highest);
                    self.marks.set_owner(place, HOLE);
                    self.holes.insert(place);
                }
                _ => self.marks.clear(place),
            }
        }
        self.last[slot as usize] = self.marks.push(slot);
    }

    /// Enters a trim.
    pub fn trim(&mut self, id: u64) {
        let slot = self.index.find(hash(id), |slot| self.ids[slot as usize] == id);
        let place = self.last.get(slot as usize).copied().unwrap_or(NOWHERE);
        if slot != 0 && place != NOWHERE {
            self.last[slot as usize] = NOWHERE;
            self.marks.set_owner(place, HOLE);
            self.holes.insert(place);
        }
    }

    fn add(&mut self, id: u64) -> u32 {
        self.ids.push(id);
        self.last.push(NOWHERE);
        self.last_window.push(u32::MAX);
        self.uses.push(0);
        (self.ids.len() - 1) as u32
    }

    #[cold]
    #[inline(never)]
    fn compact(&mut self) {
        let Ledger { marks, last, holes, .. } = self;
        holes.clear();
        marks.compact(|owner, place| {
            if owner == HOLE {
                holes.insert(place);
            } else {
                last[owner as usize] = place;
            }
        });
    }

    #[inline(always)]
    fn note_window(&mut self, slot: u32, is_write: bool, time_ns: u64) {
        let now = (self.requests / WINDOW) as u32;
        if now as usize >> self.level >= self.windows.len() {
            if self.windows.len() == MOST_WINDOWS {
                self.merge_windows();
            }
            if now as usize >> self.level >= self.windows.len() {
                self.windows.push(Window { time_ns, requests: 0, writes: 0, first_uses: [0; LEVELS] });
            }
        }
        let before = std::mem::replace(&mut self.last_window[slot as usize], now);
        // The number of merges after which both uses lie in one window.
        let apart = if before == u32::MAX { LEVELS as u32 - 1 } else { 32 - (now ^ before).leading_zeros() };
        let beyond = apart.saturating_sub(self.level).min(LEVELS as u32 - 1);
        if let Some(window) = self.windows.last_mut() {
            window.requests += 1;
            window.writes += u64::from(is_write);
            window.first_uses[beyond as usize] += 1;
        }
    }

    #[cold]
    #[inline(never)]
    fn merge_windows(&mut self) {
        self.level += 1;
        self.windows = self
            .windows
            .chunks(2)
            .map(|pair| {
                let mut merged = Window { requests: 0, writes: 0, first_uses: [0; LEVELS], ..pair[0] };
                for window in pair {
                    merged.requests += window.requests;
                    merged.writes += window.writes;
                    for (level, &uses) in window.first_uses.iter().enumerate() {
                        // What was never used before stays first for ever.
                        let level = if level == LEVELS - 1 { level } else { level.saturating_sub(1) };
                        merged.first_uses[level] += uses;
                    }
                }
                merged
            })
            .collect();
    }

    /// Hits an LRU cache of `size` blocks would have had.
    pub fn lru_hits(&self, sizes: &[u64]) -> Vec<u64> {
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        order.sort_by_key(|&i| sizes[i]);
        let mut hits = vec![0; sizes.len()];
        let (mut sum, mut from) = (0, 0);
        for i in order {
            let to = (sizes[i].min(self.distances.len() as u64)) as usize;
            sum += self.distances[from..to].iter().sum::<u64>();
            from = to;
            hits[i] = sum;
        }
        hits
    }

    /// The smallest LRU cache whose hit ratio is at most `margin` below the best possible.
    pub fn enough(&self, margin: f64) -> u64 {
        let goal = self.distances.iter().sum::<u64>() as f64 - margin * self.requests as f64;
        let mut hits = 0;
        for (distance, &count) in self.distances.iter().enumerate() {
            if hits as f64 >= goal {
                return distance as u64;
            }
            hits += count;
        }
        self.distances.len() as u64
    }

    /// The working set, window by window.
    pub fn working_sets(&self) -> impl Iterator<Item = WorkingSet> + '_ {
        self.windows.iter().map(|window| WorkingSet {
            time_ns: window.time_ns,
            requests: window.requests,
            writes: window.writes,
            blocks: window.first_uses[1..].iter().map(|&uses| u64::from(uses)).sum(),
        })
    }

    /// Blocks used once only.
    pub fn used_once(&self) -> u64 {
        self.uses.iter().filter(|&&uses| uses == 1).count() as u64
    }

    /// The share of all requests that the most used blocks take, for each of these shares of all blocks.
    pub fn hottest(&self, shares: &[f64]) -> Vec<f64> {
        let mut uses: Vec<u32> = self.uses.iter().skip(1).copied().collect();
        uses.sort_unstable_by(|a, b| b.cmp(a));
        let total: u64 = uses.iter().map(|&uses| u64::from(uses)).sum();
        let share = |share: f64| {
            let blocks = ((uses.len() as f64 * share).ceil() as usize).min(uses.len());
            uses[..blocks].iter().map(|&uses| u64::from(uses)).sum::<u64>() as f64 / total.max(1) as f64
        };
        shares.iter().map(|&s| share(s)).collect()
    }
}
