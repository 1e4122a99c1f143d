//! The path down from the root.

use super::tree::{Id, Node, Tree};
use crate::value::Side;

/// The most optimistic of some moves. Of equals it is the one with the smallest range (the paper's
/// tie rule).
#[inline]
pub(super) fn most_optimistic(side: Side, children: &[Node]) -> usize {
    let mut best = 0;
    let (mut hope, mut range) = (children[0].hope(side), children[0].range());
    for (number, child) in children.iter().enumerate().skip(1) {
        let its = child.hope(side);
        if its > hope || (its == hope && child.range() < range) {
            (best, hope, range) = (number, its, child.range());
        }
    }
    best
}

/// The leaf below `n` to which both sides' optimism leads.
///
/// If the value of `n` is not known, neither is that of the leaf: the most optimistic child of an
/// open position is as open as its parent.
pub(super) fn optimistic_leaf<P>(tree: &Tree<P>, mut n: Id) -> Id {
    loop {
        let node = tree.node(n);
        if node.is_leaf() {
            return n;
        }
        n = tree.first_child(n) + most_optimistic(node.side, tree.children(n)) as Id;
    }
}
