//! Root searches: alpha-beta searches of the root that lead and check the tree.
//!
//! A tree of shallow probes is best where lines are forced. Elsewhere depth decides, and alpha-beta
//! is the cheapest way to depth. So on a clock, and where the choice is explained, one alpha-beta
//! search of the root comes first. The tree grows from what it found: the best move, its value, the
//! line. Expansions along that line cost nothing until its probes would be as shallow as all
//! others. What they find then lies beyond the horizon of the root search.
//!
//! If the tree prefers another move, that move is only a proposal. Shallow probes are often wrong
//! about moves that so deep a search rejected. A second root search of the two moves judges the
//! proposal, deeper than the first if there is time ([`Thinker::confirm`]).

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use bstar::{Ask, Child, Decision, Job, Next, NodeView, Phase, Precision, Quantity};
use bstar_alphabeta::{Centipawns, Depths, Iteration, MAX_PLY, RootTask, Watch};
use bstar_board::Move;

use crate::clock::{Stability, Timekeeper};
use crate::phase;
use crate::report::{Proposal, ProposalJudgement};
use crate::wdl::WdlModel;

use super::memory::EventLog;
use super::prober::{BestMove, Candidate, at_most};
use super::scale::{Converter, Points, span_for_white};
use super::thought::{RootStability, is_mate_by_mover};
use super::{CLEAR_MARGIN_POINTS, Run, Snapshot, Thinker, worth};

/// The limits of a root search.
struct RootSearchLimits {
    /// It searches only these moves of the root.
    moves: Vec<Move>,
    /// It goes no deeper than this.
    depth: u32,
    /// It searches no more nodes than this.
    nodes: Option<u64>,
    /// It takes no longer than this.
    time: Option<Duration>,
    /// When it ends before that.
    early_end: EarlyEnd,
}

/// When a root search ends before its limits are reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EarlyEnd {
    /// When a new iteration would hardly finish.
    NoNewIteration,
    /// When the best move is in no doubt. If it is in doubt, the search may take longer.
    NoDoubt,
    /// Never: what an unfinished iteration finds counts too.
    Never,
}

/// The result of a root search.
pub(super) struct RootSearchResult {
    /// The best of the moves it searched.
    best: Move,
    children: Vec<Child<Move>>,
    /// The depth of the last finished iteration, in plies after the root's move.
    pub(super) depth: u32,
    /// Whether the best move mates.
    is_mate: bool,
    /// How settled it was at its end.
    stability: RootStability,
}

/// The depth of the tree's probes for a budget of so many nodes. It is one ply up to 300,000 nodes,
/// and one more for every ten times as much, so that there is room for a tree.
fn depth_for(budget: u64) -> u32 {
    let more = (budget.max(1) as f64 / 300_000.0).log10();
    (2.0 + more).clamp(1.0, 8.0) as u32
}

impl RootSearchLimits {
    /// After this share of its limits no new iteration begins, because it would hardly finish.
    const NEW_ITERATION_MAX_SHARE: f64 = 0.6;

    fn is_enough(&self, nodes: u64, started: Instant, stability: &Stability) -> bool {
        let part = match self.early_end {
            EarlyEnd::NoNewIteration => Self::NEW_ITERATION_MAX_SHARE,
            EarlyEnd::NoDoubt => stability.factor(),
            EarlyEnd::Never => 1.0,
        };
        let by_nodes = |limit: u64| nodes as f64 >= limit as f64 * part;
        let by_time = |time: Duration| started.elapsed() >= time.mul_f64(part);
        self.nodes.is_some_and(by_nodes) || self.time.is_some_and(by_time)
    }
}

/// Stops a root search when its time is over.
struct RootSearchWatch<'a> {
    watch: &'a dyn Watch,
    /// Where the best move may be in doubt, the clock ends the search.
    clock: Option<&'a Timekeeper<'a>>,
    until: Option<Instant>,
}

