//! Iterative deepening: depth 1, then 2, then 3, each helping the next.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use bstar_board::score::{Centipawns, ScoreBound};
use bstar_board::{Game, Move};
use bstar_kit::effort::Effort;

use crate::root_move::RootMove;
use crate::searcher::{Searcher, Watch};
use crate::value::{INFINITE, MAX_PLY, Value, is_mate};
use crate::variation::{Variation, sound_part};

/// From this depth on, the search begins with a narrow window around the last value.
const ASPIRATION_FROM_DEPTH_PLIES: i32 = 4;
/// Half the width of that window at first.
const FIRST_MARGIN_CENTIPAWNS: Value = 14;
/// Beyond this margin the window is opened fully.
const WIDEST_MARGIN_CENTIPAWNS: Value = 500;

/// What is to be searched.
#[derive(Clone, Debug)]
pub struct RootTask<'g> {
    /// The position and the game that led to it.
    pub game: &'g Game,
    /// Only these moves of the root; all of them if empty.
    pub only: &'g [Move],
    /// How many best moves are wanted.
    pub lines: usize,
    /// Its depth and its nodes end the search, the nodes exactly. The watch knows of its time.
    pub effort: Effort,
}

/// What one iteration found, for one of the wanted lines.
#[derive(Clone, Debug)]
pub struct Iteration {
    pub depth: u32,
    /// The longest line searched.
    pub seldepth: u32,
    /// The rank among the wanted lines, from 1.
    pub rank: usize,
    /// The value for the side to move.
    pub value: Centipawns,
    /// Whether that is the value, or only a bound of it.
    pub bound: ScoreBound,
    /// The line of best play. It is legal, and ends at a draw if it meets one.
    pub line: Variation,
    /// Nodes of this searcher so far.
    pub nodes: u64,
    /// Whether the iteration is finished, or this comes from inside it.
    pub finished: bool,
    /// The share of all nodes that were spent below the best move, 0 to 1.
    pub share_of_best: f64,
}

/// The result of a search of the root.
#[derive(Clone, Debug)]
pub struct RootResult {
    /// The value for the side to move.
    pub value: Centipawns,
    /// The line of best play. Its first move is the best.
    pub line: Variation,
    /// The depth of the last finished iteration.
    pub depth: u32,
}

impl Searcher {
    /// Searches deeper and deeper until the watch, the limits or `report` end it.
    ///
    /// Returns `None` if the root has no legal move, or none of those asked for.
    pub fn think(
        &mut self,
        task: &RootTask,
        watch: &dyn Watch,
        report: &mut dyn FnMut(&Iteration) -> ControlFlow<()>,
    ) -> Option<RootResult> {
        self.think_from(1, task, watch, report)
    }

