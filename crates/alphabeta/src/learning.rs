//! What a node teaches the next ones.

use bstar_board::score::ScoreBound;
use bstar_board::{Move, Position};

use crate::history::{Placed, bonus};
use crate::moves::TriedMoves;
use crate::node::NodeEstimate;
use crate::ordering::Picked;
use crate::searcher::Searcher;
use crate::value::{Value, is_mate};

impl Searcher {
    /// A move caused a cut-off: it is rewarded, and those tried before it are punished.
    pub(crate) fn learn_cut(
        &mut self,
        position: &Position,
        picked: &Picked,
        tried: &TriedMoves,
        ply: usize,
        depth: i32,
    ) {
        let bonus = bonus(depth);
        let mv = picked.mv;
        if picked.quiet {
            let killers = &mut self.ply_states[ply].killers;
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

    pub(crate) fn reward_quiet(&mut self, position: &Position, mv: Move, ply: usize, bonus: i32) {
        self.experience
            .learn_quiet(position.side_to_move(), mv, bonus);
        if self.techniques.continuation_history {
            let now = Placed::by(position, mv);
            for before in self.before(ply).into_iter().flatten() {
                self.experience.learn_continuation(before, now, bonus);
            }
        }
    }

    /// Learns the difference between the search's value and the evaluation. It corrects the next
    /// position with the same pawns or pieces.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn learn_error(
        &mut self,
        position: &Position,
        estimate: &NodeEstimate,
        ply: usize,
        depth: i32,
        best: Value,
        bound: ScoreBound,
        best_move: Option<Move>,
    ) {
        let Some(evaluation) = self.ply_states[ply].evaluation else {
            return;
        };
        let quiet = best_move.is_none_or(|mv| position.is_quiet(mv));
        let says_nothing = match bound {
            ScoreBound::Exact => false,
            ScoreBound::Lower => best <= evaluation,
            ScoreBound::Upper => best >= evaluation,
        };
        if self.techniques.correction_history
            && !estimate.in_check
            && quiet
            && !is_mate(best)
            && !says_nothing
        {
            self.correction.learn(position, depth, best - evaluation);
        }
    }
}
