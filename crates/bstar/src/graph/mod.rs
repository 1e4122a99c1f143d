//! The positions a search knows of, and their values.
//!
//! A position is one [`Node`] however many ways lead to it. Nodes live in an arena; a leaf costs 72 bytes, and only a position
//! whose moves are known has an [`Interior`] beside it. The moves of a position lie side by side, and so, mostly, do the nodes they lead
//! to, since they were made together: backing up reads memory in order.
//!
//! A node's *own* values are what probes said of it, or what it inherited; they stay what they are when it is expanded. Its
//! *values* are then its children's, backed up ([`backup`]), or, where positions can repeat, those of a whole [`component`]. When memory is short, a position
//! is *folded* ([`mod@fold`]): it forgets its moves and keeps the values they gave it.

mod backup;
mod component;
mod fold;
mod index;
mod inherit;
mod keep;
mod link;
mod relocate;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet, VecDeque};

use crate::policy::Discount;
use crate::value::Values;
use crate::{Class, Kind, Probability, Quantity, Scale, Side, Span, Tag, Value};
use component::Component;
use index::Index;

pub(crate) use relocate::Moved;

/// Where a node lives. It changes when the root moves on, and when parts of the graph are folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(u32);

impl NodeId {
    const NONE: NodeId = NodeId(u32::MAX);
    pub const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Marks of a node, one bit each.
mod mark {
    pub const MIN_TO_MOVE: u16 = 1;
    pub const FINISHED: u16 = 1 << 1;
    // Whether an interior node's backed-up bounds are known. A node's own are, unless they are `ABSENT`.
    pub const HAS_LOW: u16 = 1 << 2;
    pub const HAS_HIGH: u16 = 1 << 3;
    pub const PROBED_LOW: u16 = 1 << 4;
    pub const PROBED_HIGH: u16 = 1 << 5;
    pub const ASKED_LOW: u16 = 1 << 6;
    pub const ASKED_HIGH: u16 = 1 << 7;
    pub const JOB_OUT: u16 = 1 << 8;
    pub const SHARPENING: u16 = 1 << 9;
    pub const QUEUED: u16 = 1 << 10;
    pub const SEVERAL_PARENTS: u16 = 1 << 11;
    pub const VISITED: u16 = 1 << 12;
    pub const SPARED: u16 = 1 << 13;
}

/// What is known of one position.
#[derive(Clone, Debug)]
struct Node {
    key: u64,
    low: Span,
    real: Span,
    high: Span,
    /// The jobs the exact ones among `low`, `real` and `high` come from: see [`link`].
    sources: [u32; 3],
    /// Part of the class. Two classes taken for one only cost a look for cycles that are not there.
    class: u32,
    parent: NodeId,
    interior: u32,
    tag: u32,
    /// The length of the shortest way from the root.
    distance: u32,
    marks: u16,
    kind_low: Kind,
    kind_high: Kind,
}

const NO_INTERIOR: u32 = u32::MAX;
/// Set in the number of the interior of a position that was folded: so nobody takes it for one that has moves.
const FOLDED: u32 = 1 << 31;
const NO_COMPONENT: u32 = u32::MAX;
/// No tag; a tag is stored plus one.
const NO_TAG: u32 = 0;
/// The reply group of a position without a tag: itself.
pub(crate) const NO_GROUP: u32 = NO_TAG;

impl Node {
    fn is(&self, mark: u16) -> bool {
        self.marks & mark != 0
    }

    fn set(&mut self, mark: u16, on: bool) {
        if on {
            self.marks |= mark;
        } else {
            self.marks &= !mark;
        }
    }

    fn is_folded(&self) -> bool {
        self.interior != NO_INTERIOR && self.interior & FOLDED != 0
    }

    /// The number of its interior, folded or not.
    fn place(&self) -> usize {
        (self.interior & !FOLDED) as usize
    }

    /// All that probes told of it, or it inherited.
    fn told(&self) -> (Span, Span, Span, u32, Kind, Kind) {
        (
            self.low,
            self.real,
            self.high,
            self.tag,
            self.kind_low,
            self.kind_high,
        )
    }

    fn side(&self) -> Side {
        if self.is(mark::MIN_TO_MOVE) {
            Side::Min
        } else {
            Side::Max
        }
    }
}

/// What is known of a position beyond its own values once its moves are known. One that was folded keeps it, without any moves.
#[derive(Clone, Debug)]
struct Interior {
    first_edge: u32,
    edges: u32,
    /// How many of its moves lead to positions whose moves are known.
    inner: u32,
    component: u32,
    /// How far it is to the way out of its component.
    way_out: u32,
    /// Expansions in its subtree.
    attention: u32,
    /// For which target `probability` holds; 0 for none.
    aimed: u32,
    low: Span,
    real: Span,
    high: Span,
    proven: Span,
    probability: Probability,
}

/// A move and where it leads.
#[derive(Clone, Copy, Debug)]
struct Edge<M> {
    to: NodeId,
    mv: M,
}

/// The two bounds a node can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Low,
    High,
}

