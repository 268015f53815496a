//! From gains to advice: the order, what each upgrade is worth, and what can be said of all of them.

use super::Advisor;
use super::types::{Advice, RatedUpgrade, Upgrade, Verdict, WorkloadGain, Worth};
use crate::report::Effort;

/// Sorts a few things, the most first; of two alike the earlier stays first. In place of the standard library's sort, which
/// for each kind of thing brings along what it takes to sort millions.
pub(super) fn most_first<T>(things: &mut [T], figure: impl Fn(&T) -> f64) {
    for end in 1..things.len() {
        let mut place = end;
        while place > 0 && figure(&things[place - 1]).total_cmp(&figure(&things[place])).is_lt() {
            things.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// A gain below this is noise: the simulation's, the model's, and nobody would feel it.
const WORTH_IT: f64 = 1.03;

impl Advisor {
    /// What can be said so far: upgrades that are simulated, best first.
    pub fn advice(&self) -> Advice {
        let mut upgrades: Vec<RatedUpgrade> = self.upgrades().filter_map(|upgrade| self.rated(upgrade)).collect();
        // Stable: of two that bring the same, the smaller comes first.
        most_first(&mut upgrades, |rated| rated.speed_up.value);
        let mut priced: Vec<(&str, f64)> = upgrades
            .iter()
            .filter(|rated| rated.worth == Worth::Gain)
            .filter_map(|rated| Some((rated.upgrade.id.as_str(), rated.gain_percent_per_price?)))
            .collect();
        most_first(&mut priced, |(_, gain)| *gain);
        let by_price = priced.into_iter().map(|(id, _)| id.to_owned()).collect();
        let verdicts = verdicts(&upgrades);
        Advice { version: 1, seed: self.request.seed, upgrades, by_price, verdicts }
    }

    fn rated(&self, upgrade: &Upgrade) -> Option<RatedUpgrade> {
        let full = self.gain(&upgrade.id, Effort::Full).map(|gain| (Effort::Full, gain));
        let (effort, gain) = full.or_else(|| Some((Effort::Draft, self.gain(&upgrade.id, Effort::Draft)?)))?;
        let speed_up = gain.speed_up(upgrade.renewed);
        let workloads = self
            .gains(&upgrade.id, effort)?
            .into_iter()
            .map(|(id, share, gain)| WorkloadGain {
                id: id.to_owned(),
                share,
                speed_up: gain.speed_up(upgrade.renewed),
            })
            .collect();
        let price = self.request.prices.get(&upgrade.id).copied().filter(|price| price.is_finite() && *price > 0.0);
        let gain_percent_per_price = price.map(|price| 100.0 * (speed_up.value - 1.0) / price);
        let worth = worth(upgrade, speed_up.value);
        Some(RatedUpgrade {
            upgrade: upgrade.clone(),
            effort,
            speed_up,
            workloads,
            worth,
            price,
            gain_percent_per_price,
        })
    }
}

fn worth(upgrade: &Upgrade, ratio: f64) -> Worth {
    if ratio >= WORTH_IT {
        Worth::Gain
    } else if ratio > 1.0 / WORTH_IT {
        Worth::WithinNoise
    } else if upgrade.code == "cache" {
        Worth::CacheHurts
    } else {
        Worth::Slower
    }
}

fn verdicts(upgrades: &[RatedUpgrade]) -> Vec<Verdict> {
    let gains = |what: &dyn Fn(&Upgrade) -> bool| {
        upgrades.iter().any(|rated| rated.worth == Worth::Gain && what(&rated.upgrade))
    };
    let mut verdicts = Vec::new();
    if !upgrades.is_empty() && !gains(&|upgrade| upgrade.costs) {
        verdicts.push(Verdict::NothingWorthBuying);
    }
    if gains(&|upgrade| !upgrade.costs) {
        verdicts.push(Verdict::SettingHelps);
    }
    if gains(&|upgrade| upgrade.code == "no-cache") {
        verdicts.push(Verdict::CacheHurts);
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn worth_of(code: &'static str, ratio: f64) -> Worth {
        let (args, patch) = (Value::Null, Value::Null);
        worth(&Upgrade { id: code.to_owned(), code, args, patch, costs: true, renewed: &[] }, ratio)
    }

    #[test]
    fn three_per_cent_either_way_is_noise_and_a_slower_cache_hurts() {
        assert_eq!(worth_of("ram", 1.031), Worth::Gain);
        assert_eq!([1.029, 1.0, 0.972].map(|ratio| worth_of("cache", ratio)), [Worth::WithinNoise; 3]);
        assert_eq!([worth_of("cache", 0.97), worth_of("protocol", 0.97)], [Worth::CacheHurts, Worth::Slower]);
    }
}
