//! From a scenario and the parameters to the costs of one request: what the engine's stations charge.
//!
//! All CPU costs are scaled by 1000 / single-thread score; one connection is served by one server process, which for
//! the ssh kinds is a pair (sshd for the bytes, the file server for the requests) working side by side.

use crate::scenario::{
    Cipher, ClientOs, Filesystem, NasOs, ProtocolKind, ProtocolVersion, Raid, Scenario, SyncMode, Tool, Workload,
};

use super::network::Path;
use super::params::*;

/// What the server charges for the protocol's requests, ns and ns per byte on this NAS.
#[derive(Clone, Copy, Debug, Default)]
pub struct ServerCosts {
    /// Per read request.
    pub read_op_ns: f64,
    /// Per write request.
    pub write_op_ns: f64,
    /// Per round trip that moves no data.
    pub meta_op_ns: f64,
    /// Per payload byte in the process that handles requests.
    pub byte_ns: f64,
    /// Per payload byte in a process of its own in front of it (sshd); 0: there is none.
    pub front_byte_ns: f64,
    /// Per frame received from the network.
    pub rx_frame_ns: f64,
    /// Per frame sent.
    pub tx_frame_ns: f64,
}

/// How clients and server talk.
#[derive(Clone, Debug)]
pub struct Talk {
    /// Network path; `None`: local or USB.
    pub path: Option<Path>,
    /// USB: payload rate of the port, bytes/s.
    pub usb_bytes_per_s: Option<f64>,
    /// Largest request on the wire, bytes.
    pub io_bytes: u64,
    /// Data one stream of a copy tool or a buffering client keeps in flight, bytes.
    pub window_bytes: u64,
    /// The server handles the reads of one connection one after the other, waiting for the disk in between.
    pub serial: bool,
    /// Client software and interrupts per remote request, ns.
    pub latency_ns: u64,
    /// Bytes of headers per request and per reply.
    pub header_bytes: u64,
    /// iSCSI: data that one ready-to-transfer message asks for; each costs a round trip. 0: no such thing.
    pub burst_bytes: u64,
    /// Client CPU per payload byte (ssh, encryption), ns on the client.
    pub client_byte_ns: f64,
    /// Writes reach the drives before they are answered (no page cache in between).
    pub write_through: bool,
    /// Reads and writes go past the NAS's page cache.
    pub bypass_page_cache: bool,
    /// A file's data must be durable when it is closed.
    pub sync_on_close: bool,
    /// Share of waiting requests that are served out of their order.
    pub disorder: f64,
    /// An SSD cache sees streams as such; the requests of an iSCSI target's worker threads come interleaved.
    pub streams_recognised: bool,
}

/// What a copy tool does per file.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileCosts {
    /// Fixed time per file read, ns.
    pub read_ns: f64,
    /// Fixed time per file written, ns.
    pub write_ns: f64,
    /// Round trips per file, each with a request that moves no data.
    pub trips: f64,
    /// One file after the other; otherwise the tool pipelines and the fixed time is CPU of its process.
    pub dependent: bool,
}

