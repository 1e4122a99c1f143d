//! Root searches: alpha-beta searches of the root that lead and check the tree.
//!
//! A tree of shallow probes is best where lines are forced. Elsewhere depth decides, and alpha-beta
//! is the cheapest way to depth. So on a clock, and where the choice is explained, one alpha-beta
//! search of the root comes first. The tree grows from what it found: the best move, its value, the
//! line. Expansions along that line cost nothing until its probes would be as shallow as all
//! others. From there on, their results lie beyond the horizon of the root search.
//!
//! If the tree prefers another move, that move is only a proposal. Shallow probes are often wrong
//! about moves that so deep a search rejected. On a clock a second root search of the two moves
//! judges the proposal, deeper than the first if there is time. Without a clock the move of the
//! root search stands ([`Thinker::choose`]).
//!
//! - here: what root searches are for, and what they leave for the tree;
//! - [`deepening`]: one of them;
//! - [`choice`]: who decides where the tree prefers another move.

mod choice;
mod deepening;
#[cfg(test)]
mod tests;

use bstar::{Ask, Child, Job, Phase, Precision, Quantity};
use bstar_board::Move;
use bstar_kit::effort::Effort;
use bstar_thought::{Points, Snapshot};

use deepening::{EarlyEnd, RootSearchLimits};

use super::Thinker;
use super::plan::Plan;
use super::root_result::RootSearchResult;
use super::run::Run;

/// The second-best move is searched this many plies less deep. It only serves to measure the best
/// one.
const SECOND_BEST_FEWER_PLIES: u32 = 6;
/// Where a tree is to be read, this number of other moves is searched too.
const WEIGHED_RIVALS: usize = 3;
/// They are searched at least this deep, even if a mate ended the first root search at once.
const MIN_RIVAL_PLIES: u32 = 6;
/// The share of the first root search that each of them may take.
const RIVAL_SHARE: f64 = 0.04;
/// On a clock no tree grows with fewer nodes than this. It would not come to expand anything.
const MIN_TREE_NODES: f64 = 20_000.0;

/// The depth of the tree's probes for a budget in nodes. It is one ply up to 300,000 nodes, and one
/// more for every tenfold budget, so that there is room for a tree.
fn depth_for(budget: u64) -> u32 {
    let more = (budget.max(1) as f64 / 300_000.0).log10();
    (2.0 + more).clamp(1.0, 8.0) as u32
}

