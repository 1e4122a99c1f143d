//! Memory is full, and the search goes on.

use std::collections::{BTreeMap, BTreeSet};

use bstar::{
    Asking, Class, Config, Decision, Dithering, Event, ExpansionLimits, Key, Next, Purpose, Reason,
    Search, Side, Span, Stopping,
};

use crate::common::endless::Endless;
use crate::common::game::{Answers, Game};
use crate::common::random::Random;
use crate::common::settings::random_config;

type Known = (
    Option<Span>,
    Span,
    Option<Span>,
    Span,
    bool,
    u32,
    Option<bstar::Tag>,
);

/// All that is known of every position.
fn known(search: &Search<usize>) -> BTreeMap<Key, Known> {
    let row = |node: bstar::NodeView<'_, usize>| {
        let values = (node.pess(), node.real(), node.opt(), node.proven());
        (
            values.0,
            values.1,
            values.2,
            values.3,
            node.is_settled(),
            node.attention(),
            node.tag(),
        )
    };
    search.nodes().map(|node| (node.key(), row(node))).collect()
}

/// Makes the search fold down to some part of what it takes, and then gives it all memory back.
/// Returns how many positions that freed.
fn fold(search: &mut Search<usize>, random: &mut Random) -> usize {
    let (before, bytes) = (search.len(), search.bytes());
    search.take_events().for_each(drop);
    search.set_memory(Some(random.below(before * 120)));
    search.set_memory(None);
    let told = search
        .take_events()
        .map(|event| match event {
            Event::Folded {
                folded,
                freed,
                left,
            } => {
                assert!(folded > 0 && freed > 0);
                assert_eq!(left, before - freed);
                freed
            }
            other => panic!("{other:?} has nothing to do with memory"),
        })
        .sum();
    assert_eq!(before - search.len(), told);
    if told > 0 {
        assert!(search.bytes() < bytes);
    }
    told
}

/// Larger games, for tests that need not know the truth about them.
fn large_game(random: &mut Random, number: usize) -> Game {
    match number % 3 {
        0 => Game::grown(random, false, 7, 4, 400),
        1 => Game::grown(random, true, 7, 5, 400),
        _ => Game::cyclic_of(random, 30),
    }
}

fn random_game(random: &mut Random, number: usize) -> Game {
    match number % 3 {
        0 => Game::random(random, false),
        1 => Game::random(random, true),
        _ => Game::cyclic(random),
    }
}

/// Whatever is folded, and whenever, all remaining values are the same right after. Stored values
/// equal recomputed ones.
#[test]
fn folding_changes_no_value() {
    let mut random = Random::new(31);
    let (mut freed, mut folded, mut repeating) = (0, 0, 0);
    for number in 0..1_500 {
        let game = large_game(&mut random, number);
        let asking = [Asking::Exactly, Asking::AsNeeded][number % 2];
        let config = Config {
            asking,
            limits: Some(ExpansionLimits::of(100)),
            ..random_config(&mut random)
        };
        let mut search = game.search(config);
        let mut jobs = 0;
        while let Next::Work(job) = search.next() {
            jobs += 1;
            assert!(jobs < 20_000, "game {number} does not end");
            search
                .complete(job.id, game.findings(&job, Answers::AsAsked))
                .unwrap();
            if !random.chance(0.2) {
                continue;
            }
            let before = known(&search);
            let (line, root): (_, Vec<usize>) = (
                search.line(),
                search.root().moves().map(|(mv, _)| mv).collect(),
            );
            repeating += search.nodes().filter(|node| node.repeats()).count();
            freed += fold(&mut search, &mut random);
            for (key, after) in known(&search) {
                assert_eq!(before[&key], after, "game {number}, position {}", key.0);
            }
            assert_eq!(search.line(), line, "game {number}");
            assert!(search.root().moves().map(|(mv, _)| mv).eq(root));
            folded += search.nodes().filter(|node| node.is_folded()).count();
            assert!(
                search
                    .nodes()
                    .all(|node| !node.is_folded() || node.moves().len() == 0)
            );
            if let Some(target) = search.target() {
                let mut anew = search.probabilities(target);
                for key in search.nodes().map(|node| node.key()).collect::<Vec<_>>() {
                    assert_eq!(search.probability(key), anew.of(key), "game {number}");
                }
            }
        }
        let Next::Done(decision) = search.next() else {
            panic!("game {number} waits for nothing")
        };
        assert!(game.positions[0].moves.contains(&decision.best));
    }
    println!("{freed} freed, {folded} folded, {repeating} on cycles");
    assert!(
        freed > 2_000 && folded > 1_000 && repeating > 200,
        "{freed} freed, {folded} folded and {repeating} on cycles are too few to tell"
    );
}

