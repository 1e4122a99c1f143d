//! Judges every move of many games and explains the turning points.
//!
//! [`InputGames`] reads a file. [`Analysis`] has the engine go through its games, several at a
//! time, and hands each one over in order, as it will be written. [`Annotations`] is the output
//! file, which only grows by whole games. [`crate::game`] decides what a move is called and what is
//! said about it.
//!
//! [`judge`] judges one game. It can be asked for by itself: whoever listens hears every
//! [`Finding`], and may hand them in again after an interruption.
//!
//! The judgement of a game does not depend on other games. So an interrupted file can be continued,
//! and comes out the same.

mod analysis;
mod annotations;
mod effort;
mod findings;
mod games;
mod judge;
mod objects;
pub mod play_on;
mod tally;
#[cfg(test)]
mod tests;

pub use analysis::{Analysis, FinishedGame, Judging, OutputForm, WatchPositions, judging_settings};
pub use annotations::{Annotations, AnnotationsError, Existing};
pub use effort::{DEFAULT_NODES, TURNING_POINT_EFFORT_FACTOR};
pub use findings::{
    Finding, FindingError, FindingObject, Findings, FoundPosition, FoundTurning, Listener,
    positions,
};
pub use games::{AnalyseError, InputGames, NumberedGame};
pub use judge::{JudgeTask, judge};
pub use objects::{NotJudged, Unreadable, unreadable_line};
pub use tally::MarkTally;
