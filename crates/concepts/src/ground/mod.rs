//! Captures and lines on the board, worked out twice.
//!
//! Claims are found in one way and checked in another, so that a mistake in one shows in the
//! other. `exchange` belongs to what finds claims. [`plain`] belongs to what checks them: it plays
//! with legal moves and walks from square to square, slowly and plainly. Neither knows the other.

pub mod exchange;
pub mod plain;
