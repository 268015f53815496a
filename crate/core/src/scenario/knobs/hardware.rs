//! Knobs of what stands on the shelf: the NAS, its drives, the volume on them, the SSD cache.

use super::{
    Fallback::{Choice, Derived, DerivedIn, Flag, Nothing, Number, Whole},
    Form, Knob, derived,
};
use crate::catalog::Table;

#[rustfmt::skip] // A table reads as a table.
pub(super) static NAS: [Knob; 6] = [
    Knob::preset(Table::Nas),
    Knob::label(),
    Knob::new("cpu", Form::Section, Nothing, "The processor.").null_refused(),
    Knob::number("ram_gib", 0.25, 4096.0, Number(4.0), "Main memory; 4 GiB is what most NAS models of the last years came with.")
        .unit("GiB").step(0.25).log().usual(0.5, 128.0),
    Knob::number("io_bus_mb_s", 1.0, 100_000.0, Nothing, "A bus that drives and network port share: one PCIe lane of a board, a port multiplier. None that limits, unless said.")
        .unit("MB/s").log().usual(20.0, 8000.0),
    Knob::choice("os", &["dsm-6", "dsm-7", "qts", "quts-hero", "truenas", "omv", "unraid", "linux", "windows-server"],
        Choice("linux"), "The operating system decides on Samba's mode, chunk size, write-back and stripe cache; plain Linux unless the model says more."),
];

#[rustfmt::skip] // A table reads as a table.
pub(super) static CPU: [Knob; 5] = [
    Knob::preset(Table::Cpus),
    Knob::label(),
    Knob::whole("cores", 1, 256, Whole(4), "Cores; four in most NAS models.").log().usual(1.0, 64.0),
    Knob::number("single_thread_score", 100.0, 10_000.0, Number(1200.0), "PassMark's single-thread rating, which every cost on the CPU scales with; 1,200 is a current NAS class processor.")
        .log().step(10.0).usual(150.0, 4500.0),
    Knob::flag("aes_instructions", Flag(true), "AES in hardware: sets the cost of encryption. Nearly every x86 of the last ten years has it."),
];

#[rustfmt::skip] // A table reads as a table.
pub(super) static DRIVES: [Knob; 17] = [
    Knob::preset(Table::Drives),
    Knob::label(),
    Knob::whole("count", 1, 60, Derived(derived::drive_count), "Drives in the volume; all bays of the NAS model, or 4.").usual(1.0, 24.0),
    Knob::choice("kind", &["hdd", "ssd-sata", "ssd-nvme"], Choice("hdd"), "What the drives are."),
    Knob::choice("recording", &["cmr", "smr"], Choice("cmr"), "Hard disks: conventional, or shingled and managed by the drive."),
    Knob::number("capacity_tb", 0.001, 1000.0, Derived(derived::drive_capacity_tb), "Of one drive, decimal; 8 TB for a hard disk, 1 TB for an SSD.")
        .unit("TB").step(0.001).log().usual(0.1, 40.0),
    Knob::number("rpm", 4200.0, 15_000.0, Number(7200.0), "Hard disks: half a turn is what an access waits for on average.").unit("rpm").step(10.0),
    Knob::number("sequential_mb_s", 1.0, 100_000.0, Derived(derived::drive_sequential_mb_s), "Reading in sequence; at the outer edge of a hard disk, where data sheets measure.")
        .unit("MB/s").log().usual(40.0, 10_000.0),
    Knob::number("sequential_write_mb_s", 1.0, 100_000.0, Derived(derived::drive_sequential_write_mb_s), "Writing in sequence; as reading, unless said.")
        .unit("MB/s").log().usual(40.0, 10_000.0).null_is_default(),
    Knob::number("sustained_write_mb_s", 1.0, 100_000.0, Nothing, "SSD: what is left once its SLC cache is used up; no drop known, unless said.")
        .unit("MB/s").log().usual(40.0, 5000.0),
    Knob::number("slc_cache_gb", 0.0, 100_000.0, Nothing, "SSD: how much it takes at the full rate.").unit("GB").usual(0.0, 200.0),
    Knob::choice("attach", &["sata", "sas", "nvme", "usb-bot", "usb-uas"], Derived(derived::attach), "How a drive is connected; USB's older protocol takes one command at a time."),
    Knob::flag("power_loss_protection", Derived(derived::power_loss_protection), "SSD: capacitors make a flush cost nothing."),
    Knob::number("average_seek_ms", 0.1, 50.0, Derived(derived::average_seek_ms), "Hard disks; makers hardly state it any more: typical for the speed of rotation.")
        .unit("ms").step(0.1).usual(3.0, 15.0).null_is_default(),
    Knob::number("random_read_iops", 1.0, 100_000_000.0, Derived(derived::drive_read_iops), "SSD: 4 KiB with 32 in flight, from the data sheet.")
        .unit("IOPS").log().usual(1000.0, 2_000_000.0).null_is_default().settled(derived::no_iops_of_a_hard_disk),
    Knob::number("random_write_iops", 1.0, 100_000_000.0, Derived(derived::drive_write_iops), "SSD: 4 KiB with 32 in flight, from the data sheet.")
        .unit("IOPS").log().usual(1000.0, 2_000_000.0).null_is_default().settled(derived::no_iops_of_a_hard_disk),
    Knob::number("cache_mib", 0.0, 1_048_576.0, Number(256.0), "The drive's own memory.").unit("MiB").log().usual(8.0, 1024.0),
];

