//! Whole games: every move judged, and the turning points explained.
//!
//! [`InputGames`] reads a file. [`Analysis`] has its games judged, several at a time, and hands
//! each one over in order, as it will be written. [`Annotations`] is the output file, which only
//! grows by whole games. The marks and the texts of moves come from [`bstar_explain::games`].
//!
//! A [`Judge`] judges one game. It searches every position by alpha-beta, and puts the question
//! "what about this move?" at every turning point. The listener hears every finding, and may
//! hand them in again after an interruption.
//!
//! The judgement of a game does not depend on other games. So an interrupted file can be continued,
//! and comes out the same.

mod analysis;
mod annotations;
mod document;
mod input;
mod judge;
mod objects;
mod tally;
#[cfg(test)]
mod tests;

pub use analysis::{Analysis, FinishedGame, Judging, OutputForm, WatchPositions};
pub use annotations::{Annotations, AnnotationsError, Existing};
pub use document::{AnalysedGames, GamesDocument};
pub use input::{AnalyseError, InputGames, NumberedGame};
pub use judge::{DEFAULT_NODES, Judge, JudgeTask, TURNING_POINT_EFFORT_FACTOR};
pub use objects::{NotJudged, Unreadable, unreadable_line};
pub use tally::MarkTally;
