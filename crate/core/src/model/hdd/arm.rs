//! What the mechanism does next: whose turn it is, which place is nearest, and the writing itself.

use super::geometry::{Reach, fraction};
use super::read_buffer::SAME_PLACE;
use super::{Flush, Hdd, IDLE_BEFORE_DESTAGE_NS, Need, Reading, Slot, Turn};
use crate::model::drive::{NEVER, Ns};

/// Reads' and writes' turns at the arm while both are urgent. Long enough to keep the gain of ordering, short
/// enough that neither side notices a stall.
const READ_TURN_NS: Ns = 60_000_000;
const WRITE_TURN_NS: Ns = 30_000_000;

/// A stream of reads may keep the head for this long while other accesses wait. So much a move of the arm is worth:
/// longer brings little more throughput, and others would wait for ever.
const STREAM_RUN_NS: Ns = 40_000_000;

/// What lies this close counts as the same stream; revolutions, some 100 MB.
const NEIGHBOURHOOD: f64 = 64.0;

/// More than any move of the arm: a stream that has had its time goes on only if there is nothing else.
const STAY_PENALTY_NS: f64 = 1e9;

impl Hdd {
    /// The mechanism has ended something, or something has become due: what next?
    pub(super) fn attend(&mut self, now: Ns) {
        self.attention = NEVER;
        if self.writing {
            self.writing = false;
            self.cache.written();
        }
        if let Some(reading) = self.reading {
            let head = self.head_at(now);
            self.buffer.segment_mut(reading.segment).end = head;
            self.serve_slots_from_buffer(now, reading.segment, head);
        }
        self.fill_room(now);
        let mut soonest = NEVER;
        let mut has_access = false;
        for slot in &self.slots {
            match slot.need {
                Need::Room => {}
                Need::Read | Need::WriteThrough if slot.ready <= now => has_access = true,
                Need::Read | Need::WriteThrough => soonest = soonest.min(slot.ready),
            }
        }
        if let Flush::Draining(tag) = self.flush
            && self.cache.is_empty()
        {
            self.flush = Flush::Ending;
            self.ends.push(now + self.params.buffer_overhead_ns, tag);
        }
        let urgent = self.short_of_room > 0 || matches!(self.flush, Flush::Draining(_));
        if has_access && !(urgent && self.turn_of(now) == Turn::Writes) {
            self.start_best_access(now);
            return;
        }
        if !self.cache.is_empty() {
            let idle_at = self.last_active + IDLE_BEFORE_DESTAGE_NS;
            self.destaging |= idle_at <= now;
            if urgent || (self.destaging && soonest == NEVER) {
                self.start_destage(now);
                return;
            }
            soonest = soonest.min(idle_at.max(now + 1));
        } else {
            self.destaging = false;
        }
        self.attention = soonest;
        if self.slots.is_empty() && self.cache.is_empty() {
            self.tidy_up(now);
        }
    }

    /// Whose turn it is while both reads and writes are urgent.
    fn turn_of(&mut self, now: Ns) -> Turn {
        if now >= self.turn_until {
            (self.turn, self.turn_until) = match self.turn {
                Turn::Reads => (Turn::Writes, now + WRITE_TURN_NS),
                Turn::Writes => (Turn::Reads, now + READ_TURN_NS),
            };
        }
        self.turn
    }

    /// Ends the queued reads whose data the head has passed meanwhile.
    fn serve_slots_from_buffer(&mut self, now: Ns, segment: usize, head: f64) {
        let first = self.buffer.segment(segment).start;
        let mut i = 0;
        while i < self.slots.len() {
            let slot = self.slots[i];
            let held = first <= slot.start + SAME_PLACE && slot.end <= head + SAME_PLACE;
            if slot.need == Need::Read && held {
                self.slots.remove(i);
                self.buffer.touch(segment, slot.end);
                self.busy_ns += self.geometry.turn_ns(slot.end - slot.start);
                self.end_from_memory(now, slot.bytes, slot.tag);
            } else {
                i += 1;
            }
        }
    }

    /// Takes in the cached writes that there is room for now, in their order.
    fn fill_room(&mut self, now: Ns) {
        let mut i = 0;
        while self.short_of_room > 0 && i < self.slots.len() {
            let slot = self.slots[i];
            if slot.need != Need::Room {
                i += 1;
                continue;
            }
            if !self.cache.absorb(slot.offset, slot.offset + u64::from(slot.bytes), &self.geometry) {
                return;
            }
            self.short_of_room -= 1;
            self.slots.remove(i);
            self.end_from_memory(now, slot.bytes, slot.tag);
        }
    }

