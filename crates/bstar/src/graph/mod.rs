//! The positions a search knows of, and their values.
//!
//! A position is one [`Node`], however many paths lead to it. Nodes live in an arena. A leaf costs
//! 72 bytes. Only a position whose moves are known has an [`Interior`] beside it. The moves of a
//! position lie side by side. So, mostly, do the nodes they lead to, since they were made together.
//! Backing up therefore reads memory in order.
//!
//! A node's *own* values are what probes found, or what it inherited ([`inherit`]). They stay when
//! it is expanded. Its *values* are then those of its children, backed up ([`backup`]), or, where
//! positions can repeat, those of a whole [`component`]. When memory is short, a position is
//! *folded* ([`mod@fold`]): it forgets its moves and keeps the values they gave it.
//!
//! [`link`] takes findings in, [`values`] reads values, and [`keep`] moves the root.

mod backup;
mod component;
mod fold;
mod index;
mod inherit;
mod keep;
mod link;
#[cfg(test)]
mod memory_tests;
mod node;
mod relocate;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unnoticed_tests;
mod values;

use std::collections::{HashMap, HashSet, VecDeque};

use crate::job::{Class, Tag};
use crate::policy::Discount;
use crate::value::{Probability, Scale, Side};
use component::Component;
use index::Index;
use node::{Edge, FOLDED, Interior, NO_COMPONENT, Node, mark};

pub(crate) use node::{Bound, NO_GROUP, NodeId};
pub(crate) use relocate::Moved;

/// All nodes, and the moves between them.
#[derive(Clone, Debug)]
pub(crate) struct Graph<M> {
    nodes: Vec<Node>,
    interiors: Vec<Interior>,
    edges: Vec<Edge<M>>,
    /// All parents of the nodes that have more than one.
    parents: HashMap<NodeId, Vec<NodeId>>,
    /// How many parents these lists have room for.
    listed: usize,
    components: Vec<Component>,
    /// How many members these components have room for.
    grouped: usize,
    index: Index,
    queue: VecDeque<NodeId>,
    scale: Scale,
    discount: Discount,
}

impl<M: Copy + PartialEq> Graph<M> {
    pub fn new(key: u64, class: Class, side: Side, scale: Scale, discount: Discount) -> Graph<M> {
        let mut graph = Graph::empty(scale, discount);
        graph.add(key, class, side, 0);
        graph
    }

