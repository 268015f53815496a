//! Unwritten stretches of data in memory, as a page cache keeps them: by position, neighbours joined.
//!
//! Requests in flight overtake each other, so what belongs together arrives in disorder; it is still one stretch when
//! write-back comes by, which walks through memory in ascending order and begins again at its end.

use std::collections::BTreeMap;

/// Runs among which the next is chosen: what bounds the search where very many streams write at once.
const NEAR: usize = 64;

#[derive(Clone, Debug, Default)]
pub struct DirtyRuns {
    /// Length by start; they neither overlap nor touch.
    by_start: BTreeMap<u64, u64>,
    /// Where write-back goes on.
    cursor: u64,
}

impl DirtyRuns {
    pub fn is_one_run(&self) -> bool {
        self.by_start.len() == 1
    }

    /// Adds a stretch. Returns how much of it was not unwritten before.
    pub fn insert(&mut self, start: u64, bytes: u64) -> u64 {
        let (mut from, mut to, mut known) = (start, start + bytes, 0);
        // Those that touch it, from the last one that begins at or before its end.
        while let Some((&other, &length)) = self.by_start.range(..=to).next_back()
            && other + length >= start
        {
            self.by_start.remove(&other);
            from = from.min(other);
            to = to.max(other + length);
            known += length;
        }
        self.by_start.insert(from, to - from);
        (to - from) - known
    }

    /// The run where write-back goes on: its start and length.
    pub fn next(&self) -> Option<(u64, u64)> {
        let ahead = self.by_start.range(self.cursor..).next();
        ahead.or_else(|| self.by_start.first_key_value()).map(|(start, bytes)| (*start, *bytes))
    }

    /// The first run from there on that reaches a border of rows of this length, if it is near.
    pub fn next_across(&self, row: u64) -> Option<(u64, u64)> {
        let ahead = self.by_start.range(self.cursor..).chain(self.by_start.range(..self.cursor));
        let mut near = ahead.take(NEAR).map(|(start, bytes)| (*start, *bytes));
        near.find(|(start, bytes)| (start + bytes) / row * row > *start)
    }

    /// Takes the first bytes of what `next` gave; write-back goes on behind them.
    pub fn take(&mut self, start: u64, bytes: u64) {
        self.cut(start, bytes);
        self.cursor = start + bytes;
    }

    /// Removes the last stretch inside a range, and returns it.
    pub fn remove_last_within(&mut self, start: u64, bytes: u64) -> Option<(u64, u64)> {
        let (&run, &length) = self.by_start.range(..start + bytes).next_back()?;
        let from = run.max(start);
        let to = (run + length).min(start + bytes);
        if to <= from {
            return None;
        }
        self.cut(from, to - from);
        Some((from, to - from))
    }

    /// Removes a stretch that lies within one run.
    fn cut(&mut self, start: u64, bytes: u64) {
        let Some((&run, &length)) = self.by_start.range(..=start).next_back() else { return };
        self.by_start.remove(&run);
        if run < start {
            self.by_start.insert(run, start - run);
        }
        let (end, cut_end) = (run + length, start + bytes);
        if cut_end < end {
            self.by_start.insert(cut_end, end - cut_end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(runs: &DirtyRuns) -> Vec<(u64, u64)> {
        runs.by_start.iter().map(|(start, bytes)| (*start, *bytes)).collect()
    }

    #[test]
    fn what_arrives_in_disorder_becomes_one_run() {
        let mut runs = DirtyRuns::default();
        for place in [4, 0, 2, 6, 1, 7, 3, 5] {
            assert_eq!(runs.insert(place * 100, 100), 100);
        }
        assert_eq!(listed(&runs), [(0, 800)]);
    }

    #[test]
    fn written_again_it_is_still_the_same_data() {
        let mut runs = DirtyRuns::default();
        assert_eq!(runs.insert(100, 100), 100);
        assert_eq!(runs.insert(300, 100), 100);
        assert_eq!(runs.insert(150, 200), 100);
        assert_eq!(runs.insert(200, 50), 0);
        assert_eq!(listed(&runs), [(100, 300)]);
    }

    #[test]
    fn write_back_ascends_and_begins_again() {
        let mut runs = DirtyRuns::default();
        runs.insert(500, 100);
        assert_eq!(runs.next(), Some((500, 100)));
        runs.take(500, 40);
        runs.insert(0, 100);
        assert_eq!(runs.next(), Some((540, 60)), "goes on where it was");
        runs.take(540, 60);
        assert_eq!(runs.next(), Some((0, 100)));
        runs.take(0, 100);
        assert_eq!(runs.next(), None);
    }

    #[test]
    fn whole_rows_go_first() {
        let mut runs = DirtyRuns::default();
        runs.insert(110, 80);
        runs.insert(350, 100);
        assert_eq!(runs.next(), Some((110, 80)));
        assert_eq!(runs.next_across(100), Some((350, 100)));
        runs.take(350, 50);
        assert_eq!(runs.next_across(100), None, "neither reaches a border");
        runs.insert(190, 10);
        assert_eq!(runs.next_across(100), Some((110, 90)));
    }

    #[test]
    fn a_file_is_cut_out_of_what_surrounds_it() {
        let mut runs = DirtyRuns::default();
        runs.insert(0, 1000);
        assert_eq!(runs.remove_last_within(400, 200), Some((400, 200)));
        assert_eq!(listed(&runs), [(0, 400), (600, 400)]);
        assert_eq!(runs.remove_last_within(400, 200), None);
        assert_eq!(runs.remove_last_within(300, 200), Some((300, 100)));
        assert_eq!(listed(&runs), [(0, 300), (600, 400)]);
    }
}
