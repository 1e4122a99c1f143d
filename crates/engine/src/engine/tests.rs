//! Searches of the whole engine.

use std::sync::Arc;
use std::time::Duration;

use bstar_board::score::Score;
use bstar_board::{Game, Outcome, notation};
use bstar_eval::Evaluation;
use bstar_eval::network::{Network, Weights};
use bstar_thought::TreeFacts;

use super::*;
use crate::OnReport;
use crate::testing::{MIDDLEGAME, explain, game, nodes, on_a_clock, settings};
use bstar_kit::effort::Clock;
use bstar_thought::SearchReport;

fn engine() -> Engine {
    Engine::new(settings()).unwrap()
}

fn search(engine: &mut Engine, game: &Game, effort: Effort) -> (SearchResult, Vec<SearchReport>) {
    let mut reports = Vec::new();
    let mut keep = OnReport(|report: &SearchReport| reports.push(report.clone()));
    let result = engine.run(&Task::play(game, effort), &Stop::new(), &mut keep);
    (result, reports)
}

/// Without another limit B* would go on as long as it finds something to do.
#[test]
fn a_limit_of_depth_ends_a_best_first_search() {
    let mut engine = engine();
    for depth in [1, 3] {
        let thought = explain(&mut engine, &Game::default(), Effort::depth(depth));
        assert!(thought.decision.is_some());
        let deepest = thought.search.nodes().map(|node| node.distance()).max();
        assert_eq!(deepest, Some(depth));
    }
}

/// A mate is as far away as the line to it is long: in the tree, in a probe, or half in each.
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
        let (result, reports) = search(&mut engine(), &game, nodes(200_000));
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

/// The hope of another check is compared with the best move, and that one mates.
#[test]
fn a_check_beside_a_mate_is_no_trouble() {
    for text in [
        "6k1/5ppp/8/8/8/8/5PPP/RQ4K1 w - - 0 1",
        "k7/8/1K6/8/8/8/8/1Q5R w - - 0 1",
        "rq4k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1",
    ] {
        let (result, _) = search(&mut engine(), &game(text), nodes(20_000));
        assert_eq!(result.score, Some(Score::Mate(1)), "{text}");
    }
}

#[test]
fn a_mate_that_was_asked_for_ends_the_search() {
    let effort = Effort::until_mate(3);
    let game = game("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    let (result, _) = search(&mut engine(), &game, effort);
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
    let (result, reports) = search(&mut engine, &game, nodes(100_000));
    for four in reports.chunks(4) {
        assert_eq!(
            four.iter().map(|report| report.rank).collect::<Vec<_>>(),
            [1, 2, 3, 4]
        );
        let value = |report: &SearchReport| match report.score {
            Score::Centipawns(value) => value,
            Score::Mate(_) => panic!("there is no mate"),
        };
        // The first is the best by its points. Centipawns are coarser in the middle of the scale.
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
    let (result, reports) = search(&mut engine(), &Game::default(), nodes(300_000));
    assert!(reports[0].nodes < 5_000, "{:?}", reports[0]);
    assert!((5..200).contains(&reports.len()), "{}", reports.len());
    assert!(reports.is_sorted_by_key(|report| report.nodes));
    assert!(result.nodes > 250_000, "the budget is used");
}

#[test]
fn the_budget_is_used_where_one_tree_has_nothing_left_to_find() {
    // Short probes see no difference between the plans here.
    let game = game("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    let (result, _) = search(&mut engine(), &game, nodes(500_000));
    assert!(result.nodes > 400_000, "{}", result.nodes);
}

#[test]
fn one_legal_move_is_played_at_once() {
    let effort = Effort::time(Duration::from_secs(60));
    let game = game("7k/8/5QK1/8/8/8/8/8 b - - 0 1");
    let (result, _) = search(&mut engine(), &game, effort);
    assert_eq!(result.best, notation::parse(game.position(), "h8g8").ok());
    assert!(result.time < Duration::from_secs(5));
}

#[test]
fn on_the_opponents_time_no_time_is_used() {
    let effort = Effort::time(Duration::from_millis(1)).pondering();
    let mut engine = engine(); // making one may take longer than the hit
    let stop = Stop::new();
    let distant = stop.clone();
    let hit = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(150));
        distant.ponder_hit();
    });
    let result = engine.run(&Task::play(&Game::default(), effort), &stop, &mut ());
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
    let mut reports = Vec::new();
    let mut keep = OnReport(|report: &SearchReport| reports.push(report.clone()));
    let task = Task::play(&game, nodes(20_000)).only(&wanted);
    let result = engine().run(&task, &Stop::new(), &mut keep);
    assert!(wanted.contains(&result.best.unwrap()));
    assert!(
        reports
            .iter()
            .all(|report| wanted.contains(&report.line[0]))
    );
}

