//! Tests of whole trees.

use std::collections::HashMap;
use std::sync::Arc;

use bstar_board::{Game, Move, Position, fen, notation, san};
use bstar_eval::prior::{Impression, Prior, Sums};
use bstar_eval::{Evaluation, SearchEvaluator};
use bstar_tables::{Syzygy, Tables};
use proptest::prelude::*;

use crate::arena::{Arena, ROOT};
use crate::choice::{Choice, choose};
use crate::material::material_prior;
use crate::node::{Node, NodeIndex};
use crate::{Adviser, Expectation, Grown, Proof, Tree, TreeOptions};

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";

fn tree_of(seed: u64, options: TreeOptions, bytes: usize) -> Tree {
    let prior = Arc::new(Prior::made_up(64, seed));
    Tree::new(prior, options, Tables::default(), bytes)
}

/// Evaluates by terms, and knows where it stands. Of a position that is not quiet it says that the
/// mover wins a queen.
struct ByTerms {
    evaluator: SearchEvaluator,
    line: Vec<Position>,
}

const QUEEN_WON: i32 = 900;

impl Adviser for ByTerms {
    const MAX_PLIES: usize = 5;

    fn set_out(&mut self, root: &Position, keys: &[u64]) {
        assert_eq!(keys.last(), Some(&root.key()));
        self.line = vec![root.clone()];
    }

    fn follow(&mut self, position: &Position, mv: Move, child: &Position) {
        assert_eq!(self.line.last(), Some(position));
        assert_eq!(&position.after(mv), child);
        self.line.push(child.clone());
        assert!(self.line.len() <= 1 + Self::MAX_PLIES);
    }

    fn step_back(&mut self) {
        self.line.pop();
    }

    fn value_as_it_stands(&mut self, position: &Position) -> i32 {
        assert_eq!(self.line.last(), Some(position));
        self.evaluator.evaluate(position)
    }

    fn value_once_quiet(&mut self, position: &Position) -> i32 {
        assert_eq!(self.line.last(), Some(position));
        QUEEN_WON
    }
}

fn adviser() -> ByTerms {
    ByTerms {
        evaluator: SearchEvaluator::new(&Evaluation::Terms, 0),
        line: Vec::new(),
    }
}

fn game(text: &str) -> Game {
    Game::new(fen::parse(text).unwrap())
}

fn tree(text: &str, visits: u64) -> Tree {
    tree_with(TreeOptions::default(), text, visits)
}

fn tree_with(options: TreeOptions, text: &str, visits: u64) -> Tree {
    let mut tree = tree_of(1, options, 64 << 20);
    tree.begin(&game(text), &[]);
    tree.grow(visits, &mut adviser(), &mut || false);
    tree
}

fn play(game: &mut Game, words: &[&str]) {
    for word in words {
        let mv = notation::parse(game.position(), word).unwrap();
        game.play(mv).unwrap();
    }
}

/// A node and all below it.
fn nodes_from(arena: &Arena, node: NodeIndex) -> Vec<NodeIndex> {
    let mut nodes = vec![node];
    let mut next = 0;
    while next < nodes.len() {
        let node = arena.node(nodes[next]);
        nodes.extend((0..u32::from(node.child_count)).map(|place| node.first_child + place));
        next += 1;
    }
    nodes
}

/// How much each move deserves a visit, as books write it: all moves, also those that were not
/// visited.
fn slow_urges(arena: &Arena, node: NodeIndex, options: &TreeOptions) -> Vec<Option<f64>> {
    let parent = arena.node(node);
    let n = f64::from(parent.visits);
    let base = f64::from(options.exploration_base);
    let c = f64::from(options.exploration) * (1.0 + ((n + base) / base).ln());
    let urge = |place: usize| {
        let (value, visits) = match arena.children(node).get(place) {
            Some(child) if matches!(child.proof(), Some(Proof::Win { .. })) => return None,
            Some(child) => (1.0 - f64::from(child.value), f64::from(child.visits)),
            None => (f64::from(parent.value - options.first_play_reduction), 0.0),
        };
        let prior = f64::from(arena.edges(node)[place].prior.get());
        Some(value + c * prior * n.sqrt() / (1.0 + visits))
    };
    (0..arena.edges(node).len()).map(urge).collect()
}

