//! RAM, processor, drives and how they are arranged.

use super::Present;
use crate::advise::types::Upgrade;
use crate::catalog::Table;
use crate::scenario::{DriveKind, Raid, Scenario};
use serde_json::{Value, json};

/// Processors of NAS systems, a class each: the Celeron of a small NAS, its successor of 2023, eight of those cores, a desktop's
/// fastest cores, eight desktop cores.
const CPU_CLASSES: [&str; 5] =
    ["intel-celeron-j4125", "intel-n100", "intel-core-i3-n305", "intel-core-i3-12100", "amd-ryzen-7-5700g"];
/// A class higher means at least this much more speed per core; less isn't felt.
const CPU_STEP: f64 = 1.25;

pub(super) fn add(present: &mut Present<'_>) {
    ram(present);
    let scenario = present.scenario;
    present.found.extend(cpu(scenario));
    present.found.extend(one_more_drive(scenario));
    present.found.extend(raid(scenario));
    present.found.extend(all_ssd(scenario));
}

/// Twice the RAM, or what the model takes.
fn ram(present: &mut Present<'_>) {
    let now = present.scenario.nas.ram_gib;
    let gib = present.model_figure("ram_max_gib").map_or(2.0 * now, |most| most.min(2.0 * now));
    if gib > now {
        present.add(Upgrade {
            id: "ram".to_owned(),
            code: "ram",
            args: json!({"gib": gib}),
            patch: json!({"nas": {"ram_gib": gib}}),
            costs: true,
            renewed: &["ram"],
        });
    }
}

/// A NAS with a processor of the next class.
fn cpu(scenario: &Scenario) -> Option<Upgrade> {
    let now = &scenario.nas.cpu;
    let total = now.single_thread_score * f64::from(now.cores);
    CPU_CLASSES.into_iter().find_map(|slug| {
        let row = Table::Cpus.row(slug)?;
        let (score, cores) = (row.get("single_thread_score")?.as_f64()?, row.get("cores")?.as_f64()?);
        (score >= CPU_STEP * now.single_thread_score && score * cores >= total).then(|| Upgrade {
            id: format!("cpu-{slug}"),
            code: "cpu",
            args: json!({"preset": slug, "cores": cores, "single_thread_score": score}),
            patch: json!({"nas": {"cpu": {"preset": slug, "label": null, "cores": null, "single_thread_score": null,
                "aes_instructions": null}}}),
            costs: true,
            renewed: &["nas-cpu"],
        })
    })
}

/// One more drive in the array, or a pair where the level is made of halves.
fn one_more_drive(scenario: &Scenario) -> Option<Upgrade> {
    let level = scenario.volume.raid;
    if level == Raid::Single {
        return None;
    }
    let added = if level.needs_even_count() { 2 } else { 1 };
    let count = scenario.drives.count + added;
    Some(Upgrade {
        id: format!("drive-{count}"),
        code: "drive",
        args: json!({"count": count, "added": added}),
        // The level's default follows from the count: a sixth drive must not make it another array.
        patch: json!({"drives": {"count": count}, "volume": {"raid": level}}),
        costs: true,
        renewed: &[],
    })
}

/// The level that trades capacity for speed, where the drives allow it.
fn raid(scenario: &Scenario) -> Option<Upgrade> {
    let (level, count) = (scenario.volume.raid, scenario.drives.count);
    let pairs = count >= 4 && count % 2 == 0;
    let next = match level {
        Raid::Jbod if count > 1 => Raid::Raid0,
        Raid::Raid1 if count == 3 => Raid::Raid5,
        Raid::Raid1 | Raid::Raid5 | Raid::Raid6 | Raid::Raid50 | Raid::Raid60 | Raid::Shr | Raid::Shr2 if pairs => {
            Raid::Raid10
        }
        Raid::Raidz1 | Raid::Raidz2 | Raid::Raidz3 if pairs => Raid::ZfsMirror,
        _ => return None,
    };
    let kept = |raid: Raid| usable_drives(raid, count) * scenario.drives.capacity_tb;
    Some(Upgrade {
        id: format!("raid-{}", json!(next).as_str().unwrap_or_default()),
        code: "raid",
        args: json!({"raid": next, "before": level, "usable_tb": kept(next), "usable_tb_before": kept(level)}),
        patch: json!({"volume": {"raid": next}}),
        costs: false,
        renewed: &[],
    })
}

/// Drives' worth of data that an array holds.
fn usable_drives(raid: Raid, count: u32) -> f64 {
    let n = f64::from(count);
    match raid {
        Raid::Single | Raid::Jbod | Raid::Raid0 => n,
        Raid::Raid1 => 1.0,
        Raid::Raid10 | Raid::ZfsMirror => n / 2.0,
        Raid::Shr if count < 2 => n,
        Raid::Raid5 | Raid::Shr | Raid::Raidz1 => n - 1.0,
        Raid::Raid6 | Raid::Shr2 | Raid::Raidz2 | Raid::Raid50 => n - 2.0,
        Raid::Raidz3 => n - 3.0,
        Raid::Raid60 => n - 4.0,
    }
}

/// SATA SSDs of the same number and size in place of the disks.
fn all_ssd(scenario: &Scenario) -> Option<Upgrade> {
    let drives = &scenario.drives;
    if drives.kind != DriveKind::Hdd {
        return None;
    }
    let mut section = json!({"kind": "ssd-sata", "count": drives.count, "capacity_tb": drives.capacity_tb});
    // Everything else is a property of the disks that go.
    for name in [
        "preset",
        "label",
        "recording",
        "rpm",
        "sequential_mb_s",
        "sequential_write_mb_s",
        "sustained_write_mb_s",
        "slc_cache_gb",
        "attach",
        "power_loss_protection",
        "average_seek_ms",
        "random_read_iops",
        "random_write_iops",
        "cache_mib",
    ] {
        section[name] = Value::Null;
    }
    Some(Upgrade {
        id: "ssd".to_owned(),
        code: "ssd",
        args: json!({"kind": "ssd-sata", "count": drives.count, "capacity_tb": drives.capacity_tb}),
        patch: json!({"drives": section, "volume": {"raid": scenario.volume.raid}}),
        costs: true,
        renewed: &["drives"],
    })
}
