//! What a search costs, and how small its tree could be.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// The work of one search or several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeCounts {
    /// Positions above the horizon.
    pub interior: u64,
    /// Positions at the horizon, where captures are played out. The paper calls them horizon,
    /// frontier or terminal nodes.
    pub horizon: u64,
    /// Positions beyond the horizon, reached by captures.
    pub beyond: u64,
    /// How often moves were generated above the horizon.
    pub generations: u64,
    /// How many moves were generated there.
    pub moves_generated: u64,
    /// How often the transposition table was written to.
    pub stores: u64,
    /// How often a write replaced another position.
    pub driven_out: u64,
}

impl NodeCounts {
    /// All positions visited.
    pub fn nodes(&self) -> u64 {
        self.interior + self.horizon + self.beyond
    }

    /// The mean number of moves.
    pub fn width(&self) -> f64 {
        self.moves_generated as f64 / self.generations as f64
    }
}

impl AddAssign for NodeCounts {
    fn add_assign(&mut self, other: NodeCounts) {
        self.interior += other.interior;
        self.horizon += other.horizon;
        self.beyond += other.beyond;
        self.generations += other.generations;
        self.moves_generated += other.moves_generated;
        self.stores += other.stores;
        self.driven_out += other.driven_out;
    }
}

/// The horizon nodes of the smallest tree that proves the value of a uniform tree (Knuth and Moore
/// 1975).
///
/// ```
/// use bstar_papers::enhancements::minimal_tree;
///
/// assert_eq!(minimal_tree(34.0, 3), 34.0 * 34.0 + 34.0 - 1.0);
/// ```
pub fn minimal_tree(width: f64, depth: u32) -> f64 {
    let power = |plies: u32| width.powi(plies as i32);
    power(depth.div_ceil(2)) + power(depth / 2) - 1.0
}
