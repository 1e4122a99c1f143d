//! How far above or below somebody must be who won, or lost, every game.
//!
//! As in a match that is a clean sweep: nearer than the bound, and something would have been dropped with a probability of 97.5 %. A pair of games
//! counts as one try.

use super::fit::{ELO_PER_LOGIT, ln_expected};
use crate::stats::TAIL_PROBABILITY;

/// LadderGames that all went one way: by how much the winner would be ahead if the offset were 0 (in Elo), and how many groups there were.
pub(super) type Swept = (f64, f64);

/// The offset at which the winners had just that little a chance to win everything, in Elo.
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
