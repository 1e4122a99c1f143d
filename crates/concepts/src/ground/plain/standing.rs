//! Men and pawns, asked square by square.

use bstar_board::{Color, Piece, Position, Square};

use super::{exchange, geometry};

/// Whether such a man stands on a square.
pub fn stands(position: &Position, square: Square, color: Color, piece: Piece) -> bool {
    position.piece_on(square) == Some(piece) && position.color_on(square) == Some(color)
}

/// Where the men of one kind stand.
pub fn squares_of(position: &Position, color: Color, piece: Piece) -> Vec<Square> {
    let is_there = |square: &Square| stands(position, *square, color, piece);
    Square::ALL.into_iter().filter(is_there).collect()
}

/// Where the men of a side stand that attack a square.
pub fn attackers(position: &Position, color: Color, square: Square) -> Vec<Square> {
    let attacks_it = |by: &Square| {
        position.color_on(*by) == Some(color) && geometry::attacks(position, *by, square)
    };
    Square::ALL.into_iter().filter(attacks_it).collect()
}

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

/// One step up the board for a side.
pub fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// How far a square is up the board for a side, from 1 to 8.
pub fn rank_for(color: Color, square: Square) -> i32 {
    match color {
        Color::White => square.rank() as i32 + 1,
        Color::Black => 8 - square.rank() as i32,
    }
}

/// Whether the pawn on a square is passed: no pawn stands before it on its file, and none of the
/// opponent on the files beside it.
pub fn is_passed(position: &Position, square: Square) -> bool {
    let Some(color) = position.color_on(square) else {
        return false;
    };
    let is_in_its_way = |other: Square| {
        let files = (other.file() as i32 - square.file() as i32).abs();
        let is_ahead = rank_for(color, other) > rank_for(color, square);
        position.piece_on(other) == Some(Piece::Pawn)
            && is_ahead
            && (files == 0 || files == 1 && position.color_on(other) != Some(color))
    };
    position.piece_on(square) == Some(Piece::Pawn) && !Square::ALL.into_iter().any(is_in_its_way)
}

/// Whether the pawn on a square is isolated: its side has no pawn on the files beside it.
pub fn is_isolated(position: &Position, square: Square) -> bool {
    let Some(color) = position.color_on(square) else {
        return false;
    };
    let is_beside = |other: &Square| (other.file() as i32 - square.file() as i32).abs() == 1;
    position.piece_on(square) == Some(Piece::Pawn)
        && !squares_of(position, color, Piece::Pawn)
            .iter()
            .any(is_beside)
}

/// Whether a pawn of a side attacks a square.
pub fn is_held_by_pawn(position: &Position, color: Color, square: Square) -> bool {
    let is_pawn = |by: &Square| position.piece_on(*by) == Some(Piece::Pawn);
    attackers(position, color, square).iter().any(is_pawn)
}

/// Whether the side to move wins something by capturing on a square.
pub fn is_lost(position: &Position, square: Square) -> bool {
    exchange::best_capture(position, square).unwrap_or(0) >= exchange::MIN_GAIN_CENTIPAWNS
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
