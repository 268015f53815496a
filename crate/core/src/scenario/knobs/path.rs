//! Knobs of the way from client to NAS, and of the document itself.

use super::{
    Fallback::{Choice, Derived, Flag, Nothing, Number, Required, Whole},
    Form, Knob, derived,
};

#[rustfmt::skip] // A table reads as a table.
pub(super) static DOCUMENT: [Knob; 10] = [
    Knob::whole("version", 1, 1, Required, "Of the format."),
    Knob::label(),
    Knob::new("nas", Form::Section, Nothing, "The NAS without its drives.").null_refused(),
    Knob::new("drives", Form::Section, Nothing, "The drives of the volume, all alike.").null_refused(),
    Knob::new("volume", Form::Section, Nothing, "RAID and file system.").null_refused(),
    Knob::new("ssd_cache", Form::Section, Nothing, "The SSD cache; null or left out: none."),
    Knob::new("network", Form::Section, Nothing, "The way from client to NAS; local and usb don't take it.").null_refused(),
    Knob::new("client", Form::Section, Nothing, "The clients, all alike.").null_refused(),
    Knob::new("protocol", Form::Section, Nothing, "How client and NAS talk.").null_refused(),
    Knob::new("workload", Form::Section, Required, "What is done."),
];

/// Ethernet's speeds, Gbit/s.
const LINK_GBIT: &[f64] = &[0.1, 1.0, 2.5, 5.0, 10.0, 25.0, 40.0, 100.0];

#[rustfmt::skip]
pub(super) static NETWORK: [Knob; 8] = [
    Knob::label(),
    Knob::new("link_gbit", Form::Steps(LINK_GBIT), Derived(derived::link_gbit), "The NAS's port; the fastest built into the model, or 1.").unit("Gbit/s"),
    Knob::whole("links", 1, 8, Whole(1), "Ports in use."),
    Knob::choice("bonding", &["none", "balance-rr", "active-backup", "802.3ad", "balance-alb", "smb-multichannel"], Choice("none"), "How several links act as one; none uses one of them."),
    Knob::whole("mtu", 576, 9216, Whole(1500), "Largest packet; more than 1,500 only where every device on the way is set so.").unit("bytes").step(4.0),
    Knob::number("round_trip_us", 1.0, 1_000_000.0, Derived(derived::round_trip_us), "An empty round trip, client to NAS and back; one switch on the way.").unit("µs").log().usual(20.0, 100_000.0),
    Knob::choice("spread", &["mean", "even", "worst"], Choice("mean"), "802.3ad puts each flow on a link by a hash; with few flows luck decides."),
    Knob::number("loss_percent", 0.0, 50.0, Number(0.0), "Packets that get lost; none on a sound cable.").unit("%").step(0.01).usual(0.0, 2.0),
];

#[rustfmt::skip]
pub(super) static CLIENT: [Knob; 9] = [
    Knob::label(),
    Knob::choice("os", &["windows", "macos", "linux"], Choice("windows"), "Decides on how files are copied."),
    Knob::whole("count", 1, 1000, Whole(1), "Clients that do the same at once.").log().usual(1.0, 100.0),
    Knob::new("link_gbit", Form::Steps(LINK_GBIT), Derived(derived::client_link_gbit), "Each client's own port; as the NAS's, unless said.").unit("Gbit/s").null_is_default(),
    Knob::whole("links", 1, 8, Whole(1), "Each client's ports in use."),
    Knob::choice("tool", &["explorer", "finder", "robocopy", "cp", "rsync", "scp", "sftp", "dd", "fio", "iometer", "atto", "crystaldiskmark", "other"],
        Derived(derived::tool), "What copies; what people take on that system and protocol."),
    Knob::number("storage_mb_s", 1.0, 100_000.0, Nothing, "The client's own disk; never the limit, unless said.").unit("MB/s").log().usual(50.0, 10_000.0),
    Knob::number("ram_gib", 0.25, 4096.0, Number(16.0), "What a client that buffers can hold back.").unit("GiB").step(0.25).log().usual(2.0, 256.0),
    Knob::number("single_thread_score", 100.0, 10_000.0, Number(2500.0), "PassMark's single-thread rating; 2,500 is an ordinary PC.").step(10.0).log().usual(500.0, 5000.0),
];

/// The versions of each protocol that has some.
const VERSIONS: [(&str, &[&str]); 3] =
    [("smb", &["1", "2.1", "3.0", "3.1.1"]), ("nfs", &["3", "4.0", "4.1", "4.2"]), ("usb", &["2.0", "3.0", "3.1"])];

/// The versions that a protocol has; empty: none to choose.
pub fn versions(kind: &str) -> &'static [&'static str] {
    VERSIONS.iter().find(|(name, _)| *name == kind).map_or(&[], |(_, versions)| versions)
}

#[rustfmt::skip]
pub(super) static PROTOCOL: [Knob; 9] = [
    Knob::label(),
    Knob::choice("kind", &["smb", "nfs", "iscsi", "sftp", "scp", "rsync-ssh", "rsync-daemon", "ftp", "webdav", "afp", "usb", "local", "tcp"],
        Choice("smb"), "What Windows, macOS and most NAS systems speak by themselves is SMB."),
    Knob::choice("version", &["1", "2.0", "2.1", "3", "3.0", "3.1", "3.1.1", "4.0", "4.1", "4.2"],
        Derived(derived::version), "smb: 1, 2.1, 3.0, 3.1.1; nfs: 3, 4.0, 4.1, 4.2; usb: 2.0, 3.0, 3.1. What current systems agree on.")
        .null_is_default().settled(derived::no_version_to_choose),
    Knob::flag("encrypted", Flag(false), "SMB 3 encryption, NFS krb5p, FTPS, WebDAV over TLS; ssh can't do without.").settled(derived::ssh_is_encrypted),
    Knob::flag("signed", Flag(false), "Each message carries a checksum that proves its sender."),
    Knob::flag("async", Derived(derived::asynchronous), "NFS: writes are answered before they are durable; SMB: the server works on several requests of one client at once. By operating system.").null_is_default(),
    Knob::choice("cipher", &["aes128-gcm", "aes256-gcm", "aes128-ctr", "chacha20-poly1305"], Derived(derived::cipher), "Where encrypted; the tool's first choice.").null_is_default(),
    Knob::whole("io_kib", 1, 65_536, Nothing, "Largest read or write on the wire; the protocol's own, unless said.").unit("KiB").log().usual(4.0, 8192.0),
    Knob::whole("connections", 1, 256, Whole(1), "nfs nconnect, SMB multichannel connections per link, rsyncs side by side.").usual(1.0, 16.0),
];
