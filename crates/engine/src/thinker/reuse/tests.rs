use std::collections::HashMap;

use bstar_board::notation;
use bstar_thought::SearchResult;

use super::*;
use crate::testing::{self, MIDDLEGAME, explain, nodes, on_a_clock, search, settings};
use crate::{Engine, SearchKind, Settings, Task};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;

const KINGS: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

fn engine() -> Engine {
    Engine::new(settings()).unwrap()
}

fn game(text: &str, words: &[&str]) -> Game {
    let mut game = testing::game(text);
    for word in words {
        let mv = notation::parse(game.position(), word).unwrap();
        game.play(mv).unwrap();
    }
    game
}

fn reused(result: &SearchResult) -> usize {
    result.tree.expect("B* has a tree").reused_positions
}

/// Searches, and returns the game after the move it chose and the reply it expects.
fn move_and_reply(engine: &mut Engine, game: &Game) -> Game {
    let result = search(engine, game, nodes(60_000));
    let mut next = game.clone();
    next.play(result.best.unwrap()).unwrap();
    next.play(result.ponder.unwrap()).unwrap();
    next
}

#[test]
fn a_search_goes_on_in_the_tree_of_the_one_before() {
    let mut engine = engine();
    let mut game = game(MIDDLEGAME, &[]);
    let mut all = 0;
    for _ in 0..4 {
        game = move_and_reply(&mut engine, &game);
        let result = search(&mut engine, &game.clone(), nodes(60_000));
        all += reused(&result);
        let best = result.best.unwrap();
        assert!(game.position().is_legal(best));
        game.play(best).unwrap();
        // The other side searches too, after one move only.
        all += reused(&search(&mut engine, &game, nodes(60_000)));
    }
    assert!(all > 20, "{all}");
}

/// Under the moves played, everything that was expanded is there, unchanged.
#[test]
fn what_is_kept_is_what_was_found() {
    let before = game(MIDDLEGAME, &[]);
    let thought = explain(&mut engine(), &before, nodes(100_000));
    let line = thought.line();
    let after = Game::clone(&before);
    let after = line[..2].iter().fold(after, |mut game, &mv| {
        game.play(mv).unwrap();
        game
    });
    let is_expanded: HashMap<Key, bool> = thought
        .search
        .nodes()
        .map(|node| (node.key(), node.is_expanded()))
        .collect();
    let all = expanded(&thought.search);
    let depth = thought.probe_depth;
    let reused = ReusedTree::of(&before, thought)
        .unwrap()
        .follow(&after)
        .unwrap();
    let left = expanded(&reused.search);
    assert!(0 < left && left < all, "{left} of {all}");
    for node in reused.search.nodes() {
        assert_eq!(is_expanded[&node.key()], node.is_expanded());
    }
    assert!((left..=reused.search.len()).contains(&reused.records.len()));
    assert_eq!(reused.probe_depth, depth);
    let thought = explain(&mut engine(), &before, nodes(100_000));
    let nowhere = game(MIDDLEGAME, &["a2a3", "h7h6"]);
    assert!(
        ReusedTree::of(&before, thought)
            .unwrap()
            .follow(&nowhere)
            .is_none()
    );
}

#[test]
fn only_a_game_that_goes_on_finds_the_tree_again() {
    let first = game(MIDDLEGAME, &[]);
    type Change = fn(&mut Engine, Game) -> Game;
    let changes: [(&str, Change); 8] = [
        ("nothing", |_, next| next),
        ("a new game", |engine, next| {
            engine.clear();
            next
        }),
        ("other settings", |engine, next| {
            let other = Settings {
                hash_mib: 5,
                ..settings()
            };
            engine.configure(other).unwrap();
            next
        }),
        ("another search and back", |engine, next| {
            for search in [SearchKind::AlphaBeta, SearchKind::Bstar] {
                let other = Settings {
                    search,
                    ..settings()
                };
                engine.configure(other).unwrap();
            }
            next
        }),
        ("a position out of nowhere", |engine, next| {
            search(engine, &Game::default(), nodes(1_000));
            next
        }),
        ("the position alone", |_, next| {
            Game::new(next.position().clone())
        }),
        ("the same again", |_, next| {
            let moves = &next.moves()[..next.moves().len() - 2];
            moves
                .iter()
                .fold(Game::new(next.start().clone()), |mut game, &mv| {
                    game.play(mv).unwrap();
                    game
                })
        }),
        ("only some moves", |engine, next| {
            let start = Game::new(next.start().clone());
            let task = Task::play(&start, nodes(60_000)).only(&next.moves()[..1]);
            engine.run(&task, &Stop::new(), &mut ());
            next
        }),
    ];
    for (name, change) in changes {
        let mut engine = engine();
        let next = move_and_reply(&mut engine, &first);
        let next = change(&mut engine, next);
        let reused = reused(&search(&mut engine, &next, nodes(60_000)));
        assert_eq!(reused > 0, name == "nothing", "{name}: {reused} reused");
    }
    // Setting the same settings again changes nothing.
    let mut engine = engine();
    let next = move_and_reply(&mut engine, &first);
    engine.configure(settings()).unwrap();
    assert!(reused(&search(&mut engine, &next, nodes(60_000))) > 0);
}

