//! What the program shares with `bstar-wire`, which describes it: the objects that its commands
//! write for programs, and the options of its UCI session.
//!
//! Most objects belong to the packages that compute what they tell. These are the others. The
//! session is [`uci::run`]; [`uci::option_rows`] lists its options.

use bstar_board::score::Score;
use serde::Serialize;

mod book_choice;
mod table_objects;
pub mod uci;
mod uci_engine;
mod uci_options;
mod uci_session;

pub use table_objects::{
    CheckedTableObject, LongestWinObject, MadeTableObject, OutcomeCountsObject, TableObject,
    TableValueMoveObject, TableValueObject, TablesObject,
};

/// The result of a search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchObject {
    /// The position.
    pub fen: String,
    /// The best move; `null` if there is no legal move.
    pub best: Option<String>,
    /// The same in SAN.
    pub best_san: Option<String>,
    /// The depth of the whole search.
    pub depth: u32,
    /// Its nodes.
    pub nodes: u64,
    /// Its time.
    pub seconds: f64,
    /// The best lines, by rank.
    pub lines: Vec<SearchLine>,
}

/// One of the best lines.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchLine {
    /// Its rank, from 1.
    pub rank: usize,
    /// What it is worth.
    pub score: Score,
    /// How deep it was searched.
    pub depth: u32,
    /// The moves.
    pub moves: Vec<String>,
    /// The same in SAN, with the numbers of the moves.
    pub san: String,
}

/// How fast the program is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BenchObject {
    /// How many nodes were searched.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Nodes a second.
    pub nps: u64,
}
