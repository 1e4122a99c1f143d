//! Where games are lost.
//!
//! A match says how many games a player lost, but not why. [`Losses`] takes the games of a file
//! that one player lost, or drew from a better position. The built-in alpha-beta search values
//! every position. Then the move is found that took the game from not lost to lost.
//! [`TurningPoint`] describes that move, and [`LossReport`] counts the kinds of moves.
//!
//! All values are expected scores of the player, 0 to 1, by the engine's own model of win, draw and
//! loss. A lost game costs a point, and such a draw half a point.

mod classes;
mod experiment;
mod games;
mod loss;
mod report;
#[cfg(test)]
mod tests;
mod turning;
mod valued;

pub use classes::{MistakeKind, MoveCharacter, StandingBefore};
pub use experiment::{DEFAULT_NODES, Losses, LossesError};
pub use games::{Fate, PlayerGames};
pub use loss::Loss;
pub use report::{LossClass, LossReport};
pub use turning::TurningPoint;
