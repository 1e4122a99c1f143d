//! Which moves give check directly.

use bstar_board::{BitBoard, Move, Piece, Position, attacks};

/// The squares from which each kind of man would check the other side's king.
pub(crate) struct DirectChecks {
    squares: [BitBoard; Piece::NUM],
}

impl DirectChecks {
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

    pub fn by(&self, piece: Piece) -> BitBoard {
        self.squares[piece as usize]
    }

    /// Whether the moved man itself gives check from its new square.
    pub fn gives(&self, position: &Position, mv: Move) -> bool {
        let piece = mv
            .promotion
            .or_else(|| position.piece_on(mv.from))
            .unwrap_or(Piece::King);
        self.by(piece).has(mv.to)
    }
}
