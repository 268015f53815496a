//! Defaults that follow from other fields, each with where it comes from.

use super::super::fill::Lookup;
use super::super::value::plain_number;
use crate::catalog;
use serde_json::{Value, json};

/// All bays of the model; a board without bays has one drive, an unknown NAS four.
pub(super) fn drive_count(s: &dyn Lookup) -> Value {
    let bays = s.preset_row("nas").and_then(|nas| nas.get("bays")).and_then(Value::as_u64);
    json!(bays.unwrap_or(4).clamp(1, 60))
}

fn is_hdd(s: &dyn Lookup) -> bool {
    s.is("drives.kind", "hdd")
}

/// One of three figures, by the kind of the bulk drives.
fn by_drive_kind(s: &dyn Lookup, hdd: f64, sata: f64, nvme: f64) -> Value {
    plain_number(match s.get("drives.kind").as_str() {
        Some("ssd-sata") => sata,
        Some("ssd-nvme") => nvme,
        _ => hdd,
    })
}

pub(super) fn drive_capacity_tb(s: &dyn Lookup) -> Value {
    by_drive_kind(s, 8.0, 1.0, 1.0)
}

/// Typical data sheets: NAS disks of 8 TB and more 210 MB/s at 7200 rpm, 180 below; SATA's limit; four lanes of PCIe 3.0.
pub(super) fn drive_sequential_mb_s(s: &dyn Lookup) -> Value {
    let hdd = if s.number("drives.rpm") >= 7000.0 { 210.0 } else { 180.0 };
    by_drive_kind(s, hdd, 540.0, 3000.0)
}

pub(super) fn drive_sequential_write_mb_s(s: &dyn Lookup) -> Value {
    s.get("drives.sequential_mb_s")
}

/// Data sheets of data-centre SSDs state the steady state of random writes, well below reads, and such drives have
/// capacitors; those of consumer SSDs state a burst, about as high as reads.
pub(super) fn power_loss_protection(s: &dyn Lookup) -> Value {
    let (read, write) = (s.number("drives.random_read_iops"), s.number("drives.random_write_iops"));
    json!(!is_hdd(s) && read > 0.0 && write < 0.35 * read)
}

/// A board without SATA has its disks on USB, and most bridges there run the older protocol. NVMe SSDs have their own
/// connection, a drive on the NAS's USB port the newer protocol from USB 3 on.
pub(super) fn attach(s: &dyn Lookup) -> Value {
    let usb_only = s.preset_row("nas").is_some_and(|nas| nas.get("usb_storage").and_then(Value::as_bool) == Some(true));
    if usb_only && !s.is("drives.kind", "ssd-nvme") && !s.is("protocol.kind", "usb") {
        return json!("usb-bot");
    }
    let over_usb = s.is("protocol.kind", "usb");
    json!(match (over_usb, s.get("protocol.version").as_str()) {
        (true, Some("2.0")) => "usb-bot",
        (true, _) => "usb-uas",
        (false, _) if s.is("drives.kind", "ssd-nvme") => "nvme",
        (false, _) => "sata",
    })
}

/// Data sheets of the times when makers stated it: 3.5 ms at 15,000 rpm, 4.5 at 10,000, 8.5 for 7200 rpm enterprise and
/// NAS disks, 10 for 5900, 12 for 5400.
pub(super) fn average_seek_ms(s: &dyn Lookup) -> Value {
    let rpm = s.number("drives.rpm");
    plain_number(match rpm {
        rpm if rpm >= 12_500.0 => 3.5,
        rpm if rpm >= 8_500.0 => 4.5,
        rpm if rpm >= 6_500.0 => 8.5,
        rpm if rpm >= 5_650.0 => 10.0,
        _ => 12.0,
    })
}

/// Typical data sheets of 1 TB consumer SSDs.
pub(super) fn drive_read_iops(s: &dyn Lookup) -> Value {
    by_drive_kind(s, 0.0, 95_000.0, 400_000.0)
}

/// Typical data sheets of 1 TB consumer SSDs.
pub(super) fn drive_write_iops(s: &dyn Lookup) -> Value {
    by_drive_kind(s, 0.0, 88_000.0, 300_000.0)
}

/// A hard disk's rate follows from its mechanics.
pub(super) fn no_iops_of_a_hard_disk(s: &dyn Lookup) -> Option<Value> {
    is_hdd(s).then_some(Value::Null)
}

