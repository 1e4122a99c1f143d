//! Chess endings that are known exactly.

mod known;
mod outcome;
mod syzygy;

pub use known::{Known, KnownMove, TableRules, Tables};
pub use outcome::Outcome;
pub use syzygy::{Syzygy, SyzygyPathError};
