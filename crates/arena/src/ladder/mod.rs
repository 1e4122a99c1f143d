//! The players of many matches on one scale.
//!
//! A match tells how much stronger one player is than another. [`LadderGames`] takes the games of any number of matches out of PGN files, and
//! [`rate`] finds for every player the rating that makes all results together most likely:
//!
//! 1. Players who never met, not even through others, have no common scale: each group of them is rated by itself.
//! 2. In a group, who never lost half a point against some others would be infinitely stronger. The largest part without such a rift is rated (`fit`);
//!    of the rest it is told how far above or below it must at least be (`bounds`).
//! 3. LadderGames only know differences. [`Anchors`] are players whose ratings are known from elsewhere; they tie the scale.
//!
//! The [`LadderReport`] has a row for every two players who met, a row for every player, and for every anchor how well it agrees with the others.

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