/// What assistants propose: one drive alone, two mirrored, one parity up to five drives, two from six on.
pub(super) fn raid(s: &dyn Lookup) -> Value {
    let count = s.number("drives.count");
    // Not `volume.filesystem`: that one may follow from the RAID level.
    let zfs = zfs_system(s);
    json!(match (count, zfs) {
        (count, _) if count < 2.0 => "single",
        (count, false) if count < 3.0 => "raid1",
        (count, true) if count < 3.0 => "zfs-mirror",
        (count, false) if count < 6.0 => "raid5",
        (count, true) if count < 6.0 => "raidz1",
        (_, false) => "raid6",
        (_, true) => "raidz2",
    })
}

fn zfs_system(s: &dyn Lookup) -> bool {
    matches!(s.get("nas.os").as_str(), Some("quts-hero" | "truenas"))
}

pub(super) fn filesystem(s: &dyn Lookup) -> Value {
    json!(match s.get("nas.os").as_str() {
        Some("dsm-6" | "dsm-7") => "btrfs",
        Some("quts-hero" | "truenas") => "zfs",
        Some("unraid") => "xfs",
        Some("windows-server") => "ntfs",
        _ if s.get("volume.raid").as_str().is_some_and(|raid| raid.starts_with("raidz") || raid == "zfs-mirror") =>
            "zfs",
        _ => "ext4",
    })
}

/// ZFS: recordsize 128 KiB. Synology builds md arrays with 64 KiB, mdadm itself takes 512 KiB; Storage Spaces' interleave is 256.
pub(super) fn chunk_kib(s: &dyn Lookup) -> Value {
    json!(match s.get("nas.os").as_str() {
        _ if s.is("volume.filesystem", "zfs") => 128,
        Some("dsm-6" | "dsm-7") => 64,
        Some("windows-server") => 256,
        _ => 512,
    })
}

pub(super) fn position_percent(s: &dyn Lookup) -> Value {
    plain_number(s.number("volume.fill_percent") / 2.0)
}

/// mdadm makes one for every array above 100 GB, and QTS shows one; DSM's arrays have none, ZFS needs none.
pub(super) fn write_intent_bitmap(s: &dyn Lookup) -> Value {
    let md = !s.is("volume.filesystem", "zfs") && s.is("volume.controller", "software");
    json!(md && matches!(s.get("nas.os").as_str(), Some("qts" | "omv" | "linux")))
}

/// Linux starts with 256 entries of 4 KiB; Synology's and QNAP's systems set 4,096.
pub(super) fn stripe_cache_kib(s: &dyn Lookup) -> Value {
    json!(match s.get("nas.os").as_str() {
        Some("dsm-6" | "dsm-7" | "qts") => 16_384,
        _ => 1024,
    })
}

pub(super) fn cache_mode(s: &dyn Lookup) -> Value {
    let redundant = s.number("ssd_cache.drives.count") >= 2.0;
    json!(if redundant { "read-write" } else { "read-only" })
}

pub(super) fn cache_raid(s: &dyn Lookup) -> Value {
    json!(match s.number("ssd_cache.drives.count") {
        count if count < 2.0 => "single",
        _ if s.is("ssd_cache.mode", "read-write") => "raid1",
        _ => "raid0",
    })
}

/// One of two figures, by the kind of the SSDs in that section.
fn by_ssd_kind(s: &dyn Lookup, section: &str, nvme: f64, sata: f64) -> Value {
    plain_number(if s.is(&format!("{section}.kind"), "ssd-sata") { sata } else { nvme })
}

/// Typical data sheets of 500 GB consumer SSDs, here and in the next three.
pub(super) fn ssd_read_mb_s(s: &dyn Lookup, section: &str) -> Value {
    by_ssd_kind(s, section, 3000.0, 540.0)
}

pub(super) fn ssd_write_mb_s(s: &dyn Lookup, section: &str) -> Value {
    by_ssd_kind(s, section, 2000.0, 500.0)
}

pub(super) fn ssd_read_iops(s: &dyn Lookup, section: &str) -> Value {
    by_ssd_kind(s, section, 300_000.0, 95_000.0)
}

pub(super) fn ssd_write_iops(s: &dyn Lookup, section: &str) -> Value {
    by_ssd_kind(s, section, 240_000.0, 88_000.0)
}

/// Seen in reviews of consumer SSDs at queue depth 1: 60 to 95 µs for NVMe, 77 to 120 for SATA.
pub(super) fn ssd_read_latency_us(s: &dyn Lookup, section: &str) -> Value {
    by_ssd_kind(s, section, 80.0, 110.0)
}

/// Seen in reviews of consumer SSDs at queue depth 1: 15 to 30 µs for NVMe, about twice that for SATA.
pub(super) fn ssd_write_latency_us(s: &dyn Lookup, section: &str) -> Value {
    by_ssd_kind(s, section, 25.0, 60.0)
}

