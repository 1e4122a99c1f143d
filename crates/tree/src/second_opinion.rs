//! What alpha-beta's evaluation thinks of a leaf.
//!
//! The prior sees which men are attacked and defended, from the mover's side. The evaluation that
//! alpha-beta uses sees the men alone, from both sides, and learned from other games. They err in
//! different positions, so that their mean is nearer to the truth than either. Where the prior
//! itself says that its value may be far off, something hangs: there the captures are searched
//! first.

use bstar_board::{Move, Position};

use crate::result::Expectation;

/// Says what positions are worth, besides the prior. It goes with every visit, so that it need not
/// compute again what stays as it is. Values are hundredths of a pawn for the side to move.
pub trait Adviser {
    /// Lines are followed for so many plies.
    const MAX_PLIES: usize;

    /// Lines begin here from now on. `keys` are those of the game that led here, the position's own
    /// last.
    fn set_out(&mut self, root: &Position, keys: &[u64]);

    /// A move of the line is played in `position`, and leads to `child`.
    fn follow(&mut self, position: &Position, mv: Move, child: &Position);

    /// The last move of the line is taken back.
    fn step_back(&mut self);

    /// The value of the position at the end of the line, as it stands.
    fn value_as_it_stands(&mut self, position: &Position) -> i32;

    /// The value of the position at the end of the line once nothing hangs.
    fn value_once_quiet(&mut self, position: &Position) -> i32;
}

/// An adviser, and where it stands.
pub(crate) struct SecondOpinion<'a, A> {
    adviser: &'a mut A,
    /// The moves from the root to there.
    line: Vec<Move>,
}

impl<'a, A: Adviser> SecondOpinion<'a, A> {
    /// It stands at the root. `keys` are those of the game, the root's last.
    pub fn new(adviser: &'a mut A, root: &Position, keys: &[u64]) -> Self {
        adviser.set_out(root, keys);
        SecondOpinion {
            adviser,
            line: Vec::with_capacity(A::MAX_PLIES),
        }
    }

    /// A visit plays a move, at this distance from the root.
    #[inline]
    pub fn follow(&mut self, plies: usize, position: &Position, mv: Move, child: &Position) {
        if plies >= A::MAX_PLIES || self.line.get(plies) == Some(&mv) {
            return;
        }
        self.turn_back(plies);
        self.adviser.follow(position, mv, child);
        self.line.push(mv);
    }

    /// What the side to move may expect at the end of a visit, so far from the root; none if that
    /// is too far away.
    pub fn expected(&mut self, plies: usize, position: &Position, is_noisy: bool) -> Option<f32> {
        if plies > A::MAX_PLIES {
            return None;
        }
        self.turn_back(plies);
        let value = match is_noisy || position.in_check() {
            true => self.adviser.value_once_quiet(position),
            false => self.adviser.value_as_it_stands(position),
        };
        Some(Expectation::of_centipawns(value).0)
    }

    /// Takes moves back until it is so far from the root.
    fn turn_back(&mut self, plies: usize) {
        while self.line.len() > plies {
            self.line.pop();
            self.adviser.step_back();
        }
    }
}
