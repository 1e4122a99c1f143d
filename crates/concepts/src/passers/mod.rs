//! Passed pawns: made, pushed, supported, stopped.

pub(crate) mod blockades;
pub(crate) mod heads_for_blockade;
pub(crate) mod passer_made;
pub(crate) mod passer_pushed;
pub(crate) mod rook_behind_passer;
pub(crate) mod supports_blockade;
pub(crate) mod supports_passer;
