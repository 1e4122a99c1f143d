//! Geometry of the board: squares in front of others, ranks as a side sees them, distances.

use bstar_board::{BitBoard, Color, Square};

/// Every square one step forward.
#[inline(always)]
pub(crate) fn shift_forward(squares: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(squares.0 << 8),
        Color::Black => BitBoard(squares.0 >> 8),
    }
}

/// Every square one step back.
#[inline(always)]
pub(crate) fn shift_back(squares: BitBoard, color: Color) -> BitBoard {
    shift_forward(squares, !color)
}

/// All squares in front of these, up to the last rank.
#[inline(always)]
pub(crate) fn front_span(squares: BitBoard, color: Color) -> BitBoard {
    let mut span = squares.0;
    match color {
        Color::White => {
            span <<= 8;
            span |= span << 8;
            span |= span << 16;
            span |= span << 32;
        }
        Color::Black => {
            span >>= 8;
            span |= span >> 8;
            span |= span >> 16;
            span |= span >> 32;
        }
    }
    BitBoard(span)
}

/// A rank as a side sees it, 0 to 7.
#[inline(always)]
pub(crate) fn relative_rank(square: Square, color: Color) -> usize {
    let rank = square as usize / 8;
    match color {
        Color::White => rank,
        Color::Black => 7 - rank,
    }
}

/// King steps between two squares.
#[inline]
pub(crate) fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    let ranks = (a.rank() as i32 - b.rank() as i32).abs();
    files.max(ranks)
}
