//! Quiescence: captures, and at first checks, until nothing hangs.

use bstar_board::score::ScoreBound;
use bstar_board::{EXCHANGE_VALUES, Position};

use crate::board_keys;
use crate::history::Placed;
use crate::ordering::{Hints, MoveSet, Picker};
use crate::searcher::{Searcher, Watch};
use crate::value::{DRAW, INFINITE, MAX_PLY, Value, is_mate, mated_in};

/// The depth of table entries of the first ply, which also tries checks.
const WITH_CHECKS_DEPTH_PLIES: i32 = 0;
/// The depth of table entries of later plies.
const CAPTURES_ONLY_DEPTH_PLIES: i32 = -1;

/// A capture must bring the value to within this margin of alpha.
const DELTA_MARGIN_CENTIPAWNS: Value = 180;

impl Searcher {
    /// The value of a position once it is quiet. `depth` is 0 at the first ply and then negative.
    pub(crate) fn quiescence(
        &mut self,
        position: &Position,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        depth: i32,
        watch: &dyn Watch,
    ) -> Value {
        let on_line = beta - alpha > 1;
        self.lines[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        self.count_node(watch);
        if self.stopped {
            return DRAW;
        }
        if ply > 0 && self.is_draw(position) {
            return DRAW;
        }
        let in_check = position.in_check();
        if ply >= MAX_PLY {
            return if in_check {
                DRAW
            } else {
                self.evaluate(position)
            };
        }
        if !self.techniques.quiescence && !in_check {
            let evaluation = self.evaluate(position);
            return self.corrected(position, evaluation);
        }

        let with_checks = depth >= 0 && self.techniques.quiescence_checks;
        let table_depth = if in_check || with_checks {
            WITH_CHECKS_DEPTH_PLIES
        } else {
            CAPTURES_ONLY_DEPTH_PLIES
        };
        let key = board_keys::table(position);
        let known = self.recall(key, ply);
        if let Some(known) = known
            && !on_line
            && known.depth >= table_depth
            && known.settles(alpha, beta)
        {
            return known.value;
        }

        let mut evaluation = None;
        let mut best = -INFINITE;
        let mut promising = -INFINITE;
        if !in_check {
            let raw = known
                .and_then(|known| known.evaluation)
                .unwrap_or_else(|| self.evaluate(position));
            evaluation = Some(raw);
            best = self.corrected(position, raw);
            if let Some(known) = known
                && !is_mate(known.value)
                && (known.value > best && known.bound.allows_at_least()
                    || known.value < best && known.bound.allows_at_most())
            {
                best = known.value;
            }
            if best >= beta {
                if known.is_none() {
                    self.remember(
                        key,
                        ply,
                        None,
                        best,
                        evaluation,
                        CAPTURES_ONLY_DEPTH_PLIES,
                        ScoreBound::Lower,
                    );
                }
                return best;
            }
            alpha = alpha.max(best);
            promising = best + DELTA_MARGIN_CENTIPAWNS;
        }
        let alpha_at_first = alpha;

        let hints = Hints {
            first: known.and_then(|known| known.mv),
            before: self.before(ply),
            ..Hints::default()
        };
        let wanted = if in_check {
            MoveSet::All
        } else if with_checks {
            MoveSet::NoisyAndChecks
        } else {
            MoveSet::Noisy
        };
        let mut picker = Picker::new(position, hints, wanted);
        let mut best_move = None;
        let mut tried = 0;
        while let Some(picked) = picker.next(position, &self.experience, &self.techniques) {
            let mv = picked.mv;
            if best > -INFINITE && !is_mate(best) {
                if picked.losing && self.techniques.exchange_pruning {
                    break;
                }
                if in_check {
                    // One way out of check does not lose. Quiet ones are not worth more time.
                    if picked.quiet && tried > 0 {
                        picker.skip_quiet_moves();
                        continue;
                    }
                } else if picked.quiet {
                    if self.techniques.exchange_pruning && !position.exchange_gains(mv, 0) {
                        continue;
                    }
                } else if self.techniques.futility && mv.promotion.is_none() {
                    let victim = position
                        .captured(mv)
                        .map_or(0, |v| EXCHANGE_VALUES[v as usize]);
                    if promising + victim <= alpha {
                        best = best.max(promising + victim);
                        continue;
                    }
                }
            }
            self.prefetch_child(position, mv);
            let child = position.after(mv);
            tried += 1;
            self.enter(position, mv, &child);
            self.ply_states[ply].placed = Some(Placed::by(position, mv));
            let value = -self.quiescence(&child, -beta, -alpha, ply + 1, depth - 1, watch);
            self.leave();
            if self.stopped {
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    if on_line {
                        self.extend_line(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        if in_check && tried == 0 && best == -INFINITE {
            return mated_in(ply);
        }
        let bound = if best >= beta {
            ScoreBound::Lower
        } else if best > alpha_at_first {
            ScoreBound::Exact
        } else {
            ScoreBound::Upper
        };
        self.remember(key, ply, best_move, best, evaluation, table_depth, bound);
        best
    }
}
