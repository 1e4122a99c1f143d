//! What players chose.

use bstar_arena::player::ChosenMove;
use bstar_kit::journal::Entry;
use serde::{Deserialize, Serialize};

/// The choice of a player in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The player, as it was specified, without its name and pace.
    pub player: String,
    /// Its version, if it is built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    pub nodes: u64,
    /// The name of the position.
    pub position: String,
    #[serde(rename = "move")]
    pub mv: String,
    pub seconds: f64,
    /// What its tree was like, of a player that searches by B*.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<ChoiceTree>,
}

impl Entry for Choice {
    const WORK: &'static str = "regret";
    const NAME: &'static str = "choice";
}

/// What the tree behind a choice was like.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceTree {
    /// How many positions were expanded.
    pub expansions: u32,
    /// The depth of its probes.
    pub probe_depth: u32,
    /// The share of its nodes that went below the root, 0 to 1.
    pub share_below_root: f64,
    /// How many plies deeper root moves were probed than the leaves.
    pub root_lead: u32,
    /// How sure the choice was, if that was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure: Option<ChoiceSureness>,
}

/// How sure a choice was told to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceSureness {
    /// The chance that another move is better by more than a point, 0 to 1.
    pub better: f64,
    /// What the chosen move was told to be worth, in ten-thousandths for the mover.
    pub value: i32,
    /// Where a longer search puts that, nine times out of ten.
    pub interval: Option<[i32; 2]>,
}

impl ChoiceTree {
    /// What is known of a choice.
    pub(super) fn of(chosen: &ChosenMove) -> Option<ChoiceTree> {
        let facts = chosen.tree?;
        Some(ChoiceTree {
            expansions: facts.expansions,
            probe_depth: facts.probe_depth,
            share_below_root: (1000.0 * facts.share_below_root).round() / 1000.0,
            root_lead: facts.root_probe_depth.saturating_sub(facts.probe_depth),
            sure: facts.how_sure.map(|sure| ChoiceSureness {
                better: (10_000.0 * sure.better).round() / 10_000.0,
                value: sure.value.0,
                interval: sure.interval.map(|ends| ends.map(|end| end.0)),
            }),
        })
    }
}
