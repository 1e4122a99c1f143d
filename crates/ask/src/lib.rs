//! One question, one answer.
