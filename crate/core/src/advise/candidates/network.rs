//! Faster ports, a second cable, larger frames.

use super::{Present, figure};
use crate::advise::types::Upgrade;
use crate::scenario::{Bonding, ProtocolKind, ProtocolVersion, Scenario};
use serde_json::json;

/// Rates of ports in the shops, Gbit/s.
const LINKS_GBIT: [f64; 8] = [0.1, 1.0, 2.5, 5.0, 10.0, 25.0, 40.0, 100.0];
/// What many buy at once instead of the next step, Gbit/s.
const POPULAR_GBIT: f64 = 10.0;
/// What "jumbo frames" means on nearly every switch.
const JUMBO_MTU: u32 = 9000;

pub(super) fn add(present: &mut Present<'_>) {
    let scenario = present.scenario;
    if !scenario.protocol.kind.uses_network() {
        return;
    }
    let slower = scenario.network.link_gbit.min(scenario.client.link_gbit);
    let next = LINKS_GBIT.into_iter().find(|gbit| *gbit > slower);
    let popular = next.filter(|gbit| *gbit < POPULAR_GBIT).map(|_| POPULAR_GBIT);
    for gbit in next.into_iter().chain(popular) {
        present.add(link(scenario, gbit));
    }
    if let Some(upgrade) = second_link(scenario) {
        present.add(upgrade);
    }
    if scenario.network.mtu < JUMBO_MTU {
        present.add(Upgrade {
            id: "mtu".to_owned(),
            code: "mtu",
            args: json!({"mtu": JUMBO_MTU}),
            patch: json!({"network": {"mtu": JUMBO_MTU}}),
            costs: false,
            renewed: &[],
        });
    }
}

/// Both ends of the wire at least this fast.
fn link(scenario: &Scenario, gbit: f64) -> Upgrade {
    let (nas, client) = (scenario.network.link_gbit.max(gbit), scenario.client.link_gbit.max(gbit));
    Upgrade {
        id: format!("link-{}", figure(gbit)),
        code: "link",
        args: json!({"gbit": gbit}),
        patch: json!({"network": {"link_gbit": nas}, "client": {"link_gbit": client}}),
        costs: true,
        renewed: &["link"],
    }
}

/// A second cable with the bonding that makes use of it, or the right bonding for cables that are there.
fn second_link(scenario: &Scenario) -> Option<Upgrade> {
    let (network, client) = (&scenario.network, &scenario.client);
    let old_smb = matches!(scenario.protocol.version, Some(ProtocolVersion::V1 | ProtocolVersion::V2_1));
    let channels = scenario.protocol.kind == ProtocolKind::Smb && !old_smb;
    // Why this one: SMB opens connections over every port by itself; for one client of another protocol only round robin
    // spreads a stream; many clients are spread by their addresses, and need no second port of their own.
    let (bonding, reason, both_ends) = match client.count {
        1 if channels => (Bonding::SmbMultichannel, "smb-opens-channels", true),
        1 => (Bonding::BalanceRr, "one-client-needs-round-robin", true),
        _ => (Bonding::Lacp, "many-clients-spread", false),
    };
    let links = network.links.max(2);
    let client_links = if both_ends { client.links.max(2) } else { client.links };
    if network.links > 1 && network.bonding == bonding && client_links == client.links {
        return None;
    }
    let more = links > network.links || client_links > client.links;
    Some(Upgrade {
        id: if more { format!("links-{links}") } else { "bonding".to_owned() },
        code: "links",
        args: json!({"links": links, "client_links": client_links, "bonding": bonding, "reason": reason, "added": more}),
        patch: json!({"network": {"links": links, "bonding": bonding}, "client": {"links": client_links}}),
        costs: more,
        renewed: &["link"],
    })
}
