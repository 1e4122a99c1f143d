//! A search by a tree that a prior guides.
//!
//! The tree grows in small steps. Between them the clock decides whether to go on, and news are
//! told. What it knows of the position after both sides have moved is kept for the next search.

use std::time::Duration;

use bstar_alphabeta::{Centipawns, Score, ScoreBound, Watch};
use bstar_board::{Game, Move};
use bstar_kit::signals::Signals;
use bstar_tree::{Expectation, Grown, Proof, RootMove, Tree};

use super::Engine;
use crate::adviser::Captures;
use crate::clock::Timekeeper;
use crate::limits::SearchLimits;
use crate::report::{SearchReport, SearchResult};

/// The tree grows by so many visits at a time.
const STEP_VISITS: u64 = 256;
/// The root gets its moves at its second visit. Without them there is nothing to choose from.
const LEAST_VISITS: u64 = 2;
/// Where there is only one move, so many visits are enough for a score and a reply.
const ONLY_MOVE_VISITS: u64 = 1_024;
const LONGEST_SILENCE: Duration = Duration::from_secs(1);
/// What a win is worth that is known, but not how far the mate is; as alpha-beta counts it.
const KNOWN_WIN: Centipawns = Centipawns(20_000);

/// A search that goes on, and what was told of it.
struct Reporter<'a> {
    timekeeper: &'a Timekeeper<'a>,
    lines: usize,
    /// The visits that the tree had before.
    kept: u64,
    told_best: Option<Move>,
    told_at: Duration,
}

impl Engine {
    pub(super) fn search_by_tree(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        signals: &Signals,
        report: &mut dyn FnMut(&SearchReport),
    ) -> SearchResult {
        let timekeeper = self.timekeeper(limits, signals);
        let Some(mut tree) = self.tree.take().or_else(|| self.new_tree()) else {
            // `Settings::check` lets no such settings pass.
            return SearchResult::default();
        };
        let kept = tree.begin(game, &limits.search_moves);
        let (_, probers, _) = self.pool.team_and_probers();
        let adviser = &mut Captures(&mut probers[0]);
        let mut reporter = Reporter {
            timekeeper: &timekeeper,
            lines: self.settings.multi_pv,
            kept,
            told_best: None,
            told_at: Duration::ZERO,
        };
        let most = limits
            .nodes_without_expansions()
            .unwrap_or(u64::MAX)
            .max(LEAST_VISITS);
        tree.grow(LEAST_VISITS, adviser, &mut || false);
        loop {
            let left = most.saturating_sub(tree.visits() - kept);
            let step = left.min(STEP_VISITS);
            let grown = tree.grow(step, adviser, &mut || timekeeper.should_stop());
            if left == 0 || grown != Grown::Visited || is_enough(&tree, kept, limits, &timekeeper) {
                break;
            }
            reporter.tell_if_due(&tree, report);
        }
        reporter.tell(&tree, report);
        let result = result(&tree, game, limits, &reporter);
        self.tree = Some(tree);
        result
    }

    fn new_tree(&self) -> Option<Tree> {
        let prior = self.settings.prior.clone()?;
        let endings = self.settings.endings.clone();
        let bytes = self.settings.tree_bytes();
        Some(Tree::new(prior, self.settings.tree_options, endings, bytes))
    }
}

/// Whether there is an answer, although nothing forces one yet.
fn is_enough(tree: &Tree, kept: u64, limits: &SearchLimits, timekeeper: &Timekeeper) -> bool {
    if limits.is_mate_found(|| tree.best().map(|best| score(&best)))
        || limits.depth.is_some_and(|depth| depth_of(tree) >= depth)
    {
        return true;
    }
    if limits.clock.is_none() {
        return false;
    }
    let moves = tree.root_moves();
    let (first, others) = match &moves[..] {
        [] => return false,
        [first, others @ ..] => (first, others),
    };
    let Some(second) = others.first() else {
        // The opponent's time is there to be used.
        return !limits.ponder && tree.visits() >= ONLY_MOVE_VISITS;
    };
    let factor = time_factor(first, second, tree.visits());
    timekeeper.is_past_ideal(factor) || {
        let made = (tree.visits() - kept) as f64;
        let elapsed = timekeeper.elapsed().as_secs_f64().max(1e-4);
        let lead = first.visits.saturating_sub(second.visits) as f64;
        // It cannot be overtaken in the time that is meant for it.
        let reached = timekeeper.ideal_left(factor);
        reached.is_some_and(|left| lead > made / elapsed * left.as_secs_f64())
    }
}

