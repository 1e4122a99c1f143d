//! Which moves give check directly.

use crate::attacks;
use crate::position::Position;
use crate::types::{BitBoard, Move, Piece};

/// The squares from which each kind of man would check the other side's king.
pub struct DirectChecks {
    squares: [BitBoard; Piece::NUM],
}

impl DirectChecks {
    /// Those squares in a position, for the side to move.
    pub fn of(position: &Position) -> Self {
        let us = position.side_to_move();
        let king = position.king(!us);
        let occupied = position.occupied();
        let diagonal = attacks::bishop(king, occupied);
        let straight = attacks::rook(king, occupied);
        Self {
            squares: [
                attacks::pawn(king, !us),
                attacks::knight(king),
                diagonal,
                straight,
                diagonal | straight,
                BitBoard::EMPTY,
            ],
        }
    }

    /// The squares for one kind of man.
    #[inline]
    pub fn by(&self, piece: Piece) -> BitBoard {
        self.squares[piece as usize]
    }

    /// Whether the moved man itself gives check from its new square.
    #[inline]
    pub fn gives(&self, position: &Position, mv: Move) -> bool {
        let piece = mv
            .promotion
            .or_else(|| position.piece_on(mv.from))
            .unwrap_or(Piece::King);
        self.by(piece).has(mv.to)
    }
}
