//! What an alpha-beta search of the root found.

use bstar::Child;
use bstar_board::Move;

use bstar_thought::{Points, RootStability};

pub(super) struct RootSearchResult {
    /// The best of the moves it searched.
    pub(super) best: Move,
    pub(super) children: Vec<Child<Move>>,
    /// The depth of the last finished iteration, in plies after the root's move.
    pub(super) depth: u32,
    /// What the best move is worth to the mover; none if that is certain.
    pub(super) estimate: Option<Points>,
    /// Whether the best move mates.
    pub(super) is_mate: bool,
    /// How settled it was at its end.
    pub(super) stability: RootStability,
}
