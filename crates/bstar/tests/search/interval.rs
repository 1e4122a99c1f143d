//! The 1978 search: its strategies step by step, and what it proves compared with full expansion.

use bstar::interval::{
    Aspiration, Backup, Child, Commitment, Decision, IntervalConfig, IntervalError, IntervalSearch,
    Next, Reason, Strategy,
};
use bstar::{MAX_VALUE, Side, Span, SplitMix64};

use crate::common::random::Random;

/// A tree written down: a name, bounds as the paper writes them (the lower first), and children.
#[derive(Debug)]
struct Written(&'static str, i32, i32, &'static [Written]);

/// The choices of the examples: the leftmost seems best, and nothing is proved.
///
/// Of the paper's figures only the words are at hand. These tests check what the words say with
/// numbers of our own: the situation of Fig. 1, a proof as in Fig. 2 and one as in Fig. 3.
const FIGURE_1: &[Written] = &[
    Written("A", 12, 30, FROM_A),
    Written("B", 8, 25, FROM_B),
    Written("C", 10, 22, FROM_C),
];
/// Min can hold A at 26. As in Fig. 2, all replies must leave at least what B hopes for.
const FROM_A: &[Written] = &[
    Written(
        "A1",
        12,
        30,
        &[Written("A1a", 27, 30, &[]), Written("A1b", 12, 20, &[])],
    ),
    Written(
        "A2",
        14,
        30,
        &[Written("A2a", 26, 30, &[]), Written("A2b", 14, 18, &[])],
    ),
    Written("A3", 28, 30, &[]),
];
/// One good reply brings B down, and one C, as in Fig. 3.
const FROM_B: &[Written] = &[
    Written("B1", 8, 11, &[]),
    Written("B2", 15, 25, &[]),
    Written("B3", 20, 25, &[]),
];
const FROM_C: &[Written] = &[
    Written("C1", 10, 12, &[]),
    Written("C2", 11, 22, &[]),
    Written("C3", 15, 20, &[]),
];

