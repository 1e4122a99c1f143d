//! The evaluation by the terms: it counts every feature and blends middlegame and endgame.

use bstar_board::{BitBoard, Color, Piece, Position};

use crate::attack_map::AttackMap;
use crate::feature_sink::{Sink, WeightedSum};
use crate::pawns::PawnTable;
use crate::tapered::Tapered;
use crate::{endgame, feature, kings, passed, pawns, pieces, threats};

/// No evaluation is larger than this, in centipawns. Beyond it lie the scores of mates.
pub const MAX_EVALUATION: i32 = 20_000;

/// The phase of the start position. Each piece counts by its part in an attack; 0 is the endgame.
pub const FULL_PHASE: i32 = 24;

/// How far the game is from its ending, by the pieces that are left: 0 to [`FULL_PHASE`].
pub fn phase(position: &Position) -> i32 {
    let count = |piece| position.pieces(piece).len() as i32;
    let pieces = count(Piece::Knight)
        + count(Piece::Bishop)
        + 2 * count(Piece::Rook)
        + 4 * count(Piece::Queen);
    pieces.min(FULL_PHASE)
}

/// Evaluates positions by the terms. It remembers the pawn structures it has seen.
pub struct Evaluator {
    pawns: PawnTable,
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator {
    /// An evaluator with an empty memory.
    pub fn new() -> Self {
        Self {
            pawns: PawnTable::new(),
        }
    }

    /// The value of a position in centipawns, for the side to move.
    ///
    /// Its memory makes it faster and never changes the answer.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let white = match endgame::known(position) {
            Some(value) => value,
            None => {
                let mut sum = WeightedSum::default();
                let pawns = self.pawns.entry(position);
                sum.total += pawns.score + pawns.shelter();
                count_all_but_pawns(position, pawns.passed, &mut sum);
                blend(position, sum.total)
            }
        };
        let white = white.clamp(-MAX_EVALUATION, MAX_EVALUATION);
        match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        }
    }
}

/// Counts every feature of a position.
pub(crate) fn count_all(position: &Position, sink: &mut impl Sink) {
    let passed = pawns::count(position, sink);
    kings::count_shelter(position, Color::White, sink);
    kings::count_shelter(position, Color::Black, sink);
    count_all_but_pawns(position, passed, sink);
}

#[inline(always)] // keeps the search's sum in a register
fn count_all_but_pawns(position: &Position, passed: BitBoard, sink: &mut impl Sink) {
    let mut map = AttackMap::new(position);
    // Each colour has a call of its own, so that the compiler knows the colour.
    pieces::count(&mut map, Color::White, sink);
    pieces::count(&mut map, Color::Black, sink);
    kings::count_attack(&map, Color::White, sink);
    kings::count_attack(&map, Color::Black, sink);
    threats::count(&map, Color::White, sink);
    threats::count(&map, Color::Black, sink);
    passed::count(&map, Color::White, passed, sink);
    passed::count(&map, Color::Black, passed, sink);
    sink.add(position.side_to_move(), feature::TEMPO.at(0), 1);
}

/// Blends the middlegame and the endgame sum into one number, for White.
fn blend(position: &Position, total: Tapered) -> i32 {
    let phase = phase(position);
    let mut value = total.middlegame() * phase;
    if phase < FULL_PHASE {
        let scale = endgame::scale(position, total.endgame());
        value += total.endgame() * (FULL_PHASE - phase) * scale / endgame::FULL_SCALE;
    }
    towards_fifty_moves(position, value / FULL_PHASE)
}

/// Lets an advantage fade towards the fifty-move rule: with every half-move since the last capture
/// or pawn move it is worth less.
pub(crate) fn towards_fifty_moves(position: &Position, value: i32) -> i32 {
    const FADE_SPAN_HALFMOVES: i32 = 220;
    value * (FADE_SPAN_HALFMOVES - i32::from(position.halfmove_clock())) / FADE_SPAN_HALFMOVES
}
