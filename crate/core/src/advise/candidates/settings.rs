//! What costs nothing: another protocol, asynchronous exports.

use super::Present;
use crate::advise::types::Upgrade;
use crate::scenario::{ClientOs, ProtocolKind, ProtocolVersion, SyncMode, Tool};
use serde_json::{Value, json};

pub(super) fn add(present: &mut Present<'_>) {
    protocols(present);
    let protocol = &present.scenario.protocol;
    if protocol.kind == ProtocolKind::Nfs && !protocol.async_io && present.scenario.volume.sync != SyncMode::Always {
        present.add(Upgrade {
            id: "async".to_owned(),
            code: "async",
            args: json!({}),
            patch: json!({"protocol": {"async": true}}),
            costs: false,
            renewed: &[],
        });
    }
}

/// Other ways to the same files. iSCSI is a disk, not a share, so nothing stands in for it.
fn protocols(present: &mut Present<'_>) {
    let scenario = present.scenario;
    let unix = scenario.client.os != ClientOs::Windows;
    let now = scenario.protocol.kind;
    let mut others = match now {
        ProtocolKind::Smb if unix => vec!["nfs"],
        ProtocolKind::Nfs => vec!["smb"],
        ProtocolKind::Sftp | ProtocolKind::Scp | ProtocolKind::Ftp | ProtocolKind::Webdav | ProtocolKind::Afp => {
            vec!["smb"]
        }
        ProtocolKind::RsyncSsh => vec!["rsync-daemon", "smb"],
        _ => Vec::new(),
    };
    if unix && others.contains(&"smb") && now != ProtocolKind::Nfs {
        others.push("nfs");
    }
    let tool = &present.document["client"]["tool"];
    for kind in others {
        // A tool that speaks its own protocol goes with it; where the scenario names one that doesn't, it stays.
        let tool_goes = matches!(scenario.client.tool, Tool::Sftp | Tool::Scp)
            || (matches!(scenario.client.tool, Tool::Rsync) && now == ProtocolKind::RsyncSsh && kind != "rsync-daemon");
        let mut patch =
            json!({"protocol": {"kind": kind, "version": null, "async": null, "cipher": null, "io_kib": null}});
        if tool_goes && !tool.is_null() {
            patch["client"] = json!({"tool": null});
        }
        let encrypted = present.document["protocol"]["encrypted"] == Value::Bool(true);
        present.add(Upgrade {
            id: format!("protocol-{kind}"),
            code: "protocol",
            args: json!({"protocol": kind, "before": now, "encrypted": encrypted,
                "encrypted_before": scenario.protocol.encrypted}),
            patch,
            costs: false,
            renewed: &["nas-cpu", "client", "round-trips"],
        });
    }
    if matches!(scenario.protocol.version, Some(ProtocolVersion::V1 | ProtocolVersion::V2_1)) {
        present.add(Upgrade {
            id: "protocol-smb-3.1.1".to_owned(),
            code: "protocol",
            args: json!({"protocol": "smb", "version": "3.1.1", "before": now,
                "encrypted": scenario.protocol.encrypted, "encrypted_before": scenario.protocol.encrypted}),
            patch: json!({"protocol": {"version": "3.1.1"}}),
            costs: false,
            renewed: &[],
        });
    }
}
