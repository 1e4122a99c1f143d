//! How much memory a graph says it takes, and what it still knows of positions that were folded.
//! These tests came from changes to the code that no other test noticed.

use super::component::Component;
use super::node::{Interior, Node, NodeId};
use super::tests::{Cyclic, Random};
use super::{Edge, Graph};
use crate::job::{Child, Class, Key};
use crate::policy::Distribution;
use crate::value::{Scale, Side, Span};

/// All lists of the graph, counted anew.
fn counted(graph: &Graph<usize>) -> usize {
    let parents: usize = graph.parents.values().map(Vec::capacity).sum();
    let members: usize = graph.components.iter().map(Component::room).sum();
    [
        graph.nodes.capacity() * size_of::<Node>(),
        graph.interiors.capacity() * size_of::<Interior>(),
        graph.edges.capacity() * size_of::<Edge<usize>>(),
        graph.parents.capacity() * (size_of::<(NodeId, Vec<NodeId>)>() + 1),
        graph.components.capacity() * size_of::<Component>(),
        parents * size_of::<NodeId>(),
        members * size_of::<NodeId>(),
        graph.index.bytes(),
    ]
    .into_iter()
    .sum()
}

#[test]
fn the_memory_it_takes_is_counted_as_it_changes() {
    let mut random = Random::new(7);
    let (mut with_parents, mut with_components) = (0, 0);
    for number in 0..2_000 {
        let game = Cyclic::random(&mut random);
        let mut graph = game.graph(&mut random);
        assert_eq!(graph.bytes(), counted(&graph), "game {number}");
        with_parents += usize::from(!graph.parents.is_empty());
        with_components += usize::from(!graph.components.is_empty());
        graph.fold(random.below(graph.len() * 120), [], Distribution::Uniform);
        assert_eq!(graph.bytes(), counted(&graph), "game {number}, folded");
        while game.expand_one(&mut graph, &mut random) {}
        assert_eq!(graph.bytes(), counted(&graph), "game {number}, expanded");
    }
    assert!(
        with_parents > 300 && with_components > 300,
        "{with_parents} and {with_components} are too few to tell"
    );
}

/// Probabilities are read off by a shorter way than that to all values. It must know of folding.
#[test]
fn the_short_way_to_a_value_leads_to_the_same() {
    let mut random = Random::new(8);
    let mut folded = 0;
    for number in 0..2_000 {
        let game = Cyclic::random(&mut random);
        let mut graph = game.graph(&mut random);
        graph.fold(random.below(graph.len() * 120), [], Distribution::Uniform);
        for n in graph.ids() {
            folded += usize::from(graph.is_folded(n));
            for side in [Side::Max, Side::Min] {
                let seen = graph.values(n).seen_by(side);
                let found = graph.real_and_hope(n, side);
                assert_eq!(found, (seen.real, seen.hope), "game {number}");
            }
        }
    }
    assert!(folded > 300, "{folded} are too few to tell");
}

/// A tree after `expansions` expansions of random leaves. `before` gets the number of moves before
/// each of them; `after` gets the result of `before`.
pub(super) fn tree<T>(
    expansions: usize,
    random: &mut Random,
    before: impl Fn(&Graph<usize>, usize) -> T,
    after: impl Fn(&Graph<usize>, T),
) -> Graph<usize> {
    let mut graph = Graph::new(0, Class(0), Side::Max, Scale::default(), |_, _, hope, _| {
        hope
    });
    let (mut open, mut keys) = (vec![0], 1);
    for _ in 0..expansions {
        let key = open.swap_remove(random.below(open.len()));
        let moves = 1 + random.below(40);
        let children: Vec<Child<usize>> = (0..moves)
            .map(|mv| {
                let real = random.below(200) as i32 - 100;
                Child::new(mv, Key(keys + mv as u64))
                    .class(Class(keys + mv as u64))
                    .real(Span::exact(real))
                    .min_bound(Span::exact(real - random.below(100) as i32))
                    .max_bound(Span::exact(real + random.below(100) as i32))
            })
            .collect();
        let told = before(&graph, moves);
        let n = graph.find(key).expect("open positions are known");
        graph.expand(n, &children, 1, &[]);
        after(&graph, told);
        open.extend(keys..keys + moves as u64);
        keys += moves as u64;
    }
    graph
}

#[test]
fn what_an_expansion_will_take_is_known_before() {
    tree(
        1_000,
        &mut Random::new(9),
        Graph::bytes_with,
        |graph, foretold| {
            assert_eq!(graph.bytes(), foretold, "{} positions", graph.len());
        },
    );
}

/// Not much less is folded than has to be, and not much more.
#[test]
fn folding_stops_at_the_limit() {
    let mut random = Random::new(10);
    for _ in 0..20 {
        let mut graph = tree(400, &mut random, |_, _| (), |_, ()| ());
        let limit = graph.bytes() / 2 + random.below(graph.bytes() / 4);
        // Room that is not used is given back first.
        graph.nodes.reserve_exact(10_000);
        graph.interiors.reserve_exact(1_000);
        graph.edges.reserve_exact(10_000);
        graph.fold(limit, [], Distribution::Uniform);
        let share = graph.bytes() as f64 / limit as f64;
        assert!((0.96..1.04).contains(&share), "{share} of the limit");
    }
}

/// A new root has what it needs and no room beside it.
#[test]
fn what_is_kept_takes_no_more_than_it_needs() {
    let mut random = Random::new(11);
    let mut interiors = 0;
    for _ in 0..50 {
        let mut graph = tree(100, &mut random, |_, _| (), |_, ()| ());
        let next = graph.inner_children(NodeId::ROOT).next();
        let Some(next) = next else { continue };
        graph.keep(next, &Default::default());
        assert_eq!(graph.nodes.capacity(), graph.nodes.len());
        assert_eq!(graph.interiors.capacity(), graph.interiors.len());
        assert_eq!(graph.edges.capacity(), graph.edges.len());
        interiors += graph.interiors.len();
    }
    assert!(interiors > 100, "{interiors} are too few to tell");
}
