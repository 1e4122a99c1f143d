//! Disprove-Best (Anema 2025): the path down by effort.
//!
//! At the root let *a* be the best lower end and *b* the second-best upper end. A choice is out
//! once its upper end has fallen to *a*, and has won once its lower end has risen to *b*. A move of
//! the side that searches needs one success: its lower end must rise to *b*. It fails only if the
//! upper ends of all its moves fall to *a*. For the other side it is the other way round. So each
//! child of a node has an effort for its success, of which one is needed, and one for its failure,
//! of which all are needed.

use super::tree::{Id, Node, Tree};
use crate::value::{Side, Value};

/// What the root asks of everything below it, as the side that searches sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EffortGoal {
    pub player: Side,
    /// *a*: a choice that has fallen to this is out.
    pub out: Value,
    /// *b*: a choice that has risen to this has won.
    pub won: Value,
}

impl EffortGoal {
    /// How far a child's bounds must move until the side that chooses it is content, and until that
    /// side gives it up.
    fn efforts(&self, chooser: Side, child: &Node) -> Efforts {
        let up = i64::from(self.won) - i64::from(child.fear(self.player));
        let down = i64::from(child.hope(self.player)) - i64::from(self.out);
        let (success, failure) = if chooser == self.player {
            (up, down)
        } else {
            (down, up)
        };
        Efforts { success, failure }
    }
}

struct Efforts {
    success: i64,
    failure: i64,
}

/// The leaf to which effort leads. Where effort says nothing, optimism decides.
pub(super) fn easiest_leaf<P>(tree: &Tree<P>, goal: &EffortGoal, ratio: f64, mut n: Id) -> Id {
    loop {
        let node = tree.node(n);
        if node.is_leaf() {
            return n;
        }
        n = tree.first_child(n) + easiest(goal, node.side, tree.children(n), ratio) as Id;
    }
}

fn easiest(goal: &EffortGoal, chooser: Side, children: &[Node], ratio: f64) -> usize {
    let mut all_failures = 0;
    let mut hardest_failure: Option<(i64, usize)> = None;
    let mut easiest_success: Option<(i64, usize)> = None;
    for (number, child) in children.iter().enumerate() {
        let Efforts { success, failure } = goal.efforts(chooser, child);
        if failure <= 0 || child.value.is_exact() {
            continue;
        }
        all_failures += failure;
        if hardest_failure.is_none_or(|(most, _)| failure > most) {
            hardest_failure = Some((failure, number));
        }
        // A value that would have to move across its whole range is as good as never found. The
        // search for it would have no end.
        let is_possible = success < i64::from(child.range());
        if is_possible && easiest_success.is_none_or(|(least, _)| success < least) {
            easiest_success = Some((success, number));
        }
    }
    match (hardest_failure, easiest_success) {
        (Some((_, number)), None) => number,
        (Some((_, fails)), Some((success, succeeds))) => {
            if ratio * all_failures as f64 <= success as f64 {
                fails
            } else {
                succeeds
            }
        }
        (None, _) => super::descent::most_optimistic(chooser, children),
    }
}
