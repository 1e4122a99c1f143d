//! How much worse than the best the moves are that players choose.
//!
//! Games are a noisy measure: a good move and a bad one are worth the same if the game is won
//! anyway. [`RegretPlan`] asks players for a move in many [positions](PositionSet) from games. A
//! [`judge`](crate::judge) says what each chosen move is worth, by a search far longer than theirs.
//! The *regret* of a choice is the worth of the best move less its own, in points of a hundred.
//!
//! For each position a *set* of moves is fixed once ([`MoveSets`]): the first four of the judge and
//! the choices of the players of the first run. The best of the set is the measure for ever. A move
//! from outside the set is judged when it is first played. If it is better, its regret is negative.
//! [`Judgements`] are kept in a file, and so are the [choices](Choice) of players.
//!
//! Files beside the positions `report.epd`:
//!
//! * `report.sets.tsv`: the sets;
//! * `report.alphabeta-5000000.tsv`: the judgements of one judge, with its version.

mod choices;
mod judgements;
mod lines;
mod plan;
mod positions;
mod report;
mod report_text;
mod sets;
mod statistics;
#[cfg(test)]
mod tests;

pub use choices::{Choice, ChoiceSureness, ChoiceTree};
pub use judgements::Judgements;
pub use lines::KeptFileError;
pub use plan::{ChoiceUnit, Choosing, RegretError, RegretPlan, Stage};
pub use positions::{PositionSet, SetPosition, SetPositionError};
pub use report::{
    Difference, PhaseRegret, PlayerRegret, PositionRegret, RegretReport, RegretTrees,
    SurenessReport,
};
pub use sets::MoveSets;
pub use statistics::Mean;