fn check_choice(arena: &Arena, index: NodeIndex, options: &TreeOptions) {
    let node = arena.node(index);
    let place = match choose(arena, index, options, true).unwrap() {
        Choice::Known(child) => (child - node.first_child) as usize,
        Choice::New => usize::from(node.child_count),
    };
    let urges = slow_urges(arena, index, options);
    let most = urges.iter().copied().flatten().fold(f64::MIN, f64::max);
    // The book's numbers have more digits.
    assert!(urges[place].unwrap() > most - 1e-4, "{place} of {urges:?}");
}

fn check_sums(tree: &Tree) {
    let arena = &tree.arena;
    for index in nodes_from(arena, ROOT) {
        let node = arena.node(index);
        let (edges, children) = (arena.edges(index), arena.children(index));
        assert!((0.0..=1.0).contains(&node.value), "{node:?}");
        assert!(node.visits > 0 && children.len() <= edges.len(), "{node:?}");
        assert!(edges.is_sorted_by(|one, other| one.prior >= other.prior));
        let below: u32 = children.iter().map(|child| child.visits).sum();
        if !node.is_proven() && !tree.is_full {
            assert_eq!(node.visits, 1 + below, "{node:?}");
        }
        if node.is_expanded() {
            let sum: f32 = edges.iter().map(|edge| edge.prior.get()).sum();
            assert!((sum - 1.0).abs() < 0.01, "{sum}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn sums_are_right_and_choices_are_those_of_the_book(
        seed in 0_u64..1000,
        visits in 1_u64..3000,
        exploration in 0.1_f32..3.0,
        first_play_reduction in 0.0_f32..0.5,
        temperature in 0.5_f32..3.0,
        place in 0_usize..4,
    ) {
        let options = TreeOptions {
            exploration,
            first_play_reduction,
            temperature,
            exploration_base: 500.0,
            ..TreeOptions::default()
        };
        let text = [
            MIDDLEGAME,
            "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
            "8/8/8/8/8/4k3/4p3/4K3 w - - 90 80",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ][place];
        let mut tree = tree_of(seed, options, 64 << 20);
        tree.begin(&game(text), &[]);
        let grown = tree.grow(visits, &mut adviser(), &mut || false);
        prop_assert!(grown == Grown::Proven || tree.visits() == visits);
        check_sums(&tree);
        for index in nodes_from(&tree.arena, ROOT) {
            let node = tree.arena.node(index);
            if node.is_expanded() && !node.is_proven() {
                check_choice(&tree.arena, index, &options);
            }
        }
    }
}

#[test]
fn mates_are_found_and_proven_whatever_the_prior_says() {
    // A made-up prior alone finds all positions much alike, and goes everywhere.
    let options = TreeOptions {
        evaluation_share: 0.0,
        ..TreeOptions::default()
    };
    for (text, moves, best) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1, Some("Rd8#")),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2, None),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, Some("Ra6")),
        ("8/8/8/8/6R1/5K2/8/7k w - - 0 1", 2, None),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, Some("Ra6+")),
    ] {
        let tree = tree_with(options, text, 1_500_000);
        let Some(Proof::Win { plies: Some(plies) }) = tree.proof() else {
            panic!("{text}: {:?} after {}", tree.proof(), tree.visits());
        };
        let found = tree.best().unwrap();
        // A longer way may be proven first.
        assert!(plies + 1 >= 2 * moves, "{text}: {plies}");
        let proof = Proof::Win { plies: Some(plies) };
        assert_eq!(found.proof, Some(proof), "{text}");
        assert_eq!(tree.line(found.mv).len() as u32, plies, "{text}");
        if let Some(best) = best.filter(|_| plies + 1 == 2 * moves) {
            assert_eq!(san::write(game(text).position(), found.mv), best, "{text}");
        }
    }
}

/// Values belong to the right side: men that hang are taken, and one's own are not left hanging.
#[test]
fn who_knows_what_men_are_worth_wins_them() {
    let prior = Arc::new(material_prior());
    for (text, best) in [
        // It takes what hangs.
        ("4k3/8/8/3q4/8/8/3R4/4K3 w - - 0 1", "Rxd5"),
        ("4k3/3r4/8/8/3Q4/8/8/4K3 b - - 0 1", "Rxd4"),
        // A fork wins a rook two plies later.
        ("r3k3/p4p2/8/1N6/8/8/5P2/6K1 w - - 0 1", "Nc7+"),
        ("6k1/5p2/8/8/1n6/8/P4P2/R3K3 b - - 0 1", "Nc2+"),
    ] {
        let mut tree = Tree::new(
            prior.clone(),
            TreeOptions::default(),
            Tables::default(),
            64 << 20,
        );
        let game = game(text);
        tree.begin(&game, &[]);
        tree.grow(5_000, &mut adviser(), &mut || false);
        let found = tree.best().unwrap();
        assert_eq!(san::write(game.position(), found.mv), best, "{text}");
        assert!(found.value.unwrap() > 0.5, "{text}: {found:?}");
    }
}