/// The same position, the same number of expansions and one thread give the same search.
#[test]
fn the_same_effort_gives_the_same_search_event_for_event() {
    let think = || {
        let settings = Settings {
            search: SearchKind::Bstar,
            ..settings()
        };
        let fen = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";
        let game = Game::new(bstar_board::fen::parse(fen).unwrap());
        explain(
            &mut Engine::new(settings).unwrap(),
            &game,
            Effort::expansions(60),
        )
    };
    let (one, other) = (think(), think());
    assert!(one.events.len() > 100);
    assert_eq!(one.events, other.events);
    assert_eq!((one.decision, one.nodes), (other.decision, other.nodes));
}

/// Only taking back on d4 is any good. A clock's time is saved for a harder move, by B* as by
/// alpha-beta.
#[test]
fn a_settled_choice_takes_less_of_the_clock() {
    let recapture = game("6k1/pp3ppp/2n5/8/3r4/4P3/PP3PPP/5RK1 w - - 0 1");
    let effort = Effort::clock(Clock {
        remaining: Duration::from_secs(3),
        increment: Duration::ZERO,
        moves_to_go: None,
    });
    let ideal = Duration::from_millis(115);
    // The machine may be busy, so one of several has to be quick.
    let all = (0..5).map(|_| search(&mut engine(), &recapture, effort).0);
    let quick = all.min_by_key(|result| result.time).unwrap();
    assert!(quick.time < ideal, "{:?}", quick.time);
    let tree = quick.tree.unwrap();
    assert_eq!((tree.expansions, tree.ended_early), (1, true));
}

/// Changing the evaluation and changing it back leaves no trace, with either search.
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
            let result = search(engine, &game, nodes(20_000)).0;
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

/// On a clock the move counts, so most of the budget goes into one deep root search. Otherwise the
/// tree counts. A limit of depth is for the tree too.
#[test]
fn the_root_is_searched_first_on_a_clock_and_only_there() {
    let game = game(MIDDLEGAME);
    let facts = |effort| search(&mut engine(), &game, effort).0.tree.unwrap();
    let shallow = Effort::depth(2).or(on_a_clock(200_000));
    assert!(facts(on_a_clock(200_000)).largest_probe > 0.4);
    assert!(facts(nodes(200_000)).largest_probe < 0.2);
    assert!(facts(shallow).largest_probe < 0.2);
}

/// The searchers read the flag themselves, every 1024 nodes, so that no report is needed for it.
#[test]
fn a_stop_ends_either_search_promptly_and_leaves_a_move() {
    let infinite = Effort::until_stopped();
    let game = game(MIDDLEGAME);
    for search in [SearchKind::Bstar, SearchKind::AlphaBeta] {
        let settings = Settings {
            search,
            ..settings()
        };
        for wait in [Duration::ZERO, Duration::from_millis(100)] {
            let mut engine = Engine::new(settings.clone()).unwrap();
            let stop = Stop::new();
            let distant = stop.clone();
            if wait.is_zero() {
                stop.set();
            }
            let stopping = std::thread::spawn(move || {
                std::thread::sleep(wait);
                distant.set();
            });
            let result = engine.run(&Task::play(&game, infinite), &stop, &mut ());
            stopping.join().unwrap();
            assert!(game.position().is_legal(result.best.unwrap()));
        }
    }
}

