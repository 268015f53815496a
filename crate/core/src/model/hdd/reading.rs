//! The arm on a stream: where the head is, what it reads ahead, and which queued reads get their data on the way.

use super::read_buffer::SAME_PLACE;
use super::{Hdd, Need, PASS_OVER, Reading, Slot};
use crate::model::drive::{Access, Ns};

/// A stream that has been followed up twice is read ahead by this much before the head may leave it; revolutions. So
/// several streams at once cost the arm one move for half a track of each, not one for every small read.
const PREFETCH: f64 = 0.5;

impl Hdd {
    /// Phase of the head at a time not before now.
    pub(super) fn head_at(&self, at: Ns) -> f64 {
        match self.reading {
            Some(r) if at > r.since => {
                let turned = (at - r.since) as f64 / self.geometry.revolution_ns as f64;
                (r.phase + turned).min(r.limit)
            }
            Some(r) => r.phase,
            None => self.head,
        }
    }

    /// When a head that goes on reading comes to `phase`.
    pub(super) fn passes(&self, reading: Reading, phase: f64) -> Ns {
        reading.since + self.geometry.turn_ns(phase - reading.phase)
    }

    /// How far ahead of a stream the memory has room for, revolutions.
    pub(super) fn read_ahead(&self, phase: f64) -> f64 {
        self.buffer.segment_bytes / self.geometry.track_bytes(phase)
    }

    /// Lets the head that reads a stream anyway go on to the end of the stream's next read.
    pub(super) fn read_on(&mut self, reading: Reading, start: f64, end: f64) {
        let limit = reading.limit.max(end + self.read_ahead(end));
        self.reading = Some(Reading { limit, ..reading });
        self.buffer.touch(reading.segment, end);
        self.busy_ns += self.geometry.turn_ns(end - start);
        self.busy_until = self.passes(reading, end);
        self.last_active = self.busy_until;
        self.attention = self.busy_until;
    }

    /// A read of what the memory has; brings the head back to the stream if it has nothing else to do.
    pub(super) fn serve_from_buffer(&mut self, now: Ns, access: Access, segment: usize, start: f64, end: f64) {
        self.end_from_memory(now, access.bytes, access.tag);
        let is_new = end > self.buffer.segment(segment).consumed;
        self.buffer.touch(segment, end);
        if !is_new {
            return;
        }
        self.busy_ns += self.geometry.turn_ns(end - start);
        let ahead = self.read_ahead(end);
        match self.reading {
            Some(reading) if reading.segment == segment && self.head_at(now) < reading.limit => {
                self.reading = Some(Reading { limit: reading.limit.max(end + ahead), ..reading });
            }
            _ => {
                let held = self.buffer.segment(segment).end;
                if self.is_idle(now) && self.slots.is_empty() && end + ahead / 2.0 >= held {
                    self.leave(now);
                    let wait = self.geometry.reach(self.geometry.turned(now), self.head, held, 0.0).wait_ns;
                    let arrived = now + wait;
                    let limit = end + ahead;
                    self.reading = Some(Reading { segment, phase: held, since: arrived, limit, arrived });
                }
            }
        }
    }

    /// Takes the head off the stream that it reads.
    pub(super) fn leave(&mut self, now: Ns) {
        let head = self.head_at(now);
        if let Some(reading) = self.reading.take() {
            let room = self.read_ahead(head);
            let segment = self.buffer.segment_mut(reading.segment);
            segment.end = head;
            segment.start = segment.start.max(head - room);
        }
        self.head = head;
        self.write_end = u64::MAX;
    }

    /// Where the head has to begin for a queued read, and in which segment: what a segment holds already is left out.
    pub(super) fn missing_from(&self, slot: &Slot) -> (f64, Option<usize>) {
        // The stream under the head may have come up after the command did.
        let under_head = self.reading.map(|r| r.segment);
        for index in under_head.into_iter().chain(slot.segment) {
            let segment = self.buffer.segment(index);
            // A head that reads anyway goes on over a small gap (parity, a hole) and keeps what passes.
            let gap = if under_head == Some(index) { PASS_OVER } else { SAME_PLACE };
            if segment.start <= slot.start + SAME_PLACE && slot.start <= segment.end + gap {
                return (segment.end.min(slot.end), Some(index));
            }
        }
        (slot.start, None)
    }

    pub(super) fn start_read(&mut self, now: Ns, index: usize, wait: Ns) {
        let slot = self.slots.remove(index);
        let (from, segment) = self.missing_from(&slot);
        let reading = match self.reading {
            Some(reading) if segment == Some(reading.segment) && wait == 0 => reading,
            _ => {
                self.leave(now);
                let segment = segment.unwrap_or_else(|| self.buffer.claim(slot.start));
                Reading { segment, phase: from, since: now + wait, limit: from, arrived: now + wait }
            }
        };
        // What has been read ahead counts as work when it turns out to be wanted.
        self.read_on(reading, if wait == 0 { slot.start } else { from }, slot.end);
        self.busy_ns += wait;
        self.ends.push(self.busy_until, slot.tag);
        if self.buffer.segment(reading.segment).follow_ups >= 2 {
            let ahead = PREFETCH.min(self.read_ahead(slot.end));
            self.prefetch(reading, slot.end + ahead);
        }
    }

    /// Stays with a stream up to `until` whatever else comes; queued reads that this covers end on the way.
    fn prefetch(&mut self, reading: Reading, until: f64) {
        let first = self.buffer.segment(reading.segment).start;
        self.busy_until = self.passes(reading, until);
        self.attention = self.busy_until;
        let mut i = 0;
        while i < self.slots.len() {
            let slot = self.slots[i];
            if slot.need == Need::Read && slot.start >= first - SAME_PLACE && slot.end <= until {
                self.slots.remove(i);
                self.buffer.touch(reading.segment, slot.end);
                self.busy_ns += self.geometry.turn_ns(slot.end - slot.start);
                self.ends.push(self.passes(reading, slot.end).max(slot.ready), slot.tag);
            } else {
                i += 1;
            }
        }
    }
}
