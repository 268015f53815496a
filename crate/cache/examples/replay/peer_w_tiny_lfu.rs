//! W-TinyLFU with every setting in which libCacheSim 0.3.5 departs from the paper, to show that these alone part its figures
//! from ours.
//!
//! - Fading: libCacheSim halves its counts after 32 requests per *byte* of the cache, so on no trace of these lengths. The
//!   paper: after 10 requests per block.
//! - Counters: its sketch is sized for bytes too, so roomy that its counts are exact; and they have 32 bits. The paper's have 4.
//! - What counts: a hit in the main part, a newcomer when it comes, and again a block when it leaves the window; a hit in the
//!   window does not. The paper counts every request once.
//! - Filling: the window takes the whole cache first, and hands it over to the main part when that is full. The paper's window
//!   never has more than its share.

use nas_forecast_cache::Policy;
use nas_forecast_cache::policy::Lru;

/// The lists are circles through these entries, which no block has.
const WINDOW: usize = 0;
const PROBATION: usize = 1;
const PROTECTED: usize = 2;
const LISTS: usize = 3;
/// On none of the lists.
const OUT: u8 = 3;

#[derive(Clone, Copy)]
struct Block {
    prev: usize,
    next: usize,
    list: u8,
    count: u32,
}

/// libCacheSim's W-TinyLFU.
pub struct PeerWTinyLfu {
    capacity: usize,
    main_limit: usize,
    limits: [usize; LISTS],
    lens: [usize; LISTS],
    blocks: Vec<Block>,
    /// Numbers the blocks: one so large never evicts, and a slot stays a block's.
    numbers: Lru,
}

impl PeerWTinyLfu {
    pub fn new(capacity: usize) -> Self {
        let window = capacity / 100;
        let main_limit = capacity - window;
        let head = |list| Block { prev: list, next: list, list: OUT, count: 0 };
        PeerWTinyLfu {
            capacity,
            main_limit,
            limits: [window, main_limit / 5, main_limit * 4 / 5],
            lens: [0; LISTS],
            blocks: (0..LISTS).map(head).collect(),
            numbers: Lru::new(usize::MAX),
        }
    }

    fn take(&mut self, block: usize) {
        let Block { prev, next, list, .. } = self.blocks[block];
        self.blocks[prev].next = next;
        self.blocks[next].prev = prev;
        self.blocks[block].list = OUT;
        self.lens[usize::from(list)] -= 1;
    }

    fn put(&mut self, list: usize, block: usize) {
        let next = std::mem::replace(&mut self.blocks[list].next, block);
        self.blocks[next].prev = block;
        self.blocks[block] = Block { prev: list, next, list: list as u8, ..self.blocks[block] };
        self.lens[list] += 1;
    }

    fn oldest(&self, list: usize) -> usize {
        self.blocks[list].prev
    }

    /// Puts a block into the main part: the lowest segment with room.
    fn admit(&mut self, block: usize) {
        let full = self.lens[PROBATION] >= self.limits[PROBATION] && self.lens[PROTECTED] < self.limits[PROTECTED];
        self.put(if full { PROTECTED } else { PROBATION }, block);
    }

    fn evict(&mut self) {
        let mut evicted = false;
        while !evicted {
            let candidate = self.oldest(WINDOW);
            self.take(candidate);
            if self.lens[PROBATION] + self.lens[PROTECTED] < self.main_limit {
                self.admit(candidate);
            } else {
                evicted = true;
                let victim = self.oldest(if self.lens[PROBATION] > 0 { PROBATION } else { PROTECTED });
                if self.blocks[candidate].count > self.blocks[victim].count {
                    self.take(victim);
                    self.admit(candidate);
                }
            }
            self.blocks[candidate].count += 1;
        }
    }

    /// Whether it was a hit.
    pub fn access(&mut self, id: u64) -> bool {
        let block = self.numbers.access(id).slot as usize + LISTS;
        if block >= self.blocks.len() {
            self.blocks.resize(block + 1, Block { prev: 0, next: 0, list: OUT, count: 0 });
        }
        match usize::from(self.blocks[block].list) {
            WINDOW => {
                self.take(block);
                self.put(WINDOW, block);
                return true;
            }
            PROBATION | PROTECTED => {
                self.take(block);
                self.put(PROTECTED, block);
                if self.lens[PROTECTED] > self.limits[PROTECTED] {
                    let down = self.oldest(PROTECTED);
                    self.take(down);
                    self.put(PROBATION, down);
                }
                self.blocks[block].count += 1;
                return true;
            }
            _ => {}
        }
        if self.lens.iter().sum::<usize>() >= self.capacity {
            self.evict();
        }
        self.put(WINDOW, block);
        self.blocks[block].count += 1;
        false
    }
}
