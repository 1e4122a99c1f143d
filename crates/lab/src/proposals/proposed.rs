//! A move that the tree proposed.

use serde::Serialize;

/// A move that the tree preferred to the move of the root search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proposed {
    /// Which game of the file, from 1.
    pub game: usize,
    /// The position.
    pub fen: String,
    /// The move of the root search (SAN).
    pub first: String,
    /// The tree's move (SAN).
    pub other: String,
    /// The result of the second search: `confirmed`, `refused`, or `unheard` if it could not reach
    /// the depth of the first.
    pub ruling: &'static str,
    /// The judge's expected score of the root search's move, 0 to 1.
    pub first_worth: f64,
    /// The judge's expected score of the tree's move, 0 to 1.
    pub other_worth: f64,
}

impl Proposed {
    /// The gain of the tree's move in expected score.
    pub fn gain(&self) -> f64 {
        self.other_worth - self.first_worth
    }
}
