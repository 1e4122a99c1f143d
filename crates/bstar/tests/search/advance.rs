//! The root moves on, and what was learned stays.

use std::collections::{BTreeMap, BTreeSet};

use bstar::{
    AdvanceError, Asking, Child, Class, Config, Event, ExpansionLimits, Key, Next, Outcome,
    Purpose, Reason, Search, Side, Span,
};

use crate::common::game::{Answers, Game};
use crate::common::random::Random;
use crate::common::settings::random_config;

/// Whole games, with the tree kept from move to move. Values stay what brute force makes of them,
/// and every search ends.
#[test]
fn a_kept_tree_is_as_good_as_it_was() {
    let mut random = Random::new(21);
    let (mut kept, mut freed) = (0, 0);
    for number in 0..600 {
        let game = if number % 2 == 0 {
            Game::cyclic(&mut random)
        } else {
            Game::random(&mut random, true)
        };
        let asking = if number % 3 == 0 {
            Asking::AsNeeded
        } else {
            Asking::Exactly
        };
        let mut search = game.search(Config {
            asking,
            limits: Some(ExpansionLimits::of(30)),
            ..Config::default()
        });
        let mut expanded = BTreeSet::new();
        let mut at = 0;
        for _ in 0..6 {
            let decision = game.run(&mut search, Answers::AsAsked, |_, job| {
                expanded.insert(job.key.0 as usize);
            });
            assert!(game.positions[at].moves.contains(&decision.best));
            let before = search.len();
            match search.advance(decision.best, []) {
                Ok(()) => at = decision.best,
                Err(error) => {
                    assert_eq!(error, AdvanceError::GameOver);
                    assert!(game.positions[decision.best].over.is_some());
                    break;
                }
            }
            kept += search.len();
            freed += before - search.len();
            assert_eq!(search.player(), game.positions[at].side);
            assert_eq!(search.root().key(), Key(at as u64));
            let sign = if search.player() == Side::Max { 1 } else { -1 };
            let known: BTreeSet<usize> = search
                .nodes()
                .filter(|node| node.is_expanded())
                .map(|node| node.key().0 as usize)
                .collect();
            assert!(known.is_subset(&expanded));
            for node in search.nodes().filter(|node| node.is_expanded()) {
                let expected =
                    sign * game.brute_force(node.key().0 as usize, &known, &mut Vec::new());
                assert!(
                    node.real().min() <= expected && expected <= node.real().max(),
                    "game {number}"
                );
            }
        }
    }
    assert!(
        kept > 1_000 && freed > 1_000,
        "{kept} kept and {freed} freed are too few to tell"
    );
}

fn child(name: char, real: i32) -> Child<char> {
    let span = Span::exact(real);
    Child::new(name, Key(name as u64))
        .real(span)
        .max_bound(Span::exact(real + 40))
        .min_bound(Span::exact(real - 40))
}

fn two_moves() -> Search<char> {
    let mut search = Search::new(Key(0), Class::default(), Side::Max, Config::default()).unwrap();
    let Next::Work(root) = search.next() else {
        panic!("nothing to do")
    };
    search
        .complete(root.id, vec![child('a', 1), child('b', 2)])
        .unwrap();
    search
}

#[test]
fn only_a_known_move_leads_on() {
    let mut search = two_moves();
    assert_eq!(search.advance('x', []), Err(AdvanceError::UnknownMove));
    assert_eq!(search.root().moves().len(), 2);
    search.advance('a', []).unwrap();
    assert_eq!((search.len(), search.player()), (1, Side::Min));
    assert_eq!(search.advance('a', []), Err(AdvanceError::UnknownMove));
}

