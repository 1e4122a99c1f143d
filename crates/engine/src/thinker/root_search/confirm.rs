//! Who decides where the tree prefers another move than the first root search.

use bstar::{Decision, Next, NodeView};
use bstar_board::Move;

use crate::report::{Proposal, ProposalJudgement};

use super::super::memory::EventLog;
use super::super::run::Run;
use super::super::thought::is_mate_by_mover;
use super::super::{Snapshot, Thinker};
use super::deepening::{EarlyEnd, RootSearchLimits};

/// The share of the planned time in which a second root search judges the tree's choice.
const CONFIRM_TIME_SHARE: f64 = 0.5;

impl Thinker<'_> {
    /// Confirms the tree's decision, or replaces it by the move of the first root search.
    ///
    /// The tree's decision stands if both agree, or if a second root search of the two moves
    /// prefers the tree's. Otherwise the first root search's move stands: only a search as deep can
    /// tell whether shallow probes are right.
    pub(in crate::thinker) fn confirm(
        &self,
        run: &mut Run,
        decision: Decision<Move>,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Decision<Move> {
        let is_mate = is_mate_by_mover(decision.real, self.game.position());
        let root_search = run.root_search.take().filter(|_| !is_mate);
        let root_search = root_search.filter(|root_search| root_search.best != decision.best);
        let Some(mut root_search) = root_search else {
            return decision;
        };
        let Some(clock) = self.clock else {
            return self.overrule(run, decision);
        };
        clock.extend();
        let left = self.node_limit().saturating_sub(run.prober.nodes);
        let limits = RootSearchLimits {
            moves: vec![root_search.best, decision.best],
            depth: root_search.depth + 2,
            early_end: EarlyEnd::NoNewIteration,
            nodes: Some(left.min(run.prober.largest)),
            time: self
                .planned()
                .map(|planned| planned.mul_f64(CONFIRM_TIME_SHARE)),
        };
        let again = self.root_search(run, &limits, &mut |_| {});
        let again = again.filter(|again| again.is_mate || again.depth >= root_search.depth);
        let judgement = match again {
            Some(again) if again.best == decision.best => ProposalJudgement::Confirmed,
            Some(_) => ProposalJudgement::Refused,
            None => ProposalJudgement::TooShallow,
        };
        run.proposal = Some(Proposal {
            root_search_move: root_search.best,
            tree_move: decision.best,
            judgement,
        });
        if judgement == ProposalJudgement::Confirmed {
            return decision;
        }
        // The root is expanded once more.
        run.other_expansions += run.search.expansions().saturating_sub(1);
        run.search = self.new_search();
        run.log = EventLog::default();
        self.tell(run, &root_search.children, None, tell);
        let Next::Work(job) = run.search.next() else {
            unreachable!("a new search wants its root")
        };
        // Of equal moves the search chooses the first.
        root_search
            .children
            .sort_by_key(|child| child.mv != root_search.best);
        run.search
            .complete(job.id, root_search.children)
            .expect("a root search knows all moves of the root");
        run.deepest = 1;
        run.search.set_effort(1.0);
        let Next::Done(decision) = run.search.next() else {
            unreachable!("no budget is left")
        };
        decision
    }

    /// Without a clock there is no second root search. The move stands that root searches found
    /// best; the tree is kept, because somebody wants to read it.
    fn overrule(&self, run: &mut Run, decision: Decision<Move>) -> Decision<Move> {
        // What the tree has proved holds in any case.
        let found = |node: &NodeView<Move>| match node.is_settled() {
            true => node.real(),
            false => node.own_real(),
        };
        let moves = run.search.root().moves();
        let best = moves.max_by_key(|(mv, node)| (found(node).min(), *mv == decision.best));
        let Some((best, node)) = best.filter(|(mv, _)| *mv != decision.best) else {
            return decision;
        };
        let real = found(&node);
        run.proposal = Some(Proposal {
            root_search_move: best,
            tree_move: decision.best,
            judgement: ProposalJudgement::NotAsked,
        });
        Decision {
            best,
            real,
            ..decision
        }
    }
}