#[rustfmt::skip] // A table reads as a table.
pub(super) static VOLUME: [Knob; 15] = [
    Knob::label(),
    Knob::choice("raid", &["single", "jbod", "raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60", "shr", "shr2", "raidz1", "raidz2", "raidz3", "zfs-mirror"],
        Derived(derived::raid), "How the drives make one volume; what the makers' assistants propose for that many drives."),
    Knob::whole("chunk_kib", 4, 4096, Derived(derived::chunk_kib), "How much lies on one drive before the next one comes; on ZFS the recordsize. As the operating system sets it up.")
        .unit("KiB").step(4.0).log(),
    Knob::choice("filesystem", &["ext4", "btrfs", "xfs", "zfs", "ntfs", "none"], Derived(derived::filesystem), "What is on the volume, none for a raw block device; as the operating system proposes."),
    Knob::number("fill_percent", 0.0, 100.0, Number(30.0), "How full the volume is: a full disk is slower, and ZFS rebuilds only what is used.").unit("%"),
    Knob::number("position_percent", 0.0, 100.0, Derived(derived::position_percent), "Where the touched data lies, 0 at the outer edge; half of the fill level unless said.").unit("%").null_is_default(),
    Knob::flag("encrypted", Flag(false), "Encryption at rest."),
    Knob::number("compression_ratio", 1.0, 100.0, Number(1.0), "ZFS and btrfs: bytes of data per byte on the drives. Photos and films don't shrink: 1.").step(0.1).log().usual(1.0, 4.0),
    Knob::choice("sync", &["standard", "always", "disabled"], Choice("standard"), "Whether writes are made durable as the client asks, always or never."),
    Knob::new("slog", Form::Section, Nothing, "ZFS: a log device for synchronous writes."),
    Knob::choice("controller", &["software", "hardware"], Choice("software"), "RAID by the NAS's CPU, or by a card with a write-back cache of its own."),
    Knob::number("controller_cache_mib", 0.0, 1_048_576.0, Number(0.0), "Memory of the RAID card.").unit("MiB").usual(0.0, 8192.0),
    Knob::flag("write_intent_bitmap", Derived(derived::write_intent_bitmap), "md notes where it writes before it does; saves a full resync after a crash and costs a seek. By operating system.").null_is_default(),
    Knob::whole("stripe_cache_kib", 16, 1_048_576, Derived(derived::stripe_cache_kib), "md RAID 5/6: memory per drive in which partial stripes wait to become full ones. By operating system.")
        .unit("KiB").log().usual(256.0, 131_072.0).null_is_default(),
    Knob::choice("state", &["optimal", "degraded", "rebuilding"], Derived(derived::state), "Whether all drives work; rebuilding where the workload is the rebuild."),
];

