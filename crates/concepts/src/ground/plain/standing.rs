//! Kings, their pawns, colours and material, asked square by square.

use bstar_board::{Color, Piece, Position, Square};

use super::exchange;
use super::men::{rank_for, squares_of};

/// What a side has more than the other, in centipawns.
pub fn lead(position: &Position, color: Color) -> i32 {
    let worth = |square: Square| match position.piece_on(square) {
        None | Some(Piece::King) => 0,
        Some(piece) if position.color_on(square) == Some(color) => exchange::worth(piece),
        Some(piece) => -exchange::worth(piece),
    };
    Square::ALL.into_iter().map(worth).sum()
}

/// How many moves a king needs from one square to the other.
pub fn distance(from: Square, to: Square) -> i32 {
    let files = (from.file() as i32 - to.file() as i32).abs();
    let ranks = (from.rank() as i32 - to.rank() as i32).abs();
    files.max(ranks)
}

/// Whether a square is one of the squares round a king, or its own.
pub fn is_in_ring(position: &Position, king_of: Color, square: Square) -> bool {
    squares_of(position, king_of, Piece::King)
        .iter()
        .any(|king| distance(*king, square) <= 1)
}

/// The pawns that shelter a king which stands, or would stand, on a square: on its file and those
/// beside it, one or two ranks ahead, and not beyond their third rank.
pub fn shelter(position: &Position, color: Color, king: Square) -> Vec<Square> {
    let covers = |pawn: &Square| {
        let files = (pawn.file() as i32 - king.file() as i32).abs();
        let ranks = rank_for(color, *pawn) - rank_for(color, king);
        files <= 1 && (ranks == 1 || ranks == 2) && rank_for(color, *pawn) <= 3
    };
    let pawns = squares_of(position, color, Piece::Pawn);
    pawns.into_iter().filter(covers).collect()
}

/// How many men of a side stand besides king and pawns.
pub fn pieces_of(position: &Position, color: Color) -> usize {
    let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    kinds
        .iter()
        .map(|kind| squares_of(position, color, *kind).len())
        .sum()
}

/// Whether a square is light.
pub fn is_light(square: Square) -> bool {
    (square.file() as i32 + square.rank() as i32) % 2 == 1
}

/// Whether all squares of a list differ.
pub fn are_different(squares: &[Square]) -> bool {
    let is_new = |(index, square): (usize, &Square)| !squares[..index].contains(square);
    squares.iter().enumerate().all(is_new)
}
