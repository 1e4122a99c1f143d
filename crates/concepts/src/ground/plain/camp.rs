//! Where men stand, asked square by square.

use bstar_board::{Color, File, Piece, Position, Square};

use super::geometry;

/// Whether a man of this kind and colour stands on a square.
pub fn is_man(position: &Position, square: Square, side: Color, piece: Piece) -> bool {
    (position.piece_on(square), position.color_on(square)) == (Some(piece), Some(side))
}

/// How far up the board a square is for a side: 1 for its own first rank.
pub fn rank(side: Color, square: Square) -> i32 {
    let from_below = square.rank() as i32 + 1;
    if side == Color::White {
        from_below
    } else {
        9 - from_below
    }
}

/// The square so many files to the right and so many ranks up the board for a side.
pub fn step(side: Color, square: Square, files: i8, ranks: i8) -> Option<Square> {
    let up = if side == Color::White { ranks } else { -ranks };
    square.try_offset(files, up)
}

/// Where a side has men of this kind.
pub fn all(position: &Position, side: Color, piece: Piece) -> Vec<Square> {
    let is_it = |square: &Square| is_man(position, *square, side, piece);
    Square::ALL.into_iter().filter(is_it).collect()
}

/// The knights and bishops of a side that stand where they stand at the start of the game.
pub fn minor_pieces_at_home(position: &Position, side: Color) -> Vec<Square> {
    let at_home = |square: &Square| {
        let kind = match square.file() {
            File::B | File::G => Piece::Knight,
            File::C | File::F => Piece::Bishop,
            _ => return false,
        };
        rank(side, *square) == 1 && is_man(position, *square, side, kind)
    };
    Square::ALL.into_iter().filter(at_home).collect()
}

/// Whether a pawn of a side guards a square.
pub fn is_held_by_pawn(position: &Position, side: Color, square: Square) -> bool {
    [-1, 1].into_iter().any(|files| {
        step(side, square, files, -1).is_some_and(|at| is_man(position, at, side, Piece::Pawn))
    })
}

/// Whether a side has a pawn on a file beside a square that stands behind the square's rank, so
/// that it guards the square or could come to do so.
pub fn can_be_held_by_pawn(position: &Position, side: Color, square: Square) -> bool {
    all(position, side, Piece::Pawn).into_iter().any(|pawn| {
        let files = (pawn.file() as i32 - square.file() as i32).abs();
        files == 1 && rank(side, pawn) < rank(side, square)
    })
}

/// The squares that the man on a square attacks and where no man of its own side stands.
pub fn reach(position: &Position, by: Square) -> Vec<Square> {
    let is_open = |to: &Square| {
        geometry::attacks(position, by, *to) && position.color_on(*to) != position.color_on(by)
    };
    Square::ALL.into_iter().filter(is_open).collect()
}