#[test]
fn a_side_that_is_mated_whatever_it_does_holds_out() {
    let tree = tree("6k1/R7/1R6/8/8/8/8/7K b - - 0 1", 100_000);
    assert_eq!(tree.proof(), Some(Proof::Loss { plies: Some(2) }));
    let moves = tree.root_moves();
    assert!(
        moves
            .iter()
            .all(|mv| matches!(mv.proof, Some(Proof::Loss { .. })))
    );
}

#[test]
fn a_game_that_is_over_has_no_moves() {
    let mated = tree("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", 10);
    assert_eq!(mated.proof(), Some(Proof::Loss { plies: Some(0) }));
    assert_eq!(mated.best(), None);
    let stalemate = tree("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 10);
    assert_eq!(
        (stalemate.proof(), stalemate.best()),
        (Some(Proof::Draw), None)
    );
}

#[test]
fn fifty_moves_without_progress_are_a_draw_but_mate_comes_first() {
    // Every move is the hundredth.
    let drawn = tree("8/8/3k4/8/8/3K4/3Q4/8 w - - 99 80", 5_000);
    assert_eq!(drawn.proof(), Some(Proof::Draw));
    assert!(drawn.best().is_some());
    let mates = tree("7k/8/6K1/8/8/8/8/R7 w - - 99 80", 5_000);
    assert_eq!(mates.proof(), Some(Proof::Win { plies: Some(1) }));
}

#[test]
fn what_was_there_once_below_the_root_or_twice_in_the_game_is_a_draw() {
    let mut game = game("7k/8/8/8/8/8/r7/6RK w - - 0 1");
    let is_draw = |game: &Game, plies_below_root: usize| {
        let mut tree = tree_of(1, TreeOptions::default(), 1 << 20);
        tree.begin(game, &[]);
        tree.root_index -= plies_below_root;
        tree.is_repetition(game.position().halfmove_clock())
    };
    let there_and_back = ["g1g2", "a2a1", "g2g1", "a1a2"];
    play(&mut game, &there_and_back);
    assert!(!is_draw(&game, 1), "once in the game");
    assert!(is_draw(&game, 4), "once since the root");
    play(&mut game, &there_and_back);
    assert!(is_draw(&game, 1), "twice in the game");
}

#[test]
fn the_memory_limit_holds_and_visits_go_on() {
    let most = 100_000;
    let mut tree = tree_of(3, TreeOptions::default(), most);
    tree.begin(&game(MIDDLEGAME), &[]);
    tree.grow(20_000, &mut adviser(), &mut || false);
    assert!(tree.bytes() <= most && tree.is_full);
    assert_eq!((tree.visits(), tree.permille_full()), (20_000, 1000));
    check_sums(&tree);
    // The smallest tree of all.
    let mut tree = tree_of(3, TreeOptions::default(), 0);
    tree.begin(&game(MIDDLEGAME), &[]);
    assert_eq!(tree.grow(10, &mut adviser(), &mut || false), Grown::Visited);
    assert_eq!(tree.best(), None);
}

#[test]
fn what_is_kept_is_what_was_there() {
    let mut game = game(MIDDLEGAME);
    let mut tree = tree(MIDDLEGAME, 20_000);
    for plies in [1, 2] {
        let visits = tree.visits();
        let line = tree.line(tree.best().unwrap().mv);
        let statistics = |tree: &Tree, node: NodeIndex| {
            let nodes = nodes_from(&tree.arena, node).into_iter();
            let told = nodes.map(|index| *tree.arena.node(index));
            told.map(|node| (node.visits, node.value, node.edge_count, node.proof()))
                .collect::<Vec<_>>()
        };
        let mut node = ROOT;
        for mv in &line[..plies] {
            let edges = tree.arena.edges(node);
            let place = edges.iter().position(|edge| edge.mv.get() == *mv).unwrap();
            node = tree.arena.node(node).first_child + place as u32;
            game.play(*mv).unwrap();
        }
        let (before, bytes) = (statistics(&tree, node), tree.bytes());
        let kept = tree.begin(&game, &[]);
        assert!(kept > 0 && kept < visits && tree.bytes() < bytes);
        assert_eq!(statistics(&tree, ROOT), before);
        assert_eq!(&tree.line(line[plies]), &line[plies..]);
        check_sums(&tree);
        tree.grow(3_000, &mut adviser(), &mut || false);
        check_sums(&tree);
        assert_eq!(tree.visits(), kept + 3_000);
    }
    // The same position once more keeps all of it, another game nothing.
    let visits = tree.visits();
    assert_eq!(tree.begin(&game, &[]), visits);
    assert_eq!(tree.begin(&Game::default(), &[]), 0);
}

#[test]
fn only_the_moves_that_are_asked_for_are_considered() {
    let game = Game::default();
    let only = ["a2a3", "h2h3"].map(|word| notation::parse(game.position(), word).unwrap());
    let mut tree = tree_of(1, TreeOptions::default(), 1 << 20);
    tree.begin(&game, &only);
    tree.grow(500, &mut adviser(), &mut || false);
    assert_eq!(tree.root_moves().len(), 2);
    assert_eq!(tree.begin(&game, &[]), 0);
    tree.grow(500, &mut adviser(), &mut || false);
    assert_eq!(tree.root_moves().len(), 20);
}

#[test]
fn the_same_tree_grows_twice() {
    let [one, other] = [(), ()].map(|()| tree(MIDDLEGAME, 5_000));
    assert_eq!(one.root_moves(), other.root_moves());
    // In how many parts it grows does not matter.
    let mut parts = tree(MIDDLEGAME, 1_234);
    parts.grow(3_766, &mut adviser(), &mut || false);
    assert_eq!(one.root_moves(), parts.root_moves());
}

#[test]
fn all_moves_of_a_uniform_root_are_as_likely() {
    let options = TreeOptions {
        root_uniform: true,
        ..TreeOptions::default()
    };
    let mut tree = tree_of(5, options, 8 << 20);
    let mut game = Game::default();
    tree.begin(&game, &[]);
    tree.grow(2_000, &mut adviser(), &mut || false);
    let check = |tree: &Tree| {
        let moves = tree.root_moves();
        let likely = 1.0 / moves.len() as f32;
        assert!(moves.iter().all(|mv| (mv.prior - likely).abs() < 1e-4));
    };
    check(&tree);
    game.play(tree.best().unwrap().mv).unwrap();
    assert!(tree.begin(&game, &[]) > 0);
    check(&tree);
}

#[test]
fn it_stops_when_it_is_told_to() {
    let mut tree = tree_of(1, TreeOptions::default(), 1 << 20);
    tree.begin(&Game::default(), &[]);
    let mut asked = 0;
    let grown = tree.grow(u64::MAX, &mut adviser(), &mut || {
        asked += 1;
        asked == 3
    });
    assert_eq!((grown, tree.visits()), (Grown::Stopped, 96));
}

#[test]
fn tables_are_believed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");
    let tables = Tables::default().with_syzygy(Some(Syzygy::open(folder).unwrap()));
    let prior = Arc::new(Prior::made_up(64, 1));
    let mut tree = Tree::new(prior, TreeOptions::default(), tables, 8 << 20);
    // After the exchange of pawns the ending is known.
    tree.begin(&game("8/8/8/3k4/4p3/3P4/3K4/8 w - - 0 1"), &[]);
    tree.grow(20_000, &mut adviser(), &mut || false);
    let capture = tree
        .root_moves()
        .into_iter()
        .find(|known| known.mv.to.to_string() == "e4");
    assert!(capture.unwrap().proof.is_some());
}

