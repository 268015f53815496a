//! Drives against published figures, and each mechanism by itself.

mod closed_loop;
mod from_scenario;
mod hdd_figures;
mod hdd_mechanisms;
mod ssds;
