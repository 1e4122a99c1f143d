//! One alpha-beta search of the root.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use bstar_alphabeta::{Iteration, RootTask, Watch};
use bstar_board::Move;
use bstar_board::score::Centipawns;
use bstar_kit::effort::Effort;
use bstar_thought::scale::Converter;
use bstar_thought::{RootStability, Snapshot, WdlModel, phase};

use crate::clock::Stability;

use super::super::Thinker;
use super::super::prober::{BestMove, Candidate};
use super::super::root_result::RootSearchResult;
use super::super::run::Run;

pub(super) struct RootSearchLimits {
    /// It searches only these moves of the root.
    pub(super) moves: Vec<Move>,
    pub(super) effort: Effort,
    /// When it ends before that.
    pub(super) early_end: EarlyEnd,
}

/// When a root search ends before its limits are reached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EarlyEnd {
    /// When a new iteration would hardly finish.
    NoNewIteration,
    /// When the clock says so. It depends on how settled the best move is.
    Settled,
    /// Never: what an unfinished iteration finds counts too.
    Never,
}

impl RootSearchLimits {
    /// After this share of its limits no new iteration begins, because it would hardly finish.
    const NEW_ITERATION_MAX_SHARE: f64 = 0.6;

    fn is_enough(&self, nodes: u64, started: Instant) -> bool {
        let part = match self.early_end {
            EarlyEnd::NoNewIteration => Self::NEW_ITERATION_MAX_SHARE,
            EarlyEnd::Settled | EarlyEnd::Never => 1.0,
        };
        let by_nodes = |limit: u64| nodes as f64 >= limit as f64 * part;
        let by_time = |time: Duration| started.elapsed() >= time.mul_f64(part);
        self.effort.node_limit().is_some_and(by_nodes)
            || self.effort.time_limit().is_some_and(by_time)
    }
}

/// Stops a root search when its time is over.
struct RootSearchWatch<'a> {
    watch: &'a dyn Watch,
    until: Option<Instant>,
}

impl Watch for RootSearchWatch<'_> {
    fn should_stop(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until) || self.watch.should_stop()
    }
}

impl Thinker<'_> {
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
    pub(super) fn root_search(
        &self,
        run: &mut Run,
        limits: &RootSearchLimits,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Option<RootSearchResult> {
        let position = self.game.position();
        let Run {
            tree,
            prober,
            root_team,
            refused_threads,
            root_effort,
            root_probe_depth,
            ..
        } = run;
        let before = prober.nodes();
        let begun = Instant::now();
        let task = RootTask {
            game: self.game,
            only: &limits.moves,
            lines: 1,
            effort: limits.effort,
        };
        let watch = RootSearchWatch {
            watch: self.watch,
            until: limits.effort.time_limit().map(|time| begun + time),
        };
        let is_forced = self.root_moves().len() == 1;
        let mut stability = Stability::default();
        let model = tree.records.borrow().model();
        let to_children = |value: Centipawns, line: &[Move], depth: u32, records: &mut _| {
            let mut candidates: Vec<Candidate> = limits
                .moves
                .iter()
                .map(|&mv| Candidate::new(position, mv, model, &prober.endings))
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
        let found = root_team.think(&task, &watch, &mut |iteration: &Iteration| {
            if !iteration.finished {
                return ControlFlow::Continue(());
            }
            let mut records = tree.records.borrow_mut();
            if let Some(children) = to_children(
                iteration.value,
                &iteration.line,
                iteration.depth,
                &mut records,
            ) {
                tell(&Snapshot {
                    game: self.game,
                    search: &tree.search,
                    records: &records,
                    probed_root: &children,
                    events: &tree.log.events,
                    forgotten: tree.log.forgotten,
                    bytes: tree.search.bytes() + records.bytes(),
                    decision: None,
                    depth: 1,
                    root_search_depth: iteration.depth,
                    probe_depth: iteration.depth - 1,
                    nodes: before + iteration.nodes,
                    expansions: 0,
                    deeper: None,
                });
            }
            stability.note(iteration);
            let is_decided = is_win(iteration.value) || is_forced && iteration.depth > 4;
            let is_settled = || {
                let clock = self.clock.filter(|_| limits.early_end == EarlyEnd::Settled);
                clock.is_some_and(|clock| clock.is_enough(&stability))
            };
            if is_decided || limits.is_enough(iteration.nodes, begun) || is_settled() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        *refused_threads = (*refused_threads).max(found.refused_threads);
        let nodes = found.nodes;
        prober.count_search(nodes);
        root_effort.searches += 1;
        root_effort.nodes += nodes;
        let root_result = found.root.filter(|root_result| root_result.depth > 0)?;
        let children = to_children(
            root_result.value,
            &root_result.line,
            root_result.depth,
            &mut tree.records.borrow_mut(),
        )?;
        root_effort.depth = root_effort.depth.max(root_result.depth);
        let depth = root_result.depth - 1;
        *root_probe_depth = (*root_probe_depth).max(depth);
        let scale = Converter::new(model, phase(position));
        Some(RootSearchResult {
            estimate: (!root_result.value.is_mate()).then(|| scale.points(root_result.value)),
            best: *root_result.line.first()?,
            children,
            depth,
            is_mate: is_win(root_result.value),
            stability: self.root_stability(&stability, model),
        })
    }
}

/// Whether the side to move mates.
fn is_win(value: Centipawns) -> bool {
    value > Centipawns(0) && value.is_mate()
}
