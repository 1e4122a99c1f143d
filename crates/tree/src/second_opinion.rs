//! What alpha-beta's evaluation thinks of a leaf.
//!
//! The prior sees which men are attacked and defended, from the mover's side. The evaluation that
//! alpha-beta uses sees the men alone, from both sides, and learned from other games. They err in
//! different positions, so that their mean is nearer to the truth than either. Where the prior
//! itself says that its value may be far off, something hangs: there the captures are searched
//! first.

use bstar_alphabeta::Searcher;
use bstar_board::{Move, Position};

use crate::result::Expectation;

/// A searcher that goes with every visit, and is asked at its end.
pub(crate) struct SecondOpinion<'s> {
    searcher: &'s mut Searcher,
    /// The moves from the root to where it stands.
    line: Vec<Move>,
}

impl<'s> SecondOpinion<'s> {
    /// It stands at the root. `keys` are those of the game, the root's last.
    pub fn new(searcher: &'s mut Searcher, root: &Position, keys: &[u64]) -> Self {
        searcher.set_out(root, keys);
        SecondOpinion {
            searcher,
            line: Vec::with_capacity(Searcher::MAX_FOLLOWED_PLIES),
        }
    }

    /// A visit plays a move, at this distance from the root.
    #[inline]
    pub fn follow(&mut self, plies: usize, position: &Position, mv: Move, child: &Position) {
        if plies >= Searcher::MAX_FOLLOWED_PLIES || self.line.get(plies) == Some(&mv) {
            return;
        }
        self.turn_back(plies);
        self.searcher.follow(position, mv, child);
        self.line.push(mv);
    }

    /// What the side to move may expect at the end of a visit, so far from the root; none if that
    /// is too far away.
    pub fn expected(&mut self, plies: usize, position: &Position, is_noisy: bool) -> Option<f32> {
        if plies > Searcher::MAX_FOLLOWED_PLIES {
            return None;
        }
        self.turn_back(plies);
        let value = match is_noisy || position.in_check() {
            true => self.searcher.value_once_quiet(position),
            false => self.searcher.value_as_it_stands(position),
        };
        Some(Expectation::of_centipawns(value.0).0)
    }

    /// Takes moves back until it is so far from the root.
    fn turn_back(&mut self, plies: usize) {
        while self.line.len() > plies {
            self.line.pop();
            self.searcher.step_back();
        }
    }
}
