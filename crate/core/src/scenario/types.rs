//! A fully resolved scenario: every preset and default filled in, every enumerated value a Rust enum.
//!
//! Nothing in here checks or fills in: a [`Scenario`] comes out of `Document::resolve`, which has done both, so the
//! model may rely on every range of the table of knobs. `Option` stays only where "none" says something the model
//! has to know. Names, units and values are those of the public format, so a resolved scenario written as JSON is
//! itself a valid document that resolves to itself.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::tree::{InTree, Unfit, field, note};

/// Enums whose values have a name in the format.
macro_rules! choices {
    ($(#[$about:meta])* pub enum $type:ident { $($(#[$doc:meta])* $value:ident = $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type {
            $($(#[$doc])* $value,)*
        }

        impl $type {
            const CHOICES: &'static [(&'static str, Self)] = &[$(($name, Self::$value),)*];

            /// As the format calls it.
            pub fn name(self) -> &'static str {
                Self::CHOICES[self as usize].0
            }
        }

        impl InTree for $type {
            fn of(tree: &Value) -> Result<Self, Unfit> {
                let choice = Self::CHOICES.iter().find(|(name, _)| tree == name);
                choice.map(|(_, value)| *value).ok_or(Unfit(stringify!($type)))
            }

            fn to_tree(&self) -> Value {
                self.name().into()
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    };
}

macro_rules! name_of {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}

/// Reads and writes structs by the names of their fields. What serde derives for the same is five times the code, for ways
/// of reading that no scenario takes: a tenth of what a browser loads.
macro_rules! fields {
    ($($type:ident { $($field:ident $(= $name:literal)?),* })*) => {$(
        impl InTree for $type {
            fn of(tree: &Value) -> Result<Self, Unfit> {
                Ok(Self { $($field: field(tree, name_of!($field $($name)?))?),* })
            }

            fn to_tree(&self) -> Value {
                let mut tree = Map::new();
                $(note(&mut tree, name_of!($field $($name)?), &self.$field);)*
                Value::Object(tree)
            }
        }
    )*};
}

/// Everything a forecast depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Version of the format; 1.
    pub version: u32,
    /// Free text for people; never interpreted.
    pub label: Option<String>,
    pub nas: Nas,
    pub drives: Drives,
    pub volume: Volume,
    /// `None`: no SSD cache.
    pub ssd_cache: Option<SsdCache>,
    pub network: Network,
    pub client: Client,
    pub protocol: Protocol,
    pub workload: Workload,
}

/// The NAS without its drives.
#[derive(Clone, Debug, PartialEq)]
pub struct Nas {
    pub preset: Option<String>,
    pub label: Option<String>,
    pub cpu: Cpu,
    pub ram_gib: f64,
    /// A bus that drives and network port share, MB/s; `None`: none that limits.
    pub io_bus_mb_s: Option<f64>,
    pub os: NasOs,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Cpu {
    pub preset: Option<String>,
    pub label: Option<String>,
    pub cores: u32,
    /// PassMark CPU Mark single-thread rating; scales every CPU cost.
    pub single_thread_score: f64,
    /// Hardware AES.
    pub aes_instructions: bool,
}

choices! {
    pub enum NasOs {
        Dsm6 = "dsm-6",
        Dsm7 = "dsm-7",
        Qts = "qts",
        QutsHero = "quts-hero",
        Truenas = "truenas",
        Omv = "omv",
        Unraid = "unraid",
        Linux = "linux",
        WindowsServer = "windows-server",
    }
}

/// The bulk drives of the volume, all alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Drives {
    pub preset: Option<String>,
    pub label: Option<String>,
    pub count: u32,
    pub kind: DriveKind,
    /// Means something for hard disks only; `cmr` otherwise.
    pub recording: Recording,
    /// Of one drive, 10^12 bytes.
    pub capacity_tb: f64,
    /// Means something for hard disks only.
    pub rpm: f64,
    /// Sequential read of one drive, 10^6 bytes/s; at the outer edge of a hard disk.
    pub sequential_mb_s: f64,
    /// Sequential write of one drive; as read when the document says nothing.
    pub sequential_write_mb_s: f64,
    /// SSD: rate once the SLC cache is used up; `None`: no drop known.
    pub sustained_write_mb_s: Option<f64>,
    /// SSD: writes that are taken at the full rate, 10^9 bytes; `None`: no SLC cache known.
    pub slc_cache_gb: Option<f64>,
    pub attach: Attach,
    /// SSD: a flush costs nothing.
    pub power_loss_protection: bool,
    /// Means something for hard disks only.
    pub average_seek_ms: f64,
    /// 4 KiB at queue depth 32; always there for an SSD, never for a hard disk.
    pub random_read_iops: Option<f64>,
    /// 4 KiB at queue depth 32; always there for an SSD, never for a hard disk.
    pub random_write_iops: Option<f64>,
    pub cache_mib: f64,
}

