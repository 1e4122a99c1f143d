//! What counts when few men are left.

pub(crate) mod king_activity;
pub(crate) mod opposition;
pub(crate) mod pawn_square;
pub(crate) mod zugzwang;
