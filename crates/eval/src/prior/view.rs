//! The board as the side to move sees it.

use bstar_board::{Color, File, Position, Square};

/// How the board is turned: the mover's pawns go up, and his king stands on the files e to h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    /// The bits of a square that change.
    turn: usize,
}

impl View {
    #[inline]
    pub(super) fn of(position: &Position) -> Self {
        let us = position.side_to_move();
        let upside_down = if us == Color::Black { 56 } else { 0 };
        let mirrored = if position.king(us).file() < File::E {
            7
        } else {
            0
        };
        Self {
            turn: upside_down | mirrored,
        }
    }

    /// The number of a square in this view.
    #[inline]
    pub(super) fn square(self, square: Square) -> usize {
        square as usize ^ self.turn
    }
}
