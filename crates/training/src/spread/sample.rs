//! Moves, as probes and as a deep search see them.

use bstar_kit::journal::Entry;
use serde::{Deserialize, Serialize};

/// Probes of 1 ply up to this many are made.
pub const MAX_DEPTH: usize = 8;

/// A move and what was found about it. All values are for the side that plays it, in centipawns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The share of the pieces that is on the board after the move, 0 to 1.
    pub phase: f64,
    /// Whether the move gives check.
    pub check: bool,
    /// Whether it captures something.
    pub capture: bool,
    /// Whether a probe finds it best in its position.
    pub best: bool,
    /// The evaluation after it.
    pub evaluation: i32,
    /// What the mover gets if it could move again: a probe of two plies. None after a check.
    pub extra: Option<i32>,
    /// The values of probes of 1 ply, 2 plies, and so on.
    pub probes: [i32; MAX_DEPTH],
    /// The value of the deep search.
    pub deep: i32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionSamples {
    /// The name of the position.
    pub position: String,
    /// How many random moves were played from it first.
    pub random_moves: usize,
    /// The moves that were taken. There are none if the game was over, or nearly.
    pub moves: Vec<Sample>,
}

impl Entry for PositionSamples {
    const WORK: &'static str = "spread";
    const NAME: &'static str = "position";
}
