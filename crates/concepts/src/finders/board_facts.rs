//! Kings, colours and material, for the finders.

use bstar_board::{BitBoard, Color, Piece, Position, Square, attacks};

use crate::Scene;
use crate::ground::exchange::value;

/// What a side has more than the other, in centipawns.
pub(crate) fn lead(position: &Position, side: Color) -> i32 {
    let kinds = Piece::ALL.into_iter().filter(|kind| *kind != Piece::King);
    let surplus = |kind: Piece| {
        let count = |color: Color| position.men(color, kind).len() as i32;
        (count(side) - count(!side)) * value(kind)
    };
    kinds.map(surplus).sum()
}

/// The pawns that shelter a king of a side which stands, or would stand, on a square.
pub(crate) fn shelter(position: &Position, side: Color, king: Square) -> BitBoard {
    let step = match side {
        Color::White => 1,
        Color::Black => -1,
    };
    let cover = (-1..=1).flat_map(|file| [1, 2].map(|steps| king.try_offset(file, steps * step)));
    let cover: BitBoard = cover.flatten().collect();
    let pawns = cover & position.men(side, Piece::Pawn);
    let is_near = |pawn: &Square| Scene::rank(side, *pawn) <= 3;
    pawns.into_iter().filter(is_near).collect()
}

/// The squares round the king of a side, with its own.
pub(crate) fn ring(position: &Position, king_of: Color) -> BitBoard {
    let king = position.king(king_of);
    attacks::king(king) | king.bitboard()
}

/// The knights, bishops, rooks and queens of a side.
pub(crate) fn pieces(position: &Position, side: Color) -> BitBoard {
    position.side(side) & !position.pieces(Piece::Pawn) & !position.pieces(Piece::King)
}

/// How many moves a king needs from one square to the other.
pub(crate) fn distance(from: Square, to: Square) -> usize {
    let files = (from.file() as usize).abs_diff(to.file() as usize);
    let ranks = (from.rank() as usize).abs_diff(to.rank() as usize);
    files.max(ranks)
}

/// The squares of the colour of a square.
pub(crate) fn colour_of(square: Square) -> BitBoard {
    match BitBoard::LIGHT_SQUARES.has(square) {
        true => BitBoard::LIGHT_SQUARES,
        false => BitBoard::DARK_SQUARES,
    }
}
