//! How likely a rival is to overtake the chosen move.

use bstar::{NodeView, Phase, Probabilities, Probability, Span, Target, select_target};
use bstar_board::Move;
use bstar_thought::Thought;

use super::chances::{Likelihood, Viewpoint};

/// What a rival has to reach, and the probabilities of all positions under that target.
///
/// The target is the one that SELECT would set at the end of the search (docs/search.md, section
/// 4), by what is known then. The Player is the Forcer.
pub struct Overtaking {
    target: Option<f64>,
    probabilities: Option<Probabilities<Move>>,
}

impl Overtaking {
    /// What rivals have to reach after this search.
    pub fn of(thought: &Thought) -> Overtaking {
        let target = find_target(thought);
        let probabilities = target.map(|value| {
            thought.search.probabilities(Target {
                phase: Phase::Select,
                value,
            })
        });
        Overtaking {
            target,
            probabilities,
        }
    }

    /// What a rival has to reach, as the library counts. None if no other move can hope for more
    /// than the chosen one is worth.
    pub fn overtaking_target(&self) -> Option<f64> {
        self.target
    }

    /// The probability that a position reaches the target, as the library has it. It is 0 if there
    /// is no target.
    pub fn probability(&mut self, node: NodeView<Move>) -> Option<Probability> {
        match &mut self.probabilities {
            Some(probabilities) => probabilities.of(node.key()),
            None => Some(Probability::NONE),
        }
    }

    /// The same as it is told of root moves.
    pub(crate) fn likelihood(&mut self, node: NodeView<Move>) -> Option<Likelihood> {
        self.probability(node).map(|known| Likelihood {
            least: known.min,
            is_exact: known.is_exact(),
        })
    }
}

/// The target that SELECT would set now (docs/search.md, section 4). A move whose optimistic value
/// was never asked for hopes for no more than its realistic value: SELECT would ask first, and a
/// move that nobody looked into sets no mark for the others.
fn find_target(thought: &Thought) -> Option<f64> {
    let decided = thought.decision?.best;
    let viewpoint = Viewpoint::of(thought);
    let moves: Vec<_> = thought.search.root().moves().collect();
    let best = moves.iter().position(|(mv, _)| *mv == decided)?;
    let real = moves[best].1.real().min();
    let hope = |node: NodeView<Move>| {
        let is_bounded = viewpoint.chances(node.real()).has_upper_end();
        let likely = Some(node.real().max()).filter(|_| is_bounded);
        node.opt().map(Span::max).max(likely).unwrap_or(real)
    };
    let hopes: Vec<Span> = moves
        .iter()
        .map(|(_, node)| Span::exact(hope(*node)))
        .collect();
    select_target(real, best, &hopes).ok().flatten()
}