    fn empty(scale: Scale, discount: Discount) -> Graph<M> {
        Graph {
            nodes: Vec::new(),
            interiors: Vec::new(),
            edges: Vec::new(),
            parents: HashMap::new(),
            listed: 0,
            components: Vec::new(),
            grouped: 0,
            index: Index::default(),
            queue: VecDeque::new(),
            scale,
            discount,
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<M> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Bytes taken from the system.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.interiors.capacity() * size_of::<Interior>()
            + self.edges.capacity() * size_of::<Edge<M>>()
            + self.parents.capacity() * (size_of::<(NodeId, Vec<NodeId>)>() + 1)
            + self.components.capacity() * size_of::<Component>()
            + (self.listed + self.grouped) * size_of::<NodeId>()
            + self.index.bytes()
    }

    /// Bytes taken from the system once a position with `moves` moves has been expanded, if all of
    /// them lead to new positions.
    pub fn bytes_with(&self, moves: usize) -> usize {
        self.bytes()
            + growth(&self.nodes, moves)
            + growth(&self.interiors, moves.min(1))
            + growth(&self.edges, moves)
            + self.index.growth(moves)
    }

    fn node(&self, n: NodeId) -> &Node {
        &self.nodes[n.index()]
    }

    fn node_mut(&mut self, n: NodeId) -> &mut Node {
        &mut self.nodes[n.index()]
    }

    fn interior(&self, n: NodeId) -> Option<&Interior> {
        self.interiors.get(self.node(n).interior as usize)
    }

    /// The interior of `n` even if it was folded.
    fn record(&self, n: NodeId) -> Option<&Interior> {
        self.interiors.get(self.node(n).interior_number())
    }

    fn interior_mut(&mut self, n: NodeId) -> Option<&mut Interior> {
        let at = self.node(n).interior as usize;
        self.interiors.get_mut(at)
    }

    pub fn find(&self, key: u64) -> Option<NodeId> {
        self.index.find(key, |n| self.node(n).key)
    }

    pub fn key(&self, n: NodeId) -> u64 {
        self.node(n).key
    }

    pub fn side(&self, n: NodeId) -> Side {
        self.node(n).side()
    }

    pub fn distance(&self, n: NodeId) -> u32 {
        self.node(n).distance
    }

    pub fn tag(&self, n: NodeId) -> Option<Tag> {
        self.node(n).tag.checked_sub(1).map(Tag)
    }

    /// Names the reply group of `n` among its sisters.
    pub fn group(&self, n: NodeId) -> u32 {
        self.node(n).tag
    }

    /// Whether its moves are known.
    pub fn is_expanded(&self, n: NodeId) -> bool {
        self.node(n).interior < FOLDED
    }

    /// Whether its moves were known once. Its values are still those that they gave it.
    pub fn is_folded(&self, n: NodeId) -> bool {
        self.node(n).is_folded()
    }

    pub fn is_finished(&self, n: NodeId) -> bool {
        self.node(n).is(mark::FINISHED)
    }

    pub fn is_settled(&self, n: NodeId) -> bool {
        match self.record(n) {
            Some(interior) => interior.proven.is_exact(),
            None => self.is_finished(n),
        }
    }

    pub fn is_job_out(&self, n: NodeId) -> bool {
        self.node(n).is(mark::JOB_OUT)
    }

    pub fn set_job_out(&mut self, n: NodeId, out: bool) {
        self.node_mut(n).set(mark::JOB_OUT, out);
    }

    pub fn is_sharpening(&self, n: NodeId) -> bool {
        self.node(n).is(mark::SHARPENING)
    }

    pub fn set_sharpening(&mut self, n: NodeId, out: bool) {
        self.node_mut(n).set(mark::SHARPENING, out);
    }

    pub fn forget_sharpening(&mut self) {
        for node in &mut self.nodes {
            node.set(mark::SHARPENING, false);
        }
    }

    /// Whether this bound was asked for already.
    pub fn is_asked(&self, n: NodeId, bound: Bound) -> bool {
        self.node(n).is(bound.asked())
    }

    /// Whether the node's own bound comes from a probe of it.
    pub fn is_probed(&self, n: NodeId, bound: Bound) -> bool {
        self.node(n).is(bound.probed())
    }

    pub fn attention(&self, n: NodeId) -> u32 {
        self.record(n).map_or(0, |interior| interior.attention)
    }

    /// Counts another expansion below `n`.
    pub fn attend(&mut self, n: NodeId) {
        if let Some(interior) = self.interior_mut(n) {
            interior.attention = interior.attention.saturating_add(1);
        }
    }

    /// How many moves `n` has; 0 while they are not known.
    pub fn child_count(&self, n: NodeId) -> usize {
        self.interior(n)
            .map_or(0, |interior| interior.edges as usize)
    }

    fn edges(&self, n: NodeId) -> &[Edge<M>] {
        match self.interior(n) {
            Some(interior) => {
                &self.edges[interior.first_edge as usize..][..interior.edges as usize]
            }
            None => &[],
        }
    }

    /// The children of `n` whose moves are known.
    pub fn inner_children(&self, n: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        // Mostly there are none, and then the children need not be gone through.
        let edges = if self.interior(n).is_some_and(|interior| interior.inner > 0) {
            self.edges(n)
        } else {
            &[]
        };
        edges
            .iter()
            .map(|edge| edge.to)
            .filter(|&c| self.is_expanded(c))
    }

    pub fn child(&self, n: NodeId, at: usize) -> NodeId {
        self.edges(n)[at].to
    }

    pub fn move_at(&self, n: NodeId, at: usize) -> M {
        self.edges(n)[at].mv
    }

    pub fn children(&self, n: NodeId) -> impl ExactSizeIterator<Item = NodeId> + '_ {
        self.edges(n).iter().map(|edge| edge.to)
    }

