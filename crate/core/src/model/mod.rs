//! The physics: what one piece of hardware does with one request. Knows the scenario, but neither engine nor report.

pub mod drive;
pub mod hdd;
pub mod network;
pub mod params;
pub mod plant;
pub mod raid;
pub mod ssd;
