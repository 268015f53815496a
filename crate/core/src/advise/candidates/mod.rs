//! Every sensible single upgrade of a NAS, as a merge patch on its scenario. What one brings is simulated, not reckoned.
//!
//! A patch changes one thing: what a default would make follow from it is pinned to what it was. What the scenario's
//! own checks refuse, what the NAS model can't hold, what changes nothing and what gives up redundancy is left out.

mod cache;
mod hardware;
mod network;
mod settings;

use super::types::Upgrade;
use crate::catalog::Table;
use crate::scenario::{Document, Scenario};
use serde_json::{Map, Value};

/// Warnings that say: this NAS model can't hold that.
const IMPOSSIBLE: [&str; 2] = ["more-drives-than-bays", "ram-above-maximum"];

/// An upgrade and the scenario with it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub upgrade: Upgrade,
    pub document: Document,
}

/// What single upgrades are made from.
struct Present<'a> {
    scenario: &'a Scenario,
    document: &'a Value,
    /// The row of the NAS model, if the scenario names one.
    model: Option<&'static Map<String, Value>>,
    found: Vec<Upgrade>,
}

impl Present<'_> {
    fn add(&mut self, upgrade: Upgrade) {
        self.found.push(upgrade);
    }

    /// A figure of the NAS model.
    fn model_figure(&self, name: &str) -> Option<f64> {
        self.model?.get(name)?.as_f64()
    }
}

/// The upgrades of a document, in a fixed order: of two that bring the same, the earlier is the smaller.
pub(super) fn candidates(document: &Document) -> Vec<Candidate> {
    let resolved = document.resolve();
    let tree = document.to_value();
    let model = resolved.scenario.nas.preset.as_deref().and_then(|slug| Table::Nas.row(slug));
    let mut present = Present { scenario: &resolved.scenario, document: &tree, model, found: Vec::new() };
    network::add(&mut present);
    hardware::add(&mut present);
    cache::add(&mut present);
    settings::add(&mut present);
    let redundant = |scenario: &Scenario| scenario.volume.raid.is_redundant(scenario.drives.count);
    let mut candidates = Vec::new();
    for upgrade in present.found {
        let Ok(upgraded) = document.merge_patch(&upgrade.patch) else { continue };
        let after = upgraded.resolve();
        let is_new = |code: &str| !resolved.warnings.iter().any(|warning| warning.code == code);
        let impossible =
            after.warnings.iter().any(|warning| IMPOSSIBLE.contains(&warning.code.as_str()) && is_new(&warning.code));
        let less_safe = redundant(&resolved.scenario) && !redundant(&after.scenario);
        if !impossible && !less_safe && after.scenario != resolved.scenario {
            candidates.push(Candidate { upgrade, document: upgraded });
        }
    }
    candidates
}

/// A figure in an id: `2.5`, and `10` rather than `10.0`.
fn figure(number: f64) -> String {
    if number.fract() == 0.0 { (number as u64).to_string() } else { Value::from(number).to_string() }
}
