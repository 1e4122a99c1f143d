use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bstar_board::score::{Centipawns, Score, ScoreBound};
use bstar_board::{Game, Move, Position, fen, notation};
use bstar_eval::Evaluation;
use bstar_eval::network::{Network, Weights};
use bstar_kit::effort::Effort;

use crate::value::MATE;
use crate::{
    Iteration, NeverStop, Pool, RootResult, RootTask, Searcher, Techniques, TranspositionTable,
    Watch,
};

fn searcher(techniques: Techniques) -> Searcher {
    searcher_by(techniques, &Evaluation::Terms)
}

fn searcher_by(techniques: Techniques, evaluation: &Evaluation) -> Searcher {
    Searcher::new(
        Arc::new(TranspositionTable::new(4).unwrap()),
        techniques,
        evaluation,
    )
}

/// A network that knows the values of men.
fn network(seed: u64) -> Evaluation {
    let weights = Weights::plausible(seed, 32, 3);
    Evaluation::Network(Arc::new(Network::new(&weights).unwrap()))
}

fn task(game: &Game, depth: u32) -> RootTask<'_> {
    RootTask {
        game,
        only: &[],
        lines: 1,
        effort: Effort::depth(depth),
    }
}

fn think(searcher: &mut Searcher, task: &RootTask) -> (RootResult, Vec<Iteration>) {
    let mut news = Vec::new();
    let result = searcher
        .think(task, &NeverStop, &mut |iteration| {
            news.push(iteration.clone());
            ControlFlow::Continue(())
        })
        .expect("the position has moves");
    (result, news)
}

fn game(text: &str) -> Game {
    Game::new(fen::parse(text).unwrap())
}

fn first_move(game: &Game, result: &RootResult) -> String {
    notation::write(game.position(), result.line[0])
}

/// The value from searching every line, with the same evaluation: slow and obvious.
fn plain_negamax(searcher: &mut Searcher, game: &Game, depth: u32, ply: i32) -> i32 {
    if ply > 0 {
        match game.outcome() {
            Some(outcome) if outcome.winner().is_some() => return -MATE + ply,
            Some(_) => return 0,
            None => {}
        }
    }
    if depth == 0 {
        return searcher.evaluate_afresh(game.position());
    }
    let moves = game.position().legal_moves();
    moves
        .into_iter()
        .map(|mv| {
            let mut next = game.clone();
            next.play(mv).unwrap();
            -plain_negamax(searcher, &next, depth - 1, ply + 1)
        })
        .max()
        .unwrap()
}

/// Techniques that only order or remember, and do not change the value of a fixed-depth search.
fn sound_only() -> Techniques {
    [
        "quiescence",
        "quiescence-checks",
        "exchange-pruning",
        "null-move",
        "late-move-reductions",
        "futility",
        "reverse-futility",
        "late-move-pruning",
        "razoring",
        "probcut",
        "singular-extensions",
        "check-extensions",
        "internal-reduction",
        "correction-history",
    ]
    .into_iter()
    .fold(Techniques::all(), |t, name| t.without(name).unwrap())
}

#[test]
fn without_pruning_the_value_is_that_of_plain_negamax() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "7k/5K2/8/6Q1/8/8/8/8 w - - 96 90",
    ] {
        let game = game(text);
        for depth in 1..=3 {
            let full = plain_negamax(&mut searcher(Techniques::all()), &game, depth, 0);
            for off in [
                "transposition-table",
                "minimal-window",
                "aspiration",
                "killers",
            ] {
                // In check, quiescence searches evasions. The comparison is with a plain evaluation
                // at the horizon.
                let techniques = sound_only().without(off).unwrap();
                let mut searcher = searcher(techniques);
                let (result, _) = think(&mut searcher, &task(&game, depth));
                let difference = (result.value.0 - full).abs();
                assert!(
                    difference == 0 || leaves_in_check(&game, depth),
                    "{text} at depth {depth} without {off}: {} against {full}",
                    result.value.0
                );
            }
        }
    }
}

/// Whether any line of this length ends in check. There the searcher goes on and plain negamax does
/// not.
fn leaves_in_check(game: &Game, depth: u32) -> bool {
    if depth == 0 {
        return game.position().in_check() && game.outcome().is_none();
    }
    game.outcome().is_none()
        && game.position().legal_moves().into_iter().any(|mv| {
            let mut next = game.clone();
            next.play(mv).unwrap();
            leaves_in_check(&next, depth - 1)
        })
}