/// The ideal time is multiplied by this. It is shorter if nearly all visits go to one move, and
/// longer if the move that was visited most has not the best value.
fn time_factor(first: &RootMove, second: &RootMove, visits: u64) -> f64 {
    let share = first.visits as f64 / visits.max(1) as f64;
    let by_share = (1.6 - share).clamp(0.6, 1.3);
    let by_value = if second.value > first.value { 1.5 } else { 1.0 };
    AS_MUCH_AS_ALPHABETA * by_share * by_value
}

/// Alpha-beta ends an iteration that it has begun, mostly after its ideal time. A tree can stop at
/// any time; with this factor it uses nearly as much of a clock.
const AS_MUCH_AS_ALPHABETA: f64 = 1.6;

impl Reporter<'_> {
    /// Tells the news if there is another best move, or after a second of silence.
    fn tell_if_due(&mut self, tree: &Tree, report: &mut dyn FnMut(&SearchReport)) {
        let best = tree.best().map(|best| best.mv);
        let silence = self.timekeeper.elapsed().saturating_sub(self.told_at);
        if best != self.told_best || silence >= LONGEST_SILENCE {
            self.tell(tree, report);
        }
    }

    fn tell(&mut self, tree: &Tree, report: &mut dyn FnMut(&SearchReport)) {
        let time = self.timekeeper.elapsed();
        let moves = tree.root_moves();
        self.told_best = moves.first().map(|best| best.mv);
        self.told_at = time;
        let visited = moves.iter().filter(|known| known.visits > 0);
        for (rank, known) in (1..).zip(visited.take(self.lines)) {
            report(&SearchReport {
                depth: depth_of(tree),
                seldepth: tree.deepest().max(1) as u32,
                rank,
                score: score(known),
                bound: ScoreBound::Exact,
                nodes: tree.visits() - self.kept,
                time,
                hashfull: tree.permille_full(),
                line: tree.line(known.mv),
                wdl: win_draw_loss(known, tree),
            });
        }
    }
}

fn result(tree: &Tree, game: &Game, limits: &SearchLimits, reporter: &Reporter) -> SearchResult {
    let best = tree.best();
    // With hardly any memory there is no tree. A legal move is better than none.
    let any = || {
        let asked = limits.search_moves.first().copied();
        asked.or_else(|| game.position().legal_moves().first().copied())
    };
    let best_move = best.map(|best| best.mv).or_else(any);
    let line = best_move.map_or_else(Vec::new, |mv| tree.line(mv));
    SearchResult {
        best: best_move,
        ponder: line.get(1).copied(),
        score: best_move.map(|_| {
            let whole = || Score::Centipawns(Centipawns(tree.expectation().centipawns()));
            best.as_ref().map_or_else(whole, score)
        }),
        depth: depth_of(tree),
        nodes: tree.visits() - reporter.kept,
        time: reporter.timekeeper.elapsed(),
        line,
        ..SearchResult::default()
    }
}

fn depth_of(tree: &Tree) -> u32 {
    tree.average_depth().round().max(1.0) as u32
}

fn expectation(known: &RootMove) -> Expectation {
    Expectation(known.value.unwrap_or(0.5))
}

/// The score of a move of the root.
fn score(known: &RootMove) -> Score {
    let moves = |plies: u32| plies.div_ceil(2) as i32;
    match known.proof {
        Some(Proof::Win { plies: Some(plies) }) => Score::Mate(moves(plies)),
        Some(Proof::Loss { plies: Some(plies) }) => Score::Mate(-moves(plies)),
        Some(Proof::Win { plies: None }) => Score::Centipawns(KNOWN_WIN),
        Some(Proof::Loss { plies: None }) => Score::Centipawns(-KNOWN_WIN),
        Some(Proof::Draw) => Score::Centipawns(Centipawns(0)),
        None => Score::Centipawns(Centipawns(expectation(known).centipawns())),
    }
}

