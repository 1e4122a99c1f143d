//! The answers of the five settings.

use serde::Serialize;

/// One value for each setting, in the order of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Five{T}"))]
pub struct Five<T> {
    /// Alpha-beta at the standard effort.
    pub alphabeta: T,
    /// Alpha-beta with four times the nodes.
    pub alphabeta_4x: T,
    /// B* at the standard effort.
    pub bstar: T,
    /// B* with twice the nodes and probes of the same depth.
    pub bstar_2x: T,
    /// B* with as many expansions and probes a ply deeper.
    pub bstar_deeper: T,
}

impl<T> Five<T> {
    /// All five, in order.
    pub fn as_array(&self) -> [&T; 5] {
        [
            &self.alphabeta,
            &self.alphabeta_4x,
            &self.bstar,
            &self.bstar_2x,
            &self.bstar_deeper,
        ]
    }
}

/// The answer of one setting.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attempt {
    /// The move (SAN).
    pub answer: String,
    /// Whether the move solves the position.
    pub solved: bool,
    /// How many nodes it took.
    pub nodes: u64,
    /// How many expansions it took. Only B* has them.
    pub expansions: Option<u32>,
    /// The depth of the probes in plies. Only B* has them.
    pub probe_depth: Option<u32>,
}

/// The answers of all settings to one position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionAnswers {
    /// Which file.
    pub suite: String,
    /// The name of the position.
    pub id: String,
    /// The answers.
    pub settings: Five<Attempt>,
}