    /// Does the same, and begins at this depth.
    pub(crate) fn think_from(
        &mut self,
        first: u32,
        task: &RootTask,
        watch: &dyn Watch,
        report: &mut dyn FnMut(&Iteration) -> ControlFlow<()>,
    ) -> Option<RootResult> {
        let position = task.game.position();
        let effort = task.effort.without_expansions();
        let node_limit = effort.node_limit().unwrap_or(u64::MAX);
        self.begin(position, task.game.keys(), node_limit);
        self.root_moves.clear();
        for mv in position.legal_moves() {
            if task.only.is_empty() || task.only.contains(&mv) {
                self.root_moves.push(RootMove::new(mv));
            }
        }
        if self.root_moves.is_empty() {
            return None;
        }
        self.order_before_search(task);

        let lines = task.lines.clamp(1, self.root_moves.len());
        let deepest = effort.depth_limit().unwrap_or(MAX_PLY as u32);
        let last = deepest.clamp(1, MAX_PLY as u32) as i32;
        let mut first = first.clamp(1, last as u32) as i32;
        if !self.techniques.iterative_deepening && deepest < MAX_PLY as u32 {
            first = last;
        }
        let mut done = 0;
        'deeper: for depth in first..=last {
            self.root_depth = depth;
            for rank in 0..lines {
                self.search_window(task, rank, depth, watch, report);
                if self.stopped {
                    break 'deeper;
                }
                self.root_moves[..=rank].sort_by_key(|root_move| Reverse(root_move.known));
            }
            done = depth;
            let mut enough = false;
            for rank in 0..lines {
                let news = self.iteration(task, rank, depth, true);
                enough |= report(&news).is_break() && rank == 0;
            }
            if enough {
                break;
            }
        }
        let value = match self.root_moves[0].known {
            // Not even the first move was searched to depth 1.
            value if value == -INFINITE && position.in_check() => 0,
            value if value == -INFINITE => self.evaluate(position),
            value => value,
        };
        Some(RootResult {
            value: Centipawns(value),
            line: sound_part(task.game, &self.root_moves[0].line),
            depth: done as u32,
        })
    }

    /// Puts captures that win something first, before anything is searched.
    fn order_before_search(&mut self, task: &RootTask) {
        let position = task.game.position();
        let remembered = self
            .recall(crate::board_keys::table(position), 0)
            .and_then(|known| known.mv);
        self.root_moves.sort_by_key(|root_move| {
            let mv = root_move.mv;
            let noisy = !position.is_quiet(mv) && position.exchange_gains(mv, 0);
            Reverse((Some(mv) == remembered, noisy))
        });
    }

    /// Searches one line of one iteration, in a window that is widened until the value lies inside.
    fn search_window(
        &mut self,
        task: &RootTask,
        rank: usize,
        depth: i32,
        watch: &dyn Watch,
        report: &mut dyn FnMut(&Iteration) -> ControlFlow<()>,
    ) {
        let position = task.game.position();
        let last = self.root_moves[rank].known;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut margin = FIRST_MARGIN_CENTIPAWNS + last.abs().min(2_000) / 100;
        if self.techniques.aspiration && depth >= ASPIRATION_FROM_DEPTH_PLIES && last != -INFINITE {
            alpha = last - margin;
            beta = last + margin;
        }
        let mut reduction = 0;
        loop {
            let searched = (depth - reduction).max(1);
            let value = self.root(position, rank, alpha, beta, searched, watch);
            if self.stopped {
                self.keep_best_of_unfinished(rank);
                return;
            }
            self.root_moves[rank..]
                .sort_by_key(|root_move| Reverse((root_move.value, root_move.nodes)));
            if value > alpha && value < beta {
                return;
            }
            if self.nodes > 1_000_000 {
                let _ = report(&self.iteration(task, rank, depth, false));
            }
            let wide_open = margin > WIDEST_MARGIN_CENTIPAWNS;
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = if wide_open { -INFINITE } else { value - margin };
                reduction = 0;
            } else {
                beta = if wide_open { INFINITE } else { value + margin };
                // The move is good. How good is found out a little less deeply.
                if reduction < 2 && !is_mate(value) {
                    reduction += 1;
                }
            }
            margin += margin / 2 + 5;
        }
    }

    /// An interrupted iteration still counts where it found a better move than the one it began
    /// with.
    fn keep_best_of_unfinished(&mut self, rank: usize) {
        let searched_first = self.root_moves[rank].value != -INFINITE
            && self.root_moves[rank].bound != ScoreBound::Upper;
        if searched_first {
            self.root_moves[rank..]
                .sort_by_key(|root_move| Reverse((root_move.value, root_move.nodes)));
        }
    }

    fn iteration(&self, task: &RootTask, rank: usize, depth: i32, finished: bool) -> Iteration {
        let root_move = &self.root_moves[rank];
        Iteration {
            depth: depth as u32,
            seldepth: root_move.seldepth.max(depth as usize) as u32,
            rank: rank + 1,
            value: Centipawns(root_move.known),
            bound: root_move.bound,
            line: sound_part(task.game, &root_move.line),
            nodes: self.nodes,
            finished,
            share_of_best: self.root_moves[0].nodes as f64 / self.nodes.max(1) as f64,
        }
    }
}