/// What the M.2 slots of this NAS model let through; only NVMe SSDs sit in them.
pub(super) fn slot_mb_s(s: &dyn Lookup) -> Option<f64> {
    if !s.is("ssd_cache.drives.kind", "ssd-nvme") {
        return None;
    }
    catalog::m2_limit_mb_s(s.preset_row("nas")?)
}

/// The same in accesses of 4 KiB.
pub(super) fn slot_iops(s: &dyn Lookup) -> Option<f64> {
    slot_mb_s(s).map(|mb_s| (mb_s * 1e6 / 4096.0).floor())
}

/// The fastest port built into the NAS model.
pub(super) fn link_gbit(s: &dyn Lookup) -> Value {
    let ports = s.preset_row("nas").and_then(|nas| nas.get("lan")).and_then(Value::as_array);
    let gbits = ports.into_iter().flatten().filter_map(|port| port.get("gbit")?.as_f64());
    plain_number(gbits.reduce(f64::max).unwrap_or(1.0))
}

/// Pings through one switch: 0.15 to 0.25 ms at 1 GbE, whose adapters gather interrupts, 0.1 ms at 2.5 to 10 GbE, less on the
/// adapters of servers.
pub(super) fn round_trip_us(s: &dyn Lookup) -> Value {
    plain_number(match s.number("network.link_gbit") {
        gbit if gbit <= 1.0 => 200.0,
        gbit if gbit <= 10.0 => 100.0,
        _ => 50.0,
    })
}

pub(super) fn client_link_gbit(s: &dyn Lookup) -> Value {
    s.get("network.link_gbit")
}

/// The ssh tools speak for themselves; block I/O comes from a benchmark; files are copied with what the system has.
pub(super) fn tool(s: &dyn Lookup) -> Value {
    let protocol = s.get("protocol.kind");
    json!(match (protocol.as_str(), s.workload_kind(), s.get("client.os").as_str()) {
        (Some("sftp"), _, _) => "sftp",
        (Some("scp"), _, _) => "scp",
        (Some("rsync-ssh" | "rsync-daemon"), _, _) => "rsync",
        (_, "block" | "trace", _) => "fio",
        (Some("local" | "usb"), _, _) => "cp",
        (_, _, Some("macos")) => "finder",
        (_, _, Some("linux")) => "cp",
        _ => "explorer",
    })
}

/// What current systems agree on: SMB 3.1.1 since Windows 10, NFS 4.1 on NAS systems, USB 3.0 ports.
pub(super) fn version(s: &dyn Lookup) -> Value {
    match s.get("protocol.kind").as_str() {
        Some("smb") => json!("3.1.1"),
        Some("nfs") => json!("4.1"),
        Some("usb") => json!("3.0"),
        _ => Value::Null,
    }
}

/// Most protocols have no versions that matter; what a document says of one is kept from the model.
pub(super) fn no_version_to_choose(s: &dyn Lookup) -> Option<Value> {
    let protocol = s.get("protocol.kind");
    super::versions(protocol.as_str().unwrap_or_default()).is_empty().then_some(Value::Null)
}

fn is_ssh(s: &dyn Lookup) -> bool {
    matches!(s.get("protocol.kind").as_str(), Some("sftp" | "scp" | "rsync-ssh"))
}

pub(super) fn ssh_is_encrypted(s: &dyn Lookup) -> Option<Value> {
    is_ssh(s).then_some(Value::Bool(true))
}

/// NFS: exports are async on DSM and QTS, sync elsewhere. SMB: Samba before DSM 7 serves one connection's reads in turn.
pub(super) fn asynchronous(s: &dyn Lookup) -> Value {
    let os = s.get("nas.os");
    let os = os.as_str().unwrap_or_default();
    json!(match s.get("protocol.kind").as_str() {
        Some("nfs") => matches!(os, "dsm-6" | "dsm-7" | "qts"),
        Some("smb") => os != "dsm-6",
        _ => true,
    })
}

/// OpenSSH's first choice is ChaCha20; SMB 3.1.1's is AES-128-GCM, TLS 1.3's AES-256-GCM.
pub(super) fn cipher(s: &dyn Lookup) -> Value {
    json!(match s.get("protocol.kind").as_str() {
        Some("sftp" | "scp" | "rsync-ssh") => "chacha20-poly1305",
        Some("webdav" | "ftp") => "aes256-gcm",
        _ => "aes128-gcm",
    })
}

pub(super) fn state(s: &dyn Lookup) -> Value {
    json!(if s.workload_kind() == "rebuild" { "rebuilding" } else { "optimal" })
}
