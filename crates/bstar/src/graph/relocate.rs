//! Nodes move when the root moves on, and when parts of the graph are folded.

use super::Graph;
use super::node::NodeId;

/// Where nodes live now.
#[derive(Clone, Debug)]
pub(crate) struct Moved(pub(super) Vec<NodeId>);

impl Moved {
    /// Where the node that was `n` lives now; `None` if it was freed.
    pub fn find(&self, n: NodeId) -> Option<NodeId> {
        self.0
            .get(n.index())
            .copied()
            .filter(|&now| now != NodeId::NONE)
    }
}

impl<M: Copy + PartialEq> Graph<M> {
    /// Works out the parents anew, for nodes that know of none.
    pub(super) fn relink(&mut self) {
        for n in self.ids() {
            for at in 0..self.child_count(n) {
                self.add_parent(self.child(n, at), n);
            }
            let inner = self.children(n).filter(|&c| self.is_expanded(c)).count() as u32;
            if let Some(interior) = self.interior_mut(n) {
                interior.inner = inner;
            }
        }
    }
}
