//! The effort for a position.

use std::time::Duration;

use bstar_engine::SearchLimits;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum PositionEffort {
    /// A number of nodes. The result is the same every time.
    Nodes(u64),
    Time(Duration),
}

/// The nodes for a position, by default.
pub const DEFAULT_NODES: u64 = 100_000;

/// The factor of the effort at a move that seems to be a mistake. Alpha-beta confirms the mistake
/// with it, and B* explains the move with it.
pub const TURNING_POINT_EFFORT_FACTOR: u32 = 5;

impl PositionEffort {
    pub(super) fn limits(self) -> SearchLimits {
        self.times(1)
    }

    pub(super) fn times(self, factor: u32) -> SearchLimits {
        match self {
            PositionEffort::Nodes(nodes) => {
                SearchLimits::nodes(nodes.saturating_mul(factor.into()))
            }
            PositionEffort::Time(time) => SearchLimits::time(time.saturating_mul(factor)),
        }
    }
}
