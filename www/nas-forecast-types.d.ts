// Made from the Rust types (crate/core/src/typescript.rs): don't edit.

// The scenario format, version 1. Made from the table of knobs: change that, not this.

export type NasPreset =
  | "apple-time-capsule"
  | "asustor-as4002t"
  | "asustor-as5304t"
  | "asustor-as5404t"
  | "asustor-as6504rs"
  | "asustor-as6602t"
  | "asustor-as6604t"
  | "asustor-as6704t"
  | "asustor-fs6706t"
  | "asustor-fs6712x"
  | "diy-truenas-i3-12100"
  | "diy-truenas-i3-8100"
  | "diy-truenas-n100"
  | "diy-truenas-ryzen-5700g"
  | "hp-microserver-gen8"
  | "hpe-microserver-gen10-plus"
  | "ixsystems-truenas-mini-x-plus"
  | "kobol-helios64"
  | "qnap-ts-233"
  | "qnap-ts-253d"
  | "qnap-ts-264"
  | "qnap-ts-431kx"
  | "qnap-ts-453d"
  | "qnap-ts-464"
  | "qnap-ts-473a"
  | "qnap-ts-664"
  | "qnap-ts-673a"
  | "qnap-ts-873a"
  | "qnap-ts-h973ax"
  | "radxa-rock-5-itx"
  | "radxa-rock-5b"
  | "radxa-rock-5c"
  | "radxa-taco"
  | "raspberry-pi-4b"
  | "raspberry-pi-4b-usb-disk"
  | "raspberry-pi-5"
  | "raspberry-pi-5-penta-sata-hat"
  | "raspberry-pi-cm4"
  | "synology-ds1019-plus"
  | "synology-ds1520-plus"
  | "synology-ds1522-plus"
  | "synology-ds1525-plus"
  | "synology-ds1618-plus"
  | "synology-ds1621-plus"
  | "synology-ds1621xs-plus"
  | "synology-ds1819-plus"
  | "synology-ds1821-plus"
  | "synology-ds1823xs-plus"
  | "synology-ds1825-plus"
  | "synology-ds218"
  | "synology-ds218-plus"
  | "synology-ds218j"
  | "synology-ds220-plus"
  | "synology-ds220j"
  | "synology-ds223"
  | "synology-ds223j"
  | "synology-ds224-plus"
  | "synology-ds225-plus"
  | "synology-ds2419-plus"
  | "synology-ds2422-plus"
  | "synology-ds418"
  | "synology-ds420-plus"
  | "synology-ds423-plus"
  | "synology-ds425-plus"
  | "synology-ds620slim"
  | "synology-ds720-plus"
  | "synology-ds723-plus"
  | "synology-ds725-plus"
  | "synology-ds918-plus"
  | "synology-ds920-plus"
  | "synology-ds923-plus"
  | "synology-ds925-plus"
  | "synology-rs1221-plus"
  | "terramaster-f2-212"
  | "terramaster-f2-223"
  | "terramaster-f2-424"
  | "terramaster-f4-212"
  | "terramaster-f4-423"
  | "terramaster-f4-424"
  | "terramaster-f4-424-max"
  | "terramaster-f4-424-pro"
  | "terramaster-f5-422"
  | "terramaster-t9-423"
  | "ugreen-dh4300-plus"
  | "ugreen-dxp2800"
  | "ugreen-dxp4800"
  | "ugreen-dxp4800-plus"
  | "ugreen-dxp480t-plus"
  | "ugreen-dxp6800-pro"
  | "ugreen-dxp8800-plus"
  | "wd-my-cloud-pr4100"
  | "zyxel-nas326"
  | "zyxel-nas542";

export type CpusPreset =
  | "amd-athlon-3000g"
  | "amd-ryzen-5-3600"
  | "amd-ryzen-5-5600g"
  | "amd-ryzen-7-3700x"
  | "amd-ryzen-7-5700g"
  | "amd-ryzen-9-3900x"
  | "amd-ryzen-r1600"
  | "amd-ryzen-v1500b"
  | "amd-ryzen-v1780b"
  | "amd-ryzen-v3c14"
  | "annapurna-al-214"
  | "annapurna-al-314"
  | "annapurna-al-324"
  | "arm-cortex-a55-4x2000"
  | "broadcom-bcm2711"
  | "broadcom-bcm2712"
  | "broadcom-bcm53019"
  | "freescale-ls1024a"
  | "intel-atom-c2538"
  | "intel-atom-c3338"
  | "intel-atom-c3538"
  | "intel-atom-c3558"
  | "intel-atom-c3758"
  | "intel-atom-d2700"
  | "intel-celeron-g1610t"
  | "intel-celeron-j1900"
  | "intel-celeron-j3355"
  | "intel-celeron-j3455"
  | "intel-celeron-j4005"
  | "intel-celeron-j4025"
  | "intel-celeron-j4105"
  | "intel-celeron-j4125"
  | "intel-celeron-n3150"
  | "intel-celeron-n4505"
  | "intel-celeron-n5095"
  | "intel-celeron-n5105"
  | "intel-core-3-n355"
  | "intel-core-i3-10100"
  | "intel-core-i3-12100"
  | "intel-core-i3-8100"
  | "intel-core-i3-9100"
  | "intel-core-i3-n305"
  | "intel-core-i5-10400"
  | "intel-core-i5-1235u"
  | "intel-core-i5-6500t"
  | "intel-core-i5-8400"
  | "intel-core-i7-8700k"
  | "intel-core-i9-9900k"
  | "intel-n100"
  | "intel-n150"
  | "intel-n95"
  | "intel-n97"
  | "intel-pentium-g4560"
  | "intel-pentium-g5400"
  | "intel-pentium-g5420"
  | "intel-pentium-gold-8505"
  | "intel-pentium-j5005"
  | "intel-pentium-n3710"
  | "intel-pentium-n6005"
  | "intel-xeon-d-1521"
  | "intel-xeon-d-1527"
  | "intel-xeon-d-1531"
  | "intel-xeon-d-1541"
  | "intel-xeon-d-2123it"
  | "intel-xeon-e-2224g"
  | "intel-xeon-e3-1220l-v2"
  | "intel-xeon-e3-1230-v2"
  | "intel-xeon-e5-2620-v4"
  | "intel-xeon-e5-2630"
  | "intel-xeon-e5-2680-v4"
  | "marvell-armada-380"
  | "marvell-armada-385"
  | "marvell-armada-7020"
  | "realtek-rtd1296"
  | "realtek-rtd1619b"
  | "rockchip-rk3399"
  | "rockchip-rk3568"
  | "rockchip-rk3588"
  | "rockchip-rk3588s2";

