//! The search of one thread: its state, and what every node needs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bstar_board::score::ScoreBound;
use bstar_board::{Move, Position};
use bstar_eval::{Evaluation, SearchEvaluator};
use bstar_tables::Tables;

use crate::board_keys;
use crate::history::{Correction, Experience, Placed};
use crate::refutation::Follower;
use crate::root_move::RootMove;
use crate::table::{TableEntry, TranspositionTable};
use crate::techniques::Techniques;
use crate::value::{MAX_PLY, Value};
use crate::variation::Variation;

/// Tells a search whether to stop. It is asked every 1024 nodes.
pub trait Watch: Sync {
    /// Whether the search should stop now.
    fn should_stop(&self) -> bool;
}

/// Never stops: for searches that end by themselves.
pub struct NeverStop;

impl Watch for NeverStop {
    fn should_stop(&self) -> bool {
        false
    }
}

/// How many nodes are searched between two questions to the watch.
const NODES_BETWEEN_STOP_CHECKS: u64 = 1024;

/// What is remembered of each ply of the line being searched.
#[derive(Clone, Copy, Default)]
pub(crate) struct PlyState {
    pub evaluation: Option<Value>,
    /// The man moved from here; none after a pass.
    pub placed: Option<Placed>,
    pub killers: [Option<Move>; 2],
    /// The move left out, while it is tested whether it is the only good one.
    pub excluded: Option<Move>,
}

/// A searcher: ordering tables, an evaluator, and a share in a table of positions.
pub struct Searcher {
    pub(crate) table: Arc<TranspositionTable>,
    pub(crate) techniques: Techniques,
    evaluation: Evaluation,
    evaluator: SearchEvaluator,
    /// Makes every evaluation again, from nothing but the position.
    #[cfg(test)]
    pub(crate) second_evaluator: SearchEvaluator,
    pub(crate) endings: Tables,
    pub(crate) experience: Experience,
    pub(crate) correction: Correction,
    pub(crate) follower: Follower,
    pub(crate) root_moves: Vec<RootMove>,
    pub(crate) root_depth: i32,
    pub(crate) ply_states: Box<[PlyState; MAX_PLY + 1]>,
    pub(crate) lines: Box<[Variation; MAX_PLY + 1]>,
    pub(crate) nodes: u64,
    pub(crate) seldepth: usize,
    pub(crate) stopped: bool,
    pub(crate) node_limit: u64,
    next_stop_check: u64,
    /// The node count that other threads may read.
    pub(crate) published: Arc<AtomicU64>,
    /// Keys of the positions on the path: first those of the game that can still be repeated, then
    /// those of the search.
    path: Vec<u64>,
    /// The index of the root in `path`.
    root_index: usize,
}

/// A hundred plies of the game that can be repeated, the root, and the longest line.
const PATH_CAPACITY_PLIES: usize = 101 + MAX_PLY + 1;

impl Searcher {
    /// A searcher that shares a table. All that share one must have the same evaluation.
    pub fn new(
        table: Arc<TranspositionTable>,
        techniques: Techniques,
        evaluation: &Evaluation,
    ) -> Self {
        Self {
            table,
            techniques,
            evaluation: evaluation.clone(),
            evaluator: SearchEvaluator::new(evaluation, MAX_PLY),
            #[cfg(test)]
            second_evaluator: SearchEvaluator::new(evaluation, 0),
            endings: Tables::default(),
            experience: Experience::new(),
            correction: Correction::new(),
            follower: Follower::default(),
            root_moves: Vec::with_capacity(218),
            root_depth: 0,
            ply_states: Box::new([PlyState::default(); MAX_PLY + 1]),
            lines: vec![Variation::new(); MAX_PLY + 1]
                .into_boxed_slice()
                .try_into()
                .expect("the vector has this length"),
            nodes: 0,
            seldepth: 0,
            stopped: false,
            node_limit: u64::MAX,
            next_stop_check: 0,
            published: Arc::new(AtomicU64::new(0)),
            path: Vec::with_capacity(PATH_CAPACITY_PLIES),
            root_index: 0,
        }
    }

    /// Forgets what was learned. The caller must clear the table.
    pub fn clear(&mut self) {
        self.experience.clear();
        self.correction.clear();
    }

    pub fn set_techniques(&mut self, techniques: Techniques) {
        self.techniques = techniques;
    }

    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Changes the evaluation, and forgets what was learned. The caller must clear the table.
    pub fn set_evaluation(&mut self, evaluation: &Evaluation) {
        self.evaluation = evaluation.clone();
        self.evaluator = SearchEvaluator::new(evaluation, MAX_PLY);
        #[cfg(test)]
        {
            self.second_evaluator = SearchEvaluator::new(evaluation, 0);
        }
        self.clear();
    }

    /// Looks endings up in these tables. The caller must clear the table of positions.
    pub fn set_endings(&mut self, endings: &Tables) {
        self.endings = endings.clone();
    }

    /// The tables in which endings are looked up.
    pub fn endings(&self) -> &Tables {
        &self.endings
    }

    /// The nodes of the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts from nothing, so that a search this one takes no part in counts nothing of it.
    pub(crate) fn forget_nodes(&mut self) {
        self.nodes = 0;
        self.published.store(0, Ordering::Relaxed);
    }

