//! The worked example of the 1996 paper (docs/search.md, section 12), to the digit.

use bstar::{Config, Event, Key, Phase, Probability, Purpose, Reason, Search, Side, Target};

use crate::common::game::{Answers, Game, Position};

/// Name, real value, the bound of the side that made the move, and the moves after it.
const TREE: [(char, i32, Option<i32>, &str); 21] = [
    ('A', 20, Some(100), "DEF"),
    ('B', 18, Some(40), ""),
    ('C', 10, Some(25), ""),
    ('D', 20, Some(0), "GHI"),
    ('E', 60, Some(40), ""),
    ('F', 80, Some(-80), "JKL"),
    ('G', 34, Some(76), "MNP"),
    ('H', 12, Some(36), ""),
    ('I', 16, Some(32), ""),
    ('J', 80, None, "TUV"),
    ('K', 60, None, ""),
    ('L', 50, None, ""),
    ('M', 20, Some(10), "QRS"),
    ('N', 30, Some(15), ""),
    ('P', 34, Some(20), ""),
    ('Q', 55, None, ""),
    ('R', 32, None, ""),
    ('S', 20, None, ""),
    ('T', 82, Some(4), ""),
    ('U', 70, Some(11), ""),
    ('V', 40, Some(16), ""),
];

fn number(name: char) -> usize {
    1 + TREE
        .iter()
        .position(|node| node.0 == name)
        .expect("a node of the example")
}

fn example() -> Game {
    let numbers = |names: &str| names.chars().map(number).collect::<Vec<_>>();
    let root = Position {
        side: Side::Max,
        moves: numbers("ABC"),
        low: 0,
        real: 0,
        high: 0,
        tag: None,
        over: None,
    };
    let mut positions = vec![root];
    for (name, real, bound, moves) in TREE {
        // The side that made the move: the Player those to A, B, C, the Opponent those to D, E, F,
        // and so on.
        let is_players = "ABCGHIJKLQRS".contains(name);
        positions.push(Position {
            side: if is_players { Side::Min } else { Side::Max },
            moves: numbers(moves),
            low: if is_players {
                real
            } else {
                bound.unwrap_or(real)
            },
            real,
            high: if is_players {
                bound.unwrap_or(real)
            } else {
                real
            },
            tag: None,
            over: None,
        });
    }
    Game { positions }
}

struct Table {
    after: &'static str,
    target: f64,
    probabilities: &'static str,
    reals: &'static str,
}

/// The table of docs/search.md, section 12: the paper's Figs. 4 to 14, with real values by the
/// paper's own rule.
const TABLES: [Table; 8] = [
    Table {
        after: "root",
        target: 30.0,
        probabilities: "A .875, B .455, C .000",
        reals: "A 20, B 18, C 10",
    },
    Table {
        after: "A",
        target: 30.0,
        probabilities: "D .875, E 1, F 1, A .875",
        reals: "A 20, D 20",
    },
    Table {
        after: "D",
        target: 37.0,
        probabilities: "G .929, H 0, I 0, D .929, A .929, B .136",
        reals: "G 34, D 34, A 34",
    },
    Table {
        after: "verify",
        target: 17.0,
        probabilities: "F .606, D .500, E 0, G .500, H 1, I 1",
        reals: "A 34",
    },
    Table {
        after: "F",
        target: 17.0,
        probabilities: "J .606, K .693, L .746, F .313",
        reals: "F 80",
    },
    Table {
        after: "G",
        target: 17.0,
        probabilities: "M .700, N .133, P 0, G .700, D .700",
        reals: "G 20, D 20, A 20",
    },
    Table {
        after: "M",
        target: 17.0,
        probabilities: "Q .156, R .318, S .700, M .035, G .133, D .133",
        reals: "G 30, D 30, A 30",
    },
    Table {
        after: "J",
        target: 17.0,
        probabilities: "T .167, U .102, V .042, J .167, F .086",
        reals: "F 60, J 40",
    },
];