export type DrivesPreset =
  | "crucial-mx500-1tb"
  | "crucial-mx500-500gb"
  | "hgst-ultrastar-7k4000-sas-4tb"
  | "intel-s3500-480gb"
  | "kingston-a400-240gb"
  | "kingston-dc600m-960gb"
  | "samsung-840-pro-256gb"
  | "samsung-870-evo-1000gb"
  | "samsung-870-evo-2000gb"
  | "samsung-870-evo-250gb"
  | "samsung-870-evo-4000gb"
  | "samsung-870-evo-500gb"
  | "samsung-870-qvo-8tb"
  | "samsung-pm893-960gb"
  | "seagate-barracuda-2-5-5tb"
  | "seagate-barracuda-2tb"
  | "seagate-barracuda-4tb"
  | "seagate-barracuda-8tb"
  | "seagate-exos-7e8-8tb"
  | "seagate-exos-x16-16tb"
  | "seagate-exos-x18-18tb"
  | "seagate-exos-x20-20tb"
  | "seagate-exos-x22-22tb"
  | "seagate-exos-x24-24tb"
  | "seagate-ironwolf-10tb"
  | "seagate-ironwolf-125-500gb"
  | "seagate-ironwolf-12tb"
  | "seagate-ironwolf-14tb"
  | "seagate-ironwolf-16tb"
  | "seagate-ironwolf-18tb"
  | "seagate-ironwolf-4tb"
  | "seagate-ironwolf-4tb-vn006"
  | "seagate-ironwolf-6tb"
  | "seagate-ironwolf-8tb"
  | "seagate-ironwolf-pro-12tb"
  | "seagate-ironwolf-pro-16tb"
  | "seagate-ironwolf-pro-18tb"
  | "seagate-ironwolf-pro-18tb-ne000"
  | "seagate-ironwolf-pro-20tb"
  | "seagate-ironwolf-pro-22tb"
  | "seagate-ironwolf-pro-4tb"
  | "seagate-ironwolf-pro-8tb"
  | "toshiba-mg06-10tb"
  | "toshiba-mg08-16tb"
  | "toshiba-mg09-18tb"
  | "toshiba-mg10-20tb"
  | "toshiba-mg11-24tb"
  | "toshiba-n300-12tb"
  | "toshiba-n300-16tb"
  | "toshiba-n300-22tb"
  | "toshiba-n300-4tb"
  | "toshiba-n300-8tb"
  | "toshiba-p300-2tb-smr"
  | "wd-av-gp-500gb"
  | "wd-blue-4tb"
  | "wd-re-4tb-sas"
  | "wd-red-14tb"
  | "wd-red-2tb-efax"
  | "wd-red-3tb-efax"
  | "wd-red-4tb-efax"
  | "wd-red-6tb-efax"
  | "wd-red-plus-10tb"
  | "wd-red-plus-12tb"
  | "wd-red-plus-14tb"
  | "wd-red-plus-2tb-efpx"
  | "wd-red-plus-4tb"
  | "wd-red-plus-4tb-efpx"
  | "wd-red-plus-4tb-efzx"
  | "wd-red-plus-6tb-efpx"
  | "wd-red-plus-8tb-efax"
  | "wd-red-plus-8tb-efbx"
  | "wd-red-plus-8tb-efzz"
  | "wd-red-pro-10tb"
  | "wd-red-pro-12tb"
  | "wd-red-pro-14tb"
  | "wd-red-pro-16tb"
  | "wd-red-pro-18tb"
  | "wd-red-pro-20tb"
  | "wd-red-pro-22tb"
  | "wd-red-pro-24tb"
  | "wd-red-pro-4tb"
  | "wd-red-pro-6tb"
  | "wd-red-pro-8tb"
  | "wd-red-sa500-1tb"
  | "wd-red-sa500-500gb"
  | "wd-ultrastar-hc310-6tb"
  | "wd-ultrastar-hc520-12tb"
  | "wd-ultrastar-hc530-14tb"
  | "wd-ultrastar-hc550-18tb"
  | "wd-ultrastar-hc560-20tb"
  | "wd-ultrastar-hc570-22tb"
  | "wd-ultrastar-hc580-24tb";

