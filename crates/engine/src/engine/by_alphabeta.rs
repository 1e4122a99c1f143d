//! A search of alpha-beta, at full strength or at less.
//!
//! After every iteration the clock decides whether another one begins (`clock.rs`).

use std::ops::ControlFlow;

use bstar_alphabeta::{Iteration, RootTask, TranspositionTable};
use bstar_board::Move;
use bstar_board::score::{Centipawns, Score};

use super::{Engine, is_mate_found};
use crate::clock::Stability;
use crate::strength;
use crate::task::{Observer, OnReport, Play, Task};
use bstar_kit::stop::Stop;
use bstar_thought::{SearchReport, SearchResult, WdlModel};

impl Engine {
    pub(super) fn play_at_strength(
        &mut self,
        task: &Task<Play>,
        elo: u16,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        let task = Task {
            effort: task.effort.or(strength::effort(elo)),
            ..*task
        };
        let shown = self.settings.multi_pv;
        let lines = shown.max(strength::MAX_CHOICES);
        let mut candidates: Vec<(Move, Centipawns)> = Vec::new();
        let mut choose = OnReport(|found: &SearchReport| {
            if found.rank == 1 {
                candidates.clear();
            }
            if let (Some(&mv), Score::Centipawns(value)) = (found.line.first(), found.score) {
                candidates.push((mv, value));
            }
            if found.rank <= shown {
                observer.report(found);
            }
        });
        let mut result = self.play_by_alphabeta(&task, lines, stop, &mut choose);
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

    pub(super) fn play_by_alphabeta(
        &mut self,
        task: &Task<Play>,
        lines: usize,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        let Task {
            game, only, effort, ..
        } = *task;
        let timekeeper = self.timekeeper(&effort, stop);
        let task = RootTask {
            game,
            only,
            lines,
            effort,
        };
        let phase = bstar_thought::phase(game.position());
        let model = WdlModel::of(&self.settings.evaluation);
        let only_move = game.position().legal_moves().len() == 1;
        let on_a_clock = effort.running_clock().is_some() && !effort.is_pondering();
        let mut stability = Stability::default();
        let mut after_iteration = |iteration: &Iteration, table: &TranspositionTable| {
            let score = Score::from(iteration.value);
            observer.report(&SearchReport {
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
            let mate_found = is_mate_found(&effort, || Some(score));
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