fn check(search: &Search<usize>, target: Target, table: &Table) {
    assert_eq!(
        target.value, table.target,
        "the target after {}",
        table.after
    );
    let mut probabilities = search.probabilities(target);
    for entry in table.probabilities.split(", ") {
        let (name, expected) = entry.split_once(' ').expect("a name and a number");
        let key = Key(number(name.chars().next().unwrap()) as u64);
        let found = probabilities.of(key).and_then(Probability::known);
        let found = format!("{:.3}", found.expect("is known"));
        let expected: f64 = expected.parse().expect("a number");
        assert_eq!(
            found,
            format!("{expected:.3}"),
            "{name} after {}",
            table.after
        );
    }
    for entry in table.reals.split(", ") {
        let (name, expected) = entry.split_once(' ').expect("a name and a number");
        let key = Key(number(name.chars().next().unwrap()) as u64);
        let found = search.find(key).expect("is known").real().known();
        assert_eq!(found, expected.parse().ok(), "{name} after {}", table.after);
    }
}

#[test]
fn the_papers_example_comes_out_to_the_digit() {
    let game = example();
    let mut search = game.search(Config::plain(0.15));
    let mut order = String::new();
    let mut tables = TABLES.iter();
    let decision = game.run(&mut search, Answers::Exactly, |search, job| {
        // Values do not change while the search decides what comes next, so the events say what was
        // known when.
        for event in search.take_events().collect::<Vec<_>>() {
            match event {
                Event::Aimed(target) if job.path.is_empty() => {
                    unreachable!("nothing to aim at: {target:?}")
                }
                Event::HandedOut {
                    purpose: Purpose::Expand,
                    target: Some(target),
                    phase,
                    ..
                } => {
                    let table = tables.next().expect("as many steps as tables");
                    check(search, target, table);
                    assert_eq!(phase == Phase::Verify, order.contains('D'));
                }
                Event::SelectEnded { .. } => {
                    let table = tables.next().expect("as many steps as tables");
                    check(
                        search,
                        Target {
                            phase: Phase::Select,
                            value: table.target,
                        },
                        table,
                    );
                }
                _ => {}
            }
        }
        order.push(job.path.last().map_or('-', |&n| TREE[n - 1].0));
    });
    assert_eq!(order, "-ADFGMJ");
    assert_eq!(TREE[decision.best - 1].0, 'A');
    assert_eq!(decision.reason, Reason::Verified);
    check(
        &search,
        search.target().expect("VERIFY has one"),
        tables.next().expect("one is left"),
    );
    assert!(tables.next().is_none());
}

/// A is worth 20 and B hopes for 40.
#[test]
fn who_cannot_hope_for_a_margin_above_the_best_is_no_contender() {
    for (margin, is_over) in [(1, false), (20, false), (21, true)] {
        let config = Config {
            margin,
            ..Config::default()
        };
        let mut search = example().search(config);
        example().run(&mut search, Answers::Exactly, |_, _| {});
        // The root is expanded before there is a target.
        let is_tried = search.take_events().any(|event| {
            matches!(
                event,
                Event::HandedOut {
                    phase: Phase::Select,
                    target: Some(_),
                    ..
                }
            )
        });
        assert_eq!(!is_tried, is_over, "a margin of {margin}");
    }
}

/// B is worth 18: by the paper A is refuted a point below that.
#[test]
fn verify_aims_as_far_below_the_second_best_move_as_it_is_told() {
    for (margin, aim) in [(1, 17.0), (5, 13.0)] {
        let config = Config {
            margin,
            ..Config::default()
        };
        let mut search = example().search(config);
        example().run(&mut search, Answers::Exactly, |_, _| {});
        let aims: Vec<f64> = search
            .take_events()
            .filter_map(|event| match event {
                Event::HandedOut {
                    phase: Phase::Verify,
                    target: Some(target),
                    ..
                } => Some(target.value),
                _ => None,
            })
            .collect();
        assert!(
            !aims.is_empty() && aims.iter().all(|value| *value == aim),
            "{aims:?}"
        );
    }
}