choices! {
    pub enum DriveKind {
        Hdd = "hdd",
        SsdSata = "ssd-sata",
        SsdNvme = "ssd-nvme",
    }
}

choices! {
    pub enum Recording {
        Cmr = "cmr",
        /// Drive-managed shingled recording.
        Smr = "smr",
    }
}

choices! {
    /// How a drive reaches the NAS.
    pub enum Attach {
        Sata = "sata",
        Sas = "sas",
        Nvme = "nvme",
        UsbBot = "usb-bot",
        UsbUas = "usb-uas",
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Volume {
    pub label: Option<String>,
    pub raid: Raid,
    /// Stripe unit per drive; with ZFS the recordsize.
    pub chunk_kib: u32,
    pub filesystem: Filesystem,
    pub fill_percent: f64,
    /// Where the touched data lies, 0: outer edge, 100: inner edge.
    pub position_percent: f64,
    pub encrypted: bool,
    /// Bytes of data per byte on the drives.
    pub compression_ratio: f64,
    pub sync: SyncMode,
    /// ZFS: a log device for synchronous writes; `None`: none.
    pub slog: Option<CacheDrives>,
    pub controller: Controller,
    pub controller_cache_mib: f64,
    /// md's write-intent bitmap.
    pub write_intent_bitmap: bool,
    /// md RAID 5/6: memory for stripes in the making, per drive.
    pub stripe_cache_kib: u32,
    pub state: VolumeState,
}

choices! {
    pub enum Raid {
        Single = "single",
        Jbod = "jbod",
        Raid0 = "raid0",
        Raid1 = "raid1",
        Raid5 = "raid5",
        Raid6 = "raid6",
        Raid10 = "raid10",
        Raid50 = "raid50",
        Raid60 = "raid60",
        Shr = "shr",
        Shr2 = "shr2",
        Raidz1 = "raidz1",
        Raidz2 = "raidz2",
        Raidz3 = "raidz3",
        ZfsMirror = "zfs-mirror",
    }
}

choices! {
    pub enum Filesystem {
        Ext4 = "ext4",
        Btrfs = "btrfs",
        Xfs = "xfs",
        Zfs = "zfs",
        Ntfs = "ntfs",
        /// A raw block device.
        None = "none",
    }
}

choices! {
    pub enum SyncMode {
        /// As the client asks.
        Standard = "standard",
        Always = "always",
        Disabled = "disabled",
    }
}

choices! {
    pub enum Controller {
        Software = "software",
        /// A RAID card with a write-back cache of its own.
        Hardware = "hardware",
    }
}

choices! {
    pub enum VolumeState {
        Optimal = "optimal",
        Degraded = "degraded",
        Rebuilding = "rebuilding",
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct SsdCache {
    pub label: Option<String>,
    pub mode: CacheMode,
    pub drives: CacheDrives,
    pub raid: CacheRaid,
    pub policy: CachePolicy,
    pub block_kib: u32,
    /// Sequential streams bypass the cache.
    pub skip_sequential: bool,
    /// A stream counts as sequential after this much.
    pub sequential_threshold_kib: u32,
    /// How much of what fits of the working set is in the cache at the start.
    pub warm_percent: f64,
    /// How much of the cache is unwritten data at the start.
    pub dirty_percent: f64,
}

choices! {
    pub enum CacheMode {
        ReadOnly = "read-only",
        /// Write-back.
        ReadWrite = "read-write",
        WriteAround = "write-around",
    }
}

choices! {
    pub enum CacheRaid {
        Single = "single",
        Raid0 = "raid0",
        Raid1 = "raid1",
        Raid5 = "raid5",
    }
}

choices! {
    pub enum CachePolicy {
        Lru = "lru",
        Fifo = "fifo",
        Clock = "clock",
        Lfu = "lfu",
        Slru = "slru",
        TwoQ = "two-q",
        Arc = "arc",
        S3Fifo = "s3-fifo",
        Sieve = "sieve",
        WTinyLfu = "w-tiny-lfu",
        Belady = "belady",
    }
}

/// The SSDs of a cache or of a ZFS log, all alike.
#[derive(Clone, Debug, PartialEq)]
pub struct CacheDrives {
    pub preset: Option<String>,
    pub label: Option<String>,
    pub count: u32,
    /// `SsdSata` or `SsdNvme`.
    pub kind: DriveKind,
    /// Of one drive, 10^9 bytes.
    pub capacity_gb: f64,
    pub sequential_read_mb_s: f64,
    pub sequential_write_mb_s: f64,
    /// Rate once the SLC cache is used up; `None`: no drop known.
    pub sustained_write_mb_s: Option<f64>,
    /// Writes that are taken at the full rate; `None`: no SLC cache known.
    pub slc_cache_gb: Option<f64>,
    /// 4 KiB at queue depth 32.
    pub random_read_iops: f64,
    /// 4 KiB at queue depth 32.
    pub random_write_iops: f64,
    /// 4 KiB at queue depth 1.
    pub read_latency_us: f64,
    /// 4 KiB at queue depth 1.
    pub write_latency_us: f64,
    /// Bytes that the maker lets one write, 10^12; `None`: not stated.
    pub endurance_tbw: Option<f64>,
    pub power_loss_protection: bool,
}

/// The way from client to NAS; the protocols `local` and `usb` don't take it.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub label: Option<String>,
    /// The NAS's port, 10^9 bits per second.
    pub link_gbit: f64,
    pub links: u32,
    pub bonding: Bonding,
    pub mtu: u32,
    /// An empty round trip, client to NAS and back.
    pub round_trip_us: f64,
    pub spread: Spread,
    pub loss_percent: f64,
}

choices! {
    pub enum Bonding {
        None = "none",
        BalanceRr = "balance-rr",
        ActiveBackup = "active-backup",
        Lacp = "802.3ad",
        BalanceAlb = "balance-alb",
        SmbMultichannel = "smb-multichannel",
    }
}

choices! {
    /// How few flows spread over the links of an 802.3ad bond.
    pub enum Spread {
        /// The mean of all hashes.
        Mean = "mean",
        /// The lucky one.
        Even = "even",
        Worst = "worst",
    }
}

/// The clients, all alike and all doing the same at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Client {
    pub label: Option<String>,
    pub os: ClientOs,
    pub count: u32,
    /// Each client's own port; as the NAS's when the document says nothing.
    pub link_gbit: f64,
    pub links: u32,
    pub tool: Tool,
    /// The client's own disk; `None`: never the limit.
    pub storage_mb_s: Option<f64>,
    /// What a buffered client can hold back.
    pub ram_gib: f64,
    pub single_thread_score: f64,
}

choices! {
    pub enum ClientOs {
        Windows = "windows",
        Macos = "macos",
        Linux = "linux",
    }
}

choices! {
    pub enum Tool {
        Explorer = "explorer",
        Finder = "finder",
        Robocopy = "robocopy",
        Cp = "cp",
        Rsync = "rsync",
        Scp = "scp",
        Sftp = "sftp",
        Dd = "dd",
        Fio = "fio",
        Iometer = "iometer",
        Atto = "atto",
        Crystaldiskmark = "crystaldiskmark",
        Other = "other",
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Protocol {
    pub label: Option<String>,
    pub kind: ProtocolKind,
    /// Always there for `smb`, `nfs` and `usb`, never for the others.
    pub version: Option<ProtocolVersion>,
    /// Encryption on the way; always true for the ssh kinds.
    pub encrypted: bool,
    pub signed: bool,
    /// nfs: async export; smb: asynchronous I/O in the server.
    pub async_io: bool,
    /// Counts where `encrypted` is true.
    pub cipher: Cipher,
    /// Largest read or write on the wire; `None`: the protocol's own.
    pub io_kib: Option<u32>,
    /// nfs nconnect, smb multichannel connections per link, parallel rsyncs.
    pub connections: u32,
}

choices! {
    pub enum ProtocolKind {
        Smb = "smb",
        Nfs = "nfs",
        Iscsi = "iscsi",
        Sftp = "sftp",
        Scp = "scp",
        RsyncSsh = "rsync-ssh",
        RsyncDaemon = "rsync-daemon",
        Ftp = "ftp",
        Webdav = "webdav",
        Afp = "afp",
        /// A drive on the NAS's USB port.
        Usb = "usb",
        /// Inside the NAS.
        Local = "local",
        /// A bare stream, as iperf3 sends it.
        Tcp = "tcp",
    }
}

impl ProtocolKind {
    /// The kinds that run through ssh and so can't be had without encryption.
    pub fn is_ssh(self) -> bool {
        matches!(self, Self::Sftp | Self::Scp | Self::RsyncSsh)
    }

    /// Whether bytes go over the section `network` at all.
    pub fn uses_network(self) -> bool {
        !matches!(self, Self::Usb | Self::Local)
    }
}

choices! {
    /// Version numbers of smb, nfs and usb; which of them a kind has, the table of knobs says.
    pub enum ProtocolVersion {
        V1 = "1",
        V2_0 = "2.0",
        V2_1 = "2.1",
        V3 = "3",
        V3_0 = "3.0",
        V3_1 = "3.1",
        V3_1_1 = "3.1.1",
        V4_0 = "4.0",
        V4_1 = "4.1",
        V4_2 = "4.2",
    }
}

choices! {
    pub enum Cipher {
        Aes128Gcm = "aes128-gcm",
        Aes256Gcm = "aes256-gcm",
        Aes128Ctr = "aes128-ctr",
        Chacha20Poly1305 = "chacha20-poly1305",
    }
}

/// What is done with the volume.
#[derive(Clone, Debug, PartialEq)]
pub enum Workload {
    FileCopy(FileCopy),
    Block(Block),
    Metadata(Metadata),
    Rebuild(Rebuild),
    Mix(Mix),
    Trace(Trace),
}

/// The fields of its kind, and `kind` beside them.
impl InTree for Workload {
    fn of(tree: &Value) -> Result<Self, Unfit> {
        match tree.get("kind").and_then(Value::as_str).unwrap_or_default() {
            "file-copy" => InTree::of(tree).map(Self::FileCopy),
            "block" => InTree::of(tree).map(Self::Block),
            "metadata" => InTree::of(tree).map(Self::Metadata),
            "rebuild" => InTree::of(tree).map(Self::Rebuild),
            "mix" => InTree::of(tree).map(Self::Mix),
            "trace" => InTree::of(tree).map(Self::Trace),
            _ => Err(Unfit("kind")),
        }
    }

    fn to_tree(&self) -> Value {
        let (kind, mut tree) = match self {
            Self::FileCopy(copy) => ("file-copy", copy.to_tree()),
            Self::Block(block) => ("block", block.to_tree()),
            Self::Metadata(metadata) => ("metadata", metadata.to_tree()),
            Self::Rebuild(rebuild) => ("rebuild", rebuild.to_tree()),
            Self::Mix(mix) => ("mix", mix.to_tree()),
            Self::Trace(trace) => ("trace", trace.to_tree()),
        };
        tree["kind"] = kind.into();
        tree
    }
}

/// Copies a set of files.
#[derive(Clone, Debug, PartialEq)]
pub struct FileCopy {
    pub preset: Option<String>,
    pub label: Option<String>,
    pub direction: Direction,
    pub files: u64,
    pub mean_file_bytes: u64,
    /// Log-normal spread of file sizes; 0: all alike.
    pub size_sigma: f64,
    pub directories: u64,
    /// Read: the files are already in the NAS's page cache.
    pub in_nas_ram: bool,
    /// Files in flight at once, beyond the tool's own habit.
    pub parallel: u32,
}

choices! {
    pub enum Direction {
        /// NAS to client.
        Read = "read",
        /// Client to NAS.
        Write = "write",
        /// NAS to itself.
        Duplicate = "duplicate",
    }
}

/// Block I/O in one big file, LUN or volume, to a steady state.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub preset: Option<String>,
    pub label: Option<String>,
    pub pattern: Pattern,
    pub block_bytes: u64,
    pub read_percent: f64,
    /// Per client; in flight at once are `threads * queue_depth`.
    pub threads: u32,
    pub queue_depth: u32,
    /// How much is touched, 10^9 bytes.
    pub working_set_gb: f64,
    pub skew: Skew,
    /// Bypasses the client's own cache.
    pub direct: bool,
    /// Buffered: one flush at the end belongs to the time.
    pub end_sync: bool,
    /// Every write is durable before it is answered.
    pub sync: bool,
    pub duration_s: f64,
}

choices! {
    pub enum Pattern {
        Random = "random",
        Sequential = "sequential",
    }
}

/// Which blocks of the working set are touched more often; `"uniform"`, `{"zipf": …}` or `{"hot_percent": …, …}`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Skew {
    Uniform(UniformSkew),
    Zipf {
        /// Exponent: block of rank r is touched in proportion to r^-zipf.
        zipf: f64,
    },
    Hot {
        /// Share of the blocks that is hot.
        hot_percent: f64,
        /// Share of the accesses that go there.
        hot_accesses_percent: f64,
    },
}

impl InTree for Skew {
    fn of(tree: &Value) -> Result<Self, Unfit> {
        let figure = |name: &str| tree.get(name).and_then(Value::as_f64);
        match (tree.as_str(), figure("zipf"), figure("hot_percent"), figure("hot_accesses_percent")) {
            (Some("uniform"), ..) => Ok(Self::Uniform(UniformSkew::Uniform)),
            (None, Some(zipf), ..) => Ok(Self::Zipf { zipf }),
            (None, None, Some(hot_percent), Some(hot_accesses_percent)) => {
                Ok(Self::Hot { hot_percent, hot_accesses_percent })
            }
            _ => Err(Unfit("skew")),
        }
    }

    fn to_tree(&self) -> Value {
        let figures: &[(&str, f64)] = match self {
            Self::Uniform(word) => return word.to_tree(),
            Self::Zipf { zipf } => &[("zipf", *zipf)],
            Self::Hot { hot_percent, hot_accesses_percent } => {
                &[("hot_percent", *hot_percent), ("hot_accesses_percent", *hot_accesses_percent)]
            }
        };
        Value::Object(figures.iter().map(|(name, figure)| ((*name).to_owned(), figure.to_tree())).collect())
    }
}

choices! {
    /// The one word `"uniform"`.
    pub enum UniformSkew {
        Uniform = "uniform",
    }
}

/// Creates, opens or removes files one after the other, without data.
#[derive(Clone, Debug, PartialEq)]
pub struct Metadata {
    pub preset: Option<String>,
    pub label: Option<String>,
    pub operation: Operation,
    pub files: u64,
}

choices! {
    pub enum Operation {
        Create = "create",
        Open = "open",
        Remove = "remove",
    }
}

/// A failed drive has been replaced; nothing else runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Rebuild {
    pub preset: Option<String>,
    pub label: Option<String>,
}

/// Several workloads at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Mix {
    pub preset: Option<String>,
    pub label: Option<String>,
    /// Never empty; a part is a file copy, block I/O or metadata.
    pub parts: Vec<MixPart>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MixPart {
    pub weight: f64,
    pub workload: Workload,
}

/// Replays recorded I/O; the records themselves are passed beside the scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    pub label: Option<String>,
    pub format: TraceFormat,
    /// Short recordings may stand in the document itself.
    pub records: Option<String>,
}

