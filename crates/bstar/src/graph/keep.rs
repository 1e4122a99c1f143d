//! The root moves on: what lies under the move is kept, the rest is freed.

use std::collections::HashSet;

use super::Graph;
use super::index::Index;
use super::node::{ABSENT, Bound, Edge, FOLDED, NO_INTERIOR, NodeId, mark};
use super::relocate::Moved;
use crate::job::Kind;
use crate::value::Span;

impl<M: Copy + PartialEq> Graph<M> {
    /// Makes `root` the root. Positions in `drawn` become drawn leaves. Returns where the kept
    /// nodes live now.
    pub fn keep(&mut self, root: NodeId, drawn: &HashSet<u64>) -> Moved {
        // The nodes are ordered by their distance from the new root, so that the children of a
        // position lie together again.
        let mut moved = vec![NodeId::NONE; self.nodes.len()];
        moved[root.index()] = NodeId::ROOT;
        let mut order = vec![(root, 0)];
        let (mut interiors, mut edges) = (0, 0);
        let mut at = 0;
        while let Some(&(n, distance)) = order.get(at) {
            if n == root || !drawn.contains(&self.key(n)) {
                interiors += usize::from(self.node(n).interior != NO_INTERIOR);
                edges += self.child_count(n);
                for c in self.children(n) {
                    if moved[c.index()] == NodeId::NONE {
                        moved[c.index()] = NodeId(order.len() as u32);
                        order.push((c, distance + 1));
                    }
                }
            }
            at += 1;
        }
        let mut kept = Graph::empty(self.scale, self.discount);
        kept.nodes.reserve_exact(order.len());
        kept.interiors.reserve_exact(interiors);
        kept.edges.reserve_exact(edges);
        kept.index = Index::for_nodes(order.len());
        for &(old, distance) in &order {
            let mut node = self.node(old).clone();
            node.distance = distance;
            node.parent = NodeId::NONE;
            node.set(mark::SEVERAL_PARENTS, false);
            if old == root {
                // A root has no bounds of its own, whatever it had before: nobody can ask about it.
                (node.low, node.high) = (ABSENT, ABSENT);
                (node.kind_low, node.kind_high) = (Kind::default(), Kind::default());
                for bound in Bound::BOTH {
                    node.set(bound.probed() | bound.asked(), false);
                }
            } else if drawn.contains(&node.key) {
                node.interior = NO_INTERIOR;
                node.real = Span::exact(self.scale.draw);
                node.set(mark::FINISHED, true);
            }
            if let Some(interior) = self.interiors.get(node.interior_number()) {
                let first_edge = kept.edges.len() as u32;
                kept.edges.extend(self.edges(old).iter().map(|edge| Edge {
                    to: moved[edge.to.index()],
                    mv: edge.mv,
                }));
                let folded = node.interior & FOLDED;
                node.interior = kept.interiors.len() as u32 | folded;
                kept.interiors.push(super::node::Interior {
                    first_edge,
                    aimed: 0,
                    ..interior.clone()
                });
            }
            kept.nodes.push(node);
            let nodes = &kept.nodes;
            kept.index
                .insert(NodeId(nodes.len() as u32 - 1), |n| nodes[n.index()].key);
        }
        kept.relink();
        *self = kept;
        self.forget_components();
        self.renew();
        Moved(moved)
    }

    /// Makes folded positions forget the values of their moves where those may be wrong now.
    ///
    /// Such values may rest on a position that has become a draw since, and that can no longer be
    /// told. The drawn position can be reached only by moves that can be taken back, that is, from
    /// positions of the root's class. There the old values count for nothing, proved or not, and
    /// the findings of probes count again.
    pub fn distrust_folded(&mut self, root: NodeId) {
        let class = self.node(root).class;
        let estimates = Span::between(self.scale.loss + 1, self.scale.win - 1);
        for node in &mut self.nodes {
            if node.is_folded() && node.class == class {
                node.interior = NO_INTERIOR;
                // No probe was ever made of a position that was a root once.
                if node.real == Span::UNKNOWN {
                    node.real = estimates;
                }
            }
        }
    }

    /// Works out bounds, components and values from scratch, because distances and parents have
    /// changed.
    fn renew(&mut self) {
        let all: Vec<NodeId> = self.ids().collect();
        for bound in Bound::BOTH {
            self.reinherit(&all, bound, &mut Vec::new());
        }
        for &n in &all {
            if self.component(n).is_none() {
                self.find_component(n);
            }
        }
        self.back_up_all();
    }
}
