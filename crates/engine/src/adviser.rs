//! The second opinion that alpha-beta gives a tree of its leaves.

use bstar_alphabeta::{Centipawns, Searcher};
use bstar_board::{Move, Position};
use bstar_tree::Adviser;

/// A searcher that evaluates the leaves of a tree, and searches captures before where something
/// hangs.
pub struct Captures<'s>(pub &'s mut Searcher);

impl Adviser for Captures<'_> {
    const MAX_PLIES: usize = Searcher::MAX_FOLLOWED_PLIES;

    fn set_out(&mut self, root: &Position, keys: &[u64]) {
        self.0.set_out(root, keys);
    }

    #[inline]
    fn follow(&mut self, position: &Position, mv: Move, child: &Position) {
        self.0.follow(position, mv, child);
    }

    #[inline]
    fn step_back(&mut self) {
        self.0.step_back();
    }

    #[inline]
    fn value_as_it_stands(&mut self, position: &Position) -> i32 {
        let Centipawns(value) = self.0.value_as_it_stands(position);
        value
    }

    fn value_once_quiet(&mut self, position: &Position) -> i32 {
        let Centipawns(value) = self.0.value_once_quiet(position);
        value
    }
}