#[test]
fn jobs_that_were_out_come_home_or_to_nothing() {
    let mut search = two_moves();
    let mut jobs = Vec::new();
    while let Next::Work(job) = search.next() {
        jobs.push(job);
    }
    assert_eq!(
        jobs.iter().map(|job| job.path[0]).collect::<BTreeSet<_>>(),
        BTreeSet::from(['a', 'b'])
    );
    search.advance('a', []).unwrap();
    // The root's own job is out already.
    assert_eq!(search.next(), Next::Wait);
    for job in jobs {
        let name = if job.path == ['a'] { 'c' } else { 'd' };
        search
            .complete(
                job.id,
                vec![child(name, 3), child(name.to_ascii_uppercase(), 4)],
            )
            .unwrap();
    }
    let names: Vec<char> = search.root().moves().map(|(mv, _)| mv).collect();
    assert_eq!(names, ['c', 'C'], "what lies under the other move is gone");
}

#[test]
fn a_driver_that_lost_its_jobs_can_give_them_all_back() {
    let mut search = two_moves();
    while let Next::Work(_) = search.next() {}
    search.abandon_all();
    assert_eq!(search.jobs_out(), 0);
    assert!(matches!(search.next(), Next::Work(job) if job.purpose == Purpose::Expand));
}

#[test]
fn a_position_that_occurred_twice_is_a_draw() {
    let mut search = two_moves();
    search.set_drawn([Key('c' as u64)]);
    let Next::Work(job) = search.next() else {
        panic!("nothing to do")
    };
    search.complete(job.id, vec![child('c', 30)]).unwrap();
    let drawn = search.find(Key('c' as u64)).unwrap();
    assert!(drawn.is_settled());
    assert_eq!(drawn.real(), Span::exact(0));
    // And one that is known already becomes one when the game goes on.
    let mut search = two_moves();
    let Next::Work(job) = search.next() else {
        panic!("nothing to do")
    };
    let first = job.path[0];
    search
        .complete(job.id, vec![child('c', 30), child('d', 31)])
        .unwrap();
    search.advance(first, [Key('d' as u64)]).unwrap();
    assert!(search.find(Key('d' as u64)).unwrap().is_settled());
    assert!(!search.find(Key('c' as u64)).unwrap().is_settled());
}

#[test]
fn a_certain_win_ends_the_search() {
    let mut search = Search::new(Key(0), Class::default(), Side::Min, Config::default()).unwrap();
    let Next::Work(root) = search.next() else {
        panic!("nothing to do")
    };
    let won = Child::new('w', Key(1)).over(Outcome::MinWins);
    search
        .complete(root.id, vec![child('a', -500), won])
        .unwrap();
    let Next::Done(decision) = search.next() else {
        panic!("not done")
    };
    assert_eq!((decision.best, decision.reason), ('w', Reason::Settled));
}

/// A caller with effort left can go on searching for what is less likely. All findings stay.
#[test]
fn a_search_goes_on_where_it_ended() {
    let mut random = Random::new(22);
    let mut went_on = 0;
    for number in 0..200 {
        let game = Game::random(&mut random, true);
        let mut search = game.search(Config::plain(0.5));
        game.run(&mut search, Answers::Exactly, |_, _| {});
        let (before, known) = (search.expansions(), search.len());
        search
            .resume(bstar::Stopping::MinAct {
                start: 0.01,
                end: 0.01,
            })
            .unwrap();
        let later = game.run(&mut search, Answers::Exactly, |_, _| {});
        assert!(
            search.expansions() >= before && search.len() >= known,
            "game {number}"
        );
        assert!(game.positions[0].moves.contains(&later.best));
        went_on += usize::from(search.expansions() > before);
        assert!(
            search
                .resume(bstar::Stopping::MinAct {
                    start: f64::NAN,
                    end: 1.0
                })
                .is_err()
        );
    }
    assert!(went_on > 20, "only {went_on} went on");
}

