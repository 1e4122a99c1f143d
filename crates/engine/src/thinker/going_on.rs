//! What is done with the budget that is left when the tree has decided.

use bstar::{Decision, Event, Next, Purpose, Reason, Search, Selected, Stopping};
use bstar_board::Move;
use bstar_thought::Points;
use bstar_thought::scale::is_mate_by_mover;

use super::Thinker;
use super::run::Run;

/// No probes are deeper than this, even where shallower ones find nothing more.
pub(super) const MAX_RETRY_PROBE_DEPTH_PLIES: u32 = 40;
/// SELECT ignores chances below this probability, however much budget is left.
pub(super) const MIN_ACT_FLOOR_PROBABILITY: f64 = 0.002;
/// A move this far above all others is clearly best: a tenth of a game.
pub(super) const CLEAR_MARGIN_POINTS: Points = Points(1_000);

impl Thinker<'_> {
    /// Lowers MinAct, so that the search also tries what is less likely. Returns false if the
    /// budget is used up or nothing is left to find. Without memory for another expansion nothing
    /// can be found.
    pub(super) fn lower_min_act(&self, run: &mut Run, decision: Decision<Move>) -> bool {
        let is_open = !matches!(
            decision.reason,
            Reason::Forced | Reason::Settled | Reason::MemoryFull
        );
        let is_enough = self.plan.ends_with_decision() && !has_spent_its_budget(run, decision);
        let may = self.options.use_whole_budget && !is_enough;
        if !is_open || !may || self.used(run) >= 1.0 || run.min_act < MIN_ACT_FLOOR_PROBABILITY {
            return false;
        }
        run.min_act /= 2.0;
        let stopping = Stopping::MinAct {
            start: run.min_act,
            end: run.min_act,
        };
        run.tree
            .search
            .resume(stopping)
            .expect("a smaller probability makes sense");
        true
    }

    /// Starts a search with deeper probes when this one has nothing left to find. The decision so
    /// far stands until the deeper search has decided too.
    pub(super) fn try_deeper_probes(&self, run: &mut Run, decision: Decision<Move>) -> bool {
        // The first tree could not be folded, so a second one would have no memory.
        let is_full = decision.reason == Reason::MemoryFull;
        let is_solved = matches!(decision.reason, Reason::Forced | Reason::Settled)
            || is_mate_by_mover(decision.real, self.game.position());
        let is_counted =
            self.effort.expansion_limit().is_some() || self.effort.depth_limit().is_some();
        let may_deepen = self.options.use_whole_budget && self.options.probe_depth == 0;
        let is_deepest = run.tree.probe_depth >= MAX_RETRY_PROBE_DEPTH_PLIES;
        let used = self.used(run);
        // A deep search of the root has seen further than any probes to come.
        let is_late = used >= 1.0 || self.plan.has_root_search();
        if is_full || is_solved || is_counted || !may_deepen || is_deepest || is_late {
            return false;
        }
        run.used_at_start = used;
        run.set_aside(self.new_search(), decision);
        let Next::Work(job) = run.tree.search.next() else {
            unreachable!("a new search wants its root")
        };
        let before = run.prober.nodes();
        match self.answer_by_probes(run, &job, self.only, run.tree.probe_depth) {
            Some(children) => {
                run.tree.root_cost = Some(run.prober.nodes() - before);
                self.set_root_value_from(run, &children);
                run.tree
                    .search
                    .complete(job.id, children)
                    .expect("probes answer what was asked");
                run.note();
                self.divide_among_phases(run, Purpose::Expand);
                true
            }
            None => {
                run.restore_decided();
                run.is_stopped = true;
                false
            }
        }
    }
}

/// Whether a search decided only because a phase had used up its budget.
pub(super) fn has_spent_its_budget(run: &Run, decision: Decision<Move>) -> bool {
    let mut selected = run.tree.log.events.iter().rev();
    let selected = selected.find_map(|logged| match logged.event {
        Event::SelectEnded { why, .. } => Some(why),
        _ => None,
    });
    decision.reason == Reason::EffortSpent || selected == Some(Selected::EffortSpent)
}

/// Whether the move decided on stands far above all others.
pub(super) fn is_clear(search: &Search<Move>, decision: Decision<Move>) -> bool {
    most_of_others(search, decision.best)
        .is_some_and(|other| decision.real.min() >= other + CLEAR_MARGIN_POINTS.0)
}

/// The highest value that any other move of the root can have.
pub(super) fn most_of_others(search: &Search<Move>, best: Move) -> Option<bstar::Value> {
    let others = search.root().moves().filter(|&(mv, _)| mv != best);
    others.map(|(_, node)| node.real().max()).max()
}
