//! The search is compared with a slow reference, and with itself: with other answers, in another
//! order, with many jobs at once.

use std::collections::BTreeSet;

use bstar::{Asking, Config, ExpansionLimits, Key, Next, Purpose, Search, Side, Span};

use crate::common::game::{Answers, Game};
use crate::common::random::Random;
use crate::common::reference::{Did, Reference, Row};
use crate::common::settings::random_config;

/// What a search did, in the words of the reference.
fn record(game: &Game, config: Config, answers: Answers) -> Vec<Did> {
    let mut did = Vec::new();
    let mut search = game.search(config);
    let decision = game.run(&mut search, answers, |search, job| {
        let keys: BTreeSet<u64> = search.nodes().map(|node| node.key().0).collect();
        let known = keys.into_iter().map(|key| row(search, key)).collect();
        let target = search.target();
        did.push(Did::Expanded {
            at: job.key.0 as usize,
            verify: search.phase() == bstar::Phase::Verify,
            target: target.map(|target| target.value),
            known,
        });
    });
    did.push(Did::Done {
        best: decision.best,
        reason: decision.reason,
    });
    did
}

fn row(search: &mut Search<usize>, key: u64) -> Row {
    let chance = search.probability(Key(key)).map(|known| known.min);
    let player = search.player();
    let node = search.find(Key(key)).expect("is known");
    let exact = |span: Span| span.known();
    // The Player's view turned back into the fixed frame.
    let (low, high) = match player {
        Side::Max => (node.pess().and_then(exact), node.opt().and_then(exact)),
        Side::Min => (
            node.opt().and_then(exact).map(|v| -v),
            node.pess().and_then(exact).map(|v| -v),
        ),
    };
    let real = exact(node.real()).map(|v| if player == Side::Max { v } else { -v });
    Row {
        n: key as usize,
        low,
        real,
        high,
        chance,
    }
}

#[test]
fn equals_a_reference_that_works_out_everything_anew() {
    let mut random = Random::new(11);
    let (mut steps, mut verified) = (0, 0);
    for number in 0..6_000 {
        let game = Game::random(&mut random, number % 2 == 1);
        let config = random_config(&mut random);
        let expected = Reference::run(&game, config);
        let found = record(&game, config, Answers::Exactly);
        for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert_eq!(
                found, expected,
                "game {number}, step {i}, {config:?}\n{game:#?}"
            );
        }
        assert_eq!(found.len(), expected.len(), "game {number}");
        steps += found.len();
        verified += found
            .iter()
            .filter(|did| matches!(did, Did::Expanded { verify: true, .. }))
            .count();
    }
    assert!(
        steps > 20_000 && verified > 5_000,
        "{steps} steps, {verified} in VERIFY, are too few to tell"
    );
}

fn order(did: &[Did]) -> Vec<(usize, bool, Option<f64>)> {
    let step = |did: &Did| match did {
        Did::Expanded {
            at, verify, target, ..
        } => (*at, *verify, *target),
        Did::Done { best, .. } => (*best, false, None),
    };
    did.iter().map(step).collect()
}

#[test]
fn a_prober_that_answers_only_what_was_asked_leads_to_the_same_search() {
    let mut random = Random::new(12);
    let (mut asked_less, mut exact, mut sharpened) = (0, 0, 0);
    for number in 0..2_000 {
        let game = Game::random(&mut random, false);
        let exactly = Config {
            margin: [1, 8, 60][number % 3],
            ..random_config(&mut random)
        };
        let as_needed = Config {
            asking: [Asking::AsNeeded, Asking::BestFirst][number % 4 / 2],
            ..exactly
        };
        let expected = order(&record(&game, exactly, Answers::Exactly));
        let found = order(&record(&game, as_needed, Answers::AsAsked));
        assert_eq!(found, expected, "game {number}, {exactly:?}\n{game:#?}");
        let mut search = game.search(as_needed);
        game.run(&mut search, Answers::AsAsked, |_, _| {});
        sharpened += search
            .take_events()
            .filter(|event| {
                matches!(
                    event,
                    bstar::Event::HandedOut {
                        purpose: Purpose::Sharpen,
                        ..
                    }
                )
            })
            .count();
        asked_less += search
            .nodes()
            .filter(|node| !node.real().is_exact())
            .count();
        exact += search.nodes().filter(|node| node.real().is_exact()).count();
    }
    println!(
        "{asked_less} positions never known exactly, {exact} known, {sharpened} jobs to sharpen"
    );
    assert!(
        asked_less > 1_000 && sharpened > 1_000,
        "{asked_less} and {sharpened} are too few to tell"
    );
}

