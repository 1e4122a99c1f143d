//! One question, one answer.

pub mod rounds;
