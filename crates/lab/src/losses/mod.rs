//! Where games are lost.
//!
//! A match says how many games a player lost, and not why. [`Losses`] goes through the games of a file that one player lost, or drew from a better position, has
//! the built-in alpha-beta search value every position of them, and looks for the move that did it: the one that took the game
//! from not lost to lost. Then it says what kind of move that was ([`TurningPoint`]), and [`Report`] counts the kinds.
//!
//! All values are expected scores of the player, 0 to 1, by the engine's own model of win, draw and loss. A lost game costs a point and a drawn one half a point.

mod classes;
mod experiment;
mod games;
mod loss;
mod report;
#[cfg(test)]
mod tests;
mod turning;
mod valued;

pub use classes::{Character, Mistake, Phase, Start};
pub use experiment::{Losses, LossesError, USUAL_NODES};
pub use games::{Fate, Played};
pub use loss::Loss;
pub use report::{Class, Report};
pub use turning::TurningPoint;