#[test]
fn mates_are_found_and_counted() {
    for (text, first, mate) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 2),
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            "h5f7",
            1,
        ),
    ] {
        let game = game(text);
        let (result, _) = think(&mut searcher(Techniques::all()), &task(&game, 7));
        assert_eq!(Score::from(result.value), Score::Mate(mate), "{text}");
        assert_eq!(first_move(&game, &result), first);
    }
}

#[test]
fn a_lost_side_delays_mate() {
    // Kf8 lasts a move longer than Kh8.
    let game = game("6k1/8/6K1/8/8/8/8/Q7 b - - 0 1");
    let (result, _) = think(&mut searcher(Techniques::all()), &task(&game, 8));
    assert_eq!(Score::from(result.value), Score::Mate(-2));
    assert_eq!(first_move(&game, &result), "g8f8");
}

#[test]
fn no_legal_move_is_said_so() {
    let game = game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let mut searcher = searcher(Techniques::all());
    let result = searcher.think(&task(&game, 3), &NeverStop, &mut |_| {
        ControlFlow::Continue(())
    });
    assert!(result.is_none());
}

#[test]
fn every_line_is_legal_and_stops_at_a_draw() {
    for text in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/4k3/8/8/3K4/5R2/8 w - - 92 90",
        "7k/8/8/8/8/1q6/8/K7 b - - 0 1",
        "5rk1/5ppp/p1Q1p3/1R6/q7/4b1P1/P2RPP1P/6K1 w - - 0 1",
    ] {
        let game = game(text);
        let mut task = task(&game, 9);
        task.lines = 3;
        let (_, news) = think(&mut searcher(Techniques::all()), &task);
        assert!(!news.is_empty());
        for iteration in news {
            let mut replay = game.clone();
            for (index, &mv) in iteration.line.iter().enumerate() {
                assert!(
                    index == 0 || replay.outcome().is_none(),
                    "{text} goes on after the end"
                );
                replay.play(mv).expect("the line is legal");
            }
        }
    }
}

#[test]
fn an_interrupted_search_still_has_a_line() {
    // Fig. 19 of the 1996 paper. The value of the best move rises again and again, and a rise comes
    // without a line.
    let game = game("r1bq3r/ppp2pk1/3p1pp1/8/2BbPQ2/2NP2P1/PPP4P/R4R1K b - - 0 1");
    for nodes in (5_000..100_000).step_by(5_000) {
        let mut task = task(&game, 64);
        task.effort = task.effort.or(Effort::nodes(nodes));
        let (result, news) = think(&mut searcher(Techniques::all()), &task);
        let finished = &news.last().expect("the first depths are finished").line;
        if result.line[0] == finished[0] {
            assert!(result.line.len() > 1, "{nodes} nodes");
        }
    }
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    let game = game("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let answers: Vec<_> = (0..2)
        .map(|_| {
            let mut task = task(&game, 64);
            task.effort = task.effort.or(Effort::nodes(20_000));
            let mut searcher = searcher(Techniques::all());
            let (result, _) = think(&mut searcher, &task);
            (result.value, result.line, searcher.nodes())
        })
        .collect();
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0].2, 20_000);
}

#[test]
fn a_repetition_saves_the_weaker_side() {
    // White is about to be mated, and can only check forever.
    let game = game("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1");
    let (result, _) = think(&mut searcher(Techniques::all()), &task(&game, 10));
    assert_eq!(first_move(&game, &result), "h5e8");
    assert_eq!(result.value, Centipawns(0));
}

#[test]
fn what_stood_twice_in_the_game_is_a_draw_and_once_is_not() {
    let mut game = game("k7/8/8/8/8/8/1R6/K7 w - - 0 1");
    let step: Vec<Move> = vec!["b2b3".parse().unwrap()];
    let mut values = Vec::new();
    for word in ["b2b3", "a8a7", "b3b2", "a7a8"].iter().cycle().take(12) {
        if *word == "b2b3" {
            let mut task = task(&game, 4);
            task.only = &step;
            values.push(think(&mut searcher(Techniques::all()), &task).0.value.0);
        }
        let mv = notation::parse(game.position(), word).unwrap();
        game.play(mv).unwrap();
    }
    assert!(values[0] > 500 && values[1] > 500, "{values:?}");
    assert_eq!(values[2], 0);
}

