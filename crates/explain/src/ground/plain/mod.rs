//! The board as the checkers see it: legal moves, and lines walked square by square.

pub(crate) mod camp;
pub(crate) mod exchange;
pub(crate) mod geometry;
pub(crate) mod men;
pub(crate) mod pawns;
pub(crate) mod replies;
pub(crate) mod standing;
pub(crate) mod trades;
