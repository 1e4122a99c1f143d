//! One game between two players, from an opening to its end.
//!
//! [`play`] asks the players in turn, keeps their clocks and enforces the rules. A player that
//! crashes, stalls, plays an illegal move or oversteps its time loses, and the [`Ending`] says so.
//! If wanted, a game is ended early when both players agree about its result: see [`DrawRule`] and
//! [`ResignRule`].
//!
//! A player that has moved may think ahead about the reply it expects. Its clock does not run until
//! the opponent has replied. The [`MoveNote`] of its next move says what came of that.

mod adjudication;
mod clock;
mod ending;
mod play;
mod played;
mod record;
mod rules;

pub use adjudication::{Adjudicator, DrawRule, ResignRule, RuleError};
pub use ending::{Ending, FaultKind};
pub use play::{Seat, play};
pub use played::{MoveNote, PlayedGame, PonderOutcome, READY_TIME};
pub use record::{GameTags, Timing, write_pgn};
pub use rules::GameRules;

#[cfg(test)]
mod tests;
