//! Training data for a network: games of the engine against itself, about four bytes a position.
//!
//! [`DataGen`] plays the games and appends them to a file; [`PackedReader`] gives them back as
//! [`ScoredGame`]s, each with its positions, their scores and the result; [`check()`] looks a file
//! over. The bytes are described in docs/datagen.md.
//!
//! The file has nothing but games. With which settings they were made stands in a second one beside
//! it, so that nobody continues it with others.

mod check;
mod format;
mod generate;
mod read;
mod rules;
mod tally;
#[cfg(test)]
mod tests;

pub use check::{CheckScope, CheckedFile, check};
pub use format::{DataFlaw, ScoredGame, ScoredPosition};
pub use generate::{DataGen, DataGenError};
pub use read::{BrokenData, GameOutline, PackedReader, ReadError};
pub use tally::DataTally;
