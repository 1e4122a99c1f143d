//! Settling a node without trying its moves one by one.
//!
//! Most nodes are far outside the window. Razoring, reverse futility, passing and probcut each find
//! that out in their own way, at a fraction of the cost.

use bstar_board::score::ScoreBound;
use bstar_board::{Piece, Position};

use crate::history::Placed;
use crate::node::{NodeEstimate, NodeQuery};
use crate::ordering::{Hints, MoveSet, Picker};
use crate::searcher::{Searcher, Watch};
use crate::value::{MATE_BOUND, Value, is_mate};

impl Searcher {
    /// Tries to answer without trying the moves one by one.
    pub(crate) fn without_moves(
        &mut self,
        position: &Position,
        ask: NodeQuery,
        estimate: &NodeEstimate,
        key: u64,
        watch: &dyn Watch,
    ) -> Option<Value> {
        let NodeQuery {
            alpha,
            beta,
            depth,
            ply,
            ..
        } = ask;
        let guess = estimate.guess;
        let improving = i32::from(estimate.improving);

        // Razoring: the value is so far below that only captures could help.
        if self.techniques.razoring && depth <= 3 && guess + 220 + 180 * depth * depth <= alpha {
            let value = self.quiescence(position, alpha, alpha + 1, ply, 0, watch);
            if self.stopped {
                return None;
            }
            if value <= alpha && !is_mate(value) {
                return Some(value);
            }
        }

        // Reverse futility: the value is so far above that no quiet reply will bring it down.
        if self.techniques.reverse_futility
            && depth <= 7
            && !is_mate(beta)
            && guess - (60 * (depth - improving)).max(15) >= beta
            && guess < MATE_BOUND
        {
            return Some((guess + beta) / 2);
        }

        // Passing. With nothing but pawns the duty to move may be what hurts.
        let us = position.side_to_move();
        let pieces =
            position.side(us) & !(position.pieces(Piece::Pawn) | position.pieces(Piece::King));
        let passed_before = ply > 0 && self.ply_states[ply - 1].placed.is_none();
        if self.techniques.null_move
            && depth >= 2
            && !passed_before
            && ply > 0
            && guess >= beta
            && self.ply_states[ply]
                .evaluation
                .is_some_and(|e| e + 20 * depth >= beta + 80)
            && !is_mate(beta)
            && !pieces.is_empty()
            && let Ok(child) = position.pass()
        {
            let reduction = 4 + depth / 4 + ((guess - beta) / 200).clamp(0, 3);
            self.ply_states[ply].placed = None;
            self.enter_by_passing(&child);
            let value = -self.node(
                &child,
                ask.below(beta - 1, beta, depth - reduction, !ask.cut_expected),
                watch,
            );
            self.leave_after_passing();
            if self.stopped {
                return None;
            }
            if value >= beta {
                // A mate found by passing is not proved.
                let value = if is_mate(value) { beta } else { value };
                if depth < 12 {
                    return Some(value);
                }
                // At great depth, confirm this by a search in which the side may not pass at once.
                let verified = self.verify_pass(position, ask, depth - reduction, watch);
                if verified >= beta {
                    return Some(value);
                }
                if self.stopped {
                    return None;
                }
            }
        }

        self.probcut(position, ask, estimate, key, watch)
    }

    /// Searches the node again at reduced depth with passing switched off.
    fn verify_pass(
        &mut self,
        position: &Position,
        ask: NodeQuery,
        depth: i32,
        watch: &dyn Watch,
    ) -> Value {
        let on = std::mem::replace(&mut self.techniques.null_move, false);
        let value = self.node(
            position,
            NodeQuery {
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

    /// A good capture that beats a raised limit at less depth very likely beats the real limit.
    fn probcut(
        &mut self,
        position: &Position,
        ask: NodeQuery,
        estimate: &NodeEstimate,
        key: u64,
        watch: &dyn Watch,
    ) -> Option<Value> {
        let NodeQuery {
            beta, depth, ply, ..
        } = ask;
        let raised = beta + 190;
        let ruled_out = estimate
            .known
            .is_some_and(|known| known.depth >= depth - 3 && known.value < raised);
        if !self.techniques.probcut || depth < 6 || is_mate(beta) || ruled_out {
            return None;
        }
        let hints = Hints {
            first: estimate.known.and_then(|known| known.mv),
            ..Hints::default()
        };
        let mut picker = Picker::new(position, hints, MoveSet::Noisy);
        let needed = raised - estimate.guess;
        while let Some(picked) = picker.next(position, &self.experience, &self.techniques) {
            if picked.losing {
                break;
            }
            if !position.exchange_gains(picked.mv, needed.max(0)) {
                continue;
            }
            let child = position.after(picked.mv);
            self.ply_states[ply].placed = Some(Placed::by(position, picked.mv));
            self.enter(position, picked.mv, &child);
            let mut value = -self.quiescence(&child, -raised, -raised + 1, ply + 1, 0, watch);
            if value >= raised && !self.stopped {
                value = -self.node(
                    &child,
                    ask.below(raised - 1, raised, depth - 4, !ask.cut_expected),
                    watch,
                );
            }
            self.leave();
            if self.stopped {
                return None;
            }
            if value >= raised {
                let mv = Some(picked.mv);
                self.remember(
                    key,
                    ply,
                    mv,
                    value,
                    estimate.raw,
                    depth - 3,
                    ScoreBound::Lower,
                );
                return Some(value);
            }
        }
        None
    }
}
