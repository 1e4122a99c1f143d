//! Tests that came from changes to the code that no other test noticed.

use std::collections::HashSet;

use super::Graph;
use super::memory_tests::tree;
use super::node::{Bound, FOLDED, NodeId};
use super::tests::{Cyclic, PLAIN, Random};
use crate::job::{Child, Class, Key, Kind, Quantity, Tag};
use crate::policy::Distribution;
use crate::probability::Aim;
use crate::value::{Outcome, Probability, Scale, Side, Span};

fn graph_of(children: &[Child<usize>]) -> Graph<usize> {
    let mut graph = Graph::new(0, Class(0), Side::Max, Scale::default(), |_, _, hope, _| {
        hope
    });
    graph.expand(NodeId::ROOT, children, 1, &[]);
    graph
}

fn worth(mv: usize, real: i32) -> Child<usize> {
    Child::new(mv, Key(1 + mv as u64)).real(Span::exact(real))
}

#[test]
fn the_first_of_the_best_moves_leads_on() {
    let graph = graph_of(&[worth(0, 1), worth(1, 7), worth(2, 7)]);
    let best = graph.best_move(NodeId::ROOT).unwrap();
    assert_eq!(best, (1, graph.child(NodeId::ROOT, 1)));
    assert!(graph.best_move(best.1).is_none());
}

#[test]
fn a_tag_is_what_the_finding_said() {
    let graph = graph_of(&[worth(0, 1).tag(Tag(0)), worth(1, 2)]);
    let tag = |at| graph.tag(graph.child(NodeId::ROOT, at));
    assert_eq!([tag(0), tag(1)], [Some(Tag(0)), None]);
}

#[test]
fn probabilities_can_be_forgotten() {
    let mut graph = graph_of(&[worth(0, 1)]);
    graph.remember(NodeId::ROOT, 1, Probability::CERTAIN);
    assert_eq!(
        graph.remembered(NodeId::ROOT, 1),
        Some(Probability::CERTAIN)
    );
    graph.forget_probabilities();
    assert_eq!(graph.remembered(NodeId::ROOT, 1), None);
    // They are also forgotten when the root moves on, even where no value changes.
    let next = graph.child(NodeId::ROOT, 0);
    graph.expand(next, &[worth(1, 2)], 2, &[]);
    graph.remember(next, 1, Probability::CERTAIN);
    graph.keep(next, &HashSet::new());
    assert_eq!(graph.remembered(NodeId::ROOT, 1), None);
}

#[test]
fn what_is_being_sharpened_is_marked() {
    let mut graph = graph_of(&[worth(0, 1)]);
    let n = graph.child(NodeId::ROOT, 0);
    assert!(!graph.is_sharpening(n));
    graph.set_sharpening(n, true);
    assert!(graph.is_sharpening(n));
    graph.forget_sharpening();
    assert!(!graph.is_sharpening(n));
}

#[test]
fn of_two_exact_findings_the_one_asked_for_later_counts() {
    let mut graph = graph_of(&[worth(0, 1), worth(1, 2)]);
    let mut root_after = |job, real| {
        graph.learn(NodeId::ROOT, &[worth(0, real)], job, &[]);
        graph.values(NodeId::ROOT).real
    };
    assert_eq!(root_after(3, 9), Span::exact(9));
    assert_eq!(root_after(2, 4), Span::exact(9));
    assert_eq!(root_after(4, 5), Span::exact(5));
}

#[test]
fn only_findings_that_exclude_each_other_are_disputed() {
    let mut graph = graph_of(&[worth(0, 1), worth(1, 0)]);
    let is_disputed = |graph: &Graph<usize>, at| {
        let n = graph.child(NodeId::ROOT, at);
        let all = [Quantity::Real, Quantity::MinBound, Quantity::MaxBound];
        all.map(|quantity| graph.is_disputed(n, quantity))
    };
    let child = |mv, low, high| worth(mv, 0).min_bound(low).max_bound(high);
    let (wide, narrow) = (Span::at_least(-9), Span::at_most(-5));
    graph.learn(NodeId::ROOT, &[child(0, wide, Span::exact(5))], 2, &[]);
    graph.learn(NodeId::ROOT, &[child(1, Span::at_least(-3), wide)], 3, &[]);
    assert_eq!(is_disputed(&graph, 0), [false; 3]);
    assert_eq!(is_disputed(&graph, 1), [false; 3]);
    graph.learn(NodeId::ROOT, &[child(0, narrow, wide)], 4, &[]);
    graph.learn(NodeId::ROOT, &[child(1, narrow, wide)], 5, &[]);
    assert_eq!(is_disputed(&graph, 0), [false; 3]);
    assert_eq!(is_disputed(&graph, 1), [false, true, false]);
}

