//! The board as the checkers see it: legal moves, and lines walked square by square.

pub mod exchange;
pub mod geometry;
pub mod men;
pub mod pawns;
pub mod replies;
pub mod standing;
pub mod trades;
