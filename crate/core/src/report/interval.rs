//! The 80 % interval of a forecast.
//!
//! A station's costs are known to within a spread; a forecast inherits it in proportion to how much it depends on that
//! station. The dependence comes from operational analysis: where a station is saturated, throughput follows it one to
//! one; elsewhere by the share of the response time spent there. The spreads are those of the residuals of the measured
//! cases by limiting station (`nas-forecast fit` prints them).
//!
//! What a scenario leaves unstated is filled with a default, and widens the interval of a forecast that depends on it by
//! the spread among what people own.

use crate::engine::world::{At, STATIONS};
use crate::scenario::{ClientOs, DriveKind, Filesystem, ProtocolKind, Resolved, Scenario, SyncMode, Why, Workload};

/// Factors from the forecast to the ends of its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// At most 1.
    pub low: f64,
    /// At least 1.
    pub high: f64,
}

/// Standard deviation of the logarithm of a forecast that a station limits, order of
/// [`crate::engine::world::STATION_IDS`]: the column "spread, ln" of `nas-forecast fit`, from errors with each case's source
/// left out; drives are hard disks. RAM limits none of the cases: an estimate, as for drives.
pub(crate) const STATION_LOG_SD: [f64; STATIONS] = [0.22, 0.20, 0.06, 0.29, 0.13, 0.14, 0.12, 0.18];

/// Quantile of the normal distribution for an 80 % interval.
pub(crate) const Z80: f64 = 1.2816;

/// How much a forecast's speed depends on each station, summing to 1: its share of time, drawn towards the saturated one.
pub(crate) fn dependence(shares: &[f64; STATIONS], used: &[f64; STATIONS]) -> [f64; STATIONS] {
    let busiest = used.iter().copied().fold(0.0, f64::max);
    let mut weights = *shares;
    for (weight, used) in weights.iter_mut().zip(used) {
        let near = ((used / busiest.max(1e-9) - 0.7) / 0.3).clamp(0.0, 1.0) * busiest;
        *weight = *weight * (1.0 - busiest * 0.9) + near;
    }
    let total: f64 = weights.iter().sum::<f64>().max(1e-9);
    weights.map(|weight| weight / total)
}

/// How far a figure that a scenario does not state lies from its default: the spread of its logarithm among what people
/// own, and the station whose speed follows it.
struct Unstated {
    path: &'static str,
    station: At,
    log_sd: f64,
}

/// The figures that a station's speed follows about one to one. Those of drives, SSDs and processors are the spreads over
/// the catalogue (a test compares them), the others estimates: desktops of ten years, round trips of switched networks
/// from 0.1 to 0.4 ms, the zones of the half-full part of a disk.
const UNSTATED: &[Unstated] = &[
    Unstated { path: "nas.cpu.single_thread_score", station: At::NasCpu, log_sd: 0.76 },
    Unstated { path: "client.single_thread_score", station: At::Client, log_sd: 0.3 },
    Unstated { path: "drives.sequential_mb_s", station: At::Drives, log_sd: 0.19 },
    Unstated { path: "drives.rpm", station: At::Drives, log_sd: 0.13 },
    Unstated { path: "volume.position_percent", station: At::Drives, log_sd: 0.08 },
    Unstated { path: "ssd_cache.drives.random_read_iops", station: At::SsdCache, log_sd: 0.52 },
    Unstated { path: "network.round_trip_us", station: At::RoundTrips, log_sd: 0.35 },
];

/// A kind of set-up on which published figures differ by more than others that the same station limits, because what
/// decides is on no data sheet or because no case of the calibration reaches it: the spread of their logarithm there, of each
/// station named.
struct Uncharted {
    is: fn(&Scenario) -> bool,
    stations: &'static [At],
    log_sd: f64,
}

/// The spreads are those of the published figures themselves, `tests/measured/further.jsonl` among them.
const UNCHARTED: &[Uncharted] = &[
    // What the residuals of SSDs (0.22 in all) have beyond those of hard disks.
    Uncharted { is: has_ssds, stations: &[At::Drives], log_sd: 0.17 },
    // FLUSH takes SSDs that may lose what they hold 0.35 to 6.9 ms: seven published rates of synced writes, forecast with
    // one mean flush, miss by a factor of 3.3 (root of the mean square of their logarithms, 1.2).
    Uncharted { is: waits_for_unprotected_flushes, stations: &[At::Drives], log_sd: 1.15 },
    // One stream of a Linux client fills from 0.4 of 10 GbE to all of it, by read-ahead and mount options.
    Uncharted { is: is_fast_linux_mount, stations: &[At::Client, At::Link, At::RoundTrips], log_sd: 0.45 },
    // Pools of hard disks: how full and fragmented one has become, and what its prefetch makes of many disks, decide.
    Uncharted { is: is_zfs_on_disks, stations: &[At::Drives, At::NasCpu], log_sd: 0.35 },
    // ZFS on SSDs that outrun it: 2.2 to 4 GB/s on one processor, by how many of its threads find work.
    Uncharted { is: is_zfs_on_fast_ssds, stations: &[At::NasCpu, At::Drives], log_sd: 0.45 },
];

