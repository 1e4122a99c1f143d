//! The engine.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use bstar_alphabeta::{Bound, Depths, Iteration, Pool, RootTask, Score, Table};
use bstar_board::{Game, Move};

use crate::clock::{Stability, Timekeeper};
use crate::limits::Limits;
use crate::settings::{EngineError, SearchKind, Settings};
use crate::signals::Signals;
use crate::thinker::{Effort, News, Thinker, Thought, probe_techniques};
use crate::{strength, wdl};

/// A chess engine: settings, a table, searchers.
pub struct Engine {
    settings: Settings,
    pool: Pool,
}

/// News from a running search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The depth of the iteration.
    pub depth: u32,
    /// The longest line looked at.
    pub seldepth: u32,
    /// Which of the best moves this is about, from 1.
    pub rank: usize,
    /// Its score, for the side to move.
    pub score: Score,
    /// Is that the score, or a bound of it?
    pub bound: Bound,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The line of best play: legal, and ending at a draw if it meets one.
    pub line: Vec<Move>,
    /// Chances of win, draw and loss, in thousandths.
    pub wdl: [u32; 3],
}

/// What a search came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The move to play; none if there is no legal one.
    pub best: Option<Move>,
    /// The reply it expects.
    pub ponder: Option<Move>,
    /// The score, for the side to move.
    pub score: Option<Score>,
    /// The depth of the last finished iteration.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// The line of best play.
    pub line: Vec<Move>,
}

impl Engine {
    /// An engine with these settings.
    pub fn new(settings: Settings) -> Result<Self, EngineError> {
        settings.check()?;
        let pool = Pool::new(settings.hash_mib, settings.threads, settings.techniques)?;
        Ok(Self { settings, pool })
    }

    /// Its settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings. If that is not possible, everything stays as it was.
    pub fn configure(&mut self, settings: Settings) -> Result<(), EngineError> {
        settings.check()?;
        if settings.hash_mib != self.settings.hash_mib {
            self.pool.resize_table(settings.hash_mib)?;
        }
        self.pool.set_threads(settings.threads);
        self.pool.set_techniques(settings.techniques);
        self.settings = settings;
        Ok(())
    }

    /// Forgets everything learned: a new game begins.
    pub fn clear(&mut self) {
        self.pool.clear();
    }