#[rustfmt::skip]
pub(super) static SSD_CACHE: [Knob; 10] = [
    Knob::label(),
    Knob::choice("mode", &["read-only", "read-write", "write-around"], Derived(derived::cache_mode), "Read-write holds back writes and so wants two SSDs; with one, read-only."),
    Knob::new("drives", Form::Section, Nothing, "The SSDs.").null_refused(),
    Knob::choice("raid", &["single", "raid0", "raid1", "raid5"], Derived(derived::cache_raid), "Mirrored where unwritten data is at stake, striped for reads alone, as NAS systems set it up."),
    Knob::choice("policy", &["lru", "fifo", "clock", "lfu", "slru", "two-q", "arc", "s3-fifo", "sieve", "w-tiny-lfu", "belady"],
        Choice("lru"), "Which block goes when a new one comes; flashcache, which NAS makers build on, takes the least recently used."),
    Knob::whole("block_kib", 4, 1_048_576, Whole(64), "What the cache moves at once.").unit("KiB").step(4.0).log().usual(4.0, 1024.0),
    Knob::flag("skip_sequential", Flag(true), "Sequential streams bypass the cache: hard disks do them well."),
    Knob::whole("sequential_threshold_kib", 0, 1_048_576, Whole(1024), "A stream counts as sequential after this much.").unit("KiB").step(64.0).usual(0.0, 16_384.0),
    Knob::number("warm_percent", 0.0, 100.0, Number(100.0), "How much of what fits of the working set is in the cache at the start; 0 is a new cache.").unit("%"),
    Knob::number("dirty_percent", 0.0, 100.0, Number(0.0), "How much of the cache is unwritten data at the start.").unit("%"),
];

/// The SSDs of a cache and of a ZFS log are described alike; only how many there usually are differs.
#[rustfmt::skip]
const fn cache_drives(count: u64, capped: bool) -> [Knob; 15] {
    let mut knobs = [
        Knob::preset(Table::Ssds),
        Knob::label(),
        Knob::whole("count", 1, 24, Whole(count), "How many SSDs; a cache that holds back writes needs two.").usual(1.0, 8.0),
        Knob::choice("kind", &["ssd-nvme", "ssd-sata"], Choice("ssd-nvme"), "M.2 NVMe, or SATA."),
        Knob::number("capacity_gb", 0.1, 200_000.0, Number(500.0), "Of one SSD, decimal.").unit("GB").step(1.0).log().usual(32.0, 8000.0),
        Knob::number("sequential_read_mb_s", 1.0, 100_000.0, DerivedIn(derived::ssd_read_mb_s), "From the data sheet, or what the slot lets through.").unit("MB/s").log().usual(100.0, 14_000.0),
        Knob::number("sequential_write_mb_s", 1.0, 100_000.0, DerivedIn(derived::ssd_write_mb_s), "From the data sheet, or what the slot lets through.").unit("MB/s").log().usual(100.0, 14_000.0),
        Knob::number("sustained_write_mb_s", 1.0, 100_000.0, Nothing, "After the SLC cache is used up; no drop known, unless said.").unit("MB/s").log().usual(40.0, 5000.0),
        Knob::number("slc_cache_gb", 0.0, 100_000.0, Nothing, "How much it takes at the full rate.").unit("GB").usual(0.0, 200.0),
        Knob::number("random_read_iops", 1.0, 100_000_000.0, DerivedIn(derived::ssd_read_iops), "4 KiB with 32 in flight, from the data sheet, or what the slot lets through.").unit("IOPS").log().usual(1000.0, 2_000_000.0),
        Knob::number("random_write_iops", 1.0, 100_000_000.0, DerivedIn(derived::ssd_write_iops), "4 KiB with 32 in flight, from the data sheet, or what the slot lets through.").unit("IOPS").log().usual(1000.0, 2_000_000.0),
        Knob::number("read_latency_us", 1.0, 100_000.0, DerivedIn(derived::ssd_read_latency_us), "4 KiB, one at a time; makers hardly state it: typical for its kind.").unit("µs").log().usual(5.0, 500.0).null_is_default(),
        Knob::number("write_latency_us", 1.0, 100_000.0, DerivedIn(derived::ssd_write_latency_us), "4 KiB, one at a time; makers hardly state it: typical for its kind.").unit("µs").log().usual(5.0, 500.0).null_is_default(),
        Knob::number("endurance_tbw", 1.0, 1_000_000.0, Nothing, "What the maker lets one write; not stated, unless said.").unit("TB").log().usual(50.0, 20_000.0),
        Knob::flag("power_loss_protection", Flag(false), "Capacitors make a flush cost nothing."),
    ];
    if capped {
        knobs[5] = knobs[5].cap(derived::slot_mb_s);
        knobs[6] = knobs[6].cap(derived::slot_mb_s);
        knobs[7] = knobs[7].cap(derived::slot_mb_s);
        knobs[9] = knobs[9].cap(derived::slot_iops);
        knobs[10] = knobs[10].cap(derived::slot_iops);
    }
    knobs
}

pub(super) static CACHE_DRIVES: [Knob; 15] = cache_drives(2, true);
pub(super) static SLOG_DRIVES: [Knob; 15] = cache_drives(1, false);