/// A shorter path to a position is found. A bound that is worth less the farther it is from the
/// root is then worth more, there and above.
#[test]
fn what_comes_closer_is_worth_more() {
    for bound in Bound::BOTH {
        let discount = |_, _, hope, distance: u32| hope - distance as i32;
        let mut graph = Graph::new(0, Class(0), Side::Max, Scale::default(), discount);
        let finding = |value| Some((Span::exact(value), Kind(1)));
        let leaf = match bound {
            Bound::Low => Child {
                min_bound: finding(-20),
                ..worth(5, 0)
            },
            Bound::High => Child {
                max_bound: finding(20),
                ..worth(5, 0)
            },
        };
        let line = [1, 2, 3, 4].map(|mv| worth(mv, 0)).into_iter();
        let line: Vec<_> = line.chain([leaf]).collect();
        graph.expand(NodeId::ROOT, &[worth(0, 0), line[0].clone()], 1, &[]);
        for (key, child) in (2..).zip(&line[1..]) {
            graph.expand(
                graph.find(key).unwrap(),
                std::slice::from_ref(child),
                1,
                &[],
            );
        }
        let seen = |graph: &Graph<usize>, key| {
            let n = graph.find(key).unwrap();
            let hope = graph.real_and_hope(n, bound.side()).1;
            let plain = graph.plain_real_and_hope(n, bound.side());
            assert!(plain.is_none_or(|(_, plain)| Span::exact(plain) == hope));
            (graph.distance(n), hope)
        };
        assert_eq!(seen(&graph, 6), (5, Span::exact(15)));
        assert_eq!(seen(&graph, 5), (4, Span::exact(15)));
        graph.expand(graph.find(1).unwrap(), &line[3..4], 1, &[]);
        assert_eq!(seen(&graph, 6), (3, Span::exact(17)));
        assert_eq!(seen(&graph, 5), (2, Span::exact(17)));
    }
}

/// What was hoped for before it was lost does not count.
#[test]
fn who_has_lost_hopes_for_nothing() {
    let mut graph = graph_of(&[worth(0, 1).max_bound(Span::exact(5))]);
    let lost = Child {
        outcome: Some(Outcome::MinWins),
        ..worth(0, 1)
    };
    graph.learn(NodeId::ROOT, &[lost], 2, &[]);
    let n = graph.child(NodeId::ROOT, 0);
    let loss = Span::exact(Scale::default().loss);
    assert_eq!(graph.real_and_hope(n, Side::Max), (loss, loss));
    assert_eq!(graph.plain_real_and_hope(n, Side::Max), None);
}

/// While a graph with cycles grows, what is remembered is what would be worked out anew.
#[test]
fn what_is_remembered_on_cycles_is_never_out_of_date() {
    let mut random = Random::new(12);
    let mut repeating = 0;
    for number in 0..3_000 {
        let game = Cyclic::random(&mut random);
        let mut graph = game.empty();
        let aim = Aim {
            forcer: [Side::Max, Side::Min][random.below(2)],
            target: random.below(15) as f64 / 2.0 - 3.5,
            number: 1,
        };
        while game.expand_one(&mut graph, &mut random) {
            let mut anew = graph.clone();
            anew.forget_probabilities();
            for n in graph.ids() {
                let remembered = PLAIN.probability(&mut graph, &aim, n);
                let right = PLAIN.probability(&mut anew, &aim, n);
                assert_eq!(remembered, right, "game {number}");
                repeating += usize::from(graph.component(n).is_some());
            }
        }
    }
    assert!(repeating > 5_000, "{repeating} are too few to tell");
}

