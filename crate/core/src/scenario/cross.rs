//! Checks of what goes together: RAID levels and drive counts, versions and protocols, caches and their SSDs.
//!
//! A problem is what can't exist; what can, but isn't what its author will expect, is a warning.

use super::knobs;
use super::problem::{Allowed, Code, Problem};
use super::resolved::Warning;
use super::types::*;
use super::value::one_of;
use crate::catalog::Table;
use serde_json::{Map, Value, json};

const GIB: f64 = 1_073_741_824.0;

/// What doesn't go together, and what deserves a word. `document` is what the author wrote.
pub(super) fn check(scenario: &Scenario, document: &Map<String, Value>) -> (Vec<Problem>, Vec<Warning>) {
    let mut problems = Vec::new();
    layout(scenario, &mut problems);
    if let Some(cache) = &scenario.ssd_cache {
        cache_layout(cache, &mut problems);
    }
    protocol_version(document, scenario, &mut problems);
    let mut warnings = Vec::new();
    warn_of_drives(scenario, &mut warnings);
    warn_of_model(scenario, &mut warnings);
    warn_of_cache(scenario, &mut warnings);
    warn_of_path(scenario, document, &mut warnings);
    warn_of_workload(scenario, &mut warnings);
    (problems, warnings)
}

fn too_few(path: &str, count: u32, min: u32) -> Problem {
    Problem::new(path, Code::TooFewDrives).value(&json!(count)).allowed(Allowed::Least { min })
}

impl Raid {
    /// The fewest drives that make one.
    pub fn min_drives(self) -> u32 {
        match self {
            Raid::Single | Raid::Jbod | Raid::Shr => 1,
            Raid::Raid0 | Raid::Raid1 | Raid::ZfsMirror | Raid::Raidz1 => 2,
            Raid::Raid5 | Raid::Raidz2 => 3,
            Raid::Raid6 | Raid::Raid10 | Raid::Shr2 | Raid::Raidz3 => 4,
            Raid::Raid50 => 6,
            Raid::Raid60 => 8,
        }
    }

    /// Whether it is made of equal halves, so that an odd drive has no place.
    pub fn needs_even_count(self) -> bool {
        matches!(self, Raid::Raid10 | Raid::Raid50 | Raid::Raid60 | Raid::ZfsMirror)
    }

    /// Whether the volume lives on after a drive has failed.
    pub fn is_redundant(self, count: u32) -> bool {
        match self {
            Raid::Single | Raid::Jbod | Raid::Raid0 => false,
            Raid::Shr => count > 1,
            _ => true,
        }
    }
}

fn layout(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let (raid, count) = (scenario.volume.raid, scenario.drives.count);
    if count < raid.min_drives() {
        problems.push(too_few("drives.count", count, raid.min_drives()));
    } else if raid.needs_even_count() && count % 2 == 1 {
        problems.push(Problem::new("drives.count", Code::OddDrives).value(&json!(count)));
    }
    let failed = scenario.volume.state != VolumeState::Optimal;
    if !raid.is_redundant(count) && (failed || matches!(scenario.workload, Workload::Rebuild(_))) {
        let path = if failed { "volume.state" } else { "workload.kind" };
        problems.push(Problem::new(path, Code::NoRedundancy).value(&json!(raid)));
    }
}

fn cache_layout(cache: &SsdCache, problems: &mut Vec<Problem>) {
    let min = match cache.raid {
        CacheRaid::Single => 1,
        CacheRaid::Raid0 | CacheRaid::Raid1 => 2,
        CacheRaid::Raid5 => 3,
    };
    if cache.drives.count < min {
        problems.push(too_few("ssd_cache.drives.count", cache.drives.count, min));
    }
}

