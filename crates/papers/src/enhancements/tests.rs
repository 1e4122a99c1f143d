//! Every variant finds the value of a search without cuts.

use super::evaluation::Value;
use bstar_board::{Position, fen};
use proptest::prelude::*;

use super::deepening::{SearchConditions, search_each_depth};
use super::evaluation::evaluate;
use super::ordering::safe_captures;
use super::searcher::{INFINITE_VALUE, PlainSearcher};
use super::variant::SearchVariant;
use bstar_kit::random::Random;
use bstar_kit::stop::Stop;

/// Plain minimax.
fn minimax(position: &Position, height: u32, leaf: &mut dyn FnMut(&Position) -> Value) -> Value {
    if height == 0 {
        return leaf(position);
    }
    let mut best = None;
    for mv in position.legal_moves() {
        let value = -minimax(&position.after(mv), height - 1, leaf);
        best = best.max(Some(value));
    }
    best.unwrap_or(if position.in_check() {
        -30_000 - height as Value
    } else {
        0
    })
}

/// The same for the captures beyond the horizon.
fn played_out(position: &Position) -> Value {
    safe_captures(position)
        .into_iter()
        .map(|mv| -played_out(&position.after(mv)))
        .fold(evaluate(position), Value::max)
}

/// The value of a horizon position with an open window. (Without a window there can be too many
/// captures to play them all out.)
fn at_horizon(position: &Position) -> Value {
    let stop = Stop::new();
    let mut searcher = PlainSearcher::new(SearchVariant::DIRECT, 1, u64::MAX, &stop);
    searcher.quiescence(position, -INFINITE_VALUE, INFINITE_VALUE)
}

fn all_agree(position: &Position, depth: u32, entries: usize) {
    let conditions = SearchConditions {
        depth,
        entries,
        most_nodes: u64::MAX,
    };
    let wanted: Vec<Value> = (1..=depth)
        .map(|depth| minimax(position, depth, &mut at_horizon))
        .collect();
    for variant in SearchVariant::all() {
        let readings = search_each_depth(position, variant, conditions, &Stop::new()).unwrap();
        let found: Vec<Value> = readings.iter().map(|reading| reading.value).collect();
        assert_eq!(
            found,
            wanted,
            "{variant} with {entries} entries, {}",
            fen::write(position)
        );
    }
}

#[test]
fn every_variant_finds_the_minimax_value() {
    for (text, depth) in [
        // Bratko–Kopec 1: a mate in three.
        ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 3),
        (
            "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
            2,
        ),
        // Few men, many transpositions and repetitions.
        ("8/8/1p1k4/8/1P1K4/8/8/8 w - - 0 1", 6),
        ("8/8/8/8/8/5k2/5p2/5K2 b - - 0 1", 6),
        // Here a value from a deeper search of the same position would change the result.
        ("1k6/8/7p/p6P/P7/8/6K1/8 b - - 0 1", 5),
        // Mates, a stalemate to walk into, and promotions.
        ("7k/P4Q2/8/8/8/8/8/K7 w - - 0 1", 4),
        ("8/P6k/8/8/8/8/p6K/8 w - - 0 1", 4),
    ] {
        let position = fen::parse(text).unwrap();
        for entries in [1, 64, 8192] {
            all_agree(&position, depth, entries);
        }
    }
}

/// A position some random moves away from the start.
fn wandered(seed: u64, plies: usize) -> Position {
    let mut random = Random::new(seed, 0);
    let mut position = Position::start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.after(moves[random.below(moves.len())]);
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn so_it_is_wherever_one_goes(seed in any::<u64>(), plies in 0_usize..120, entries in 1_usize..300) {
        let position = wandered(seed, plies);
        prop_assume!(position.has_legal_move());
        all_agree(&position, 2, entries);
    }
}

#[test]
fn windows_do_not_change_what_captures_bring() {
    for (seed, plies) in [(1, 20), (2, 40), (3, 60), (4, 100)] {
        let position = wandered(seed, plies);
        for mv in position.legal_moves() {
            let next = position.after(mv);
            assert_eq!(
                at_horizon(&next),
                played_out(&next),
                "{}",
                fen::write(&next)
            );
        }
    }
}

#[test]
fn alpha_beta_cuts_and_memories_cut_more() {
    let position =
        fen::parse("r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1").unwrap();
    let horizon = |name: &str| {
        let conditions = SearchConditions {
            depth: 4,
            entries: 8192,
            most_nodes: u64::MAX,
        };
        let variant = name.parse().unwrap();
        let readings = search_each_depth(&position, variant, conditions, &Stop::new()).unwrap();
        readings[3].counts.horizon
    };
    let direct = horizon("direct");
    // A full search has more than 44 × 40 × 44 × 40 positions at the horizon.
    assert!(direct < 300_000, "{direct}");
    let alone = horizon("pvs");
    assert!(alone < direct, "{alone} of {direct}");
    for memory in ["trans", "ref", "hist"] {
        let helped = horizon(&format!("pvs+{memory}"));
        assert!(helped < alone, "{memory}: {helped} of {alone}");
    }
}

#[test]
fn what_needs_too_many_nodes_is_missing() {
    let conditions = SearchConditions {
        depth: 5,
        entries: 8192,
        most_nodes: 20_000,
    };
    let readings = search_each_depth(
        &Position::start(),
        SearchVariant::DIRECT,
        conditions,
        &Stop::new(),
    )
    .unwrap();
    assert!((2..5).contains(&readings.len()), "{}", readings.len());
    let stop = Stop::new();
    stop.set();
    assert!(
        search_each_depth(&Position::start(), SearchVariant::DIRECT, conditions, &stop).is_err()
    );
}
