//! The search: alpha-beta to a fixed depth. It cuts only what it proves superfluous, and plays
//! captures out at the horizon.
//!
//! One function serves all variants below the root (Figs. 1, 5 and 7 of the paper). The value of a
//! position depends only on the position and on the height it is searched to. So the order of moves
//! and the memories do not change the root's value: it is that of a full minimax search.

use super::evaluation::Value;
use bstar_board::score::ScoreBound;
use bstar_board::{Move, MoveList, Position};

use super::counts::NodeCounts;
use super::evaluation::evaluate;
use super::memories::{History, TableEntry, TranspositionTable};
use super::ordering::{ordered_moves, safe_captures};
use super::variant::{Method, SearchVariant};
use bstar_kit::stop::Stop;

/// A value larger than all others.
pub(super) const INFINITE_VALUE: Value = 32_000;
/// The value of being mated at the horizon. If plies are left, the mate came sooner and is worse by
/// as much.
const MATED_VALUE: Value = -30_000;
const STALEMATE_VALUE: Value = 0;

/// Number of nodes between checks of whether the search must stop.
const NODES_BETWEEN_STOP_CHECKS: u64 = 4096;

/// Why a search was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// It needs more nodes than it may use.
    Limit,
    /// It was stopped from outside.
    Stopped,
}

/// A search and what it remembers.
pub(super) struct PlainSearcher<'a> {
    pub variant: SearchVariant,
    pub counts: NodeCounts,
    table: Option<TranspositionTable>,
    history: Option<History>,
    /// By height: the line that led to the last value found there. It is kept only for a refutation
    /// table.
    lines: Vec<Vec<Move>>,
    most_nodes: u64,
    next_stop_check: u64,
    stop: &'a Stop,
}

