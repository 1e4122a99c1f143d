//! The engine.

mod pondering;

use std::ops::ControlFlow;

use bstar_alphabeta::{
    Centipawns, Depths, Iteration, Pool, RootTask, Score, TableError, Techniques,
    TranspositionTable,
};
use bstar_board::{Game, Move};

use crate::clock::{Stability, Timekeeper};
use crate::limits::SearchLimits;
use crate::report::{ReportPacing, SearchReport, SearchResult};
use crate::settings::{EngineError, SearchKind, Settings};
use crate::signals::Signals;
use crate::strength;
use crate::thinker::{
    ReusedTree, SearchBudget, Searchers, Snapshot, Thinker, Thought, TreeCache, probe_techniques,
};
use crate::wdl::WdlModel;

/// A chess engine: settings, a table, searchers, and what is left of the last search of B*.
pub struct Engine {
    settings: Settings,
    pool: Pool,
    tree_cache: TreeCache,
}

impl Engine {
    /// An engine with these settings.
    pub fn new(settings: Settings) -> Result<Self, EngineError> {
        settings.check()?;
        let (table, beside) = division(&settings);
        let pool = Pool::new(
            table,
            beside,
            settings.threads,
            settings.techniques,
            settings.evaluation.clone(),
        )
        .map_err(|error| about_hash(error, &settings))?;
        Ok(Self {
            settings,
            pool,
            tree_cache: TreeCache::default(),
        })
    }

    /// Its settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The size of its transposition table.
    pub fn table_bytes(&self) -> usize {
        self.pool.table_bytes()
    }

    /// Changes the settings. If that is not possible, everything stays as it was.
    pub fn configure(&mut self, settings: Settings) -> Result<(), EngineError> {
        settings.check()?;
        // Another search may leave the table another part of the same memory.
        if settings.hash_mib != self.settings.hash_mib
            || settings.table_bytes() != self.settings.table_bytes()
        {
            let (table, beside) = division(&settings);
            self.pool
                .resize_table(table, beside)
                .map_err(|error| about_hash(error, &settings))?;
        }
        self.pool.set_threads(settings.threads);
        self.pool.set_techniques(settings.techniques);
        self.pool.set_evaluation(&settings.evaluation);
        if settings != self.settings {
            self.tree_cache.clear();
        }
        self.settings = settings;
        Ok(())
    }

    /// Forgets everything learned: a new game begins.
    pub fn clear(&mut self) {
        self.pool.clear();
        self.tree_cache.clear();
    }

