//! Every move of many games judged, and the turning points explained.
//!
//! [`InputGames`] reads a file; [`Analysis`] has the engine go through its games, several at a time, and hands each one over, in order, as it will be written; an [`Annotations`] is
//! the file it is written to, which only ever grows by whole games. What a move is called and what is said about it is the business of [`crate::game`].
//!
//! Nothing a game is judged by depends on other games, so an interrupted file is continued as if nothing had happened.

mod analysis;
mod annotations;
mod effort;
mod games;
mod judge;
mod objects;
mod tally;
#[cfg(test)]
mod tests;

pub use analysis::{Analysis, FinishedGame, OutputForm};
pub use annotations::{Annotations, AnnotationsError, Existing};
pub use effort::{DEFAULT_NODES, PositionEffort, TURNING_POINT_EFFORT_FACTOR};
pub use games::{AnalyseError, InputGames, NumberedGame};
pub use objects::{Unreadable, unreadable_line};
pub use tally::MarkTally;