/// The numbers of one scenario.
#[derive(Clone, Debug)]
pub struct Plant {
    /// 1000 / score of the NAS.
    pub nas_scale: f64,
    /// Cores of the NAS.
    pub cores: usize,
    /// Protocol.
    pub talk: Talk,
    /// Server.
    pub server: ServerCosts,
    /// Copy tool.
    pub file: FileCosts,
    /// Memory that may hold cached file data, bytes.
    pub page_cache_bytes: f64,
    /// Unwritten data at which writers are held back, bytes.
    pub dirty_limit_bytes: f64,
    /// Read-ahead of one stream, bytes.
    pub readahead_bytes: u64,
    /// ZFS on hard disks: the records of a stream lie scattered in their metaslabs, so that a prefetch pays a revolution
    /// before it streams; with the prefetch distance that bounds a stream over many drives, ns.
    pub prefetch_latency_ns: u64,
    /// Run in which sequential dirty data goes to the array, bytes.
    pub writeback_bytes: u64,
    /// Serial cost per written byte for parity (md's thread) or ZFS's pipeline, ns.
    pub array_write_byte_ns: f64,
    /// Serial cost per byte read through ZFS, ns.
    pub array_read_byte_ns: f64,
    /// Share of a hard disk's rate that the file system reaches, reading; what compression saves on top.
    pub read_share: f64,
    /// As above, writing.
    pub write_share: f64,
    /// Checksums, ns per byte on any core.
    pub checksum_byte_ns: f64,
    /// Encryption at rest: ns per byte and per request; 0: not encrypted.
    pub crypt_byte_ns: f64,
    /// As above, per request.
    pub crypt_op_ns: f64,
    /// Decryption is done by the process that reads (eCryptfs), not by kernel threads on any core (dm-crypt, ZFS).
    pub crypt_in_process: bool,
    /// CPU per byte that ZFS's cache adds to a read, whether it was in there or not, ns.
    pub arc_byte_ns: f64,
    /// Share of a stream's stripes that reach md incomplete: file systems and dm-crypt hand them over in pieces and not
    /// quite in order.
    pub broken_stripes: f64,
    /// SSD cache layer, CPU per request, ns.
    pub cache_cpu_ns: f64,
    /// SSD cache layer, CPU per random request that RAM answers, ns.
    pub cache_ram_hit_ns: f64,
    /// SSD cache layer, waiting per request, ns.
    pub cache_latency_ns: u64,
    /// md's stripe heads (4 KiB a drive each); `u64::MAX`: no such limit.
    pub stripe_heads: u64,
    /// Flush rounds per synchronous write.
    pub commit_rounds: f64,
    /// A journal's record goes out before each flush of a commit; ZFS's log holds the data itself, a raw device has none.
    pub has_journal: bool,
    /// CPU of a commit to ZFS's log, on any core, ns.
    pub log_commit_ns: u64,
    /// What a rebuild behind other work moves on each drive, bytes/s.
    pub rebuild_floor_bytes_per_s: f64,
    /// Share of what a resilver sweeps that it copies.
    pub resilver_share: f64,
    /// A battery or capacitor keeps a controller's cache: flushes cost nothing.
    pub safe_controller: bool,
    /// A stream is read from one copy of a mirror only.
    pub streams_keep_to_a_mirror: bool,
    /// Dependent hard-disk accesses to find a cold file.
    pub accesses_file_read: f64,
    /// Hard-disk accesses per file written beyond its data.
    pub accesses_file_write: f64,
    /// Data that one hard-disk access brings in, bytes.
    pub cluster_bytes: f64,
    /// Bus that drives and network share, bytes/s.
    pub io_bus_bytes_per_s: Option<f64>,
    /// Client's own disk, bytes/s.
    pub client_storage_bytes_per_s: Option<f64>,
    /// USB storage: bus time per command, ns; 0: not on USB.
    pub usb_command_ns: u64,
    /// The cable carries data while the drive still delivers.
    pub usb_overlaps: bool,
    /// USB storage: payload rate of reads and writes, bytes/s. The older protocol (BOT) has one command at a time on the
    /// bus from its start to its end: a read holds it while the disk reads, and nothing is read ahead meanwhile.
    pub usb_read_bytes_per_s: f64,
    pub usb_write_bytes_per_s: f64,
}

const KIB: u64 = 1024;

/// MaxBurstLength that LIO's target proposes; FirstBurstLength comes unasked.
const ISCSI_BURST: u64 = 256 * KIB;
const MIB: u64 = 1024 * 1024;

/// Score at which the per-file costs of Explorer and robocopy were measured (Celeron J3455).
const FILE_COST_SCORE: f64 = 800.0;

/// AES of SMB 3 and of LUKS works in place, without ssh's copies.
fn aes(scenario: &Scenario, params: &ParamSet) -> f64 {
    if scenario.nas.cpu.aes_instructions { params[AES_HARD_BYTE] } else { params[AES_SOFT_BYTE] }
}

fn cipher_byte(cipher: Cipher, hardware: bool, params: &ParamSet) -> f64 {
    match cipher {
        Cipher::Chacha20Poly1305 => params[CHACHA_BYTE],
        // Counter mode needs a MAC beside it; GCM brings its own.
        Cipher::Aes128Ctr if hardware => params[AES_HARD_BYTE] * 1.6,
        Cipher::Aes128Gcm | Cipher::Aes256Gcm if hardware => params[AES_HARD_BYTE],
        Cipher::Aes128Ctr | Cipher::Aes128Gcm => params[AES_SOFT_BYTE],
        // Fourteen rounds instead of ten.
        Cipher::Aes256Gcm => params[AES_SOFT_BYTE] * 1.4,
    }
}

