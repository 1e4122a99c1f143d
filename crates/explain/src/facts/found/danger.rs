//! What hangs, what is offered, what a move saves or stops.

use bstar_board::{Move, Piece, Position, Square, attacks};

use super::node_path::NodePath;
use crate::facts::claims::{Claim, Fact, LineStart};
use bstar_concepts::ground::exchange::{self, MIN_GAIN_CENTIPAWNS, best_capture, loses_on, value};

impl NodePath<'_> {
    /// The opponent can take what has just moved, and win more than the move itself took.
    pub fn offers(self) -> Option<Claim> {
        let (before, last) = self.last()?;
        if before.is_castling(last) {
            return None;
        }
        let (gain, capture) = best_capture(&self.position(), last.to)?;
        let taken = before.captured(last).map_or(0, value);
        let (side, square) = (before.side_to_move(), last.to);
        (gain >= MIN_GAIN_CENTIPAWNS && gain - taken >= MIN_GAIN_CENTIPAWNS)
            .then(|| self.claim_along(side, LineStart::Move, &[capture], Fact::Offers { square }))
    }

    /// The side to move can take a man with this move and win something.
    pub fn hangs(self, capture: Move) -> Option<Claim> {
        let position = self.position();
        let square = capture.to;
        let is_capture = position.is_legal(capture) && position.captured(capture).is_some();
        (is_capture && exchange::gain(&position, capture) >= MIN_GAIN_CENTIPAWNS).then(|| {
            let side = position.side_to_move();
            self.claim_along(side, LineStart::Move, &[capture], Fact::EnPrise { square })
        })
    }

    /// The man that has just moved attacks something it did not attack before, and would win it.
    pub fn attacks(self) -> Option<Claim> {
        let (before, last) = self.last()?;
        let passed = self.position().pass().ok()?;
        let side = passed.side_to_move();
        let gain_on = |position: &Position, from: Square, square: Square| {
            let mut best = None;
            position.for_each_move(from.bitboard(), square.bitboard(), |_, mv| {
                if position.captured(mv).is_some() {
                    best = best.max(Some(exchange::gain(position, mv)));
                }
            });
            best.unwrap_or(0)
        };
        let mut found: Option<(i32, Move)> = None;
        passed.for_each_move(last.to.bitboard(), passed.side(!side), |_, mv| {
            let gain = exchange::gain(&passed, mv);
            let was_there = gain_on(&before, last.from, mv.to) >= MIN_GAIN_CENTIPAWNS;
            if gain >= MIN_GAIN_CENTIPAWNS
                && !was_there
                && found.is_none_or(|(most, _)| gain > most)
            {
                found = Some((gain, mv));
            }
        });
        let (_, mv) = found?;
        let fact = Fact::EnPrise { square: mv.to };
        Some(self.claim_along(side, LineStart::Pass, &[mv], fact))
    }

    /// The opponent threatened mate at once, and this move stops it. A check does not count: it
    /// only delays the threat.
    pub fn stops_mate(self, by: Move) -> Option<Claim> {
        let position = self.position();
        let passed = position.pass().ok()?;
        let mate = mate_in_one(&passed)?;
        let after = position.after(by);
        let is_stopped = !after.in_check() && mate_in_one(&after).is_none();
        let fact = Fact::StopsMate { moves: 1, by };
        is_stopped
            .then(|| self.claim_along(position.side_to_move(), LineStart::Pass, &[mate], fact))
    }

    /// The most valuable man that was in danger, if this move saves it. It may move the man, take
    /// the attacker, guard the man or stand in the way. A check does not count: it only delays the
    /// capture.
    pub fn saves(self, by: Move) -> Option<Claim> {
        let position = self.position();
        let side = position.side_to_move();
        let passed = position.pass().ok()?;
        let after = position.after(by);
        if position.is_castling(by) || after.in_check() {
            return None;
        }
        let is_saved = |capture: Move| {
            let square = capture.to;
            let now = if by.from == square { by.to } else { square };
            let guards = after
                .piece_on(by.to)
                .is_some_and(|man| attacks::of(man, side, by.to, after.occupied()).has(square));
            let is_between = attacks::between(capture.from, square).has(by.to);
            let is_meant = by.from == square || by.to == capture.from || guards || is_between;
            is_meant && loses_on(&after, now) < MIN_GAIN_CENTIPAWNS
        };
        let pieces = position.side(side) & !position.pieces(Piece::King);
        let in_danger = pieces
            .into_iter()
            .filter_map(|square| Some((best_capture(&passed, square)?, square)))
            .filter(|((gain, capture), _)| *gain >= MIN_GAIN_CENTIPAWNS && is_saved(*capture));
        let ((_, capture), square) = in_danger.max_by_key(|((gain, _), _)| *gain)?;
        let fact = Fact::Saves { square, by };
        Some(self.claim_along(side, LineStart::Pass, &[capture], fact))
    }

    /// There is only one legal move.
    pub fn only_move(self) -> Option<Claim> {
        let position = self.position();
        let moves = position.legal_moves();
        let only = *moves.first().filter(|_| moves.len() == 1)?;
        let side = !position.side_to_move();
        Some(self.claim_along(side, LineStart::Move, &[only], Fact::OnlyMove))
    }

    /// Whether a move seems to win something: it does so in the exchange on its square.
    pub fn looks_good(self, mv: Move) -> bool {
        exchange::gain(&self.position(), mv) >= MIN_GAIN_CENTIPAWNS
    }
}

/// A move that mates at once.
pub(crate) fn mate_in_one(position: &Position) -> Option<Move> {
    let mates = |mv: &&Move| {
        let after = position.after(**mv);
        after.in_check() && !after.has_legal_move()
    };
    position.legal_moves().iter().find(mates).copied()
}