/// Without a root search the tree leads: its probes are about as deep as those of the root.
#[test]
fn only_a_root_search_goes_far_ahead_of_the_tree() {
    let position = game(MIDDLEGAME);
    let facts = |root_search, effort| {
        let mut settings = settings();
        settings.options.root_search_percent = Some(root_search);
        let mut engine = Engine::new(settings).unwrap();
        search(&mut engine, &position, effort).0.tree.unwrap()
    };
    let lead = |facts: &TreeFacts| facts.root_probe_depth.saturating_sub(facts.probe_depth);
    for budget in [3_000, 30_000, 200_000] {
        let by_tree = facts(0, nodes(budget));
        assert!(lead(&by_tree) <= 2, "{by_tree:?}");
        assert!(by_tree.root_probe_depth >= by_tree.probe_depth);
        assert!((0.0..=1.0).contains(&by_tree.share_below_root));
    }
    let by_tree = facts(0, nodes(200_000));
    assert!(by_tree.share_below_root > 0.2, "{by_tree:?}");
    for effort in [nodes(200_000), on_a_clock(200_000)] {
        let by_root = facts(50, effort);
        assert!(lead(&by_root) > 2, "{by_root:?}");
        assert!(by_root.share_below_root < by_tree.share_below_root);
    }
}

#[test]
fn nothing_lies_below_a_root_that_alone_was_expanded() {
    for text in [
        // White has one legal move.
        "7k/8/8/8/8/8/r7/7K w - - 0 1",
        // White mates at once.
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    ] {
        let result = search(&mut engine(), &game(text), nodes(20_000)).0;
        let facts = result.tree.unwrap();
        assert_eq!((facts.expansions, facts.share_below_root), (1, 0.0));
        assert!(facts.root_probe_depth >= facts.probe_depth, "{facts:?}");
    }
}

/// A tree that goes on where the search before ended has not probed its root anew.
#[test]
fn a_reused_root_is_as_deep_as_its_tree() {
    let mut position = game(MIDDLEGAME);
    let mut engine = engine();
    let first = search(&mut engine, &position, nodes(100_000)).0;
    for mv in &first.line[..2] {
        position.play(*mv).unwrap();
    }
    let facts = search(&mut engine, &position, nodes(100_000))
        .0
        .tree
        .unwrap();
    assert!(facts.reused_positions > 0 && facts.share_below_root > 0.0);
    let lead = facts.root_probe_depth - facts.probe_depth;
    assert!(lead <= 2, "{facts:?}");
}

/// A moment of effort for each way to name an end.
fn ends() -> [Effort; 5] {
    let moment = Duration::from_millis(20);
    [
        Effort::clock(Clock {
            remaining: moment,
            increment: Duration::ZERO,
            moves_to_go: None,
        }),
        Effort::time(moment),
        Effort::depth(2),
        nodes(500),
        Effort::expansions(3),
    ]
}

/// An end is one for every search. Expansions once were none for alpha-beta, which makes none.
#[test]
fn every_end_ends_every_search() {
    let game = game(MIDDLEGAME);
    let only = [notation::parse(game.position(), "h2h3").unwrap()];
    for kind in [SearchKind::Bstar, SearchKind::AlphaBeta] {
        let mut engine = Engine::new(Settings {
            search: kind,
            ..settings()
        })
        .unwrap();
        for end in ends() {
            let made = [
                end,
                end.halved(),
                end.halved().halved(),
                end.nodes_for_expansions(800),
                end.or(Effort::until_mate(2)),
                Effort::until_stopped().or(end),
            ];
            for effort in made {
                for only in [&[][..], &only] {
                    let task = Task::play(&game, effort).only(only);
                    let found = engine.run(&task, &Stop::new(), &mut ());
                    assert!(found.best.is_some(), "{kind:?} {effort:?}");
                    let task = Task::explain(&game, effort).only(only);
                    let thought = engine.run(&task, &Stop::new(), &mut ());
                    assert!(thought.decision.is_some(), "{effort:?}");
                }
            }
        }
    }
}
