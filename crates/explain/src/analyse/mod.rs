//! Every move of many games judged, and the turning points explained.
//!
//! [`Games`] reads a file; [`Analysis`] has the engine go through its games, several at a time, and hands each one over, in order, as it will be written; an [`Annotations`] is
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

pub use analysis::{Analysis, Finished, Form};
pub use annotations::{Annotations, AnnotationsError, Existing};
pub use effort::{Effort, TURNING_POINT, USUAL_NODES};
pub use games::{AnalyseError, Games, NumberedGame};
pub use objects::unreadable_line;
pub use tally::Tally;