impl Plant {
    /// The numbers of `scenario` under `params`.
    pub fn new(scenario: &Scenario, params: &ParamSet) -> Self {
        let nas = &scenario.nas;
        let scale = 1000.0 / nas.cpu.single_thread_score;
        let us = |index: usize| params[index] * 1e3 * scale;
        let ram = nas.ram_gib * (1u64 << 30) as f64;
        let zfs = scenario.volume.filesystem == Filesystem::Zfs;
        // ZFS keeps about half of RAM as ARC; elsewhere what the system itself does not use.
        let page_cache = if zfs { 0.5 * ram } else { (ram - 0.6e9).max(0.25 * ram) };
        let dirty = if zfs {
            // zfs_dirty_data_max: a tenth of memory, at most 4 GiB.
            (0.1 * ram).min(4.0 * (1u64 << 30) as f64)
        } else if matches!(nas.os, NasOs::Linux | NasOs::Omv | NasOs::Unraid) {
            // The kernel's default, vm.dirty_ratio: 20 % of what is available, about nine tenths of memory.
            0.18 * ram
        } else {
            params[DIRTY_LIMIT] * ram
        };
        let hdd = scenario.drives.kind == crate::scenario::DriveKind::Hdd;
        let parity = match scenario.volume.raid {
            Raid::Raid5 | Raid::Raid50 | Raid::Raidz1 => 1.0,
            Raid::Shr if scenario.drives.count > 2 => 1.0,
            Raid::Raid6 | Raid::Raid60 | Raid::Shr2 | Raid::Raidz2 => 2.0,
            Raid::Raidz3 => 3.0,
            _ => 0.0,
        };
        // What is compressed takes up, and moves, that much less on the drives.
        let compresses = matches!(scenario.volume.filesystem, Filesystem::Zfs | Filesystem::Btrfs);
        let compression = if compresses { scenario.volume.compression_ratio.max(1.0) } else { 1.0 };
        let hardware = scenario.volume.controller == crate::scenario::Controller::Hardware;
        let array_write = if zfs {
            params[ZFS_WRITE_BYTE] + parity * params[ZFS_PARITY_BYTE]
        } else if hardware {
            0.0
        } else if parity == 1.0 {
            params[RAID5_BYTE]
        } else if parity == 2.0 {
            params[RAID6_BYTE]
        } else {
            0.0
        };
        let has_journal = !zfs && scenario.volume.filesystem != Filesystem::None;
        let md_parity = !zfs && !hardware && parity > 0.0;
        let stripe_kib = f64::from(scenario.volume.stripe_cache_kib);
        let encrypted = scenario.volume.encrypted;
        let usb = matches!(scenario.drives.attach, crate::scenario::Attach::UsbBot | crate::scenario::Attach::UsbUas);
        let disk =
            crate::model::drive::zone_rate(&scenario.drives, scenario.volume.position_percent, params[ZONE_RATIO]);
        let usb_read = match scenario.drives.attach {
            crate::scenario::Attach::UsbBot => 1.0 / (1.0 / (params[USB_BYTES] * 1e6) + 1.0 / disk),
            _ => params[USB_BYTES] * 1e6,
        };
        let (talk, server) = Self::talk(scenario, params, scale);
        Self {
            nas_scale: scale,
            cores: nas.cpu.cores.max(1) as usize,
            talk,
            server,
            file: Self::file_costs(scenario, params, scale),
            page_cache_bytes: page_cache,
            dirty_limit_bytes: dirty,
            readahead_bytes: Self::readahead(scenario, params),
            prefetch_latency_ns: if zfs && hdd { (60e9 / scenario.drives.rpm) as u64 } else { 0 },
            writeback_bytes: (params[WRITE_STREAM_IO] * MIB as f64) as u64,
            array_write_byte_ns: array_write * scale,
            array_read_byte_ns: if zfs { params[ZFS_READ_BYTE] * scale } else { 0.0 },
            read_share: compression * if zfs && hdd { params[ZFS_READ_SHARE] } else { 1.0 },
            write_share: compression
                * match (hdd, zfs) {
                    (false, _) => 1.0,
                    (true, true) => params[ZFS_WRITE_SHARE],
                    (true, false) => {
                        let batch_s = stripe_kib * 1024.0 / disk;
                        let md = if md_parity { batch_s / (batch_s + params[MD_BATCH] * 1e-3) } else { 1.0 };
                        let nfs = if scenario.protocol.kind == ProtocolKind::Nfs { params[NFS_DISORDER] } else { 1.0 };
                        md * nfs * if encrypted { params[CRYPT_SHARE] } else { 1.0 }
                    }
                },
            checksum_byte_ns: if scenario.volume.filesystem == Filesystem::Btrfs {
                params[CHECKSUM_BYTE] * scale
            } else {
                0.0
            },
            crypt_byte_ns: if encrypted { aes(scenario, params) * scale } else { 0.0 },
            crypt_op_ns: if encrypted { us(CRYPT_FIX) } else { 0.0 },
            // Synology's encrypted shared folders are eCryptfs.
            crypt_in_process: encrypted && matches!(nas.os, NasOs::Dsm6 | NasOs::Dsm7),
            arc_byte_ns: if zfs { params[ARC_BYTE] * scale } else { 0.0 },
            broken_stripes: if md_parity && (encrypted || scenario.volume.filesystem != Filesystem::None) {
                // The share falls with the square: a stripe is lost when it is pushed out before its last part comes.
                let held = stripe_kib / 1024.0 / (params[STRIPE_SPLIT] * if encrypted { 1.0 } else { 0.5 });
                1.0 / (1.0 + held * held)
            } else {
                0.0
            },
            cache_cpu_ns: us(CACHE_CPU),
            cache_ram_hit_ns: us(CACHE_CPU) * params[CACHE_RAM_HIT],
            cache_latency_ns: (us(CACHE_LATENCY)) as u64,
            stripe_heads: if md_parity { (u64::from(scenario.volume.stripe_cache_kib) / 4).max(16) } else { u64::MAX },
            commit_rounds: if has_journal { params[SYNC_WRITES] } else { 1.0 },
            has_journal,
            log_commit_ns: if zfs { us(ZIL_COMMIT) as u64 } else { 0 },
            resilver_share: params[RESILVER_SHARE],
            rebuild_floor_bytes_per_s: params[REBUILD_FLOOR] * 1e6,
            safe_controller: hardware && scenario.volume.controller_cache_mib > 0.0,
            // ZFS, and md on SSDs, give each piece to the copy with less to do. Of hard disks md chooses the one whose
            // head is where the stream goes on (blog.a2o.si, 2014: 160 MB/s from two mirrored disks of 160 MB/s each).
            streams_keep_to_a_mirror: hdd && !zfs,
            accesses_file_read: if hdd { params[HDD_FILE_READ] } else { 1.0 },
            // Copy-on-write trees have to be looked up; a journal takes the change at once.
            accesses_file_write: match scenario.volume.filesystem {
                Filesystem::Btrfs | Filesystem::Zfs => params[HDD_FILE_WRITE],
                _ => 0.0,
            },
            cluster_bytes: params[HDD_CLUSTER] * MIB as f64,
            io_bus_bytes_per_s: nas.io_bus_mb_s.map(|rate| rate * 1e6),
            client_storage_bytes_per_s: scenario.client.storage_mb_s.map(|rate| rate * 1e6),
            usb_read_bytes_per_s: usb_read,
            usb_write_bytes_per_s: params[USB_BYTES] * 1e6,
            usb_overlaps: scenario.drives.attach == crate::scenario::Attach::UsbUas,
            usb_command_ns: if usb { (params[USB_COMMAND] * 1e3) as u64 } else { 0 },
        }
    }

