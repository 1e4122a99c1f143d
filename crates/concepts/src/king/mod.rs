//! The safety of the kings, castling, and what aims at them.

pub(crate) mod aims_at_king;
pub(crate) mod castles_safely;
pub(crate) mod defends_king;
pub(crate) mod gives_up_castling;
pub(crate) mod loosens_king;
pub(crate) mod luft;
pub(crate) mod opens_king;
pub(crate) mod pawn_storm;
pub(crate) mod room_to_castle;
pub(crate) mod shelters_king;
pub(crate) mod steps_aside;
pub(crate) mod tucks_king;
