//! Trying the moves of a node in order.
//!
//! Each move is skipped, searched deeper, or searched less deeply first and again if it surprises.

use arrayvec::ArrayVec;
use bstar_board::score::ScoreBound;
use bstar_board::{Move, Position};

use crate::history::Placed;
use crate::node::{NodeEstimate, NodeQuery};
use crate::ordering::{DirectChecks, Hints, MoveSet, Picked, Picker};
use crate::reductions;
use crate::searcher::{Searcher, Watch};
use crate::value::{DRAW, INFINITE, MATE_BOUND, Value, is_mate, mated_in};

/// Moves that were tried and did not cause a cut-off.
#[derive(Default)]
pub(crate) struct TriedMoves {
    pub quiet: ArrayVec<Move, 64>,
    pub noisy: ArrayVec<Move, 32>,
}

/// A move that is being tried.
struct Trial<'t> {
    child: &'t Position,
    picked: Picked,
    /// How many moves were handed out so far, including this one.
    number: usize,
    extension: i32,
    is_killer: bool,
}

impl Searcher {
    /// Tries the moves in order.
    pub(crate) fn with_moves(
        &mut self,
        position: &Position,
        ask: NodeQuery,
        estimate: &NodeEstimate,
        first: Option<Move>,
        key: u64,
        watch: &dyn Watch,
    ) -> Value {
        let NodeQuery {
            mut alpha,
            beta,
            depth,
            ply,
            ..
        } = ask;
        let on_line = ask.on_line();
        let excluded = self.ply_states[ply].excluded;
        let hints = Hints {
            first,
            killers: if self.techniques.killers {
                self.ply_states[ply].killers
            } else {
                [None; 2]
            },
            before: self.before(ply),
        };
        let checks = DirectChecks::of(position);
        let mut picker = Picker::new(position, hints, MoveSet::All);
        let mut tried = TriedMoves::default();
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        while let Some(picked) = picker.next(position, &self.experience, &self.techniques) {
            let mv = picked.mv;
            if excluded == Some(mv) {
                continue;
            }
            number += 1;
            if ply > 0
                && best > -MATE_BOUND
                && self.is_pruned(
                    position,
                    ask,
                    estimate,
                    &picked,
                    number,
                    &checks,
                    &mut picker,
                )
            {
                continue;
            }

            let extension = if Some(mv) == first && excluded.is_none() && ply > 0 {
                match self.singular_extension(position, ask, estimate, mv, watch) {
                    Ok(extension) => extension,
                    Err(value) => return value,
                }
            } else {
                0
            };
            if self.stopped {
                return DRAW;
            }

            self.prefetch_child(position, mv);
            let child = position.after(mv);
            self.enter(position, mv, &child);
            self.ply_states[ply].placed = Some(Placed::by(position, mv));
            self.follower.step(ply, mv);
            let trial = Trial {
                child: &child,
                picked,
                number,
                extension,
                is_killer: hints.killers.contains(&Some(mv)),
            };
            let value = self.try_move(&trial, ask, alpha, estimate, watch);
            self.leave();
            if self.stopped {
                return DRAW;
            }

            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if on_line {
                        self.extend_line(ply, mv);
                    }
                    if value >= beta {
                        self.learn_cut(position, &picked, &tried, ply, depth);
                        break;
                    }
                    alpha = value;
                }
            }
            if picked.quiet {
                let _ = tried.quiet.try_push(mv);
            } else {
                let _ = tried.noisy.try_push(mv);
            }
        }

        if number == 0 {
            return if excluded.is_some() {
                alpha
            } else if estimate.in_check {
                mated_in(ply)
            } else {
                DRAW
            };
        }
        if excluded.is_none() {
            let bound = ScoreBound::of(best, ask.alpha, beta);
            self.remember(key, ply, best_move, best, estimate.raw, depth, bound);
            self.learn_error(position, estimate, ply, depth, best, bound, best_move);
        }
        best
    }

    /// Whether a move is so unpromising that it is not tried at all.
    #[allow(clippy::too_many_arguments)]
    fn is_pruned(
        &self,
        position: &Position,
        ask: NodeQuery,
        estimate: &NodeEstimate,
        picked: &Picked,
        number: usize,
        checks: &DirectChecks,
        picker: &mut Picker,
    ) -> bool {
        let NodeQuery { alpha, depth, .. } = ask;
        let mv = picked.mv;
        if picked.quiet {
            let improving = usize::from(estimate.improving);
            if self.techniques.late_move_pruning
                && !estimate.in_check
                && depth <= 8
                && number > (3 + (depth * depth) as usize) * (1 + improving) / 2
            {
                picker.skip_quiet_moves();
            }
            if checks.gives(position, mv) {
                return self.techniques.exchange_pruning
                    && depth <= 6
                    && !position.exchange_gains(mv, -150 * depth);
            }
            let history = picked.history;
            let lesser = (depth - reductions::quiet(depth, number) / 1024 + history / 8192).max(0);
            if self.techniques.futility
                && !estimate.in_check
                && lesser <= 7
                && estimate.guess + 100 + 90 * lesser <= alpha
            {
                return true;
            }
            if self.techniques.history && depth <= 3 && history < -5_000 * depth {
                return true;
            }
            return self.techniques.exchange_pruning
                && depth <= 8
                && !position.exchange_gains(mv, -22 * lesser * lesser);
        }
        self.techniques.exchange_pruning
            && picked.losing
            && depth <= 6
            && !checks.gives(position, mv)
            && !position.exchange_gains(mv, -90 * depth)
    }

    /// Searches the remembered move deeper if it is much better than all others. `Err` is a value
    /// that settles the node: even without that move it is good enough.
    fn singular_extension(
        &mut self,
        position: &Position,
        ask: NodeQuery,
        estimate: &NodeEstimate,
        mv: Move,
        watch: &dyn Watch,
    ) -> Result<i32, Value> {
        let NodeQuery {
            beta, depth, ply, ..
        } = ask;
        let Some(known) = estimate.known else {
            return Ok(0);
        };
        if !self.techniques.singular_extensions
            || depth < 8
            || known.mv != Some(mv)
            || known.depth < depth - 3
            || !known.bound.allows_at_least()
            || is_mate(known.value)
            || (ply as i32) >= 2 * self.root_depth
        {
            return Ok(0);
        }
        let limit = known.value - 2 * depth;
        self.ply_states[ply].excluded = Some(mv);
        let value = self.node(
            position,
            NodeQuery {
                alpha: limit - 1,
                beta: limit,
                depth: (depth - 1) / 2,
                ply,
                cut_expected: ask.cut_expected,
            },
            watch,
        );
        self.ply_states[ply].excluded = None;
        if self.stopped {
            return Ok(0);
        }
        if value < limit {
            let by_far = !ask.on_line() && value < limit - 25;
            return Ok(if by_far { 2 } else { 1 });
        }
        if limit >= beta && !ask.on_line() {
            return Err(limit);
        }
        Ok(if known.value >= beta { -1 } else { 0 })
    }

    /// Searches one move. A late one is searched first with less depth and a window of one point,
    /// and again if it surprises.
    fn try_move(
        &mut self,
        trial: &Trial,
        ask: NodeQuery,
        alpha: Value,
        estimate: &NodeEstimate,
        watch: &dyn Watch,
    ) -> Value {
        let NodeQuery { beta, depth, .. } = ask;
        let Trial { child, number, .. } = *trial;
        let on_line = ask.on_line();
        let full = depth - 1 + trial.extension;
        if number == 1 || !self.techniques.minimal_window {
            let cut_expected = !on_line && !ask.cut_expected;
            let depth = if number > 1 {
                self.reduced(trial, ask, estimate, full)
            } else {
                full
            };
            let value = -self.node(child, ask.below(alpha, beta, depth, cut_expected), watch);
            return if value > alpha && depth < full && !self.stopped {
                -self.node(child, ask.below(alpha, beta, full, cut_expected), watch)
            } else {
                value
            };
        }
        let reduced = self.reduced(trial, ask, estimate, full);
        let mut value = -self.node(child, ask.below(alpha, alpha + 1, reduced, true), watch);
        if value > alpha && reduced < full && !self.stopped {
            value = -self.node(
                child,
                ask.below(alpha, alpha + 1, full, !ask.cut_expected),
                watch,
            );
        }
        if value > alpha && value < beta && !self.stopped {
            value = -self.node(child, ask.below(alpha, beta, full, false), watch);
        }
        value
    }

    /// The depth at which a late move is tried first.
    fn reduced(&self, trial: &Trial, ask: NodeQuery, estimate: &NodeEstimate, full: i32) -> i32 {
        let NodeQuery { depth, .. } = ask;
        let Trial { picked, number, .. } = *trial;
        let least_number = if ask.on_line() { 3 } else { 2 };
        if !self.techniques.late_move_reductions || depth < 3 || number < least_number {
            return full;
        }
        let mut reduction = if picked.quiet {
            let mut quiet = reductions::quiet(depth, number) - picked.history / 8;
            if trial.is_killer {
                quiet -= 1024;
            }
            quiet
        } else {
            reductions::noisy(depth, number)
        };
        if ask.on_line() || estimate.known.is_some_and(|known| known.on_line) {
            reduction -= 1024;
        }
        if ask.cut_expected {
            reduction += 1024;
        }
        if !estimate.improving {
            reduction += 512;
        }
        if trial.child.in_check() {
            reduction -= 2048;
        }
        let plies = (reduction / 1024).max(0);
        (full - plies).clamp(1.min(full), full)
    }
}
