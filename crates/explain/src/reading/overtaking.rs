//! How likely a rival is to overtake the chosen move.

use bstar::{NodeView, Phase, Probabilities, Span, Target, select_target};
use bstar_board::Move;
use bstar_engine::thinker::Thought;

use super::chances::{Likelihood, Viewpoint};

/// What a rival has to reach, and the probabilities under that target.
pub(crate) struct Overtaking {
    target: Option<f64>,
    probabilities: Option<Probabilities<Move>>,
}

impl Overtaking {
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

    /// The probability that a move reaches the target.
    pub fn likelihood(&mut self, node: NodeView<Move>) -> Option<Likelihood> {
        let Some(probabilities) = &mut self.probabilities else {
            return Some(Likelihood::NONE);
        };
        let known = probabilities.of(node.key())?;
        Some(Likelihood {
            least: known.min,
            is_exact: known.is_exact(),
        })
    }
}

/// The target that SELECT would set now (docs/search.md, section 4). A move whose optimistic value
/// nobody asked about may hope for a win.
fn find_target(thought: &Thought) -> Option<f64> {
    let decided = thought.decision?.best;
    let viewpoint = Viewpoint::of(thought);
    let moves: Vec<_> = thought.search.root().moves().collect();
    let best = moves.iter().position(|(mv, _)| *mv == decided)?;
    let hope = |node: NodeView<Move>| {
        let most = node.opt().map_or(viewpoint.win(), Span::max);
        most.max(node.real().max())
    };
    let hopes: Vec<Span> = moves
        .iter()
        .map(|(_, node)| Span::exact(hope(*node)))
        .collect();
    let real = moves[best].1.real().min();
    select_target(real, best, &hopes).ok().flatten()
}