export type SsdsPreset =
  | "crucial-mx500-500gb"
  | "crucial-p3-1tb"
  | "crucial-p3-500gb"
  | "crucial-p3-plus-1tb"
  | "crucial-p5-plus-1tb"
  | "crucial-p5-plus-500gb"
  | "intel-optane-900p-280gb"
  | "intel-optane-900p-480gb"
  | "intel-optane-905p-480gb"
  | "intel-optane-memory-m10-16gb"
  | "intel-s3500-480gb"
  | "kingston-dc600m-960gb"
  | "kingston-kc3000-1tb"
  | "kingston-kc3000-2tb"
  | "kingston-kc3000-512gb"
  | "samsung-840-pro-256gb"
  | "samsung-860-evo-250gb"
  | "samsung-860-evo-500gb"
  | "samsung-870-evo-1tb"
  | "samsung-870-evo-500gb"
  | "samsung-970-evo-plus-1tb"
  | "samsung-970-evo-plus-250gb"
  | "samsung-970-evo-plus-500gb"
  | "samsung-980-1tb"
  | "samsung-980-250gb"
  | "samsung-980-500gb"
  | "samsung-980-pro-1tb"
  | "samsung-980-pro-250gb"
  | "samsung-980-pro-500gb"
  | "samsung-990-pro-1tb"
  | "samsung-990-pro-2tb"
  | "samsung-sm961-128gb"
  | "seagate-ironwolf-510-480gb"
  | "seagate-ironwolf-525-500gb"
  | "synology-snv3400-400g"
  | "synology-snv3410-400g"
  | "synology-snv3410-800g"
  | "synology-snv3510-400g"
  | "synology-snv3510-800g"
  | "wd-black-sn7100-1tb"
  | "wd-black-sn770-1tb"
  | "wd-black-sn770-500gb"
  | "wd-blue-sn550-1tb"
  | "wd-blue-sn550-250gb"
  | "wd-blue-sn550-500gb"
  | "wd-blue-sn570-1tb"
  | "wd-blue-sn570-2tb"
  | "wd-blue-sn570-500gb"
  | "wd-blue-sn580-1tb"
  | "wd-red-sa500-500gb"
  | "wd-red-sn700-1tb"
  | "wd-red-sn700-250gb"
  | "wd-red-sn700-4tb"
  | "wd-red-sn700-500gb";

export type WorkloadsPreset =
  | "128k-sequential-read"
  | "4k-random-read"
  | "4k-random-write"
  | "8k-70-30"
  | "backup-small-files"
  | "big-file-read"
  | "big-file-write"
  | "internal-copy"
  | "jpg-photos"
  | "media-streaming"
  | "raw-photos"
  | "rebuild"
  | "source-tree"
  | "tiny-files"
  | "video-editing"
  | "virtual-machines";

export interface Scenario {
  /** Of the format. Whole number, 1 to 1. */
  version: number;
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** The NAS without its drives. */
  nas?: Nas;
  /** The drives of the volume, all alike. */
  drives?: Drives;
  /** RAID and file system. */
  volume?: Volume;
  /** The SSD cache; null or left out: none. */
  ssd_cache?: SsdCache | null;
  /** The way from client to NAS; local and usb don't take it. */
  network?: Network;
  /** The clients, all alike. */
  client?: Client;
  /** How client and NAS talk. */
  protocol?: Protocol;
  /** What is done. */
  workload: Workload;
}

export interface Nas {
  /** A name of the catalogue that fills in what is left out. */
  preset?: NasPreset;
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** The processor. */
  cpu?: NasCpu;
  /** Main memory; 4 GiB is what most NAS models of the last years came with. 0.25 to 4096. Default: 4. */
  ram_gib?: number;
  /** A bus that drives and network port share: one PCIe lane of a board, a port multiplier. None that limits, unless said. 1 to 100000. */
  io_bus_mb_s?: number | null;
  /** The operating system decides on Samba's mode, chunk size, write-back and stripe cache; plain Linux unless the model says more. Default: "linux". */
  os?: "dsm-6" | "dsm-7" | "qts" | "quts-hero" | "truenas" | "omv" | "unraid" | "linux" | "windows-server";
}

export interface NasCpu {
  /** A name of the catalogue that fills in what is left out. */
  preset?: CpusPreset;
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** Cores; four in most NAS models. Whole number, 1 to 256. Default: 4. */
  cores?: number;
  /** PassMark's single-thread rating, which every cost on the CPU scales with; 1,200 is a current NAS class processor. 100 to 10000. Default: 1200. */
  single_thread_score?: number;
  /** AES in hardware: sets the cost of encryption. Nearly every x86 of the last ten years has it. Default: true. */
  aes_instructions?: boolean;
}

export interface Drives {
  /** A name of the catalogue that fills in what is left out. */
  preset?: DrivesPreset;
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** Drives in the volume; all bays of the NAS model, or 4. Whole number, 1 to 60. */
  count?: number;
  /** What the drives are. Default: "hdd". */
  kind?: "hdd" | "ssd-sata" | "ssd-nvme";
  /** Hard disks: conventional, or shingled and managed by the drive. Default: "cmr". */
  recording?: "cmr" | "smr";
  /** Of one drive, decimal; 8 TB for a hard disk, 1 TB for an SSD. 0.001 to 1000. */
  capacity_tb?: number;
  /** Hard disks: half a turn is what an access waits for on average. 4200 to 15000. Default: 7200. */
  rpm?: number;
  /** Reading in sequence; at the outer edge of a hard disk, where data sheets measure. 1 to 100000. */
  sequential_mb_s?: number;
  /** Writing in sequence; as reading, unless said. 1 to 100000. */
  sequential_write_mb_s?: number | null;
  /** SSD: what is left once its SLC cache is used up; no drop known, unless said. 1 to 100000. */
  sustained_write_mb_s?: number | null;
  /** SSD: how much it takes at the full rate. 0 to 100000. */
  slc_cache_gb?: number | null;
  /** How a drive is connected; USB's older protocol takes one command at a time. */
  attach?: "sata" | "sas" | "nvme" | "usb-bot" | "usb-uas";
  /** SSD: capacitors make a flush cost nothing. */
  power_loss_protection?: boolean;
  /** Hard disks; makers hardly state it any more: typical for the speed of rotation. 0.1 to 50. */
  average_seek_ms?: number | null;
  /** SSD: 4 KiB with 32 in flight, from the data sheet. 1 to 100000000. */
  random_read_iops?: number | null;
  /** SSD: 4 KiB with 32 in flight, from the data sheet. 1 to 100000000. */
  random_write_iops?: number | null;
  /** The drive's own memory. 0 to 1048576. Default: 256. */
  cache_mib?: number;
}

