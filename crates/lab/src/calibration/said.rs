//! What B* said about a position, as its journal keeps it.

use bstar_kit::journal::Entry;
use serde::{Deserialize, Serialize};

use super::kind::StatementKind;

/// What B* said about one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionSaid {
    /// The name of the position.
    pub position: String,
    /// The position itself: a file may change, and its names stay.
    pub fen: String,
    /// How long B* thought, in seconds.
    pub seconds: f64,
    /// The report on the root moves; `None` without a decision.
    pub root: Option<RootSaid>,
    /// The value a rival has to reach, in ten-thousandths for the side to move. `None` if no other
    /// move can hope for more than the chosen one is worth: then no position has a probability.
    pub target: Option<f64>,
    /// The positions drawn from the tree, one of each kind.
    pub inner: Vec<InnerDraw>,
}

impl Entry for PositionSaid {
    const WORK: &'static str = "calibration";
    const NAME: &'static str = "thought";
}

/// The report on the root moves. Values are in ten-thousandths for the side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RootSaid {
    /// The chosen move.
    pub chosen: String,
    pub likely: i32,
    /// Its `least` and `most`; `None` if one of them was not reported.
    pub interval: Option<[i32; 2]>,
    /// The rival with the highest `overtakes`.
    pub likeliest: Option<RivalSaid>,
    /// The rival with the highest `likely`.
    pub second: Option<RivalSaid>,
}

/// The report on a rival.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RivalSaid {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    pub likely: i32,
    /// Its `overtakes`, 0 to 1.
    pub overtakes: f64,
    /// Whether `overtakes` was reported as an exact number. If not, it is a lower bound.
    pub is_exact: bool,
}

/// The positions of one kind in a tree, and the one that was drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InnerDraw {
    pub kind: StatementKind,
    /// How many there were.
    pub counts: InnerCounts,
    /// The one that was drawn; none if none had a probability.
    pub drawn: Option<InnerSaid>,
}

/// How many positions of a kind there were in a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InnerCounts {
    /// They have a probability. One of them is drawn.
    pub open: usize,
    /// Their probability is 0: their hope is below the target, or that of a reply to them.
    pub ruled_out: usize,
    /// Their probability is 1: they are worth the target already.
    pub reached: usize,
    /// Their probability is only known within wide bounds, because nobody asked for their values.
    pub unknown: usize,
}

/// A position that was drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InnerSaid {
    /// The moves from the root.
    pub path: Vec<String>,
    /// The probability of reaching the target, 0 to 1.
    pub said: f64,
}

/// So few digits come back from a journal as they were.
pub(super) fn rounded(number: f64) -> f64 {
    (1e6 * number).round() / 1e6
}
