//! The event calendar: a four-ary heap ordered by time, then by order of scheduling.
//!
//! Ties are broken by a sequence number, so a run never depends on the heap's internals. Four children a node halve
//! the depth of a binary heap and keep siblings in one cache line; the key packs time and sequence into one `u128`.

/// Simulated time in integer nanoseconds since the start of the run.
pub type Ns = u64;

/// What happens: a kind and the index of whom it happens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Meaning is the owner's.
    pub kind: u8,
    /// Index of the request, drive or stream; below 2^24.
    pub id: u32,
}

const ID_BITS: u32 = 24;
const ID_MASK: u32 = (1 << ID_BITS) - 1;

/// Future events in time order.
#[derive(Debug, Default)]
pub struct Calendar {
    heap: Vec<u128>,
    sequence: u32,
    now: Ns,
    popped: u64,
}

impl Calendar {
    /// An empty calendar at time 0.
    pub fn new() -> Self {
        Self { heap: Vec::with_capacity(256), ..Self::default() }
    }

    /// The current time: that of the event handed out last.
    #[inline]
    pub fn now(&self) -> Ns {
        self.now
    }

    /// Events handed out so far.
    #[inline]
    pub fn popped(&self) -> u64 {
        self.popped
    }

    /// Schedules an event; a time already past counts as now.
    #[inline]
    pub fn schedule(&mut self, at: Ns, event: Event) {
        debug_assert!(event.id <= ID_MASK);
        let payload = (u32::from(event.kind) << ID_BITS) | (event.id & ID_MASK);
        let key = (u128::from(at.max(self.now)) << 64) | (u128::from(self.sequence) << 32) | u128::from(payload);
        self.sequence = self.sequence.wrapping_add(1);
        let mut i = self.heap.len();
        self.heap.push(key);
        while i > 0 {
            let parent = (i - 1) / 4;
            if self.heap[parent] <= key {
                break;
            }
            self.heap[i] = self.heap[parent];
            i = parent;
        }
        self.heap[i] = key;
    }

    /// Hands out the next event and moves the clock to it.
    #[inline]
    pub fn pop(&mut self) -> Option<(Ns, Event)> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        let len = self.heap.len();
        if len > 0 {
            let mut i = 0;
            loop {
                let first = 4 * i + 1;
                if first >= len {
                    break;
                }
                let end = (first + 4).min(len);
                let mut smallest = first;
                let mut key = self.heap[first];
                for (j, &candidate) in self.heap[first..end].iter().enumerate().skip(1) {
                    if candidate < key {
                        smallest = first + j;
                        key = candidate;
                    }
                }
                if last <= key {
                    break;
                }
                self.heap[i] = key;
                i = smallest;
            }
            self.heap[i] = last;
        }
        self.now = (top >> 64) as Ns;
        self.popped += 1;
        let payload = top as u32;
        Some((self.now, Event { kind: (payload >> ID_BITS) as u8, id: payload & ID_MASK }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_out_by_time_and_then_by_order_of_scheduling() {
        let mut calendar = Calendar::new();
        for (at, id) in [(30, 0), (10, 1), (20, 2), (10, 3), (10, 4), (0, 5)] {
            calendar.schedule(at, Event { kind: 7, id });
        }
        let order: Vec<(Ns, u32)> = std::iter::from_fn(|| calendar.pop()).map(|(at, event)| (at, event.id)).collect();
        assert_eq!(order, [(0, 5), (10, 1), (10, 3), (10, 4), (20, 2), (30, 0)]);
        assert_eq!(calendar.popped(), 6);
    }

    #[test]
    fn an_event_in_the_past_happens_now() {
        let mut calendar = Calendar::new();
        calendar.schedule(100, Event { kind: 0, id: 0 });
        calendar.pop();
        calendar.schedule(5, Event { kind: 0, id: 1 });
        assert_eq!(calendar.pop().map(|(at, _)| at), Some(100));
    }
}
