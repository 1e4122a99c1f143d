//! Which of the true things about a move are told.

pub(crate) mod choose;
pub(crate) mod weigh;