/// Positions that have become draws count as draws for all that lead to them.
#[test]
fn what_is_drawn_now_changes_what_leads_there() {
    let mut random = Random::new(13);
    let mut changed = 0;
    for number in 0..2_000 {
        let game = Cyclic::random(&mut random);
        let mut graph = game.graph(&mut random);
        let Some(next) = graph.inner_children(NodeId::ROOT).next() else {
            continue;
        };
        let root = graph.key(next) as usize;
        let drawn: HashSet<u64> = (0..game.len() as u64)
            .filter(|_| random.below(3) == 0)
            .collect();
        graph.keep(next, &drawn);
        let known: Vec<usize> = (0..game.len())
            .filter(|&n| graph.find(n as u64).is_some())
            .collect();
        for n in known {
            let found = graph.values(graph.find(n as u64).unwrap());
            // A draw is what a position on the path counts for, too. The root is never a leaf.
            let mut path: Vec<usize> = drawn.iter().map(|&key| key as usize).collect();
            path.retain(|&on| on != root);
            let expected = game.value(n, 1, &mut path);
            assert_eq!(found.real, Span::exact(expected), "game {number}, {n}");
            changed += usize::from(expected != game.value(n, 1, &mut Vec::new()));
        }
    }
    assert!(changed > 200, "{changed} are too few to tell");
}

/// A new root is like one of a new graph, whatever was asked and found when it was none.
#[test]
fn a_root_has_no_bounds_of_its_own() {
    let child = worth(0, 1).min_bound(Span::exact(-3));
    let mut graph = Graph::new(0, Class(0), Side::Max, Scale::default(), |_, _, hope, _| {
        hope
    });
    graph.expand(NodeId::ROOT, &[child], 1, &Bound::BOTH);
    let next = graph.child(NodeId::ROOT, 0);
    assert!(graph.is_probed(next, Bound::Low) && !graph.is_probed(next, Bound::High));
    assert!(Bound::BOTH.iter().all(|&bound| graph.is_asked(next, bound)));
    graph.keep(next, &HashSet::new());
    for bound in Bound::BOTH {
        assert_eq!(graph.own_bound(NodeId::ROOT, bound), None);
        assert!(!graph.is_probed(NodeId::ROOT, bound) && !graph.is_asked(NodeId::ROOT, bound));
    }
}

/// A position that was a root once was never probed. All that is known of it is that it is not
/// over.
#[test]
fn what_is_distrusted_is_worth_what_probes_said() {
    let mut graph = graph_of(&[worth(0, 7).class(Class(0)), worth(1, 7).class(Class(1))]);
    for at in 0..2 {
        let n = graph.child(NodeId::ROOT, at);
        graph.expand(n, &[worth(2 + at, 3)], 1, &[]);
    }
    let all = [
        NodeId::ROOT,
        graph.child(NodeId::ROOT, 0),
        graph.child(NodeId::ROOT, 1),
    ];
    for n in all {
        assert!(!graph.is_folded(n));
        graph.node_mut(n).interior |= FOLDED;
    }
    graph.distrust_folded(NodeId::ROOT);
    assert_eq!(all.map(|n| graph.is_folded(n)), [false, false, true]);
    let scale = Scale::default();
    let open = Span::between(scale.loss + 1, scale.win - 1);
    let known = [open, Span::exact(7), Span::exact(3)];
    assert_eq!(all.map(|n| graph.values(n).real), known);
}