impl<'a> PlainSearcher<'a> {
    /// A searcher with empty memories. `entries` is the size of its transposition table, if it has
    /// one.
    pub fn new(
        variant: SearchVariant,
        entries: usize,
        most_nodes: u64,
        stop: &'a Stop,
    ) -> PlainSearcher<'a> {
        let memories = variant.memories;
        PlainSearcher {
            variant,
            counts: NodeCounts::default(),
            table: memories
                .transposition
                .then(|| TranspositionTable::new(entries)),
            history: memories.history.then(History::new),
            lines: Vec::new(),
            most_nodes,
            next_stop_check: NODES_BETWEEN_STOP_CHECKS,
            stop,
        }
    }

    /// Makes room for the lines of a search to this depth.
    pub fn prepare(&mut self, depth: u32) {
        self.lines.resize(depth as usize + 1, Vec::new());
    }

    /// The line below a move of the root that was searched to this height.
    pub fn line_at(&self, height: u32) -> &[Move] {
        &self.lines[height as usize]
    }

    /// The counts so far, with those of the table.
    pub fn counted(&self) -> NodeCounts {
        let mut counts = self.counts;
        if let Some(table) = &self.table {
            counts.stores = table.stores;
            counts.driven_out = table.driven_out;
        }
        counts
    }

    pub fn root_moves(&mut self, position: &Position) -> Vec<Move> {
        self.generate(position).to_vec()
    }

    /// The value of a position, searched to `height` plies. Outside the window it is a bound
    /// (fail-soft). `guide` is the line to try first.
    pub fn search(
        &mut self,
        position: &Position,
        alpha: Value,
        beta: Value,
        height: u32,
        guide: &[Move],
    ) -> Result<Value, Halt> {
        if self.variant.memories.refutation {
            self.lines[height as usize].clear();
        }
        if height == 0 {
            self.counts.horizon += 1;
            self.check_limits()?;
            return Ok(self.quiescence(position, alpha, beta));
        }
        self.counts.interior += 1;
        self.check_limits()?;
        let key = self.table.as_ref().map(|_| position.key());
        let known = self
            .table
            .as_ref()
            .zip(key)
            .and_then(|(table, key)| table.find(key));
        if let Some(known) = known
            && known.settles(alpha, beta, height)
        {
            return Ok(known.value);
        }

        let mut node = OpenNode::new(position, alpha, beta, height);
        let from_table = known.and_then(|known| known.mv);
        let from_line = guide.first().copied();
        let hints = [from_table, from_line.filter(|mv| from_table != Some(*mv))];
        // If a remembered move cuts off, the others need not be generated.
        for mv in hints.into_iter().flatten() {
            if !node.is_cut() && position.is_legal(mv) {
                let guide = guide_after(guide, mv);
                self.try_move(&mut node, mv, guide)?;
            }
        }
        if !node.is_cut() {
            let moves = self.generate(position);
            if moves.is_empty() {
                return Ok(if position.in_check() {
                    MATED_VALUE - height as Value
                } else {
                    STALEMATE_VALUE
                });
            }
            for mv in moves {
                if node.is_cut() {
                    break;
                }
                if !hints.contains(&Some(mv)) {
                    self.try_move(&mut node, mv, &[])?;
                }
            }
        }
        self.learn(&node, alpha, key);
        Ok(node.best)
    }

    /// Searches one more move of a node.
    pub fn try_move(&mut self, node: &mut OpenNode, mv: Move, guide: &[Move]) -> Result<(), Halt> {
        let child = node.position.after(mv);
        let (alpha, beta, height) = (node.alpha, node.beta, node.height - 1);
        let is_first = node.best_move.is_none();
        // A position at the horizon is searched once, with the whole window: a minimal window first
        // would save nothing there.
        let minimal = self.variant.method == Method::Pvs && !is_first && height > 0;
        let value = if minimal {
            let at_least = -self.search(&child, -alpha - 1, -alpha, height, guide)?;
            if alpha < at_least && at_least < beta {
                -self.search(&child, -beta, -at_least, height, guide)?
            } else {
                at_least
            }
        } else {
            -self.search(&child, -beta, -alpha, height, guide)?
        };
        if is_first || value > node.best {
            node.best = value;
            node.best_move = Some(mv);
            node.alpha = alpha.max(value);
            self.begin_line(mv, node.height);
        }
        Ok(())
    }

    /// The value of a position after its safe captures are played out. A side need not capture.
    pub fn quiescence(&mut self, position: &Position, mut alpha: Value, beta: Value) -> Value {
        let mut best = evaluate(position);
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        for mv in safe_captures(position) {
            self.counts.beyond += 1;
            let value = -self.quiescence(&position.after(mv), -beta, -alpha);
            if value > best {
                best = value;
                if value >= beta {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        best
    }

    fn generate(&mut self, position: &Position) -> MoveList {
        let moves = ordered_moves(position, self.history.as_ref());
        self.counts.generations += 1;
        self.counts.moves_generated += moves.len() as u64;
        moves
    }

    /// Remembers the result of a node.
    fn learn(&mut self, node: &OpenNode, first_alpha: Value, key: Option<u64>) {
        let bound = ScoreBound::of(node.best, first_alpha, node.beta);
        if let (Some(history), Some(mv)) = (&mut self.history, node.best_move)
            && bound != ScoreBound::Upper
        {
            history.count_best(node.position, mv);
        }
        if let (Some(table), Some(key)) = (&mut self.table, key) {
            let known = TableEntry {
                mv: node.best_move,
                value: node.best,
                bound,
                height: node.height,
            };
            table.store(key, known);
        }
    }

    /// Sets the line of a node: its best move and the line below it.
    fn begin_line(&mut self, mv: Move, height: u32) {
        if self.variant.memories.refutation {
            let (below, from_here) = self.lines.split_at_mut(height as usize);
            let line = &mut from_here[0];
            line.clear();
            line.push(mv);
            line.extend_from_slice(&below[height as usize - 1]);
        }
    }

    fn check_limits(&mut self) -> Result<(), Halt> {
        let nodes = self.counts.nodes();
        if nodes < self.next_stop_check {
            return Ok(());
        }
        self.next_stop_check = nodes + NODES_BETWEEN_STOP_CHECKS;
        if nodes > self.most_nodes {
            Err(Halt::Limit)
        } else if self.stop.is_set() {
            Err(Halt::Stopped)
        } else {
            Ok(())
        }
    }
}

/// A position whose moves are being tried.
pub(super) struct OpenNode<'p> {
    position: &'p Position,
    alpha: Value,
    beta: Value,
    height: u32,
    pub best: Value,
    pub best_move: Option<Move>,
}

impl<'p> OpenNode<'p> {
    pub fn new(position: &'p Position, alpha: Value, beta: Value, height: u32) -> OpenNode<'p> {
        OpenNode {
            position,
            alpha,
            beta,
            height,
            best: -INFINITE_VALUE,
            best_move: None,
        }
    }

    /// Whether a move was good enough to cut the others off.
    pub fn is_cut(&self) -> bool {
        self.best >= self.beta
    }
}

impl TableEntry {
    /// Whether it answers a search of this height. A deeper entry does not: its value may differ,
    /// and all variants must agree.
    fn settles(&self, alpha: Value, beta: Value, height: u32) -> bool {
        self.height == height
            && match self.bound {
                ScoreBound::Exact => true,
                ScoreBound::Lower => self.value >= beta,
                ScoreBound::Upper => self.value <= alpha,
            }
    }
}

/// The rest of a line after a move. It is empty if the move leaves the line.
fn guide_after(guide: &[Move], mv: Move) -> &[Move] {
    match guide.split_first() {
        Some((first, rest)) if *first == mv => rest,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::notation;

    #[test]
    fn a_bound_settles_only_what_lies_beyond_it() {
        let settles = |bound, value, height| {
            let known = TableEntry {
                mv: None,
                value,
                bound,
                height,
            };
            known.settles(10, 20, 3)
        };
        assert!(settles(ScoreBound::Exact, 15, 3));
        assert!(!settles(ScoreBound::Exact, 15, 4) && !settles(ScoreBound::Exact, 15, 2));
        assert!(settles(ScoreBound::Lower, 20, 3) && !settles(ScoreBound::Lower, 19, 3));
        assert!(settles(ScoreBound::Upper, 10, 3) && !settles(ScoreBound::Upper, 11, 3));
    }

    #[test]
    fn a_line_guides_only_those_who_follow_it() {
        let start = Position::start();
        let line = ["e2e4", "d2d4"].map(|word| notation::parse(&start, word).unwrap());
        assert_eq!(guide_after(&line, line[0]), &line[1..]);
        assert_eq!(guide_after(&line, line[1]), &[]);
        assert_eq!(guide_after(&[], line[0]), &[]);
    }
}
