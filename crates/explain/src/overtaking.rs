//! How likely a rival is to overtake the chosen move.

use std::collections::HashMap;

use bstar::{Key, NodeView, Phase, Target};
use bstar_board::Move;
use bstar_engine::thinker::Thought;

use crate::chances::{Frame, Likelihood};

/// What a rival has to reach, and the probabilities under that target.
pub(crate) struct Overtaking<'a> {
    thought: &'a Thought,
    mark: Option<f64>,
    probabilities: Option<bstar::Probabilities<Move>>,
    /// The positions whose probability is known exactly, and those of which only the least is known.
    exact: HashMap<Key, bool>,
}

impl<'a> Overtaking<'a> {
    pub fn of(thought: &'a Thought) -> Overtaking<'a> {
        let mark = find_mark(thought);
        let probabilities = mark.map(|value| {
            thought.search.probabilities(Target {
                phase: Phase::Select,
                value,
            })
        });
        Overtaking {
            thought,
            mark,
            probabilities,
            exact: HashMap::new(),
        }
    }

    /// Half-way between what the chosen move is likely worth and the second-highest hope, which is how the search itself sets its target (search section 4), as the
    /// library counts. A hope nobody asked about has no limit. None if no other move can hope for more than the chosen one is worth.
    pub fn mark(&self) -> Option<f64> {
        self.mark
    }

    /// The probability that a move reaches the mark.
    pub fn likelihood(&mut self, node: NodeView<'a, Move>) -> Option<Likelihood> {
        let Some(probabilities) = &mut self.probabilities else {
            return Some(Likelihood::NONE);
        };
        let least = probabilities.of(node.key())?.min;
        Some(Likelihood {
            least,
            is_exact: self.is_exact(node),
        })
    }

    /// Whether only one probability is possible. Where that is not seen at once the answer is no.
    fn is_exact(&mut self, node: NodeView<'a, Move>) -> bool {
        if let Some(known) = self.exact.get(&node.key()) {
            return *known;
        }
        // Whoever comes back here on a cycle learns nothing.
        self.exact.insert(node.key(), false);
        let is_exact = self.is_decided(node) || self.follows_from_moves(node);
        self.exact.insert(node.key(), is_exact);
        is_exact
    }

    /// The mark is reached already, or out of reach.
    fn is_decided(&self, node: NodeView<'a, Move>) -> bool {
        self.mark.is_some_and(|mark| {
            f64::from(node.real().min()) >= mark || self.is_out_of_reach(node, mark)
        })
    }

    fn is_out_of_reach(&self, node: NodeView<'a, Move>, mark: f64) -> bool {
        let most = node.opt().map(|opt| opt.max().max(node.real().max()));
        most.is_some_and(|most| f64::from(most) < mark)
    }

    fn follows_from_moves(&mut self, node: NodeView<'a, Move>) -> bool {
        if !node.is_expanded() {
            return node.real().is_exact() && node.opt().is_some_and(bstar::Span::is_exact);
        }
        let is_players = node.side() == self.thought.search.player();
        let mark = self.mark.unwrap_or(f64::INFINITY);
        // One answer that rules it out is enough.
        (!is_players
            && node
                .moves()
                .any(|(_, reply)| self.is_out_of_reach(reply, mark)))
            || node.moves().all(|(_, child)| self.is_exact(child))
    }
}

fn find_mark(thought: &Thought) -> Option<f64> {
    let best = thought.decision?.best;
    let frame = Frame::of(thought);
    let root = thought.search.root();
    let real = root.moves().find(|(mv, _)| *mv == best)?.1.real().min();
    let hope = |node: NodeView<Move>| {
        let most = node.opt().map_or(frame.win(), bstar::Span::max);
        most.max(node.real().max())
    };
    let others = root.moves().filter(|(mv, _)| *mv != best);
    let rival = others.map(|(_, node)| hope(node)).max()?;
    let mut hopes: Vec<i32> = root.moves().map(|(_, node)| hope(node)).collect();
    hopes.sort_unstable_by(|a, b| b.cmp(a));
    let second = *hopes.get(1)?;
    let middle = |hope: i32| (f64::from(hope) + f64::from(real)) / 2.0;
    [second, rival]
        .map(middle)
        .into_iter()
        .find(|mark| *mark > f64::from(real))
}