#[test]
fn expectations_become_scores() {
    assert_eq!(Expectation(0.5).centipawns(), 0);
    assert!(Expectation(1.0).centipawns() > 3_000);
    for centipawns in [-800, -35, 0, 120, 500] {
        let expected = Expectation::of_centipawns(centipawns);
        assert!((expected.centipawns() - centipawns).abs() <= 1);
    }
    for percent in 0..=100 {
        let [win, draw, loss] = Expectation(percent as f32 / 100.0).win_draw_loss(0.4);
        assert_eq!(win + draw + loss, 1000);
        assert!((2 * win + draw).abs_diff(20 * percent) <= 2);
    }
    assert_eq!(Expectation(0.5).win_draw_loss(0.4), [300, 400, 300]);
}

/// What a position is worth by the prior, by the evaluation, and with what share of the second.
fn mixed(prior: &Prior, position: &Position, share: f32) -> f32 {
    let mut seen = Impression::new(prior);
    seen.look(prior, position, &mut Sums::new(prior));
    let expected = prior.forecast(&seen).expected();
    let mut adviser = adviser();
    adviser.set_out(position, &[position.key()]);
    let value = adviser.value_as_it_stands(position);
    (1.0 - share) * expected + share * Expectation::of_centipawns(value).0
}

/// All nodes of a tree, with their positions and how far from the root they are.
fn positions(tree: &Tree) -> Vec<(Node, Position, usize)> {
    let mut found = Vec::new();
    let mut todo = vec![(ROOT, tree.root.clone(), 0)];
    while let Some((index, position, plies)) = todo.pop() {
        let node = *tree.arena.node(index);
        let edges = tree.arena.edges(index);
        todo.extend((0..node.child_count).map(|place| {
            let mv = edges[usize::from(place)].mv.get();
            let child = node.first_child + u32::from(place);
            (child, position.after(mv), plies + 1)
        }));
        found.push((node, position, plies));
    }
    found
}

