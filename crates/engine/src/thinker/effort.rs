//! How much effort there is, how much of it is used, and how deep probes may be with it.

use std::time::Duration;

use bstar::Purpose;
use bstar_kit::stop::Stop;

use super::Thinker;
use super::plan::Plan;
use super::rules::limits_of;
use super::run::Run;

/// From this budget on, a few seconds' worth, there is room for all the expansions there should be.
pub(super) const FULL_ROOM_NODES: f64 = 5e6;
/// A budget without a limit is planned as if it were this many nodes.
pub(super) const ASSUMED_ENDLESS_NODES: u64 = 20_000_000;
/// The depth of probes if no budget says how deep they can be.
pub(super) const DEFAULT_PROBE_DEPTH_PLIES: u32 = 4;

impl Thinker<'_> {
    /// The share of the whole budget that is used, 0 to 1.
    pub(super) fn used(&self, run: &Run) -> f64 {
        let is_deep = self
            .effort
            .depth_limit()
            .is_some_and(|depth| run.tree.deepest >= depth);
        if self.watch.should_stop() || run.is_stopped || is_deep {
            return 1.0;
        }
        let nodes = run
            .limit
            .node_limit()
            .map_or(0.0, |nodes| run.prober.nodes() as f64 / nodes.max(1) as f64);
        let time = run.limit.time_limit().filter(|_| self.time_counts());
        let time = time.map_or(0.0, |time| {
            self.started.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-6)
        });
        let expansions = self.effort.expansion_limit().map_or(0.0, |expansions| {
            f64::from(run.tree.search.expansions()) / f64::from(expansions.max(1))
        });
        nodes.max(time).max(expansions).min(1.0)
    }

    /// Whether time counts as used. On the opponent's clock it does only where an answer is
    /// rehearsed.
    fn time_counts(&self) -> bool {
        matches!(self.plan, Plan::Play { .. }) || self.ponder.is_none_or(Stop::is_ponder_hit)
    }

    pub(super) fn time_left(&self, run: &Run) -> Option<Duration> {
        let time = run.limit.time_limit().filter(|_| self.time_counts());
        time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// The share that is used of the budget this search can have, 0 to 1.
    pub(super) fn share(&self, run: &Run) -> f64 {
        let used = self.used(run);
        if used >= 1.0 {
            return 1.0;
        }
        (used - run.used_at_start) / (1.0 - run.used_at_start)
    }

    /// The whole budget in nodes. `speed`, in nodes a second, converts a time limit. `None` if only
    /// expansions or depth are limited.
    pub(super) fn budget_in_nodes(&self, speed: f64) -> Option<u64> {
        match (self.effort.node_limit(), self.effort.time_limit()) {
            (Some(nodes), _) => Some(nodes),
            (None, Some(time)) => Some((time.as_secs_f64() * speed) as u64),
            (None, None) if self.effort.has_end() => None,
            (None, None) => Some(ASSUMED_ENDLESS_NODES),
        }
    }

    /// The nodes per second so far.
    pub(super) fn speed(&self, run: &Run) -> f64 {
        run.prober.nodes() as f64 / self.started.elapsed().as_secs_f64().max(1e-4)
    }

    pub(super) fn is_deep_enough(&self, run: &Run, depth: u32, costs: &[u64]) -> bool {
        if self.options.probe_depth > 0 {
            return depth >= self.options.probe_depth;
        }
        if self.effort.depth_limit().is_some() && depth >= DEFAULT_PROBE_DEPTH_PLIES {
            return true;
        }
        let Some(budget) = self.budget_in_nodes(self.speed(run)) else {
            return depth >= DEFAULT_PROBE_DEPTH_PLIES;
        };
        let cost = costs[costs.len() - 1];
        let growth = if depth < 2 {
            3.0
        } else {
            (cost as f64 / costs[costs.len() - 2].max(1) as f64).clamp(1.5, 4.0)
        };
        cost as f64 * growth * self.expansion_room(budget) > budget as f64
    }

    /// For how many expansions as expensive as the root's the budget should have room. A short
    /// search needs deep enough probes more than it needs many of them.
    pub(super) fn expansion_room(&self, budget: u64) -> f64 {
        const MIN_ROOM_EXPANSIONS: f64 = 4.0;
        let part = (budget as f64 / FULL_ROOM_NODES).min(1.0).powf(2.0 / 3.0);
        (f64::from(self.options.root_cost_expansions) * part).max(MIN_ROOM_EXPANSIONS)
    }

    /// Divides what is left among the phases, by the cost of an expansion so far.
    pub(super) fn divide_among_phases(&self, run: &mut Run, purpose: Purpose) {
        if purpose != Purpose::Expand || self.effort.expansion_limit().is_some() {
            return;
        }
        let done = run.tree.search.expansions().max(1);
        let used = self.share(run).max(1e-9);
        if self.effort.node_limit().is_none() && self.effort.time_limit().is_none() {
            return;
        }
        let all = (f64::from(done) / used).clamp(1.0, 1e6) as u32;
        run.tree
            .search
            .set_limits(Some(limits_of(all)))
            .expect("the paper's division makes sense");
    }
}