#[test]
fn keeping_can_be_switched_off() {
    let mut settings = settings();
    settings.options.switch_off("keep").unwrap();
    let mut engine = Engine::new(settings).unwrap();
    let next = move_and_reply(&mut engine, &game(MIDDLEGAME, &[]));
    assert_eq!(reused(&search(&mut engine, &next, nodes(60_000))), 0);
}

/// Many shallow probes.
fn think(game: &Game) -> Thought {
    let mut settings = settings();
    settings.options.probe_depth = 1;
    let mut engine = Engine::new(settings).unwrap();
    explain(&mut engine, game, Effort::expansions(400))
}

fn went_on(game: &Game, words: &[&str]) -> Game {
    words.iter().fold(game.clone(), |mut game, word| {
        game.play(notation::parse(game.position(), word).unwrap())
            .unwrap();
        game
    })
}

/// Positions get other keys where the fifty-move counter becomes part of the key.
#[test]
fn names_that_change_end_a_tree() {
    for (clock, is_reused) in [(20, true), (58, false), (70, true)] {
        let text = KINGS.replace(" 0 1", &format!(" {clock} 60"));
        let before = game(&text, &[]);
        let after = went_on(&before, &["a1b1", "a7b7"]);
        let reused = ReusedTree::of(&before, think(&before))
            .unwrap()
            .follow(&after);
        assert_eq!(reused.is_some(), is_reused, "{clock}");
    }
}

/// Moves that lead back to the root, all of them in the tree.
fn round_trip(thought: &Thought) -> Option<[Move; 4]> {
    let root = thought.search.root();
    for (first, a) in root.moves() {
        for (second, b) in a.moves() {
            for (third, c) in b.moves() {
                let mut moves = c.moves();
                if let Some((last, _)) = moves.find(|(_, to)| to.key() == root.key()) {
                    return Some([first, second, third, last]);
                }
            }
        }
    }
    None
}

/// The tree's root was on the board twice, or once. Two moves later that position is in the
/// tree. It is a draw only if it was there twice.
#[test]
fn a_repetition_is_seen_in_a_kept_tree() {
    let once = game("8/2k5/p1p1p1p1/P1P1P1P1/1B6/4K3/8/6n1 w - - 0 1", &[]);
    let thought = think(&once);
    let trip = round_trip(&thought).expect("pieces go to and fro");
    let play = |game: &Game, moves: &[Move]| {
        moves.iter().fold(game.clone(), |mut game, &mv| {
            game.play(mv).unwrap();
            game
        })
    };
    let twice = play(&once, &trip);
    let tree = ReusedTree::of(&once, thought).unwrap();
    for (before, is_drawn) in [(once, false), (twice, true)] {
        let mut reused = tree.clone();
        reused.game = before.clone();
        let after = play(&before, &trip[..2]);
        let reused = reused.follow(&after).unwrap();
        let start = reused.search.find(reused.naming.key(before.position()));
        let start = start.expect("the trip leads back there");
        assert_eq!(start.is_settled(), is_drawn);
        let real = mover_points(start.real().min(), after.position());
        assert!(!is_drawn || real == Points::DRAW, "{real:?}");
    }
}

/// A tree of very shallow probes does not hold a long search back.
#[test]
fn probes_that_are_too_short_have_no_say_where_the_choice_is_hard() {
    let first = game(MIDDLEGAME, &[]);
    let mut engine = engine();
    let quick = search(&mut engine, &first, nodes(20_000));
    let mut next = first.clone();
    next.play(quick.best.unwrap()).unwrap();
    next.play(quick.ponder.unwrap()).unwrap();
    let long = search(&mut engine, &next, nodes(1_000_000)).tree.unwrap();
    assert_eq!(long.reused_positions, 0);
    assert!(long.probe_depth > quick.tree.unwrap().probe_depth);
}

/// A deep search of the root sees further than any tree of probes.
#[test]
fn a_search_that_begins_with_a_root_search_begins_anew() {
    let mut engine = engine();
    let next = move_and_reply(&mut engine, &game(MIDDLEGAME, &[]));
    assert_eq!(reused(&search(&mut engine, &next, on_a_clock(60_000))), 0);
}
