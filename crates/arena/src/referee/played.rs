//! A game that was played.

use std::time::Duration;

use bstar_board::Game;
use bstar_board::score::Score;
use serde::{Deserialize, Serialize};

use super::clock::ChessClock;
use super::ending::Ending;
use crate::player::{ChosenMove, PonderGuess};
use crate::trees::TreeSummary;

/// What is known about a move that was played, beside the move itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveNote {
    /// What the mover thinks of its position.
    pub score: Option<Score>,
    /// How deep it searched.
    pub depth: u32,
    /// How long it took.
    pub elapsed: Duration,
    /// What its tree was like, if it has one and tells about it.
    pub tree: Option<TreeSummary>,
    /// What came of thinking on the opponent's time, if it did.
    pub pondering: Option<PonderOutcome>,
}

/// What came of thinking on the opponent's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PonderOutcome {
    /// The opponent played another move than the expected one.
    Miss,
    /// The opponent played the expected move, and the player went on thinking.
    Hit,
    /// The opponent played the expected move, and the player's answer was ready. It came within
    /// [`READY_TIME`], or within a tenth of what the player could have spent. That is 1/25 of its
    /// clock and the increment, or the time for every move.
    Ready,
}

/// A player that answers within this time did not search.
pub const READY_TIME: Duration = Duration::from_millis(5);

impl PonderOutcome {
    pub(super) fn of(chosen: &ChosenMove, clock: &ChessClock) -> Option<PonderOutcome> {
        Some(match chosen.guess? {
            PonderGuess::Miss => PonderOutcome::Miss,
            PonderGuess::Hit if chosen.elapsed <= READY_TIME.max(clock.share() / 10) => {
                PonderOutcome::Ready
            }
            PonderGuess::Hit => PonderOutcome::Hit,
        })
    }
}

#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// All moves, those of the opening included.
    pub game: Game,
    /// How many moves the opening had.
    pub opening_plies: usize,
    /// A note for every move after the opening.
    pub notes: Vec<MoveNote>,
    pub ending: Ending,
}