impl Bound {
    pub const BOTH: [Bound; 2] = [Bound::Low, Bound::High];

    /// The bound that says what `side` hopes for.
    pub fn hoped_by(side: Side) -> Bound {
        match side {
            Side::Max => Bound::High,
            Side::Min => Bound::Low,
        }
    }

    /// Which side hopes for it.
    pub fn side(self) -> Side {
        match self {
            Bound::Low => Side::Min,
            Bound::High => Side::Max,
        }
    }

    fn probed(self) -> u16 {
        [mark::PROBED_LOW, mark::PROBED_HIGH][self as usize]
    }

    fn asked(self) -> u16 {
        [mark::ASKED_LOW, mark::ASKED_HIGH][self as usize]
    }
}

/// The arena.
#[derive(Clone, Debug)]
pub(crate) struct Graph<M> {
    nodes: Vec<Node>,
    interiors: Vec<Interior>,
    edges: Vec<Edge<M>>,
    /// All parents of the nodes that have more than one.
    parents: HashMap<NodeId, Vec<NodeId>>,
    /// How many parents there is room for in these lists.
    listed: usize,
    components: Vec<Component>,
    /// How many members there is room for in these.
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

    /// Bytes taken from the system once a position with so many moves has been expanded, if they lead to new positions.
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
        self.interiors.get(self.node(n).place())
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

    /// Whether its moves were known once, and its values are still theirs.
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

    /// Whether somebody was already asked for this bound.
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

    /// Another expansion below `n`.
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
        // Mostly there are none, and then nobody has to look at them all.
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

