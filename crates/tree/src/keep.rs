//! What is kept of a tree when the game goes on.
//!
//! If the new position was reached from the old one by moves of the tree, everything below it is
//! copied into a new arena, closely packed. Everything else is forgotten.
//!
//! Values stay as they are, although some depend on how the position was reached. A repetition of a
//! position between the old root and the new one counted as a draw, and still does; met for the
//! first time now it would have to come twice. So a root that is known to be drawn is not kept.

use bstar_board::{Game, Move};

use crate::arena::{Arena, ROOT};
use crate::node::{Edge, NodeIndex};
use crate::proof::Proof;
use crate::sight::{level, reheat};
use crate::tree::Tree;

impl Tree {
    /// The part of the tree below a game's position, if it has any.
    pub(crate) fn kept(&self, game: &Game, only: &[Move]) -> Option<Arena> {
        let keys = &self.keys[..=self.root_index];
        if game.start() != &self.start || !game.keys().starts_with(keys) {
            return None;
        }
        let moves = &game.moves()[self.root_index..];
        let is_same = moves.is_empty();
        if (is_same && only != self.only) || (!is_same && !only.is_empty()) {
            return None;
        }
        let mut node = ROOT;
        for mv in moves {
            node = self.after(node, *mv)?;
        }
        let is_open = match self.arena.node(node).proof() {
            // It would have nothing to choose from.
            Some(_) if !self.arena.node(node).is_expanded() => false,
            Some(Proof::Draw) => false,
            _ => self.arena.node(node).visits > 0,
        };
        if !is_open {
            return None;
        }
        let mut arena = copied(&self.arena, node)?;
        if !is_same && arena.node(ROOT).is_expanded() {
            let mut edges: Vec<Edge> = arena.edges(ROOT).to_vec();
            match self.options.root_uniform {
                true => level(&mut edges),
                false => reheat(
                    &mut edges,
                    self.options.temperature_at(false),
                    self.options.temperature_at(true),
                ),
            }
            arena.set_priors(ROOT, &edges);
        }
        Some(arena)
    }

    fn after(&self, node: NodeIndex, mv: Move) -> Option<NodeIndex> {
        let known = self.arena.node(node);
        let edges = &self.arena.edges(node)[..usize::from(known.child_count)];
        let place = edges.iter().position(|edge| edge.mv.get() == mv)?;
        Some(known.first_child + place as u32)
    }
}

/// Everything below a node, in an arena of its own.
fn copied(from: &Arena, node: NodeIndex) -> Option<Arena> {
    let mut to = Arena::new(from.most_bytes());
    let mut todo = vec![(node, ROOT)];
    *to.node_mut(ROOT) = *from.node(node);
    while let Some((old, new)) = todo.pop() {
        if !from.node(old).is_expanded() {
            continue;
        }
        if !to.set_edges(new, from.edges(old)) {
            return None;
        }
        let children = from.children(old);
        if children.is_empty() {
            continue;
        }
        let first = to.add_children(new, children.len() as u8)?;
        for (place, child) in (0..).zip(children) {
            *to.node_mut(first + place) = *child;
            todo.push((from.node(old).first_child + place, first + place));
        }
    }
    Some(to)
}
