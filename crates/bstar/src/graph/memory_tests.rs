//! How much memory a graph says it takes, and what it still knows of positions that were folded.
//! These tests came from changes to the code that no other test noticed.

use super::component::Component;
use super::node::{Interior, Node, NodeId};
use super::tests::{Cyclic, Random};
use super::{Edge, Graph};
use crate::policy::Distribution;
use crate::value::Side;

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
