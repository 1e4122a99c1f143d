//! Tests of trees, searches and experiments.

use std::collections::HashMap;

use bstar::{Side, Span};

use super::*;
use bstar_kit::stop::Stop;

fn tree(draws: u32, number: u32) -> RandomTree {
    let recipe = Recipe {
        draws,
        proviso: true,
        ..Recipe::default()
    };
    RandomTree::new(7, 100, 4, number, recipe)
}

/// All positions at this depth.
fn level(tree: &RandomTree, depth: u32) -> Vec<TreePosition> {
    (0..depth).fold(vec![tree.root()], |level, _| {
        level
            .into_iter()
            .flat_map(|place| tree.children(place))
            .collect()
    })
}

#[test]
fn a_tree_is_the_same_in_whatever_order_it_is_searched() {
    let tree = tree(3, 0);
    let forwards: HashMap<u64, TreePosition> = level(&tree, 4)
        .into_iter()
        .map(|place| (place.key(), place))
        .collect();
    assert_eq!(forwards.len(), 4 * 4 * 4 * 4, "every path has its own name");
    // The last child first, depth first.
    let mut stack = vec![(tree.root(), 0)];
    let mut seen = 0;
    while let Some((place, depth)) = stack.pop() {
        if depth == 4 {
            assert_eq!(forwards[&place.key()], place);
            seen += 1;
            continue;
        }
        let mut children: Vec<TreePosition> = tree.children(place).collect();
        children.reverse();
        stack.extend(children.into_iter().map(|child| (child, depth + 1)));
    }
    assert_eq!(seen, forwards.len());
    let other = super::tests::tree(3, 1);
    assert_ne!(
        level(&tree, 1),
        level(&other, 1),
        "another number, another tree"
    );
}

/// If trees were drawn differently, every figure of the results page would be wrong.
#[test]
fn the_first_bounds_of_a_tree() {
    let bounds: Vec<(i32, i32)> = level(&tree(3, 0), 1)
        .iter()
        .map(|place| (place.bounds().min(), place.bounds().max()))
        .collect();
    assert_eq!(bounds, [(0, 98), (15, 74), (67, 86), (28, 99)]);
    let ends = |place: &TreePosition| [place.bounds().min(), place.bounds().max()];
    let below: Vec<i32> = level(&tree(3, 0), 5).iter().flat_map(ends).collect();
    let digest = below.iter().fold(0u32, |digest, end| {
        digest.wrapping_mul(31).wrapping_add(*end as u32)
    });
    assert_eq!((below.len(), digest), (2048, 3_557_820_731));
}

#[test]
fn children_keep_within_their_parent_and_one_keeps_each_bound() {
    for number in 0..20 {
        let tree = tree(2 + number % 9, number);
        for place in level(&tree, 3) {
            let bounds = place.bounds();
            let children: Vec<Span> = tree.children(place).map(TreePosition::bounds).collect();
            assert!(
                children
                    .iter()
                    .all(|child| bounds.min() <= child.min() && child.max() <= bounds.max())
            );
            assert!(children.iter().any(|child| child.min() == bounds.min()));
            assert!(children.iter().any(|child| child.max() == bounds.max()));
            assert!(
                tree.children(place)
                    .all(|child| child.side() == !place.side())
            );
        }
    }
    assert_eq!(tree(2, 0).root().side(), Side::Max);
}

#[test]
fn closing_and_growth_do_what_they_say() {
    let plain = tree(3, 5);
    let mut closing = plain;
    closing.recipe.closing = true;
    let narrow = |tree: &RandomTree| {
        let ranges = level(tree, 5)
            .into_iter()
            .map(|place| place.bounds().max() - place.bounds().min());
        ranges.filter(|range| (1..=2).contains(range)).count()
    };
    assert!(narrow(&plain) > 0);
    assert_eq!(narrow(&closing), 0);
    let mut growing = plain;
    (growing.recipe.invalid, growing.recipe.growth) = (1.0, 0.5);
    let beyond = level(&growing, 1)
        .into_iter()
        .any(|place| place.bounds().min() < 0);
    assert!(beyond);
}

/// The true value of a tree to a given depth. Below that its bounds are all that is known.
fn minimax(tree: &RandomTree, place: TreePosition, depth: u32) -> Span {
    if depth == 0 {
        return place.bounds();
    }
    let values = tree
        .children(place)
        .map(|child| minimax(tree, child, depth - 1));
    let better = |one: Span, other: Span| match place.side() {
        Side::Max => Span::between(one.min().max(other.min()), one.max().max(other.max())),
        Side::Min => Span::between(one.min().min(other.min()), one.max().min(other.max())),
    };
    values.reduce(better).unwrap()
}

