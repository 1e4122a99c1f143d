//! A search of alpha-beta, at full strength or at less.
//!
//! After every iteration the clock decides whether another one begins (`clock.rs`).

use std::ops::ControlFlow;

use bstar_alphabeta::{Depths, Iteration, RootTask, TranspositionTable};
use bstar_board::score::{Centipawns, Score};
use bstar_board::{Game, Move};

use super::Engine;
use crate::clock::Stability;
use crate::limits::SearchLimits;
use crate::strength;
use bstar_kit::signals::Signals;
use bstar_thought::{SearchReport, SearchResult, WdlModel};

impl Engine {
    pub(super) fn search_at_strength(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        elo: u16,
        signals: &Signals,
        report: &mut dyn FnMut(&SearchReport),
    ) -> SearchResult {
        let limits = strength::limited(limits, elo);
        let shown = self.settings.multi_pv;
        let lines = shown.max(strength::MAX_CHOICES);
        let mut candidates: Vec<(Move, Centipawns)> = Vec::new();
        let mut result = self.search_by_alphabeta(game, &limits, lines, signals, &mut |found| {
            if found.rank == 1 {
                candidates.clear();
            }
            if let (Some(&mv), Score::Centipawns(value)) = (found.line.first(), found.score) {
                candidates.push((mv, value));
            }
            if found.rank <= shown {
                report(found);
            }
        });
        if let Some(Score::Centipawns(_)) = result.score
            && let Some(chosen) = strength::choose(&candidates, elo)
            && Some(chosen) != result.best
        {
            result.best = Some(chosen);
            result.ponder = None;
            result.line = vec![chosen];
        }
        result
    }

    pub(super) fn search_by_alphabeta(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        lines: usize,
        signals: &Signals,
        report: &mut dyn FnMut(&SearchReport),
    ) -> SearchResult {
        let timekeeper = self.timekeeper(limits, signals);
        let task = RootTask {
            game,
            only: &limits.search_moves,
            lines,
            depths: Depths {
                last: limits.depth.unwrap_or(Depths::default().last),
                ..Depths::default()
            },
            nodes: limits.nodes_without_expansions().map(|nodes| nodes.max(1)),
        };
        let phase = bstar_thought::phase(game.position());
        let model = WdlModel::of(&self.settings.evaluation);
        let only_move = game.position().legal_moves().len() == 1;
        let on_a_clock = limits.clock.is_some() && !limits.ponder;
        let mut stability = Stability::default();
        let mut after_iteration = |iteration: &Iteration, table: &TranspositionTable| {
            let score = Score::from(iteration.value);
            report(&SearchReport {
                depth: iteration.depth,
                seldepth: iteration.seldepth,
                rank: iteration.rank,
                score,
                bound: iteration.bound,
                nodes: iteration.nodes,
                time: timekeeper.elapsed(),
                hashfull: table.permille_full(),
                line: iteration.line.to_vec(),
                wdl: model.win_draw_loss(score, phase),
            });
            if !iteration.finished || iteration.rank > 1 {
                return ControlFlow::Continue(());
            }
            stability.note(iteration);
            let mate_found = limits.is_mate_found(|| Some(score));
            let nothing_to_decide = only_move && on_a_clock && iteration.depth >= 4;
            if mate_found || nothing_to_decide || timekeeper.is_enough(&stability) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let found = self.pool.think(&task, &timekeeper, &mut after_iteration);
        let time = timekeeper.elapsed();
        match found.root {
            Some(root_result) => SearchResult {
                best: root_result.line.first().copied(),
                ponder: root_result.line.get(1).copied(),
                score: Some(root_result.value.into()),
                depth: root_result.depth,
                nodes: found.nodes,
                time,
                line: root_result.line.to_vec(),
                tree: None,
                refused_threads: found.refused_threads,
            },
            None => SearchResult {
                time,
                ..SearchResult::default()
            },
        }
    }
}
