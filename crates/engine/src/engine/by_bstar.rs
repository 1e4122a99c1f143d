//! A search of B*.
//!
//! `search_by_bstar` turns limits into a budget, starts a thinker, and turns its snapshots into
//! reports and a result. Before that it takes the tree of the search before, if there is one.

use bstar_alphabeta::{Pool, Techniques, TranspositionTable};
use bstar_board::Game;

use super::Engine;
use super::pacing::ReportPacing;
use crate::clock::Timekeeper;
use crate::limits::SearchLimits;
use crate::thinker::plan::{Pace, Plan};
use crate::thinker::{Processors, ReusedTree, SearchBudget, Searchers, Thinker, probe_techniques};
use bstar_kit::signals::Signals;
use bstar_thought::{ReplyRank, SearchReport, SearchResult, Snapshot, Thought, WdlModel};

impl Engine {
    /// Searches with B*, without an earlier tree, and returns everything: the decision, the tree,
    /// the events. In an engine set up for alpha-beta the table has all the memory already. The
    /// tree's half then comes on top.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        signals: &Signals,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Thought {
        self.think_with_processors(None, game, limits, signals, tell)
    }

    /// Does the same, as if these processors made the probes.
    pub fn think_with_processors(
        &mut self,
        processors: Option<Processors>,
        game: &Game,
        limits: &SearchLimits,
        signals: &Signals,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Thought {
        let timekeeper = self.timekeeper(limits, signals);
        let mut thinker = self.thinker(&timekeeper, game, limits, signals);
        if let Some(processors) = processors {
            thinker = thinker.simulating(processors);
        }
        let (searchers, _) = searchers(&mut self.pool, self.settings.techniques);
        thinker.think(searchers, tell)
    }

    fn thinker<'t>(
        &self,
        timekeeper: &'t Timekeeper,
        game: &'t Game,
        limits: &'t SearchLimits,
        signals: &'t Signals,
    ) -> Thinker<'t> {
        let budget = self.budget(limits, timekeeper);
        let mut thinker = Thinker::new(
            game,
            &limits.search_moves,
            self.settings.options,
            budget,
            timekeeper,
        )
        .within(
            self.settings
                .tree_bytes()
                .saturating_sub(self.tree_cache.bytes()),
        );
        if limits.pace() == Pace::Clock {
            thinker = thinker.on_a_clock(timekeeper);
        }
        if limits.ponder {
            thinker = thinker.pondering(signals);
        }
        thinker
    }

    fn budget(&self, limits: &SearchLimits, timekeeper: &Timekeeper) -> SearchBudget {
        let most = Some(self.settings.expansions).filter(|&most| most > 0);
        let most = most.filter(|_| !limits.is_until_stopped());
        SearchBudget {
            nodes: limits.nodes.map(|nodes| nodes.max(1)),
            time: timekeeper.planned(),
            expansions: [limits.expansions, most].into_iter().flatten().min(),
            depth: limits.depth,
        }
    }

    pub(super) fn search_by_bstar(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        signals: &Signals,
        report: &mut dyn FnMut(&SearchReport, Option<&Snapshot>),
    ) -> SearchResult {
        let timekeeper = self.timekeeper(limits, signals).rehearsing();
        let plan = Plan::of(
            &self.settings.options,
            &self.budget(limits, &timekeeper),
            limits.pace(),
        );
        let phase = bstar_thought::phase(game.position());
        let model = WdlModel::of(&self.settings.evaluation);
        let lines = self.settings.multi_pv;
        let mut pacing = ReportPacing::default();
        let mut result = SearchResult::default();
        let mut tell = |snapshot: &Snapshot, table: &TranspositionTable| {
            let time = timekeeper.elapsed();
            if limits.is_mate_found(|| snapshot.best().map(|best| snapshot.score(&best))) {
                timekeeper.end_search();
            }
            if !pacing.is_due(snapshot, time) {
                return;
            }
            for (index, ranked) in snapshot.ranked(lines).into_iter().enumerate() {
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
                report(&found, Some(snapshot));
            }
        };
        // What was foreseen is for one reply only.
        let reply = self
            .likely_replies
            .take()
            .and_then(|replies| replies.rank(game));
        let reuses_tree = self.settings.options.reuse_tree
            && limits.search_moves.is_empty()
            && !plan.has_root_search();
        let reused = if !reuses_tree {
            self.tree_cache.clear();
            None
        } else if limits.ponder {
            self.think_about_reply(game, timekeeper.planned(), limits, signals)
        } else {
            self.tree_cache.take_for(game)
        };
        let thinks_ahead = limits.ponder && matches!(plan, Plan::Play { .. });
        if thinks_ahead {
            self.find_likely_replies(game, timekeeper.planned(), limits, signals);
        }
        let thinker = self.thinker(&timekeeper, game, limits, signals);
        let (searchers, table) = searchers(&mut self.pool, self.settings.techniques);
        let thought = thinker.think_from(reused, searchers, &mut |snapshot| tell(snapshot, table));
        result.refused_threads = thought.refused_threads;
        let mut facts = thought.facts();
        if thinks_ahead && !thought.is_certain() {
            let known = thought.root_effort.depth;
            let again = self.use_opponents_time(game, timekeeper.planned(), known, limits, signals);
            if let Some(deeper) = again {
                result.best = deeper.line.first().copied();
                result.ponder = deeper.line.get(1).copied();
                result.score = Some(deeper.value.into());
                result.line = deeper.line.to_vec();
            }
        }
        facts.reply = match thinks_ahead {
            true => signals.is_ponder_hit().then_some(ReplyRank::FIRST),
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