export interface Volume {
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** How the drives make one volume; what the makers' assistants propose for that many drives. */
  raid?: "single" | "jbod" | "raid0" | "raid1" | "raid5" | "raid6" | "raid10" | "raid50" | "raid60" | "shr" | "shr2" | "raidz1" | "raidz2" | "raidz3" | "zfs-mirror";
  /** How much lies on one drive before the next one comes; on ZFS the recordsize. As the operating system sets it up. Whole number, 4 to 4096. */
  chunk_kib?: number;
  /** What is on the volume, none for a raw block device; as the operating system proposes. */
  filesystem?: "ext4" | "btrfs" | "xfs" | "zfs" | "ntfs" | "none";
  /** How full the volume is: a full disk is slower, and ZFS rebuilds only what is used. 0 to 100. Default: 30. */
  fill_percent?: number;
  /** Where the touched data lies, 0 at the outer edge; half of the fill level unless said. 0 to 100. */
  position_percent?: number | null;
  /** Encryption at rest. Default: false. */
  encrypted?: boolean;
  /** ZFS and btrfs: bytes of data per byte on the drives. Photos and films don't shrink: 1. 1 to 100. Default: 1. */
  compression_ratio?: number;
  /** Whether writes are made durable as the client asks, always or never. Default: "standard". */
  sync?: "standard" | "always" | "disabled";
  /** ZFS: a log device for synchronous writes. */
  slog?: VolumeSlog | null;
  /** RAID by the NAS's CPU, or by a card with a write-back cache of its own. Default: "software". */
  controller?: "software" | "hardware";
  /** Memory of the RAID card. 0 to 1048576. Default: 0. */
  controller_cache_mib?: number;
  /** md notes where it writes before it does; saves a full resync after a crash and costs a seek. By operating system. */
  write_intent_bitmap?: boolean | null;
  /** md RAID 5/6: memory per drive in which partial stripes wait to become full ones. By operating system. Whole number, 16 to 1048576. */
  stripe_cache_kib?: number | null;
  /** Whether all drives work; rebuilding where the workload is the rebuild. */
  state?: "optimal" | "degraded" | "rebuilding";
}

export interface VolumeSlog {
  /** A name of the catalogue that fills in what is left out. */
  preset?: SsdsPreset;
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** How many SSDs; a cache that holds back writes needs two. Whole number, 1 to 24. Default: 1. */
  count?: number;
  /** M.2 NVMe, or SATA. Default: "ssd-nvme". */
  kind?: "ssd-nvme" | "ssd-sata";
  /** Of one SSD, decimal. 0.1 to 200000. Default: 500. */
  capacity_gb?: number;
  /** From the data sheet, or what the slot lets through. 1 to 100000. */
  sequential_read_mb_s?: number;
  /** From the data sheet, or what the slot lets through. 1 to 100000. */
  sequential_write_mb_s?: number;
  /** After the SLC cache is used up; no drop known, unless said. 1 to 100000. */
  sustained_write_mb_s?: number | null;
  /** How much it takes at the full rate. 0 to 100000. */
  slc_cache_gb?: number | null;
  /** 4 KiB with 32 in flight, from the data sheet, or what the slot lets through. 1 to 100000000. */
  random_read_iops?: number;
  /** 4 KiB with 32 in flight, from the data sheet, or what the slot lets through. 1 to 100000000. */
  random_write_iops?: number;
  /** 4 KiB, one at a time; makers hardly state it: typical for its kind. 1 to 100000. */
  read_latency_us?: number | null;
  /** 4 KiB, one at a time; makers hardly state it: typical for its kind. 1 to 100000. */
  write_latency_us?: number | null;
  /** What the maker lets one write; not stated, unless said. 1 to 1000000. */
  endurance_tbw?: number | null;
  /** Capacitors make a flush cost nothing. Default: false. */
  power_loss_protection?: boolean;
}

export interface SsdCache {
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** Read-write holds back writes and so wants two SSDs; with one, read-only. */
  mode?: "read-only" | "read-write" | "write-around";
  /** The SSDs. */
  drives?: SsdCacheDrives;
  /** Mirrored where unwritten data is at stake, striped for reads alone, as NAS systems set it up. */
  raid?: "single" | "raid0" | "raid1" | "raid5";
  /** Which block goes when a new one comes; flashcache, which NAS makers build on, takes the least recently used. Default: "lru". */
  policy?: "lru" | "fifo" | "clock" | "lfu" | "slru" | "two-q" | "arc" | "s3-fifo" | "sieve" | "w-tiny-lfu" | "belady";
  /** What the cache moves at once. Whole number, 4 to 1048576. Default: 64. */
  block_kib?: number;
  /** Sequential streams bypass the cache: hard disks do them well. Default: true. */
  skip_sequential?: boolean;
  /** A stream counts as sequential after this much. Whole number, 0 to 1048576. Default: 1024. */
  sequential_threshold_kib?: number;
  /** How much of what fits of the working set is in the cache at the start; 0 is a new cache. 0 to 100. Default: 100. */
  warm_percent?: number;
  /** How much of the cache is unwritten data at the start. 0 to 100. Default: 0. */
  dirty_percent?: number;
}

export interface SsdCacheDrives {
  /** A name of the catalogue that fills in what is left out. */
  preset?: SsdsPreset;
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** How many SSDs; a cache that holds back writes needs two. Whole number, 1 to 24. Default: 2. */
  count?: number;
  /** M.2 NVMe, or SATA. Default: "ssd-nvme". */
  kind?: "ssd-nvme" | "ssd-sata";
  /** Of one SSD, decimal. 0.1 to 200000. Default: 500. */
  capacity_gb?: number;
  /** From the data sheet, or what the slot lets through. 1 to 100000. */
  sequential_read_mb_s?: number;
  /** From the data sheet, or what the slot lets through. 1 to 100000. */
  sequential_write_mb_s?: number;
  /** After the SLC cache is used up; no drop known, unless said. 1 to 100000. */
  sustained_write_mb_s?: number | null;
  /** How much it takes at the full rate. 0 to 100000. */
  slc_cache_gb?: number | null;
  /** 4 KiB with 32 in flight, from the data sheet, or what the slot lets through. 1 to 100000000. */
  random_read_iops?: number;
  /** 4 KiB with 32 in flight, from the data sheet, or what the slot lets through. 1 to 100000000. */
  random_write_iops?: number;
  /** 4 KiB, one at a time; makers hardly state it: typical for its kind. 1 to 100000. */
  read_latency_us?: number | null;
  /** 4 KiB, one at a time; makers hardly state it: typical for its kind. 1 to 100000. */
  write_latency_us?: number | null;
  /** What the maker lets one write; not stated, unless said. 1 to 1000000. */
  endurance_tbw?: number | null;
  /** Capacitors make a flush cost nothing. Default: false. */
  power_loss_protection?: boolean;
}

