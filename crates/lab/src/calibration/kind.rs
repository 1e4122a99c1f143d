//! The kinds of statements.

use serde::{Deserialize, Serialize};

/// A kind of statement: what it is about, and when it has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StatementKind {
    /// A leaf of the tree reaches the target.
    Leaf,
    /// A position after one move from the root reaches the target.
    #[serde(rename = "depth-1")]
    Depth1,
    /// The same after two moves.
    #[serde(rename = "depth-2")]
    Depth2,
    /// The same after three moves.
    #[serde(rename = "depth-3")]
    Depth3,
    /// The rival with the highest `overtakes` is better than the chosen move.
    LikeliestRival,
    /// The rival with the highest `likely` is better than the chosen move.
    SecondByLikely,
}

impl StatementKind {
    /// All of them.
    pub const ALL: [StatementKind; 6] = [
        StatementKind::Leaf,
        StatementKind::Depth1,
        StatementKind::Depth2,
        StatementKind::Depth3,
        StatementKind::LikeliestRival,
        StatementKind::SecondByLikely,
    ];
    /// Those about positions inside the tree.
    pub const INNER: [StatementKind; 4] = [
        StatementKind::Leaf,
        StatementKind::Depth1,
        StatementKind::Depth2,
        StatementKind::Depth3,
    ];
    /// Those about rivals at the root.
    pub const RIVALS: [StatementKind; 2] =
        [StatementKind::LikeliestRival, StatementKind::SecondByLikely];

    /// For people.
    pub fn name(self) -> &'static str {
        match self {
            StatementKind::Leaf => "leaf",
            StatementKind::Depth1 => "depth 1",
            StatementKind::Depth2 => "depth 2",
            StatementKind::Depth3 => "depth 3",
            StatementKind::LikeliestRival => "likeliest rival",
            StatementKind::SecondByLikely => "second by likely",
        }
    }
}
