//! What `bstar tables` writes for programs.

use serde::Serialize;

/// A table of an ending that was made.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MadeTableObject {
    /// The ending, such as `KQKR`.
    pub ending: String,
    /// Whether the table was there already. Then it was not made, and the rest is `null`.
    pub was_there: bool,
    /// How many slots the table has, used and unused ones.
    pub slots: Option<usize>,
    /// How long its file is.
    pub bytes: Option<usize>,
    /// How long it took to make.
    pub seconds: Option<f64>,
}

/// A table that was checked.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedTableObject {
    /// The ending.
    pub ending: String,
    /// How many positions were looked at.
    pub positions: u64,
    /// How many do not fit the values of the positions to which their moves lead.
    pub unfitting: u64,
    /// How many Syzygy judges otherwise; `null` if it was not asked.
    pub misjudged: Option<u64>,
    /// The first of these, for people.
    pub faults: Vec<String>,
    /// How long it took.
    pub seconds: f64,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// The tables of a folder, or those asked for.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TablesObject {
    /// What is in each table.
    pub tables: Vec<TableObject>,
}

/// What is in a table.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableObject {
    /// The ending.
    pub ending: String,
    /// How many positions it has.
    pub positions: u64,
    /// How many slots, used and unused ones.
    pub slots: usize,
    /// How long its file is.
    pub bytes: usize,
    /// The positions with White to move.
    pub white_to_move: OutcomeCountsObject,
    /// Those with Black to move; `null` if both sides have the same men.
    pub black_to_move: Option<OutcomeCountsObject>,
    /// The longest wins of each side that can win.
    pub longest: Vec<LongestWinObject>,
}

/// How many positions are won, drawn and lost for White.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutcomeCountsObject {
    /// White wins.
    pub won: u64,
    /// Nobody wins.
    pub drawn: u64,
    /// Black wins.
    pub lost: u64,
}

/// The longest win of a side.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LongestWinObject {
    /// `white` or `black`. It is to move.
    pub winner: &'static str,
    /// To what the way leads: `mate`, or `zeroing` (the next capture or pawn move, or mate).
    pub to: &'static str,
    /// How many moves of the winner it takes.
    pub moves: u8,
    /// How many half moves.
    pub plies: u8,
    /// Where it begins.
    pub fen: String,
}

/// What tables know of a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableValueObject {
    /// The position.
    pub fen: String,
    /// The ending.
    pub ending: String,
    /// `win`, `draw` or `loss`, with the count to fifty moves of the position.
    pub outcome: &'static str,
    /// Half moves to mate, whatever the count to fifty moves; `null` if nobody can win.
    pub plies_to_mate: Option<u32>,
    /// Half moves to the next capture or pawn move that keeps the win, or to mate.
    pub plies_to_zeroing: Option<u32>,
    /// All legal moves, the best first.
    pub moves: Vec<TableValueMoveObject>,
}

/// A move and what it comes to.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableValueMoveObject {
    /// The move.
    pub r#move: String,
    /// The same in SAN.
    pub san: String,
    /// `win`, `draw` or `loss` for the side that makes it.
    pub outcome: &'static str,
    /// Half moves to mate, from before the move.
    pub plies_to_mate: Option<u32>,
    /// Half moves to the next capture or pawn move, from before the move.
    pub plies_to_zeroing: Option<u32>,
}