impl Watch for RootSearchWatch<'_> {
    fn should_stop(&self) -> bool {
        let is_over = match self.clock {
            Some(clock) => clock.is_root_search_over(),
            None => self.until.is_some_and(|until| Instant::now() >= until),
        };
        is_over || self.watch.should_stop()
    }
}

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
/// From this stability factor on the best move is in doubt.
const DOUBT_STABILITY_FACTOR: f64 = 1.2;
/// More time is asked for only after this share of the planned time.
const DOUBT_CHECK_TIME_SHARE: f64 = 0.5;
/// A second root search begins only while no more than this share of the budget is used.
pub(super) const SECOND_SEARCH_MAX_USED_SHARE: f64 = 0.4;
/// The share of the planned time in which a second root search judges the tree's choice.
const CONFIRM_TIME_SHARE: f64 = 0.5;
/// The second-best move is searched this many plies less deep. It only serves to measure the best
/// one.
const SECOND_BEST_FEWER_PLIES: u32 = 6;
/// Where a tree is to be read, so many of the other moves are weighed too.
const WEIGHED_RIVALS: usize = 3;
/// They are searched at least this deep, even if a mate ended the first root search at once.
const MIN_RIVAL_PLIES: u32 = 6;
/// The share of the first root search that each of them may take.
const RIVAL_SHARE: f64 = 0.04;

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

    /// Confirms the tree's decision, or replaces it by the move of the first root search.
    ///
    /// The tree's decision stands if both agree, or if a second root search of the two moves
    /// prefers the tree's. Otherwise the first root search's move stands: only a search as deep can
    /// tell whether shallow probes are right.
    pub(super) fn confirm(
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

    fn root_stability(&self, stability: &Stability, model: WdlModel) -> RootStability {
        let scale = Converter::new(model, phase(self.game.position()));
        let [last, _, earlier] = stability
            .values()
            .map(|value| value.map(|v| scale.points(v).0));
        RootStability {
            unchanged: stability.unchanged(),
            share_of_best: stability.share_of_best(),
            swing: last
                .zip(earlier)
                .map_or(0, |(last, earlier)| (last - earlier).abs()),
        }
    }

    /// Searches some moves of the root for the best one, and tells what it finds after every
    /// iteration. Returns `None` if not even one ply was finished.
    fn root_search(
        &self,
        run: &mut Run,
        limits: &RootSearchLimits,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Option<RootSearchResult> {
        let position = self.game.position();
        let Run {
            search,
            prober,
            log,
            root_searcher,
            root_effort,
            root_probe_depth,
            ..
        } = run;
        let before = prober.nodes;
        let begun = Instant::now();
        let task = RootTask {
            game: self.game,
            only: &limits.moves,
            lines: 1,
            depths: Depths {
                last: limits.depth,
                ..Depths::default()
            },
            nodes: limits.nodes,
        };
        let watch = RootSearchWatch {
            watch: self.watch,
            clock: self.clock.filter(|_| limits.early_end == EarlyEnd::NoDoubt),
            until: limits.time.map(|time| begun + time),
        };
        let is_forced = self.root_moves().len() == 1;
        let mut stability = Stability::default();
        let model = prober.records.model();
        let to_children = |value: Centipawns, line: &[Move], depth: u32, records: &mut _| {
            let mut candidates: Vec<Candidate> = limits
                .moves
                .iter()
                .map(|&mv| Candidate::new(position, mv, model))
                .collect();
            let best = candidates
                .iter()
                .find(|candidate| Some(&candidate.mv) == line.first())?;
            let best_move = BestMove {
                points: best.points_within(value, depth - 1, prober.naming, records),
                line,
                depth: depth - 1,
            };
            best_move.apply_to(&mut candidates);
            let children = candidates
                .into_iter()
                .map(|candidate| candidate.into_child(prober.naming, records, None, Vec::new()));
            Some(children.collect::<Vec<_>>())
        };
        let root_result = root_searcher.think(&task, &watch, &mut |iteration: &Iteration| {
            if !iteration.finished {
                return ControlFlow::Continue(());
            }
            if let Some(children) = to_children(
                iteration.value,
                &iteration.line,
                iteration.depth,
                &mut prober.records,
            ) {
                tell(&Snapshot {
                    game: self.game,
                    search,
                    records: &prober.records,
                    probed_root: &children,
                    events: &log.events,
                    forgotten: log.forgotten,
                    bytes: search.bytes() + prober.records.bytes(),
                    decision: None,
                    depth: 1,
                    probe_depth: iteration.depth - 1,
                    nodes: before + iteration.nodes,
                    expansions: 0,
                    deeper: None,
                });
            }
            stability.note(iteration);
            let is_decided = is_win(iteration.value) || is_forced && iteration.depth > 4;
            if is_decided || limits.is_enough(iteration.nodes, begun, &stability) {
                return ControlFlow::Break(());
            }
            if let Some(clock) = self.clock.filter(|_| limits.early_end == EarlyEnd::NoDoubt)
                && stability.factor() > DOUBT_STABILITY_FACTOR
                && self.time_used() > DOUBT_CHECK_TIME_SHARE
            {
                clock.extend();
            }
            ControlFlow::Continue(())
        });
        let nodes = root_searcher.nodes();
        prober.nodes += nodes;
        prober.probes += 1;
        prober.largest = prober.largest.max(nodes);
        root_effort.searches += 1;
        root_effort.nodes += nodes;
        let root_result = root_result.filter(|root_result| root_result.depth > 0)?;
        let children = to_children(
            root_result.value,
            &root_result.line,
            root_result.depth,
            &mut prober.records,
        )?;
        root_effort.depth = root_effort.depth.max(root_result.depth);
        let depth = root_result.depth - 1;
        *root_probe_depth = (*root_probe_depth).max(depth);
        Some(RootSearchResult {
            best: *root_result.line.first()?,
            children,
            depth,
            is_mate: is_win(root_result.value),
            stability: self.root_stability(&stability, prober.records.model()),
        })
    }
}

/// Whether it is known what a move is worth, and not only that it is worth less than another.
fn is_weighed(child: &Child<Move>) -> bool {
    child.real.is_none_or(|real| real.is_exact())
}

/// Whether the side to move mates.
fn is_win(value: Centipawns) -> bool {
    value > Centipawns(0) && value.is_mate()
}

#[cfg(test)]
mod tests {
    use super::WEIGHED_RIVALS;
    use crate::report::ProposalJudgement;
    use crate::testing::{game, nodes, on_a_clock, search, settings};
    use crate::{Engine, SearchLimits, SearchResult, Settings, Signals};
    use bstar_board::notation;

    /// With so few nodes none are left for a second root search.
    const TREE_TAKES_ALL: &str = "3r4/3k3p/p2b1n2/3P1p2/2R4P/1P1p2P1/P2P1P2/5RK1 w - - 0 22";
    const TREE_ERRS: &str = "1k1q3r/1b6/ppnr4/4p3/4Pp1P/5N2/1Q1PNPP1/2R1R1K1 w - - 0 25";
    const TREE_PREFERS_ANOTHER: &str =
        "5r2/2p3k1/1p1p1rpp/p2B1p2/P1PR1q1P/1P2P1P1/5PK1/8 w - - 0 1";
    const ROOT_SEARCH_ERRS: &str = "5r2/8/8/8/6K1/2k2p2/8/5R2 b - - 2 101";

    fn searched(text: &str, nodes: u64) -> (String, SearchResult) {
        let game = game(text);
        let mut engine = Engine::new(settings()).unwrap();
        let result = search(&mut engine, &game, &on_a_clock(nodes));
        let best = notation::write(game.position(), result.best.unwrap());
        (best, result)
    }

    #[test]
    fn the_tree_proposes_and_a_deeper_root_search_decides() {
        let cases = [
            (TREE_ERRS, 40_000, "f3e5", ProposalJudgement::Refused),
            (
                TREE_TAKES_ALL,
                100_000,
                "c4d4",
                ProposalJudgement::TooShallow,
            ),
            (
                ROOT_SEARCH_ERRS,
                100_000,
                "c3d4",
                ProposalJudgement::Confirmed,
            ),
        ];
        for (text, nodes, expected, judgement) in cases {
            let (best, result) = searched(text, nodes);
            let tree = result.tree.unwrap();
            let proposal = tree.proposal.unwrap();
            assert_eq!((best.as_str(), proposal.judgement), (expected, judgement));
            let played = match judgement {
                ProposalJudgement::Confirmed => proposal.tree_move,
                _ => proposal.root_search_move,
            };
            assert!(proposal.root_search_move != proposal.tree_move && result.best == Some(played));
            // The expansions before the second root search count too.
            assert!(tree.expansions > 1, "{tree:?}");
            assert!(result.score.is_some() && result.line[0] == result.best.unwrap());
        }
    }

    /// A reader wants to know what the nearest rivals are worth, and how the tree sees the choice.
    #[test]
    fn where_the_choice_is_explained_rivals_are_weighed_and_effort_is_left_for_the_tree() {
        const NODES: u64 = 200_000;
        for text in [crate::testing::MIDDLEGAME, TREE_ERRS, TREE_TAKES_ALL] {
            let game = game(text);
            let mut engine = Engine::new(Settings {
                hash_mib: 8,
                ..Settings::for_explaining()
            })
            .unwrap();
            let thought = engine.think(&game, &nodes(NODES), &Signals::new(), &mut |_| {});
            let (effort, best) = (thought.root_effort, thought.decision.unwrap().best);
            assert!(effort.searches > WEIGHED_RIVALS as u64, "{effort:?}");
            let share = effort.nodes as f64 / NODES as f64;
            assert!((0.6..0.95).contains(&share), "{text}: {share}");
            assert!(thought.nodes <= NODES + NODES / 10 && thought.expansions >= 4);
            let weighed = thought.search.root().moves();
            let weighed = weighed.filter(|(mv, node)| *mv != best && node.real().is_exact());
            assert!(weighed.count() >= WEIGHED_RIVALS, "{text}");
        }
    }

    /// Nobody asks a second root search, and the tree is kept.
    #[test]
    fn without_a_clock_the_tree_cannot_overrule_the_root_search() {
        let game = game(TREE_PREFERS_ANOTHER);
        let mut engine = Engine::new(Settings {
            hash_mib: 8,
            ..Settings::for_explaining()
        })
        .unwrap();
        let thought = engine.think(&game, &nodes(100_000), &Signals::new(), &mut |_| {});
        let (proposal, decision) = (thought.proposal.unwrap(), thought.decision.unwrap());
        assert_eq!(proposal.judgement, ProposalJudgement::NotAsked);
        assert!(thought.is_tree_overruled() && thought.expansions > 1);
        assert_eq!(decision.best, proposal.root_search_move);
        let of = |mv| {
            let mut moves = thought.search.root().moves();
            moves.find(|(known, _)| *known == mv).unwrap().1
        };
        let (first, tree) = (of(decision.best), of(proposal.tree_move));
        assert!(first.own_real().min() >= tree.own_real().min());
        assert!(first.real().min() < tree.real().min());
        assert_eq!(decision.real, first.own_real());
    }

    /// One move must not look worse because it was searched for a shorter time.
    #[test]
    fn moves_to_compare_are_searched_alike() {
        const NODES: u64 = 200_000;
        let game = game(crate::testing::MIDDLEGAME);
        let mut engine = Engine::new(Settings {
            hash_mib: 8,
            ..Settings::for_explaining()
        })
        .unwrap();
        let moves = game.position().legal_moves();
        let limits = SearchLimits {
            search_moves: vec![moves[0], moves[1]],
            ..nodes(NODES)
        };
        let thought = engine.think(&game, &limits, &Signals::new(), &mut |_| {});
        let moves: Vec<_> = thought.search.root().moves().collect();
        assert!(moves.len() == 2 && moves.iter().all(|(_, node)| node.real().is_exact()));
        let effort = thought.root_effort;
        let share = effort.nodes as f64 / NODES as f64;
        assert!(
            effort.searches >= 2 && (0.6..0.9).contains(&share),
            "{effort:?}"
        );
    }

    #[test]
    fn where_tree_and_root_search_agree_there_is_nothing_to_decide() {
        let (_, result) = searched(crate::testing::MIDDLEGAME, 60_000);
        assert_eq!(result.tree.unwrap().proposal, None);
    }
}
