//! What one SSD is: the scenario's figures, completed by what data sheets leave out.

use crate::model::drive::Ns;
use crate::scenario::{Attach, CacheDrives, DriveKind, Drives};

/// What the scenario says nothing about.
#[derive(Clone, Debug, PartialEq)]
pub struct SsdTunables {
    /// 4 KiB read at depth 1 of a SATA drive without power-loss protection, µs; 870 EVO: 13,000 a second.
    pub sata_read_us: f64,
    /// The same with protection: PM883.
    pub sata_plp_read_us: f64,
    /// 4 KiB read at depth 1 of an NVMe drive, µs; 970 EVO Plus 53–59, 980 59, PM9A3 80.
    pub nvme_read_us: f64,
    pub nvme_plp_read_us: f64,
    /// 4 KiB write at depth 1, µs; 870 EVO 25, PM883 40.
    pub sata_write_us: f64,
    pub sata_plp_write_us: f64,
    /// 970 EVO Plus 17, 980 19, PM9A3 13.
    pub nvme_write_us: f64,
    /// Flush of a SATA drive without protection, µs; 870 EVO: 250–310 writes with fsync a second.
    pub sata_flush_us: f64,
    /// Flush of an NVMe drive without protection, µs. Estimate: no data sheet says; KC3000s in RAID 10 under a file
    /// system do a synchronous write in 1.8 ms.
    pub nvme_flush_us: f64,
    /// Flush with protection, µs; PM883: 15,500 writes with fsync a second.
    pub sata_plp_flush_us: f64,
    pub nvme_plp_flush_us: f64,
    /// Random writes of an unprotected (consumer) drive whose SLC cache is used up, as a share of the data sheet's: 870
    /// EVO: 12,000 of 88,000.
    pub steady_random_write_share: f64,
    /// What the drive takes before it makes a writer wait for the flash, bytes. Estimate: a few program units a die.
    pub write_buffer_bytes: f64,
    /// SLC regained while idle, as a share of the sustained rate. Estimate.
    pub slc_refill_share: f64,
}

impl Default for SsdTunables {
    fn default() -> Self {
        Self {
            sata_read_us: 77.0,
            sata_plp_read_us: 120.0,
            nvme_read_us: 70.0,
            nvme_plp_read_us: 80.0,
            sata_write_us: 30.0,
            sata_plp_write_us: 40.0,
            nvme_write_us: 20.0,
            sata_flush_us: 3_500.0,
            nvme_flush_us: 1_500.0,
            sata_plp_flush_us: 30.0,
            nvme_plp_flush_us: 5.0,
            steady_random_write_share: 0.136,
            write_buffer_bytes: 4e6,
            slc_refill_share: 0.25,
        }
    }
}

/// One SSD, in the model's units.
#[derive(Clone, Debug, PartialEq)]
pub struct SsdParams {
    pub read_bytes_per_s: f64,
    /// While there is SLC cache left.
    pub write_bytes_per_s: f64,
    /// Once it is used up.
    pub sustained_bytes_per_s: f64,
    /// `None`: the drop is not known, so there is none.
    pub slc_cache_bytes: Option<u64>,
    /// 4 KiB, at any depth.
    pub random_read_iops: f64,
    /// 4 KiB, at any depth, while there is SLC cache left.
    pub random_write_iops: f64,
    /// 4 KiB, once it is used up.
    pub steady_random_write_iops: f64,
    /// 4 KiB at depth 1.
    pub read_latency_ns: Ns,
    /// 4 KiB at depth 1.
    pub write_latency_ns: Ns,
    pub flush_ns: Ns,
    /// SATA and USB: nothing else runs during a flush.
    pub flush_blocks: bool,
    /// Cable and bridge.
    pub interface_bytes_per_s: f64,
    /// What the port and its protocol take for each command; bounds the commands a second.
    pub interface_command_ns: Ns,
    /// USB's bulk-only transport: a command begins when the one before has ended.
    pub one_at_a_time: bool,
    pub write_buffer_bytes: f64,
    pub slc_refill_bytes_per_s: f64,
}

/// How a drive hangs on the NAS: bytes/s, time a command.
/// SATA 6 Gbit/s carries 550 MB/s and 98,000 commands a second; the others as in practice.
fn interface(attach: Attach) -> (f64, Ns) {
    match attach {
        Attach::Sata => (550e6, 2_750),
        Attach::Sas => (1_100e6, 2_000),
        Attach::Nvme => (16e9, 0),
        Attach::UsbUas => (430e6, 12_000),
        Attach::UsbBot => (380e6, 50_000),
    }
}

