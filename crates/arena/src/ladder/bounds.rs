//! How far above or below others a player must be that won, or lost, every game against them.
//!
//! This is as in a match where one player won every game: if the players were nearer than the
//! bound, the winner would have lost at least half a point with a probability of 97.5 %. A pair of
//! games counts as one try.

use super::fit::{ELO_PER_LOGIT, ln_expected};
use crate::stats::TAIL_PROBABILITY;

/// Games that one player won all. The first number says by how much Elo the winner would be ahead
/// if the offset were 0, the second how many groups of games there were.
pub(super) type Swept = (f64, f64);

/// The least offset, in Elo, at which it is likely enough that the winners won everything.
pub(super) fn least_offset(swept: &[Swept]) -> f64 {
    let chance = |offset: f64| -> f64 {
        swept
            .iter()
            .map(|(ahead, groups)| groups * ln_expected((ahead + offset) / ELO_PER_LOGIT))
            .sum()
    };
    // Both ends are far beyond what any number of games can say.
    let (mut low, mut high) = (-100_000.0, 100_000.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if chance(middle) < TAIL_PROBABILITY.ln() {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}
