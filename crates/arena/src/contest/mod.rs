//! A match between two players.
//!
//! Games come in pairs: both players get White once from the same opening. Game `n` belongs to pair `n / 2`; the first player has
//! White in even games. Which opening a pair gets depends on its number alone, and every game begins with fresh players,
//! so that the result of games with a fixed number of nodes does not depend on how many are played at a time. It also means that
//! such a game played again is the same game: more pairs than openings are refused there. At a clock, no two games are alike for long.
//!
//! [`Contest`] is the plan, [`Standing`] the result so far. With a journal every finished game is written
//! down at once, and the same plan run again continues where it ended.

mod foresight;
mod line;
mod plan;
mod run;
mod sheets;
mod standing;
mod table;

pub use foresight::PonderCount;
pub use line::{GameLine, MoveTree};
pub use plan::{Contest, Side};
pub use run::ContestError;
pub use standing::{OfKind, Standing};

#[cfg(test)]
mod tests;