    /// Thinks about a position until the limits are reached or it is stopped.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        if self.settings.search == SearchKind::Bstar && self.settings.strength.is_none() {
            return self.search_best_first(game, limits, signals, report);
        }
        match self.settings.strength {
            Some(elo) => self.search_weakly(game, limits, elo, signals, report),
            None => self.search_fully(game, limits, self.settings.multi_pv, signals, report),
        }
    }

    /// Thinks with B*, and keeps all it thought.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        tell: &mut dyn FnMut(&News),
    ) -> Thought {
        let timekeeper = Timekeeper::new(limits, self.settings.move_overhead, signals);
        let expansions = Some(self.settings.expansions).filter(|&expansions| expansions > 0);
        let effort = Effort {
            nodes: limits
                .nodes
                .map(|nodes| nodes.max(1))
                .filter(|_| !limits.infinite),
            time: timekeeper.planned(),
            expansions: expansions.filter(|_| !limits.infinite),
            depth: limits.depth.filter(|_| !limits.infinite),
        };
        let thinker = Thinker::new(
            game,
            &limits.search_moves,
            self.settings.manner,
            effort,
            &timekeeper,
        );
        let searcher = self.pool.first();
        searcher.set_techniques(probe_techniques(self.settings.techniques));
        let thought = thinker.think(searcher, tell);
        searcher.set_techniques(self.settings.techniques);
        thought
    }

    fn search_best_first(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        let started = Instant::now();
        let phase = crate::phase(game.position());
        let thought = self.think(game, limits, signals, &mut |news| {
            report(&Report {
                depth: news.depth,
                seldepth: news.depth + news.probe_depth,
                rank: 1,
                score: news.score,
                bound: Bound::Exact,
                nodes: news.nodes,
                time: started.elapsed(),
                hashfull: 0,
                line: news.line.clone(),
                wdl: wdl::win_draw_loss(news.score, phase),
            });
        });
        let line = thought.line();
        let Some(decision) = thought.decision else {
            return Answer {
                time: thought.time,
                ..Answer::default()
            };
        };
        // The line of the tree may have another move first by a hair; what was decided counts.
        let line = if line.first() == Some(&decision.best) {
            line
        } else {
            vec![decision.best]
        };
        Answer {
            best: Some(decision.best),
            ponder: line.get(1).copied(),
            score: thought.score(),
            depth: thought
                .search
                .nodes()
                .map(|node| node.distance())
                .max()
                .unwrap_or(0),
            nodes: thought.nodes,
            time: thought.time,
            line,
        }
    }

    fn search_weakly(
        &mut self,
        game: &Game,
        limits: &Limits,
        elo: u16,
        signals: &Signals,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        let limits = strength::limited(limits, elo);
        let shown = self.settings.multi_pv;
        let lines = shown.max(strength::CHOICES);
        let mut candidates: Vec<(Move, i32)> = Vec::new();
        let mut answer = self.search_fully(game, &limits, lines, signals, &mut |news| {
            if news.rank == 1 {
                candidates.clear();
            }
            if let (Some(&mv), Score::Centipawns(value)) = (news.line.first(), news.score) {
                candidates.push((mv, value));
            }
            if news.rank <= shown {
                report(news);
            }
        });
        if let Some(Score::Centipawns(_)) = answer.score
            && let Some(chosen) = strength::choose(&candidates, elo)
            && Some(chosen) != answer.best
        {
            answer.best = Some(chosen);
            answer.ponder = None;
            answer.line = vec![chosen];
        }
        answer
    }

    fn search_fully(
        &mut self,
        game: &Game,
        limits: &Limits,
        lines: usize,
        signals: &Signals,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        let timekeeper = Timekeeper::new(limits, self.settings.move_overhead, signals);
        let task = RootTask {
            game,
            only: &limits.search_moves,
            lines,
            depths: Depths {
                last: limits.depth.unwrap_or(Depths::default().last),
                ..Depths::default()
            },
            nodes: limits.nodes.map(|nodes| nodes.max(1)),
        };
        let phase = crate::phase(game.position());
        let only_move = game.position().legal_moves().len() == 1;
        let on_a_clock = limits.clock.is_some() && !limits.infinite && !limits.ponder;
        let mut stability = Stability::default();
        let mut after_iteration = |news: &Iteration, table: &Table| {
            let score = Score::from(news.value);
            report(&Report {
                depth: news.depth,
                seldepth: news.seldepth,
                rank: news.rank,
                score,
                bound: news.bound,
                nodes: news.nodes,
                time: timekeeper.elapsed(),
                hashfull: table.permille_full(),
                line: news.line.to_vec(),
                wdl: wdl::win_draw_loss(score, phase),
            });
            if !news.finished || news.rank > 1 {
                return ControlFlow::Continue(());
            }
            stability.note(news);
            let mate_found = !limits.infinite
                && matches!((limits.mate, score), (Some(wanted), Score::Mate(moves))
                    if moves > 0 && moves.unsigned_abs() <= wanted);
            let nothing_to_decide = only_move && on_a_clock && news.depth >= 4;
            if mate_found || nothing_to_decide || timekeeper.is_enough(&stability) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let (verdict, nodes) = self.pool.think(&task, &timekeeper, &mut after_iteration);
        let time = timekeeper.elapsed();
        match verdict {
            Some(verdict) => Answer {
                best: verdict.line.first().copied(),
                ponder: verdict.line.get(1).copied(),
                score: Some(verdict.value.into()),
                depth: verdict.depth,
                nodes,
                time,
                line: verdict.line.to_vec(),
            },
            None => Answer {
                time,
                ..Answer::default()
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without another limit B* would go on for as long as it finds something to do.
    #[test]
    fn a_limit_of_depth_ends_a_best_first_search() {
        let settings = Settings {
            hash_mib: 4,
            search: SearchKind::Bstar,
            ..Settings::default()
        };
        let mut engine = Engine::new(settings).unwrap();
        for depth in [1, 3] {
            let limits = Limits {
                depth: Some(depth),
                ..Limits::default()
            };
            let thought = engine.think(&Game::default(), &limits, &Signals::new(), &mut |_| {});
            assert!(thought.decision.is_some());
            let deepest = thought.search.nodes().map(|node| node.distance()).max();
            assert_eq!(deepest, Some(depth));
        }
    }
}