/// The first SELECT of every move has its own share of the effort, not what an earlier move left.
#[test]
fn limits_begin_anew_with_every_move() {
    let mut random = Random::new(23);
    let config = Config {
        limits: Some(ExpansionLimits::of(10)),
        ..Config::default()
    };
    let mut first_selects = Vec::new();
    for _ in 0..300 {
        let game = Game::random(&mut random, false);
        let mut search = game.search(config);
        for _ in 0..2 {
            let mut selects = 0;
            let mut in_first = true;
            let decision = game.run(&mut search, Answers::Exactly, |search, _| {
                in_first &= search.phase() == bstar::Phase::Select;
                selects += usize::from(in_first);
            });
            first_selects.push(selects);
            if search.advance(decision.best, []).is_err() {
                break;
            }
        }
    }
    assert_eq!(first_selects.iter().max(), Some(&4), "40 % of ten");
}

/// What is estimated and what is certain of every position, as Max sees it.
fn known(search: &Search<usize>) -> BTreeMap<Key, (Span, Span, bool)> {
    let as_max = |span: Span| match search.player() {
        Side::Max => span,
        Side::Min => Span::between(-span.max(), -span.min()),
    };
    search
        .nodes()
        .map(|node| {
            let values = (as_max(node.real()), as_max(node.proven()));
            (node.key(), (values.0, values.1, node.is_expanded()))
        })
        .collect()
}

/// The root moves by any move, at any time, with jobs out or without. The kept positions keep their
/// values, all of them lie under the move, and the rest is really gone. The next search is a search
/// like any other.
#[test]
fn whatever_the_move_what_is_kept_is_worth_what_it_was() {
    let mut random = Random::new(24);
    let (mut kept, mut expanded, mut unexpanded, mut decided) = (0, 0, 0, 0);
    for number in 0..3_000 {
        let game = match number % 3 {
            0 => Game::random(&mut random, false),
            1 => Game::random(&mut random, true),
            _ => Game::cyclic(&mut random),
        };
        let config = Config {
            asking: [Asking::Exactly, Asking::AsNeeded][random.below(2)],
            limits: Some(ExpansionLimits::of(60)),
            ..random_config(&mut random)
        };
        let mut search = game.search(config);
        let mut out = Vec::new();
        let mut at = 0;
        // Two moves, one for each side, and then to the end.
        for ply in 0..3 {
            let patience = if ply == 2 { 10_000 } else { random.below(40) };
            let most = 1 + random.below(4);
            for _ in 0..patience {
                let next = if out.len() < most {
                    search.next()
                } else {
                    Next::Wait
                };
                match next {
                    Next::Work(job) => {
                        if search.root().is_expanded() {
                            assert!(
                                job.purpose != Purpose::Expand || !job.path.is_empty(),
                                "game {number} asks for moves that are known"
                            );
                        }
                        out.push(job);
                    }
                    Next::Wait => {
                        assert!(!out.is_empty(), "game {number} waits for nothing");
                        let job = out.swap_remove(random.below(out.len()));
                        let found = game.findings(&job, Answers::AsAsked);
                        search.complete(job.id, found).unwrap();
                    }
                    Next::Done(_) => break,
                }
            }
            if ply == 2 {
                assert!(matches!(search.next(), Next::Done(_)), "game {number}");
                break;
            }
            let is_decided = matches!(search.clone().next(), Next::Done(_));
            let moves: Vec<usize> = search.root().moves().map(|(mv, _)| mv).collect();
            let open: Vec<usize> = moves
                .into_iter()
                .filter(|&to| game.positions[to].over.is_none())
                .collect();
            if open.is_empty() {
                break;
            }
            at = open[random.below(open.len())];
            if random.chance(0.3) {
                let bytes = random.below(search.len() * 120);
                search.set_memory(Some(bytes));
                search.set_memory(None);
            }
            search.take_events().for_each(drop);
            let (before, bytes, count) = (known(&search), search.bytes(), search.len());
            search.advance(at, []).unwrap();
            let after = known(&search);
            for (key, values) in &after {
                assert_eq!(before[key], *values, "game {number}, position {}", key.0);
            }
            assert_eq!(
                after.keys().copied().collect::<BTreeSet<_>>(),
                below(&search),
                "game {number}"
            );
            assert!(
                search.bytes() <= bytes,
                "game {number}: {} bytes of {bytes}",
                search.bytes()
            );
            assert_eq!(search.player(), game.positions[at].side);
            assert_eq!((search.expansions(), search.target()), (0, None));
            let events: Vec<Event<usize>> = search.take_events().collect();
            let advanced = Event::Advanced {
                by: at,
                kept: search.len(),
                freed: count - search.len(),
            };
            assert_eq!(events, [advanced, Event::SelectBegan], "game {number}");
            kept += search.len();
            expanded += usize::from(search.root().is_expanded());
            unexpanded += usize::from(!search.root().is_expanded());
            decided += usize::from(is_decided);
        }
        assert_eq!(search.root().key(), Key(at as u64));
    }
    assert!(
        kept > 5_000 && expanded > 500 && unexpanded > 500 && decided > 500,
        "{kept} kept, {expanded} expanded roots, {unexpanded} not, {decided} after a decision"
    );
}

