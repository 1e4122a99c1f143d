//! The small types that everything else uses: colours, men, squares, sets of squares, moves.

pub use cozy_chess::{BitBoard, Color, File, Move, Piece, Rank, Square};