    /// Prepares a search from a position that `keys` led to, its own key last.
    pub(crate) fn begin(&mut self, position: &Position, keys: &[u64], node_limit: u64) {
        let reach = keys.len().min(101);
        self.path.clear();
        self.path.extend_from_slice(&keys[keys.len() - reach..]);
        self.root_index = reach - 1;
        self.nodes = 0;
        self.seldepth = 0;
        self.stopped = false;
        self.node_limit = node_limit;
        self.next_stop_check = node_limit.min(NODES_BETWEEN_STOP_CHECKS);
        self.published.store(0, Ordering::Relaxed);
        self.ply_states.fill(PlyState::default());
        self.follower.forget();
        self.evaluator.begin(position);
    }

    /// Counts a node, and asks the watch now and then.
    #[inline]
    pub(crate) fn count_node(&mut self, watch: &dyn Watch) {
        self.nodes += 1;
        if self.nodes >= self.next_stop_check {
            self.published.store(self.nodes, Ordering::Relaxed);
            self.next_stop_check = (self.nodes + NODES_BETWEEN_STOP_CHECKS).min(self.node_limit);
            if self.nodes >= self.node_limit || watch.should_stop() {
                self.stopped = true;
            }
        }
    }

    /// Prefetches the table's entry of the position that a move leads to, before the move is
    /// played.
    #[inline]
    pub(crate) fn prefetch_child(&self, position: &Position, mv: Move) {
        self.table.prefetch(position.likely_key_after(mv));
    }

    /// A move was played, and the position after it is searched next.
    #[inline]
    pub(crate) fn enter(&mut self, position: &Position, mv: Move, child: &Position) {
        self.evaluator.enter(position, mv);
        self.enter_by_passing(child);
    }

    #[inline]
    pub(crate) fn leave(&mut self) {
        self.evaluator.leave();
        self.leave_after_passing();
    }

    /// The side passed, and the position is searched next. No man has moved.
    #[inline]
    pub(crate) fn enter_by_passing(&mut self, position: &Position) {
        self.table.prefetch(board_keys::table(position));
        self.path.push(position.key());
    }

    #[inline]
    pub(crate) fn leave_after_passing(&mut self) {
        self.path.pop();
    }

    /// The static evaluation of the position that was entered last.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &Position) -> Value {
        let value = self.evaluator.evaluate(position);
        #[cfg(test)]
        assert_eq!(value, self.evaluate_afresh(position), "{position:?}");
        value
    }

    /// Whether the position at the end of the path is drawn by repetition, the fifty-move rule or
    /// lack of material.
    ///
    /// A position met twice since the root counts as a draw: a side that could avoid it the second
    /// time could have done so the first time. A position met twice in the game before the root is
    /// a draw by the rules.
    pub(crate) fn is_draw(&self, position: &Position) -> bool {
        let clock = usize::from(position.halfmove_clock());
        if clock >= 100 {
            return !position.in_check() || position.has_legal_move();
        }
        if position.is_dead() {
            return true;
        }
        if clock < 4 {
            return false;
        }
        let last = self.path.len() - 1;
        let key = self.path[last];
        let mut in_game = 0;
        let mut back = 4;
        while back <= clock.min(last) {
            let index = last - back;
            if self.path[index] == key {
                if index >= self.root_index {
                    return true;
                }
                in_game += 1;
                if in_game == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// The static evaluation of any position.
    #[cfg(test)]
    pub(crate) fn evaluate_afresh(&mut self, position: &Position) -> Value {
        self.second_evaluator.begin(position);
        self.second_evaluator.evaluate(position)
    }

    /// The static evaluation, corrected by experience.
    pub(crate) fn corrected(&self, position: &Position, evaluation: Value) -> Value {
        if self.techniques.correction_history {
            self.correction.apply(position, evaluation)
        } else {
            evaluation
        }
    }

    /// The best line of the node at this ply becomes `mv` and then the line below it.
    pub(crate) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = below.first() {
            let room = line.remaining_capacity();
            line.extend(rest.iter().copied().take(room));
        }
    }

    /// The table's entry of a position, unless the table is switched off.
    pub(crate) fn recall(&self, key: u64, ply: usize) -> Option<TableEntry> {
        if self.techniques.transposition_table {
            self.table.get(key, ply)
        } else {
            None
        }
    }

    #[allow(clippy::too_many_arguments)] // it is the table's entry, taken apart
    pub(crate) fn remember(
        &self,
        key: u64,
        ply: usize,
        mv: Option<Move>,
        value: Value,
        evaluation: Option<Value>,
        depth: i32,
        bound: ScoreBound,
    ) {
        if self.techniques.transposition_table {
            let known = TableEntry {
                mv,
                value,
                evaluation,
                depth,
                bound,
                on_line: bound == ScoreBound::Exact,
            };
            self.table.store(key, ply, known);
        }
    }

    /// The men moved one and two plies before this one.
    pub(crate) fn before(&self, ply: usize) -> [Option<Placed>; 2] {
        [1, 2].map(|back| {
            ply.checked_sub(back)
                .and_then(|p| self.ply_states[p].placed)
        })
    }
}