export interface Network {
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** The NAS's port; the fastest built into the model, or 1. */
  link_gbit?: 0.1 | 1 | 2.5 | 5 | 10 | 25 | 40 | 100;
  /** Ports in use. Whole number, 1 to 8. Default: 1. */
  links?: number;
  /** How several links act as one; none uses one of them. Default: "none". */
  bonding?: "none" | "balance-rr" | "active-backup" | "802.3ad" | "balance-alb" | "smb-multichannel";
  /** Largest packet; more than 1,500 only where every device on the way is set so. Whole number, 576 to 9216. Default: 1500. */
  mtu?: number;
  /** An empty round trip, client to NAS and back; one switch on the way. 1 to 1000000. */
  round_trip_us?: number;
  /** 802.3ad puts each flow on a link by a hash; with few flows luck decides. Default: "mean". */
  spread?: "mean" | "even" | "worst";
  /** Packets that get lost; none on a sound cable. 0 to 50. Default: 0. */
  loss_percent?: number;
}

export interface Client {
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** Decides on how files are copied. Default: "windows". */
  os?: "windows" | "macos" | "linux";
  /** Clients that do the same at once. Whole number, 1 to 1000. Default: 1. */
  count?: number;
  /** Each client's own port; as the NAS's, unless said. */
  link_gbit?: 0.1 | 1 | 2.5 | 5 | 10 | 25 | 40 | 100 | null;
  /** Each client's ports in use. Whole number, 1 to 8. Default: 1. */
  links?: number;
  /** What copies; what people take on that system and protocol. */
  tool?: "explorer" | "finder" | "robocopy" | "cp" | "rsync" | "scp" | "sftp" | "dd" | "fio" | "iometer" | "atto" | "crystaldiskmark" | "other";
  /** The client's own disk; never the limit, unless said. 1 to 100000. */
  storage_mb_s?: number | null;
  /** What a client that buffers can hold back. 0.25 to 4096. Default: 16. */
  ram_gib?: number;
  /** PassMark's single-thread rating; 2,500 is an ordinary PC. 100 to 10000. Default: 2500. */
  single_thread_score?: number;
}

export interface Protocol {
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** What Windows, macOS and most NAS systems speak by themselves is SMB. Default: "smb". */
  kind?: "smb" | "nfs" | "iscsi" | "sftp" | "scp" | "rsync-ssh" | "rsync-daemon" | "ftp" | "webdav" | "afp" | "usb" | "local" | "tcp";
  /** smb: 1, 2.1, 3.0, 3.1.1; nfs: 3, 4.0, 4.1, 4.2; usb: 2.0, 3.0, 3.1. What current systems agree on. */
  version?: "1" | "2.0" | "2.1" | "3" | "3.0" | "3.1" | "3.1.1" | "4.0" | "4.1" | "4.2" | null;
  /** SMB 3 encryption, NFS krb5p, FTPS, WebDAV over TLS; ssh can't do without. Default: false. */
  encrypted?: boolean;
  /** Each message carries a checksum that proves its sender. Default: false. */
  signed?: boolean;
  /** NFS: writes are answered before they are durable; SMB: the server works on several requests of one client at once. By operating system. */
  async?: boolean | null;
  /** Where encrypted; the tool's first choice. */
  cipher?: "aes128-gcm" | "aes256-gcm" | "aes128-ctr" | "chacha20-poly1305" | null;
  /** Largest read or write on the wire; the protocol's own, unless said. Whole number, 1 to 65536. */
  io_kib?: number | null;
  /** nfs nconnect, SMB multichannel connections per link, rsyncs side by side. Whole number, 1 to 256. Default: 1. */
  connections?: number;
}

export interface FileCopy {
  /** What sort of work; a preset says it, too. */
  kind?: "file-copy";
  /** A name of the catalogue that fills in what is left out. */
  preset?: WorkloadsPreset;
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** From the NAS, to it, or within it. Default: "read". */
  direction?: "read" | "write" | "duplicate";
  /** How many files. Whole number, 1 to 1000000000. */
  files?: number;
  /** Mean size of a file. Whole number, 1 to 1000000000000000. */
  mean_file_bytes?: number;
  /** Spread of the sizes: sigma of a log-normal law; 0: all alike. 0 to 5. Default: 0. */
  size_sigma?: number;
  /** How many directories the files lie in. Whole number, 1 to 100000000. Default: 1. */
  directories?: number;
  /** Reading: the files are already in the NAS's page cache. Default: false. */
  in_nas_ram?: boolean;
  /** Files in flight at once, beyond the tool's own habit. Whole number, 1 to 1024. Default: 1. */
  parallel?: number;
}

