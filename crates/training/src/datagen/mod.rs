//! Training data for a network: games of the engine against itself, in about four bytes a position.
//!
//! [`DataGen`] plays the games and appends them to a file. [`PackedReader`] reads them back as
//! [`ScoredGame`]s, with positions, scores and result. [`check()`] checks a file. docs/datagen.md
//! describes the bytes.
//!
//! The file contains only games. Their settings are in a second file beside it, so that nobody
//! continues it with others.

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
pub use generate::{DataGen, DataGenError, GameNumbers, Playing, PlayingFault, SentGame};
pub use read::{BrokenData, GameOutline, PackedReader, ReadError};
pub use tally::DataTally;