#[test]
fn several_lines_are_ranked() {
    let game = Game::new(Position::start());
    let mut task = task(&game, 6);
    task.lines = 4;
    let (_, news) = think(&mut searcher(Techniques::all()), &task);
    let last: Vec<_> = news.iter().rev().take(4).rev().collect();
    assert_eq!(
        last.iter().map(|n| n.rank).collect::<Vec<_>>(),
        [1, 2, 3, 4]
    );
    assert!(last.windows(2).all(|pair| pair[0].value >= pair[1].value));
    let mut firsts: Vec<Move> = last.iter().map(|n| n.line[0]).collect();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = Game::new(Position::start());
    let only: Vec<Move> = vec!["a2a3".parse().unwrap(), "h2h4".parse().unwrap()];
    let mut task = task(&game, 5);
    task.only = &only;
    let (result, _) = think(&mut searcher(Techniques::all()), &task);
    assert!(only.contains(&result.line[0]));
}

struct StopAfter(AtomicU64);

impl Watch for StopAfter {
    fn should_stop(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) <= 1
    }
}

#[test]
fn a_stopped_search_still_has_a_move() {
    let game = Game::new(Position::start());
    for checks in 1..6 {
        let watch = StopAfter(AtomicU64::new(checks));
        let mut searcher = searcher(Techniques::all());
        let result = searcher
            .think(&task(&game, 60), &watch, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        assert_eq!(searcher.nodes(), checks * 1024);
        assert!(game.position().is_legal(result.line[0]));
    }
}

#[test]
fn probes_depend_on_nothing_but_the_table() {
    let position =
        fen::parse("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3").unwrap();
    let other = Position::start();
    let table = || Arc::new(TranspositionTable::new(1).unwrap());
    let ask = |searcher: &mut Searcher, position: &Position| {
        searcher
            .probe(
                position,
                &[position.key()],
                5,
                -Centipawns::MATE,
                Centipawns::MATE,
                &NeverStop,
            )
            .unwrap()
    };
    let mut fresh = Searcher::new(table(), Techniques::all(), &Evaluation::Terms);
    let expected = ask(&mut fresh, &position);
    let mut used = Searcher::new(table(), Techniques::all(), &Evaluation::Terms);
    ask(&mut used, &other);
    // The same searcher with an empty table: only what it learned is left.
    used.table = table();
    assert_eq!(ask(&mut used, &position), expected);
    assert_eq!(expected.bound, ScoreBound::Exact);
    assert!(!expected.line.is_empty());
}

#[test]
fn a_probe_respects_its_window_and_its_watch() {
    let position = fen::parse("4k3/8/8/8/8/8/PPPP4/RNBQK3 w - - 0 1").unwrap();
    let keys = [position.key()];
    let mut searcher = searcher(Techniques::all());
    let low = searcher
        .probe(
            &position,
            &keys,
            3,
            Centipawns(-50),
            Centipawns(50),
            &NeverStop,
        )
        .unwrap();
    assert_eq!(
        (low.bound, low.value >= Centipawns(50)),
        (ScoreBound::Lower, true)
    );
    struct AtOnce(AtomicBool);
    impl Watch for AtOnce {
        fn should_stop(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }
    let stopped = searcher.probe(
        &Position::start(),
        &[1],
        30,
        -Centipawns::MATE,
        Centipawns::MATE,
        &AtOnce(AtomicBool::new(true)),
    );
    assert_eq!(stopped, None);
}

#[test]
fn several_threads_agree_on_a_mate() {
    let game = game("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let mut pool = Pool::new(4 << 20, 0, 3, Techniques::all(), network(1)).unwrap();
    let found = pool.think(&task(&game, 8), &NeverStop, &mut |_, _| {
        ControlFlow::Continue(())
    });
    assert_eq!(Score::from(found.root.unwrap().value), Score::Mate(1));
    assert!(found.nodes > 0);
    assert_eq!(found.refused_threads, 0);
}

/// The helpers have no limit of their own: without an end they would be waited for.
#[test]
fn a_panic_of_the_first_thread_ends_the_others() {
    let game = Game::new(Position::start());
    let mut pool = Pool::new(4 << 20, 0, 3, Techniques::all(), Evaluation::Terms).unwrap();
    let think = || {
        pool.think(&task(&game, 60), &NeverStop, &mut |_, _| {
            std::panic::resume_unwind(Box::new("on purpose"))
        })
    };
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(think)).is_err());
}

#[test]
fn every_technique_can_be_switched_off() {
    let game = game("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    for name in Techniques::NAMES {
        let mut task = task(&game, 60);
        task.effort = task.effort.or(Effort::nodes(3_000));
        if *name == "iterative-deepening" {
            task.effort = task.effort.or(Effort::depth(3));
        }
        let techniques = Techniques::all().without(name).unwrap();
        let (result, _) = think(&mut searcher(techniques), &task);
        assert!(game.position().is_legal(result.line[0]), "{name}");
    }
}

/// In tests every evaluation of a search is compared with one made from nothing but the position.
/// The search gets there in all ways, with each technique missing once.
#[test]
fn a_network_is_right_wherever_the_search_goes() {
    let by_network = network(5);
    for text in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4k3/2p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1",
        "1rk5/8/8/8/8/8/PP6/2KR4 w Db - 0 1",
    ] {
        let game = game(text);
        let mut task = task(&game, 60);
        task.effort = task.effort.or(Effort::nodes(60_000));
        task.lines = 2;
        let mut searcher = searcher_by(Techniques::all(), &by_network);
        let (result, news) = think(&mut searcher, &task);
        assert!(game.position().is_legal(result.line[0]), "{text}");
        assert!(news.len() > 8, "{text}");
        for mv in game.position().legal_moves() {
            let child = game.position().after(mv);
            let keys = [game.position().key(), child.key()];
            searcher
                .probe(
                    &child,
                    &keys,
                    5,
                    -Centipawns::MATE,
                    Centipawns::MATE,
                    &NeverStop,
                )
                .unwrap();
        }
    }
    let game = game("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    for name in Techniques::NAMES {
        let mut task = task(&game, 6);
        task.effort = task.effort.or(Effort::nodes(5_000));
        let techniques = Techniques::all().without(name).unwrap();
        think(&mut searcher_by(techniques, &by_network), &task);
    }
}

