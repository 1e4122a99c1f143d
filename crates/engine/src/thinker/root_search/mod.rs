//! Root searches: alpha-beta searches of the root that lead and check the tree.
//!
//! A tree of shallow probes is best where lines are forced. Elsewhere depth decides, and alpha-beta
//! is the cheapest way to depth. So on a clock, and where the choice is explained, one alpha-beta
//! search of the root comes first. The tree grows from what it found: the best move, its value, the
//! line. Expansions along that line cost nothing until its probes would be as shallow as all
//! others. What they find then lies beyond the horizon of the root search.
//!
//! If the tree prefers another move, that move is only a proposal. Shallow probes are often wrong
//! about moves that so deep a search rejected. On a clock a second root search of the two moves
//! judges the proposal, deeper than the first if there is time. Without a clock the move of the
//! root search stands, and the tree is kept for reading ([`Thinker::confirm`]).
//!
//! - here: when there are root searches, and what they are for;
//! - [`deepening`]: one of them;
//! - [`confirm`]: who decides where the tree prefers another move.

mod confirm;
mod deepening;
#[cfg(test)]
mod tests;

use bstar::{Ask, Child, Job, Phase, Precision, Quantity};
use bstar_alphabeta::MAX_PLY;
use bstar_board::Move;

pub(super) use deepening::RootSearchResult;
use deepening::{EarlyEnd, RootSearchLimits};

use super::going_on::CLEAR_MARGIN_POINTS;
use super::prober::at_most;
use super::root_expansion::worth;
use super::run::Run;
use super::scale::{Points, span_for_white};
use super::{Snapshot, Thinker};

/// On a clock, the default share of the budget for the first root search: there the move counts.
/// Otherwise there is none unless somebody asks for it.
const CLOCK_ROOT_SEARCH_PERCENT: u32 = 50;
/// The share of the time planned for a move that is planned for the root search. It is nearly all,
/// because few trees need all they may take.
const ROOT_SEARCH_TIME_SHARE: f64 = 0.9;
/// After this share of a first root search it is checked whether a recapture is clearly best.
const RECAPTURE_CHECK_SHARE: f64 = 0.15;
/// A search may take this many times the planned time. Then the root search can finish its last
/// iteration, and the tree can finish too.
const UNFINISHED_TIME_FACTOR: f64 = 2.0;
/// A second root search begins only while no more than this share of the budget is used.
pub(super) const SECOND_SEARCH_MAX_USED_SHARE: f64 = 0.4;
/// The second-best move is searched this many plies less deep. It only serves to measure the best
/// one.
const SECOND_BEST_FEWER_PLIES: u32 = 6;
/// Where a tree is to be read, so many of the other moves are weighed too.
const WEIGHED_RIVALS: usize = 3;
/// They are searched at least this deep, even if a mate ended the first root search at once.
const MIN_RIVAL_PLIES: u32 = 6;
/// The share of the first root search that each of them may take.
const RIVAL_SHARE: f64 = 0.04;

/// The depth of the tree's probes for a budget of so many nodes. It is one ply up to 300,000 nodes,
/// and one more for every ten times as much, so that there is room for a tree.
fn depth_for(budget: u64) -> u32 {
    let more = (budget.max(1) as f64 / 300_000.0).log10();
    (2.0 + more).clamp(1.0, 8.0) as u32
}

