//! The discrete-event simulation of a NAS as a closed queueing network.
//!
//! `calendar`, `station`, `random` and `statistics` know nothing of storage; `world` holds the state and the event
//! loop, and the other files are its parts, in the order in which a request meets them: `clients` issues it, `server`
//! carries it over the links and through the NAS's CPU, `storage` looks in RAM (`dirty` is what RAM has still to write),
//! `tier` in the SSD cache, `array` moves it to the drives. Where hit ratios come from a trace, `measured` has them.
//! `setup` scales long workloads down, `rebuild` is the one workload without clients.

pub mod array;
pub mod calendar;
pub mod clients;
pub mod dirty;
pub mod measured;
pub mod random;
pub mod rebuild;
pub mod saturation;
pub mod server;
pub mod setup;
pub mod slab;
pub mod station;
pub mod statistics;
pub mod storage;
pub mod tier;
pub mod world;
