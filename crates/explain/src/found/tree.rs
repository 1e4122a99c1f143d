//! The line of best play from any node of the tree.

use bstar::NodeView;
use bstar_board::Move;

use super::Place;
use crate::claims::position_after;
use crate::reading::Reading;

impl<'a> Reading<'a> {
    /// The place after these moves.
    pub(crate) fn at<'p>(&'p self, path: &'p [Move]) -> Place<'p> {
        Place {
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

    /// What the search thinks follows after these moves: through the tree by the best values, and on as the probe of the last position saw it. Empty if the
    /// tree does not have the position.
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
            // The first of equals, as the search reads it.
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
