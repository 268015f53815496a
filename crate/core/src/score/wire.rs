//! What the wire alone would carry, and whether a measured value sits there.
//!
//! A value at the wire's limit says little about a model: any model that knows the link gets it right. The summaries
//! therefore also come without those values.

use super::case::Case;
use super::metric::implied_throughput_mb_s;
use crate::scenario::{Bonding, ClientOs, ProtocolKind, Scenario, Spread};

/// From this share of the path's goodput on a value counts as bound by the link.
pub const LINK_BOUND_SHARE: f64 = 0.93;

/// Ethernet around each frame: header 14, checksum 4, preamble 8, gap 12 bytes (IEEE 802.3).
const FRAME_OVERHEAD_BYTES: f64 = 38.0;
/// IPv4 and TCP headers without options, bytes (RFC 791, RFC 9293).
const TCP_IP_HEADER_BYTES: f64 = 40.0;
/// TCP timestamps with their padding, bytes (RFC 7323); Windows does not use them by default.
const TIMESTAMP_BYTES: f64 = 12.0;
/// 10^6 bytes per second in one Gbit/s.
const MB_S_PER_GBIT: f64 = 125.0;

/// TCP payload that the path from NAS to clients can carry at most, in 10^6 bytes per second, all clients together;
/// `None` where the protocol uses no network.
pub fn path_goodput_mb_s(scenario: &Scenario) -> Option<f64> {
    if !scenario.protocol.kind.uses_network() {
        return None;
    }
    let network = &scenario.network;
    let client = &scenario.client;
    let clients = f64::from(client.count);
    let timestamps = if client.os == ClientOs::Windows { 0.0 } else { TIMESTAMP_BYTES };
    let mtu = f64::from(network.mtu);
    let payload_share = (mtu - TCP_IP_HEADER_BYTES - timestamps) / (mtu + FRAME_OVERHEAD_BYTES);

    // Links of the NAS, and of each client, that carry data at the same time.
    let (nas_links, client_links) = match network.bonding {
        Bonding::None | Bonding::ActiveBackup => (1.0, 1.0),
        Bonding::BalanceRr => (f64::from(network.links), f64::from(client.links)),
        // Multichannel pairs ports of NAS and client one to one, and only SMB has it.
        Bonding::SmbMultichannel if scenario.protocol.kind == ProtocolKind::Smb => {
            let pairs = f64::from(network.links.min(client.links));
            (f64::from(network.links).min(pairs * clients), pairs)
        }
        Bonding::SmbMultichannel => (1.0, 1.0),
        // One connection never exceeds one link; a flow is a client under the usual hash of addresses.
        Bonding::Lacp | Bonding::BalanceAlb => (busy_links(network.links, client.count, network.spread), 1.0),
    };
    let nas_gbit = network.link_gbit * nas_links;
    let clients_gbit = client.link_gbit * client_links * clients;
    Some(nas_gbit.min(clients_gbit) * MB_S_PER_GBIT * payload_share)
}

/// Links that `flows` keep busy when a hash spreads them.
fn busy_links(links: u32, flows: u32, spread: Spread) -> f64 {
    match spread {
        Spread::Worst => 1.0,
        Spread::Even => f64::from(links.min(flows)),
        Spread::Mean => {
            let n = f64::from(links);
            n * (1.0 - libm::pow(1.0 - 1.0 / n, f64::from(flows)))
        }
    }
}

/// Which of the case's values are decided by the wire alone. A value that stands for no throughput (a speed-up, a
/// deviation) is link-bound when another of the same case is.
pub(super) fn link_bound(case: &Case) -> Vec<bool> {
    let scenario = &case.scenario.scenario;
    let Some(goodput) = path_goodput_mb_s(scenario) else {
        return vec![false; case.measured.len()];
    };
    let implied: Vec<Option<f64>> = case
        .measured
        .iter()
        .map(|measured| {
            implied_throughput_mb_s(measured.metric, measured.figure(), &scenario.workload, scenario.client.count)
        })
        .collect();
    let at_limit = |throughput: &Option<f64>| throughput.is_some_and(|mb_s| mb_s >= LINK_BOUND_SHARE * goodput);
    let any = implied.iter().any(at_limit);
    implied.iter().map(|throughput| if throughput.is_some() { at_limit(throughput) } else { any }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::sample;

    fn goodput(change: impl FnOnce(&mut Scenario)) -> f64 {
        let mut scenario = sample::scenario();
        change(&mut scenario);
        path_goodput_mb_s(&scenario).expect("goes over the network")
    }

    #[test]
    fn goodput_is_what_frames_leave_for_payload() {
        // 1500-byte frames carry 1460 of 1538 bytes, 1448 with timestamps; jumbo frames 8948 of 9038.
        assert!((goodput(|_| ()) - 118.66).abs() < 0.01);
        assert!((goodput(|s| s.client.os = ClientOs::Linux) - 117.69).abs() < 0.01);
        let jumbo = goodput(|s| {
            s.client.os = ClientOs::Linux;
            s.network.mtu = 9000;
        });
        assert!((jumbo - 123.76).abs() < 0.01);
    }

    #[test]
    fn the_slowest_port_of_the_path_decides() {
        let fast_client = goodput(|s| s.client.link_gbit = 10.0);
        let fast_nas = goodput(|s| s.network.link_gbit = 10.0);
        assert!((fast_client - goodput(|_| ())).abs() < 1e-9);
        assert!((fast_nas - goodput(|_| ())).abs() < 1e-9);
        let several = goodput(|s| {
            s.network.link_gbit = 10.0;
            s.client.count = 3;
        });
        assert!((several - 3.0 * goodput(|_| ())).abs() < 1e-9);
    }

    #[test]
    fn one_client_gains_from_a_second_link_only_with_round_robin_or_multichannel() {
        let with = |bonding| {
            goodput(|s| {
                s.network.bonding = bonding;
                s.network.links = 2;
                s.client.links = 2;
            }) / goodput(|_| ())
        };
        assert!((with(Bonding::BalanceRr) - 2.0).abs() < 1e-9);
        assert!((with(Bonding::SmbMultichannel) - 2.0).abs() < 1e-9);
        for bonding in [Bonding::Lacp, Bonding::BalanceAlb, Bonding::ActiveBackup, Bonding::None] {
            assert!((with(bonding) - 1.0).abs() < 1e-9, "{bonding:?}");
        }
    }

    #[test]
    fn four_clients_on_a_hashed_bond_of_two_links_keep_most_of_both_busy() {
        // n (1 - (1 - 1/n)^f) = 2 (1 - 1/16)
        let bonded = goodput(|s| {
            s.network.bonding = Bonding::Lacp;
            s.network.links = 2;
            s.client.count = 4;
        });
        assert!((bonded / goodput(|_| ()) - 1.875).abs() < 1e-9);
    }

    #[test]
    fn a_value_near_the_goodput_is_link_bound_and_one_inside_the_nas_never_is() {
        let mut case = sample::case("a", 112.0);
        assert_eq!(link_bound(&case), [true]);
        case.measured[0] = crate::score::Measured::exact(crate::score::Metric::ThroughputMbS, 109.0);
        assert_eq!(link_bound(&case), [false]);
        let mut inside = sample::case("b", 112.0);
        inside.scenario.scenario.protocol.kind = ProtocolKind::Local;
        assert_eq!(link_bound(&inside), [false]);
    }
}
