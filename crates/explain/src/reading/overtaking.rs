//! How likely a rival is to overtake the chosen move.

use bstar::{NodeView, Phase, Probabilities, Span, Target, select_target};
use bstar_board::Move;
use bstar_engine::thinker::Thought;

use super::chances::{Frame, Likelihood};

/// What a rival has to reach, and the probabilities under that target.
pub(crate) struct Overtaking {
    mark: Option<f64>,
    probabilities: Option<Probabilities<Move>>,
}

impl Overtaking {
    pub fn of(thought: &Thought) -> Overtaking {
        let mark = find_mark(thought);
        let probabilities = mark.map(|value| {
            thought.search.probabilities(Target {
                phase: Phase::Select,
                value,
            })
        });
        Overtaking {
            mark,
            probabilities,
        }
    }

    /// What a rival has to reach, as the library counts. None if no other move can hope for more than
    /// the chosen one is worth.
    pub fn mark(&self) -> Option<f64> {
        self.mark
    }

    /// The probability that a move reaches the mark.
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

/// The target that SELECT would set now (docs/search.md, section 4). A hope nobody asked about has no
/// limit.
fn find_mark(thought: &Thought) -> Option<f64> {
    let decided = thought.decision?.best;
    let frame = Frame::of(thought);
    let moves: Vec<_> = thought.search.root().moves().collect();
    let best = moves.iter().position(|(mv, _)| *mv == decided)?;
    let hope = |node: NodeView<Move>| {
        let most = node.opt().map_or(frame.win(), Span::max);
        most.max(node.real().max())
    };
    let hopes: Vec<Span> = moves
        .iter()
        .map(|(_, node)| Span::exact(hope(*node)))
        .collect();
    let real = moves[best].1.real().min();
    select_target(real, best, &hopes).ok().flatten()
}