    pub fn moves(
        &self,
        n: NodeId,
    ) -> impl DoubleEndedIterator<Item = (M, NodeId)> + ExactSizeIterator + '_ {
        self.edges(n).iter().map(|edge| (edge.mv, edge.to))
    }

    /// The move of `n` that is best by real value for the side to move, the first listed of equals.
    pub fn best_move(&self, n: NodeId) -> Option<(M, NodeId)> {
        let side = self.side(n);
        let real = |c: NodeId| self.values(c).seen_by(side).real.min();
        self.moves(n).rev().max_by_key(|&(_, c)| real(c))
    }

    /// A shortest path from the root to `n`, both included. It is not read off the distances,
    /// because those remember paths that were folded.
    pub fn path_to(&self, n: NodeId) -> Vec<NodeId> {
        // Backwards from `n`. Each has the index of the position that it leads to.
        let mut found = vec![(n, 0)];
        let mut seen = HashSet::from([n]);
        let mut at = 0;
        while found[at].0 != NodeId::ROOT {
            for p in self.parents(found[at].0) {
                if seen.insert(p) {
                    found.push((p, at));
                }
            }
            at += 1;
        }
        let mut path = vec![NodeId::ROOT];
        while at != 0 {
            at = found[at].1;
            path.push(found[at].0);
        }
        path
    }

    pub fn parents(&self, n: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let node = self.node(n);
        let several: &[NodeId] = if node.is(mark::SEVERAL_PARENTS) {
            &self.parents[&n]
        } else {
            &[]
        };
        let one = (several.is_empty() && node.parent != NodeId::NONE).then_some(node.parent);
        one.into_iter().chain(several.iter().copied())
    }

    /// How many moves it is from `n` to the way out of its component that its real value comes
    /// from; 0 where there is no component.
    pub fn way_out(&self, n: NodeId) -> u32 {
        self.interior(n).map_or(0, |interior| interior.way_out)
    }

    /// The component of `n`, if it lies on a cycle.
    pub fn component(&self, n: NodeId) -> Option<u32> {
        self.interior(n)
            .map(|interior| interior.component)
            .filter(|&c| c != NO_COMPONENT)
    }

    pub fn members(&self, component: u32) -> &[NodeId] {
        self.components[component as usize].members()
    }

    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The remembered probability. It is valid only for the target with this number.
    pub fn remembered(&self, n: NodeId, aim: u32) -> Option<Probability> {
        self.interior(n)
            .filter(|interior| interior.aimed == aim)
            .map(|interior| interior.probability)
    }

    pub fn remember(&mut self, n: NodeId, aim: u32, probability: Probability) {
        if let Some(interior) = self.interior_mut(n) {
            interior.aimed = aim;
            interior.probability = probability;
        }
    }

    pub fn forget_probabilities(&mut self) {
        for interior in &mut self.interiors {
            interior.aimed = 0;
        }
    }

    fn add(&mut self, key: u64, class: Class, side: Side, distance: u32) -> NodeId {
        let n =
            NodeId(u32::try_from(self.nodes.len()).expect("a graph has fewer than 2^32 positions"));
        grow(&mut self.nodes);
        self.nodes.push(Node::new(key, class, side, distance));
        let nodes = &self.nodes;
        self.index.insert(n, |n| nodes[n.index()].key);
        n
    }
}

/// The number of bytes that [`grow`] will take for `more` new elements.
fn growth<T>(list: &Vec<T>, more: usize) -> usize {
    let mut capacity = list.capacity();
    while capacity < list.len() + more {
        capacity += capacity / 16 + 64;
    }
    (capacity - list.capacity()) * size_of::<T>()
}

/// Makes room for one more element. A vector would double its capacity, and a large graph would
/// then take far more than 100 bytes a node.
fn grow<T>(list: &mut Vec<T>) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 16 + 64);
    }
}