export interface Block {
  /** What sort of work; a preset says it, too. */
  kind?: "block";
  /** A name of the catalogue that fills in what is left out. */
  preset?: WorkloadsPreset;
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** Where the next access goes. Default: "random". */
  pattern?: "random" | "sequential";
  /** Size of an access. Whole number, 1 to 1073741824. Default: 4096. */
  block_bytes?: number;
  /** Share of reads among the accesses. 0 to 100. Default: 100. */
  read_percent?: number;
  /** Per client; in flight at once are threads times queue depth. Whole number, 1 to 1024. Default: 1. */
  threads?: number;
  /** Accesses that a thread has in flight. Whole number, 1 to 4096. Default: 1. */
  queue_depth?: number;
  /** How much is touched; 10 GB is more than the RAM of many NAS systems. 0.0001 to 1000000. Default: 10. */
  working_set_gb?: number;
  /** Which blocks are touched more often: uniform, {"zipf": 0.9}, or {"hot_percent": 10, "hot_accesses_percent": 90}. Default: "uniform". */
  skew?: Skew;
  /** Bypasses the client's own cache; otherwise the client buffers up to its RAM. Default: true. */
  direct?: boolean;
  /** Buffered: one flush at the end belongs to the time. Default: false. */
  end_sync?: boolean;
  /** Every write is durable before it is answered. Default: false. */
  sync?: boolean;
  /** How long it goes on. 0.1 to 1000000. Default: 60. */
  duration_s?: number;
}

export interface Metadata {
  /** What sort of work; a preset says it, too. */
  kind?: "metadata";
  /** A name of the catalogue that fills in what is left out. */
  preset?: WorkloadsPreset;
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** What happens to each file. Default: "create". */
  operation?: "create" | "open" | "remove";
  /** How many files. Whole number, 1 to 1000000000. Default: 10000. */
  files?: number;
}

export interface Rebuild {
  /** What sort of work; a preset says it, too. */
  kind?: "rebuild";
  /** A name of the catalogue that fills in what is left out. */
  preset?: WorkloadsPreset;
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
}

export interface Mix {
  /** What sort of work; a preset says it, too. */
  kind?: "mix";
  /** A name of the catalogue that fills in what is left out. */
  preset?: WorkloadsPreset;
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** File copies, block I/O and metadata operations at once, each with a weight. */
  parts?: MixPart[];
}

export interface Trace {
  /** What sort of work; a preset says it, too. */
  kind: "trace";
  /** Free text for people, never interpreted. At most 200 characters. */
  label?: string;
  /** How the records are written. Default: "fio-iolog". */
  format?: "fio-iolog" | "msr-csv" | "blkparse" | "oracle-general" | "csv";
  /** The recorded I/O as text, where it is short; otherwise page and command line pass it beside the document. At most 1048576 characters. */
  records?: string;
}

export type Workload = FileCopy | Block | Metadata | Rebuild | Mix | Trace;

export interface MixPart {
  /** Share of this part, in relation to the others. 0.001 to 1000000. Default: 1. */
  weight?: number;
  workload: FileCopy | Block | Metadata;
}

export type Skew = "uniform" | { zipf: number } | { hot_percent: number; hot_accesses_percent: number };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/** How much work a forecast may do. The answer is the same kind at every level; only its noise differs. */
export type Effort = "draft" | "full";

/** A figure with its 80 % interval. */
export type Quantity = {
  /** The forecast itself. */
  value: number,
  /** A tenth of the outcomes lie below. */
  low: number,
  /** A tenth of the outcomes lie above. */
  high: number,
};

/** Response times of one operation (block request or file), in milliseconds. */
export type Latency = {
  /** Arithmetic mean, in ms. */
  mean: number,
  /** Standard deviation, in ms. */
  stddev: number,
  /** Median, in ms. */
  p50: number,
  /** 95th percentile, in ms. */
  p95: number,
  /** 99th percentile, in ms. */
  p99: number,
  /** Longest seen in a run of the workload's length, in ms. */
  max: number,
};

/** One station of the queueing network. */
export type StationReport = {
  /** `client-storage`, `client`, `link`, `nas-cpu`, `ram`, `ssd-cache`, `drives` or `round-trips`. */
  id: string,
  /** Share of the time its busiest server worked, 0..1. */
  utilisation: number,
  /** Operations waiting or in service there, on average. */
  queue_mean: number,
  /** Share of an operation's response time spent there, waiting included, 0..1. The shares sum to 1. */
  time_share: number,
  /** What it alone would allow, in 10^6 bytes per second; null where it sets no limit. */
  limit_mb_s: number | null,
};

/** Hit ratios and the destage traffic. */
export type CacheReport = {
  /** Reads served from the NAS's page cache, per cent; null where nothing was read. */
  ram_hit_percent: number | null,
  /** Reads that the page cache missed and the SSD cache served, per cent; null without an SSD cache. */
  ssd_hit_percent: number | null,
  /** Unwritten data leaving the SSD cache for the drives, 10^6 bytes per second. */
  destage_mb_s: number,
};

/** One moment of the run. */
export type TimelinePoint = {
  /** Time since the start, in seconds of the real workload. */
  t_s: number,
  /** Throughput around that moment, 10^6 bytes per second. */
  throughput_mb_s: number,
  /** Page-cache hits around that moment, per cent. */
  ram_hit_percent: number,
  /** SSD-cache hits around that moment, per cent. */
  ssd_hit_percent: number,
  /** Unwritten data in the NAS's RAM, MiB. */
  dirty_mib: number,
};

/** Where an assumed value comes from. */
export type Why = "default" | "preset" | "derived" | "nas-limit";

/** One field that the document left out. */
export type Assumption = { path: string, value: JsonValue, why: Why, };

/** Something about the scenario that its author may want to know. */
export type Warning = { code: string, path: string, 
/** Figures for the sentence that the page makes of the code. */
args: JsonValue, };

/** Why the simulation ended. */
export type StopReason = "converged" | "budget" | "finished";

/** How the figures were obtained. */
export type RunStatus = {
  /** Why the simulation ended. */
  stop: StopReason,
  /** Events simulated. */
  events: number,
  /** Operations counted after the warm-up. */
  operations: number,
  /** Half width of the throughput's 95 % confidence interval from batch means, per cent. */
  noise_percent: number,
  /** Scale of the sampled working set and caches: 1 is full size. */
  scale: number,
};

