//! What a position is worth, in terms a player would use.
//!
//! The evaluation is a weighted sum. [`feature`] lists everything it counts, `weights` says what each count
//! is worth in the middlegame and in the endgame, and [`Term`] gives each group of features a name a player
//! understands. The two sums are blended by how many pieces are left, the endgame's is scaled down where the
//! extra men do not win ([`endgame`]), and a few endings are known outright.
//!
//! The code that counts is written once and told where to put its counts (a `Sink`): the searcher adds
//! them up, [`terms`] keeps them apart by name, and the tuner ([`trace`]) writes them down.
//!
//! [`network`] is the other kind of evaluation: learned, without names for what it knows. [`Evaluation`] says which of the two is
//! meant, and a [`Judge`] is how a searcher uses either.
//!
//! ```
//! use bstar_board::fen;
//! use bstar_eval::Evaluator;
//!
//! let mut evaluator = Evaluator::new();
//! let extra_rook = fen::parse("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1").unwrap();
//! assert!(evaluator.evaluate(&extra_rook) > 300);
//! ```

pub mod endgame;
mod evaluation;
pub mod feature;
mod judge;
mod kings;
mod kpk;
pub mod network;
mod passed;
mod pawns;
mod pieces;
mod report;
mod sink;
mod survey;
mod tapered;
mod threats;
mod trace;
mod weights;

pub use evaluation::{Evaluation, EvaluationError};
pub use feature::Term;
pub use judge::Judge;
pub use report::{TermValue, Terms, terms};
pub use tapered::Tapered;
pub use trace::{Trace, trace};
pub use weights::WEIGHTS;

use bstar_board::{BitBoard, Color, Piece, Position};

use pawns::PawnTable;
use sink::{Sink, Sum};
use survey::Survey;

/// No evaluation is larger than this; beyond it lie the scores of mates.
pub const MAX_EVALUATION: i32 = 20_000;

/// The pieces of the start position, each counted by its part in an attack: 24 is the middlegame, 0 the
/// endgame.
pub const FULL_PHASE: i32 = 24;

/// How far the game is from its ending, by the pieces left, 0 to [`FULL_PHASE`].
pub fn phase(position: &Position) -> i32 {
    let count = |piece| position.pieces(piece).len() as i32;
    let pieces = count(Piece::Knight)
        + count(Piece::Bishop)
        + 2 * count(Piece::Rook)
        + 4 * count(Piece::Queen);
    pieces.min(FULL_PHASE)
}

/// Evaluates positions by the terms, remembering pawn structures it has seen.
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
        kpk::prepare();
        Self {
            pawns: PawnTable::new(),
        }
    }

    /// The value of a position in centipawns, for the side to move.
    ///
    /// What it remembers makes it faster and never changes the answer.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let white = match endgame::known(position) {
            Some(value) => value,
            None => {
                let mut sum = Sum::default();
                let pawns = self.pawns.look_up(position);
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
fn count_all(position: &Position, sink: &mut impl Sink) {
    let passed = pawns::count(position, sink);
    kings::count_shelter(position, Color::White, sink);
    kings::count_shelter(position, Color::Black, sink);
    count_all_but_pawns(position, passed, sink);
}

#[inline(always)] // so that the searcher's sum stays in a register
fn count_all_but_pawns(position: &Position, passed: BitBoard, sink: &mut impl Sink) {
    let mut survey = Survey::new(position);
    // Written out for each colour: half the work is known when this is compiled.
    pieces::count(&mut survey, Color::White, sink);
    pieces::count(&mut survey, Color::Black, sink);
    kings::count_attack(&survey, Color::White, sink);
    kings::count_attack(&survey, Color::Black, sink);
    threats::count(&survey, Color::White, sink);
    threats::count(&survey, Color::Black, sink);
    passed::count(&survey, Color::White, passed, sink);
    passed::count(&survey, Color::Black, passed, sink);
    sink.add(position.side_to_move(), feature::TEMPO.at(0), 1);
}

/// One number, for White, out of the middlegame and the endgame sum.
fn blend(position: &Position, total: Tapered) -> i32 {
    let phase = phase(position);
    let mut value = total.middlegame() * phase;
    if phase < FULL_PHASE {
        let scale = endgame::scale(position, total.endgame());
        value += total.endgame() * (FULL_PHASE - phase) * scale / endgame::FULL_SCALE;
    }
    towards_fifty_moves(position, value / FULL_PHASE)
}

/// An advantage that does not make progress is worth less and less.
fn towards_fifty_moves(position: &Position, value: i32) -> i32 {
    const FADE: i32 = 220;
    value * (FADE - i32::from(position.halfmove_clock())) / FADE
}

#[cfg(test)]
mod tests;
