//! One position of the tree.
//!
//! A node first tries to do without its moves: by the table, by its static value, by passing. Then
//! it tries the moves in order until one is good enough. At the end it records what it learned.

use bstar_board::score::ScoreBound;
use bstar_board::{Move, Position};

use crate::board_keys;
use crate::history::bonus;
use crate::searcher::{Searcher, Watch};
use crate::table::TableEntry;
use crate::value::{DRAW, INFINITE, MAX_PLY, Value, is_mate, mated_in, of_known};

/// What a node is asked for.
#[derive(Clone, Copy)]
pub(crate) struct NodeQuery {
    pub alpha: Value,
    pub beta: Value,
    pub depth: i32,
    pub ply: usize,
    /// Whether a cut-off is expected here.
    pub cut_expected: bool,
}

impl NodeQuery {
    /// The query for the position after a move. The window is given from this side's point of view.
    pub fn below(&self, alpha: Value, beta: Value, depth: i32, cut_expected: bool) -> NodeQuery {
        NodeQuery {
            alpha: -beta,
            beta: -alpha,
            depth,
            ply: self.ply + 1,
            cut_expected,
        }
    }

    /// Whether the value itself is wanted, and not only on which side of a limit it lies.
    pub fn on_line(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// What a node knows before it tries its moves.
pub(crate) struct NodeEstimate {
    pub in_check: bool,
    pub known: Option<TableEntry>,
    /// The evaluation as computed, without correction.
    pub raw: Option<Value>,
    /// The best guess of the node's value without a search.
    pub guess: Value,
    /// Whether the side to move is better off than two plies ago.
    pub improving: bool,
}

impl Searcher {
    /// The value of a position, searched to a depth, as far as the window asks.
    pub(crate) fn node(&mut self, position: &Position, ask: NodeQuery, watch: &dyn Watch) -> Value {
        let NodeQuery {
            mut alpha,
            mut beta,
            mut depth,
            ply,
            ..
        } = ask;
        let on_line = ask.on_line();
        let in_check = position.in_check();
        if in_check && self.techniques.check_extensions && (ply as i32) < 2 * self.root_depth {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiescence(position, alpha, beta, ply, 0, watch);
        }
        self.lines[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        self.count_node(watch);
        if self.stopped {
            return DRAW;
        }
        let excluded = self.ply_states[ply].excluded;
        if ply > 0 {
            if self.is_draw(position) {
                return DRAW;
            }
            // No line from here is better than a mate at once, or worse than being mated now.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(-mated_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        if ply >= MAX_PLY {
            return if in_check {
                DRAW
            } else {
                self.evaluate(position)
            };
        }

        let key = board_keys::table(position);
        let known = if excluded.is_none() {
            self.recall(key, ply)
        } else {
            None
        };
        if let Some(known) = known
            && !on_line
            && known.depth >= depth
            && known.settles(alpha, beta)
        {
            if let Some(mv) = known.mv
                && known.value >= beta
                && position.is_legal(mv)
                && position.is_quiet(mv)
            {
                self.reward_quiet(position, mv, ply, bonus(depth));
            }
            return known.value;
        }
        if ply > 0
            && excluded.is_none()
            && let Some(ending) = self.endings.inside_search(position, depth as u32)
            && (!in_check || position.has_legal_move())
        {
            let value = of_known(ending, position.halfmove_clock(), ply);
            // It holds at every depth.
            let depth = depth.max(MAX_PLY as i32 / 2);
            self.remember(key, ply, None, value, None, depth, ScoreBound::Exact);
            return value;
        }

        let estimate = self.estimate(position, known, ply, in_check);
        if ply + 2 <= MAX_PLY {
            self.ply_states[ply + 2].killers = [None; 2];
        }
        // A probe must try the moves of its root.
        if !on_line && ply > 0 && !in_check && excluded.is_none() {
            let ask = NodeQuery {
                alpha,
                beta,
                depth,
                ..ask
            };
            if let Some(value) = self.without_moves(position, ask, &estimate, key, watch) {
                return value;
            }
            if self.stopped {
                return DRAW;
            }
        }

        // No move is known to begin with. A shallower search now costs less than a badly ordered
        // deep one.
        let first = known
            .and_then(|known| known.mv)
            .or_else(|| self.suggestion(ply));
        if self.techniques.internal_reduction
            && first.is_none()
            && excluded.is_none()
            && depth >= 4
            && (on_line || ask.cut_expected)
        {
            depth -= 1;
        }

        let ask = NodeQuery {
            alpha,
            beta,
            depth,
            ..ask
        };
        self.with_moves(position, ask, &estimate, first, key, watch)
    }

    fn suggestion(&self, ply: usize) -> Option<Move> {
        if self.techniques.refutation_table {
            self.follower.suggestion(ply)
        } else {
            None
        }
    }

    fn estimate(
        &mut self,
        position: &Position,
        known: Option<TableEntry>,
        ply: usize,
        in_check: bool,
    ) -> NodeEstimate {
        if in_check {
            self.ply_states[ply].evaluation = None;
            return NodeEstimate {
                in_check,
                known,
                raw: None,
                guess: -INFINITE,
                improving: false,
            };
        }
        let raw = known
            .and_then(|known| known.evaluation)
            .unwrap_or_else(|| self.evaluate(position));
        let evaluation = self.corrected(position, raw);
        self.ply_states[ply].evaluation = Some(evaluation);
        let earlier = |back: usize| {
            ply.checked_sub(back)
                .and_then(|p| self.ply_states[p].evaluation)
        };
        let improving = earlier(2)
            .or_else(|| earlier(4))
            .is_none_or(|before| evaluation > before);
        let mut guess = evaluation;
        if let Some(known) = known
            && !is_mate(known.value)
            && (known.value > guess && known.bound.allows_at_least()
                || known.value < guess && known.bound.allows_at_most())
        {
            guess = known.value;
        }
        NodeEstimate {
            in_check,
            known,
            raw: Some(raw),
            guess,
            improving,
        }
    }
}
