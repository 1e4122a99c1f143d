//! The small types that everything else uses: colours, men, squares, sets of squares, moves.

pub use cozy_chess::{BitBoard, Color, File, Move, Piece, Rank, Square};

/// `White` or `Black`.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
