//! Who decides where the tree prefers another move than the first root search.

use bstar::{Decision, NodeView};
use bstar_board::Move;
use bstar_kit::effort::Effort;
use bstar_thought::scale::is_mate_by_mover;

use bstar_thought::{Proposal, ProposalJudgement};

use super::super::Thinker;
use super::super::plan::Plan;
use super::super::root_result::RootSearchResult;
use super::super::run::Run;
use super::deepening::{EarlyEnd, RootSearchLimits};

/// What a second root search may take to judge the tree's choice, as a share of the plan for the
/// first one.
pub(super) const CONFIRM_SHARE: f64 = 0.5;

impl Thinker<'_> {
    /// Chooses between the tree's move and that of the first root search.
    ///
    /// The tree's move stands if both agree, or if a second root search of the two moves prefers
    /// it. Otherwise the first root search's move stands: only a search as deep can tell whether
    /// shallow probes are right. The tree is kept either way.
    pub(in crate::thinker) fn choose(
        &self,
        run: &mut Run,
        decision: Decision<Move>,
    ) -> Decision<Move> {
        let is_mate = is_mate_by_mover(decision.real, self.game.position());
        let root_search = run.root_search.take().filter(|_| !is_mate);
        let root_search = root_search.filter(|root_search| root_search.best != decision.best);
        let Some(root_search) = root_search else {
            return decision;
        };
        let Some(overruled) = best_by_root_searches(run, decision) else {
            return decision;
        };
        let judgement = match self.plan {
            Plan::Play { .. } => self.judge_proposal(run, &root_search, decision.best),
            Plan::Explain { .. } | Plan::Tree { .. } => ProposalJudgement::NotAsked,
        };
        run.proposal = Some(Proposal {
            root_search_move: overruled.best,
            tree_move: decision.best,
            judgement,
        });
        match judgement {
            ProposalJudgement::Confirmed => decision,
            _ => overruled,
        }
    }

    /// The decision for the move that tables find best, if they know all moves of the root. The
    /// tree does not tell wins apart that are far away.
    pub(in crate::thinker) fn best_by_tables(
        &self,
        run: &Run,
        decision: Decision<Move>,
    ) -> Option<Decision<Move>> {
        let known = run.prober.endings.moves(self.game.position())?;
        let allowed = self.root_moves();
        let best = known.iter().find(|known| allowed.contains(&known.mv))?.mv;
        let (_, node) = run.tree.search.root().moves().find(|(mv, _)| *mv == best)?;
        Some(Decision {
            best,
            real: node.real(),
            ..decision
        })
    }

    /// Searches the two moves alone, deeper than the first root search if there is time.
    fn judge_proposal(
        &self,
        run: &mut Run,
        first: &RootSearchResult,
        proposed: Move,
    ) -> ProposalJudgement {
        let left = self.node_limit().saturating_sub(run.prober.nodes());
        let nodes = Effort::nodes(left.min(run.prober.largest.get()));
        let effort = Effort::depth(first.depth + 2).or(nodes);
        let limits = RootSearchLimits {
            moves: vec![first.best, proposed],
            effort: match self.effort.time_limit() {
                Some(planned) => effort.or(Effort::time(planned.mul_f64(CONFIRM_SHARE))),
                None => effort,
            },
            early_end: EarlyEnd::NoNewIteration,
        };
        let second = self.root_search(run, &limits, &mut |_| {});
        match second.filter(|second| second.is_mate || second.depth >= first.depth) {
            Some(second) if second.best == proposed => ProposalJudgement::Confirmed,
            Some(_) => ProposalJudgement::Refused,
            None => ProposalJudgement::TooShallow,
        }
    }
}

/// The decision for the move that root searches found best, if that is another one.
fn best_by_root_searches(run: &Run, decision: Decision<Move>) -> Option<Decision<Move>> {
    // A value that the tree has proved holds in any case.
    let found = |node: &NodeView<Move>| match node.is_settled() {
        true => node.real(),
        false => node.own_real(),
    };
    let moves = run.tree.search.root().moves();
    let best = moves.max_by_key(|(mv, node)| (found(node).min(), *mv == decision.best));
    let (best, node) = best.filter(|(mv, _)| *mv != decision.best)?;
    Some(Decision {
        best,
        real: found(&node),
        ..decision
    })
}
