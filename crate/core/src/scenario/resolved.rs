//! What resolving a document yields: the scenario, and what had to be assumed to complete it.

use super::types::Scenario;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A scenario without gaps, with everything the document itself did not say.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    pub scenario: Scenario,
    /// In the order of the table of knobs.
    pub assumptions: Vec<Assumption>,
    /// What is allowed but deserves a word: a code, never a sentence.
    pub warnings: Vec<Warning>,
}

/// One field that the document left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Assumption {
    pub path: String,
    pub value: Value,
    pub why: Why,
}

/// Where an assumed value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The documented default.
    Default,
    /// The preset that the section names, or the one that this preset names.
    Preset,
    /// Follows from another field: the operating system, the drive's kind, the protocol.
    Derived,
    /// A limit of this NAS model that was measured: an SSD is faster than the slot it sits in.
    NasLimit,
}

/// Something about the scenario that its author may want to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Warning {
    pub code: String,
    pub path: String,
    /// Figures for the sentence that the page makes of the code.
    #[serde(default)]
    pub args: Value,
}
