//! What ends a search.

use std::time::Duration;

use bstar_alphabeta::Score;
use bstar_board::Move;

use crate::thinker::plan::Pace;

/// What ends a search. With nothing set it goes on until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Think for this long.
    pub move_time: Option<Duration>,
    /// Think this deep.
    pub depth: Option<u32>,
    /// Search this many nodes.
    pub nodes: Option<u64>,
    /// Search until a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Think until stopped, whatever else is set.
    pub infinite: bool,
    /// Think on the opponent's time. Nothing ends the search before
    /// [`ponder_hit`](crate::Signals::ponder_hit). From then on the clock counts. The time spent
    /// before counts as used, so a search that has run long enough answers at once.
    pub ponder: bool,
    /// Only these moves; all if empty.
    pub search_moves: Vec<Move>,
}

impl SearchLimits {
    /// Whether a clock says how long to think.
    pub(crate) fn pace(&self) -> Pace {
        match self.clock.is_some() && !self.infinite {
            true => Pace::Clock,
            false => Pace::Fixed,
        }
    }

    /// Whether the mate that was asked for is found. The score is computed only if one was asked
    /// for.
    pub(crate) fn is_mate_found(&self, score: impl FnOnce() -> Option<Score>) -> bool {
        let Some(wanted) = self.mate.filter(|_| !self.infinite) else {
            return false;
        };
        matches!(score(), Some(Score::Mate(moves)) if moves > 0 && moves.unsigned_abs() <= wanted)
    }
}

/// A chess clock, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub remaining: Duration,
    /// What is added after every move.
    pub increment: Duration,
    /// Moves until more time is added, if that is how it is played.
    pub moves_to_go: Option<u32>,
}