    /// Linux reads 128 KiB ahead of one stream, md at least two stripes of an array; NAS systems more.
    fn readahead(scenario: &Scenario, params: &ParamSet) -> u64 {
        let columns = u64::from(scenario.drives.count.max(1));
        let stripes = match scenario.volume.raid {
            Raid::Single | Raid::Jbod | Raid::Raid1 => 0,
            _ => 2 * columns * u64::from(scenario.volume.chunk_kib) * KIB,
        };
        let floor = match scenario.nas.os {
            NasOs::Linux | NasOs::Omv | NasOs::Unraid => 128 * KIB,
            _ => (params[READAHEAD] * MIB as f64) as u64,
        };
        if scenario.volume.filesystem == Filesystem::Zfs {
            return (params[ZFS_PREFETCH] * MIB as f64) as u64;
        }
        floor.max(stripes).min(32 * MIB)
    }

    fn file_costs(scenario: &Scenario, params: &ParamSet, scale: f64) -> FileCosts {
        // Half of a graphical tool's time per file is its own, half the server's answers to its many queries.
        let shared = |ms: f64| ms * 1e6 * 0.5 * (1.0 + FILE_COST_SCORE / 1000.0 * scale);
        let client = 2500.0 / scenario.client.single_thread_score.max(100.0);
        let unix = params[UNIX_FILE] * 1e6 * client;
        let kind = scenario.protocol.kind;
        let local = matches!(kind, ProtocolKind::Local | ProtocolKind::Usb);
        let rsync = params[RSYNC_FILE] * 1e6 * 2.0 * scale;
        if local {
            // The NAS itself does the work.
            let own = params[UNIX_FILE] * 1e6 * 2.5 * scale;
            let both = matches!(&scenario.workload, Workload::FileCopy(copy)
                if copy.direction == crate::scenario::Direction::Duplicate);
            let ns = if scenario.client.tool == Tool::Rsync { rsync } else { own } * if both { 2.0 } else { 1.0 };
            return FileCosts { read_ns: ns, write_ns: ns, trips: 0.0, dependent: true };
        }
        match (scenario.client.tool, kind) {
            (_, ProtocolKind::RsyncSsh | ProtocolKind::RsyncDaemon) => {
                FileCosts { read_ns: rsync, write_ns: rsync, trips: 0.0, dependent: false }
            }
            (Tool::Explorer, _) => FileCosts {
                read_ns: shared(params[EXPLORER_READ]),
                write_ns: shared(params[EXPLORER_WRITE]),
                trips: 0.0,
                dependent: true,
            },
            (Tool::Robocopy, _) => FileCosts {
                read_ns: shared(params[ROBOCOPY_FILE]),
                write_ns: shared(params[ROBOCOPY_FILE]),
                trips: 0.0,
                dependent: true,
            },
            (Tool::Finder, _) => FileCosts {
                read_ns: shared(params[FINDER_FILE]),
                write_ns: shared(params[FINDER_FILE]),
                trips: 0.0,
                dependent: true,
            },
            (_, ProtocolKind::Smb | ProtocolKind::Afp) => {
                FileCosts { read_ns: unix, write_ns: unix, trips: params[SMB_FILE_TRIPS], dependent: true }
            }
            (_, ProtocolKind::Nfs) => {
                FileCosts { read_ns: unix, write_ns: unix, trips: params[NFS_FILE_TRIPS], dependent: true }
            }
            (_, ProtocolKind::Sftp) => {
                FileCosts { read_ns: unix, write_ns: unix, trips: params[SFTP_FILE_TRIPS], dependent: true }
            }
            (_, ProtocolKind::Scp) => FileCosts { read_ns: unix, write_ns: unix, trips: 1.0, dependent: true },
            (_, ProtocolKind::Ftp | ProtocolKind::Webdav) => {
                FileCosts { read_ns: unix, write_ns: unix, trips: params[FTP_FILE_TRIPS], dependent: true }
            }
            // iSCSI and bare TCP know no files: the client's own file system batches its metadata.
            _ => FileCosts { read_ns: unix, write_ns: unix, trips: 0.0, dependent: true },
        }
    }