/// Bounds on a cycle, and bounds that contradict each other, as those of a real prober do. A
/// question that its answer does not settle would be asked for ever.
#[test]
fn every_question_is_asked_only_so_often() {
    let mut random = Random::new(14);
    let (mut sharpened, mut disputed) = (0, 0);
    for number in 0..2_000 {
        let game = if random.chance(0.5) {
            Game::cyclic(&mut random)
        } else {
            Game::random(&mut random, true)
        };
        let lies = number % 2 == 1;
        let config = Config {
            asking: [Asking::AsNeeded, Asking::BestFirst][number % 4 / 2],
            ..random_config(&mut random)
        };
        let mut search = game.search(config);
        let mut jobs = 0;
        while let Next::Work(job) = search.next() {
            jobs += 1;
            assert!(
                jobs < 20_000,
                "game {number} does not end: {job:?}\n{game:#?}"
            );
            sharpened += usize::from(job.purpose == Purpose::Sharpen);
            let mut found = game.findings(&job, Answers::AsAsked);
            if lies {
                for child in &mut found {
                    disputed += usize::from(contradict(&mut random, child));
                }
            }
            // A false finding may fail to answer the question. Then the true one is given.
            if search.complete(job.id, found).is_err() {
                search
                    .complete(job.id, game.findings(&job, Answers::AsAsked))
                    .unwrap();
            }
        }
    }
    assert!(
        sharpened > 1_000 && disputed > 1_000,
        "{sharpened} and {disputed} are too few to tell"
    );
}

/// Shifts a finding about a move, as another window or another depth would.
fn contradict(random: &mut Random, child: &mut bstar::Child<usize>) -> bool {
    let Some(real) = child.real.filter(|_| random.chance(0.5)) else {
        return false;
    };
    let by = random.between(-30, 30);
    let moved = |value: i32| (value + by).clamp(-900, 900);
    child.real = Some(if real.is_exact() {
        Span::exact(moved(real.min()))
    } else if real.min() < -900 {
        Span::at_most(moved(real.max()))
    } else {
        Span::at_least(moved(real.min()))
    });
    by != 0
}

#[test]
fn the_same_findings_in_any_order_give_the_same_values() {
    let mut random = Random::new(13);
    let mut told = 0;
    for number in 0..3_000 {
        let game = Game::random(&mut random, true);
        let config = Config {
            asking: [Asking::Exactly, Asking::AsNeeded][number % 2],
            ..random_config(&mut random)
        };
        let mut search = game.search(config);
        // A few steps, then several jobs at once.
        for _ in 0..1 + random.below(5) {
            if let Next::Work(job) = search.next() {
                search
                    .complete(job.id, game.findings(&job, Answers::AsAsked))
                    .unwrap();
            }
        }
        let mut jobs = Vec::new();
        while let Next::Work(job) = search.next() {
            jobs.push(job);
            if jobs.len() == 6 {
                break;
            }
        }
        told += usize::from(jobs.len() > 1);
        let mut outcomes = Vec::new();
        for _ in 0..4 {
            let mut search = search.clone();
            for i in (1..jobs.len()).rev() {
                jobs.swap(i, random.below(i + 1));
            }
            for job in &jobs {
                search
                    .complete(job.id, game.findings(job, Answers::AsAsked))
                    .unwrap();
            }
            let mut nodes: Vec<_> = search
                .nodes()
                .map(|n| {
                    (
                        n.key(),
                        n.pess(),
                        n.real(),
                        n.opt(),
                        n.proven(),
                        n.attention(),
                        n.tag(),
                    )
                })
                .collect();
            nodes.sort_by_key(|node| node.0);
            outcomes.push(nodes);
        }
        assert!(
            outcomes.windows(2).all(|pair| pair[0] == pair[1]),
            "game {number}"
        );
    }
    assert!(told > 300, "only {told} of them had several jobs out");
}

/// Where positions repeat, what is remembered still equals what is worked out anew, and values
/// equal brute force over what is known.
#[test]
fn a_search_among_repetitions_stays_right_and_ends() {
    let mut random = Random::new(14);
    let mut repeating = 0;
    for number in 0..2_000 {
        let game = Game::cyclic(&mut random);
        let config = Config {
            limits: Some(ExpansionLimits::of(60)),
            ..random_config(&mut random)
        };
        let mut search = game.search(config);
        let mut expanded = BTreeSet::new();
        game.run(&mut search, Answers::Exactly, |search, job| {
            let keys: Vec<Key> = search.nodes().map(|node| node.key()).collect();
            if let Some(target) = search.target() {
                let mut anew = search.probabilities(target);
                for &key in &keys {
                    assert_eq!(
                        search.probability(key),
                        anew.of(key),
                        "game {number}, position {}",
                        key.0
                    );
                }
            }
            for &key in keys
                .iter()
                .filter(|key| expanded.contains(&(key.0 as usize)))
            {
                let found = row(search, key.0).real;
                assert_eq!(
                    found,
                    Some(game.brute_force(key.0 as usize, &expanded, &mut Vec::new())),
                    "game {number}"
                );
            }
            expanded.insert(job.key.0 as usize);
        });
        repeating += search.nodes().filter(|node| node.repeats()).count();
    }
    assert!(
        repeating > 1_000,
        "only {repeating} positions lay on cycles"
    );
}
