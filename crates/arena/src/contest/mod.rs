//! A match between two players.
//!
//! Games come in pairs: both players have White once from the same opening. Game `n` belongs to
//! pair `n / 2`, and the first player has White in even games. The opening of a pair depends on its
//! number alone, and players remember nothing of earlier games. So a match with a fixed number of
//! nodes has the same result, however many games are played at a time. It also means that such a
//! game, played again, would be the same game: more pairs than openings are refused there. On a
//! clock, games from one opening soon differ.
//!
//! * [`Contest`] is the plan (`plan.rs`). `run.rs` plays it, or several at once ([`run_all`]): it
//!   gives games to boards (`board.rs`) and keeps what is finished (`open_match.rs`,
//!   `write_down.rs`).
//! * [`MatchResult`] is the result so far (`result.rs`), and `result_text.rs` writes it for people.
//! * A [`GameSummary`] is what is told of a game. With a journal every finished game is written
//!   down at once, and the same plan run again continues where it ended.
//! * `sheets.rs` keeps the PGN file, and makes it agree with the journal.

mod board;
mod error;
mod game_summary;
mod open_match;
mod plan;
mod pondering;
mod result;
mod result_text;
mod run;
mod sheets;
mod write_down;

pub use board::StartFault;
pub use error::ContestError;
pub use game_summary::{GameSummary, JournalGame, MoveTree};
pub use plan::{Contest, Contestant};
pub use pondering::PonderCount;
pub use result::{KindResult, MatchResult};
pub use run::{Boards, GameUnit, PlayedUnit, run_all};

#[cfg(test)]
mod tests;
