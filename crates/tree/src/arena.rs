//! Where nodes and edges lie.
//!
//! The edges of a position are one block. The nodes of its visited moves are another, with room for
//! a power of two. A block that is full moves to one of twice the room. Nothing points at a node
//! but its parent, so that blocks can move.
//!
//! What a position no longer needs is free for others: the old block of nodes that moved, and
//! everything that is not kept when the game goes on. So the tree never takes more memory than it
//! may.

use crate::free_blocks::FreeBlocks;
use crate::node::{Edge, Node, NodeIndex};

/// Where the root is.
pub(crate) const ROOT: NodeIndex = 0;

/// No position has as many as two to this power of moves.
const ROOMS: usize = 9;
/// A position has fewer moves than this.
const EDGE_COUNTS: usize = 256;

/// All nodes and edges of a tree, and the bytes they may take.
pub(crate) struct Arena {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Blocks of nodes that are free, by the power of two of their room.
    free_nodes: FreeBlocks<ROOMS>,
    /// Blocks of edges that are free, by how many there are.
    free_edges: FreeBlocks<EDGE_COUNTS>,
    most_bytes: usize,
}

impl Arena {
    /// A root and nothing else.
    pub fn new(most_bytes: usize) -> Arena {
        let mut nodes = with_room(most_bytes);
        nodes.push(Node::default());
        Arena {
            nodes,
            edges: with_room(most_bytes),
            free_nodes: FreeBlocks::default(),
            free_edges: FreeBlocks::default(),
            most_bytes,
        }
    }

    /// The bytes that are taken from the system. Some of them may be free.
    fn taken_bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.edges.as_slice())
    }

    /// The bytes that may still be taken.
    fn bytes_left(&self) -> usize {
        self.most_bytes.saturating_sub(self.taken_bytes())
    }

    /// The bytes that are in use.
    pub fn bytes(&self) -> usize {
        let free_nodes: usize = (0..ROOMS)
            .map(|room| self.free_nodes.count(room) << room)
            .sum();
        let free_edges: usize = (0..EDGE_COUNTS)
            .map(|count| self.free_edges.count(count) * count)
            .sum();
        self.taken_bytes() - free_nodes * size_of::<Node>() - free_edges * size_of::<Edge>()
    }

    /// The bytes that may be taken.
    pub fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    #[inline]
    pub fn node(&self, node: NodeIndex) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, node: NodeIndex) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    /// The moves of a position, the likeliest first.
    #[inline]
    pub fn edges(&self, node: NodeIndex) -> &[Edge] {
        let node = self.node(node);
        let first = node.first_edge as usize;
        &self.edges[first..first + usize::from(node.edge_count)]
    }

    /// The positions after those moves that were visited. They are the first of the moves.
    #[inline]
    pub fn children(&self, node: NodeIndex) -> &[Node] {
        let node = self.node(node);
        let first = node.first_child as usize;
        &self.nodes[first..first + usize::from(node.child_count)]
    }

    /// Gives a position its moves. Returns whether there was memory for them.
    pub fn set_edges(&mut self, node: NodeIndex, edges: &[Edge]) -> bool {
        let Some(first_edge) = self.edge_block(edges.len()) else {
            return false;
        };
        self.edges[first_edge as usize..][..edges.len()].copy_from_slice(edges);
        let node = self.node_mut(node);
        node.first_edge = first_edge;
        node.edge_count = edges.len() as u8;
        true
    }

    /// Changes the priors of a position's moves.
    pub fn set_priors(&mut self, node: NodeIndex, edges: &[Edge]) {
        let Node {
            first_edge,
            first_child,
            child_count,
            ..
        } = *self.node(node);
        let first = first_edge as usize;
        self.edges[first..first + edges.len()].copy_from_slice(edges);
        let children = &mut self.nodes[first_child as usize..][..usize::from(child_count)];
        for (child, edge) in children.iter_mut().zip(edges) {
            child.prior = edge.prior;
        }
    }

    /// Adds the position after the first move that was not visited yet. There is none if there is
    /// no memory.
    pub fn add_child(&mut self, node: NodeIndex) -> Option<NodeIndex> {
        let Node {
            first_edge,
            first_child,
            child_count,
            room,
            ..
        } = *self.node(node);
        let count = usize::from(child_count);
        if count == 0 || count == 1 << room {
            let new_room = if count == 0 { 0 } else { room + 1 };
            let block = self.node_block(usize::from(new_room))?;
            if count > 0 {
                let old = first_child as usize;
                self.nodes.copy_within(old..old + count, block as usize);
                self.free_nodes
                    .give(usize::from(room), first_child, &mut self.nodes);
            }
            let parent = self.node_mut(node);
            parent.first_child = block;
            parent.room = new_room;
        }
        let parent = self.node_mut(node);
        parent.child_count += 1;
        let child = parent.first_child + u32::from(child_count);
        let prior = self.edges[first_edge as usize + count].prior;
        *self.node_mut(child) = Node::new(prior);
        Some(child)
    }

    /// Makes a node the root. What is below it stays, and everything else is free.
    pub fn keep_only(&mut self, kept: NodeIndex) {
        if kept == ROOT {
            return;
        }
        let root = *self.node(kept);
        let mut todo = vec![*self.node(ROOT)];
        while let Some(old) = todo.pop() {
            if !old.is_expanded() {
                continue;
            }
            let first = old.first_child;
            let others =
                (first..).zip(&self.nodes[first as usize..][..usize::from(old.child_count)]);
            todo.extend(
                others
                    .filter(|(node, _)| *node != kept)
                    .map(|(_, old)| *old),
            );
            let edges = usize::from(old.edge_count);
            self.free_edges.give(edges, old.first_edge, &mut self.edges);
            if old.child_count > 0 {
                let room = usize::from(old.room);
                self.free_nodes.give(room, first, &mut self.nodes);
            }
        }
        *self.node_mut(ROOT) = root;
    }

    /// A block for so many edges.
    fn edge_block(&mut self, count: usize) -> Option<u32> {
        if let Some(block) = self.free_edges.take(count, &self.edges) {
            return Some(block);
        }
        let left = self.bytes_left();
        if let Some(block) = lengthen(&mut self.edges, count, left) {
            return Some(block);
        }
        let larger = self.free_edges.next(count + 1)?;
        let block = self.free_edges.take(larger, &self.edges)?;
        let rest = block + count as u32;
        self.free_edges.give(larger - count, rest, &mut self.edges);
        Some(block)
    }

    /// A block with room for two to this power of nodes.
    fn node_block(&mut self, room: usize) -> Option<NodeIndex> {
        if let Some(block) = self.free_nodes.take(room, &self.nodes) {
            return Some(block);
        }
        let left = self.bytes_left();
        if let Some(block) = lengthen(&mut self.nodes, 1 << room, left) {
            return Some(block);
        }
        let larger = self.free_nodes.next(room + 1)?;
        let block = self.free_nodes.take(larger, &self.nodes)?;
        // The second halves, quarters and so on stay free.
        for half in room..larger {
            let rest = block + (1 << half);
            self.free_nodes.give(half, rest, &mut self.nodes);
        }
        Some(block)
    }
}