/// A search that proves must not choose what full expansion shows to be worse. Alpha-beta is one of
/// them.
#[test]
fn all_searches_prove_what_full_expansion_does_not_deny() {
    let mut proved = 0;
    for number in 0..60 {
        let recipe = Recipe {
            draws: 2 + number % 2,
            closing: true,
            ..Recipe::default()
        };
        let tree = RandomTree::new(3, 100, 3, number, recipe);
        let arcs: Vec<Span> = tree
            .children(tree.root())
            .map(|arc| minimax(&tree, arc, 6))
            .collect();
        let best = arcs.iter().map(|arc| arc.min()).max().unwrap();
        for searcher in NamedSearch::all() {
            if !searcher.proves() || searcher.name() == "2DRMX" {
                continue;
            }
            let effort = searcher.search(&tree, TreeLimits::default(), Commitment::UntilProof);
            let Some(choice) = effort.best else { continue };
            proved += 1;
            assert!(
                arcs[choice].max() >= best,
                "{searcher} chose {choice} in tree {number}: {arcs:?}"
            );
        }
    }
    assert!(proved > 600, "{proved}");
}

fn small() -> TreeExperiment {
    TreeExperiment {
        ranges: vec![100, 400],
        widths: vec![3, 5],
        trees: 4,
        searches: NamedSearch::all(),
        limits: TreeLimits {
            nodes: 2_000,
            depth: 60,
        },
        ..TreeExperiment::default()
    }
}

#[test]
fn an_experiment_does_not_depend_on_hands_or_interruptions() {
    let alone = small().run(&Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(alone.len(), 16);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let experiment = TreeExperiment {
        jobs: 3,
        journal: Some(path.clone()),
        ..small()
    };
    assert_eq!(experiment.run(&Stop::new(), &mut |_| {}).unwrap(), alone);
    // The journal is cut off in the middle of a line, and the experiment resumed.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() / 2]).unwrap();
    let mut first = None;
    let resumed = experiment.run(&Stop::new(), &mut |done| {
        first.get_or_insert(done);
    });
    assert_eq!(resumed.unwrap(), alone);
    assert!(first.unwrap() > 0, "nothing was kept");
    // A journal of other settings is refused, and so is a file of another kind.
    let other = TreeExperiment {
        seed: 2,
        ..experiment.clone()
    };
    let error = other
        .run(&Stop::new(), &mut |_| {})
        .unwrap_err()
        .to_string();
    assert!(error.contains("other settings"), "{error}");
    std::fs::write(&path, "1. e4 e5\n").unwrap();
    let error = experiment
        .run(&Stop::new(), &mut |_| {})
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("line 1: this is not the first line of a journal of trees"),
        "{error}"
    );
}

#[test]
fn the_table_is_measured_by_best_first() {
    let experiment = small();
    let lines = experiment.run(&Stop::new(), &mut |_| {}).unwrap();
    let table = TableOne::of(&experiment.searches, &lines, experiment.limits.depth);
    assert_eq!(table.trees.iter().sum::<usize>(), lines.len());
    for ratio in table.row("BF").unwrap().ratios.iter().flatten() {
        assert_eq!(*ratio, 1.0);
    }
    assert_eq!(table.row("ADM").unwrap().printed_given_up, Some(71));
    assert!(table.row("CP").unwrap().printed.is_none());
    let text = table.to_string();
    assert_eq!(
        text.lines().count(),
        2 + experiment.searches.len(),
        "{text}"
    );
    assert!("2DRM".parse::<NamedSearch>().is_ok());
    let error = "best".parse::<NamedSearch>().unwrap_err().to_string();
    assert!(error.contains("`best` is not a search"), "{error}");
}

#[test]
fn the_command_beside_a_table_makes_it_again() {
    assert_eq!(
        command::command(&TreeExperiment::default()),
        "bstar-lab trees"
    );
    let experiment = TreeExperiment {
        trees: 2,
        widths: vec![3, 5],
        recipe: Recipe {
            draws: 6,
            proviso: true,
            closing: true,
            invalid: 0.05,
            growth: 0.5,
        },
        limits: TreeLimits {
            nodes: 500_000,
            depth: 10_000,
        },
        commitment: Commitment::UntilProof,
        searches: ["BF", "ADM", "CP"]
            .map(|name| name.parse().unwrap())
            .to_vec(),
        jobs: 7,
        seed: 3,
        ..TreeExperiment::default()
    };
    assert_eq!(
        command::command(&experiment),
        "bstar-lab trees --widths 3,5 --trees 2 --nodes 500000 --depth 10000 --draws 6 --proviso --closing --invalid 0.05 --growth 0.5 \
         --commitment until-proof --search ADM,CP --seed 3"
    );
}

#[test]
fn the_papers_own_table_is_at_no_distance_from_itself() {
    let experiment = small();
    let lines = experiment.run(&Stop::new(), &mut |_| {}).unwrap();
    let mut table = TableOne::of(&experiment.searches, &lines, experiment.limits.depth);
    table.trees = [0, 0, 0, 0, 1600];
    for row in &mut table.rows {
        if let (Some(printed), Some(given_up)) = (row.printed, row.printed_given_up) {
            row.ratios = printed.map(Some);
            row.given_up = given_up;
        }
    }
    assert_eq!(table.distance(), Some((0.0, 0.0)));
    table.rows[1].given_up += 226;
    let (ratios, given_up) = table.distance().unwrap();
    assert_eq!(ratios, 0.0);
    assert!((given_up - 0.1).abs() < 1e-9, "{given_up}: one of ten rows");
}

#[test]
fn an_interrupted_page_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let stop = Stop::new();
    stop.set();
    let written = write_page(folder.path(), 1, &stop, &mut |_| {}).unwrap();
    assert_eq!(written, PageOutcome::Nothing);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
