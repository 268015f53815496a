//! The registry of parameters: every number of the model that is neither geometry nor arithmetic.
//!
//! A row says what the number is, its unit, where its prior comes from and how far it may reasonably lie from it.
//! The calibrated values beside it (`params.csv`) are written by `nas-forecast fit`; a parameter that no measurement
//! constrains stays at its prior. No parameter belongs to a case, a review or a model of NAS: hardware enters through
//! its CPU score, memory, drives and operating system only.
//!
//! CPU costs are per unit of work on a core with a PassMark single-thread rating of 1000 and scale with 1000/score.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// What is known of one parameter.
#[derive(Clone, Copy, Debug)]
pub struct ParamInfo {
    /// Name, as in the table and on the accuracy page.
    pub id: &'static str,
    /// Unit of the value.
    pub unit: &'static str,
    /// What it is.
    pub meaning: &'static str,
    /// Median of the prior.
    pub prior_median: f64,
    /// Standard deviation of the prior's logarithm: 0.2 means "within about a fifth".
    pub prior_log_sd: f64,
    /// Where the prior comes from.
    pub source: &'static str,
}

macro_rules! parameters {
    ($($name:ident: $id:literal, $unit:literal, $median:literal, $sd:literal, $meaning:literal, $source:literal;)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(usize)]
        enum Index { $($name),+ }
        $(#[doc = $meaning] pub const $name: usize = Index::$name as usize;)+
        /// The table, in the order of the indices.
        pub const TABLE: &[ParamInfo] = &[$(ParamInfo {
            id: $id, unit: told($unit), meaning: told($meaning), prior_median: $median, prior_log_sd: $sd, source: told($source),
        }),+];
    };
}

