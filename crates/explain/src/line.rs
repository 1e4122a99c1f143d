//! The line of best play after some moves: through the tree, and on into the probe of the position where the tree ends.

use bstar::{Key, NodeView};
use bstar_board::{Move, Position};
use bstar_engine::thinker::Thought;

use crate::words::position_after;

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its moves, from the root.
    pub moves: Vec<Move>,
    /// How many of them are moves of the tree; the rest were found by one probe.
    pub in_tree: usize,
    /// How it ends.
    pub end: End,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nobody looked further.
    Open,
    /// In mate.
    Mate,
    /// Because the game is drawn there.
    Draw,
    /// The next move would repeat a position of the line.
    Repeats,
}

/// The line that begins with these moves. It is shorter than they are if the tree does not know them.
pub fn after(thought: &Thought, begin: &[Move]) -> Line {
    let mut node = thought.search.root();
    let mut path = vec![node.key()];
    let mut moves = Vec::new();
    let mut repeats = false;
    loop {
        let next = match begin.get(moves.len()) {
            Some(mv) => node.moves().find(|(known, _)| known == mv),
            None => best(thought, node),
        };
        let Some((mv, child)) = next else { break };
        if path.contains(&child.key()) {
            repeats = true;
            if moves.len() >= begin.len() {
                break;
            }
        }
        moves.push(mv);
        path.push(child.key());
        node = child;
    }
    let in_tree = moves.len();
    let mut position = position_after(&thought.position, &moves);
    if in_tree >= begin.len() && !repeats && !node.is_settled() {
        for &mv in probed(thought, node.key()) {
            if !position.is_legal(mv) {
                break;
            }
            moves.push(mv);
            position = position.after(mv);
        }
    }
    let end = if repeats {
        End::Repeats
    } else if !position.has_legal_move() && position.in_check() {
        End::Mate
    } else if is_drawn(&position)
        || (moves.len() == in_tree && node.is_settled() && !node.is_expanded())
    {
        End::Draw
    } else {
        End::Open
    };
    Line {
        moves,
        in_tree,
        end,
    }
}

/// The move with the best real value for the side to move, the first of equals, as the search itself reads it.
pub fn best<'a>(thought: &Thought, node: NodeView<'a, Move>) -> Option<(Move, NodeView<'a, Move>)> {
    let player_moves = node.side() == thought.search.player();
    let worth = |child: &NodeView<'a, Move>| {
        let real = child.real();
        if player_moves {
            real.min()
        } else {
            -real.max()
        }
    };
    node.moves().reduce(|first, next| {
        if worth(&next.1) > worth(&first.1) {
            next
        } else {
            first
        }
    })
}

/// What a probe thought would follow.
pub fn probed(thought: &Thought, key: Key) -> &[Move] {
    thought.records.get(&key).map_or(&[], |record| &record.line)
}

fn is_drawn(position: &Position) -> bool {
    !position.has_legal_move() || position.is_dead() || position.halfmove_clock() >= 100
}
