//! What the commands of `bstar-lab` write for programs.
//!
//! Most objects belong to the packages that compute what they tell. These are the others. The
//! program writes them; `bstar-wire` describes them.

use std::path::Path;

use bstar_arena::memory::MemorySummary;
use bstar_training::datagen::DataTally;
use serde::Serialize;

/// How many positions there are.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerftObject {
    /// How deep was counted.
    pub depth: u32,
    /// The count of each move.
    pub moves: Vec<PerftMove>,
    /// How many positions there are in all.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Positions a second.
    pub nps: u64,
}

/// How many positions there are after a move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerftMove {
    /// The move.
    pub r#move: String,
    /// How many positions there are after it.
    pub nodes: u64,
}

/// A count that is not what the file says.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerftMismatch {
    /// The line of the file.
    pub line: usize,
    /// How deep was counted.
    pub depth: u32,
    /// What the file says.
    pub expected: u64,
    /// What was counted.
    pub counted: u64,
}

/// How the counts of a file compare.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerftFile {
    /// How many positions there are.
    pub positions: usize,
    /// Counts that were compared.
    pub counts: usize,
    /// How many of them are wrong.
    pub wrong: usize,
    /// How many positions were counted.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Positions a second.
    pub nps: u64,
}

/// What a file of games has now.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DatagenObject<'a> {
    /// The file.
    pub file: &'a Path,
    /// What is in it.
    #[serde(flatten)]
    pub tally: DataTally,
    /// Bytes a position; `null` without positions.
    pub bytes_per_position: Option<f64>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// What was found about a file of games.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DatagenCheck<'a> {
    /// The file.
    pub file: &'a Path,
    /// What is in it.
    #[serde(flatten)]
    pub tally: DataTally,
    /// Bytes a position; `null` without positions.
    pub bytes_per_position: Option<f64>,
    /// How many of the games were replayed.
    pub replayed: usize,
    /// The first flaw, or `null`.
    pub broken: Option<DatagenFlaw>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// Where a file of games is broken.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DatagenFlaw {
    /// Where it is, in bytes from the beginning of the file.
    pub offset: u64,
    /// What is wrong, for people.
    pub flaw: String,
}

/// How much memory a match took, in MiB.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemoryObject {
    /// The file of the drawing.
    pub file: String,
    /// How much was used.
    #[serde(flatten)]
    pub summary: MemorySummary,
}

/// A network.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NetworkObject {
    /// The checksum: text, sixteen hexadecimal digits.
    pub checksum: String,
    /// The width of the hidden layer.
    pub hidden: usize,
    /// How many buckets there are.
    pub buckets: usize,
    /// The scale of its values.
    pub scale: i32,
    /// The instructions it is evaluated with here.
    pub instructions: &'static str,
}

/// How the values of a network compare with those expected.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NetworkValues {
    /// How many positions there are.
    pub positions: usize,
    /// How many of them have a value expected.
    pub compared: usize,
    /// How many of these have another.
    pub different: usize,
}

/// The speed of this program beside another.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpeedObject {
    /// How many pairs of runs there were.
    pub pairs: usize,
    /// The median of their ratios.
    pub median_ratio: f64,
}
