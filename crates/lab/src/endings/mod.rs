//! Endings that tables know: positions to play from, and what players gave away.

mod audit;
mod draw;

pub use audit::{Audit, PlayerAudit, Waste};
pub use draw::{DrawnEnding, EndingKind, EndingsPlan, NotEnough};
