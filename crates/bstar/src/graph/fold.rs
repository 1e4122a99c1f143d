//! When memory is full, the least promising positions forget their moves.
//!
//! A *folded* position is a leaf again, but it keeps the values that its moves gave it, proofs
//! included. So nothing changes above it. Positions that can no longer be reached are freed. If the
//! folded position comes to matter, it is expanded like any other leaf.
//!
//! The least promising positions are those that play is least likely to come to. A move's
//! probability is that of reaching what the best move of its position is worth; the best move's own
//! is 1. It is read off between what the move is worth and what the mover hopes for, as for any
//! target. The probabilities are multiplied along a path, and of several paths the likeliest
//! counts. This depends neither on a phase nor on a target, so it holds for the next phase, too. Of
//! equals, the position farthest from the root is folded first: trees are folded from below.
//!
//! Some positions are spared, each with a path to it: the root, the lines of best play of all its
//! moves, positions with a job out, and the most recent expansions, which should not have to be
//! made again soon.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::Graph;
use super::index::Index;
use super::node::{Edge, FOLDED, Interior, NO_COMPONENT, Node, NodeId, mark};
use super::relocate::Moved;
use crate::policy::Distribution;

/// Folding spares the most recent expansions: as many as there are in all, divided by this.
const FRESH_SHARE_DIVISOR: usize = 8;

/// What folding came to.
#[derive(Debug)]
pub(crate) struct Folding {
    /// How many positions forgot their moves and are still there.
    pub folded: usize,
    /// How many positions were freed.
    pub freed: usize,
    /// Where the others live now.
    pub moved: Moved,
}

impl<M: Copy + PartialEq> Graph<M> {
    /// Folds until little more than `bytes` are taken, or until all that is left has to be spared.
    /// The positions `in_use` are spared.
    pub fn fold(
        &mut self,
        bytes: usize,
        in_use: impl IntoIterator<Item = NodeId>,
        distribution: Distribution,
    ) -> Folding {
        let before = self.nodes.len();
        self.spare(in_use);
        let slack = (self.nodes.capacity() - self.nodes.len()) * size_of::<Node>()
            + (self.interiors.capacity() - self.interiors.len()) * size_of::<Interior>()
            + (self.edges.capacity() - self.edges.len()) * size_of::<Edge<M>>();
        let in_use = self.bytes() - slack;
        let repeating: Vec<NodeId> = self
            .ids()
            .filter(|&n| self.component(n).is_some())
            .collect();
        let mut gained = 0;
        let mut folded = Vec::new();
        for n in self.least_promising(distribution) {
            if in_use.saturating_sub(gained) <= bytes {
                break;
            }
            gained += self.fold_one(n);
            folded.push(n);
        }
        let moved = self.condense();
        self.forget_components();
        // There cannot be more cycles than before.
        for n in repeating.into_iter().filter_map(|n| moved.find(n)) {
            if self.component(n).is_none() {
                self.find_component(n);
            }
        }
        self.back_up_all();
        Folding {
            folded: folded.iter().filter(|&&n| moved.find(n).is_some()).count(),
            freed: before - self.nodes.len(),
            moved,
        }
    }

    /// Marks the positions that must be neither folded nor freed.
    fn spare(&mut self, in_use: impl IntoIterator<Item = NodeId>) {
        let mut spared: Vec<NodeId> = in_use.into_iter().collect();
        let fresh = self.interiors.len() - self.interiors.len() / FRESH_SHARE_DIVISOR;
        let is_fresh =
            |n: &NodeId| self.is_expanded(*n) && self.node(*n).interior_number() >= fresh;
        spared.extend(self.ids().filter(is_fresh));
        for n in spared {
            // Each of them has a path to it. Where that meets the path of another, the rest is
            // marked already.
            let path = self.path_to(n);
            for &m in path.iter().rev() {
                if self.node(m).is(mark::SPARED) {
                    break;
                }
                self.node_mut(m).set(mark::SPARED, true);
            }
        }
        self.node_mut(NodeId::ROOT).set(mark::SPARED, true);
        for at in 0..self.child_count(NodeId::ROOT) {
            let mut line = vec![NodeId::ROOT, self.child(NodeId::ROOT, at)];
            while let Some((_, best)) = self.best_move(line[line.len() - 1]) {
                if line.contains(&best) {
                    break;
                }
                line.push(best);
            }
            for n in line {
                self.node_mut(n).set(mark::SPARED, true);
            }
        }
    }

    /// The positions that can be folded, in the order in which they should be.
    fn least_promising(&self, distribution: Distribution) -> Vec<NodeId> {
        let promises = self.promises(distribution);
        let mut list: Vec<NodeId> = self
            .ids()
            .filter(|&n| self.is_expanded(n) && !self.node(n).is(mark::SPARED))
            .collect();
        list.sort_by(|&a, &b| {
            let promise = |n: NodeId| promises[self.node(n).interior_number()];
            let farther = Reverse(self.distance(a)).cmp(&Reverse(self.distance(b)));
            promise(a).total_cmp(&promise(b)).then(farther)
        });
        list
    }

