//! A first-come-first-served station with one or several servers.
//!
//! Service times are known on arrival and nobody is pre-empted, so the departure is known on arrival too: the station
//! keeps the time at which each server falls free and needs no queue and no event of its own.

use super::calendar::Ns;

/// A station and what it has done since its counters were reset.
#[derive(Clone, Debug)]
pub struct Station {
    free_at: Vec<Ns>,
    /// Sum of service times, ns.
    pub busy_ns: u64,
    /// Sum of waiting times, ns.
    pub wait_ns: u64,
    /// Arrivals.
    pub visits: u64,
}

/// When a visit starts and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Start of service, ns.
    pub start: Ns,
    /// End of service, ns.
    pub end: Ns,
}

impl Station {
    /// A station with `servers` servers (at least one).
    pub fn new(servers: usize) -> Self {
        Self { free_at: vec![0; servers.max(1)], busy_ns: 0, wait_ns: 0, visits: 0 }
    }

    /// Serves `service` ns of work that arrives at `now`.
    #[inline]
    pub fn serve(&mut self, now: Ns, service: Ns) -> Visit {
        let server = if self.free_at.len() == 1 { 0 } else { self.earliest() };
        let start = self.free_at[server].max(now);
        let end = start + service;
        self.free_at[server] = end;
        self.busy_ns += service;
        self.wait_ns += start - now;
        self.visits += 1;
        Visit { start, end }
    }

    fn earliest(&self) -> usize {
        let mut best = 0;
        for (i, at) in self.free_at.iter().enumerate().skip(1) {
            if *at < self.free_at[best] {
                best = i;
            }
        }
        best
    }

    /// Forgets the counters, not the work in progress.
    pub fn reset_counters(&mut self) {
        self.busy_ns = 0;
        self.wait_ns = 0;
        self.visits = 0;
    }

    /// Share of its servers' time spent working over `elapsed` ns, 0..1.
    pub fn utilisation(&self, elapsed: Ns) -> f64 {
        if elapsed == 0 {
            return 0.0;
        }
        (self.busy_ns as f64 / (elapsed as f64 * self.free_at.len() as f64)).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_servers_serve_two_at_once_and_the_third_waits() {
        let mut station = Station::new(2);
        assert_eq!(station.serve(0, 10), Visit { start: 0, end: 10 });
        assert_eq!(station.serve(0, 20), Visit { start: 0, end: 20 });
        assert_eq!(station.serve(5, 10), Visit { start: 10, end: 20 });
        assert_eq!(station.wait_ns, 5);
        assert_eq!(station.busy_ns, 40);
    }
}
