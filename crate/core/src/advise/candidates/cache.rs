//! An SSD cache: bought, enlarged, taken out, or told what to do with sequential streams.

use super::{Present, figure};
use crate::advise::types::Upgrade;
use crate::scenario::{CacheMode, DriveKind, SsdCache};
use serde_json::{Value, json};

/// Sizes in the shops, 10^9 bytes.
const SIZES_GB: [f64; 4] = [250.0, 500.0, 1000.0, 2000.0];

pub(super) fn add(present: &mut Present<'_>) {
    let scenario = present.scenario;
    match &scenario.ssd_cache {
        Some(cache) => {
            larger(present, cache);
            without(present);
            sequential(present, cache);
        }
        None => buy(present),
    }
}

/// One SSD can only hold copies of what the drives hold; two mirror each other and may hold what isn't written yet.
fn buy(present: &mut Present<'_>) {
    if present.scenario.drives.kind != DriveKind::Hdd {
        return;
    }
    for count in [1, 2] {
        let Some(kind) = place(present, count) else { continue };
        for gb in SIZES_GB {
            let (mode, raid) = mode(count);
            let drives = json!({"count": count, "kind": kind, "capacity_gb": gb});
            present.add(bought(count, gb, mode, json!({"mode": mode, "raid": raid, "drives": drives}), &["ssd-cache"]));
        }
    }
}

fn mode(count: u32) -> (&'static str, &'static str) {
    if count == 1 { ("read-only", "single") } else { ("read-write", "raid1") }
}

/// `renewed`: an SSD of another make than one knows already.
fn bought(count: u32, gb: f64, mode: &str, section: Value, renewed: &'static [&'static str]) -> Upgrade {
    Upgrade {
        id: format!("cache-{count}x{}", figure(gb)),
        code: "cache",
        args: json!({"count": count, "gb": gb, "mode": mode}),
        patch: json!({"ssd_cache": section}),
        costs: true,
        renewed,
    }
}

/// What kind of SSD finds a place: in M.2 slots, on a card, in free bays; `None`: no place. A NAS nobody named has slots.
fn place(present: &Present<'_>, count: u32) -> Option<&'static str> {
    let Some(model) = present.model else { return Some("ssd-nvme") };
    let slots = present.model_figure("m2_slots").unwrap_or(0.0);
    let interface = model.get("m2_pcie").and_then(Value::as_str).unwrap_or_default();
    let card = model.get("expansion").and_then(Value::as_str).is_some_and(|text| text.contains("PCIe"));
    if slots >= f64::from(count) {
        return Some(if interface == "SATA" { "ssd-sata" } else { "ssd-nvme" });
    }
    let bays = present.model_figure("bays").unwrap_or(0.0);
    let free = bays - f64::from(present.scenario.drives.count);
    match (card, free >= f64::from(count)) {
        (true, _) => Some("ssd-nvme"),
        (false, true) => Some("ssd-sata"),
        (false, false) => None,
    }
}

/// Larger SSDs of the same make, or a second one that makes writing safe.
fn larger(present: &mut Present<'_>, cache: &SsdCache) {
    let (now, count) = (cache.drives.capacity_gb, cache.drives.count);
    for gb in SIZES_GB.into_iter().filter(|gb| *gb > now) {
        let section = json!({"drives": {"capacity_gb": gb, "count": count}});
        present.add(bought(count, gb, json!(cache.mode).as_str().unwrap_or_default(), section, &[]));
    }
    if count == 1 && cache.mode != CacheMode::ReadWrite && place(present, 2).is_some() {
        let (mode, raid) = mode(2);
        present.add(bought(2, now, mode, json!({"mode": mode, "raid": raid, "drives": {"count": 2}}), &[]));
    }
}

fn without(present: &mut Present<'_>) {
    present.add(Upgrade {
        id: "no-cache".to_owned(),
        code: "no-cache",
        args: json!({}),
        patch: json!({"ssd_cache": null}),
        costs: false,
        renewed: &["ssd-cache"],
    });
}

fn sequential(present: &mut Present<'_>, cache: &SsdCache) {
    let code = if cache.skip_sequential { "cache-sequential" } else { "skip-sequential" };
    present.add(Upgrade {
        id: code.to_owned(),
        code,
        args: json!({"threshold_kib": cache.sequential_threshold_kib}),
        patch: json!({"ssd_cache": {"skip_sequential": !cache.skip_sequential}}),
        costs: false,
        renewed: &[],
    });
}
