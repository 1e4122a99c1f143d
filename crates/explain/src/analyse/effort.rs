//! The effort for a position. A number of nodes gives the same result every time.

/// The nodes for a position, by default.
pub const DEFAULT_NODES: u64 = 100_000;

/// The factor of the effort at a move that seems to be a mistake. Alpha-beta confirms the mistake
/// with it, and B* explains the move with it.
pub const TURNING_POINT_EFFORT_FACTOR: u32 = 5;