    fn talk(scenario: &Scenario, params: &ParamSet, scale: f64) -> (Talk, ServerCosts) {
        let protocol = &scenario.protocol;
        let us = |index: usize| params[index] * 1e3 * scale;
        let ns = |index: usize| params[index] * scale;
        let client_scale = 1000.0 / scenario.client.single_thread_score.max(100.0);
        let network = protocol.kind.uses_network();
        let path = network.then(|| Path::new(scenario, params));
        let block = match &scenario.workload {
            Workload::Block(block) => Some(block),
            _ => None,
        };
        // Ports of 5 Gbit/s and up come with chips that merge and cut frames themselves.
        let offload = if scenario.network.link_gbit >= 5.0 { params[NET_OFFLOAD] } else { 1.0 };
        let mut server = ServerCosts {
            rx_frame_ns: us(NET_RX_FRAME) * offload,
            tx_frame_ns: us(NET_TX_FRAME) * offload,
            meta_op_ns: us(SMB_META_OP),
            ..ServerCosts::default()
        };
        let mut talk = Talk {
            path,
            usb_bytes_per_s: None,
            io_bytes: MIB,
            window_bytes: (params[CLIENT_STREAM] * MIB as f64) as u64,
            serial: false,
            latency_ns: if network { (params[REMOTE_LATENCY] * 1e3) as u64 } else { 0 },
            header_bytes: 160,
            burst_bytes: 0,
            client_byte_ns: 0.0,
            write_through: scenario.volume.sync == SyncMode::Always,
            bypass_page_cache: false,
            sync_on_close: scenario.volume.sync == SyncMode::Always,
            disorder: params[DISORDER],
            streams_recognised: protocol.kind != ProtocolKind::Iscsi,
        };
        let hardware = scenario.nas.cpu.aes_instructions;
        let crypt = |server: &mut ServerCosts, talk: &mut Talk| {
            if protocol.encrypted {
                server.byte_ns += aes(scenario, params) * scale;
                // The client is assumed to be a current machine with AES instructions.
                talk.client_byte_ns += params[AES_HARD_BYTE] * client_scale;
            }
        };
        let is_smb_1 = protocol.kind == ProtocolKind::Smb && protocol.version == Some(ProtocolVersion::V1);
        match protocol.kind {
            ProtocolKind::Smb => {
                server.read_op_ns = us(SMB_READ_OP);
                server.write_op_ns = us(SMB_WRITE_OP);
                server.byte_ns = ns(SMB_BYTE);
                talk.serial = !protocol.async_io;
                if is_smb_1 {
                    // Only from version 2 on does a client send further requests before the answer has come.
                    talk.io_bytes = 64 * KIB;
                    talk.window_bytes = talk.io_bytes;
                }
                crypt(&mut server, &mut talk);
                if protocol.signed && !protocol.encrypted {
                    // AES-CMAC or HMAC-SHA256 over every byte: about half of an encryption.
                    server.byte_ns += 0.5 * aes(scenario, params) * scale;
                }
            }
            ProtocolKind::Nfs => {
                server.read_op_ns = us(NFS_OP);
                server.write_op_ns = us(NFS_OP);
                server.meta_op_ns = us(NFS_OP);
                server.byte_ns = ns(NFS_BYTE);
                server.rx_frame_ns *= params[NFS_FRAME];
                if let Some(path) = &mut talk.path {
                    path.link_bytes_per_s *= params[NFS_WIRE];
                    path.client_bytes_per_s *= params[NFS_WIRE];
                }
                talk.sync_on_close |= !protocol.async_io && scenario.volume.sync != SyncMode::Disabled;
                let reading = matches!(&scenario.workload, Workload::FileCopy(copy)
                    if copy.direction == crate::scenario::Direction::Read);
                if reading {
                    talk.window_bytes = (params[NFS_CLIENT_WINDOW] * KIB as f64) as u64;
                }
                crypt(&mut server, &mut talk);
            }
            ProtocolKind::Iscsi => {
                server.read_op_ns = us(ISCSI_READ_OP);
                server.write_op_ns = us(ISCSI_WRITE_OP);
                server.meta_op_ns = us(ISCSI_READ_OP);
                server.byte_ns = ns(ISCSI_BYTE);
                talk.header_bytes = 48;
                talk.burst_bytes = ISCSI_BURST;
                // LIO on plain Linux hands the LUN's device the writes; NAS systems keep LUNs as files behind the page
                // cache.
                talk.write_through |= matches!(scenario.nas.os, NasOs::Linux);
                talk.bypass_page_cache = matches!(scenario.nas.os, NasOs::Linux);
            }
            ProtocolKind::Sftp | ProtocolKind::Scp | ProtocolKind::RsyncSsh => {
                let byte = params[SSH_COPY_BYTE] + cipher_byte(protocol.cipher, hardware, params);
                server.read_op_ns = us(SFTP_OP);
                server.write_op_ns = us(SFTP_OP);
                server.meta_op_ns = us(SFTP_OP);
                server.front_byte_ns = byte * scale;
                talk.client_byte_ns =
                    (params[SSH_COPY_BYTE] + cipher_byte(protocol.cipher, true, params)) * client_scale;
                talk.serial = true;
                talk.io_bytes = if protocol.kind == ProtocolKind::Sftp { 32 * KIB } else { 256 * KIB };
                talk.window_bytes = 2 * MIB;
                if protocol.kind == ProtocolKind::RsyncSsh {
                    server.byte_ns = ns(RSYNC_BYTE);
                    talk.client_byte_ns = talk.client_byte_ns.max(params[RSYNC_BYTE] * client_scale);
                }
            }
            ProtocolKind::Ftp | ProtocolKind::Webdav | ProtocolKind::Afp | ProtocolKind::RsyncDaemon => {
                server.read_op_ns = us(DATAGRAM_OP);
                server.write_op_ns = us(DATAGRAM_OP);
                server.meta_op_ns = us(SMB_META_OP);
                server.byte_ns =
                    if protocol.kind == ProtocolKind::RsyncDaemon { ns(RSYNC_BYTE) } else { ns(STREAM_BYTE) };
                talk.io_bytes = 256 * KIB;
                talk.serial = true;
                crypt(&mut server, &mut talk);
            }
            ProtocolKind::Tcp => {
                server.byte_ns = ns(TCP_TX_BYTE);
                talk.io_bytes = 128 * KIB;
            }
            ProtocolKind::Usb | ProtocolKind::Local => {
                server.read_op_ns = us(LOCAL_OP);
                server.write_op_ns = us(LOCAL_OP);
                if block.is_some_and(|b| b.direct) && scenario.volume.filesystem != Filesystem::None {
                    server.write_op_ns += us(FS_WRITE_OP);
                }
                server.meta_op_ns = us(LOCAL_OP);
                server.byte_ns = ns(LOCAL_BYTE);
                talk.header_bytes = 0;
                talk.window_bytes = MIB;
                // ZFS caches direct I/O like any other; Windows Explorer copies large files past the cache.
                let zfs = scenario.volume.filesystem == Filesystem::Zfs;
                let direct = block.is_some_and(|b| b.direct && !zfs)
                    || (block.is_none()
                        && scenario.client.tool == Tool::Explorer
                        && protocol.kind == ProtocolKind::Local);
                talk.bypass_page_cache = direct && block.is_some();
                talk.write_through |= direct;
                if protocol.kind == ProtocolKind::Usb {
                    talk.usb_bytes_per_s = Some(match protocol.version {
                        // 480 Mbit/s with its protocol overhead.
                        Some(ProtocolVersion::V2_0) => 38e6,
                        Some(ProtocolVersion::V3_1) => params[USB_BYTES] * 2.4e6,
                        _ => params[USB_BYTES] * 1e6,
                    });
                }
            }
        }
        // A copy tool, or a test that goes through the client's page cache, moves every byte in one thread.
        let through_page_cache = matches!(protocol.kind, ProtocolKind::Smb | ProtocolKind::Nfs)
            && scenario.client.os != ClientOs::Windows
            && block.is_some_and(|block| !block.direct);
        if network && (matches!(scenario.workload, Workload::FileCopy(_)) || through_page_cache) {
            talk.client_byte_ns = talk.client_byte_ns.max(params[COPY_CLIENT] * client_scale);
        }
        if let Some(kib) = protocol.io_kib {
            talk.io_bytes = u64::from(kib) * KIB;
        }
        if scenario.volume.sync == SyncMode::Disabled {
            talk.write_through = false;
            talk.sync_on_close = false;
        }
        if scenario.client.os == ClientOs::Windows && protocol.kind == ProtocolKind::Smb && !is_smb_1 {
            talk.window_bytes = talk.window_bytes.max(2 * talk.io_bytes);
        }
        talk.window_bytes = talk.window_bytes.max(talk.io_bytes);
        (talk, server)
    }
}
