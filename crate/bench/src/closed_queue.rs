//! The smallest closed network that is like the real one: jobs go round a few first-come-first-served stations for ever,
//! with exponential service times. One event is one service that ends. `tests/bench/closed_queue.py` is the same in SimPy.
use nas_forecast_core::engine::calendar::{Calendar, Event};
use nas_forecast_core::engine::random::Stream;
use nas_forecast_core::engine::station::Station;

/// Jobs in the network: a deep queue of a busy NAS.
pub const JOBS: u32 = 64;
/// Mean service time of each station, ns: none alike, so that there is a bottleneck.
pub const MEAN_SERVICE_NS: [f64; 4] = [80_000.0, 100_000.0, 60_000.0, 90_000.0];

/// Runs `events` services and gives the simulated time at the end, ns, so that nothing can be optimised away.
pub fn run(events: u32) -> u64 {
    let mut calendar = Calendar::new();
    let mut stations: Vec<Station> = MEAN_SERVICE_NS.iter().map(|_| Station::new(1)).collect();
    let mut random = Stream::new(1, "bench");
    let mut enter = |calendar: &mut Calendar, job: u32, at: usize| {
        let service = random.exponential(MEAN_SERVICE_NS[at]) as u64;
        let visit = stations[at].serve(calendar.now(), service);
        calendar.schedule(visit.end, Event { kind: at as u8, id: job });
    };
    for job in 0..JOBS {
        enter(&mut calendar, job, 0);
    }
    for _ in 0..events {
        let Some((_, Event { kind, id })) = calendar.pop() else { break };
        enter(&mut calendar, id, (usize::from(kind) + 1) % MEAN_SERVICE_NS.len());
    }
    calendar.now()
}
