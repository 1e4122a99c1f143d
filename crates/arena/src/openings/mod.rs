//! Where games of a match begin.
//!
//! A [`Book`] is a list of openings, from a file of positions (EPD) or of games (PGN), or the one that is built in. That one is
//! our own: [`generate`] makes it and [`check`] looks it over. Every opening has a [`Kind`], by which results are counted.

mod book;
mod check;
mod generate;
mod kind;
mod sane;

pub use book::{Book, BookError, Opening};
pub use check::{Finding, check};
pub use generate::{OpeningPlan, generate};
pub use kind::{Kind, UnknownKind, kind_of};
pub use sane::{Sanity, value, wander};