impl Thinker<'_> {
    /// Whether the search begins with a root search.
    pub(super) fn has_root_search(&self) -> bool {
        let is_limited = self.budget.nodes.is_some() || self.budget.time.is_some();
        let is_shallow = self.options.probe_depth > 0 || self.budget.depth.is_some();
        let may = self.options.as_needed && !is_shallow;
        is_limited && may && self.root_search_share() > 0.0
    }

    fn root_search_share(&self) -> f64 {
        let usual = if self.budget.may_save_time {
            CLOCK_ROOT_SEARCH_PERCENT
        } else {
            0
        };
        f64::from(self.options.root_search_percent.unwrap_or(usual)) / 100.0
    }

    /// Whether a move captures what has just moved there. Where the last move is not known, whether
    /// it captures anything.
    fn takes_back(&self, mv: Move) -> bool {
        let last = self.game.moves().last();
        self.game.position().captured(mv).is_some() && last.is_none_or(|last| last.to == mv.to)
    }

    /// Tries to find an obvious recapture, by a small part of the root search. It is obvious if it
    /// is far above all other moves. Then a clock can save the rest of the time. Other moves that
    /// seem so good are not played without the full search.
    fn find_obvious_recapture(
        &self,
        run: &mut Run,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Option<RootSearchResult> {
        let can_take_back = || self.root_moves().iter().any(|&mv| self.takes_back(mv));
        if !self.budget.may_save_time || !can_take_back() {
            return None;
        }
        let mut quick = self.root_search(
            run,
            &self.first_root_search_limits(run, RECAPTURE_CHECK_SHARE),
            tell,
        )?;
        let (best, others): (Vec<_>, Vec<_>) =
            quick.children.iter().partition(|child| is_weighed(child));
        let [best] = best[..] else {
            return None;
        };
        if !self.takes_back(best.mv) {
            return None;
        }
        let limits = RootSearchLimits {
            moves: others.iter().map(|child| child.mv).collect(),
            depth: quick.depth + 1,
            ..self.first_root_search_limits(run, RECAPTURE_CHECK_SHARE)
        };
        let second = self.root_search(run, &limits, &mut |_| {})?;
        let mover = self.game.position().side_to_move();
        let second = second
            .children
            .iter()
            .filter_map(|child| worth(child, mover));
        let second = second.max()?;
        if worth(best, mover)? < second + CLEAR_MARGIN_POINTS {
            return None;
        }
        let best = best.mv;
        for child in quick.children.iter_mut().filter(|child| child.mv != best) {
            child.real = child.real.map(|_| span_for_white(at_most(second), mover));
        }
        Some(quick)
    }

    /// Whether somebody asked to compare a few moves. Then each is searched as long as the others.
    fn is_comparison(&self) -> bool {
        !self.budget.may_save_time && (2..=1 + WEIGHED_RIVALS).contains(&self.only.len())
    }

    /// The limits of a share of the first root search that fits the budget.
    fn first_root_search_limits(&self, run: &Run, part: f64) -> RootSearchLimits {
        let is_whole = part == 1.0;
        let part = match is_whole && self.is_comparison() {
            true => 1.0 / self.only.len() as f64,
            false => part,
        };
        // If this is not the first search, only a part of the budget is left.
        let part = part * (1.0 - run.used_at_start);
        let share = self.root_search_share();
        let planned = if self.clock.is_some() {
            ROOT_SEARCH_TIME_SHARE
        } else {
            share
        };
        RootSearchLimits {
            moves: self.root_moves(),
            depth: MAX_PLY as u32,
            early_end: match (is_whole, self.clock) {
                (true, Some(_)) => EarlyEnd::NoDoubt,
                (true, None) => EarlyEnd::Never,
                (false, _) => EarlyEnd::NoNewIteration,
            },
            nodes: self
                .budget
                .nodes
                .map(|nodes| (nodes as f64 * part * share) as u64),
            time: self.budget.time.map(|time| time.mul_f64(part * planned)),
        }
    }

    /// Runs the first root search, if there is one, and returns the root's moves. The depth of the
    /// tree's probes follows from it.
    pub(super) fn first_root_search(
        &self,
        run: &mut Run,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Option<Vec<Child<Move>>> {
        if !self.has_root_search() {
            return None;
        }
        let clear = self.find_obvious_recapture(run, tell);
        let is_clear = clear.is_some();
        let mut found = match clear {
            Some(clear) => clear,
            None => {
                // The last iteration should be able to finish.
                self.extend_time_to(UNFINISHED_TIME_FACTOR);
                self.root_search(run, &self.first_root_search_limits(run, 1.0), tell)?
            }
        };
        if !self.budget.may_save_time {
            self.weigh_rivals(run, &mut found);
            // What is left is for the tree.
            run.used_at_start = self.used(run);
        }
        let budget = self.budget_in_nodes(self.speed(run))?;
        run.depth = depth_for(budget).min(found.depth.max(1));
        // Where shallow probes contradict so deep a search, they are wrong.
        run.prober.reconcile_margin = Points::WIN;
        if self.budget.may_save_time && !is_clear {
            // If the root search took less than its share, so does the tree.
            let share = self.root_search_share();
            run.wanted_time_share = self.extend_time_to(self.time_used() / share);
            let nodes = run.prober.nodes as f64 / share;
            run.prober.node_limit = run.prober.node_limit.min(nodes as u64);
        }
        let children = found.children.clone();
        run.root_stability = Some(found.stability);
        run.root_search = Some(found);
        Some(children)
    }

    /// Finds out what the best of the other moves are worth. The first root search only knows that
    /// they are worth less than its own move, and a reader wants to know how much less.
    fn weigh_rivals(&self, run: &mut Run, found: &mut RootSearchResult) {
        let (fewer_plies, part) = match self.is_comparison() {
            true => (0, 1.0),
            false => (SECOND_BEST_FEWER_PLIES, RIVAL_SHARE),
        };
        for _ in 0..WEIGHED_RIVALS {
            let all = std::mem::take(&mut found.children).into_iter();
            let (weighed, others): (Vec<_>, Vec<_>) = all.partition(is_weighed);
            found.children = weighed;
            let limits = RootSearchLimits {
                moves: others.iter().map(|child| child.mv).collect(),
                depth: (found.depth + 1)
                    .saturating_sub(fewer_plies)
                    .max(MIN_RIVAL_PLIES),
                ..self.first_root_search_limits(run, part)
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
        let left = run.prober.node_limit.saturating_sub(run.prober.nodes);
        let (depth, nodes) = match run.search.phase() {
            Phase::Verify => (
                (run.root_search_depth() + 1)
                    .saturating_sub(SECOND_BEST_FEWER_PLIES)
                    .max(run.depth + 1),
                left / 4,
            ),
            // The choice was refuted. Its replacement deserves as much as the tree got.
            Phase::Select => {
                run.prober.node_limit = run
                    .prober
                    .node_limit
                    .saturating_add(left)
                    .min(self.node_limit());
                (run.root_search_depth() + 1, left)
            }
        };
        let limits = RootSearchLimits {
            moves,
            depth,
            early_end: EarlyEnd::NoNewIteration,
            nodes: Some(nodes.max(1_000)),
            time: self.time_left(run),
        };
        Some(self.root_search(run, &limits, &mut |_| {})?.children)
    }

    /// Extends the planned time, as far as the clock allows, until `wanted` times the present plan
    /// fits into it. Returns which share of the new plan that is.
    fn extend_time_to(&self, wanted: f64) -> f64 {
        let planned = || self.planned().map_or(1.0, |planned| planned.as_secs_f64());
        let wanted = wanted * planned();
        if let Some(clock) = self.clock {
            while wanted > planned() && clock.extend() {}
        }
        (wanted / planned().max(1e-6)).clamp(0.05, 1.0)
    }

    fn node_limit(&self) -> u64 {
        self.budget.nodes.unwrap_or(u64::MAX)
    }

    /// The root's moves that are considered.
    pub(super) fn root_moves(&self) -> Vec<Move> {
        let mut moves = self.game.position().legal_moves();
        moves.retain(|mv| self.only.is_empty() || self.only.contains(mv));
        moves.to_vec()
    }
}

/// Whether it is known what a move is worth, and not only that it is worth less than another.
fn is_weighed(child: &Child<Move>) -> bool {
    child.real.is_none_or(|real| real.is_exact())
}
