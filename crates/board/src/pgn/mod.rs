//! GameReader with their players, comments and side lines: portable game notation.
//!
//! A [`GameRecord`] is what one game of a file says: tags, the start position, a tree of [`RecordedMove`]s and the
//! result. [`read`] takes a whole file and stops at the first fault; [`games`] reads from a stream, one game at a
//! time, so that a bad game can be skipped. [`write()`] gives the export format of the standard.
//!
//! How reading works: the crate `pgn-reader` finds tags, moves, comments and variations in the bytes and hands
//! them to the builder in `tree`, which plays the moves and grows the record. That crate reads over what it does
//! not understand and does not say where it is; so `source` keeps the bytes of the current game, and `proofread`
//! goes over them once more, looking for words that were passed over and for the line_column of a fault.
//!
//! What a record does not keep: comments from a semicolon to the end of the line, line breaks in comments, and whether
//! a mark was written `!` or `$1`. Text that is not UTF-8 is taken for Latin-1.
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
mod proofread;
mod read;
mod record;
mod recording;
mod whole;
mod write;

pub use error::{MAX_VARIATION_DEPTH, PgnError, PgnFault};
pub use read::{GameReader, games, read};
pub use record::{GameRecord, GameResult, RecordedMove, Tags};
pub use whole::whole_games;
pub use write::write;

#[cfg(test)]
mod tests;