    /// How likely play is to come to each position whose moves are known. The index is the number
    /// of its interior.
    pub(super) fn promises(&self, distribution: Distribution) -> Vec<f64> {
        let place = |n: NodeId| self.node(n).interior_number();
        let mut promises = vec![0.0; self.interiors.len()];
        promises[place(NodeId::ROOT)] = 1.0;
        // The likeliest come first, so each is handled once. The bits of numbers that are not
        // negative have the same order as the numbers.
        let mut heap = BinaryHeap::from([(1f64.to_bits(), NodeId::ROOT)]);
        while let Some((bits, n)) = heap.pop() {
            let promise = f64::from_bits(bits);
            if promise < promises[place(n)] || self.inner_children(n).next().is_none() {
                continue;
            }
            let side = self.side(n);
            let best = (self
                .children(n)
                .map(|c| self.real_and_hope(c, side).0.min())
                .max())
            .map_or(0.0, f64::from);
            for c in self.inner_children(n) {
                let (real, hope) = self.real_and_hope(c, side);
                let through = promise * distribution.probability(real.max(), hope.max(), best);
                if through > promises[place(c)] {
                    promises[place(c)] = through;
                    heap.push((through.to_bits(), c));
                }
            }
        }
        promises
    }

    /// Makes `n` forget its moves. Returns about how many bytes that frees.
    fn fold_one(&mut self, n: NodeId) -> usize {
        let children: Vec<NodeId> = self.children(n).collect();
        let place = self.node(n).interior_number();
        self.node_mut(n).interior |= FOLDED;
        let interior = &mut self.interiors[place];
        (interior.edges, interior.inner) = (0, 0);
        (interior.component, interior.way_out) = (NO_COMPONENT, 0);
        let mut gained = children.len() * size_of::<Edge<M>>();
        for c in children {
            if self.parents(c).all(|p| self.is_folded(p)) {
                let interior = self.record(c).map_or(0, |_| size_of::<Interior>());
                gained += size_of::<Node>() + interior + 2 * size_of::<NodeId>();
            }
        }
        gained
    }

    /// Frees what cannot be reached. Everything is moved in place, because memory is short.
    fn condense(&mut self) -> Moved {
        self.index = Index::default();
        self.parents = HashMap::new();
        self.listed = 0;
        let moved = self.number_the_reachable();
        self.condense_interiors(&moved);
        let mut count = 0;
        for at in 0..self.nodes.len() {
            if moved.0[at] != NodeId::NONE {
                self.nodes.swap(at, count);
                let node = &mut self.nodes[count];
                node.parent = NodeId::NONE;
                node.set(mark::SEVERAL_PARENTS | mark::SPARED, false);
                count += 1;
            }
        }
        self.nodes.truncate(count);
        self.nodes.shrink_to_fit();
        self.index = Index::for_nodes(count);
        for n in self.ids() {
            let nodes = &self.nodes;
            self.index.insert(n, |n| nodes[n.index()].key);
        }
        self.relink();
        moved
    }

    fn number_the_reachable(&mut self) -> Moved {
        let mut moved = vec![NodeId::NONE; self.nodes.len()];
        let mut stack = vec![NodeId::ROOT];
        moved[NodeId::ROOT.index()] = NodeId::ROOT;
        while let Some(n) = stack.pop() {
            for c in self.children(n) {
                if moved[c.index()] == NodeId::NONE {
                    moved[c.index()] = NodeId::ROOT;
                    stack.push(c);
                }
            }
        }
        let reached = moved.iter_mut().filter(|n| **n != NodeId::NONE);
        for (number, n) in reached.enumerate() {
            *n = NodeId(number as u32);
        }
        Moved(moved)
    }

    /// Interiors and moves stay in the order in which they were made, so they can be moved together
    /// in place.
    fn condense_interiors(&mut self, moved: &Moved) {
        let mut owners = vec![NodeId::NONE; self.interiors.len()];
        for n in self.ids().filter(|&n| moved.find(n).is_some()) {
            if let Some(owner) = owners.get_mut(self.node(n).interior_number()) {
                *owner = n;
            }
        }
        let (mut interiors, mut edges) = (0, 0);
        for (at, owner) in owners.into_iter().enumerate() {
            if owner == NodeId::NONE {
                continue;
            }
            self.interiors.swap(at, interiors);
            let node = self.node_mut(owner);
            node.interior = interiors as u32 | (node.interior & FOLDED);
            let interior = &mut self.interiors[interiors];
            let from = interior.first_edge as usize;
            let count = interior.edges as usize;
            interior.first_edge = edges as u32;
            interior.aimed = 0;
            for edge in from..from + count {
                let Edge { to, mv } = self.edges[edge];
                let to = moved.0[to.index()];
                self.edges[edges] = Edge { to, mv };
                edges += 1;
            }
            interiors += 1;
        }
        self.interiors.truncate(interiors);
        self.interiors.shrink_to_fit();
        self.edges.truncate(edges);
        self.edges.shrink_to_fit();
    }
}