/// Words about a number: for whoever reads the table on the command line or the accuracy page, not for a browser's module.
const fn told(words: &'static str) -> &'static str {
    if cfg!(target_family = "wasm") { "" } else { words }
}

parameters! {
    SMB_READ_OP: "smb_read_op", "us", 55.0, 0.22, "NAS CPU per SMB read request", "DS1819+ review (8K sequential over CIFS) and a Pi 4 sweep agree at 53-65";
    SMB_WRITE_OP: "smb_write_op", "us", 62.0, 0.24, "NAS CPU per SMB write request", "DS1819+ review, 4K random write with cache";
    SMB_BYTE: "smb_byte", "ns/B", 0.28, 0.6, "NAS CPU per byte served over SMB, copies and TCP included", "Pi 4 sweep over CIFS, 0.1-0.5";
    DISORDER: "disorder", "ratio", 0.1, 0.7, "share of a connection's waiting requests that are served out of their order", "latencies over CIFS spread by a seventh where service in order would give a fiftieth";
    SMB_META_OP: "smb_meta_op", "us", 80.0, 0.4, "NAS CPU per SMB round trip that moves no data", "no measurement at hand; of the order of a read request with a path look-up";
    ISCSI_READ_OP: "iscsi_read_op", "us", 11.6, 0.25, "NAS CPU per iSCSI read command", "DS1819+ review, 8K sequential";
    ISCSI_WRITE_OP: "iscsi_write_op", "us", 21.0, 0.25, "NAS CPU per iSCSI write command", "DS1819+ review, 8K sequential";
    ISCSI_BYTE: "iscsi_byte", "ns/B", 0.3, 0.6, "NAS CPU per byte over iSCSI", "as SMB without the copy to user space";
    NFS_OP: "nfs_op", "us", 35.0, 0.45, "NAS CPU per NFS call", "20-60, kernel server";
    NFS_BYTE: "nfs_byte", "ns/B", 0.35, 0.7, "NAS CPU per byte over NFS", "0.1-1";
    SFTP_OP: "sftp_op", "us", 36.0, 0.2, "NAS CPU per SFTP request in sftp-server", "Pi 4 sweep over sshfs, 28-45";
    SSH_COPY_BYTE: "ssh_copy_byte", "ns/B", 2.6, 0.3, "CPU per byte in sshd for copies, pipes and MAC framing, cipher aside", "scp with AES-GCM on a Xeon without a wire";
    CHACHA_BYTE: "chacha_byte", "ns/B", 7.2, 0.2, "CPU per byte of ChaCha20-Poly1305 in software", "scp over loopback, 220 MB/s at score 2150";
    AES_SOFT_BYTE: "aes_soft_byte", "ns/B", 8.5, 0.35, "CPU per byte of AES without AES instructions, authentication included", "OpenSSL 189 MB/s without AES-NI; HTTPS on a Helios4";
    AES_HARD_BYTE: "aes_hard_byte", "ns/B", 0.75, 0.35, "CPU per byte of AES with AES instructions", "OpenSSL 3,215 MB/s for AES-128-GCM on a fast x86 core";
    DATAGRAM_OP: "stream_op", "us", 30.0, 0.5, "NAS CPU per 256 KiB piece of a plain stream (FTP, WebDAV, rsync daemon, AFP)", "no measurement at hand";
    STREAM_BYTE: "stream_byte", "ns/B", 0.6, 0.5, "NAS CPU per byte of FTP, WebDAV or AFP", "no measurement at hand; a copy in and a copy out";
    RSYNC_BYTE: "rsync_byte", "ns/B", 2.2, 0.5, "CPU per byte of rsync's checksums and pipes, each side", "rsync of whole files runs at 300-500 MB/s on fast cores";
    TCP_TX_BYTE: "tcp_tx_byte", "ns/B", 0.35, 0.5, "CPU per byte of a bare TCP stream sent", "iperf3 fills 10 GbE on one fast core";
    NET_RX_FRAME: "net_rx_frame", "us", 4.2, 0.35, "NAS CPU per frame received over a link, on the one core that serves it", "a DS412+ takes 125 MB/s at score 400; small boards serve interrupts on one core";
    NET_TX_FRAME: "net_tx_frame", "us", 3.2, 0.35, "NAS CPU per frame sent over a link, on the one core that serves it", "a DS412+ sends 161 MB/s at score 400";
    NET_OFFLOAD: "net_offload", "ratio", 0.13, 0.5, "what cards of 5 and 10 GbE leave of the cost per frame (LRO, TSO)", "an Atom of score 740 moves 1,150 MB/s over 10 GbE";
    LOCAL_OP: "local_op", "us", 13.0, 0.3, "CPU per local read or write call, block layer included", "9-18";
    LOCAL_BYTE: "local_byte", "ns/B", 0.3, 0.5, "CPU per byte of a local read or write", "one copy through the page cache";
    USB_COMMAND: "usb_command", "us", 60.0, 0.4, "bus time per USB storage command", "8K seek-bound USB-BOT command 84 us";
    REMOTE_LATENCY: "remote_latency", "us", 150.0, 0.4, "client software and interrupts per remote request, beyond the round trip", "80-350";
    CACHE_CPU: "cache_layer_cpu", "us", 19.0, 0.3, "NAS CPU per request that enters the SSD cache's layer", "DS1819+ review, 13-28";
    CACHE_LATENCY: "cache_layer_latency", "us", 54.0, 0.4, "waiting per request in the SSD cache's layer (locks, hand-over), not CPU", "DS1819+ review, 25-110";
    CACHE_RAM_HIT: "cache_layer_ram_hit", "ratio", 0.8, 0.4, "share of the SSD cache layer's CPU that a random request answered by RAM costs", "4 KiB reads from RAM visibly slower with a cache on a TS-473A: 2 to 5 % of a request";
    RAID5_BYTE: "raid5_parity", "ns/B", 0.86, 0.4, "CPU per written byte for one parity", "0.4-1.6";
    RAID6_BYTE: "raid6_parity", "ns/B", 1.55, 0.2, "CPU per written byte for two parities", "1.3-1.8";
    CHECKSUM_BYTE: "checksum_byte", "ns/B", 0.35, 0.5, "CPU per byte of a copy-on-write file system's checksums (btrfs)", "crc32c with instructions plus tree updates";
    ZFS_WRITE_BYTE: "zfs_write_byte", "ns/B", 1.75, 0.25, "serial time per byte written through ZFS on one host", "one host with 24 drives: could be its bus";
    ZFS_PARITY_BYTE: "zfs_parity_byte", "ns/B", 0.35, 0.4, "further time per byte and parity", "the same host, raidz1 to raidz3";
    ZFS_READ_BYTE: "zfs_read_byte", "ns/B", 0.78, 0.25, "serial time per byte read through ZFS", "the same host";
    ZFS_WRITE_SHARE: "zfs_write_share", "ratio", 0.65, 0.08, "share of the drives' rate that ZFS writes reach (transaction groups, metadata)", "0.6-0.75";
    ZFS_READ_SHARE: "zfs_read_share", "ratio", 0.86, 0.1, "share of the drives' rate that ZFS reads reach (gaps between records)", "0.75-1";
    ARC_BYTE: "arc_byte", "ns/B", 0.5, 0.4, "CPU per byte that ZFS's cache adds to a read", "reads from ARC: 2.5-2.9 GB/s at score 1950, where a page cache gives 6";
    ZIL_COMMIT: "zil_commit", "us", 270.0, 0.5, "CPU of one commit to ZFS's log, device aside", "an Optane drive takes 54 us raw and 170 us under ZFS at score 2400";
    ZFS_PREFETCH: "zfs_prefetch", "MiB", 14.0, 0.4, "how far ZFS prefetches a stream ahead", "zfetch_max_distance: 8 MiB in older versions, 64 in newer";
    DIRTY_LIMIT: "dirty_limit", "ratio", 0.34, 0.3, "share of memory that a NAS system lets hold unwritten data", "0.2-0.5; plain Linux allows 20 % of what is available";
    READAHEAD: "readahead", "MiB", 3.0, 0.6, "read-ahead of one stream on a NAS system; plain Linux takes 128 KiB or two stripes", "vendors raise Linux's default";
    NFS_CLIENT_WINDOW: "nfs_client_window", "KiB", 2048.0, 0.6, "reads an NFS client keeps in flight for one stream", "Linux client read-ahead: 15 times rsize before 5.4, less since, often raised";
    EXPLORER_READ: "explorer_read_file", "ms", 13.0, 0.25, "Explorer's fixed time per file read over SMB, at score 800", "DS918+ cache test, 9-18";
    EXPLORER_WRITE: "explorer_write_file", "ms", 19.0, 0.25, "Explorer's fixed time per file written over SMB, at score 800", "DS918+ cache test, 12-27";
    ROBOCOPY_FILE: "robocopy_file", "ms", 6.0, 0.5, "robocopy's fixed time per file over SMB, at score 800", "fewer attribute queries than Explorer";
    FINDER_FILE: "finder_file", "ms", 12.0, 0.5, "Finder's fixed time per file", "no measurement at hand; extended attributes and .DS_Store";
    UNIX_FILE: "unix_file", "ms", 0.35, 0.5, "client time per file of cp and other Unix tools, round trips aside", "local copies run below 0.6 ms a file";
    RSYNC_FILE: "rsync_file", "ms", 0.5, 0.4, "CPU time per file of rsync, both ends, at score 2000", "rsync of 10,000 files on fast machines";
    SMB_FILE_TRIPS: "smb_file_trips", "count", 6.0, 0.3, "SMB round trips per small file of a Unix client", "create, write, close and the attributes around them; rsync of 1,800 files took 2-4 ms each over Samba";
    NFS_FILE_TRIPS: "nfs_file_trips", "count", 4.0, 0.2, "NFS round trips per small file, the data's own aside", "LOOKUP, CREATE or OPEN, SETATTR, COMMIT, CLOSE; not each for every file";
    SFTP_FILE_TRIPS: "sftp_file_trips", "count", 6.0, 0.25, "SFTP round trips per small file, the data's own aside", "OPEN, SETSTAT, CLOSE and look-ups; sftp itself makes three, but a copy over sshfs was little faster than over SMB";
    FTP_FILE_TRIPS: "ftp_file_trips", "count", 3.0, 0.25, "FTP and WebDAV round trips per small file, the data's own aside", "PASV, connecting, STOR; PUT with a look-up and a lock";
    HDD_FILE_READ: "hdd_accesses_file_read", "count", 3.5, 0.35, "dependent hard-disk accesses to find a cold file's data", "about 4 seen on btrfs";
    HDD_FILE_WRITE: "hdd_accesses_file_written", "count", 1.2, 0.4, "hard-disk accesses per file written, beyond its data", "about 1.2 seen, journals merge the rest";
    BALANCE_RR: "balance_rr_added", "ratio", 0.3, 0.6, "what each further link of a round-robin bond adds for one stream", "two links gave 1.1-1.5 links; one old measurement 0.7";
    MULTICHANNEL: "multichannel_share", "ratio", 0.985, 0.01, "share of a further link that SMB multichannel uses", "one to four links gave 114, 225, 338, 448";
    USB_BYTES: "usb3_rate", "MB/s", 390.0, 0.15, "payload rate of a USB 3.0 port", "5 Gbit/s with 8b/10b coding and protocol overhead";
    HDD_COMMAND: "hdd_command", "ms", 0.15, 0.5, "hard disk's overhead per command", "with the shortest seek about 1.4 ms";
    ZONE_RATIO: "zone_ratio", "ratio", 0.46, 0.06, "inner to outer transfer rate", "0.43-0.5";
    FLUSH_SSD: "ssd_flush", "ms", 2.2, 0.5, "FLUSH of an SSD without power-loss protection", "3-4, consumer SATA 250-310 synced writes/s";
    FLUSH_PLP: "plp_flush", "us", 45.0, 0.4, "FLUSH of an SSD with power-loss protection", "30-70";
    SYNC_WRITES: "sync_commit", "count", 1.6, 0.3, "flushes per synchronous write through a journalling file system", "data, journal record, commit: one to three";
    STRIPE_SPLIT: "stripe_split", "MiB", 6.0, 0.6, "md's stripe cache at which half of a stream's stripes are complete when they are written", "LUKS on md RAID 5: 50 MB/s at 1 MiB, 123 at 16, 142 at 32";
    COPY_CLIENT: "copy_client_byte", "ns/B", 2.0, 0.4, "client CPU per byte of a copy tool's one thread, at score 1000", "Explorer over 10 GbE: 0.9 GB/s on current desktops";
    HDD_CLUSTER: "hdd_cluster", "MiB", 1.0, 0.5, "data that one hard-disk access brings in, small neighbouring files included", "read-ahead of drive and file system";
    MD_BATCH: "md_batch", "ms", 2.8, 0.4, "time md's writing of full stripes loses per filling of its stripe cache on hard disks (bitmap, restart of the drives)", "three drives of 125 MB/s in RAID 5 took 187 MB/s of dd with 1 MiB";
    CRYPT_SHARE: "crypt_write_share", "ratio", 0.8, 0.12, "what dm-crypt's queues leave of a stream's write rate on hard disks", "about a fifth lost on two md arrays";
    FS_WRITE_OP: "fs_write_op", "us", 40.0, 0.4, "CPU per direct write through a file system beyond the block layer (extents, journal)", "Pi 4: 4 KiB direct writes take 100 us longer than reads";
    NFS_WIRE: "nfs_wire_share", "ratio", 0.975, 0.012, "share of the wire's goodput that NFS fills with one client (records, commits)", "113-116 MB/s of NFS beside 116-118 of SMB on one host";
    NFS_FRAME: "nfs_frame", "ratio", 1.15, 0.1, "cost of a frame received for NFS against SMB: the kernel server copies frame by frame", "large frames help NFS more than SMB (developpez test)";
    NFS_DISORDER: "nfs_stream_share", "ratio", 0.95, 0.03, "what the disorder of parallel server threads leaves of hard disks' streaming writes", "NFS below SMB where disks limit (developpez test)";
    CRYPT_FIX: "crypt_request", "us", 9.0, 0.5, "CPU per encrypted request, queueing to a worker", "Pi 4 with LUKS, 4K sequential";
    REBUILD_FLOOR: "rebuild_floor", "MB/s", 10.0, 0.8, "what a rebuild keeps moving on each drive while others use it", "md's speed_limit_min: 1 MB/s on plain Linux, 10 and more as NAS systems set it";
    RESILVER_SHARE: "resilver_share", "ratio", 0.75, 0.2, "share of what a ZFS resilver sweeps that it copies, the rest being free or another's", "resilvers since ZFS 0.8 ran at 0.6-0.9 of the drives' mean rate, old or full pools at half";
    WRITE_STREAM_IO: "writeback_extent", "MiB", 2.0, 0.5, "run in which a file system hands sequential dirty data to the array", "ext4 and XFS build 1-4 MiB, limited by the device's queue";
    CLIENT_STREAM: "client_window", "MiB", 4.0, 0.4, "data a copy tool keeps in flight", "Explorer keeps few requests of 1 MiB; SMB credits allow 8";
}

/// Number of parameters.
pub const COUNT: usize = TABLE.len();

/// One value per parameter.
#[derive(Clone, Debug)]
pub struct ParamSet {
    values: Vec<f64>,
    reads: Option<Arc<Reads>>,
}

/// Which parameters a traced set was asked for: no other can move a forecast made with it.
#[derive(Debug, Default)]
pub struct Reads(Vec<AtomicBool>);

impl Reads {
    /// Indices of the parameters that were read so far.
    pub fn indices(&self) -> Vec<usize> {
        (0..self.0.len()).filter(|index| self.0[*index].load(Ordering::Relaxed)).collect()
    }
}

impl std::ops::Index<usize> for ParamSet {
    type Output = f64;
    #[inline]
    fn index(&self, index: usize) -> &f64 {
        if let Some(reads) = &self.reads {
            reads.0[index].store(true, Ordering::Relaxed);
        }
        &self.values[index]
    }
}

/// A row of the calibrated table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibrated {
    /// Most probable value.
    pub value: f64,
    /// Standard deviation of its logarithm that is left.
    pub log_sd: f64,
    /// Sources of measurements that speak to it.
    pub sources: u32,
}

