//! The catalogue of hardware and workloads: what a `preset` stands for.
//!
//! A row's fields that bear the name of a scenario field are what the preset fills in; the rest (bays, ports, what an
//! M.2 slot really delivers, the watts of a drive) is for the page, for warnings and for caps. A figure listed under
//! `unverified` is known from memory or from one doubtful place; nothing was invented to fill a gap.

use serde_json::{Map, Value};
use std::sync::OnceLock;

/// One table of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    Nas,
    Cpus,
    Drives,
    Ssds,
    Workloads,
}

/// Rows by slug, in the order of the slugs.
pub type Rows = Map<String, Value>;

impl Table {
    pub const ALL: [Table; 5] = [Table::Nas, Table::Cpus, Table::Drives, Table::Ssds, Table::Workloads];

    /// The word for it on the command line and in data.
    pub fn name(self) -> &'static str {
        match self {
            Table::Nas => "nas",
            Table::Cpus => "cpus",
            Table::Drives => "drives",
            Table::Ssds => "ssds",
            Table::Workloads => "workloads",
        }
    }

    /// The table of that name.
    pub fn from_name(name: &str) -> Option<Table> {
        Table::ALL.into_iter().find(|table| table.name() == name)
    }

    /// All rows.
    pub fn rows(self) -> &'static Rows {
        static PARSED: [OnceLock<Rows>; 5] = [const { OnceLock::new() }; 5];
        let (slot, text) = match self {
            Table::Nas => (0, include_str!(concat!(env!("OUT_DIR"), "/nas.json"))),
            Table::Cpus => (1, include_str!(concat!(env!("OUT_DIR"), "/cpus.json"))),
            Table::Drives => (2, include_str!(concat!(env!("OUT_DIR"), "/drives.json"))),
            Table::Ssds => (3, include_str!(concat!(env!("OUT_DIR"), "/ssds.json"))),
            Table::Workloads => (4, include_str!(concat!(env!("OUT_DIR"), "/workloads.json"))),
        };
        // The build script wrote the text from parsed JSON, so it can't fail to parse here.
        PARSED[slot].get_or_init(|| serde_json::from_str(text).unwrap_or_default())
    }

    /// The row of a preset.
    pub fn row(self, slug: &str) -> Option<&'static Map<String, Value>> {
        self.rows().get(slug).and_then(Value::as_object)
    }

    /// The names of all presets, sorted.
    pub fn slugs(self) -> impl Iterator<Item = &'static str> {
        self.rows().keys().map(String::as_str)
    }
}

/// The ids of the built-in workload suite, in the order in which they are shown.
pub const SUITE: [&str; 16] = [
    "big-file-read",
    "big-file-write",
    "raw-photos",
    "jpg-photos",
    "tiny-files",
    "source-tree",
    "4k-random-read",
    "4k-random-write",
    "8k-70-30",
    "128k-sequential-read",
    "virtual-machines",
    "video-editing",
    "backup-small-files",
    "media-streaming",
    "internal-copy",
    "rebuild",
];

/// The data files as they are: one JSON object a line, with a source for each figure.
#[cfg(feature = "catalog-sources")]
pub fn with_sources(table: Table) -> &'static str {
    match table {
        Table::Nas => include_str!("../../catalog/nas.jsonl"),
        Table::Cpus => include_str!("../../catalog/cpus.jsonl"),
        Table::Drives => include_str!("../../catalog/drives.jsonl"),
        Table::Ssds => include_str!("../../catalog/ssds.jsonl"),
        Table::Workloads => include_str!("../../catalog/workloads.jsonl"),
    }
}

/// What an SSD in an M.2 slot of this NAS can move at most, MB/s: measured where somebody did, else from the lanes.
/// `None`: not known, or no slot.
pub fn m2_limit_mb_s(nas: &Map<String, Value>) -> Option<f64> {
    /// What one PCIe lane carries in practice, MB/s by generation: fast SSDs in one-lane slots were seen to read
    /// 380-400 MB/s through 2.0 and 715-850 MB/s through 3.0 (`m2_measured_read_mb_s`, 007revad's NVMe-speed page,
    /// and a TS-473A's published test); 4.0 has twice the clock of 3.0 and the same line code.
    const LANE_MB_S: [(&str, f64); 3] = [("2.0", 400.0), ("3.0", 850.0), ("4.0", 1700.0)];
    if let Some(measured) = nas.get("m2_measured_read_mb_s").and_then(Value::as_f64) {
        return Some(measured);
    }
    let (generation, lanes) = nas.get("m2_pcie")?.as_str()?.split_once(" x")?;
    let lane_mb_s = LANE_MB_S.iter().find(|(name, _)| *name == generation)?.1;
    Some(lane_mb_s * f64::from(lanes.parse::<u8>().ok()?))
}
