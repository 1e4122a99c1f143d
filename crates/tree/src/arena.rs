//! Where nodes and edges lie.
//!
//! The edges of a position are one block. The nodes of its visited moves are another, with room for
//! a power of two. A block that is full moves to one of twice the room, and the old one is used
//! again for somebody else. Nothing points at a node but its parent, so that blocks can move.

use crate::node::{Edge, Node, NodeIndex};

/// Where the root is.
pub(crate) const ROOT: NodeIndex = 0;

/// No position has as many as two to this power of moves.
const ROOMS: usize = 9;

/// All nodes and edges of a tree, and the bytes they may take.
pub(crate) struct Arena {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Blocks of nodes that are free again, by the power of two of their room.
    free: [Vec<NodeIndex>; ROOMS],
    most_bytes: usize,
}

impl Arena {
    /// A root and nothing else.
    pub fn new(most_bytes: usize) -> Arena {
        Arena {
            nodes: vec![Node::default()],
            edges: Vec::new(),
            free: Default::default(),
            most_bytes,
        }
    }

    /// The bytes that are taken.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.edges.as_slice())
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
        let first = self.edges.len();
        let Ok(first_edge) = u32::try_from(first + edges.len()).map(|_| first as u32) else {
            return false;
        };
        if self.bytes() + size_of_val(edges) > self.most_bytes {
            return false;
        }
        self.edges.extend_from_slice(edges);
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
            let block = self.block(new_room)?;
            if count > 0 {
                let old = first_child as usize;
                self.nodes.copy_within(old..old + count, block as usize);
                self.free[usize::from(room)].push(first_child);
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

    /// Makes room for so many children of a node that has none. The caller fills it.
    pub fn add_children(&mut self, node: NodeIndex, count: u8) -> Option<NodeIndex> {
        let room = usize::from(count).next_power_of_two().trailing_zeros() as u8;
        let block = self.block(room)?;
        let parent = self.node_mut(node);
        parent.first_child = block;
        parent.room = room;
        parent.child_count = count;
        Some(block)
    }

    fn block(&mut self, room: u8) -> Option<NodeIndex> {
        if let Some(block) = self.free[usize::from(room)].pop() {
            return Some(block);
        }
        let (first, count) = (self.nodes.len(), 1 << room);
        if self.bytes() + count * size_of::<Node>() > self.most_bytes {
            return None;
        }
        let block = u32::try_from(first + count).ok().map(|_| first as u32)?;
        self.nodes.resize(first + count, Node::default());
        Some(block)
    }
}

#[cfg(test)]
mod tests {
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
        let bytes = arena.bytes();
        let child = arena.node(ROOT).first_child;
        assert!(arena.set_edges(child, &edges(3)));
        // Blocks of one, two and four nodes are free.
        for _ in 0..3 {
            arena.add_child(child).unwrap();
        }
        assert_eq!(arena.bytes(), bytes + 3 * size_of::<Edge>());
        while arena.add_child(ROOT).is_some() {}
        assert!(arena.bytes() <= 1_900);
        assert!(!arena.set_edges(child + 1, &edges(200)));
    }
}