    /// Thinks about a position until the limits are reached or it is stopped.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        signals: &Signals,
        report: &mut dyn FnMut(&SearchReport),
    ) -> SearchResult {
        self.search_with_snapshots(game, limits, signals, &mut |found, _| report(found))
    }

    /// The same, and with every report of B* the news it was made of.
    pub fn search_with_snapshots(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        signals: &Signals,
        report: &mut dyn FnMut(&SearchReport, Option<&Snapshot>),
    ) -> SearchResult {
        let mut alone = |found: &SearchReport| report(found, None);
        match (self.settings.strength, self.settings.search) {
            (Some(elo), _) => self.search_at_strength(game, limits, elo, signals, &mut alone),
            (None, SearchKind::AlphaBeta) => {
                self.search_by_alphabeta(game, limits, self.settings.multi_pv, signals, &mut alone)
            }
            (None, SearchKind::Bstar) => self.search_by_bstar(game, limits, signals, report),
        }
    }

    /// Thinks with B*, from the beginning, and gives all it thought away. In an engine set up for alpha-beta, whose table has all the memory, the tree's half comes on top.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        signals: &Signals,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Thought {
        let timekeeper = Timekeeper::new(limits, self.settings.move_overhead, signals).punctual();
        self.think_by(
            None,
            &timekeeper,
            game,
            limits,
            signals,
            &mut |snapshot, _| {
                tell(snapshot);
            },
        )
    }

    fn think_by(
        &mut self,
        reused: Option<ReusedTree>,
        timekeeper: &Timekeeper,
        game: &Game,
        limits: &SearchLimits,
        signals: &Signals,
        tell: &mut dyn FnMut(&Snapshot, &TranspositionTable),
    ) -> Thought {
        let expansions = Some(self.settings.expansions).filter(|&expansions| expansions > 0);
        let budget = SearchBudget {
            nodes: limits
                .nodes
                .map(|nodes| nodes.max(1))
                .filter(|_| !limits.infinite),
            time: timekeeper.planned(),
            expansions: expansions.filter(|_| !limits.infinite),
            depth: limits.depth.filter(|_| !limits.infinite),
            may_save_time: limits.clock.is_some() && !limits.infinite,
        };
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
        if limits.ponder {
            thinker = thinker.pondering(signals);
        }
        if budget.may_save_time {
            thinker = thinker.on_a_clock(timekeeper);
        }
        let (searchers, table) = searchers(&mut self.pool, self.settings.techniques);
        thinker.think_from(reused, searchers, &mut |snapshot| tell(snapshot, table))
    }

    fn search_by_bstar(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        signals: &Signals,
        report: &mut dyn FnMut(&SearchReport, Option<&Snapshot>),
    ) -> SearchResult {
        let timekeeper = Timekeeper::new(limits, self.settings.move_overhead, signals).punctual();
        let phase = crate::phase(game.position());
        let model = WdlModel::of(&self.settings.evaluation);
        let lines = self.settings.multi_pv;
        let mut pacing = ReportPacing::default();
        let mut result = SearchResult::default();
        let mut tell = |snapshot: &Snapshot, table: &TranspositionTable| {
            let time = timekeeper.elapsed();
            if is_mate_found(limits, || snapshot.best().map(|best| snapshot.score(&best))) {
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
                        depth: snapshot.depth,
                        nodes: snapshot.nodes,
                        time,
                        line: ranked.line.clone(),
                        tree: None,
                    };
                }
                let found = SearchReport {
                    depth: snapshot.depth,
                    seldepth: snapshot.depth + snapshot.probe_depth,
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
        let reuses_tree = self.settings.options.reuse_tree && limits.search_moves.is_empty();
        let reused = if !reuses_tree {
            self.tree_cache.clear();
            None
        } else if limits.ponder {
            self.think_about_reply(game, timekeeper.planned(), limits, signals)
        } else {
            self.tree_cache.take_for(game)
        };
        let thought = self.think_by(reused, &timekeeper, game, limits, signals, &mut tell);
        result.time = thought.time;
        result.tree = Some(thought.facts());
        self.tree_cache
            .put(ReusedTree::of(game, thought).filter(|_| reuses_tree));
        result
    }

    fn search_at_strength(
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

    fn search_by_alphabeta(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        lines: usize,
        signals: &Signals,
        report: &mut dyn FnMut(&SearchReport),
    ) -> SearchResult {
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
        let model = WdlModel::of(&self.settings.evaluation);
        let only_move = game.position().legal_moves().len() == 1;
        let on_a_clock = limits.clock.is_some() && !limits.infinite && !limits.ponder;
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
            let mate_found = is_mate_found(limits, || Some(score));
            let nothing_to_decide = only_move && on_a_clock && iteration.depth >= 4;
            if mate_found || nothing_to_decide || timekeeper.is_enough(&stability) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let (root_result, nodes) = self.pool.think(&task, &timekeeper, &mut after_iteration);
        let time = timekeeper.elapsed();
        match root_result {
            Some(root_result) => SearchResult {
                best: root_result.line.first().copied(),
                ponder: root_result.line.get(1).copied(),
                score: Some(root_result.value.into()),
                depth: root_result.depth,
                nodes,
                time,
                line: root_result.line.to_vec(),
                tree: None,
            },
            None => SearchResult {
                time,
                ..SearchResult::default()
            },
        }
    }
}

/// The bytes of the table, and what must be there beside it.
fn division(settings: &Settings) -> (usize, usize) {
    let table = settings.table_bytes();
    (table, settings.hash_bytes() - table)
}

/// Who asked for too much gets to hear what he asked for.
fn about_hash(error: TableError, settings: &Settings) -> EngineError {
    let mib = settings.hash_mib;
    EngineError::Table(match error {
        TableError::OutOfMemory { .. } => TableError::OutOfMemory { mib },
        TableError::TooSmall => TableError::TooSmall,
    })
}

/// Two searchers of a pool for B*, and its table.
fn searchers(pool: &mut Pool, techniques: Techniques) -> (Searchers<'_>, &TranspositionTable) {
    let (root_searcher, probe_searcher, table) = pool.pair();
    probe_searcher.set_techniques(probe_techniques(techniques));
    (
        Searchers {
            root_searcher,
            probe_searcher,
        },
        table,
    )
}

/// Whether the mate that was looked for is there.
fn is_mate_found(limits: &SearchLimits, score: impl FnOnce() -> Option<Score>) -> bool {
    let Some(wanted) = limits.mate.filter(|_| !limits.infinite) else {
        return false;
    };
    matches!(score(), Some(Score::Mate(moves)) if moves > 0 && moves.unsigned_abs() <= wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{MIDDLEGAME, game, nodes, on_a_clock, settings};
    use bstar_board::{Outcome, notation};
    use bstar_eval::Evaluation;
    use bstar_eval::network::{Network, Weights};
    use std::sync::Arc;
    use std::time::Duration;

    fn engine() -> Engine {
        Engine::new(settings()).unwrap()
    }

    fn search(
        engine: &mut Engine,
        game: &Game,
        limits: &SearchLimits,
    ) -> (SearchResult, Vec<SearchReport>) {
        let mut reports = Vec::new();
        let result = engine.search(game, limits, &Signals::new(), &mut |report| {
            reports.push(report.clone());
        });
        (result, reports)
    }

    /// Without another limit B* would go on for as long as it finds something to do.
    #[test]
    fn a_limit_of_depth_ends_a_best_first_search() {
        let mut engine = engine();
        for depth in [1, 3] {
            let limits = SearchLimits {
                depth: Some(depth),
                ..SearchLimits::default()
            };
            let thought = engine.think(&Game::default(), &limits, &Signals::new(), &mut |_| {});
            assert!(thought.decision.is_some());
            let deepest = thought.search.nodes().map(|node| node.distance()).max();
            assert_eq!(deepest, Some(depth));
        }
    }

    /// In the tree, in a probe, or half in each: a mate is as far away as the line to it is long.
    #[test]
    fn mates_are_counted_along_the_line() {
        for (text, moves) in [
            ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
            ("3q3k/8/8/8/8/8/6PP/7K b - - 0 1", 1),
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
            ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 3),
            ("7k/R7/1R6/8/8/8/8/K7 b - - 0 1", -1),
            ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
            ("6k1/8/6K1/8/8/8/8/R7 b - - 0 1", -2),
        ] {
            let game = game(text);
            let (result, reports) = search(&mut engine(), &game, &nodes(200_000));
            assert_eq!(result.score, Some(Score::Mate(moves)), "{text}");
            let mut replay = game.clone();
            for &mv in &result.line {
                replay.play(mv).unwrap();
            }
            assert!(
                matches!(replay.outcome(), Some(Outcome::Checkmate { .. })),
                "{text}"
            );
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(result.line.len() as i32, plies, "{text}");
            let last = reports.last().unwrap();
            assert_eq!((last.score, &last.line), (Score::Mate(moves), &result.line));
        }
    }

    /// What another check can hope for is held against the best move, and that one mates.
    #[test]
    fn a_check_beside_a_mate_is_no_trouble() {
        for text in [
            "6k1/5ppp/8/8/8/8/5PPP/RQ4K1 w - - 0 1",
            "k7/8/1K6/8/8/8/8/1Q5R w - - 0 1",
            "rq4k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1",
        ] {
            let (result, _) = search(&mut engine(), &game(text), &nodes(20_000));
            assert_eq!(result.score, Some(Score::Mate(1)), "{text}");
        }
    }

    #[test]
    fn a_mate_that_was_asked_for_ends_the_search() {
        let limits = SearchLimits {
            mate: Some(3),
            ..SearchLimits::default()
        };
        let game = game("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
        let (result, _) = search(&mut engine(), &game, &limits);
        assert_eq!(result.score, Some(Score::Mate(3)));
    }

    #[test]
    fn the_best_moves_are_reported_in_their_order() {
        let mut engine = engine();
        engine
            .configure(Settings {
                multi_pv: 4,
                ..engine.settings().clone()
            })
            .unwrap();
        let game = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        let (result, reports) = search(&mut engine, &game, &nodes(100_000));
        for four in reports.chunks(4) {
            assert_eq!(
                four.iter().map(|report| report.rank).collect::<Vec<_>>(),
                [1, 2, 3, 4]
            );
            let value = |report: &SearchReport| match report.score {
                Score::Centipawns(value) => value,
                Score::Mate(_) => panic!("there is no mate"),
            };
            // The first is the best by what it is worth; centipawns are coarser in the middle of the scale.
            assert!(
                four[1..].is_sorted_by_key(|report| -value(report)),
                "{four:?}"
            );
            let first: std::collections::HashSet<_> =
                four.iter().map(|report| report.line[0]).collect();
            assert_eq!(first.len(), 4);
        }
        let last = &reports[reports.len() - 4];
        assert_eq!(Some(last.line[0]), result.best);
        assert_eq!(result.ponder, last.line.get(1).copied());
        assert_eq!((last.nodes, last.depth), (result.nodes, result.depth));
        assert!(last.hashfull > 0 && last.seldepth > last.depth);
    }

    #[test]
    fn something_is_known_at_once_and_nobody_is_flooded() {
        let (result, reports) = search(&mut engine(), &Game::default(), &nodes(300_000));
        assert!(reports[0].nodes < 5_000, "{:?}", reports[0]);
        assert!((5..200).contains(&reports.len()), "{}", reports.len());
        assert!(reports.is_sorted_by_key(|report| report.nodes));
        assert!(result.nodes > 250_000, "the budget is used");
    }

    #[test]
    fn the_budget_is_used_where_one_tree_has_nothing_left_to_find() {
        // Every plan looks alike to short probes.
        let game = game("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
        let (result, _) = search(&mut engine(), &game, &nodes(500_000));
        assert!(result.nodes > 400_000, "{}", result.nodes);
    }

    #[test]
    fn one_legal_move_is_played_at_once() {
        let limits = SearchLimits {
            move_time: Some(Duration::from_secs(60)),
            ..SearchLimits::default()
        };
        let game = game("7k/8/5QK1/8/8/8/8/8 b - - 0 1");
        let (result, _) = search(&mut engine(), &game, &limits);
        assert_eq!(result.best, notation::parse(game.position(), "h8g8").ok());
        assert!(result.time < Duration::from_secs(5));
    }

    #[test]
    fn on_the_opponents_time_no_time_is_used() {
        let limits = SearchLimits {
            move_time: Some(Duration::from_millis(1)),
            ponder: true,
            ..SearchLimits::default()
        };
        let mut engine = engine(); // making one may take longer than the hit
        let signals = Signals::new();
        let distant = signals.clone();
        let hit = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(150));
            distant.ponder_hit();
        });
        let result = engine.search(&Game::default(), &limits, &signals, &mut |_| {});
        assert!(
            result.time >= Duration::from_millis(140),
            "{:?}",
            result.time
        );
        hit.join().unwrap();
    }

    #[test]
    fn only_the_moves_asked_for_are_considered() {
        let game = Game::default();
        let wanted = ["a2a3", "h2h4"].map(|word| notation::parse(game.position(), word).unwrap());
        let limits = SearchLimits {
            search_moves: wanted.to_vec(),
            ..nodes(20_000)
        };
        let (result, reports) = search(&mut engine(), &game, &limits);
        assert!(wanted.contains(&result.best.unwrap()));
        assert!(
            reports
                .iter()
                .all(|report| wanted.contains(&report.line[0]))
        );
    }

    /// The same position, effort in expansions and one thread: the same search.
    #[test]
    fn the_same_effort_gives_the_same_search_event_for_event() {
        let think = || {
            let settings = Settings {
                search: SearchKind::Bstar,
                expansions: 60,
                ..settings()
            };
            let fen = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";
            let game = Game::new(bstar_board::fen::parse(fen).unwrap());
            Engine::new(settings).unwrap().think(
                &game,
                &SearchLimits::default(),
                &Signals::new(),
                &mut |_| {},
            )
        };
        let (one, other) = (think(), think());
        assert!(one.events.len() > 100);
        assert_eq!(one.events, other.events);
        assert_eq!((one.decision, one.nodes), (other.decision, other.nodes));
    }

    /// Nothing but taking back on d4 is any good: what would be spent on it is saved for a harder move, but only where there is a clock to save it on.
    #[test]
    fn an_obvious_recapture_takes_little_of_the_clock() {
        let recapture = game("6k1/pp3ppp/2n5/8/3r4/4P3/PP3PPP/5RK1 w - - 0 1");
        let quick = search(&mut engine(), &recapture, &on_a_clock(200_000)).0;
        let patient = search(&mut engine(), &recapture, &nodes(200_000)).0;
        assert_eq!(quick.best, patient.best);
        assert!(quick.nodes < 60_000, "{}", quick.nodes);
        assert!(patient.nodes > 150_000, "{}", patient.nodes);
        let open = game("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8");
        let torn = search(&mut engine(), &open, &on_a_clock(200_000)).0;
        assert!(torn.nodes > 100_000, "{}", torn.nodes);
    }

    /// By either search: there and back again is as if nothing had been.
    #[test]
    fn another_evaluation_leaves_nothing_of_the_one_before() {
        let network = Network::new(&Weights::plausible(1, 32, 1)).unwrap();
        let by_network = Evaluation::Network(Arc::new(network));
        let game = game(MIDDLEGAME);
        for kind in [SearchKind::Bstar, SearchKind::AlphaBeta] {
            let by = |evaluation: &Evaluation| Settings {
                search: kind,
                evaluation: evaluation.clone(),
                ..settings()
            };
            let terms = by(&Evaluation::Terms);
            let network = by(&by_network);
            let found = |engine: &mut Engine| {
                let result = search(engine, &game, &nodes(20_000)).0;
                (result.best, result.score, result.nodes)
            };
            let mut engine = Engine::new(terms.clone()).unwrap();
            let by_terms = found(&mut engine);
            engine.configure(network.clone()).unwrap();
            let by_network = found(&mut engine);
            assert_ne!(by_terms, by_network);
            assert_eq!(by_network, found(&mut Engine::new(network).unwrap()));
            engine.configure(terms).unwrap();
            assert_eq!(by_terms, found(&mut engine));
        }
    }

    /// On a clock it is the move that counts: most of the effort is one deep search. Otherwise it is the tree. A limit of depth is for the tree, too.
    #[test]
    fn the_root_is_searched_first_on_a_clock_and_only_there() {
        let game = game(MIDDLEGAME);
        let facts = |limits: &SearchLimits| search(&mut engine(), &game, limits).0.tree.unwrap();
        let shallow = SearchLimits {
            depth: Some(2),
            ..on_a_clock(200_000)
        };
        assert!(facts(&on_a_clock(200_000)).largest_probe > 0.4);
        assert!(facts(&nodes(200_000)).largest_probe < 0.2);
        assert!(facts(&shallow).largest_probe < 0.2);
    }
}
