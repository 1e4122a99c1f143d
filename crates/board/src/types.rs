//! Colours, men, squares, sets of squares and moves: the small types that everything else is made of.

pub use cozy_chess::{BitBoard, Color, File, Move, Piece, Rank, Square};