/// What a position is worth when everything is known.
fn truth(game: &Game, n: usize) -> i32 {
    let all: BTreeSet<usize> = (0..game.positions.len())
        .filter(|&n| game.positions[n].over.is_none())
        .collect();
    game.brute_force(n, &all, &mut Vec::new())
}

/// A game in which every probe is right: what is real is true, and bounds hold.
fn honest(random: &mut Random, number: usize) -> Game {
    let mut game = random_game(random, number);
    let truths: Vec<i32> = (0..game.positions.len()).map(|n| truth(&game, n)).collect();
    for (position, truth) in game.positions.iter_mut().zip(truths) {
        position.low = truth - random.between(0, 30);
        position.real = truth;
        position.high = truth + random.between(0, 30);
    }
    game
}

/// If probes are right, no amount of folding makes the search choose anything but a best move.
#[test]
fn where_probes_are_right_the_choice_is_right() {
    let mut random = Random::new(32);
    let mut freed = 0;
    for number in 0..3_000 {
        let game = honest(&mut random, number);
        let config = Config {
            limits: None,
            stopping: Stopping::Separation,
            ..random_config(&mut random)
        };
        let mut search = game.search(config);
        let mut foldings = 0;
        let decision = loop {
            match search.next() {
                Next::Work(job) => {
                    let found = game.findings(&job, Answers::Exactly);
                    search.complete(job.id, found).unwrap();
                    if foldings < 20 && random.chance(0.3) {
                        foldings += 1;
                        freed += fold(&mut search, &mut random);
                    }
                }
                Next::Wait => panic!("waits for nothing"),
                Next::Done(decision) => break decision,
            }
        };
        let sign = if search.player() == Side::Max { 1 } else { -1 };
        let worth = |to: usize| sign * truth(&game, to);
        let best = game.positions[0].moves.iter().map(|&to| worth(to)).max();
        assert_eq!(Some(worth(decision.best)), best, "game {number}");
    }
    assert!(freed > 1_000, "{freed} are too few to tell");
}

/// A proof stays a proof, and is never wrong.
#[test]
fn what_was_proved_stays_proved() {
    let mut random = Random::new(33);
    let (mut proofs, mut settled) = (0, 0);
    for number in 0..1_000 {
        let game = random_game(&mut random, number);
        let truths: Vec<i32> = (0..game.positions.len()).map(|n| truth(&game, n)).collect();
        let mut search = game.search(Config {
            limits: Some(ExpansionLimits::of(100)),
            ..random_config(&mut random)
        });
        let sign = if search.player() == Side::Max { 1 } else { -1 };
        while let Next::Work(job) = search.next() {
            let found = game.findings(&job, Answers::Exactly);
            search.complete(job.id, found).unwrap();
            fold(&mut search, &mut random);
            for node in search.nodes() {
                let truth = sign * truths[node.key().0 as usize];
                let proven = node.proven();
                assert!(proven.min() <= truth && truth <= proven.max(), "{number}");
                proofs += usize::from(node.is_settled() && node.is_folded());
            }
        }
        let Next::Done(decision) = search.next() else {
            panic!("game {number} waits for nothing")
        };
        if decision.reason == Reason::Settled {
            settled += 1;
            assert_eq!(
                decision.real,
                Span::exact(sign * truths[decision.best]),
                "game {number}"
            );
        }
    }
    assert!(
        proofs > 50 && settled > 50,
        "{proofs} proofs folded and {settled} settled are too few to tell"
    );
}

