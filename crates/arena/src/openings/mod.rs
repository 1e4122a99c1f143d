//! Where games of a match begin.
//!
//! A [`Book`] is a list of openings. It comes from a file of positions (EPD) or of games (PGN), or
//! is built in. The built-in one is our own: [`generate`] makes it and [`check`] checks it. Every
//! opening has an [`OpeningKind`], by which results are counted.

mod book;
mod check;
mod generate;
mod kind;
mod random_walk;

pub use book::{Book, BookError, Opening};
pub use check::{CheckedOpening, check};
pub use generate::{OpeningPlan, generate};
pub use kind::{OpeningKind, UnknownKind, kind_of};
pub use random_walk::{Sanity, random_walk, searched_score};
