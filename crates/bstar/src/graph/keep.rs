//! The root moves on: what lies under the move is kept, the rest is freed.

use std::collections::{HashMap, HashSet, VecDeque};

use super::{ABSENT, Bound, Edge, Graph, NO_INTERIOR, NodeId, mark};
use crate::{Kind, Span};

impl<M: Copy + PartialEq> Graph<M> {
    /// Makes `root` the root. Positions in `drawn` become drawn leaves. Returns where the nodes that were kept live now.
    pub fn keep(&mut self, root: NodeId, drawn: &HashSet<u64>) -> HashMap<NodeId, NodeId> {
        // In the order of their distance from the new root, so that the children of a position lie together again.
        let mut order = vec![root];
        let mut moved = HashMap::from([(root, NodeId::ROOT)]);
        let mut distances = vec![0];
        let mut at = 0;
        while let Some(&n) = order.get(at) {
            if n == root || !drawn.contains(&self.key(n)) {
                for c in self.children(n) {
                    moved.entry(c).or_insert_with(|| {
                        order.push(c);
                        distances.push(distances[at] + 1);
                        NodeId(order.len() as u32 - 1)
                    });
                }
            }
            at += 1;
        }
        let mut kept = Graph {
            nodes: Vec::with_capacity(order.len()),
            interiors: Vec::new(),
            edges: Vec::new(),
            parents: HashMap::new(),
            components: Vec::new(),
            index: Default::default(),
            queue: VecDeque::new(),
            scale: self.scale,
            discount: self.discount,
        };
        for (&old, &distance) in order.iter().zip(&distances) {
            let mut node = self.node(old).clone();
            node.distance = distance;
            node.parent = NodeId::NONE;
            node.set(mark::SEVERAL_PARENTS, false);
            if old == root {
                // A root has no bounds of its own, whatever it was before: nobody can ask about it.
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
            if let Some(interior) = self.interiors.get(node.interior as usize) {
                let first_edge = kept.edges.len() as u32;
                kept.edges.extend(self.edges(old).iter().map(|edge| Edge {
                    to: moved[&edge.to],
                    mv: edge.mv,
                }));
                node.interior = kept.interiors.len() as u32;
                kept.interiors.push(super::Interior {
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
        for at in 0..kept.nodes.len() {
            let n = NodeId(at as u32);
            for c in kept.children(n).collect::<Vec<_>>() {
                kept.add_parent(c, n);
            }
            let inner = kept.children(n).filter(|&c| kept.is_expanded(c)).count() as u32;
            if let Some(interior) = kept.interior_mut(n) {
                interior.inner = inner;
            }
        }
        *self = kept;
        self.forget_components();
        self.renew();
        moved
    }

    /// Bounds, components and values from scratch: distances and parents are other ones now.
    fn renew(&mut self) {
        let all: Vec<NodeId> = (0..self.nodes.len() as u32).map(NodeId).collect();
        for bound in Bound::BOTH {
            self.reinherit(&all, bound, &mut Vec::new());
        }
        for &n in &all {
            if self.is_expanded(n) && self.component(n).is_none() {
                self.find_component(n);
            }
        }
        self.back_up_all();
    }
}
