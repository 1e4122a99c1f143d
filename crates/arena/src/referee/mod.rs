//! One game between two players, from an opening to its end.
//!
//! [`play`] asks the players in turn, keeps their clocks and watches over the rules. Whoever crashes, stalls, plays an illegal move
//! or oversteps his time loses, and the [`Ending`] says so. Optionally games are ended early when both
//! players agree about the result ([`DrawRule`], [`ResignRule`]).
//!
//! Who has moved may think ahead about the reply he expects; his clock stands until that or another reply is there. What his foresight was worth is in
//! the [`Note`] of his next move.

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
pub use played::{AT_ONCE, Ahead, Note, PlayedGame};
pub use record::{GameTags, Timing, write_pgn};
pub use rules::GameRules;

#[cfg(test)]
mod tests;