fn win_draw_loss(known: &RootMove, tree: &Tree) -> [u32; 3] {
    match known.proof {
        Some(Proof::Draw) => [0, 1000, 0],
        _ => expectation(known).win_draw_loss(tree.draw_chance()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use bstar_board::san;

    use super::*;
    use crate::testing::{MIDDLEGAME, game, nodes, search, settings};
    use crate::{Clock, EngineError, Prior, SearchKind, Settings};

    fn by_tree() -> Settings {
        Settings {
            search: SearchKind::Tree,
            prior: Some(Arc::new(Prior::made_up(64, 1))),
            ..settings()
        }
    }

    fn engine() -> Engine {
        Engine::new(by_tree()).unwrap()
    }

    #[test]
    fn without_a_prior_there_is_no_tree() {
        let settings = Settings {
            prior: None,
            ..by_tree()
        };
        let refused = Engine::new(settings.clone()).err();
        assert_eq!(refused, Some(EngineError::NoPrior));
        let mut engine = engine();
        assert_eq!(engine.configure(settings), Err(EngineError::NoPrior));
        assert!(engine.settings().prior.is_some());
    }

    #[test]
    fn nodes_are_visits_and_legal_moves_come_of_them() {
        let mut engine = engine();
        let game = game(MIDDLEGAME);
        for count in [1, 2, 3, 100, 1_000] {
            engine.clear();
            let mut told = 0;
            let found = engine.search(&game, &nodes(count), &Signals::new(), &mut |news| {
                told += 1;
                assert!(game.position().is_legal(news.line[0]));
                assert_eq!(news.wdl.iter().sum::<u32>(), 1000);
            });
            assert!(told > 0);
            assert_eq!(found.nodes, count.max(LEAST_VISITS));
            assert!(game.position().is_legal(found.best.unwrap()));
            assert!(found.score.is_some());
        }
    }

    #[test]
    fn a_mate_ends_the_search() {
        let game = game("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
        let found = search(&mut engine(), &game, &SearchLimits::until_stopped());
        assert_eq!(found.score, Some(Score::Mate(1)));
        assert_eq!(san::write(game.position(), found.best.unwrap()), "Rd8#");
    }

    #[test]
    fn what_was_visited_helps_the_next_search() {
        let mut engine = engine();
        let mut game = game(MIDDLEGAME);
        let first = search(&mut engine, &game, &nodes(5_000));
        for mv in [first.best, first.ponder] {
            game.play(mv.unwrap()).unwrap();
        }
        search(&mut engine, &game, &nodes(2));
        assert!(engine.tree.as_ref().unwrap().visits() > 2);
        engine.clear();
        search(&mut engine, &game, &nodes(2));
        assert_eq!(engine.tree.as_ref().unwrap().visits(), 2);
    }

    #[test]
    fn a_clock_and_a_time_for_the_move_are_kept() {
        let mut engine = engine();
        let game = game(MIDDLEGAME);
        for (limits, most) in [
            (
                SearchLimits::time(Duration::from_millis(100)),
                Duration::from_millis(100),
            ),
            (
                SearchLimits::clock(Clock {
                    remaining: Duration::from_secs(2),
                    increment: Duration::ZERO,
                    moves_to_go: None,
                }),
                Duration::from_millis(700),
            ),
        ] {
            let begin = Instant::now();
            let found = search(&mut engine, &game, &limits);
            // The machine may be busy.
            assert!(begin.elapsed() < most + Duration::from_millis(500));
            assert!(found.best.is_some());
        }
    }

    #[test]
    fn a_stop_is_heard() {
        let signals = Signals::new();
        let distant = signals.clone();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            distant.stop();
            Instant::now()
        });
        let limits = SearchLimits::until_stopped();
        let found = engine().search(&game(MIDDLEGAME), &limits, &signals, &mut |_| {});
        let late = stopper.join().unwrap().elapsed();
        assert!(late < Duration::from_millis(500), "{late:?}");
        assert!(found.best.is_some());
    }

    #[test]
    fn a_game_that_is_over_has_no_answer() {
        let over = game("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1");
        let found = search(&mut engine(), &over, &nodes(100));
        assert_eq!((found.best, found.score), (None, None));
    }
}