/// A version must be one of its protocol's; where a protocol has none, what the document says doesn't matter.
fn protocol_version(document: &Map<String, Value>, scenario: &Scenario, problems: &mut Vec<Problem>) {
    let explicit = document.get("protocol").and_then(|protocol| protocol.get("version")).and_then(Value::as_str);
    let kind = json!(scenario.protocol.kind);
    let versions = knobs::versions(kind.as_str().unwrap_or_default());
    if let Some(version) = explicit.filter(|version| !versions.is_empty() && !versions.contains(version)) {
        let problem = Problem::new("protocol.version", Code::WrongKind).value(&json!(version));
        problems.push(problem.allowed(one_of(versions)).nearest(version, versions.iter().copied()));
    }
}

fn warn(warnings: &mut Vec<Warning>, code: &str, path: &str, args: Value) {
    warnings.push(Warning { code: code.to_owned(), path: path.to_owned(), args });
}

fn warn_of_drives(scenario: &Scenario, warnings: &mut Vec<Warning>) {
    let Scenario { drives, volume, nas, .. } = scenario;
    if drives.kind == DriveKind::Hdd && drives.recording == Recording::Smr && volume.raid.is_redundant(drives.count) {
        warn(warnings, "smr-raid", "drives.recording", json!({"raid": volume.raid}));
    }
    if volume.raid == Raid::Raid5
        && drives.kind == DriveKind::Hdd
        && drives.capacity_tb * f64::from(drives.count) > 40.0
    {
        warn(warnings, "raid5-large", "volume.raid", json!({"capacity_tb": drives.capacity_tb, "count": drives.count}));
    }
    let zfs_layout = matches!(volume.raid, Raid::Raidz1 | Raid::Raidz2 | Raid::Raidz3 | Raid::ZfsMirror);
    if zfs_layout && !matches!(volume.filesystem, Filesystem::Zfs | Filesystem::None) {
        warn(warnings, "raidz-without-zfs", "volume.filesystem", json!({"filesystem": volume.filesystem}));
    }
    if volume.slog.is_some() && volume.filesystem != Filesystem::Zfs && !zfs_layout {
        warn(warnings, "slog-without-zfs", "volume.slog", json!({"filesystem": volume.filesystem}));
    }
    let drives_mb_s = drives.sequential_mb_s * f64::from(drives.count);
    if let Some(bus_mb_s) = nas.io_bus_mb_s.filter(|bus_mb_s| *bus_mb_s < drives_mb_s) {
        warn(
            warnings,
            "bus-below-drives",
            "nas.io_bus_mb_s",
            json!({"bus_mb_s": bus_mb_s, "drives_mb_s": drives_mb_s}),
        );
    }
}

/// Against what the NAS model can hold.
fn warn_of_model(scenario: &Scenario, warnings: &mut Vec<Warning>) {
    let Some(row) = scenario.nas.preset.as_deref().and_then(|slug| Table::Nas.row(slug)) else {
        return;
    };
    let figure = |name: &str| row.get(name).and_then(Value::as_f64);
    if let Some(bays) = figure("bays").filter(|bays| *bays > 0.0 && f64::from(scenario.drives.count) > *bays) {
        warn(warnings, "more-drives-than-bays", "drives.count", json!({"count": scenario.drives.count, "bays": bays}));
    }
    if let Some(most) = figure("ram_max_gib").filter(|most| scenario.nas.ram_gib > *most) {
        warn(
            warnings,
            "ram-above-maximum",
            "nas.ram_gib",
            json!({"ram_gib": scenario.nas.ram_gib, "ram_max_gib": most}),
        );
    }
}

