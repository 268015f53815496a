//! Frames, goodput and how flows spread over the links of a bond.
//!
//! Goodput of TCP = rate x (MTU - 40 - 12·ts)/(MTU + 38): 40 bytes of IP and TCP header, 12 more with timestamps
//! (Linux default on, Windows off), 38 of Ethernet header, check sum, preamble and gap.

use crate::scenario::{Bonding, ClientOs, ProtocolKind, Scenario, Spread};

use super::params::{BALANCE_RR, MULTICHANNEL, ParamSet};

/// The way between clients and NAS.
#[derive(Clone, Debug)]
pub struct Path {
    /// Links of the NAS that carry data.
    pub links: usize,
    /// Payload rate of each NAS link in each direction, bytes/s.
    pub link_bytes_per_s: f64,
    /// Payload rate of one client's ports together, bytes/s.
    pub client_bytes_per_s: f64,
    /// Most that one flow can carry: a window over the round trip, or the loss limit; bytes/s.
    pub flow_bytes_per_s: f64,
    /// Payload bytes a full frame carries.
    pub frame_payload: f64,
    /// Empty round trip, ns.
    pub round_trip_ns: u64,
    /// What the wires carry in one direction whatever the software does, all clients together; bytes/s.
    pub ceiling_bytes_per_s: f64,
    /// One message is spread over all links at once (round robin, or the channels of SMB multichannel).
    pub striped: bool,
}

/// Payload bytes of a full frame and its share of the wire.
pub fn frame(mtu: u32, timestamps: bool) -> (f64, f64) {
    let payload = f64::from(mtu) - 40.0 - if timestamps { 12.0 } else { 0.0 };
    (payload, payload / (f64::from(mtu) + 38.0))
}

/// TCP goodput of one link, bytes/s.
pub fn goodput_bytes_per_s(gbit: f64, mtu: u32, timestamps: bool) -> f64 {
    gbit * 1e9 / 8.0 * frame(mtu, timestamps).1
}

/// The largest window that Linux, Windows and Samba open by themselves, bytes.
pub const LARGEST_WINDOW: f64 = 6.0 * 1024.0 * 1024.0;

impl Path {
    /// The path of a scenario.
    pub fn new(scenario: &Scenario, params: &ParamSet) -> Self {
        let network = &scenario.network;
        let client = &scenario.client;
        // Timestamps need both ends; Windows leaves them off.
        let timestamps = client.os != ClientOs::Windows;
        let (frame_payload, _) = frame(network.mtu, timestamps);
        let nas = goodput_bytes_per_s(network.link_gbit, network.mtu, timestamps);
        let port = goodput_bytes_per_s(client.link_gbit, network.mtu, timestamps);
        let n = network.links.max(1);
        let clients = f64::from(client.count);
        let multichannel_ok = scenario.protocol.kind == ProtocolKind::Smb;
        let shared = n.min(client.links.max(1));
        let round_trip_ns = (network.round_trip_us * 1e3) as u64;
        let (links, factor, striped, client_links) = match network.bonding {
            Bonding::None | Bonding::ActiveBackup => (1, 1.0, false, 1),
            Bonding::SmbMultichannel if multichannel_ok => {
                // Every client opens channels over min(its ports, the NAS's); the last per cent goes to balancing.
                let extra = f64::from(shared.max(1) - 1);
                let per_link = (1.0 + extra * params[MULTICHANNEL]) / f64::from(shared);
                (n as usize, per_link, true, shared)
            }
            Bonding::SmbMultichannel => (1, 1.0, false, 1),
            Bonding::BalanceRr => {
                // Reordering costs one stream most of what further links add.
                let useful = 1.0 + f64::from(n - 1) * params[BALANCE_RR];
                (n as usize, useful / f64::from(n), true, client.links.max(1))
            }
            Bonding::Lacp | Bonding::BalanceAlb => {
                let flows = clients * f64::from(scenario.protocol.connections.max(1));
                // One client is one MAC address: its connections share a link under the usual layer 2 hash.
                let flows = if clients < 2.0 { 1.0 } else { flows };
                let total = f64::from(n);
                let busy = match network.spread {
                    Spread::Mean => total * (1.0 - libm::pow(1.0 - 1.0 / total, flows)),
                    Spread::Even => total.min(flows),
                    Spread::Worst => 1.0,
                };
                let used = total.min(flows).max(1.0).floor();
                (used as usize, busy.max(1.0) / used, false, 1)
            }
        };
        let carrying = match network.bonding {
            _ if striped => f64::from(n),
            Bonding::Lacp | Bonding::BalanceAlb => links as f64,
            _ => 1.0,
        };
        let window = LARGEST_WINDOW / (f64::from(round_trip_ns.max(1) as u32) * 1e-9);
        let loss = network.loss_percent / 100.0;
        // Mathis: one flow under random loss carries MSS/RTT x 1.22/sqrt(p).
        let lossy = if loss > 0.0 {
            frame_payload / (round_trip_ns.max(1) as f64 * 1e-9) * 1.22 / libm::sqrt(loss)
        } else {
            f64::INFINITY
        };
        Self {
            links,
            ceiling_bytes_per_s: (nas * carrying).min(port * f64::from(client_links) * clients),
            link_bytes_per_s: nas * factor,
            client_bytes_per_s: port * f64::from(client_links) * if striped { factor } else { 1.0 },
            flow_bytes_per_s: window.min(lossy),
            frame_payload,
            round_trip_ns,
            striped,
        }
    }

    /// What all clients together can carry in one direction, bytes/s.
    pub fn capacity_bytes_per_s(&self, clients: u32) -> f64 {
        let links = self.link_bytes_per_s * self.links as f64;
        links.min(self.client_bytes_per_s * f64::from(clients))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goodput_is_that_of_the_frame_formula() {
        for (gbit, mtu, ts, mb_s) in [
            (1.0, 1500, false, 118.7),
            (2.5, 1500, false, 296.7),
            (10.0, 1500, false, 1186.6),
            (1.0, 1500, true, 117.7),
            (10.0, 1500, true, 1176.9),
            (2.5, 9000, true, 309.4),
            (10.0, 9000, true, 1237.6),
        ] {
            let got = goodput_bytes_per_s(gbit, mtu, ts) / 1e6;
            assert!((got / mb_s - 1.0).abs() < 0.001, "{gbit} {mtu} {ts}: {got}");
        }
    }
}
