//! The prediction of the 1996 paper: as computing power grows, B* overtakes alpha-beta.
//!
//! Hitech searched by B* and played its own brute-force version, which was full width. It scored 10
//! of 24 points. Berliner and McConnell concluded (section 8 of their paper) that "as computing
//! power increases, B* searches must overtake alpha-beta searches". This experiment plays that
//! match at several powers: nodes for every move.
//!
//! * [`PlannedRun`] is one power and the number of games announced for it (`planned_run.rs`).
//! * [`FullWidthPlayers`] are who plays (`players.rs`).
//! * [`Prediction`] is the experiment (`experiment.rs`). Every run has a journal.
//! * [`ScalingRun`] is what came of one power (`scaling_run.rs`), [`ScalingReport`] what follows
//!   from all of them (`report.rs`, by the rules of `conclusions.rs`). `answer.rs` puts that into
//!   words, `text.rs` and `picture.rs` show it.
//!
//! Both players do without the techniques that leave moves out ([`FULL_WIDTH_OFF`]). B* has no
//! search of the root before its tree, and its journal tells whether the tree really led: see
//! [`ScalingRun::is_tree_led`].

mod answer;
mod conclusions;
mod experiment;
mod picture;
mod planned_run;
mod players;
mod report;
mod scaling_run;
#[cfg(test)]
mod tests;
mod text;

pub use conclusions::{PowerTrend, TrendDirection, WhoIsAhead};
pub use experiment::{Prediction, PredictionError};
pub use planned_run::{PlannedRun, PlannedRunError};
pub use players::{FULL_WIDTH_OFF, FullWidthPlayers, PlayersError};
pub use report::{PaperResult, ScalingReport};
pub use scaling_run::ScalingRun;
