use super::WEIGHED_RIVALS;
use crate::testing::{explain, game, nodes, on_a_clock, search, settings};
use crate::{Engine, SearchKind, Settings, Task};
use bstar_board::notation;
use bstar_kit::stop::Stop;
use bstar_thought::{ProposalJudgement, SearchResult};

const TREE_TAKES_ALL: &str = "3r4/3k3p/p2b1n2/3P1p2/2R4P/1P1p2P1/P2P1P2/5RK1 w - - 0 22";
const TREE_ERRS: &str = "1rr3k1/1q2b1pp/R2pbp2/4p3/4P3/2PQ4/1P1N1PPP/2B1R1K1 w - - 0 1";
const TREE_PREFERS_ANOTHER: &str = "5r2/2p3k1/1p1p1rpp/p2B1p2/P1PR1q1P/1P2P1P1/5PK1/8 w - - 0 1";
const ROOT_SEARCH_ERRS: &str = "3rr1k1/p4pp1/1b3n1p/3pn3/3N4/1P2BP2/P3BP1P/R2R1K2 w - - 0 1";
/// The second root search has no nodes left for the depth of the first.
const NO_NODES_LEFT: &str = "6k1/2Q2p2/1P4p1/7p/2B4P/1K4P1/6b1/4q3 b - - 0 1";
const SETTLED: &str = "6k1/pp3ppp/2n5/8/3r4/4P3/PP3PPP/5RK1 w - - 0 1";

/// A search on a clock that leaves much for the tree.
fn searched(text: &str, nodes: u64) -> (String, SearchResult) {
    let game = game(text);
    let mut settings = settings();
    settings.options.root_search_percent = Some(30);
    let mut engine = Engine::new(settings).unwrap();
    let result = search(&mut engine, &game, on_a_clock(nodes));
    let best = notation::write(game.position(), result.best.unwrap());
    (best, result)
}

#[test]
fn the_tree_proposes_and_a_second_root_search_decides() {
    let cases = [
        (TREE_ERRS, "e1d1", ProposalJudgement::Refused),
        (ROOT_SEARCH_ERRS, "e2b5", ProposalJudgement::Confirmed),
        (NO_NODES_LEFT, "e1f2", ProposalJudgement::TooShallow),
    ];
    for (text, expected, judgement) in cases {
        let (best, result) = searched(text, 150_000);
        let tree = result.tree.unwrap();
        let proposal = tree.proposal.expect(text);
        assert_eq!((best.as_str(), proposal.judgement), (expected, judgement));
        let played = match judgement {
            ProposalJudgement::Confirmed => proposal.tree_move,
            _ => proposal.root_search_move,
        };
        assert!(proposal.root_search_move != proposal.tree_move && result.best == Some(played));
        assert!(tree.expansions > 1, "{tree:?}");
        assert!(result.score.is_some() && result.line[0] == result.best.unwrap());
        assert!(result.nodes <= 160_000, "{}", result.nodes);
    }
}

/// A move in no doubt needs no advice. After too short a search there is none.
#[test]
fn on_a_clock_a_tree_grows_only_where_the_choice_is_contested() {
    for (text, nodes, is_contested) in [
        (TREE_ERRS, 150_000, true),
        (TREE_ERRS, 60_000, false),
        (SETTLED, 150_000, false),
    ] {
        let tree = searched(text, nodes).1.tree.unwrap();
        assert_eq!(tree.expansions > 1, is_contested, "{text}");
        assert_eq!(tree.ended_early, !is_contested, "{text}");
    }
}

