//! Portable game notation: games with their players, comments and side lines.
//!
//! A [`GameRecord`] is what a file says about one game: tags, the start position, a tree of
//! [`RecordedMove`]s and the result. [`read`] reads a whole file and stops at the first fault.
//! [`games`] reads from a stream, one game at a time, so that a bad game can be skipped.
//! [`write()`] writes the export format of the standard.
//!
//! Reading works in two passes. First the crate `pgn-reader` finds tags, moves, comments and
//! variations. It calls `builder`, which plays the moves and builds the record. But that crate
//! silently skips what it does not understand, and it does not tell positions in the file. So
//! `recording` keeps the bytes of the current game, and `proofread` scans them again for skipped
//! words and for the position of a fault.
//!
//! A record does not keep line breaks in comments, nor comments behind a semicolon before the first
//! move, nor whether a later one stood in braces or behind a semicolon, nor whether a mark was
//! written `!` or `$1`. Text that is not UTF-8 is read as Latin-1.
//!
//! ```
//! use bstar_board::pgn;
//!
//! let text = r#"[White "Anderssen"] [Black "Kieseritzky"]
//!
//! 1. e4 e5 2. f4 $1 (2. Nf3 {is quieter}) exf4 3. Bc4 1-0"#;
//! let game = &pgn::read(text).unwrap()[0];
//! assert_eq!(game.tag("White"), Some("Anderssen"));
//! assert_eq!(game.main_line().unwrap().moves().len(), 5);
//!
//! let error = pgn::read("1. e4 e5\n2. Nf3 Nf4").unwrap_err();
//! assert_eq!(error.to_string(), "PGN, game 1, line 2, column 8: the move Nf4 is not legal here");
//! ```

mod builder;
mod error;
mod marks;
mod proofread;
mod read;
mod record;
mod recording;
mod semicolons;
mod whole;
mod write;

pub use error::{MAX_VARIATION_DEPTH, PgnError, PgnFault};
pub use read::{GameReader, games, read};
pub use record::{GameRecord, GameResult, RecordedMove, Tags};
pub use whole::whole_games;
pub use write::{write, write_to};

#[cfg(test)]
mod tests;
