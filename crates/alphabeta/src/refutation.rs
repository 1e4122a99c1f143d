//! The refutation table: for every move of the root, the line that followed it last time.
//!
//! The next iteration tries that line's moves first, as long as it has not left the line (Marsland
//! 1991, section 2.4). With a transposition table this hardly matters. Without one it is most of
//! the ordering.

use arrayvec::ArrayVec;
use bstar_board::Move;

/// This much of a line is remembered.
const MAX_REFUTATION_PLIES: usize = 24;

/// A remembered line.
pub(crate) type Remembered = ArrayVec<Move, MAX_REFUTATION_PLIES>;

/// The line being followed, if the search is still on it.
#[derive(Default)]
pub(crate) struct Follower {
    line: Remembered,
    /// Up to this ply the path agrees with the line.
    agrees: usize,
}

impl Follower {
    /// A root move is searched: from now on its line is followed.
    pub fn begin(&mut self, mv: Move, line: &Remembered) {
        self.line.clone_from(line);
        self.agrees = usize::from(self.line.first() == Some(&mv));
    }

    /// From now on no line is followed.
    pub fn forget(&mut self) {
        self.agrees = 0;
        self.line.clear();
    }

    /// The remembered move for a node at this ply, if the path to it agrees with the line.
    pub fn suggestion(&self, ply: usize) -> Option<Move> {
        (self.agrees == ply)
            .then(|| self.line.get(ply).copied())
            .flatten()
    }

    /// A move is made at this ply, and may leave the line. A line that was left is not met again
    /// under this root move.
    pub fn step(&mut self, ply: usize, mv: Move) {
        if self.agrees == ply && self.line.get(ply) == Some(&mv) {
            self.agrees = ply + 1;
        } else if self.agrees > ply {
            self.agrees = usize::MAX;
        }
    }
}
