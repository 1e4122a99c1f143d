//! What B* says in chances and intervals, and what happens.
//!
//! A statement "x %" is true if it happens in x % of the cases where it is said. Here B* thinks
//! about positions from games, and a judge, who searches far longer, says what happened. The
//! statements are of these [kinds](StatementKind).
//!
//! **Rivals at the root.** `bstar explain` says of every root move but the chosen one how likely
//! it is to overtake that one. Two rivals are taken: the one with the highest `overtakes`, and the
//! one with the highest `likely`; of equals the one that `explain` lists first. *Said* is
//! `overtakes` as `explain` reports it (the lower end, if only a lower bound is known).
//! *Happened* means that the judge finds the rival better than the chosen move by more than one
//! point of a hundred. The *gap* is how far its `likely` is below that of the chosen move.
//!
//! **Positions inside the tree.** The target is the one that SELECT would set at the end of the
//! search, half-way from the best move's `real` to the second-highest `opt` (docs/search.md,
//! section 4): the very target that `explain` tells and reads `overtakes` off. The side concerned
//! is the Player, the side to move at the root, wherever in the tree the position is. *Said* is the
//! library's probability that the position reaches this target
//! ([`Overtaking`](bstar_explain::facts::Overtaking)): read off its values in a leaf, backed up
//! elsewhere. *Happened* means that the judge finds the position, searched by itself, worth at
//! least the target to the Player.
//!
//! The targets that steered the search were this one or lower ones, nearer to the best move
//! (section 4), and in VERIFY others. They changed all the time. One target for the whole tree
//! makes the statements comparable.
//!
//! From each tree one position of each inner kind is drawn at random: a leaf (a position whose
//! moves are not known), and a position one, two and three moves from the root, expanded or not.
//! All positions of the kind that *have a probability* are equally likely to be drawn. Those have
//! none whose probability is 0 or 1, because values alone decide there, and those of which the
//! search knows too little: where it never asked for a value, a probability lies between two ends,
//! and if they are more than 2 % apart, nothing was said. The lower end counts. [`InnerCounts`]
//! tells how many positions there were of each sort.
//!
//! **The interval of the chosen move**, from `least` to `most`, is compared with the judge's value
//! of that move, and with intervals of fitted width ([`IntervalRule`]).
//!
//! The judge tells expected scores, 0 to 1. B* keeps the first and the last hundredth of its scale
//! for mates and large material. Its ends and targets are converted
//! ([`expected_score`](bstar_thought::scale::expected_score)) before they are compared.
//!
//! References are fitted to one half of the positions, and the other half is reported on:
//!
//! * [`GapCurve`] is what the gap alone says about rivals;
//! * [`IntervalRule`] has the intervals.
//!
//! How data passes through: a [`CalibrationPlan`] (`plan.rs`) has B* think about a half (`half.rs`,
//! which reads the root by `root.rs` and draws from the tree by `tree.rs`) and keeps what was said
//! (`said.rs`). Root moves are judged as in [`regret`](crate::regret), in the same files; inner
//! positions by `inner.rs`. `record.rs` puts both side by side, and `report.rs` counts: `bands.rs`,
//! `brier.rs`, `gap_curve.rs`, `intervals.rs`. `text.rs` and `picture.rs` show it.

mod bands;
mod brier;
mod case;
mod error;
mod gap_curve;
mod half;
mod inner;
mod intervals;
mod kind;
mod picture;
mod plan;
mod record;
mod report;
mod root;
mod said;
#[cfg(test)]
mod tests;
mod text;
mod tree;

pub use bands::{Band, GAP_EDGES, SAID_EDGES, bands, wilson};
pub use brier::Skill;
pub use case::Case;
pub use error::CalibrationError;
pub use gap_curve::GapCurve;
pub(crate) use intervals::coverage_by_width;
pub use intervals::{COVERAGE, IntervalCase, IntervalQuality, IntervalRule};
pub use kind::StatementKind;
pub use plan::{CalibrationPlan, Stage};
pub use record::{PositionRecord, Statement};
pub use report::{CalibrationReport, CoreHours, HalfProgress, KindReport};
pub use said::InnerCounts;
pub(crate) use text::{interval_table, said_table};
