//! A move that the tree proposed.

use serde::Serialize;

/// A move that the tree preferred to that of the first look.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proposed {
    /// Which game of the file, from 1.
    pub game: usize,
    /// The position.
    pub fen: String,
    /// The move of the first look (SAN).
    pub first: String,
    /// The tree's (SAN).
    pub other: String,
    /// What a second look said: `confirmed`, `refused`, or `unheard` if it could not look as deep as the first.
    pub ruling: &'static str,
    /// What the judge expects of the first look's move, 0 to 1.
    pub first_worth: f64,
    /// What he expects of the tree's.
    pub other_worth: f64,
}

impl Proposed {
    /// What the tree's move gains, or would have gained.
    pub fn gain(&self) -> f64 {
        self.other_worth - self.first_worth
    }
}
