//! Marks: a line of time on which every live block has one mark, at its last use.
//!
//! The number of marks after a block's own is its LRU stack distance. Marks are bits; a Fenwick tree holds the counts of
//! groups of 512 bits, so that counting touches a dozen counters, which stay in the fastest cache, and eight words. When the
//! line is used up the live marks are moved together (once in two passes over them, so at constant cost).

/// Bits of a group.
const GROUP: usize = 512;
const WORDS: usize = GROUP / 64;
/// The shortest line: below, moving together would be done all the time.
const SHORTEST: usize = 1 << 13;
/// Length of the line per live mark after moving together.
const ROOM: usize = 3;

/// Marks on a line.
#[derive(Clone, Debug)]
pub struct Marks {
    bits: Vec<u64>,
    /// Fenwick tree over the groups before the current one.
    tree: Vec<u32>,
    /// Whom a mark belongs to.
    owner: Vec<u32>,
    /// The next free place.
    now: usize,
    live: usize,
    /// Live marks of the current group, which is not in the tree yet.
    current: u32,
}

impl Default for Marks {
    fn default() -> Self {
        let mut marks = Marks { bits: vec![], tree: vec![], owner: vec![], now: 0, live: 0, current: 0 };
        marks.resize(SHORTEST);
        marks
    }
}

impl Marks {
    fn resize(&mut self, places: usize) {
        let groups = places.div_ceil(GROUP);
        self.bits = vec![0; groups * WORDS];
        self.tree = vec![0; groups + 1];
        self.owner.resize(groups * GROUP, 0);
        self.owner.shrink_to_fit();
    }

    /// Whether the line is used up: [`Marks::compact`] comes before the next [`Marks::push`].
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.now == self.owner.len()
    }

    /// Sets a mark at the end and returns its place.
    #[inline(always)]
    pub fn push(&mut self, owner: u32) -> u32 {
        let place = self.now;
        self.bits[place / 64] |= 1 << (place % 64);
        self.owner[place] = owner;
        self.live += 1;
        self.current += 1;
        self.now += 1;
        if self.now.is_multiple_of(GROUP) {
            self.add(place / GROUP, self.current as i32);
            self.current = 0;
        }
        place as u32
    }

    /// Takes a mark away.
    #[inline(always)]
    pub fn clear(&mut self, place: u32) {
        let place = place as usize;
        self.bits[place / 64] &= !(1 << (place % 64));
        self.live -= 1;
        if place / GROUP == self.now / GROUP {
            self.current -= 1;
        } else {
            self.add(place / GROUP, -1);
        }
    }

    /// Gives a mark to someone else.
    pub fn set_owner(&mut self, place: u32, owner: u32) {
        self.owner[place as usize] = owner;
    }

    /// Live marks after a place.
    #[inline(always)]
    pub fn after(&self, place: u32) -> usize {
        let place = place as usize;
        let word = place / 64;
        let end = self.now / 64;
        let tail = if place % 64 == 63 { 0 } else { (self.bits[word] >> (place % 64 + 1)).count_ones() as usize };
        if end - word <= 2 * WORDS {
            // Recent marks, the most frequent case: count them right away.
            let last = end.min(self.bits.len() - 1);
            let rest = if word < last { &self.bits[word + 1..=last] } else { &[] };
            return tail + rest.iter().map(|bits| bits.count_ones() as usize).sum::<usize>();
        }
        let group_end = (place / GROUP + 1) * WORDS;
        let in_group: usize = self.bits[word + 1..group_end].iter().map(|bits| bits.count_ones() as usize).sum();
        self.live - self.up_to(place / GROUP) + tail + in_group
    }

    /// Live marks in the groups up to and including `group`.
    #[inline(always)]
    fn up_to(&self, group: usize) -> usize {
        let mut sum = 0;
        let mut node = group + 1;
        while node > 0 {
            sum += self.tree[node] as usize;
            node &= node - 1;
        }
        sum
    }

    #[inline(always)]
    fn add(&mut self, group: usize, count: i32) {
        let mut node = group + 1;
        while node < self.tree.len() {
            self.tree[node] = self.tree[node].wrapping_add_signed(count);
            node += node & node.wrapping_neg();
        }
    }

    /// Moves the live marks together in their order and tells every owner the new place.
    pub fn compact(&mut self, mut moved: impl FnMut(u32, u32)) {
        let old = std::mem::take(&mut self.bits);
        let mut kept = 0;
        for (word, &bits) in old.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                let place = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                self.owner[kept] = self.owner[place];
                kept += 1;
            }
        }
        self.resize((kept * ROOM).max(SHORTEST));
        (self.now, self.live, self.current) = (0, 0, 0);
        for place in 0..kept {
            let owner = self.owner[place];
            moved(owner, place as u32);
            self.push(owner);
        }
    }
}