    /// Starts the queued read or durable write that the head reaches soonest, less what it has waited.
    fn start_best_access(&mut self, now: Ns) {
        self.decisions += 1;
        let (head, turned) = (self.head_at(now), self.geometry.turned(now));
        let settle = self.params.write_settle_ns as f64;
        let has_run_long = self.reading.is_some_and(|r| now > r.arrived + STREAM_RUN_NS);
        let mut best = (f64::MAX, 0, 0);
        let mut considered = 0;
        for i in 0..self.slots.len() {
            let slot = self.slots[i];
            if slot.need == Need::Room || slot.ready > now {
                continue;
            }
            if considered == self.params.reorder_window {
                break;
            }
            considered += 1;
            let stays = if has_run_long && (slot.start - head).abs() < NEIGHBOURHOOD { STAY_PENALTY_NS } else { 0.0 };
            let handicap = stays - self.params.ageing * (now - slot.arrival) as f64;
            let is_write = slot.need == Need::WriteThrough;
            let (from, is_under_head) = if is_write {
                (slot.start, slot.offset == self.write_end && now == self.busy_until)
            } else {
                let (from, segment) = self.missing_from(&slot);
                let reads =
                    |r: Reading| segment == Some(r.segment) && head < r.limit && (from - head).abs() <= SAME_PLACE;
                (from, self.reading.is_some_and(reads))
            };
            let reach = if is_under_head {
                Reach::HERE
            } else if self.geometry.comes_after(turned, fraction(from), best.0 - handicap) {
                continue;
            } else {
                self.geometry.reach(turned, head, from, if is_write { settle } else { 0.0 })
            };
            let score = reach.planned_ns + handicap;
            if score < best.0 {
                best = (score, i, reach.wait_ns);
            }
        }
        let (_, mut index, mut wait) = best;
        if self.slots[index].need == Need::Read {
            if wait > 0 {
                (index, wait) = self.start_of_run(now, head, index, wait);
            }
            self.start_read(now, index, wait);
        } else {
            let slot = self.slots.remove(index);
            self.leave(now);
            self.start_write(now, wait, slot.offset + u64::from(slot.bytes), slot.start, slot.end);
            self.ends.push(self.busy_until, slot.tag);
            self.last_active = self.busy_until;
        }
    }

    /// Of queued reads that follow each other on the disk, the first is the one to go for.
    fn start_of_run(&self, now: Ns, head: f64, index: usize, wait: Ns) -> (usize, Ns) {
        let mut first = index;
        let is_before = |s: &Slot, start: f64| s.need == Need::Read && (s.end - start).abs() <= SAME_PLACE;
        while let Some(before) = self.slots.iter().position(|s| is_before(s, self.slots[first].start)) {
            if before == index || self.slots[before].start >= self.slots[first].start {
                break;
            }
            first = before;
        }
        if first == index {
            return (index, wait);
        }
        let (from, _) = self.missing_from(&self.slots[first]);
        (first, self.geometry.reach(self.geometry.turned(now), head, from, 0.0).wait_ns)
    }

    fn start_write(&mut self, now: Ns, wait: Ns, end_offset: u64, start: f64, end: f64) {
        let slower = self.params.read_bytes_per_s / self.params.write_bytes_per_s;
        self.busy_until = now + wait + self.geometry.turn_ns((end - start) * slower);
        self.busy_ns += self.busy_until - now;
        self.attention = self.busy_until;
        self.head = end;
        self.write_end = end_offset;
        self.writing = true;
    }

    /// Writes out the range in the memory that the head reaches soonest, a track at most at a time.
    fn start_destage(&mut self, now: Ns) {
        self.decisions += 1;
        let head = self.head_at(now);
        let settle = self.params.write_settle_ns as f64;
        let next = if now == self.busy_until { self.cache.continuing(self.write_end) } else { None };
        let (index, wait) = match next {
            Some(index) => (index, 0),
            None => {
                let (turned, places) = (self.geometry.turned(now), self.cache.starts());
                let Some((place, reach)) = self.geometry.soonest(turned, head, settle, places) else { return };
                (self.cache.beginning_at(places[place]), reach.wait_ns)
            }
        };
        if let Some(shingles) = &mut self.shingles {
            let extent = self.cache.extents()[index];
            if let Some(cleaning) = shingles.before_write(extent.start, extent.end, wait == 0) {
                self.leave(now);
                self.occupy(now, cleaning);
                return;
            }
        }
        let track = self.geometry.track_bytes(self.cache.extents()[index].place.phase) as u64;
        let out = self.cache.take(index, track, &self.geometry);
        let end = self.geometry.phase(out.end);
        self.leave(now);
        self.start_write(now, wait, out.end, out.place.phase, end);
    }

    /// Keeps the mechanism from everything else for a while.
    fn occupy(&mut self, now: Ns, duration: Ns) {
        self.busy_until = now + duration;
        self.busy_ns += duration;
        self.attention = self.busy_until;
    }

    /// A shingled drive that has been idle for long enough cleans a band.
    fn tidy_up(&mut self, now: Ns) {
        let Some(shingles) = &mut self.shingles else {
            return;
        };
        if let Some(at) = shingles.idle_work_at(self.last_active) {
            if at <= now {
                let cleaning = shingles.clean();
                self.leave(now);
                self.occupy(now, cleaning);
            } else {
                self.attention = self.attention.min(at);
            }
        }
    }
}
