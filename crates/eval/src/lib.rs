//! What a position is worth.
//!
//! There are two evaluations, and [`Evaluation`] chooses one. The *terms* are written by hand and
//! have names that a player understands. The [`network`] is learned and has no names for what it
//! knows. A search uses either through a [`SearchEvaluator`].
//!
//! How a position becomes a number, by the terms ([`Evaluator`]):
//!
//! 1. The files `pawns`, `pieces`, `kings`, `threats` and `passed` count features. [`feature`]
//!    lists them all, and [`Term`] names each group of them.
//! 2. A `Sink` receives the counts. The search adds them up by their [`WEIGHTS`]. [`terms`] keeps
//!    them apart by name, for people. [`trace`] lists them, for the tuner.
//! 3. The sums of middlegame and endgame are blended by the pieces that are left. [`endgame`]
//!    scales the endgame's sum down where extra men do not win, and knows some endings outright.
//!
//! `docs/glossary.md` explains the words.
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
pub use terms::{TermValue, Terms, TermsTable, terms};
pub use trace::{Trace, trace};
pub use weights::WEIGHTS;

#[cfg(test)]
mod tests;
