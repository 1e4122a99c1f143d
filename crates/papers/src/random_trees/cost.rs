//! What a search of a tree may cost, and what it did cost.

use serde::{Deserialize, Serialize};

/// The limits beyond which a search is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeLimits {
    /// The most nodes it may generate.
    pub nodes: usize,
    /// The greatest depth it may reach, in plies.
    pub depth: usize,
}

impl Default for TreeLimits {
    /// The paper's limits.
    fn default() -> TreeLimits {
        TreeLimits {
            nodes: 30_000,
            depth: 100,
        }
    }
}

/// What one search of one tree cost, and which choice it made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchCost {
    /// The nodes generated, with the root. A node that is generated again counts again.
    pub nodes: usize,
    /// The depth of the deepest node, in plies.
    pub depth: usize,
    /// The choice; `null` if the search was given up.
    pub best: Option<usize>,
}
