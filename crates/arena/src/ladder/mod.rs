//! The players of many matches on one scale.
//!
//! A match tells how much stronger one player is than another. [`LadderGames`] reads the games of
//! any number of matches from PGN files. [`rate`] finds for every player the rating that makes all
//! results together most likely:
//!
//! 1. Players that never met, not even through others, have no common scale. Each group of players
//!    that met is rated by itself.
//! 2. In a group, a player that won all points against some others would be infinitely stronger.
//!    That is a rift. The largest part of the group without a rift is rated (`fit.rs`). For the
//!    others there is a bound: how far above or below that part they must at least be
//!    (`bounds.rs`).
//! 3. Games only tell differences. [`Anchors`] are players whose ratings are known from elsewhere.
//!    They tie the ratings to a scale.
//!
//! The [`LadderReport`] has every two players that met, every player, and for every anchor how well
//! it agrees with the others.

mod anchors;
mod bounds;
mod estimate;
mod fit;
mod games;
mod matrix;
mod report;
mod report_text;
mod rifts;

pub use anchors::{Anchor, AnchorFlaw, Anchors, AnchorsError};
pub use games::{Forfeited, GameCounts, LadderError, LadderGames};
pub use report::{AnchorCheck, ByOthers, LadderReport, Pairing, Rating, rate};

#[cfg(test)]
mod tests;