/// Adds a block of so many to a list, if so many bytes are enough for it. Returns its place.
fn lengthen<T: Clone + Default>(list: &mut Vec<T>, count: usize, most_bytes: usize) -> Option<u32> {
    let first = list.len();
    if count * size_of::<T>() > most_bytes || u32::try_from(first + count).is_err() {
        return None;
    }
    list.resize(first + count, T::default());
    Some(first as u32)
}

/// An empty list with room for so many bytes, if the system promises that. A list that has to move
/// while it grows leaves gaps that nobody can use. Memory that is promised and never touched costs
/// nothing.
fn with_room<T>(bytes: usize) -> Vec<T> {
    let mut list = Vec::new();
    // Without the promise it grows as lists do.
    let _ = list.try_reserve_exact(bytes / size_of::<T>());
    list
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::node::{PackedMove, Probability};

    fn edges(count: u16) -> Vec<Edge> {
        let edge = |number| Edge {
            mv: PackedMove(number),
            prior: Probability(count - number),
        };
        (0..count).map(edge).collect()
    }

    #[test]
    fn children_stay_what_they_are_when_their_block_moves() {
        let mut arena = Arena::new(1 << 20);
        assert!(arena.set_edges(ROOT, &edges(218)));
        for number in 0..218 {
            let child = arena.add_child(ROOT).unwrap();
            assert_eq!(arena.node(child).prior, Probability(218 - number));
            for _ in 0..=number {
                arena.node_mut(child).add_visit(0.5);
            }
        }
        let visits: Vec<u32> = arena
            .children(ROOT)
            .iter()
            .map(|node| node.visits)
            .collect();
        assert!(visits.iter().copied().eq(1..=218));
    }

    #[test]
    fn old_blocks_are_used_again_and_the_limit_holds() {
        let mut arena = Arena::new(1_900);
        assert!(arena.set_edges(ROOT, &edges(20)));
        for _ in 0..5 {
            arena.add_child(ROOT).unwrap();
        }
        let bytes = arena.taken_bytes();
        let child = arena.node(ROOT).first_child;
        assert!(arena.set_edges(child, &edges(3)));
        // Blocks of one, two and four nodes are free.
        for _ in 0..3 {
            arena.add_child(child).unwrap();
        }
        assert_eq!(arena.taken_bytes(), bytes + 3 * size_of::<Edge>());
        while arena.add_child(ROOT).is_some() {}
        assert!(arena.taken_bytes() <= 1_900);
        assert!(!arena.set_edges(child + 1, &edges(200)));
    }

    /// Every block of nodes and of edges, used or free: where it begins and how many it has.
    fn blocks(arena: &Arena) -> [Vec<(usize, usize)>; 2] {
        let (mut nodes, mut edges) = (vec![(0, 1)], Vec::new());
        let mut todo = vec![ROOT];
        while let Some(node) = todo.pop() {
            let known = arena.node(node);
            if !known.is_expanded() {
                continue;
            }
            edges.push((known.first_edge as usize, usize::from(known.edge_count)));
            if known.child_count > 0 {
                nodes.push((known.first_child as usize, 1 << known.room));
                todo.extend((0..u32::from(known.child_count)).map(|n| known.first_child + n));
            }
        }
        let mut free_nodes = arena.free_nodes.clone();
        let mut free_edges = arena.free_edges.clone();
        for room in 0..ROOMS {
            while let Some(block) = free_nodes.take(room, &arena.nodes) {
                nodes.push((block as usize, 1 << room));
            }
        }
        for count in 0..EDGE_COUNTS {
            while let Some(block) = free_edges.take(count, &arena.edges) {
                edges.push((block as usize, count));
            }
        }
        [nodes, edges]
    }

    /// Blocks lie side by side, without gaps, up to an end.
    fn assert_complete(mut blocks: Vec<(usize, usize)>, end: usize) {
        blocks.sort_unstable();
        let reached = blocks.into_iter().fold(0, |at, (first, count)| {
            assert_eq!(first, at, "a gap, or two blocks in one place");
            first + count
        });
        assert_eq!(reached, end);
    }

    /// What is below a node, from the top down: moves, visits and priors.
    fn described(arena: &Arena, node: NodeIndex) -> Vec<(Vec<Edge>, u32, Probability)> {
        let mut todo = vec![node];
        let mut all = Vec::new();
        while let Some(node) = todo.pop() {
            let known = arena.node(node);
            let edges = arena.edges(node).to_vec();
            all.push((edges, known.visits, known.prior));
            todo.extend((0..u32::from(known.child_count)).map(|n| known.first_child + n));
        }
        all
    }

    proptest! {
        /// Grows anywhere, and keeps parts now and then, in little memory.
        #[test]
        fn no_memory_is_lost_or_used_twice(steps in prop::collection::vec((any::<u16>(), 0_u8..100), 1..600)) {
            const MOST_BYTES: usize = 6_000;
            let mut arena = Arena::new(MOST_BYTES);
            for (number, what) in steps {
                // Walks down to some node.
                let (mut node, mut number) = (ROOT, usize::from(number));
                while number % 4 > 0 && arena.node(node).child_count > 0 {
                    let count = usize::from(arena.node(node).child_count);
                    node = arena.node(node).first_child + (number / 4 % count) as u32;
                    number /= 4;
                }
                if what < 3 {
                    let before = described(&arena, node);
                    arena.keep_only(node);
                    prop_assert_eq!(described(&arena, ROOT), before);
                } else if !arena.node(node).is_expanded() {
                    arena.set_edges(node, &edges(u16::from(what % 30) + 1));
                } else if arena.node(node).child_count < arena.node(node).edge_count
                    && let Some(child) = arena.add_child(node)
                {
                    arena.node_mut(child).add_visit(0.5);
                }
                let [nodes, edges] = blocks(&arena);
                assert_complete(nodes, arena.nodes.len());
                assert_complete(edges, arena.edges.len());
                prop_assert!(arena.taken_bytes() <= MOST_BYTES && arena.bytes() <= arena.taken_bytes());
            }
        }
    }
}
