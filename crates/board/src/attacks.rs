//! Which squares men attack. Move generation, exchange and evaluation share these tables.

pub use cozy_chess::{
    get_between_rays as between, get_king_moves as king, get_knight_moves as knight,
    get_line_rays as line, get_pawn_attacks as pawn,
};

use crate::types::{BitBoard, Color, File, Piece, Square};

/// The squares that a bishop attacks.
///
/// Its table has 700 KB, and every inlined copy of this function would get its own. So it is not
/// inlined, and neither is [`rook`].
#[inline(never)]
pub fn bishop(square: Square, occupied: BitBoard) -> BitBoard {
    cozy_chess::get_bishop_moves(square, occupied)
}

/// The squares that a rook attacks.
#[inline(never)]
pub fn rook(square: Square, occupied: BitBoard) -> BitBoard {
    cozy_chess::get_rook_moves(square, occupied)
}

/// The squares that a man of this kind attacks from `square`. Sliders stop at `occupied` squares.
#[inline]
pub fn of(piece: Piece, color: Color, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => pawn(square, color),
        Piece::Knight => knight(square),
        Piece::Bishop => bishop(square, occupied),
        Piece::Rook => rook(square, occupied),
        Piece::Queen => bishop(square, occupied) | rook(square, occupied),
        Piece::King => king(square),
    }
}

/// All squares attacked by a set of pawns of one colour.
#[inline]
pub fn pawns(pawns: BitBoard, color: Color) -> BitBoard {
    let not_a = !File::A.bitboard().0;
    let not_h = !File::H.bitboard().0;
    match color {
        Color::White => BitBoard(((pawns.0 & not_a) << 7) | ((pawns.0 & not_h) << 9)),
        Color::Black => BitBoard(((pawns.0 & not_a) >> 9) | ((pawns.0 & not_h) >> 7)),
    }
}