/// Jobs are out while the graph is folded. They come back in any order, late or never.
#[test]
fn jobs_come_home_to_a_folded_graph() {
    let mut random = Random::new(34);
    let mut freed = 0;
    for number in 0..1_500 {
        let game = large_game(&mut random, number);
        let config = Config {
            asking: [Asking::Exactly, Asking::AsNeeded][number % 2],
            limits: Some(ExpansionLimits::of(100)),
            ..random_config(&mut random)
        };
        let mut search = game.search(config);
        let mut out = Vec::new();
        let mut jobs = 0;
        loop {
            let next = if out.len() < 8 {
                search.next()
            } else {
                Next::Wait
            };
            match next {
                Next::Work(job) => {
                    jobs += 1;
                    assert!(jobs < 20_000, "game {number} does not end");
                    out.push(job);
                    continue;
                }
                Next::Wait => assert!(!out.is_empty(), "game {number} waits for nothing"),
                Next::Done(_) => break,
            }
            if random.chance(0.3) {
                freed += fold(&mut search, &mut random);
            }
            let job = out.swap_remove(random.below(out.len()));
            if random.chance(0.1) {
                search.abandon(job.id).unwrap();
            } else {
                let found = game.findings(&job, Answers::AsAsked);
                search.complete(job.id, found).unwrap();
            }
        }
        for job in out {
            let found = game.findings(&job, Answers::AsAsked);
            search.complete(job.id, found).unwrap();
        }
    }
    assert!(freed > 1_000, "{freed} are too few to tell");
}

/// Runs a search within a memory limit, until it ends or has made `expansions` expansions.
fn run_within(
    seed: u64,
    memory: Option<usize>,
    expansions: u32,
) -> (Decision<usize>, Search<usize>, usize) {
    let mut tree = Endless::new(seed);
    let config = Config {
        limits: None,
        stopping: Stopping::Separation,
        dithering: Dithering::Discount {
            strength: 0.5,
            halfway: 100.0,
        },
        memory,
        ..Config::default()
    };
    let mut search = Search::new(Key(0), Class::default(), Side::Max, config).unwrap();
    let mut foldings = 0;
    loop {
        match search.next() {
            Next::Work(job) => {
                let found = tree.answer(&job);
                search.complete(job.id, found).unwrap();
                if let Some(memory) = memory {
                    assert!(search.bytes() <= memory, "{} bytes", search.bytes());
                }
                if job.purpose == Purpose::Expand && search.expansions() == expansions {
                    search.set_effort(1.0);
                }
                foldings += search
                    .take_events()
                    .filter(|event| matches!(event, Event::Folded { .. }))
                    .count();
            }
            Next::Wait => panic!("waits for nothing"),
            Next::Done(decision) => return (decision, search, foldings),
        }
    }
}

/// Ten thousand expansions in a tenth of the memory they take: never a byte more, and a choice that
/// is as good, or nearly.
#[test]
fn ten_thousand_expansions_stay_within_the_limit() {
    let (mut trees, mut whole, mut same) = (0, 0, 0);
    for seed in 0..15 {
        let (free, all, _) = run_within(seed, None, 10_000);
        if all.expansions() < 10_000 {
            continue;
        }
        let memory = all.bytes() / 10;
        let (decision, search, foldings) = run_within(seed, Some(memory), 10_000);
        let chosen = all.root().moves().find(|(mv, _)| *mv == decision.best);
        let lost = free.real.min() - chosen.expect("a move of the root").1.real().min();
        println!(
            "seed {seed}: {} positions in {} bytes, or {} in {memory} after {} expansions and {foldings} foldings; {lost} points worse",
            all.len(),
            all.bytes(),
            search.len(),
            search.expansions(),
        );
        assert!(foldings > 1 && lost <= 5, "tree {seed}");
        trees += 1;
        whole += usize::from(search.expansions() == 10_000);
        same += usize::from(decision.best == free.best);
    }
    assert!(
        whole >= 3 && 2 * same >= trees,
        "{trees} trees, {whole} searched as long, {same} with the same choice"
    );
}

/// With hardly any memory there is still a decision, and it says why it came so soon.
#[test]
fn when_nothing_can_be_folded_the_search_says_so() {
    let mut random = Random::new(35);
    let (mut full, mut went_on) = (0, 0);
    for number in 0..300 {
        let game = random_game(&mut random, number);
        let mut search = game.search(Config {
            memory: Some(1_000),
            ..random_config(&mut random)
        });
        let decision = game.run(&mut search, Answers::Exactly, |_, _| {});
        assert!(game.positions[0].moves.contains(&decision.best));
        assert!(
            search.expansions() <= 1,
            "only the root's moves have to be known"
        );
        if decision.reason == Reason::MemoryFull {
            full += 1;
            // With more of it, the search goes on.
            search.set_memory(None);
            search.resume(Stopping::default()).unwrap();
            let later = game.run(&mut search, Answers::Exactly, |_, _| {});
            assert_ne!(later.reason, Reason::MemoryFull);
            went_on += usize::from(search.expansions() > 1);
        }
    }
    assert!(
        full > 200 && went_on > 150,
        "{full} were full and {went_on} went on: too few to tell"
    );
}
