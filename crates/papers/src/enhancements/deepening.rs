//! The search of the root: at once, or iteration by iteration.

use super::evaluation::Value;
use bstar_board::{Move, Position};
use serde::{Deserialize, Serialize};

use super::counts::NodeCounts;
use super::searcher::{Halt, INFINITE_VALUE, OpenNode, PlainSearcher};
use super::variant::{Method, SearchVariant};
use bstar_kit::stop::Stop;

/// How far the aspiration window reaches to either side of the last value.
const ASPIRATION_MARGIN_CENTIPAWNS: Value = 100;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchConditions {
    /// How deep, in plies.
    pub depth: u32,
    /// The size of the transposition table, in entries.
    pub entries: usize,
    /// The most nodes for one depth. Earlier iterations are included.
    pub most_nodes: u64,
}

/// What a search to one depth found and cost. Earlier iterations are included in the cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepthResult {
    /// The value, for the side to move.
    pub value: Value,
    pub counts: NodeCounts,
}

/// The search was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Searches a position to 1, 2, 3 … ply. Direct search begins anew for every depth. Depths that
/// need more nodes than allowed are missing at the end.
pub(super) fn search_each_depth(
    position: &Position,
    variant: SearchVariant,
    conditions: SearchConditions,
    stop: &Stop,
) -> Result<Vec<DepthResult>, Stopped> {
    let mut readings = Vec::new();
    let mut root = Root::new(position, variant, conditions, stop);
    for depth in 1..=conditions.depth {
        if variant.method == Method::Direct {
            root = Root::new(position, variant, conditions, stop);
        }
        match root.deepen(depth) {
            Ok(value) => readings.push(DepthResult {
                value,
                counts: root.searcher.counted(),
            }),
            Err(Halt::Limit) => break,
            Err(Halt::Stopped) => return Err(Stopped),
        }
    }
    Ok(readings)
}

/// Searches to the full depth and nothing else: direct search leaves out the smaller depths.
pub(super) fn search_once(
    position: &Position,
    variant: SearchVariant,
    conditions: SearchConditions,
    stop: &Stop,
) -> Result<(), Halt> {
    let mut root = Root::new(position, variant, conditions, stop);
    let first = match variant.method {
        Method::Direct => conditions.depth,
        _ => 1,
    };
    for depth in first..=conditions.depth {
        root.deepen(depth)?;
    }
    Ok(())
}

struct Root<'a> {
    position: &'a Position,
    searcher: PlainSearcher<'a>,
    moves: Vec<RootMove>,
    /// The value of the last iteration.
    value: Option<Value>,
}

struct RootMove {
    mv: Move,
    /// The line that followed in the last iteration. This is an entry of the refutation table.
    line: Vec<Move>,
}

impl<'a> Root<'a> {
    fn new(
        position: &'a Position,
        variant: SearchVariant,
        conditions: SearchConditions,
        stop: &'a Stop,
    ) -> Root<'a> {
        let mut searcher =
            PlainSearcher::new(variant, conditions.entries, conditions.most_nodes, stop);
        let moves = searcher.root_moves(position).into_iter();
        let line = Vec::new;
        Root {
            position,
            moves: moves.map(|mv| RootMove { mv, line: line() }).collect(),
            searcher,
            value: None,
        }
    }

    /// One iteration, with a second search where the window was too narrow (Fig. 3 of the paper).
    fn deepen(&mut self, depth: u32) -> Result<Value, Halt> {
        self.searcher.prepare(depth);
        let (alpha, beta) = match (self.searcher.variant.method, self.value) {
            (Method::Aspiration, Some(last)) => (
                last - ASPIRATION_MARGIN_CENTIPAWNS,
                last + ASPIRATION_MARGIN_CENTIPAWNS,
            ),
            _ => (-INFINITE_VALUE, INFINITE_VALUE),
        };
        let mut value = self.search(alpha, beta, depth)?;
        // The paper begins the second search at the value itself. One point further the value lies
        // inside the window and has a best move.
        if value >= beta {
            value = self.search(value - 1, INFINITE_VALUE, depth)?;
        } else if value <= alpha {
            value = self.search(-INFINITE_VALUE, value + 1, depth)?;
        }
        self.value = Some(value);
        Ok(value)
    }

    fn search(&mut self, alpha: Value, beta: Value, depth: u32) -> Result<Value, Halt> {
        self.searcher.counts.interior += 1;
        let mut node = OpenNode::new(self.position, alpha, beta, depth);
        for RootMove { mv, line } in &mut self.moves {
            if node.is_cut() {
                break;
            }
            self.searcher.try_move(&mut node, *mv, line)?;
            let followed = self.searcher.line_at(depth - 1);
            // If the transposition table answered, there is no line. Then the old one stays.
            if !followed.is_empty() {
                line.clear();
                line.extend_from_slice(followed);
            }
        }
        if node.best > alpha {
            let best = self
                .moves
                .iter()
                .position(|root| Some(root.mv) == node.best_move);
            // The others keep their order, because for most of them only a bound is known.
            self.moves[..=best.unwrap_or(0)].rotate_right(1);
        }
        Ok(node.best)
    }
}
