//! What a search of a tree may cost, and what it did.

use serde::{Deserialize, Serialize};

/// When a search is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeLimits {
    /// It has generated more nodes than this.
    pub nodes: usize,
    /// It has been deeper than this.
    pub depth: usize,
}

impl Default for TreeLimits {
    /// The paper's.
    fn default() -> TreeLimits {
        TreeLimits {
            nodes: 30_000,
            depth: 100,
        }
    }
}

/// What one search of one tree came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchCost {
    /// The nodes generated, the root included; what is generated again counts again.
    pub nodes: usize,
    /// How deep the deepest lies.
    pub depth: usize,
    /// The choice it made; `None` if it was given up.
    pub best: Option<usize>,
}
