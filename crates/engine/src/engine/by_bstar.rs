//! A search of B*.
//!
//! `play_by_bstar` plans the time, starts a thinker, and turns its snapshots into reports and a
//! result. Before that it takes the tree of the search before, if there is one. `explain` keeps
//! what the thinker leaves.

use bstar_alphabeta::{Pool, Techniques, TranspositionTable};

use super::pacing::ReportPacing;
use super::{Engine, is_mate_found};
use crate::clock::Timekeeper;
use crate::task::{Explain, Observer, Play, Task};
use crate::thinker::plan::{Pace, Plan};
use crate::thinker::{BstarOptions, ReusedTree, Searchers, Thinker, probe_techniques};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::{ReplyRank, SearchReport, SearchResult, Snapshot, Thought, WdlModel};

impl Engine {
    /// Searches with B*, without an earlier tree, and returns everything: the decision, the tree,
    /// the events. After every snapshot others have their turn.
    pub(crate) fn explain(
        &mut self,
        task: &Task<Explain>,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Thought {
        let Explain {
            root_search_percent,
            tree_bytes,
            processors,
        } = task.purpose;
        let usual = self.settings.options;
        let options = BstarOptions {
            root_search_percent: root_search_percent.or(usual.root_search_percent),
            ..usual
        };
        let timekeeper = self.timekeeper(&task.effort, stop);
        let bytes = tree_bytes.unwrap_or(self.settings.tree_bytes());
        let mut thinker = self.thinker(options, bytes, &timekeeper, task, stop);
        if let Some(processors) = processors {
            thinker = thinker.simulating(processors);
        }
        let give_way = self.give_way.as_deref();
        let (searchers, _) = searchers(&mut self.pool, self.settings.techniques);
        thinker.think(searchers, &mut |snapshot| {
            observer.see(snapshot);
            if let Some(give_way) = give_way {
                give_way();
            }
        })
    }

    fn thinker<'t, P>(
        &self,
        options: BstarOptions,
        bytes: usize,
        timekeeper: &'t Timekeeper,
        task: &'t Task<P>,
        stop: &'t Stop,
    ) -> Thinker<'t> {
        let effort = self.planned(task.effort, timekeeper);
        let mut thinker = Thinker::new(task.game, task.only, options, effort, timekeeper)
            .within(bytes.saturating_sub(self.tree_cache.bytes()));
        if Pace::of(&task.effort) == Pace::Clock {
            thinker = thinker.on_a_clock(timekeeper);
        }
        if task.effort.is_pondering() {
            thinker = thinker.pondering(stop);
        }
        thinker
    }

    /// The effort with the time planned for it, and with no more expansions than the settings allow
    /// a search that has an end.
    fn planned(&self, effort: Effort, timekeeper: &Timekeeper) -> Effort {
        let planned = match timekeeper.planned() {
            Some(time) => effort.planned(time),
            None => effort,
        };
        match self.settings.expansions {
            most if most > 0 && !effort.is_until_stopped() => planned.or(Effort::expansions(most)),
            _ => planned,
        }
    }

    pub(super) fn play_by_bstar(
        &mut self,
        task: &Task<Play>,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        let Task {
            game, only, effort, ..
        } = *task;
        let timekeeper = self.timekeeper(&effort, stop).rehearsing();
        let options = self.settings.options;
        let plan = Plan::of(
            &options,
            &self.planned(effort, &timekeeper),
            Pace::of(&effort),
        );
        let phase = bstar_thought::phase(game.position());
        let model = WdlModel::of(&self.settings.evaluation);
        let lines = self.settings.multi_pv;
        let mut pacing = ReportPacing::default();
        let mut result = SearchResult::default();
        let mut tell = |snapshot: &Snapshot, table: &TranspositionTable| {
            let time = timekeeper.elapsed();
            if is_mate_found(&effort, || {
                snapshot.best().map(|best| snapshot.score(&best))
            }) {
                timekeeper.end_search();
            }
            if !pacing.is_due(snapshot, time) {
                return;
            }
            let all_ranked = snapshot.ranked(lines);
            if !all_ranked.is_empty() {
                observer.see(snapshot);
            }
            for (index, ranked) in all_ranked.into_iter().enumerate() {
                if index == 0 && snapshot.decision.is_some() {
                    result = SearchResult {
                        best: ranked.line.first().copied(),
                        ponder: ranked.line.get(1).copied(),
                        score: Some(ranked.score),
                        depth: snapshot.searched_depth(),
                        nodes: snapshot.nodes,
                        time,
                        line: ranked.line.clone(),
                        tree: None,
                        refused_threads: 0,
                    };
                }
                let found = SearchReport {
                    depth: snapshot.searched_depth(),
                    seldepth: snapshot
                        .searched_depth()
                        .max(snapshot.depth + snapshot.probe_depth),
                    rank: index + 1,
                    score: ranked.score,
                    bound: ranked.bound,
                    nodes: snapshot.nodes,
                    time,
                    hashfull: table.permille_full(),
                    line: ranked.line,
                    wdl: model.win_draw_loss(ranked.score, phase),
                };
                observer.report(&found);
            }
        };
        // Predicted replies serve one search only.
        let reply = self
            .likely_replies
            .take()
            .and_then(|replies| replies.rank(game));
        let reuses_tree = options.reuse_tree && only.is_empty() && !plan.has_root_search();
        let reused = if !reuses_tree {
            self.tree_cache.clear();
            None
        } else if effort.is_pondering() {
            self.think_about_reply(game, timekeeper.planned(), &effort, stop)
        } else {
            self.tree_cache.take_for(game)
        };
        let thinks_ahead = effort.is_pondering() && matches!(plan, Plan::Play { .. });
        if thinks_ahead {
            self.find_likely_replies(game, timekeeper.planned(), &effort, stop);
        }
        let bytes = self.settings.tree_bytes();
        let thinker = self.thinker(options, bytes, &timekeeper, task, stop);
        let (searchers, table) = searchers(&mut self.pool, self.settings.techniques);
        let thought = thinker.think_from(reused, searchers, &mut |snapshot| tell(snapshot, table));
        result.refused_threads = thought.refused_threads;
        let mut facts = thought.facts();
        if thinks_ahead && !thought.is_certain() {
            let known = thought.root_effort.depth;
            let again = self.use_opponents_time(task, timekeeper.planned(), known, stop);
            if let Some(deeper) = again {
                result.best = deeper.line.first().copied();
                result.ponder = deeper.line.get(1).copied();
                result.score = Some(deeper.value.into());
                result.line = deeper.line.to_vec();
            }
        }
        facts.reply = match thinks_ahead {
            true => stop.is_ponder_hit().then_some(ReplyRank::FIRST),
            false => reply,
        };
        result.time = timekeeper.elapsed();
        result.tree = Some(facts);
        self.tree_cache
            .put(ReusedTree::of(game, thought).filter(|_| reuses_tree));
        result
    }
}

/// The searchers of a pool that B* needs, and their table.
pub(super) fn searchers(
    pool: &mut Pool,
    techniques: Techniques,
) -> (Searchers<'_>, &TranspositionTable) {
    let (root_team, probe_searchers, table) = pool.team_and_probers();
    for searcher in probe_searchers.iter_mut() {
        searcher.set_techniques(probe_techniques(techniques));
    }
    (
        Searchers {
            root_team,
            probe_searchers,
        },
        table,
    )
}
