//! The search of the root's moves.

use bstar_board::score::ScoreBound;
use bstar_board::{Move, Position};

use crate::board_keys;
use crate::history::Placed;
use crate::node::NodeQuery;
use crate::reductions;
use crate::searcher::{Searcher, Watch};
use crate::value::{DRAW, INFINITE, Value};

impl Searcher {
    /// Searches the root's moves from number `from` on in a window, and stores what it finds in
    /// them.
    pub(crate) fn root(
        &mut self,
        position: &Position,
        from: usize,
        mut alpha: Value,
        beta: Value,
        depth: i32,
        watch: &dyn Watch,
    ) -> Value {
        let asked = alpha;
        self.count_node(watch);
        let evaluation = (!position.in_check()).then(|| self.evaluate(position));
        self.ply_states[0].evaluation = evaluation.map(|raw| self.corrected(position, raw));
        for root_move in &mut self.root_moves[from..] {
            root_move.value = -INFINITE;
        }
        let mut best = -INFINITE;
        for index in from..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let number = index - from + 1;
            let nodes_before = self.nodes;
            let child = position.after(mv);
            self.ply_states[0].placed = Some(Placed::by(position, mv));
            self.seldepth = 0;
            let remembered = std::mem::take(&mut self.root_moves[index].refutation);
            self.follower.begin(mv, &remembered);
            self.root_moves[index].refutation = remembered;
            self.enter(position, mv, &child);
            let value = self.try_root_move(position, &child, mv, number, alpha, beta, depth, watch);
            self.leave();
            let spent = self.nodes - nodes_before;
            let seldepth = self.seldepth;
            let root_move = &mut self.root_moves[index];
            root_move.nodes += spent;
            if self.stopped {
                return DRAW;
            }
            let below = &self.lines[1];
            if !below.is_empty() {
                root_move.refutation.clear();
                root_move.refutation.push(mv);
                let room = root_move.refutation.remaining_capacity();
                root_move
                    .refutation
                    .extend(below.iter().copied().take(room));
            }
            if value > alpha || number == 1 {
                root_move.value = value;
                root_move.known = value;
                root_move.bound = ScoreBound::of(value, asked, beta);
                root_move.seldepth = seldepth;
                // A bound comes without a line. The line of the last iteration says more than the
                // move alone.
                let nothing_new = below.is_empty() && root_move.bound != ScoreBound::Exact;
                if number > 1 || !nothing_new || root_move.line.is_empty() {
                    root_move.line.clear();
                    root_move.line.push(mv);
                    let room = root_move.line.remaining_capacity();
                    root_move.line.extend(below.iter().copied().take(room));
                }
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        if from == 0 {
            let bound = ScoreBound::of(best, asked, beta);
            let best_move = self
                .root_moves
                .iter()
                .max_by_key(|root_move| root_move.value)
                .map(|root_move| root_move.mv);
            let key = board_keys::table(position);
            self.remember(key, 0, best_move, best, evaluation, depth, bound);
        }
        best
    }

    #[allow(clippy::too_many_arguments)]
    fn try_root_move(
        &mut self,
        position: &Position,
        child: &Position,
        mv: Move,
        number: usize,
        alpha: Value,
        beta: Value,
        depth: i32,
        watch: &dyn Watch,
    ) -> Value {
        let ask = NodeQuery {
            alpha,
            beta,
            depth,
            ply: 0,
            cut_expected: false,
        };
        let full = depth - 1;
        if number == 1 || !self.techniques.minimal_window {
            return -self.node(child, ask.below(alpha, beta, full, false), watch);
        }
        let late = self.techniques.late_move_reductions && depth >= 3 && number > 5;
        let reduced = if late && position.is_quiet(mv) && !child.in_check() {
            let plies = reductions::quiet(depth, number) / 1024 - 2;
            (full - plies.max(0)).max(1)
        } else {
            full
        };
        let mut value = -self.node(child, ask.below(alpha, alpha + 1, reduced, true), watch);
        if value > alpha && reduced < full && !self.stopped {
            value = -self.node(child, ask.below(alpha, alpha + 1, full, true), watch);
        }
        if value > alpha && value < beta && !self.stopped {
            value = -self.node(child, ask.below(alpha, beta, full, false), watch);
        }
        value
    }
}