/// Whatever comes to be known, a bound that was not probed is the loosest of the parents'. On a
/// cycle nothing holds itself up.
#[test]
fn what_is_inherited_is_what_would_be_inherited_anew() {
    let mut random = Random::new(16);
    let (mut inherited, mut through) = (0, 0);
    for number in 0..3_000 {
        let positions = 3 + random.below(8);
        let mut graph = Graph::new(0, Class(1), Side::Max, Scale::default(), |_, _, hope, _| {
            hope
        });
        let mut job = 0;
        for _ in 0..3 * positions {
            let key = random.below(positions);
            let Some(n) = graph.find(key as u64) else {
                continue;
            };
            let to = |mv: usize| (key + 1 + mv * mv) % positions;
            let mut children: Vec<Child<usize>> = (0..3)
                .filter(|&mv| (to(mv) + key) % 2 == 1)
                .map(|mv| {
                    let mut child = Child::new(mv, Key(to(mv) as u64)).class(Class(1));
                    let mut chance = |value: i32| {
                        let value = value + random.below(9) as i32 - 4;
                        (random.below(3) == 0).then_some(Span::exact(value))
                    };
                    (child.real, child.min_bound, child.max_bound) = (
                        chance(0),
                        chance(-9).map(|span| (span, Default::default())),
                        chance(9).map(|span| (span, Default::default())),
                    );
                    child
                })
                .collect();
            job += 1;
            if graph.is_expanded(n) {
                children.retain(|_| random.below(2) == 0);
                graph.learn(n, &children, job, &[]);
            } else {
                graph.expand(n, &children, job, &[]);
            }
            for bound in Bound::BOTH {
                let anew = inherited_anew(&graph, bound);
                for n in graph.ids() {
                    let found = graph.own_bound(n, bound);
                    assert_eq!(found, anew[n.index()], "game {number}, {n:?}");
                    let is_heir = found.is_some() && !graph.is_probed(n, bound);
                    inherited += usize::from(is_heir);
                    through += usize::from(is_heir && graph.is_expanded(n));
                }
            }
        }
    }
    assert!(
        inherited > 10_000 && through > 5_000,
        "{inherited} and {through} are too few to tell"
    );
}

fn inherited_anew(graph: &Graph<usize>, bound: Bound) -> Vec<Option<Span>> {
    let is_heir = |n: NodeId| n != NodeId::ROOT && !graph.is_probed(n, bound);
    let mut bounds: Vec<Option<Span>> = graph
        .ids()
        .map(|n| graph.own_bound(n, bound).filter(|_| !is_heir(n)))
        .collect();
    loop {
        let before = bounds.clone();
        for n in graph.ids().filter(|&n| is_heir(n)) {
            let offers = graph.parents(n).filter_map(|p| bounds[p.index()]);
            bounds[n.index()] = offers
                .reduce(|a, b| a.better_for(bound.side(), b))
                .map(|offer| offer.better_for(bound.side(), graph.own_real(n)));
        }
        if bounds == before {
            return bounds;
        }
    }
}

/// The most recent expansions are spared, with all that leads to them.
#[test]
fn what_was_just_expanded_is_not_folded() {
    let mut random = Random::new(14);
    for _ in 0..20 {
        let mut graph = tree(80, &mut random, |_, _| (), |_, ()| ());
        let fresh: Vec<u64> = (graph.ids())
            .filter(|&n| graph.is_expanded(n) && graph.node(n).interior_number() >= 70)
            .map(|n| graph.key(n))
            .collect();
        assert_eq!(fresh.len(), 10);
        assert!(graph.fold(0, [], Distribution::Uniform).folded > 0);
        for key in fresh {
            assert!(graph.find(key).is_some_and(|n| graph.is_expanded(n)));
        }
    }
}

/// Each position is as likely as the likeliest path to it. All paths are tried.
#[test]
fn a_position_promises_what_its_likeliest_path_does() {
    let mut random = Random::new(15);
    let mut between = 0;
    for number in 0..2_000 {
        let game = Cyclic::random(&mut random);
        let graph = game.graph(&mut random);
        let mut expected = vec![0.0; graph.interiors.len()];
        walk(&graph, NodeId::ROOT, 1.0, &mut Vec::new(), &mut expected);
        let found = graph.promises(Distribution::Uniform);
        assert_eq!(found, expected, "game {number}");
        between += found.iter().filter(|&&p| p > 0.0 && p < 1.0).count();
    }
    assert!(between > 200, "{between} are too few to tell");
}

fn walk(
    graph: &Graph<usize>,
    n: NodeId,
    promise: f64,
    path: &mut Vec<NodeId>,
    promises: &mut [f64],
) {
    let place = graph.node(n).interior_number();
    promises[place] = promise.max(promises[place]);
    path.push(n);
    let seen = |c: NodeId| graph.values(c).seen_by(graph.side(n));
    let best = graph.children(n).map(|c| seen(c).real.min()).max().unwrap();
    for c in graph.children(n).filter(|&c| graph.is_expanded(c)) {
        if path.contains(&c) {
            continue;
        }
        let (real, hope) = (seen(c).real.max(), seen(c).hope.max());
        let through = Distribution::Uniform.probability(real, hope, f64::from(best));
        walk(graph, c, promise * through, path, promises);
    }
    path.pop();
}