type Place = (&'static Written, Side);

/// Searches the written tree. Returns what was expanded and what was decided.
fn search_written(config: IntervalConfig) -> (Vec<&'static str>, Decision, Vec<(i32, i32)>) {
    static ROOT: Written = Written("root", 8, 30, FIGURE_1);
    let mut search: IntervalSearch<Place> =
        IntervalSearch::new((&ROOT, Side::Max), Side::Max, config);
    let mut order = Vec::new();
    loop {
        match search.next() {
            Next::Expand(&(written, side)) => {
                order.push(written.0);
                assert!(
                    !written.3.is_empty(),
                    "nothing is written about {}",
                    written.0
                );
                let children = written.3.iter().map(|child| Child {
                    position: (child, !side),
                    value: Span::between(child.1, child.2),
                    side: !side,
                });
                search.complete(children).unwrap();
            }
            Next::Done(decision) => {
                let arcs = search.arcs().map(|arc| (arc.value.min(), arc.value.max()));
                return (order, decision, arcs.collect());
            }
        }
    }
}

#[test]
fn figures_1_and_2_the_best_is_proved() {
    let (order, decision, arcs) = search_written(IntervalConfig::named("BF").unwrap());
    assert_eq!(order, ["root", "A", "A1", "A2"]);
    assert_eq!(arcs, [(26, 30), (8, 25), (10, 22)]);
    assert_eq!((decision.best, decision.reason), (0, Reason::Separated));
}

#[test]
fn figures_1_and_3_the_rest_is_disproved() {
    // This seed chooses DISPROVEREST six times in a row.
    let always_disproves = IntervalConfig {
        strategy: Strategy::Random { seed: 21 },
        aspiration: Aspiration::Limit,
        ..IntervalConfig::default()
    };
    let (order, decision, arcs) = search_written(always_disproves);
    assert_eq!(order, ["root", "B", "C"]);
    assert_eq!(arcs, [(12, 30), (8, 11), (10, 12)]);
    assert_eq!((decision.best, decision.reason), (0, Reason::Separated));
}

#[test]
fn depths_and_ranges_decide_between_the_strategies() {
    let order = |name| search_written(IntervalConfig::named(name).unwrap()).0;
    // Every bound comes from depth 1, and equal weights speak for the best: A. Its own bound then
    // comes from depth 2, and one alternative from depth 1 weighs less.
    assert_eq!(order("2DL"), ["root", "A", "B", "C"]);
    // Two alternatives from depth 1 still weigh less than one from depth 2: 1 + 1 < 4.
    assert_eq!(order("3DL"), ["root", "A", "B", "C"]);
    // The ranges of A, B and C are 18, 17 and 12. The rival's 1/17 is not less than A's 1/18, so A
    // is chosen. When A's range is 16, B is next, and then C's 1/12 is again more than A's.
    assert_eq!(order("2RL"), ["root", "A", "A1", "B", "A2"]);
    // T: no choice is tied with A.
    assert_eq!(order("T"), order("BF"));
    // A search that stays with what it began is not drawn away by what it finds.
    let stays = IntervalConfig {
        commitment: Commitment::UntilProof,
        ..IntervalConfig::named("2DL").unwrap()
    };
    assert_eq!(search_written(stays).0, ["root", "A", "A1", "A2"]);
}

#[test]
fn of_equally_optimistic_choices_the_narrowest_is_best() {
    let mut search = IntervalSearch::new(0, Side::Max, IntervalConfig::named("BF").unwrap());
    let _ = search.next();
    let children = [(5, 30), (9, 30), (7, 30)].map(|(low, high)| Child {
        position: low,
        value: Span::between(low, high),
        side: Side::Min,
    });
    search.complete(children).unwrap();
    assert!(matches!(search.next(), Next::Expand(9)));
}

/// All kinds of search there are, one of each.
fn all_kinds() -> Vec<IntervalConfig> {
    let names = [
        "BF",
        "T",
        "2DL",
        "2DRL",
        "2DM",
        "2DRM",
        "3DL",
        "3DM",
        "ADM",
        "ARL",
        "2DRMX",
        "Alternate",
        "Random",
        "DB",
        "CP",
    ];
    let mut kinds: Vec<IntervalConfig> = names
        .iter()
        .map(|name| IntervalConfig::named(name).unwrap())
        .collect();
    let until_proof = kinds.clone().into_iter().map(|config| IntervalConfig {
        commitment: Commitment::UntilProof,
        ..config
    });
    kinds.extend(until_proof.collect::<Vec<_>>());
    kinds
}

/// A finite tree grown from a seed. The path to a position names it. Bounds contain what the
/// position is really worth, with as much slack as the seed says.
#[derive(Clone, Copy)]
struct Grown {
    seed: u64,
    height: u32,
    players: u32,
}

type Spot = (u64, u32);

impl Grown {
    fn side(&self, depth: u32) -> Side {
        if self.players == 1 || depth.is_multiple_of(2) {
            Side::Max
        } else {
            Side::Min
        }
    }

    fn children(&self, (name, depth): Spot) -> Vec<Spot> {
        let mut random = Random::new(SplitMix64::mix(self.seed ^ SplitMix64::mix(name)));
        let width = 1 + random.below(4) as u64;
        (0..width)
            .map(|number| {
                (
                    SplitMix64::mix(name.wrapping_mul(31).wrapping_add(number + 1)),
                    depth + 1,
                )
            })
            .collect()
    }

    /// By full expansion.
    fn worth(&self, spot: Spot) -> i32 {
        if spot.1 == self.height {
            return Random::new(SplitMix64::mix(self.seed ^ spot.0)).between(-20, 20);
        }
        let values = self
            .children(spot)
            .into_iter()
            .map(|child| self.worth(child));
        match self.side(spot.1) {
            Side::Max => values.max().unwrap(),
            Side::Min => values.min().unwrap(),
        }
    }

    fn bounds(&self, spot: Spot) -> Span {
        let worth = self.worth(spot);
        if spot.1 == self.height {
            return Span::exact(worth);
        }
        let mut random = Random::new(SplitMix64::mix(self.seed ^ spot.0 ^ 77));
        Span::between(worth - random.between(0, 15), worth + random.between(0, 15))
    }

    fn search(&self, config: IntervalConfig) -> (Decision, IntervalSearch<Spot>) {
        let mut search = IntervalSearch::new((0, 0), Side::Max, config);
        loop {
            match search.next() {
                Next::Expand(&spot) => {
                    let children = self.children(spot).into_iter().map(|child| Child {
                        position: child,
                        value: self.bounds(child),
                        side: self.side(child.1),
                    });
                    search.complete(children).unwrap();
                }
                Next::Done(decision) => return (decision, search),
            }
        }
    }
}

#[test]
fn what_is_separated_is_what_full_expansion_finds_best() {
    for seed in 0..400 {
        let tree = Grown {
            seed,
            height: 2 + (seed % 3) as u32,
            players: 1 + (seed % 2) as u32,
        };
        let worths: Vec<i32> = tree
            .children((0, 0))
            .iter()
            .map(|&child| tree.worth(child))
            .collect();
        let best = *worths.iter().max().unwrap();
        for config in all_kinds() {
            let (decision, search) = tree.search(config);
            assert_eq!(worths[decision.best], best, "{seed} {config:?} {worths:?}");
            assert!(
                decision.value.min() <= best && best <= decision.value.max(),
                "{seed} {config:?}"
            );
            let value = search.value();
            assert!(
                value.min() <= best && best <= value.max(),
                "{seed} {config:?} {value}"
            );
        }
    }
}

/// Either side may search: with all values and sides mirrored, the search is the same.
#[test]
fn the_mirror_image_is_searched_alike() {
    for seed in 0..50 {
        let tree = Grown {
            seed,
            height: 4,
            players: 2,
        };
        for config in all_kinds() {
            let (decision, search) = tree.search(config);
            let mut mirrored = IntervalSearch::new((0, 0), Side::Min, config);
            let reflected = loop {
                match mirrored.next() {
                    Next::Expand(&spot) => {
                        let children = tree.children(spot).into_iter().map(|child| {
                            let bounds = tree.bounds(child);
                            let value = Span::between(-bounds.max(), -bounds.min());
                            Child {
                                position: child,
                                value,
                                side: !tree.side(child.1),
                            }
                        });
                        mirrored.complete(children).unwrap();
                    }
                    Next::Done(decision) => break decision,
                }
            };
            assert_eq!(reflected.best, decision.best);
            assert_eq!(mirrored.nodes(), search.nodes());
        }
    }
}

#[test]
fn where_bounds_lie_the_deeper_ones_are_believed() {
    for backup in [Backup::Narrowing, Backup::Replacing] {
        let config = IntervalConfig {
            backup,
            ..IntervalConfig::default()
        };
        let mut search = IntervalSearch::new("root", Side::Max, config);
        let told = |search: &mut IntervalSearch<&'static str>,
                    children: &[(&'static str, i32, i32)],
                    side| {
            let children = children.iter().map(|&(position, low, high)| Child {
                position,
                value: Span::between(low, high),
                side,
            });
            search.complete(children.collect::<Vec<_>>()).unwrap();
        };
        let _ = search.next();
        told(&mut search, &[("a", 0, 10), ("b", 0, 9)], Side::Min);
        assert!(matches!(search.next(), Next::Expand(&"a")));
        told(&mut search, &[("a1", 20, 30), ("a2", 40, 50)], Side::Max);
        assert!(matches!(
            search.next(),
            Next::Done(Decision { best: 0, .. })
        ));
        assert_eq!(search.arcs().next().unwrap().value, Span::between(20, 30));
        assert_eq!(search.favourite(), Some(0));
    }
}

#[test]
fn narrowing_keeps_what_replacing_forgets() {
    let value = |backup| {
        let mut search = IntervalSearch::new(
            0,
            Side::Max,
            IntervalConfig {
                backup,
                ..IntervalConfig::default()
            },
        );
        let child = |low, high| Child {
            position: low,
            value: Span::between(low, high),
            side: Side::Min,
        };
        let _ = search.next();
        search.complete([child(0, 10), child(0, 9)]).unwrap();
        let _ = search.next();
        search.complete([child(-5, 20), child(4, 30)]).unwrap();
        search.arcs().next().unwrap().value
    };
    assert_eq!(value(Backup::Narrowing), Span::between(0, 10));
    assert_eq!(value(Backup::Replacing), Span::between(-5, 20));
}

#[test]
fn what_is_wrong_is_named_and_changes_nothing() {
    let child = |value| Child {
        position: 1,
        value,
        side: Side::Max,
    };
    let fine = child(Span::between(0, 9));
    let mut search = IntervalSearch::new(0, Side::Max, IntervalConfig::default());
    assert_eq!(search.complete([fine]), Err(IntervalError::NotAsked));
    let _ = search.next();
    assert_eq!(search.complete([]), Err(IntervalError::NoChildren));
    let large = Span::exact(MAX_VALUE + 1);
    let error = search.complete([fine, child(large)]).unwrap_err();
    assert_eq!(
        error,
        IntervalError::OutOfRange {
            child: 1,
            value: large
        }
    );
    assert!(
        error
            .to_string()
            .starts_with("child 1 has a value that is too large"),
        "{error}"
    );
    let crowd = std::iter::repeat_n(fine, 70_000);
    assert_eq!(search.complete(crowd), Err(IntervalError::TooManyChildren));
    assert_eq!((search.nodes(), search.expansions()), (1, 0));
    search.complete([fine]).unwrap();
    assert!(matches!(
        search.next(),
        Next::Done(Decision {
            reason: Reason::Forced,
            ..
        })
    ));
    assert_eq!(search.complete([fine]), Err(IntervalError::NotAsked));
    assert!(
        IntervalConfig::named("2DX")
            .unwrap_err()
            .to_string()
            .starts_with("`2DX` is not a search")
    );
}

/// Disprove-Best. The most optimistic choice, X, is not the one with the best lower bound, Y,
/// before and after its replies are known. So a = 20 and b = 30 are asked about below X. Min's most
/// optimistic reply is p, but its cheapest success is to bring r down by 12. That of s would be
/// cheaper by numbers, but takes its whole range.
#[test]
fn by_effort_the_cheapest_success_is_tried_first() {
    let third = |config| {
        let mut search = IntervalSearch::new("root", Side::Max, config);
        let mut tell = |children: &[(&'static str, i32, i32)], side| {
            let Next::Expand(&asked) = search.next() else {
                panic!("nothing is proved yet")
            };
            let children = children.iter().map(|&(position, low, high)| Child {
                position,
                value: Span::between(low, high),
                side,
            });
            search.complete(children.collect::<Vec<_>>()).unwrap();
            asked
        };
        assert_eq!(
            tell(&[("X", 5, 50), ("Y", 20, 30), ("Z", 0, 10)], Side::Min),
            "root"
        );
        let replies = [("p", 5, 50), ("q", 25, 50), ("r", 10, 32), ("s", 20, 31)];
        assert_eq!(tell(&replies, Side::Max), "X");
        tell(&[("end", 0, 0)], Side::Min)
    };
    assert_eq!(third(IntervalConfig::disprove_best(5)), "r");
    assert_eq!(third(IntervalConfig::named("BF").unwrap()), "p");
}