const CALIBRATED_CSV: &str = include_str!("params.csv");

/// The calibrated table, in the order of [`TABLE`]; a parameter without a row keeps its prior.
pub fn calibrated() -> &'static [Calibrated] {
    static ROWS: OnceLock<Vec<Calibrated>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let mut rows: Vec<Calibrated> =
            TABLE.iter().map(|p| Calibrated { value: p.prior_median, log_sd: p.prior_log_sd, sources: 0 }).collect();
        for line in CALIBRATED_CSV.lines().skip(1) {
            let mut fields = line.split(',');
            let (Some(id), Some(value), Some(log_sd)) = (fields.next(), fields.next(), fields.next()) else { continue };
            let sources = fields.next().and_then(|text| text.parse().ok()).unwrap_or(0);
            let place = TABLE.iter().position(|p| p.id == id);
            if let (Some(place), Some(value), Some(log_sd)) = (place, number(value), number(log_sd)) {
                rows[place] = Calibrated { value, log_sd, sources };
            }
        }
        rows
    })
}

/// By the reader that documents need anyway: the standard library's, to the same bits, brings tables of its own.
fn number(text: &str) -> Option<f64> {
    serde_json::from_str::<serde_json::Value>(text).ok()?.as_f64()
}

impl ParamSet {
    /// The priors' medians.
    pub fn prior() -> Self {
        Self { values: TABLE.iter().map(|p| p.prior_median).collect(), reads: None }
    }

