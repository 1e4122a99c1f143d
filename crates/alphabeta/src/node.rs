//! One position of the tree.
//!
//! A node first tries to get by without looking at its moves (the table, pruning by the static value, passing), then
//! tries them in order until one is good enough, and at the end writes down what it learned.

use arrayvec::ArrayVec;
use bstar_board::{Move, Piece, Position};

use crate::board_keys;
use crate::history::{Placed, bonus};
use crate::ordering::{DirectChecks, Hints, Picked, Picker, Wanted};
use crate::quiescence::useful;
use crate::reductions;
use crate::searcher::{Searcher, Watch};
use crate::table::Known;
use crate::value::{Bound, DRAW, INFINITE, MATE_BOUND, MAX_PLY, Value, is_mate, mated_in};

/// What a node is asked.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    pub alpha: Value,
    pub beta: Value,
    pub depth: i32,
    pub ply: usize,
    /// Is a cut-off expected here?
    pub cut_expected: bool,
}

impl Question {
    fn on_line(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// What a node knows before it looks at its moves.
struct Standing {
    in_check: bool,
    known: Option<Known>,
    /// The evaluation as computed, without correction.
    raw: Option<Value>,
    /// The best guess of the node's value without searching.
    guess: Value,
    /// Is the side to move better off than two plies ago?
    improving: bool,
}

/// Moves that were tried and did not cause a cut-off.
#[derive(Default)]
struct Tried {
    quiet: ArrayVec<Move, 64>,
    noisy: ArrayVec<Move, 32>,
}

impl Searcher {
    /// The value of a position, searched to a depth, as far as the window asks.
    pub(crate) fn node(&mut self, position: &Position, ask: Question, watch: &dyn Watch) -> Value {
        let Question {
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
        let excluded = self.frames[ply].excluded;
        if ply > 0 {
            if self.is_draw(position) {
                return DRAW;
            }
            // No line from here can be better than mate at once, or worse than being mated now.
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
                self.evaluator.evaluate(position)
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
            && useful(&known, alpha, beta)
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

        let standing = self.standing(position, known, ply, in_check);
        if ply + 2 <= MAX_PLY {
            self.frames[ply + 2].killers = [None; 2];
        }
        if !on_line && !in_check && excluded.is_none() {
            let ask = Question {
                alpha,
                beta,
                depth,
                ..ask
            };
            if let Some(value) = self.without_moves(position, ask, &standing, key, watch) {
                return value;
            }
            if self.stopped {
                return DRAW;
            }
        }

        // Nothing is known of where to begin: a shallower search now costs less than a badly ordered deep one.
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

        let ask = Question {
            alpha,
            beta,
            depth,
            ..ask
        };
        self.with_moves(position, ask, &standing, first, key, watch)
    }

    fn suggestion(&self, ply: usize) -> Option<Move> {
        if self.techniques.refutation_table {
            self.follower.suggestion(ply)
        } else {
            None
        }
    }

    fn standing(
        &mut self,
        position: &Position,
        known: Option<Known>,
        ply: usize,
        in_check: bool,
    ) -> Standing {
        if in_check {
            self.frames[ply].evaluation = None;
            return Standing {
                in_check,
                known,
                raw: None,
                guess: -INFINITE,
                improving: false,
            };
        }
        let raw = known
            .and_then(|known| known.evaluation)
            .unwrap_or_else(|| self.evaluator.evaluate(position));
        let evaluation = self.corrected(position, raw);
        self.frames[ply].evaluation = Some(evaluation);
        let earlier = |back: usize| {
            ply.checked_sub(back)
                .and_then(|p| self.frames[p].evaluation)
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
        Standing {
            in_check,
            known,
            raw: Some(raw),
            guess,
            improving,
        }
    }

    /// Tries to answer without looking at the moves one by one.
    fn without_moves(
        &mut self,
        position: &Position,
        ask: Question,
        standing: &Standing,
        key: u64,
        watch: &dyn Watch,
    ) -> Option<Value> {
        let Question {
            alpha,
            beta,
            depth,
            ply,
            ..
        } = ask;
        let guess = standing.guess;
        let improving = i32::from(standing.improving);

        // Razoring: so far below that only captures could help.
        if self.techniques.razoring && depth <= 3 && guess + 220 + 180 * depth * depth <= alpha {
            let value = self.quiescence(position, alpha, alpha + 1, ply, 0, watch);
            if self.stopped {
                return None;
            }
            if value <= alpha && !is_mate(value) {
                return Some(value);
            }
        }

        // Reverse futility: so far above that no quiet reply will bring it down.
        if self.techniques.reverse_futility
            && depth <= 7
            && !is_mate(beta)
            && guess - (60 * (depth - improving)).max(15) >= beta
            && guess < MATE_BOUND
        {
            return Some((guess + beta) / 2);
        }

        // Passing. With nothing but pawns, having to move may be what hurts.
        let us = position.side_to_move();
        let pieces =
            position.side(us) & !(position.pieces(Piece::Pawn) | position.pieces(Piece::King));
        let passed_before = ply > 0 && self.frames[ply - 1].placed.is_none();
        if self.techniques.null_move
            && depth >= 2
            && !passed_before
            && ply > 0
            && guess >= beta
            && self.frames[ply]
                .evaluation
                .is_some_and(|e| e + 20 * depth >= beta + 80)
            && !is_mate(beta)
            && !pieces.is_empty()
            && let Ok(child) = position.pass()
        {
            let reduction = 4 + depth / 4 + ((guess - beta) / 200).clamp(0, 3);
            self.frames[ply].placed = None;
            self.enter(&child);
            let value = -self.node(
                &child,
                Question {
                    alpha: -beta,
                    beta: -beta + 1,
                    depth: depth - reduction,
                    ply: ply + 1,
                    cut_expected: !ask.cut_expected,
                },
                watch,
            );
            self.leave();
            if self.stopped {
                return None;
            }
            if value >= beta {
                // A mate found by passing is not proved.
                let value = if is_mate(value) { beta } else { value };
                if depth < 12 {
                    return Some(value);
                }
                // At great depth, make sure by a search in which this side may not pass at once.
                let verified = self.verify_pass(position, ask, depth - reduction, watch);
                if verified >= beta {
                    return Some(value);
                }
                if self.stopped {
                    return None;
                }
            }
        }

        self.probcut(position, ask, standing, key, watch)
    }

    /// Searches the node again at reduced depth with passing switched off.
    fn verify_pass(
        &mut self,
        position: &Position,
        ask: Question,
        depth: i32,
        watch: &dyn Watch,
    ) -> Value {
        let on = std::mem::replace(&mut self.techniques.null_move, false);
        let value = self.node(
            position,
            Question {
                alpha: ask.beta - 1,
                depth,
                cut_expected: false,
                ..ask
            },
            watch,
        );
        self.techniques.null_move = on;
        value
    }

    /// A good capture that beats a raised limit at less depth very likely beats the real one.
    fn probcut(
        &mut self,
        position: &Position,
        ask: Question,
        standing: &Standing,
        key: u64,
        watch: &dyn Watch,
    ) -> Option<Value> {
        let Question {
            beta, depth, ply, ..
        } = ask;
        let raised = beta + 190;
        let ruled_out = standing
            .known
            .is_some_and(|known| known.depth >= depth - 3 && known.value < raised);
        if !self.techniques.probcut || depth < 6 || is_mate(beta) || ruled_out {
            return None;
        }
        let hints = Hints {
            first: standing.known.and_then(|known| known.mv),
            ..Hints::default()
        };
        let mut picker = Picker::new(position, hints, Wanted::Noisy);
        let needed = raised - standing.guess;
        while let Some(picked) = picker.next(position, &self.experience, &self.techniques) {
            if picked.losing {
                break;
            }
            if !position.exchange_gains(picked.mv, needed.max(0)) {
                continue;
            }
            let child = position.after(picked.mv);
            self.frames[ply].placed = Some(Placed::by(position, picked.mv));
            self.enter(&child);
            let mut value = -self.quiescence(&child, -raised, -raised + 1, ply + 1, 0, watch);
            if value >= raised && !self.stopped {
                value = -self.node(
                    &child,
                    Question {
                        alpha: -raised,
                        beta: -raised + 1,
                        depth: depth - 4,
                        ply: ply + 1,
                        cut_expected: !ask.cut_expected,
                    },
                    watch,
                );
            }
            self.leave();
            if self.stopped {
                return None;
            }
            if value >= raised {
                let mv = Some(picked.mv);
                self.remember(key, ply, mv, value, standing.raw, depth - 3, Bound::Lower);
                return Some(value);
            }
        }
        None
    }

    /// Tries the moves in order.
    fn with_moves(
        &mut self,
        position: &Position,
        ask: Question,
        standing: &Standing,
        first: Option<Move>,
        key: u64,
        watch: &dyn Watch,
    ) -> Value {
        let Question {
            mut alpha,
            beta,
            depth,
            ply,
            ..
        } = ask;
        let on_line = ask.on_line();
        let excluded = self.frames[ply].excluded;
        let hints = Hints {
            first,
            killers: if self.techniques.killers {
                self.frames[ply].killers
            } else {
                [None; 2]
            },
            before: self.before(ply),
        };
        let checks = DirectChecks::of(position);
        let mut picker = Picker::new(position, hints, Wanted::All);
        let mut tried = Tried::default();
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
                    standing,
                    &picked,
                    number,
                    &checks,
                    &mut picker,
                )
            {
                continue;
            }

            let extension = if Some(mv) == first && excluded.is_none() && ply > 0 {
                match self.singular_extension(position, ask, standing, mv, watch) {
                    Ok(extension) => extension,
                    Err(value) => return value,
                }
            } else {
                0
            };
            if self.stopped {
                return DRAW;
            }

            let child = position.after(mv);
            self.enter(&child);
            self.frames[ply].placed = Some(Placed::by(position, mv));
            self.follower.step(ply, mv);
            let value = self.try_move(
                &child, ask, alpha, standing, &picked, number, extension, &hints, watch,
            );
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
            } else if standing.in_check {
                mated_in(ply)
            } else {
                DRAW
            };
        }
        if excluded.is_none() {
            let bound = Bound::of(best, ask.alpha, beta);
            self.remember(key, ply, best_move, best, standing.raw, depth, bound);
            self.learn_error(position, standing, ply, depth, best, bound, best_move);
        }
        best
    }

    /// Is a move so unpromising that it is not tried at all?
    #[allow(clippy::too_many_arguments)]
    fn is_pruned(
        &self,
        position: &Position,
        ask: Question,
        standing: &Standing,
        picked: &Picked,
        number: usize,
        checks: &DirectChecks,
        picker: &mut Picker,
    ) -> bool {
        let Question { alpha, depth, .. } = ask;
        let mv = picked.mv;
        if picked.quiet {
            let improving = usize::from(standing.improving);
            if self.techniques.late_move_pruning
                && !standing.in_check
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
                && !standing.in_check
                && lesser <= 7
                && standing.guess + 100 + 90 * lesser <= alpha
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

    /// Is the remembered move much better than all others? Then it is searched deeper. `Err` is a value that settles
    /// the node: even without that move it is good enough.
    fn singular_extension(
        &mut self,
        position: &Position,
        ask: Question,
        standing: &Standing,
        mv: Move,
        watch: &dyn Watch,
    ) -> Result<i32, Value> {
        let Question {
            beta, depth, ply, ..
        } = ask;
        let Some(known) = standing.known else {
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
        self.frames[ply].excluded = Some(mv);
        let value = self.node(
            position,
            Question {
                alpha: limit - 1,
                beta: limit,
                depth: (depth - 1) / 2,
                ply,
                cut_expected: ask.cut_expected,
            },
            watch,
        );
        self.frames[ply].excluded = None;
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

    /// Searches one move: a late one first with less depth and a window of one point, and again if it surprises.
    #[allow(clippy::too_many_arguments)]
    fn try_move(
        &mut self,
        child: &Position,
        ask: Question,
        alpha: Value,
        standing: &Standing,
        picked: &Picked,
        number: usize,
        extension: i32,
        hints: &Hints,
        watch: &dyn Watch,
    ) -> Value {
        let Question {
            beta, depth, ply, ..
        } = ask;
        let on_line = ask.on_line();
        let full = depth - 1 + extension;
        let below = |alpha: Value, beta: Value, depth: i32, cut_expected: bool| Question {
            alpha: -beta,
            beta: -alpha,
            depth,
            ply: ply + 1,
            cut_expected,
        };
        if number == 1 || !self.techniques.minimal_window {
            let cut_expected = !on_line && !ask.cut_expected;
            let depth = if number > 1 {
                self.reduced(child, ask, standing, picked, number, full, hints)
            } else {
                full
            };
            let value = -self.node(child, below(alpha, beta, depth, cut_expected), watch);
            return if value > alpha && depth < full && !self.stopped {
                -self.node(child, below(alpha, beta, full, cut_expected), watch)
            } else {
                value
            };
        }
        let reduced = self.reduced(child, ask, standing, picked, number, full, hints);
        let mut value = -self.node(child, below(alpha, alpha + 1, reduced, true), watch);
        if value > alpha && reduced < full && !self.stopped {
            value = -self.node(
                child,
                below(alpha, alpha + 1, full, !ask.cut_expected),
                watch,
            );
        }
        if value > alpha && value < beta && !self.stopped {
            value = -self.node(child, below(alpha, beta, full, false), watch);
        }
        value
    }

    /// The depth at which a late move is tried first.
    #[allow(clippy::too_many_arguments)]
    fn reduced(
        &self,
        child: &Position,
        ask: Question,
        standing: &Standing,
        picked: &Picked,
        number: usize,
        full: i32,
        hints: &Hints,
    ) -> i32 {
        let Question { depth, .. } = ask;
        let least_number = if ask.on_line() { 3 } else { 2 };
        if !self.techniques.late_move_reductions || depth < 3 || number < least_number {
            return full;
        }
        let mut reduction = if picked.quiet {
            let mut quiet = reductions::quiet(depth, number) - picked.history / 8;
            if hints.killers.contains(&Some(picked.mv)) {
                quiet -= 1024;
            }
            quiet
        } else {
            reductions::noisy(depth, number)
        };
        if ask.on_line() || standing.known.is_some_and(|known| known.on_line) {
            reduction -= 1024;
        }
        if ask.cut_expected {
            reduction += 1024;
        }
        if !standing.improving {
            reduction += 512;
        }
        if child.in_check() {
            reduction -= 2048;
        }
        let plies = (reduction / 1024).max(0);
        (full - plies).clamp(1.min(full), full)
    }

    /// A move caused a cut-off: it is rewarded, those tried before it are not.
    fn learn_cut(
        &mut self,
        position: &Position,
        picked: &Picked,
        tried: &Tried,
        ply: usize,
        depth: i32,
    ) {
        let bonus = bonus(depth);
        let mv = picked.mv;
        if picked.quiet {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            if let Some(before) = self.before(ply)[0] {
                self.experience.learn_counter(before, mv);
            }
            self.reward_quiet(position, mv, ply, bonus);
            for &other in &tried.quiet {
                self.reward_quiet(position, other, ply, -bonus);
            }
        } else if let Some(victim) = position.captured(mv) {
            let placed = Placed::by(position, mv);
            self.experience.learn_capture(placed, victim, bonus);
        }
        for &other in &tried.noisy {
            if let Some(victim) = position.captured(other) {
                let placed = Placed::by(position, other);
                self.experience.learn_capture(placed, victim, -bonus);
            }
        }
    }

    fn reward_quiet(&mut self, position: &Position, mv: Move, ply: usize, bonus: i32) {
        self.experience
            .learn_quiet(position.side_to_move(), mv, bonus);
        if self.techniques.continuation_history {
            let now = Placed::by(position, mv);
            for before in self.before(ply).into_iter().flatten() {
                self.experience.learn_continuation(before, now, bonus);
            }
        }
    }

    /// The search's value against the evaluation's: what the next position with these pawns is corrected by.
    #[allow(clippy::too_many_arguments)]
    fn learn_error(
        &mut self,
        position: &Position,
        standing: &Standing,
        ply: usize,
        depth: i32,
        best: Value,
        bound: Bound,
        best_move: Option<Move>,
    ) {
        let Some(evaluation) = self.frames[ply].evaluation else {
            return;
        };
        let quiet = best_move.is_none_or(|mv| position.is_quiet(mv));
        let says_nothing = match bound {
            Bound::Exact => false,
            Bound::Lower => best <= evaluation,
            Bound::Upper => best >= evaluation,
        };
        if self.techniques.correction_history
            && !standing.in_check
            && quiet
            && !is_mate(best)
            && !says_nothing
        {
            self.correction.learn(position, depth, best - evaluation);
        }
    }
}
