//! The board as the checkers see it: legal moves, and lines walked square by square.

pub(crate) mod exchange;
pub(crate) mod geometry;
