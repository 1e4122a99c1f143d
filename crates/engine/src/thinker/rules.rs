//! The rules by which the library searches for chess.

use bstar::{
    Asking, Config, Distribution, Dithering, ExpansionLimits, Guide, Independence, Stopping,
};
use bstar_thought::scale::SCALE;

use super::{Thinker, optimism};

impl Thinker<'_> {
    /// The settings of the library.
    pub(super) fn config(&self) -> Config {
        Config {
            scale: SCALE,
            distribution: Distribution::Custom(chance_of_hope),
            guide: if self.options.probabilities {
                Guide::Probability
            } else {
                Guide::Hope
            },
            independence: if self.options.reply_groups {
                Independence::ReplyGroups
            } else {
                Independence::All
            },
            dithering: if self.options.dithering {
                Dithering::default()
            } else {
                Dithering::Off
            },
            asking: match (self.options.as_needed, self.plan.has_root_search()) {
                (false, _) => Asking::Exactly,
                (true, false) => Asking::AsNeeded,
                (true, true) => Asking::BestFirst,
            },
            stopping: Stopping::MinAct {
                start: MIN_ACT_START_PROBABILITY,
                end: MIN_ACT_END_PROBABILITY,
            },
            limits: self.effort.expansion_limit().map(limits_of),
            margin: if self.plan.has_root_search() {
                REFUTED_MARGIN_POINTS
            } else {
                1
            },
            discount: optimism::discounted,
            ..Config::default()
        }
    }
}

/// After a root search, its move is refuted only when it falls this far below the second-best one,
/// a twentieth of a game.
const REFUTED_MARGIN_POINTS: u32 = 500;

/// MinAct at the start of SELECT (docs/search.md, section 5).
pub(super) const MIN_ACT_START_PROBABILITY: f64 = 0.15;
/// MinAct at the end of SELECT.
pub(super) const MIN_ACT_END_PROBABILITY: f64 = 0.4;

/// How likely a leaf is to reach the target (docs/search.md, section 3).
///
/// The paper distributes the chances evenly between the real value and the optimistic one. But the
/// real value says little about whether a threat works: a sacrifice seems lost, and every quiet
/// threat would come first. So only the distance of the optimistic value beyond the target counts.
fn chance_of_hope(_real: f64, hope: f64, target: f64) -> f64 {
    /// This many points beyond the target would give an even chance. It is the whole scale, because
    /// optimistic values are often wrong.
    const EVEN_CHANCE_POINTS: f64 = 10_000.0;
    (hope - target) / (hope - target + EVEN_CHANCE_POINTS)
}

/// The paper's division of 225 expansions among the phases, in proportion.
pub(super) fn limits_of(expansions: u32) -> ExpansionLimits {
    let paper = ExpansionLimits::default();
    let part = |of: u32| {
        (u64::from(of) * u64::from(expansions)).div_ceil(u64::from(paper.expansions)) as u32
    };
    ExpansionLimits {
        expansions,
        first_verify: part(paper.first_verify),
        least_verify: part(paper.least_verify),
        ..paper
    }
}