    /// The committed calibration.
    pub fn calibrated() -> Self {
        Self { values: calibrated().iter().map(|row| row.value).collect(), reads: None }
    }

    /// From one value per row of [`TABLE`]; `None` when the number of values is wrong.
    pub fn from_values(values: Vec<f64>) -> Option<Self> {
        (values.len() == COUNT).then_some(Self { values, reads: None })
    }

    /// The same values, noting from now on which of them are read.
    pub fn traced(self) -> (Self, Arc<Reads>) {
        let reads = Arc::new(Reads((0..COUNT).map(|_| AtomicBool::new(false)).collect()));
        (Self { values: self.values, reads: Some(reads.clone()) }, reads)
    }

    /// All values, in the order of [`TABLE`].
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_name_a_unit_a_meaning_a_source_and_a_plausible_spread() {
        for (i, p) in TABLE.iter().enumerate() {
            assert!(!p.unit.is_empty() && !p.meaning.is_empty() && !p.source.is_empty(), "{}", p.id);
            assert!(p.prior_median > 0.0 && p.prior_log_sd > 0.0 && p.prior_log_sd <= 1.0, "{}", p.id);
            assert!(TABLE[..i].iter().all(|q| q.id != p.id), "{} stands twice", p.id);
        }
    }

    #[test]
    fn a_traced_set_knows_what_was_read() {
        let (params, reads) = ParamSet::prior().traced();
        assert_eq!(params[SMB_BYTE], ParamSet::prior()[SMB_BYTE]);
        assert_eq!(reads.indices(), [SMB_BYTE]);
    }

    #[test]
    fn calibrated_rows_name_known_parameters_and_stay_within_three_spreads_of_the_prior() {
        for line in CALIBRATED_CSV.lines().skip(1) {
            let id = line.split(',').next().unwrap_or_default();
            assert!(TABLE.iter().any(|p| p.id == id), "{id}");
        }
        for (p, c) in TABLE.iter().zip(calibrated()) {
            let away = (libm::log(c.value / p.prior_median) / p.prior_log_sd).abs();
            assert!(away < 3.0, "{} lies {away:.1} spreads from its prior", p.id);
        }
    }
}
