//! Steps as objects: what `bstar-lab replay --json` writes.

use bstar::Phase;
use serde::Serialize;

use super::replay::{NodeRow, ReplayEnding, ReplayStep, TableAfter};
use super::script::Script;

/// An object. Its kind is not one of its fields; the writer adds it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum StepObject {
    /// A node is expanded.
    Expand {
        /// Its name, or `root`.
        node: String,
        /// `select` or `verify`.
        phase: &'static str,
        /// The target under which it was chosen.
        target: Option<f64>,
    },
    /// A node of a table.
    Node {
        /// The name of the node that was expanded, or the phase that began.
        after: String,
        /// The node's name.
        name: String,
        /// The best estimate.
        real: i32,
        /// The Player's optimism.
        opt: Option<i32>,
        /// The Opponent's optimism.
        pess: Option<i32>,
        /// How likely it is to reach the target.
        probability: Option<f64>,
    },
    /// VERIFY begins.
    Verify {
        /// The move to verify.
        selected: String,
        /// The value to which the Opponent tries to bring it down.
        target: f64,
    },
    /// VERIFY refuted the move.
    Refuted {
        /// The move.
        selected: String,
    },
    /// The end.
    Done {
        /// The best move, as far as is known.
        best: String,
        /// `verified`, `forced` or `script-ended`.
        reason: &'static str,
        /// The node at which the script ends.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<String>,
    },
}

impl StepObject {
    /// Its `type`.
    pub fn kind(&self) -> &'static str {
        match self {
            StepObject::Expand { .. } => "expand",
            StepObject::Node { .. } => "node",
            StepObject::Verify { .. } => "verify",
            StepObject::Refuted { .. } => "refuted",
            StepObject::Done { .. } => "done",
        }
    }
}

/// The objects of a step: one, or one for each row of a table.
pub fn step_objects(script: &Script, step: &ReplayStep) -> Vec<StepObject> {
    let name = |node: usize| script.name(Some(node)).to_owned();
    match *step {
        ReplayStep::Expand {
            node,
            phase,
            target,
        } => vec![StepObject::Expand {
            node: script.name(node).to_owned(),
            phase: match phase {
                Phase::Select => "select",
                Phase::Verify => "verify",
            },
            target,
        }],
        ReplayStep::Table(ref table) => {
            let after = match table.after {
                TableAfter::Expansion(node) => script.name(node),
                TableAfter::Verify => "verify",
                TableAfter::Select => "select",
            };
            let record = |row: &NodeRow| StepObject::Node {
                after: after.to_owned(),
                name: name(row.node),
                real: row.real,
                opt: row.opt,
                pess: row.pess,
                probability: row.probability,
            };
            table.rows.iter().map(record).collect()
        }
        ReplayStep::Verify { selected, target } => vec![StepObject::Verify {
            selected: name(selected),
            target,
        }],
        ReplayStep::Refuted { selected } => vec![StepObject::Refuted {
            selected: name(selected),
        }],
        ReplayStep::Done { best, ending } => {
            let (reason, node) = match ending {
                ReplayEnding::Verified => ("verified", None),
                ReplayEnding::Forced => ("forced", None),
                ReplayEnding::ScriptEnded { node } => ("script-ended", Some(name(node))),
            };
            vec![StepObject::Done {
                best: name(best),
                reason,
                node,
            }]
        }
    }
}
