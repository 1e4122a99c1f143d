//! The line of best play from any node of the tree.

use bstar::NodeView;
use bstar_board::Move;

use super::node_path::NodePath;
use crate::facts::Reading;
use crate::facts::claims::position_after;

impl<'a> Reading<'a> {
    /// The node after these moves.
    pub(crate) fn at<'p>(&'p self, path: &'p [Move]) -> NodePath<'p> {
        NodePath {
            root: self.position(),
            path,
        }
    }

    /// A node, by the moves that lead to it.
    pub(crate) fn node_after(&self, path: &[Move]) -> Option<NodeView<'a, Move>> {
        let mut node = self.thought.search.root();
        for mv in path {
            (_, node) = node.moves().find(|(known, _)| known == mv)?;
        }
        Some(node)
    }

    /// What the search expects after these moves. The line goes through the tree by the best
    /// values, and on as the probe of the last position saw it. It is empty if the tree does not
    /// have the position.
    pub(crate) fn line_from(&self, path: &[Move]) -> Vec<Move> {
        let Some(mut node) = self.node_after(path) else {
            return Vec::new();
        };
        let mut line = Vec::new();
        let mut seen = vec![node.key()];
        loop {
            let is_players = node.side() == self.thought.search.player();
            let worth = |child: &NodeView<'a, Move>| match is_players {
                true => child.real().min(),
                false => -child.real().max(),
            };
            let moves: Vec<(Move, NodeView<'a, Move>)> = node.moves().collect();
            // Of equal moves the first counts, as in the search.
            let best = moves.iter().rev().max_by_key(|(_, child)| worth(child));
            let Some((mv, child)) = best.filter(|(_, child)| !seen.contains(&child.key())) else {
                break;
            };
            line.push(*mv);
            seen.push(child.key());
            node = *child;
        }
        if let Some(record) = self.thought.records.get(node.key()) {
            line.extend(&record.line);
        }
        let mut position = position_after(self.position(), path);
        let mut legal = 0;
        while legal < line.len() && position.is_legal(line[legal]) {
            position = position.after(line[legal]);
            legal += 1;
        }
        line.truncate(legal);
        line
    }
}