fn warn_of_cache(scenario: &Scenario, warnings: &mut Vec<Warning>) {
    let Some(cache) = &scenario.ssd_cache else {
        return;
    };
    let redundant = matches!(cache.raid, CacheRaid::Raid1 | CacheRaid::Raid5);
    if cache.mode == CacheMode::ReadWrite && !redundant {
        warn(warnings, "write-cache-without-redundancy", "ssd_cache.raid", json!({"raid": cache.raid}));
    }
    if cache.mode != CacheMode::ReadWrite && cache.dirty_percent > 0.0 {
        warn(warnings, "dirty-without-write-cache", "ssd_cache.dirty_percent", json!({"mode": cache.mode}));
    }
    if cache.policy == CachePolicy::Belady {
        // The bound needs the future, which a live system has not: `engine/setup/reservoirs` takes another one.
        warn(warnings, "belady-needs-the-future", "ssd_cache.policy", json!({"instead": CachePolicy::WTinyLfu}));
    }
    if scenario.drives.kind != DriveKind::Hdd {
        warn(warnings, "cache-before-ssds", "ssd_cache", json!({"kind": scenario.drives.kind}));
    }
    let volume_gb = scenario.drives.capacity_tb * 1000.0 * f64::from(scenario.drives.count);
    let cache_gb = cache.drives.capacity_gb * f64::from(cache.drives.count);
    if cache_gb > volume_gb {
        warn(
            warnings,
            "cache-larger-than-volume",
            "ssd_cache.drives.capacity_gb",
            json!({"cache_gb": cache_gb, "volume_gb": volume_gb}),
        );
    }
}

fn warn_of_path(scenario: &Scenario, document: &Map<String, Value>, warnings: &mut Vec<Warning>) {
    let Scenario { network, client, protocol, .. } = scenario;
    if protocol.kind.is_ssh() && document.get("protocol").and_then(|p| p.get("encrypted")) == Some(&Value::Bool(false))
    {
        warn(warnings, "ssh-always-encrypted", "protocol.encrypted", json!({"kind": protocol.kind}));
    }
    let old_smb = matches!(protocol.version, Some(ProtocolVersion::V1 | ProtocolVersion::V2_1));
    if protocol.kind == ProtocolKind::Smb && protocol.encrypted && old_smb {
        warn(warnings, "smb-too-old-to-encrypt", "protocol.encrypted", json!({"version": protocol.version}));
    }
    if !protocol.kind.uses_network() {
        return;
    }
    if client.link_gbit < network.link_gbit && client.count == 1 {
        warn(
            warnings,
            "client-link-slower",
            "client.link_gbit",
            json!({"client_gbit": client.link_gbit, "nas_gbit": network.link_gbit}),
        );
    }
    if network.bonding == Bonding::SmbMultichannel {
        if protocol.kind != ProtocolKind::Smb {
            warn(warnings, "multichannel-needs-smb", "network.bonding", json!({"kind": protocol.kind}));
        } else if network.links == 1 || client.links == 1 {
            warn(
                warnings,
                "multichannel-one-port",
                "client.links",
                json!({"client_links": client.links, "nas_links": network.links}),
            );
        }
    } else if network.links > 1 && network.bonding == Bonding::None {
        warn(warnings, "links-not-bonded", "network.bonding", json!({"links": network.links}));
    }
}

fn warn_of_workload(scenario: &Scenario, warnings: &mut Vec<Warning>) {
    let volume_gb = scenario.drives.capacity_tb * 1000.0 * f64::from(scenario.drives.count);
    let touched_gb = match &scenario.workload {
        Workload::Block(block) => block.working_set_gb,
        Workload::FileCopy(copy) => copy.files as f64 * copy.mean_file_bytes as f64 / 1e9,
        _ => return,
    };
    let path =
        if matches!(scenario.workload, Workload::Block(_)) { "workload.working_set_gb" } else { "workload.files" };
    if touched_gb > volume_gb {
        warn(warnings, "more-data-than-volume", path, json!({"touched_gb": touched_gb, "volume_gb": volume_gb}));
    }
    if let Workload::FileCopy(copy) = &scenario.workload
        && copy.in_nas_ram
        && touched_gb * 1e9 > scenario.nas.ram_gib * GIB
    {
        let args = json!({"touched_gb": touched_gb, "ram_gib": scenario.nas.ram_gib});
        warn(warnings, "files-larger-than-ram", "workload.in_nas_ram", args);
    }
    if let Workload::Block(block) = &scenario.workload
        && block.block_bytes as f64 > block.working_set_gb * 1e9
    {
        let args = json!({"block_bytes": block.block_bytes, "working_set_gb": block.working_set_gb});
        warn(warnings, "working-set-below-block", "workload.working_set_gb", args);
    }
}
