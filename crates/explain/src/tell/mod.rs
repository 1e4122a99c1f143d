//! Which of the true things about a move are told.
//!
//! `choose` has all weights and limits, and nothing else. `weigh` weighs the ideas about a move by
//! them, and says of each why it was told or left out.

pub(crate) mod choose;
pub(crate) mod weigh;