impl SsdParams {
    /// A bulk drive of the scenario.
    pub fn from_bulk(drives: &Drives, tunables: &SsdTunables) -> Self {
        let sheet = Sheet {
            kind: drives.kind,
            attach: drives.attach,
            read_mb_s: drives.sequential_mb_s,
            write_mb_s: drives.sequential_write_mb_s,
            sustained_mb_s: drives.sustained_write_mb_s,
            slc_gb: drives.slc_cache_gb,
            // A resolved scenario has both for every SSD.
            read_iops: drives.random_read_iops.unwrap_or(90_000.0),
            write_iops: drives.random_write_iops.unwrap_or(80_000.0),
            read_us: None,
            write_us: None,
            protected: drives.power_loss_protection,
        };
        sheet.complete(tunables)
    }

    /// An SSD of a cache or of a ZFS log.
    pub fn from_cache(drives: &CacheDrives, tunables: &SsdTunables) -> Self {
        let sheet = Sheet {
            kind: drives.kind,
            attach: if drives.kind == DriveKind::SsdNvme { Attach::Nvme } else { Attach::Sata },
            read_mb_s: drives.sequential_read_mb_s,
            write_mb_s: drives.sequential_write_mb_s,
            sustained_mb_s: drives.sustained_write_mb_s,
            slc_gb: drives.slc_cache_gb,
            read_iops: drives.random_read_iops,
            write_iops: drives.random_write_iops,
            read_us: Some(drives.read_latency_us),
            write_us: Some(drives.write_latency_us),
            protected: drives.power_loss_protection,
        };
        sheet.complete(tunables)
    }
}

/// What the scenario says of either sort of SSD.
struct Sheet {
    kind: DriveKind,
    attach: Attach,
    read_mb_s: f64,
    write_mb_s: f64,
    sustained_mb_s: Option<f64>,
    slc_gb: Option<f64>,
    read_iops: f64,
    write_iops: f64,
    read_us: Option<f64>,
    write_us: Option<f64>,
    protected: bool,
}

impl Sheet {
    fn complete(&self, t: &SsdTunables) -> SsdParams {
        let is_nvme = self.kind == DriveKind::SsdNvme;
        let pick = |sata: f64, sata_plp: f64, nvme: f64, nvme_plp: f64| match (is_nvme, self.protected) {
            (false, false) => sata,
            (false, true) => sata_plp,
            (true, false) => nvme,
            (true, true) => nvme_plp,
        };
        let ns = |us: f64| (us * 1e3) as Ns;
        let read_us = pick(t.sata_read_us, t.sata_plp_read_us, t.nvme_read_us, t.nvme_plp_read_us);
        let write_us = pick(t.sata_write_us, t.sata_plp_write_us, t.nvme_write_us, t.nvme_write_us);
        let flush_us = pick(t.sata_flush_us, t.sata_plp_flush_us, t.nvme_flush_us, t.nvme_plp_flush_us);
        let sustained = self.sustained_mb_s.unwrap_or(self.write_mb_s) * 1e6;
        let (cable, interface_command_ns) = interface(self.attach);
        // Reads and writes at once share what the drive moves one way: two SN550 as a mirrored cache in slots that carry
        // 390 MB/s copied 245 MB/s, one write and half a read each (DS918+ cache test).
        let interface_bytes_per_s = cable.min(self.read_mb_s.max(self.write_mb_s) * 1e6);
        SsdParams {
            read_bytes_per_s: self.read_mb_s * 1e6,
            write_bytes_per_s: self.write_mb_s * 1e6,
            sustained_bytes_per_s: sustained,
            slc_cache_bytes: match (self.slc_gb, self.sustained_mb_s) {
                // Size and rate both have to be known for a drop, and a cache of nothing is none.
                (Some(gb), Some(_)) => Some((gb * 1e9) as u64),
                _ => None,
            },
            random_read_iops: self.read_iops,
            random_write_iops: self.write_iops,
            // Data sheets of protected drives give the steady state, those of consumer drives the fresh one.
            steady_random_write_iops: self.write_iops * if self.protected { 1.0 } else { t.steady_random_write_share },
            read_latency_ns: ns(self.read_us.unwrap_or(read_us)),
            write_latency_ns: ns(self.write_us.unwrap_or(write_us)),
            flush_ns: ns(flush_us),
            flush_blocks: !matches!(self.attach, Attach::Nvme | Attach::Sas),
            interface_bytes_per_s,
            interface_command_ns,
            one_at_a_time: self.attach == Attach::UsbBot,
            write_buffer_bytes: t.write_buffer_bytes,
            slc_refill_bytes_per_s: sustained * t.slc_refill_share,
        }
    }
}
