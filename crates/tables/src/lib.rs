//! Endings that are known exactly: with up to four men, who wins and how soon.
//!
//! An [`Ending`] says which men are on the board. [`make`] finds the values of all positions of
//! endings by working backwards from mate, and writes a file for each. [`OwnTables`] reads such
//! files, and [`OwnTables::value`] tells what they know of a position: the [`Outcome`] with the
//! count to fifty moves, the half moves to mate, and those to the next capture or pawn move.
//! [`check`] compares every position with its moves, and with another's tables. [`survey`] counts,
//! and finds the longest wins.
//!
//! [`Tables`] are all tables at hand, ours and [`Syzygy`]'s; searches and explanations ask those.
//!
//! How it is done: `placement` has the men on their squares, with moves forwards and backwards;
//! `index` gives every placement a number, the same for mirror images; `retro` goes backwards,
//! layer by layer; `file` packs the result.
//!
//! ```
//! use bstar_board::fen;
//! use bstar_kit::stop::Stop;
//! use bstar_tables::{Outcome, OwnTables};
//!
//! let rook = "KRK".parse().unwrap();
//! let tables = OwnTables::made(&[rook], 1, &Stop::new()).unwrap();
//! let longest = fen::parse("8/8/8/8/8/2k5/1R6/K7 w - - 0 1").unwrap();
//! let value = tables.value(&longest).unwrap();
//! assert_eq!(value.outcome, Outcome::Win);
//! assert_eq!(value.plies_to_mate, Some(31));
//! ```

mod check;
mod ending;
mod file;
mod index;
mod known;
mod make;
mod outcome;
mod own;
mod placement;
mod retro;
mod solve;
mod survey;
mod syzygy;
mod table;
mod tables;
mod value;

pub use check::{CheckError, CheckedTable, check};
pub use ending::{Ending, EndingError, EndingFault, MAX_MEN};
pub use known::{Known, TableMove};
pub use make::{MadeTable, MakeEvent, make, slots_of};
pub use outcome::Outcome;
pub use own::{OwnTables, default_folder};
pub use survey::{LongestWin, OutcomeCounts, TableSurvey, survey};
pub use syzygy::{NoJudgement, Syzygy, SyzygyPathError};
pub use table::{Distance, MakeError, MakeStage, TableError};
pub use tables::{TableRules, Tables};
pub use value::{FIFTY_MOVES_PLIES, TableValue};