choices! {
    pub enum TraceFormat {
        FioIolog = "fio-iolog",
        MsrCsv = "msr-csv",
        Blkparse = "blkparse",
        OracleGeneral = "oracle-general",
        Csv = "csv",
    }
}

fields! {
    Scenario { version, label, nas, drives, volume, ssd_cache, network, client, protocol, workload }
    Nas { preset, label, cpu, ram_gib, io_bus_mb_s, os }
    Cpu { preset, label, cores, single_thread_score, aes_instructions }
    Drives { preset, label, count, kind, recording, capacity_tb, rpm, sequential_mb_s, sequential_write_mb_s, sustained_write_mb_s, slc_cache_gb, attach, power_loss_protection, average_seek_ms, random_read_iops, random_write_iops, cache_mib }
    Volume { label, raid, chunk_kib, filesystem, fill_percent, position_percent, encrypted, compression_ratio, sync, slog, controller, controller_cache_mib, write_intent_bitmap, stripe_cache_kib, state }
    SsdCache { label, mode, drives, raid, policy, block_kib, skip_sequential, sequential_threshold_kib, warm_percent, dirty_percent }
    CacheDrives { preset, label, count, kind, capacity_gb, sequential_read_mb_s, sequential_write_mb_s, sustained_write_mb_s, slc_cache_gb, random_read_iops, random_write_iops, read_latency_us, write_latency_us, endurance_tbw, power_loss_protection }
    Network { label, link_gbit, links, bonding, mtu, round_trip_us, spread, loss_percent }
    Client { label, os, count, link_gbit, links, tool, storage_mb_s, ram_gib, single_thread_score }
    Protocol { label, kind, version, encrypted, signed, async_io = "async", cipher, io_kib, connections }
    FileCopy { preset, label, direction, files, mean_file_bytes, size_sigma, directories, in_nas_ram, parallel }
    Block { preset, label, pattern, block_bytes, read_percent, threads, queue_depth, working_set_gb, skew, direct, end_sync, sync, duration_s }
    Metadata { preset, label, operation, files }
    Rebuild { preset, label }
    Mix { preset, label, parts }
    MixPart { weight, workload }
    Trace { label, format, records }
}
