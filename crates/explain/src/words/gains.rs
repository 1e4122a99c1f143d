//! Gains of material that are true as they are read.
//!
//! A line of the tree ends where a short search ended. What it wins is told only if it is still won
//! a few moves later, and if the value of the move agrees. If less is left, the line is told to
//! where that shows.

use bstar_engine::Score;
use bstar_engine::thinker::scale::SCALE;

use crate::claims::{Balance, Claim, Fact, LineStart, position_after};
use crate::reading::{Reading, RootMove};
use bstar_concepts::ground::exchange::is_kept;

/// Half moves that are played on at least, and at most.
const MIN_PLIES: usize = 4;
const MAX_PLIES: usize = 9;
/// A difference in centipawns that nobody would call one: a bishop for a knight.
const SLACK_CENTIPAWNS: i32 = 20;

impl Reading<'_> {
    /// A gain along the line of a move as it can be told, if it can.
    pub(crate) fn settled(&self, claim: Claim, known: &RootMove) -> Option<Claim> {
        let claim = match claim.begins {
            LineStart::Move => self.played_on(claim)?,
            LineStart::Pass => claim,
        };
        self.is_borne_out(&claim, known).then_some(claim)
    }

    /// The gain with as much of the play after it as one has to see. None if nothing is left.
    pub(crate) fn played_on(&self, claim: Claim) -> Option<Claim> {
        let Fact::Gains { balance } = claim.fact else {
            return Some(claim);
        };
        let start = position_after(self.position(), &claim.path);
        let end = position_after(&start, &claim.line);
        let Some(continued) = self.referee.continued(&end) else {
            return Some(claim);
        };
        let is_own_turn = end.side_to_move() == claim.side;
        if let Some(Score::Mate(moves)) = continued.score {
            return ((moves > 0) == is_own_turn).then_some(claim);
        }
        let mut now = end;
        let mut line = claim.line.clone();
        let mut settled = None;
        for (plies, mv) in continued.line.iter().enumerate().take(MAX_PLIES) {
            if plies >= MIN_PLIES && is_kept(&now, claim.side) && is_kept(&now, !claim.side) {
                settled = Some(now.clone());
                break;
            }
            now = now.after(*mv);
            line.push(*mv);
        }
        let settled = settled.unwrap_or(now);
        let left = Balance::between(&start, &settled, claim.side);
        if left.worth() + SLACK_CENTIPAWNS >= balance.worth() {
            return Some(claim);
        }
        (left.is_gain() && is_kept(&settled, claim.side)).then_some(Claim {
            line,
            fact: Fact::Gains { balance: left },
            ..claim
        })
    }

    /// Whether the value of a move agrees with what its line gains. If a side is ahead in men at
    /// the end of the line and yet expects less than half, the other side gets more than it loses.
    fn is_borne_out(&self, claim: &Claim, known: &RootMove) -> bool {
        let start = position_after(self.position(), &claim.path);
        let end = position_after(&start, &claim.line);
        let is_ahead = Balance::ahead(&end, claim.side).is_gain();
        let expects_half = match claim.side == self.mover() {
            true => known.likely.max >= SCALE.draw,
            false => known.likely.min <= SCALE.draw,
        };
        claim.begins == LineStart::Pass || !is_ahead || expects_half
    }
}
