//! Plays on from a gain that is told: is it still there when the dust has settled?

use bstar_board::{Game, Move, Position};
use bstar_engine::{Engine, Score, SearchLimits, Signals};

use crate::claims::{Balance, Claim, Fact, LineStart, position_after};
use bstar_concepts::ground::plain::exchange::is_at_rest;

/// Half moves that are played on at least.
const MIN_PLIES: usize = 4;

/// What became of a gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedOn {
    /// What was told, in centipawns.
    pub told: i32,
    /// What is left of it where the position is at rest. None if the side is mated.
    pub left: Option<i32>,
}

impl PlayedOn {
    /// Whether as much is left as was told. A bishop for a knight is no difference.
    pub fn holds(self) -> bool {
        const SLACK_CENTIPAWNS: i32 = 20;
        self.left
            .is_some_and(|left| left + SLACK_CENTIPAWNS >= self.told)
    }
}

/// Whether a claim tells that a side wins material, so that one can play on from there.
pub fn tells_gain(claim: &Claim) -> bool {
    matches!(claim.fact, Fact::Gains { .. }) && claim.begins == LineStart::Move
}

/// Searches the end of the line of a gain and follows best play until the position is at rest. None
/// if the claim tells no gain, or the search was stopped.
pub fn play_on(
    engine: &mut Engine,
    root: &Position,
    claim: &Claim,
    limits: &SearchLimits,
    signals: &Signals,
) -> Option<PlayedOn> {
    let Fact::Gains { balance } = claim.fact else {
        return None;
    };
    let told = balance.worth();
    let start = position_after(root, &claim.path);
    let end = position_after(&start, &claim.line);
    let game = Game::new(end.clone());
    let found = engine.search(&game, limits, signals, &mut |_| {});
    if signals.is_stopped() {
        return None;
    }
    let is_own_turn = end.side_to_move() == claim.side;
    let left = match found.score {
        Some(Score::Mate(moves)) if (moves > 0) == is_own_turn => Some(told),
        Some(Score::Mate(_)) => None,
        _ => {
            let settled = settled(&end, &found.line);
            Some(Balance::between(&start, &settled, claim.side).worth())
        }
    };
    Some(PlayedOn { told, left })
}

/// The first position at rest after a few moves of a line, or the last one.
fn settled(start: &Position, line: &[Move]) -> Position {
    let mut now = start.clone();
    for (plies, mv) in line.iter().enumerate() {
        if plies >= MIN_PLIES && is_at_rest(&now) {
            break;
        }
        now = now.after(*mv);
    }
    now
}