    /// A shortest way from the root to `n`, both included. It is not read off the distances: those remember ways that were folded.
    pub fn way_to(&self, n: NodeId) -> Vec<NodeId> {
        // Backwards from n; each with the place of the one it leads to.
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
        let mut way = vec![NodeId::ROOT];
        while at != 0 {
            at = found[at].1;
            way.push(found[at].0);
        }
        way
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

    /// The values of `n`: its children's, or its own.
    pub fn values(&self, n: NodeId) -> Values {
        let node = self.node(n);
        match self.interiors.get(node.interior as usize) {
            Some(interior) => Values {
                low: node.is(mark::HAS_LOW).then_some(interior.low),
                real: interior.real,
                high: node.is(mark::HAS_HIGH).then_some(interior.high),
                proven: interior.proven,
            },
            None if node.is_folded() => self.folded_values(n),
            None => self.own_values(n),
        }
    }

    /// What the moves of `n` gave it before it forgot them. If nobody had asked for a bound then, it is a leaf like any other in this: it has what it inherits.
    #[cold]
    fn folded_values(&self, n: NodeId) -> Values {
        let (node, before) = (self.node(n), self.record(n).expect("was folded"));
        let inherited = |bound: Bound| {
            let own = self.own_bound(n, bound)?;
            Some(own.better_for(bound.side(), before.real))
        };
        Values {
            low: (node.is(mark::HAS_LOW).then_some(before.low)).or_else(|| inherited(Bound::Low)),
            real: before.real,
            high: (node.is(mark::HAS_HIGH).then_some(before.high))
                .or_else(|| inherited(Bound::High)),
            proven: before.proven,
        }
    }

    /// What probes said of `n` itself.
    fn own_values(&self, n: NodeId) -> Values {
        let node = self.node(n);
        Values {
            low: self.own_bound(n, Bound::Low),
            real: node.real.ordered(),
            high: self.own_bound(n, Bound::High),
            proven: if node.is(mark::FINISHED) {
                node.real
            } else {
                self.scale.open()
            },
        }
    }

    /// The real value of `n` itself, as probes found it.
    pub fn own_real(&self, n: NodeId) -> Span {
        self.node(n).real.ordered()
    }

    /// The bound of `n` itself, probed or inherited, after discount, and never on the wrong side of its real value.
    pub fn own_bound(&self, n: NodeId, bound: Bound) -> Option<Span> {
        let node = self.node(n);
        if node.is(mark::FINISHED) {
            return Some(node.real);
        }
        let (raw, kind) = match bound {
            Bound::Low => (node.low, node.kind_low),
            Bound::High => (node.high, node.kind_high),
        };
        if raw == ABSENT {
            return None;
        }
        let raw = if kind == Kind::default() {
            raw.ordered()
        } else {
            self.discounted(node, bound, raw, kind)
        };
        Some(raw.better_for(bound.side(), node.real.ordered()))
    }

    #[cold]
    fn discounted(&self, node: &Node, bound: Bound, raw: Span, kind: Kind) -> Span {
        let side = bound.side();
        let (real, hope) = (
            node.real.ordered().seen_by(side),
            raw.ordered().seen_by(side),
        );
        let at = |real: Value, hope: Value| {
            (self.discount)(kind, real, hope, node.distance).clamp(real.min(hope), hope)
        };
        Span::between(at(real.min(), hope.min()), at(real.max(), hope.max())).seen_by(side)
    }

    /// The same as [`outlook`](Self::outlook), for the many that are leaves with plain exact values: they need hardly any work.
    #[inline]
    pub fn plain_outlook(&self, n: NodeId, side: Side) -> Option<(Value, Value)> {
        let node = self.node(n);
        let (bound, kind) = match side {
            Side::Max => (node.high, node.kind_high),
            Side::Min => (node.low, node.kind_low),
        };
        let is_plain = node.interior == NO_INTERIOR
            && !node.is(mark::FINISHED)
            && kind == Kind::default()
            && node.real.is_exact()
            && bound.is_exact();
        is_plain.then(|| match side {
            Side::Max => (node.real.min(), bound.min().max(node.real.min())),
            Side::Min => (-node.real.min(), (-bound.min()).max(-node.real.min())),
        })
    }

    /// The real value of `n` and what `side` hopes for, as that side sees them.
    #[inline]
    pub fn outlook(&self, n: NodeId, side: Side) -> (Span, Span) {
        let node = self.node(n);
        let bound = Bound::hoped_by(side);
        let (real, hope) = match self.interiors.get(node.interior as usize) {
            Some(interior) => {
                let (has, hope) = match bound {
                    Bound::Low => (node.is(mark::HAS_LOW), interior.low),
                    Bound::High => (node.is(mark::HAS_HIGH), interior.high),
                };
                (interior.real, if has { hope } else { interior.real })
            }
            None if node.is_folded() => return self.folded_outlook(n, side),
            None => {
                let real = node.real.ordered();
                (real, self.own_bound(n, bound).unwrap_or(real))
            }
        };
        (real.seen_by(side), hope.seen_by(side))
    }

    #[cold]
    fn folded_outlook(&self, n: NodeId, side: Side) -> (Span, Span) {
        let seen = self.folded_values(n).seen_by(side);
        (seen.real, seen.hope)
    }

    /// The bound of `n` as it was found, without discount.
    pub fn raw_bound(&self, n: NodeId, bound: Bound) -> Span {
        let node = self.node(n);
        match bound {
            Bound::Low => node.low.ordered(),
            Bound::High => node.high.ordered(),
        }
    }

    /// Whether findings about a value of `n` contradict each other, so that only an exact one can end the dispute.
    pub fn is_disputed(&self, n: NodeId, quantity: Quantity) -> bool {
        let node = self.node(n);
        let span = match quantity {
            Quantity::Real => node.real,
            Quantity::MinBound => node.low,
            Quantity::MaxBound => node.high,
        };
        span.min() > span.max()
    }

    /// How far it is from `n` to the way out of its component that its real value promises; 0 where there is no component.
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

    /// The memory of a probability: valid only for the target with this number.
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
        self.nodes.push(Node {
            key,
            low: ABSENT,
            real: Span::UNKNOWN,
            high: ABSENT,
            sources: [0; 3],
            class: fold(class),
            parent: NodeId::NONE,
            interior: NO_INTERIOR,
            tag: NO_TAG,
            distance,
            marks: if side == Side::Min {
                mark::MIN_TO_MOVE
            } else {
                0
            },
            kind_low: Kind::default(),
            kind_high: Kind::default(),
        });
        let nodes = &self.nodes;
        self.index.insert(n, |n| nodes[n.index()].key);
        n
    }
}

/// Stored where a node has no bound of its own. No finding looks like it: it is empty.
const ABSENT: Span = Span::EMPTY;

fn fold(Class(class): Class) -> u32 {
    (class ^ (class >> 32)) as u32
}

/// How many bytes [`grow`] will take for so many more.
fn growth<T>(list: &Vec<T>, more: usize) -> usize {
    let mut capacity = list.capacity();
    while capacity < list.len() + more {
        capacity += capacity / 16 + 64;
    }
    (capacity - list.capacity()) * size_of::<T>()
}

/// Room for more without doubling what is there: half a gigabyte of slack is not what "100 bytes a node" means.
fn grow<T>(list: &mut Vec<T>) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 16 + 64);
    }
}
