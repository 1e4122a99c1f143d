//! The search that the paper compares with: alpha-beta, one ply deeper in every round. It leaves
//! out what the bounds show to have no influence.

use bstar::{Side, Span};

use super::cost::{SearchCost, TreeLimits};
use super::tree::{RandomTree, TreePosition};

/// Searches until one choice is proved best, or until a limit is passed. Nothing is remembered from
/// round to round, so a node that is generated again counts again.
pub(super) fn search(tree: &RandomTree, limits: TreeLimits) -> SearchCost {
    let mut search = DepthFirst {
        tree,
        limits,
        nodes: 1,
        depth: 0,
    };
    let arcs: Vec<TreePosition> = tree.children(tree.root()).collect();
    search.nodes += arcs.len();
    let mut best = separated(arcs.iter().map(|arc| arc.bounds()));
    let mut rounds = 1..=limits.depth;
    while best.is_none() && search.is_within() {
        let Some(depth) = rounds.next() else { break };
        search.depth = depth + 1;
        best = search.round(&arcs, depth);
    }
    SearchCost {
        nodes: search.nodes,
        depth: search.depth,
        best,
    }
}

/// The choice that is proved best for Max, if one is.
fn separated(arcs: impl Iterator<Item = Span> + Clone) -> Option<usize> {
    let (best, value) = arcs.clone().enumerate().reduce(|one, other| {
        if (other.1.max(), other.1.min()) > (one.1.max(), one.1.min()) {
            other
        } else {
            one
        }
    })?;
    let others = arcs.enumerate().filter(|(number, _)| *number != best);
    others
        .map(|(_, other)| other.max())
        .all(|upper| value.min() >= upper)
        .then_some(best)
}

struct DepthFirst<'a> {
    tree: &'a RandomTree,
    limits: TreeLimits,
    nodes: usize,
    depth: usize,
}

impl DepthFirst<'_> {
    fn is_within(&self) -> bool {
        self.nodes <= self.limits.nodes
    }

    /// Searches every choice that matters to this depth. Returns the choice that this proved best.
    fn round(&mut self, arcs: &[TreePosition], depth: usize) -> Option<usize> {
        let mut values: Vec<Span> = arcs.iter().map(|arc| arc.bounds()).collect();
        self.nodes += arcs.len();
        let mut order: Vec<usize> = (0..arcs.len()).collect();
        order.sort_by_key(|&arc| std::cmp::Reverse(values[arc].max()));
        for arc in order {
            let lower = values.iter().map(|value| value.min()).max();
            let window = Window {
                lower: lower.unwrap_or(i32::MIN),
                upper: i32::MAX,
            };
            values[arc] = self.value(arcs[arc], depth, window);
        }
        // A round that was cut short proves nothing.
        separated(values.into_iter()).filter(|_| self.is_within())
    }

    /// The value of a position, searched to this depth.
    fn value(&mut self, place: TreePosition, depth: usize, window: Window) -> Span {
        if depth == 0 || window.rules_out(place.bounds()) || !self.is_within() {
            return place.bounds();
        }
        let side = place.side();
        let mut children: Vec<(TreePosition, Span)> = self
            .tree
            .children(place)
            .map(|child| (child, child.bounds()))
            .collect();
        self.nodes += children.len();
        // The most optimistic comes first, for the side that chooses.
        children.sort_by_key(|(_, value)| match side {
            Side::Max => (-value.max(), -value.min()),
            Side::Min => (value.min(), value.max()),
        });
        let mut window = window;
        for number in 0..children.len() {
            let so_far = best_of(side, children.iter().map(|(_, value)| *value));
            window = window.narrowed(side, so_far);
            if window.is_closed() {
                break;
            }
            children[number].1 = self.value(children[number].0, depth - 1, window);
        }
        best_of(side, children.into_iter().map(|(_, value)| value))
    }
}

/// Only values between these two matter.
#[derive(Clone, Copy)]
struct Window {
    lower: i32,
    upper: i32,
}

impl Window {
    /// The forward prune: whether these bounds make a search superfluous.
    fn rules_out(&self, value: Span) -> bool {
        value.is_exact() || value.max() <= self.lower || value.min() >= self.upper
    }

    fn narrowed(self, side: Side, value: Span) -> Window {
        match side {
            Side::Max => Window {
                lower: self.lower.max(value.min()),
                ..self
            },
            Side::Min => Window {
                upper: self.upper.min(value.max()),
                ..self
            },
        }
    }

    fn is_closed(&self) -> bool {
        self.lower >= self.upper
    }
}

fn best_of(side: Side, values: impl Iterator<Item = Span>) -> Span {
    let better = |one: Span, other: Span| match side {
        Side::Max => Span::between(one.min().max(other.min()), one.max().max(other.max())),
        Side::Min => Span::between(one.min().min(other.min()), one.max().min(other.max())),
    };
    values.reduce(better).unwrap_or(Span::UNKNOWN)
}