/// Every write waits for the flush of SSDs that may lose what they hold.
fn waits_for_unprotected_flushes(scenario: &Scenario) -> bool {
    let syncs = match &scenario.workload {
        Workload::Block(block) => block.sync && block.read_percent < 100.0,
        _ => false,
    };
    (syncs || scenario.volume.sync == SyncMode::Always)
        && scenario.volume.sync != SyncMode::Disabled
        && scenario.volume.slog.is_none()
        && scenario.drives.kind != DriveKind::Hdd
        && !scenario.drives.power_loss_protection
}

fn has_ssds(scenario: &Scenario) -> bool {
    scenario.drives.kind != DriveKind::Hdd
}

fn is_fast_linux_mount(scenario: &Scenario) -> bool {
    scenario.network.link_gbit > 5.0
        && scenario.client.os == ClientOs::Linux
        && scenario.client.count == 1
        && matches!(scenario.protocol.kind, ProtocolKind::Smb | ProtocolKind::Nfs)
}

fn is_zfs_on_disks(scenario: &Scenario) -> bool {
    scenario.volume.filesystem == Filesystem::Zfs && scenario.drives.kind == DriveKind::Hdd
}

fn is_zfs_on_fast_ssds(scenario: &Scenario) -> bool {
    scenario.volume.filesystem == Filesystem::Zfs && scenario.drives.kind == DriveKind::SsdNvme
}

/// The interval of a forecast whose time and utilisation are spread over the stations like this, with what was assumed.
pub fn spread(resolved: &Resolved, shares: &[f64; STATIONS], used: &[f64; STATIONS], noise: f64) -> Spread {
    let mut station_variance = STATION_LOG_SD.map(|sd| sd * sd);
    for unstated in UNSTATED {
        let guessed = |path: &str, why: Why| path == unstated.path && matches!(why, Why::Default | Why::Derived);
        if resolved.assumptions.iter().any(|assumed| guessed(&assumed.path, assumed.why)) {
            station_variance[unstated.station as usize] += unstated.log_sd * unstated.log_sd;
        }
    }
    for uncharted in UNCHARTED.iter().filter(|uncharted| (uncharted.is)(&resolved.scenario)) {
        for station in uncharted.stations {
            station_variance[*station as usize] += uncharted.log_sd * uncharted.log_sd;
        }
    }
    let mut variance = (noise / 1.96) * (noise / 1.96);
    for (weight, station) in dependence(shares, used).iter().zip(station_variance) {
        variance += weight * weight * station;
    }
    let sd = variance.sqrt();
    Spread { low: libm::exp(-Z80 * sd), high: libm::exp(Z80 * sd) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Table;
    use crate::scenario::{Assumption, Document};

    /// Standard deviation of the logarithm of a figure over the catalogue.
    fn spread_in(table: Table, kind: Option<&str>, key: &str) -> f64 {
        let logs: Vec<f64> = table
            .slugs()
            .filter_map(|slug| table.row(slug))
            .filter(|row| kind.is_none() || row.get("kind").and_then(|k| k.as_str()) == kind)
            .filter_map(|row| row.get(key).and_then(|v| v.as_f64()))
            .map(libm::log)
            .collect();
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        (logs.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (logs.len() - 1) as f64).sqrt()
    }

    #[test]
    fn what_is_unstated_of_hardware_has_the_spread_of_the_catalogue() {
        let table = |path: &str| UNSTATED.iter().find(|u| u.path == path).map_or(0.0, |u| u.log_sd);
        for (path, measured) in [
            ("nas.cpu.single_thread_score", spread_in(Table::Cpus, None, "single_thread_score")),
            ("drives.sequential_mb_s", spread_in(Table::Drives, Some("hdd"), "sequential_mb_s")),
            ("drives.rpm", spread_in(Table::Drives, Some("hdd"), "rpm")),
            ("ssd_cache.drives.random_read_iops", spread_in(Table::Ssds, Some("ssd-nvme"), "random_read_iops")),
        ] {
            assert!((table(path) - measured).abs() < 0.05, "{path}: {} beside {measured}", table(path));
        }
    }

    #[test]
    fn a_guessed_figure_widens_the_interval_of_what_depends_on_it_only() {
        let on = |station: At| {
            let mut shares = [0.0; STATIONS];
            shares[station as usize] = 1.0;
            shares
        };
        let document = serde_json::json!({"version": 1, "workload": {"preset": "big-file-read"}});
        let mut resolved =
            Document::from_value(&document).map(|document| document.resolve()).expect("a sound document");
        let mut width = |path: &str, why: Why, station: At| {
            resolved.assumptions = vec![Assumption { path: path.to_owned(), value: serde_json::Value::Null, why }];
            spread(&resolved, &on(station), &on(station), 0.0).high
        };
        for unstated in UNSTATED {
            let known = width(unstated.path, Why::Preset, unstated.station);
            assert!(width(unstated.path, Why::Default, unstated.station) > 1.005 * known, "{}", unstated.path);
            assert_eq!(width(unstated.path, Why::Default, At::Link), width(unstated.path, Why::Preset, At::Link));
        }
    }
}