#[test]
fn a_leaf_is_worth_what_prior_and_evaluation_say() {
    const SHARE: f32 = 0.7;
    let options = TreeOptions {
        evaluation_share: SHARE,
        noisy_spread: f32::INFINITY,
        ..TreeOptions::default()
    };
    let mut tree = tree_of(1, options, 8 << 20);
    tree.begin(&game(MIDDLEGAME), &[]);
    tree.grow(3_000, &mut adviser(), &mut || false);
    let nodes = positions(&tree);
    let mut ways = HashMap::new();
    for (_, position, _) in &nodes {
        *ways.entry(position.key()).or_insert(0) += 1;
    }
    let prior = Prior::made_up(64, 1);
    let mut seen = [0; 2];
    for (node, position, plies) in &nodes {
        let is_leaf = node.visits == 1 && node.proof().is_none();
        // Of a position in check the evaluation says something only after the next moves.
        if is_leaf && ways[&position.key()] == 1 && !position.in_check() {
            // So far from the root the adviser does not go.
            let is_far = *plies > ByTerms::MAX_PLIES;
            seen[usize::from(is_far)] += 1;
            let expected = mixed(&prior, position, if is_far { 0.0 } else { SHARE });
            let text = fen::write(position);
            assert!((node.value - expected).abs() < 1e-5, "{text}");
        }
    }
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}

#[test]
fn captures_are_searched_where_the_spread_is_large() {
    let expected = |noisy_spread| {
        let options = TreeOptions {
            evaluation_share: 1.0,
            noisy_spread,
            ..TreeOptions::default()
        };
        let mut tree = tree_of(1, options, 1 << 20);
        tree.begin(&game(MIDDLEGAME), &[]);
        tree.grow(1, &mut adviser(), &mut || false);
        tree.expectation().0
    };
    assert_eq!(expected(0.0), Expectation::of_centipawns(QUEEN_WON).0);
    assert!(expected(f32::INFINITY) < 0.7);
}

#[test]
fn a_position_begins_with_what_is_known_of_it_elsewhere() {
    let mut tree = tree_of(1, TreeOptions::default(), 8 << 20);
    tree.begin(&game(MIDDLEGAME), &[]);
    tree.grow(2_000, &mut adviser(), &mut || false);
    let best = tree.best().unwrap();
    let known = 1.0 - best.value.unwrap();
    // Another way to the same position, of which the tree was not told.
    let mut other = game(MIDDLEGAME);
    other.play(best.mv).unwrap();
    let other = Game::new(other.position().clone());
    assert_eq!(tree.begin(&other, &[]), 0);
    tree.grow(1, &mut adviser(), &mut || false);
    assert_eq!(tree.expectation(), Expectation(known));
    // A new game begins.
    tree.clear();
    tree.begin(&other, &[]);
    tree.grow(1, &mut adviser(), &mut || false);
    assert_ne!(tree.expectation(), Expectation(known));
}
