//! Where games are lost.
//!
//! A match says how many games a player lost, and not why. [`Losses`] goes through the games of a
//! file that one player lost, or drew from a better position, has the built-in alpha-beta search
//! value every position of them, and looks for the move that did it: the one that took the game
//! from not lost to lost. Then it says what kind of move that was ([`TurningPoint`]), and
//! [`LossReport`] counts the kinds.
//!
//! All values are expected scores of the player, 0 to 1, by the engine's own model of win, draw and
//! loss. A lost game costs a point and a drawn one half a point.

mod classes;
mod experiment;
mod games;
mod loss;
mod report;
#[cfg(test)]
mod tests;
mod turning;
mod valued;

pub use classes::{GamePhase, MistakeKind, MoveCharacter, StandingBefore};
pub use experiment::{DEFAULT_NODES, Losses, LossesError};
pub use games::{Fate, PlayerGames};
pub use loss::Loss;
pub use report::{LossClass, LossReport};
pub use turning::TurningPoint;
