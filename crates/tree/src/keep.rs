//! What is kept of a tree when the game goes on.
//!
//! If the new position was reached from the old one by moves of the tree, everything below it stays
//! where it is. Everything else is forgotten, and its memory is free for what grows next.
//!
//! Values stay as they are, although some depend on how the position was reached. A repetition of a
//! position between the old root and the new one counted as a draw, and still does; met for the
//! first time now it would have to come twice. So a root that is known to be drawn is not kept.

use bstar_board::{Game, Move};

use crate::arena::ROOT;
use crate::node::{Edge, NodeIndex};
use crate::proof::Proof;
use crate::sight::{level, reheat};
use crate::tree::Tree;

impl Tree {
    /// Keeps the part of the tree below a game's position. Returns whether there is any.
    pub(crate) fn keep(&mut self, game: &Game, only: &[Move]) -> bool {
        let Some(node) = self.known(game, only) else {
            return false;
        };
        let is_same = node == ROOT;
        self.arena.keep_only(node);
        if !is_same && self.arena.node(ROOT).is_expanded() {
            let mut edges: Vec<Edge> = self.arena.edges(ROOT).to_vec();
            match self.options.root_uniform {
                true => level(&mut edges),
                false => reheat(
                    &mut edges,
                    self.options.temperature_at(false),
                    self.options.temperature_at(true),
                ),
            }
            self.arena.set_priors(ROOT, &edges);
        }
        true
    }

    /// The node of a game's position, if it can be kept.
    fn known(&self, game: &Game, only: &[Move]) -> Option<NodeIndex> {
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
        is_open.then_some(node)
    }

    fn after(&self, node: NodeIndex, mv: Move) -> Option<NodeIndex> {
        let known = self.arena.node(node);
        let edges = &self.arena.edges(node)[..usize::from(known.child_count)];
        let place = edges.iter().position(|edge| edge.mv.get() == mv)?;
        Some(known.first_child + place as u32)
    }
}
