//! What each of the five settings answers.

use serde::Serialize;

/// One thing for each setting, in the order of the paper.
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
    /// B* with twice the nodes and probes as deep.
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

/// How one setting answered.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attempt {
    /// The move (SAN).
    pub answer: String,
    /// Is it the file's?
    pub solved: bool,
    /// How many nodes it took.
    pub nodes: u64,
    /// How many expansions, of B*.
    pub expansions: Option<u32>,
    /// How deep the probes were, of B*.
    pub probe_depth: Option<u32>,
}

/// How all settings answered one question.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionAnswers {
    /// Which file.
    pub suite: String,
    /// What the position is called.
    pub id: String,
    /// What the settings said.
    pub settings: Five<Attempt>,
}
