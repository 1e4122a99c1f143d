//! Finds what can be claimed.
//!
//! Nothing is searched for here that the search has not seen: lines come from the tree and from what its probes found, and on the board only what one look shows is
//! found. Only mates are followed through every defence, because a line shows but one. Everything comes out as [claims](crate::claims::Claim); which of them are worth telling is decided elsewhere.
//!
//! - [`along`]: what a line leads to: mate, material, a queen, a trade, a draw;
//! - [`motif`]: what a move does on the board: a fork, a pin, a discovered check;
//! - [`danger`]: what hangs, what is offered, what a move saves or stops.

pub(crate) mod along;
pub(crate) mod danger;
mod exchange;
mod forced;
pub(crate) mod motif;
#[cfg(test)]
mod tests;
pub(crate) mod tree;

use bstar_board::{Color, Move, Position, Square};

use along::Line;

use crate::claims::{Claim, Fact, Turn, position_after};

/// A place in the tree about which something is to be said: the position searched, and the moves from there.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub root: &'a Position,
    pub path: &'a [Move],
}

impl<'a> Place<'a> {
    /// The position there.
    pub fn position(self) -> Position {
        position_after(self.root, self.path)
    }

    /// A line from there.
    pub fn along(self, turn: Turn, moves: &'a [Move]) -> Line<'a> {
        Line {
            place: self,
            turn,
            moves,
        }
    }

    /// Before the last move, and that move.
    fn last(self) -> Option<(Position, Move)> {
        let (last, before) = self.path.split_last()?;
        Some((position_after(self.root, before), *last))
    }

    fn claim(self, side: Color, fact: Fact) -> Claim {
        Claim {
            side,
            path: self.path.to_vec(),
            turn: Turn::Moves,
            line: Vec::new(),
            fact,
        }
    }

    fn claim_along(self, side: Color, turn: Turn, line: &[Move], fact: Fact) -> Claim {
        Claim {
            turn,
            line: line.to_vec(),
            ..self.claim(side, fact)
        }
    }
}

/// Whether the side that is to move there can be taken on a square at a gain.
fn loses_on(position: &Position, square: Square) -> i32 {
    exchange::best_capture(position, square).map_or(0, |(gain, _)| gain)
}
