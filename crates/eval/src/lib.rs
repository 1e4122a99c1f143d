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
//! meant, and a [`SearchEvaluator`] is how a searcher uses either.
//!
//! ```
//! use bstar_board::fen;
//! use bstar_eval::Evaluator;
//!
//! let mut evaluator = Evaluator::new();
//! let extra_rook = fen::parse("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1").unwrap();
//! assert!(evaluator.evaluate(&extra_rook) > 300);
//! ```

mod attack_map;
pub mod endgame;
mod evaluation;
mod evaluator;
pub mod feature;
mod feature_sink;
mod geometry;
mod kings;
mod kpk;
pub mod network;
mod passed;
mod pawns;
mod pieces;
mod search_evaluator;
mod tapered;
mod terms;
mod threats;
mod trace;
mod weights;

pub use evaluation::{Evaluation, EvaluationError};
pub use evaluator::{Evaluator, FULL_PHASE, MAX_EVALUATION, phase};
pub use feature::Term;
pub use search_evaluator::SearchEvaluator;
pub use tapered::Tapered;
pub use terms::{TermValue, Terms, terms};
pub use trace::{Trace, trace};
pub use weights::WEIGHTS;

#[cfg(test)]
mod tests;