/// All that can be reached from the root.
fn below(search: &Search<usize>) -> BTreeSet<Key> {
    let mut seen = BTreeSet::from([search.root().key()]);
    let mut stack = vec![search.root()];
    while let Some(node) = stack.pop() {
        for (_, child) in node.moves() {
            if seen.insert(child.key()) {
                stack.push(child);
            }
        }
    }
    seen
}

/// A folded value may rest on a position that has become a draw since. Then its
/// position has to be searched again.
#[test]
fn what_was_folded_is_not_trusted_when_more_is_drawn() {
    let mut random = Random::new(25);
    let mut trusted = 0;
    for number in 0..1_000 {
        let game = Game::grown(&mut random, true, 7, 4, 400);
        let mut search = game.search(Config::default());
        let decision = game.run(&mut search, Answers::Exactly, |_, _| {});
        search.set_memory(Some(0));
        search.set_memory(None);
        let folded = |search: &Search<usize>| search.nodes().filter(|n| n.is_folded()).count();
        let mut wary = search.clone();
        if search.advance(decision.best, []).is_err() {
            continue;
        }
        trusted += folded(&search);
        wary.advance(decision.best, [Key(u64::MAX)]).unwrap();
        assert_eq!(folded(&wary), 0, "game {number}");
        // And the search goes on.
        let later = game.run(&mut wary, Answers::Exactly, |_, _| {});
        assert!(
            wary.root().moves().any(|(mv, _)| mv == later.best),
            "game {number}"
        );
    }
    assert!(trusted > 50, "{trusted} are too few to tell");
}

/// A job of the search before that is given back now does not count against this search's
/// expansions.
#[test]
fn old_jobs_do_not_count_for_the_new_search() {
    let mut search = two_moves();
    let mut jobs = Vec::new();
    while let Next::Work(job) = search.next() {
        jobs.push(job);
    }
    assert_eq!(jobs.len(), 2, "a and b");
    search.advance('a', []).unwrap();
    let (own, other): (Vec<_>, Vec<_>) = jobs.into_iter().partition(|job| job.path == ['a']);
    search
        .complete(own[0].id, vec![child('c', 3), child('d', 4)])
        .unwrap();
    // What the other side hopes for, then an expansion.
    loop {
        let Next::Work(job) = search.next() else {
            panic!("nothing to do")
        };
        if job.purpose == Purpose::Expand {
            break;
        }
        let found = job.asks.iter().map(|ask| match ask.of {
            bstar::Of::Move(name) => child(name, if name == 'c' { 3 } else { 4 }),
            bstar::Of::All => unreachable!("the moves are known"),
        });
        search.complete(job.id, found.collect()).unwrap();
    }
    assert_eq!(search.expansions(), 1);
    search.abandon(other[0].id).unwrap();
    assert_eq!(search.expansions(), 1);
}