/// A reader wants to know what the nearest rivals are worth, and how the tree sees the choice.
#[test]
fn where_the_choice_is_explained_rivals_are_weighed_and_effort_is_left_for_the_tree() {
    const NODES: u64 = 200_000;
    for text in [crate::testing::MIDDLEGAME, TREE_ERRS, TREE_TAKES_ALL] {
        let game = game(text);
        let mut engine = Engine::new(Settings {
            hash_mib: 8,
            ..Settings::for_explaining()
        })
        .unwrap();
        let thought = explain(&mut engine, &game, nodes(NODES));
        let (effort, best) = (thought.root_effort, thought.decision.unwrap().best);
        assert!(effort.searches > WEIGHED_RIVALS as u64, "{effort:?}");
        let share = effort.nodes as f64 / NODES as f64;
        assert!((0.6..0.95).contains(&share), "{text}: {share}");
        assert!(thought.nodes <= NODES + NODES / 10 && thought.expansions >= 4);
        let weighed = thought.search.root().moves();
        let weighed = weighed.filter(|(mv, node)| *mv != best && node.real().is_exact());
        assert!(weighed.count() >= WEIGHED_RIVALS, "{text}");
    }
}

/// Nobody asks a second root search, and the tree is kept.
#[test]
fn without_a_clock_the_tree_cannot_overrule_the_root_search() {
    let game = game(TREE_PREFERS_ANOTHER);
    let mut engine = Engine::new(Settings {
        hash_mib: 8,
        ..Settings::for_explaining()
    })
    .unwrap();
    let thought = explain(&mut engine, &game, nodes(100_000));
    let (proposal, decision) = (thought.proposal.unwrap(), thought.decision.unwrap());
    assert_eq!(proposal.judgement, ProposalJudgement::NotAsked);
    assert!(thought.is_tree_overruled() && thought.expansions > 1);
    assert_eq!(decision.best, proposal.root_search_move);
    let of = |mv| {
        let mut moves = thought.search.root().moves();
        moves.find(|(known, _)| *known == mv).unwrap().1
    };
    let (first, tree) = (of(decision.best), of(proposal.tree_move));
    assert!(first.own_real().min() >= tree.own_real().min());
    assert!(first.real().min() < tree.real().min());
    assert_eq!(decision.real, first.own_real());
}

/// One move must not look worse because it was searched for a shorter time.
#[test]
fn moves_to_compare_are_searched_alike() {
    const NODES: u64 = 200_000;
    let game = game(crate::testing::MIDDLEGAME);
    let mut engine = Engine::new(Settings {
        hash_mib: 8,
        ..Settings::for_explaining()
    })
    .unwrap();
    let moves = &game.position().legal_moves()[..2];
    let task = Task::explain(&game, nodes(NODES)).only(moves);
    let thought = engine.run(&task, &Stop::new(), &mut ());
    let moves: Vec<_> = thought.search.root().moves().collect();
    assert!(moves.len() == 2 && moves.iter().all(|(_, node)| node.real().is_exact()));
    let effort = thought.root_effort;
    let share = effort.nodes as f64 / NODES as f64;
    assert!(
        effort.searches >= 2 && (0.6..0.9).contains(&share),
        "{effort:?}"
    );
}

#[test]
fn where_tree_and_root_search_agree_there_is_nothing_to_decide() {
    let (_, result) = searched(crate::testing::MIDDLEGAME, 150_000);
    assert_eq!(result.tree.unwrap().proposal, None);
}

/// Where the choice is clear, or the time too short for a tree, B* plays alpha-beta's move.
#[test]
fn on_a_clock_the_deep_search_is_that_of_alpha_beta() {
    for text in [
        crate::testing::MIDDLEGAME,
        TREE_ERRS,
        TREE_TAKES_ALL,
        NO_NODES_LEFT,
        SETTLED,
    ] {
        let game = game(text);
        let found = |search, hash_mib, effort| {
            let settings = Settings {
                search,
                hash_mib,
                ..settings()
            };
            let result = self::search(&mut Engine::new(settings).unwrap(), &game, effort);
            (result.best, result.nodes)
        };
        let share = 95.0 / 100.0 / (1.0 + super::choice::CONFIRM_SHARE);
        let effort = on_a_clock(90_000);
        let alone = nodes((90_000.0 * share) as u64);
        let by_bstar = found(SearchKind::Bstar, 8, effort);
        assert_eq!(by_bstar, found(SearchKind::AlphaBeta, 4, alone), "{text}");
    }
}