/// A search that is stopped in the middle of a line leaves nothing behind.
#[test]
fn a_stopped_search_by_a_network_does_not_disturb_the_next() {
    let game = Game::new(Position::start());
    let mut used = searcher_by(Techniques::all(), &network(1));
    for checks in 1..4 {
        let watch = StopAfter(AtomicU64::new(checks));
        used.think(&task(&game, 60), &watch, &mut |_| ControlFlow::Continue(()))
            .unwrap();
    }
    used.clear();
    used.table = Arc::new(TranspositionTable::new(4).unwrap());
    let mut fresh = searcher_by(Techniques::all(), &network(1));
    let (one, other) = (
        think(&mut used, &task(&game, 7)).0,
        think(&mut fresh, &task(&game, 7)).0,
    );
    assert_eq!((one.value, one.line), (other.value, other.line));
    assert_eq!(used.nodes(), fresh.nodes());
}

#[test]
fn another_evaluation_begins_with_nothing() {
    let game = game("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let search = |pool: &mut Pool| {
        let found = pool.think(&task(&game, 7), &NeverStop, &mut |_, _| {
            ControlFlow::Continue(())
        });
        (found.root.unwrap().value, found.nodes)
    };
    let pool = |evaluation| Pool::new(4 << 20, 0, 1, Techniques::all(), evaluation).unwrap();
    let by_terms = search(&mut pool(Evaluation::Terms));
    let by_network = search(&mut pool(network(1)));
    let mut changing = pool(Evaluation::Terms);
    assert_eq!(search(&mut changing), by_terms);
    // Setting the same evaluation again changes nothing: the table's entries are still good.
    changing.set_evaluation(&Evaluation::Terms);
    assert!(search(&mut changing).1 < by_terms.1 / 2);
    for (evaluation, found) in [
        (network(1), by_network),
        (Evaluation::Terms, by_terms),
        (network(1), by_network),
    ] {
        changing.set_evaluation(&evaluation);
        assert_eq!(search(&mut changing), found);
    }
    assert_ne!(by_terms, by_network);
}