/** A forecast. */
export type Report = {
  /** Version of the report format. */
  version: number,
  /** Seed of the random streams. */
  seed: number,
  /** The scenario with every preset and default filled in. */
  scenario: Scenario,
  /** Payload, 10^6 bytes per second; null where no data moves. */
  throughput_mb_s: Quantity | null,
  /** Block operations per second; null for file workloads. */
  iops: Quantity | null,
  /** Files per second; null for block workloads. */
  files_per_s: Quantity | null,
  /** Time for the whole of a finite workload, in seconds. */
  duration_s: Quantity | null,
  /** Response time of one operation as the client sees it. */
  latency_ms: Latency,
  /** Id of the station that limits. */
  bottleneck: string,
  /** Every station of the path. */
  stations: Array<StationReport>,
  /** Hits and destage. */
  cache: CacheReport,
  /** The course of the run. */
  timeline: Array<TimelinePoint>,
  /** What the scenario left open. */
  assumptions: Array<Assumption>,
  /** What to know before trusting it. */
  warnings: Array<Warning>,
  /** How it was simulated. */
  run: RunStatus,
};

/** One workload of the suite. */
export type SuiteRow = {
  /** The workload's preset. */
  id: string,
  /** The forecast on the hardware as it is. */
  report: Report,
  /** The forecast without its SSD cache; null if it has none. */
  report_without_cache: Report | null,
};

/** The formats of traces. */
export type TraceFormat = "fio-iolog" | "blkparse" | "msr-csv" | "spc" | "oracle-general" | "csv" | "ids";

/** Why a line was skipped. */
export type LineProblem = "field-count" | "not-a-number" | "unknown-operation" | "out-of-range" | "line-too-long" | "truncated" | "too-many-volumes" | "unrecognised";

/** A line that was skipped. */
export type BadLine = {
  /** Counted from 1; for binary formats the number of the record. */
  line: number,
  /** The field, counted from 1; 0: the line as a whole. */
  column: number,
  /** What is wrong with it. */
  problem: LineProblem,
};

/** Something the reader of the results should know. */
export type Note = { "code": "blkparse-events", 
/** Q (queued), D (sent to the driver) or C (completed). */
event: string, } | { "code": "no-sizes" } | { "code": "cut-short" };

/** One policy at one size. */
export type PolicyResult = {
  /** The policy's name. */
  policy: string,
  /** The cache's size in blocks or objects. */
  size: number,
  /** Accesses to single blocks. */
  requests: number,
  /** Those that found the block in the cache; an estimate when `sampled`. */
  hits: number,
  /** Misses per request. */
  miss_ratio: number,
  /** Requests per second of wall time, reading the trace included; none without a clock. */
  requests_per_s: number | null,
  /** Whether it comes from a spatial sample, because the future of so long a trace can't be kept. */
  sampled: boolean,
  /** Blocks that a write-back cache had to write to the drives when it evicted them; only when asked for. */
  dirty_evictions: number | null,
  /** Blocks still dirty at the end. */
  dirty_at_end: number | null,
};

/** A point of a miss-ratio curve. */
export type Point = {
  /** The cache's size in blocks or objects. */
  size: number,
  /** Misses per request. */
  miss_ratio: number,
};

/** A policy's miss ratio over the size of the cache. */
export type Curve = {
  /** The policy's name. */
  policy: string,
  /** The share of blocks it was found with; 1: all, the curve is exact. */
  sample_rate: number,
  /** How far off the points are likely to be, in miss ratio: what halving the sample changes. 0: the curve is exact.
   * No bound: of LFU and W-TinyLFU on a long trace that drifts, a point may be several times as far off. */
  error: number,
  /** By rising size. */
  points: Array<Point>,
};

/** A stretch of the trace. */
export type Stretch = {
  /** When it begins, in s since the trace began; 0 where the trace has no times. */
  t_s: number,
  /** Requests in it. */
  requests: number,
  /** Those that write. */
  writes: number,
  /** Different blocks touched: the working set of this stretch. */
  blocks: number,
};

/** What the trace is like. */
export type Profile = {
  /** Share of the records that write. */
  write_share: number,
  /** Share of the bytes in records that go on where a recent one ended; none for objects. */
  sequential_share: number | null,
  /** How far the other records lie from those before them on the same volume, bytes; none for objects. */
  mean_jump_bytes: number | null,
  /** Share of the requests for a block that was used before: no cache hits more. */
  reuse_share: number,
  /** Share of the blocks that are used once only. */
  used_once_share: number,
  /** Share of the requests that go to the hottest 1 %, 10 % and 20 % of the blocks. */
  hottest: [number, number, number],
  /** The working set over time. */
  working_set: Array<Stretch>,
  /** The smallest LRU cache within one point of the largest possible hit ratio: more would be wasted. */
  enough: number,
};

/** All results. */
export type CacheResults = {
  /** Bytes of a block; for objects, none. */
  block_bytes: number | null,
  /** Accesses to single blocks. */
  requests: number,
  /** Different blocks. */
  distinct_blocks: number,
  /** Whether that is an estimate from the sample. */
  distinct_is_estimate: boolean,
  /** Every policy at every size asked for. */
  policies: Array<PolicyResult>,
  /** Miss-ratio curves, when asked for. */
  mrc: Array<Curve>,
  /** What the trace is like, when asked for. */
  profile: Profile | null,
  /** The format it was read as. */
  format: TraceFormat,
  /** Whether records name objects instead of addresses. */
  objects: boolean,
  /** Records that move data. */
  records: number,
  /** Those that read. */
  reads: number,
  /** Those that write. */
  writes: number,
  /** Records that trim. */
  trims: number,
  /** Bytes moved. */
  bytes: number,
  /** Bytes of those that were written. */
  write_bytes: number,
  /** Lines that are not empty, or records of a binary format. */
  lines: number,
  /** Lines that were skipped because something is wrong with them. */
  bad_lines: number,
  /** The first ten of them. */
  first_bad: Array<BadLine>,
  /** Volumes with at least one record. */
  volumes: number,
  /** From the first record to the last, in s; 0 where the trace has no times. */
  duration_s: number,
  /** What else there is to know. */
  notes: Array<Note>,
};

