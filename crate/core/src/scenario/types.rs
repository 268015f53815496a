//! A fully resolved scenario: every preset and default filled in, every enumerated value a Rust enum.
//!
//! Nothing in here checks or fills in: a [`Scenario`] comes out of `Document::resolve`, which has done both, so the
//! model may rely on every range of the table of knobs. `Option` stays only where "none" says something the model
//! has to know. Names, units and values are those of the public format, so a resolved scenario written as JSON is
//! itself a valid document that resolves to itself.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::tree::read;

/// Everything a forecast depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scenario {
    /// Version of the format; 1.
    pub version: u32,
    /// Free text for people; never interpreted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub nas: Nas,
    pub drives: Drives,
    pub volume: Volume,
    /// `None`: no SSD cache.
    #[serde(default)]
    pub ssd_cache: Option<SsdCache>,
    pub network: Network,
    pub client: Client,
    pub protocol: Protocol,
    pub workload: Workload,
}

/// The NAS without its drives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Nas {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub cpu: Cpu,
    pub ram_gib: f64,
    /// A bus that drives and network port share, MB/s; `None`: none that limits.
    pub io_bus_mb_s: Option<f64>,
    pub os: NasOs,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cpu {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub cores: u32,
    /// PassMark CPU Mark single-thread rating; scales every CPU cost.
    pub single_thread_score: f64,
    /// Hardware AES.
    pub aes_instructions: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NasOs {
    #[serde(rename = "dsm-6")]
    Dsm6,
    #[serde(rename = "dsm-7")]
    Dsm7,
    Qts,
    QutsHero,
    Truenas,
    Omv,
    Unraid,
    Linux,
    WindowsServer,
}

/// The bulk drives of the volume, all alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drives {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DriveKind {
    Hdd,
    SsdSata,
    SsdNvme,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recording {
    Cmr,
    /// Drive-managed shingled recording.
    Smr,
}

/// How a drive reaches the NAS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attach {
    Sata,
    Sas,
    Nvme,
    UsbBot,
    UsbUas,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Volume {
    #[serde(default, skip_serializing_if = "Option::is_none")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Raid {
    Single,
    Jbod,
    Raid0,
    Raid1,
    Raid5,
    Raid6,
    Raid10,
    Raid50,
    Raid60,
    Shr,
    Shr2,
    Raidz1,
    Raidz2,
    Raidz3,
    ZfsMirror,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Filesystem {
    Ext4,
    Btrfs,
    Xfs,
    Zfs,
    Ntfs,
    /// A raw block device.
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SyncMode {
    /// As the client asks.
    Standard,
    Always,
    Disabled,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Controller {
    Software,
    /// A RAID card with a write-back cache of its own.
    Hardware,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VolumeState {
    Optimal,
    Degraded,
    Rebuilding,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SsdCache {
    #[serde(default, skip_serializing_if = "Option::is_none")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CacheMode {
    ReadOnly,
    /// Write-back.
    ReadWrite,
    WriteAround,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CacheRaid {
    Single,
    Raid0,
    Raid1,
    Raid5,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CachePolicy {
    Lru,
    Fifo,
    Clock,
    Lfu,
    Slru,
    TwoQ,
    Arc,
    #[serde(rename = "s3-fifo")]
    S3Fifo,
    Sieve,
    WTinyLfu,
    Belady,
}

/// The SSDs of a cache or of a ZFS log, all alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CacheDrives {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Network {
    #[serde(default, skip_serializing_if = "Option::is_none")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bonding {
    None,
    BalanceRr,
    ActiveBackup,
    #[serde(rename = "802.3ad")]
    Lacp,
    BalanceAlb,
    SmbMultichannel,
}

/// How few flows spread over the links of an 802.3ad bond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spread {
    /// The mean of all hashes.
    Mean,
    /// The lucky one.
    Even,
    Worst,
}

/// The clients, all alike and all doing the same at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Client {
    #[serde(default, skip_serializing_if = "Option::is_none")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClientOs {
    Windows,
    Macos,
    Linux,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tool {
    Explorer,
    Finder,
    Robocopy,
    Cp,
    Rsync,
    Scp,
    Sftp,
    Dd,
    Fio,
    Iometer,
    Atto,
    Crystaldiskmark,
    Other,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Protocol {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub kind: ProtocolKind,
    /// Always there for `smb`, `nfs` and `usb`, never for the others.
    pub version: Option<ProtocolVersion>,
    /// Encryption on the way; always true for the ssh kinds.
    pub encrypted: bool,
    pub signed: bool,
    /// nfs: async export; smb: asynchronous I/O in the server.
    #[serde(rename = "async")]
    pub async_io: bool,
    /// Counts where `encrypted` is true.
    pub cipher: Cipher,
    /// Largest read or write on the wire; `None`: the protocol's own.
    pub io_kib: Option<u32>,
    /// nfs nconnect, smb multichannel connections per link, parallel rsyncs.
    pub connections: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProtocolKind {
    Smb,
    Nfs,
    Iscsi,
    Sftp,
    Scp,
    RsyncSsh,
    RsyncDaemon,
    Ftp,
    Webdav,
    Afp,
    /// A drive on the NAS's USB port.
    Usb,
    /// Inside the NAS.
    Local,
    /// A bare stream, as iperf3 sends it.
    Tcp,
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

/// Version numbers of smb, nfs and usb; which of them a kind has, the table of knobs says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ProtocolVersion {
    #[serde(rename = "1")]
    V1,
    #[serde(rename = "2.0")]
    V2_0,
    #[serde(rename = "2.1")]
    V2_1,
    #[serde(rename = "3")]
    V3,
    #[serde(rename = "3.0")]
    V3_0,
    #[serde(rename = "3.1")]
    V3_1,
    #[serde(rename = "3.1.1")]
    V3_1_1,
    #[serde(rename = "4.0")]
    V4_0,
    #[serde(rename = "4.1")]
    V4_1,
    #[serde(rename = "4.2")]
    V4_2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cipher {
    #[serde(rename = "aes128-gcm")]
    Aes128Gcm,
    #[serde(rename = "aes256-gcm")]
    Aes256Gcm,
    #[serde(rename = "aes128-ctr")]
    Aes128Ctr,
    #[serde(rename = "chacha20-poly1305")]
    Chacha20Poly1305,
}

/// What is done with the volume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", try_from = "Value")]
pub enum Workload {
    FileCopy(FileCopy),
    Block(Block),
    Metadata(Metadata),
    Rebuild(Rebuild),
    Mix(Mix),
    Trace(Trace),
}

/// By hand, like that of [`Skew`]: the derived form reads everything below into a tree of serde's own first, and the code
/// for that is a tenth of what a browser loads.
impl TryFrom<Value> for Workload {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let kind = value.get("kind").and_then(Value::as_str).unwrap_or_default();
        let read = match kind {
            "file-copy" => read(&value).map(Self::FileCopy),
            "block" => read(&value).map(Self::Block),
            "metadata" => read(&value).map(Self::Metadata),
            "rebuild" => read(&value).map(Self::Rebuild),
            "mix" => read(&value).map(Self::Mix),
            "trace" => read(&value).map(Self::Trace),
            _ => return Err(format!("no such kind of workload: {kind}")),
        };
        read.map_err(|error| error.to_string())
    }
}

/// Copies a set of files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileCopy {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// NAS to client.
    Read,
    /// Client to NAS.
    Write,
    /// NAS to itself.
    Duplicate,
}

/// Block I/O in one big file, LUN or volume, to a steady state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    Random,
    Sequential,
}

/// Which blocks of the working set are touched more often; `"uniform"`, `{"zipf": …}` or `{"hot_percent": …, …}`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, try_from = "Value")]
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

impl TryFrom<Value> for Skew {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let figure = |name: &str| value.get(name).and_then(Value::as_f64);
        match (value.as_str(), figure("zipf"), figure("hot_percent"), figure("hot_accesses_percent")) {
            (Some("uniform"), ..) => Ok(Self::Uniform(UniformSkew::Uniform)),
            (None, Some(zipf), ..) => Ok(Self::Zipf { zipf }),
            (None, None, Some(hot_percent), Some(hot_accesses_percent)) => {
                Ok(Self::Hot { hot_percent, hot_accesses_percent })
            }
            _ => Err(format!("no skew: {value}")),
        }
    }
}

/// The one word `"uniform"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UniformSkew {
    Uniform,
}

/// Creates, opens or removes files one after the other, without data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metadata {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub operation: Operation,
    pub files: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    Create,
    Open,
    Remove,
}

/// A failed drive has been replaced; nothing else runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rebuild {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// Several workloads at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mix {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Never empty; a part is a file copy, block I/O or metadata.
    pub parts: Vec<MixPart>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MixPart {
    pub weight: f64,
    pub workload: Workload,
}

/// Replays recorded I/O; the records themselves are passed beside the scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub format: TraceFormat,
    /// Short recordings may stand in the document itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceFormat {
    FioIolog,
    MsrCsv,
    Blkparse,
    OracleGeneral,
    Csv,
}