impl Thinker<'_> {
    /// Whether somebody asked to compare a few moves. Then each is searched as long as the others.
    fn is_comparison(&self) -> bool {
        (2..=1 + WEIGHED_RIVALS).contains(&self.only.len())
    }

    /// The share of the budget for each move that somebody asked to compare; otherwise for all.
    fn share_of_each(&self, root_share: f64) -> f64 {
        match self.is_comparison() {
            true => root_share / self.only.len() as f64,
            false => root_share,
        }
    }

    /// Runs the first root search, if the plan has one, and returns the root's moves. How much is
    /// left for the tree, and the depth of its probes, follow from it.
    pub(super) fn first_root_search(
        &self,
        run: &mut Run,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Option<Vec<Child<Move>>> {
        // A position that a table knows needs no search.
        if run.prober.endings.moves(self.game.position()).is_some() {
            return None;
        }
        let found = match self.plan {
            Plan::Tree { .. } => return None,
            Plan::Explain { root_share } => self.search_to_explain(run, root_share, tell)?,
            Plan::Play { root_share } => self.search_to_play(run, root_share, tell)?,
        };
        // The rest of the budget is for the tree.
        run.used_at_start = self.used(run);
        let budget = self.budget_in_nodes(self.speed(run))?;
        run.tree.probe_depth = depth_for(budget).min(found.depth.max(1));
        // Where shallow probes contradict so deep a search, they are wrong.
        run.prober.reconcile_margin.set(Points::WIN);
        let children = found.children.clone();
        run.root_stability = Some(found.stability);
        run.root_search = Some(found);
        Some(children)
    }

    /// Searches the root for its share of the budget, and then its nearest rivals.
    fn search_to_explain(
        &self,
        run: &mut Run,
        root_share: f64,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Option<RootSearchResult> {
        let limits = RootSearchLimits {
            early_end: EarlyEnd::Never,
            ..self.root_search_limits(self.share_of_each(root_share))
        };
        let mut found = self.root_search(run, &limits, tell)?;
        self.weigh_rivals(run, root_share, &mut found);
        Some(found)
    }

    /// Searches the root as long as alpha-beta would. The tree may take its share after that, but
    /// only if the choice is contested.
    fn search_to_play(
        &self,
        run: &mut Run,
        root_share: f64,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Option<RootSearchResult> {
        // Of nodes, some are kept for a second root search. The clock has time for it.
        let limits = RootSearchLimits {
            moves: self.root_moves(),
            effort: match self.effort.node_limit() {
                Some(nodes) => share_of_nodes(nodes, root_share / (1.0 + choice::CONFIRM_SHARE)),
                None => Effort::until_stopped(),
            },
            early_end: EarlyEnd::Settled,
        };
        let found = self.root_search(run, &limits, tell)?;
        let for_tree = run.root_effort.nodes as f64 * (1.0 / root_share - 1.0);
        run.is_uncontested = for_tree < MIN_TREE_NODES || !self.is_contested(run, &found);
        run.limit = self.limit_with_tree(run, root_share);
        let node_limit = run.limit.node_limit().unwrap_or(u64::MAX);
        run.prober.node_limit.set(node_limit);
        Some(found)
    }

    /// What root search and tree may take together. Where nodes are limited only they count, so
    /// that the same comes out every time.
    fn limit_with_tree(&self, run: &Run, root_share: f64) -> Effort {
        let more = 1.0 / root_share;
        match (self.effort.node_limit(), self.effort.time_limit()) {
            (Some(_), _) => {
                let nodes = (run.prober.nodes() as f64 * more) as u64;
                self.effort.or(Effort::nodes(nodes))
            }
            // However long the opponent let us think, the tree gets no more of our own time.
            (None, Some(planned)) => {
                let taken = self.started.elapsed();
                let for_tree = taken.min(planned).mul_f64(more - 1.0);
                self.effort.planned(taken + for_tree)
            }
            (None, None) => self.effort,
        }
    }

    /// The limits of a root search with a share of the nodes and of the time.
    fn root_search_limits(&self, share: f64) -> RootSearchLimits {
        let ends = [
            self.effort
                .node_limit()
                .map(|nodes| share_of_nodes(nodes, share)),
            self.effort
                .time_limit()
                .map(|time| Effort::time(time.mul_f64(share))),
        ];
        let effort = ends.into_iter().flatten().reduce(Effort::or);
        RootSearchLimits {
            moves: self.root_moves(),
            effort: effort.unwrap_or_else(Effort::until_stopped),
            early_end: EarlyEnd::NoNewIteration,
        }
    }

    /// Finds out what the best of the other moves are worth. The first root search only knows that
    /// they are worth less than its own move, and a reader wants to know how much less.
    fn weigh_rivals(&self, run: &mut Run, root_share: f64, found: &mut RootSearchResult) {
        let (fewer_plies, share, early_end) = match self.is_comparison() {
            true => (0, self.share_of_each(root_share), EarlyEnd::Never),
            false => (
                SECOND_BEST_FEWER_PLIES,
                root_share * RIVAL_SHARE,
                EarlyEnd::NoNewIteration,
            ),
        };
        for _ in 0..WEIGHED_RIVALS {
            let all = std::mem::take(&mut found.children).into_iter();
            let (weighed, others): (Vec<_>, Vec<_>) = all.partition(is_weighed);
            found.children = weighed;
            let depth = (found.depth + 1).saturating_sub(fewer_plies);
            let limits = RootSearchLimits {
                moves: others.iter().map(|child| child.mv).collect(),
                effort: self
                    .root_search_limits(share)
                    .effort
                    .or(Effort::depth(depth.max(MIN_RIVAL_PLIES))),
                early_end,
            };
            let rival = (!others.is_empty()).then(|| self.root_search(run, &limits, &mut |_| {}));
            let Some(rival) = rival.flatten() else {
                found.children.extend(others);
                return;
            };
            found.children.extend(rival.children);
        }
    }

    /// Answers by a root search which of some moves of the root is best, if the search began with
    /// one.
    pub(super) fn answer_by_root_search(
        &self,
        run: &mut Run,
        job: &Job<Move>,
    ) -> Option<Vec<Child<Move>>> {
        let is_best = |ask: &Ask<Move>| {
            ask.quantity == Quantity::Real && matches!(ask.precision, Precision::Best { .. })
        };
        if run.root_search_depth() == 0 || !job.path.is_empty() || !job.asks.iter().all(is_best) {
            return None;
        }
        let mut moves = self.root_moves();
        moves.retain(|mv| job.asks_about(*mv).next().is_some());
        let node_limit = run.prober.node_limit.get();
        let left = node_limit.saturating_sub(run.prober.nodes());
        let (depth, nodes) = match run.tree.search.phase() {
            Phase::Verify => (
                (run.root_search_depth() + 1)
                    .saturating_sub(SECOND_BEST_FEWER_PLIES)
                    .max(run.tree.probe_depth + 1),
                left / 4,
            ),
            // The choice was refuted. Its replacement deserves as much as the tree got.
            Phase::Select => {
                let more = node_limit.saturating_add(left).min(self.node_limit());
                run.prober.node_limit.set(more);
                (run.root_search_depth() + 1, left)
            }
        };
        let effort = Effort::depth(depth).or(Effort::nodes(nodes.max(1_000)));
        let limits = RootSearchLimits {
            moves,
            effort: match self.time_left(run) {
                Some(time) => effort.or(Effort::time(time)),
                None => effort,
            },
            early_end: EarlyEnd::NoNewIteration,
        };
        Some(self.root_search(run, &limits, &mut |_| {})?.children)
    }

    fn node_limit(&self) -> u64 {
        self.effort.node_limit().unwrap_or(u64::MAX)
    }

    /// The root's moves that are considered.
    pub(super) fn root_moves(&self) -> Vec<Move> {
        let mut moves = self.game.position().legal_moves();
        moves.retain(|mv| self.only.is_empty() || self.only.contains(mv));
        moves.to_vec()
    }
}

fn share_of_nodes(nodes: u64, share: f64) -> Effort {
    Effort::nodes((nodes as f64 * share) as u64)
}

/// Whether it is known what a move is worth, and not only that it is worth less than another.
fn is_weighed(child: &Child<Move>) -> bool {
    child.real.is_none_or(|real| real.is_exact())
}