/** What the reader does with the NAS, and what upgrades would cost. */
export type AdviceRequest = {
  /** How much each workload counts, by its id in the suite, or `own` for the document's. Empty: the whole suite, all alike. */
  weights: { [key in string]: number },
  /** Price of an upgrade by its id, in whatever currency. */
  prices: { [key in string]: number },
  /** Seed of every simulation: with and without the upgrade the same random numbers are drawn. */
  seed: number,
};

/** One change to buy or to make, as a merge patch on the scenario. */
export type Upgrade = {
  /** Unique among the upgrades of one scenario: `cache-2x500`. */
  id: string,
  /** What it is: `link`, `links`, `mtu`, `ram`, `cpu`, `drive`, `raid`, `ssd`, `cache`, `no-cache`, `skip-sequential`,
   * `cache-sequential`, `protocol` or `async`. */
  code: string,
  /** Figures for the sentence that the page makes of the code. */
  args: JsonValue,
  /** RFC 7396 merge patch that makes the upgraded scenario. */
  patch: JsonValue,
  /** Whether it has to be bought; a setting is free. */
  costs: boolean,
};

/** Something to simulate: an upgrade, or with null the scenario as it is, on some workloads. */
export type Job = {
  /** The upgrade's id. */
  upgrade: string | null,
  /** Budget of each simulation. */
  effort: Effort,
  /** Ids of the workloads to forecast. */
  workloads: Array<string>,
};

/** What advice needs of one report. */
export type Sample = {
  /** Bytes, files or whole runs per second: only its ratio to another one means something. */
  speed: number,
  /** Standard deviation of the simulation itself, relative. */
  noise: number,
  /** How much the speed depends on each station, summing to 1. */
  dependence: [number, number, number, number, number, number, number, number],
};

/** The result of a job. */
export type Measured = {
  /** The upgrade's id; null for the scenario as it is. */
  upgrade: string | null,
  /** Budget of each simulation. */
  effort: Effort,
  /** By workload; null where the upgrade changes nothing that this workload touches. */
  samples: { [key in string]: Sample | null },
};

/** What an upgrade is worth. */
export type Worth = "gain" | "within-noise" | "slower" | "cache-hurts";

/** How much faster one workload gets. */
export type WorkloadGain = {
  /** The workload's id. */
  id: string,
  /** Its share of the score, 0..1. */
  share: number,
  /** Speed with the upgrade over speed without it, with its 80 % interval. */
  speed_up: Quantity,
};

/** An upgrade and what it brings. */
export type RatedUpgrade = {
  /** Effort of the simulations behind the figures: the best ones are simulated in full. */
  effort: Effort,
  /** Weighted geometric mean of the workloads' speed-ups, with its 80 % interval. */
  speed_up: Quantity,
  /** Each workload by itself. */
  workloads: Array<WorkloadGain>,
  /** The figure in a word. */
  worth: Worth,
  /** Price that the reader gave. */
  price: number | null,
  /** Per cent of speed per unit of money. */
  gain_percent_per_price: number | null,
  /** Unique among the upgrades of one scenario: `cache-2x500`. */
  id: string,
  /** What it is: `link`, `links`, `mtu`, `ram`, `cpu`, `drive`, `raid`, `ssd`, `cache`, `no-cache`, `skip-sequential`,
   * `cache-sequential`, `protocol` or `async`. */
  code: string,
  /** Figures for the sentence that the page makes of the code. */
  args: JsonValue,
  /** RFC 7396 merge patch that makes the upgraded scenario. */
  patch: JsonValue,
  /** Whether it has to be bought; a setting is free. */
  costs: boolean,
};

/** What can be said about the upgrades as a whole. */
export type Verdict = "nothing-worth-buying" | "setting-helps" | "cache-hurts";

/** The answer. */
export type Advice = {
  /** Version of the format. */
  version: number,
  /** Seed of the simulations. */
  seed: number,
  /** Best first. */
  upgrades: Array<RatedUpgrade>,
  /** Ids of the upgrades with a price that gain something, most gain for the money first. */
  by_price: Array<string>,
  /** What can be said about all of them. */
  verdicts: Array<Verdict>,
};

/** How far the advice has come. */
export type Plan = {
  /** What to simulate next, in any order or all at once; empty: the advice stands. */
  jobs: Array<Job>,
  /** Jobs that are done. */
  done: number,
  /** Jobs that are done or known to be needed; grows when the first pass shows who deserves a closer look. */
  total: number,
  /** What can be said so far. */
  advice: Advice,
};

/** The answer. */
export type Purchase = {
  /** Usable size of the SSD cache, GB; none: no SSD cache. */
  cache_gb: number | null,
  /** Share of the reads that RAM answers. */
  ram_hit: number,
  /** Share of all reads that the SSD cache answers. */
  ssd_hit: number,
  /** The forecast of the random accesses, with these ratios. */
  report: Report,
  /** Of all the trace's bytes: the random ones of the report and the sequential ones, each at their rate. */
  throughput_mb_s: Quantity | null,
  /** Mean of all accesses likewise. */
  latency_ms: number,
  /** None: no cache, or a trace without times. */
  wear: Wear | null,
};

/** How fast each SSD of the cache wears. */
export type Wear = {
  /** Written to each SSD if the trace went on for a year, TB. */
  tb_per_year: number,
  /** What the maker lets one write to an SSD of this size, TB: that of the scenario's SSD, in proportion to its size. None:
   * not stated. */
  endurance_tbw: number | null,
  /** How long that lasts. */
  years: number | null,
};
