//! Which move of a position is visited next: PUCT.

use crate::arena::Arena;
use crate::node::NodeIndex;
use crate::options::TreeOptions;

/// The move to visit next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// One that was visited before: the place of its node.
    Known(NodeIndex),
    /// The first of those that were not.
    New,
}

/// Chooses the move of an expanded position with the largest
/// `value + c * prior * sqrt(visits of the position) / (1 + visits of the move)`.
///
/// Of moves that were not visited only the first counts. The others have the same value, and no
/// larger prior. Moves that are known to lose are left out. There is no choice if no move is left,
/// which happens only if there is no memory for new ones.
pub(crate) fn choose(
    arena: &Arena,
    node: NodeIndex,
    options: &TreeOptions,
    may_grow: bool,
) -> Option<Choice> {
    let parent = arena.node(node);
    let visits = parent.visits;
    let weight = options.exploration_at(visits) * (visits as f32).sqrt();
    let mut best = f32::NEG_INFINITY;
    let mut choice = None;
    for (place, child) in arena.children(node).iter().enumerate() {
        let urge = 1.0 - child.value + weight * child.prior.get() / (1 + child.visits) as f32;
        if urge > best && !child.is_won() {
            best = urge;
            choice = Some(Choice::Known(parent.first_child + place as u32));
        }
    }
    if may_grow && parent.child_count < parent.edge_count {
        let first = &arena.edges(node)[usize::from(parent.child_count)];
        let value = parent.value - options.first_play_reduction;
        if value + weight * first.prior.get() > best {
            choice = Some(Choice::New);
        }
    }
    choice
}
