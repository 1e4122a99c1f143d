//! Gains of material that are true as they are read.
//!
//! A line of the tree ends where a short search ended. A gain is reported only if it is still there
//! a few moves later, and if the value agrees. If some of it may be given back, the sentence says
//! how much: `a knight (at most a pawn can be won back)`.

use bstar_board::score::Score;
use bstar_board::{Color, Move, Position};
use bstar_thought::scale::SCALE;

use super::reasons::worth;
use crate::facts::claims::{Balance, Claim, Fact, LineStart, position_after};
use crate::facts::{Continued, Reading, RootMove};
use crate::tell::choose::{
    CLEAR_CENTIPAWNS, COMPENSATION_CENTIPAWNS, MAX_DISAGREEMENT_CENTIPAWNS, MAX_PLAYED_ON_PLIES,
    MIN_TO_SPARE_CENTIPAWNS, MIN_TO_SPARE_MORE_CENTIPAWNS, PAWN_COMPENSATION_CENTIPAWNS,
    SMALL_CENTIPAWNS,
};
use bstar_concepts::ground::exchange::{MIN_GAIN_CENTIPAWNS, is_at_rest};

impl Reading<'_> {
    /// A gain along the line of a move as it can be told, if it can.
    pub(crate) fn settled(&self, claim: Claim, known: &RootMove) -> Option<Claim> {
        let claim = match claim.begins {
            LineStart::Move => self.played_on(claim)?,
            LineStart::Pass => claim,
        };
        self.is_borne_out(&claim, known).then_some(claim)
    }

    /// The gain as it is left in all the play after it that a small search sees. None if nothing is
    /// left.
    pub(crate) fn played_on(&self, claim: Claim) -> Option<Claim> {
        let Fact::Gains { balance } = claim.fact else {
            return Some(claim);
        };
        let start = position_after(self.position(), &claim.path);
        let end = position_after(&start, &claim.line);
        let continued = self.answers.continued(&end)?;
        let sign = match end.side_to_move() == claim.side {
            true => 1,
            false => -1,
        };
        let score = match continued.score? {
            Score::Mate(moves) => return (moves * sign > 0).then_some(claim),
            Score::Centipawns(score) => score.0 * sign,
        };
        let worth = balance.worth();
        let surplus = score - Balance::ahead(&end, claim.side).worth();
        let compensation = match worth < MIN_TO_SPARE_CENTIPAWNS {
            true => PAWN_COMPENSATION_CENTIPAWNS,
            false => COMPENSATION_CENTIPAWNS,
        };
        if surplus < -compensation {
            return None;
        }
        let least = least(&start, &end, &continued, claim.side);
        let is_kept = least.worth() + SMALL_CENTIPAWNS >= worth;
        // The search itself looked into the gains of the side that moves.
        let is_searched = claim.side == self.mover();
        let is_clear = surplus >= CLEAR_CENTIPAWNS + worth / 2;
        let spared = match worth {
            _ if is_searched => 0,
            MIN_TO_SPARE_MORE_CENTIPAWNS.. if is_kept => 3,
            MIN_TO_SPARE_CENTIPAWNS.. if is_kept && !is_clear => 2,
            MIN_TO_SPARE_CENTIPAWNS.. if !is_kept => 1,
            _ => 0,
        };
        if is_kept && spared == 0 {
            return Some(claim);
        }
        let is_telling = |least: &Balance| least.is_gain() && least.worth() >= MIN_GAIN_CENTIPAWNS;
        let mut leasts = (0..=spared).rev().map(|pawns| least.less_pawns(pawns));
        let least = leasts.find(is_telling)?;
        Some(Claim {
            fact: Fact::GainsAtLeast { least },
            ..claim
        })
    }

    /// What a side gains, a piece or so, if one plays on from the end of the line of a move. The
    /// line itself shows nothing.
    pub(crate) fn later_gain(&self, known: &RootMove, side: Color) -> Option<Claim> {
        let line = &known.line.moves;
        let end = position_after(self.position(), line);
        let further = self.answers.continued(&end)?.lines.pop()?;
        let moves: Vec<Move> = line.iter().chain(&further).copied().collect();
        let whole = self.whole(&moves);
        let claim = match whole.gains(!side) {
            Some(_) => None,
            None => self.settled(whole.gains(side)?, known),
        };
        claim.filter(|claim| worth(claim) >= MIN_TO_SPARE_CENTIPAWNS)
    }

    /// Whether the value of a move agrees with what its line gains. If a side is ahead in men at
    /// the end of the line and yet expects less than half, or far less than the men are worth, the
    /// other side gets something for what it loses.
    fn is_borne_out(&self, claim: &Claim, known: &RootMove) -> bool {
        let start = position_after(self.position(), &claim.path);
        let end = position_after(&start, &claim.line);
        let lead = Balance::ahead(&end, claim.side);
        let is_ahead = lead.is_gain();
        if let Some(Score::Centipawns(score)) = known.score {
            let score = match claim.side == self.mover() {
                true => score.0,
                false => -score.0,
            };
            let is_move = claim.begins == LineStart::Move;
            if is_move && score + MAX_DISAGREEMENT_CENTIPAWNS < lead.worth() {
                return false;
            }
        }
        let expects_half = match claim.side == self.mover() {
            true => known.likely.max >= SCALE.draw,
            false => known.likely.min <= SCALE.draw,
        };
        claim.begins == LineStart::Pass || !is_ahead || expects_half
    }
}

/// The least that a side has gained since `start` where the play after `end` is at rest.
fn least(start: &Position, end: &Position, continued: &Continued, side: Color) -> Balance {
    let mut least = Balance::between(start, end, side);
    for line in &continued.lines {
        let mut now = end.clone();
        for mv in line.iter().take(MAX_PLAYED_ON_PLIES) {
            now = now.after(*mv);
            let left = Balance::between(start, &now, side);
            if left.worth() < least.worth() && is_at_rest(&now) {
                least = left;
            }
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{game, played, read, think};
    use crate::write::words::phrases::won;
    use bstar_board::Game;

    /// What becomes of a gain along these moves, in words.
    fn told(game: &Game, side: Color, moves: &str) -> Option<String> {
        let thought = think(game);
        let reading = read(game, &thought);
        let line = played(game.position(), moves);
        let claim = reading.whole(&line).gains(side)?;
        let claim = reading.played_on(claim)?;
        Some(won(game.position(), &claim))
    }

    #[test]
    fn a_gain_that_nobody_can_take_back_is_told_as_it_is() {
        let game = game("k7/7p/4n3/8/8/8/4R2P/4K3 w - - 0 1");
        assert_eq!(told(&game, Color::White, "Rxe6"), Some("a knight".into()));
    }

    #[test]
    fn a_pawn_is_not_won_if_the_queen_is_pinned_at_the_end() {
        let game = game("rqb1kb1r/3pnpp1/pp2p3/PN5p/2P5/2Q1B2P/1P2PPP1/R3KB1R w KQkq - 0 1");
        let line = "Bf4 Qxf4 axb6 Nd5 cxd5 Bb4";
        assert_eq!(told(&game, Color::White, line), None);
    }

    #[test]
    fn a_gain_that_may_be_given_back_in_part_is_told_with_its_price() {
        // White wins the knight, and Black gets a pawn for it six moves later. Another may follow.
        let game = game("rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1");
        let told = told(&game, Color::White, "g5 hxg4");
        assert_eq!(
            told,
            Some("a knight (at most two pawns can be won back)".into())
        );
    }
}
