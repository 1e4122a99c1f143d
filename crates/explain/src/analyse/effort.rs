//! How much work a position is worth.

use std::time::Duration;

use bstar_engine::Limits;

/// How much work a position is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PositionEffort {
    /// So many nodes. The result is the same every time.
    Nodes(u64),
    /// So much time.
    Time(Duration),
}

/// The effort unless somebody says otherwise.
pub const DEFAULT_NODES: u64 = 100_000;

/// On a move that looks like a mistake so many times as much is spent: once more by alpha-beta,
/// before anybody calls it one, and by B* if it is explained.
pub const TURNING_POINT_EFFORT_FACTOR: u32 = 5;

impl PositionEffort {
    pub(super) fn limits(self) -> Limits {
        self.times(1)
    }

    pub(super) fn times(self, factor: u32) -> Limits {
        match self {
            PositionEffort::Nodes(nodes) => Limits {
                nodes: Some(nodes.saturating_mul(factor.into())),
                ..Limits::default()
            },
            PositionEffort::Time(time) => Limits {
                move_time: Some(time.saturating_mul(factor)),
                ..Limits::default()
            },
        }
    }
}
