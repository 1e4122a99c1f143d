//! What is known about openings: books of moves, and names.
//!
//! A [`Book`] is a file in the format of the program Polyglot, which most chess programs read. For
//! a position it knows moves, each with a weight. [`Book::moves`] lists them, and
//! [`MoveChoice::choose`] picks one. [`BookMaker`] makes a book from games, [`merge`] makes one of
//! several, and [`suite`](mod@suite) draws openings for matches from one.
//!
//! [`names`] knows what openings are called. It needs no file: a list of some 3,800 names is part
//! of the program.
//!
//! A file of a book is a row of entries of 16 bytes, in the order of their keys. [`key`](mod@key)
//! is a number for a position that all programs compute in the same way. `entry` translates
//! between bytes and moves. [`objects`] is what programs get to read. Whatever a file says, only
//! legal moves come out of it.
//!
//! ```
//! use bstar_board::{Position, pgn, san};
//! use bstar_book::{Book, BookMaker, BookPlan};
//!
//! let games = "1. e4 e5 1-0\n\n1. e4 c5 1/2-1/2\n\n1. d4 d5 1-0\n";
//! let mut maker = BookMaker::new(BookPlan { least_games: 1, ..BookPlan::default() });
//! for game in pgn::read(games).unwrap() {
//!     maker.add(&game).unwrap();
//! }
//! let book = Book::from_bytes(maker.finish().bytes).unwrap();
//! let start = Position::start();
//! let found = book.moves(&start);
//! let words: Vec<_> = found.moves.iter().map(|known| san::write(&start, known.mv)).collect();
//! assert_eq!(words, ["e4", "d4"]);
//! ```

mod choice;
mod entry;
mod file;
pub mod key;
mod make;
mod merge;
pub mod names;
pub mod objects;
pub mod suite;

pub use choice::MoveChoice;
pub use entry::{ENTRY_BYTES, Entry};
pub use file::{Book, BookError, BookFlaw, BookMove, KnownMoves};
pub use make::{BookMaker, BookPlan, MadeBook, MakeError};
pub use merge::{Overlap, merge};
