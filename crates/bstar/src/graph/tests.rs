//! Graphs with cycles are compared with brute force: every path is played out, and the first
//! repetition on it is a draw.

use super::Graph;
use super::node::NodeId;
use crate::job::{Child, Class, Key};
use crate::policy::{Distribution, Guide, Independence};
use crate::probability::{Aim, ProbabilityRules};
use crate::random::SplitMix64;
use crate::value::{Scale, Side, Span, Value};

/// Small numbers by chance.
pub(super) struct Random(SplitMix64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.0.next() % n as u64) as usize
    }

    fn between(&mut self, low: Value, high: Value) -> Value {
        low + self.below((high - low + 1) as usize) as Value
    }
}

/// Positions 0, 1, … with moves between them. The rest are leaves with a low, a real and a high
/// value.
pub(super) struct Cyclic {
    sides: Vec<Side>,
    moves: Vec<Vec<usize>>,
    leaves: Vec<[Value; 3]>,
}

impl Cyclic {
    pub fn random(random: &mut Random) -> Cyclic {
        let n = 2 + random.below(6);
        let sides: Vec<Side> = (0..n)
            .map(|i| if i % 2 == 0 { Side::Max } else { Side::Min })
            .collect();
        let mut leaves = Vec::new();
        let mut moves = vec![Vec::new(); n];
        for (from, list) in moves.iter_mut().enumerate() {
            for to in 0..n {
                if sides[to] != sides[from] && random.below(n) < 2 {
                    list.push(to);
                }
            }
            for _ in 0..random.below(3) {
                let mut values = [
                    random.between(-4, 4),
                    random.between(-4, 4),
                    random.between(-4, 4),
                ];
                values.sort_unstable();
                leaves.push(values);
                list.push(n + leaves.len() - 1);
            }
            if list.is_empty() {
                leaves.push([random.between(-4, 4); 3]);
                list.push(n + leaves.len() - 1);
            }
            for i in (1..list.len()).rev() {
                list.swap(i, random.below(i + 1));
            }
        }
        Cyclic {
            sides,
            moves,
            leaves,
        }
    }

    fn is_leaf(&self, n: usize) -> bool {
        n >= self.sides.len()
    }

    /// Every position that can be reached is expanded, in random order.
    pub fn graph(&self, random: &mut Random) -> Graph<usize> {
        let mut graph = self.empty();
        while self.expand_one(&mut graph, random) {}
        graph
    }

    /// Only the first position is known.
    pub fn empty(&self) -> Graph<usize> {
        let (side, scale) = (self.sides[0], Scale::default());
        Graph::new(0, Class(1), side, scale, |_, _, bound, _| bound)
    }

    /// How many positions have moves.
    pub fn len(&self) -> usize {
        self.sides.len()
    }

    /// Expands one of the positions that are not expanded. Returns whether there was one.
    pub fn expand_one(&self, graph: &mut Graph<usize>, random: &mut Random) -> bool {
        let open: Vec<usize> = (0..self.sides.len())
            .filter(|&n| {
                graph
                    .find(n as u64)
                    .is_some_and(|id| !graph.is_expanded(id))
            })
            .collect();
        if open.is_empty() {
            return false;
        }
        let n = open[random.below(open.len())];
        let children: Vec<Child<usize>> = self.moves[n]
            .iter()
            .map(|&to| {
                let child = Child::new(to, Key(to as u64)).class(Class(1));
                if self.is_leaf(to) {
                    let [low, real, high] = self.leaves[to - self.sides.len()].map(Span::exact);
                    child.real(real).min_bound(low).max_bound(high)
                } else {
                    child
                        .real(Span::exact(0))
                        .min_bound(Span::exact(-9))
                        .max_bound(Span::exact(9))
                }
            })
            .collect();
        let id = graph.find(n as u64).expect("open positions are known");
        graph.expand(id, &children, 1, &[]);
        true
    }

    pub fn value(&self, n: usize, which: usize, path: &mut Vec<usize>) -> Value {
        if self.is_leaf(n) {
            return self.leaves[n - self.sides.len()][which];
        }
        if path.contains(&n) {
            return 0;
        }
        path.push(n);
        let values: Vec<Value> = self.moves[n]
            .iter()
            .map(|&to| self.value(to, which, path))
            .collect();
        path.pop();
        match self.sides[n] {
            Side::Max => values.into_iter().max().expect("every position has a move"),
            Side::Min => values.into_iter().min().expect("every position has a move"),
        }
    }

    fn probability(
        &self,
        n: usize,
        forcer: Side,
        target: f64,
        repeated: f64,
        path: &mut Vec<usize>,
    ) -> f64 {
        if self.is_leaf(n) {
            let [low, real, high] = self.leaves[n - self.sides.len()];
            return match forcer {
                Side::Max => Distribution::Uniform.probability(real, high, target),
                Side::Min => Distribution::Uniform.probability(-real, -low, target),
            };
        }
        if path.contains(&n) {
            return repeated;
        }
        path.push(n);
        let probabilities: Vec<f64> = self.moves[n]
            .iter()
            .map(|&to| self.probability(to, forcer, target, repeated, path))
            .collect();
        path.pop();
        if self.sides[n] == forcer {
            probabilities.into_iter().fold(0.0, f64::max)
        } else {
            probabilities.into_iter().product()
        }
    }
}

pub(super) const PLAIN: ProbabilityRules = ProbabilityRules {
    guide: Guide::Probability,
    distribution: Distribution::Uniform,
    independence: Independence::All,
};

#[test]
fn values_equal_brute_force_on_ten_thousand_cyclic_games() {
    let mut random = Random::new(1);
    let (mut starts, mut repeating) = (0, 0);
    for _ in 0..10_000 {
        let game = Cyclic::random(&mut random);
        let graph = game.graph(&mut random);
        for start in 0..game.sides.len() {
            let Some(id) = graph.find(start as u64) else {
                continue;
            };
            let values = graph.values(id);
            let found =
                [values.low, Some(values.real), values.high].map(|span| span.and_then(Span::known));
            let expected = [0, 1, 2].map(|which| Some(game.value(start, which, &mut Vec::new())));
            assert_eq!(
                found, expected,
                "{:?} {:?} from {start}",
                game.moves, game.leaves
            );
            starts += 1;
            repeating += usize::from(graph.component(id).is_some());
        }
    }
    assert!(
        starts > 20_000 && repeating > 10_000,
        "{starts} starts, {repeating} of them on cycles"
    );
}

#[test]
fn probabilities_equal_path_enumeration_on_ten_thousand_cyclic_games() {
    let mut random = Random::new(2);
    let (mut compared, mut ones) = (0, 0);
    for _ in 0..10_000 {
        let game = Cyclic::random(&mut random);
        let mut graph = game.graph(&mut random);
        let forcer = if random.below(2) == 0 {
            Side::Max
        } else {
            Side::Min
        };
        let target = f64::from(random.between(-7, 7)) / 2.0;
        let aim = Aim {
            forcer,
            target,
            number: 1,
        };
        for start in 0..game.sides.len() {
            let Some(id) = graph.find(start as u64) else {
                continue;
            };
            let found = PLAIN.probability(&mut graph, &aim, id);
            assert!(found.is_exact());
            let is_content = target <= 0.0;
            let repeated = if is_content { 1.0 } else { 0.0 };
            let expected = game.probability(start, forcer, target, repeated, &mut Vec::new());
            if is_content {
                assert_eq!(
                    found.min == 1.0,
                    expected == 1.0,
                    "{:?} {:?} from {start}",
                    game.moves,
                    game.leaves
                );
                ones += usize::from(expected == 1.0 && graph.component(id).is_some());
            } else {
                assert!(
                    (found.min - expected).abs() < 1e-12,
                    "{} is not {expected}: {:?} {:?} from {start}, {forcer:?} for {target}",
                    found.min,
                    game.moves,
                    game.leaves
                );
                compared +=
                    usize::from(expected > 0.0 && expected < 1.0 && graph.component(id).is_some());
            }
        }
    }
    assert!(
        compared > 500 && ones > 500,
        "{compared} and {ones} told something"
    );
}

#[test]
fn the_way_out_is_the_way_that_makes_progress() {
    // Max at 0 goes to 1 or 3. From 1 Min goes on to 2, where Max can leave for 5 or go to 3. From
    // 3 Min can only go back.
    let game = Cyclic {
        sides: vec![Side::Max, Side::Min, Side::Max, Side::Min],
        moves: vec![vec![3, 1], vec![2], vec![3, 4], vec![0]],
        leaves: vec![[5; 3]],
    };
    let graph = game.graph(&mut Random::new(3));
    let id = |n: u64| graph.find(n).unwrap();
    assert!((0..4).all(|n| graph.values(id(n)).real == Span::exact(5)));
    assert_eq!([0, 1, 2, 3].map(|n| graph.way_out(id(n))), [3, 2, 1, 4]);
}

#[test]
fn what_was_freed_leaves_no_trace() {
    let mut random = Random::new(4);
    for _ in 0..500 {
        let game = Cyclic::random(&mut random);
        let mut graph = game.graph(&mut random);
        let inner: Vec<usize> = game.moves[0]
            .iter()
            .copied()
            .filter(|&to| !game.is_leaf(to))
            .collect();
        let Some(&next) = inner.first() else { continue };
        graph.keep(graph.find(next as u64).unwrap(), &Default::default());
        assert_eq!(graph.key(NodeId::ROOT), next as u64);
        for start in 0..game.sides.len() {
            let Some(id) = graph.find(start as u64) else {
                continue;
            };
            assert_eq!(
                graph.values(id).real,
                Span::exact(game.value(start, 1, &mut Vec::new()))
            );
        }
    }
}

/// The graph is folded again and again, and half expanded in between. Folding changes no value.
/// When everything is expanded in the end, everything is as if nothing had been folded.
#[test]
fn folding_on_cycles_changes_no_value_and_can_be_undone() {
    let mut random = Random::new(5);
    let (mut folded, mut repeating, mut compared) = (0, 0, 0);
    for number in 0..5_000 {
        let game = Cyclic::random(&mut random);
        let mut graph = game.graph(&mut random);
        for _ in 0..4 {
            let before: Vec<_> = graph.ids().map(|n| (n, graph.values(n))).collect();
            let on_cycles = graph
                .ids()
                .filter(|&n| graph.component(n).is_some())
                .count();
            let bytes = random.below(graph.len() * 120);
            let folding = graph.fold(bytes, [], Distribution::Uniform);
            assert_eq!(before.len() - folding.freed, graph.len());
            if folding.folded > 0 {
                folded += folding.folded;
                repeating += on_cycles;
            }
            for (old, values) in before {
                if let Some(n) = folding.moved.find(old) {
                    assert_eq!(graph.values(n), values, "game {number}");
                    compared += 1;
                }
            }
            for _ in 0..random.below(3) {
                game.expand_one(&mut graph, &mut random);
            }
        }
        while game.expand_one(&mut graph, &mut random) {}
        for start in 0..game.sides.len() {
            let Some(id) = graph.find(start as u64) else {
                continue;
            };
            let values = graph.values(id);
            let found =
                [values.low, Some(values.real), values.high].map(|span| span.and_then(Span::known));
            let expected = [0, 1, 2].map(|which| Some(game.value(start, which, &mut Vec::new())));
            assert_eq!(found, expected, "game {number} from {start}");
        }
    }
    assert!(
        folded > 2_000 && repeating > 2_000 && compared > 50_000,
        "{folded} folded, {repeating} on cycles, {compared} compared are too few to tell"
    );
}

/// A position on a cycle whose nearest path was folded is still found by another.
#[test]
fn a_way_is_found_when_the_nearest_one_is_folded() {
    let mut random = Random::new(6);
    let mut folded = 0;
    for _ in 0..2_000 {
        let game = Cyclic::random(&mut random);
        let mut graph = game.graph(&mut random);
        folded += graph.fold(0, [], Distribution::Uniform).folded;
        for n in graph.ids() {
            let path = graph.path_to(n);
            assert_eq!((path[0], path[path.len() - 1]), (NodeId::ROOT, n));
            assert!(
                path.windows(2)
                    .all(|pair| graph.children(pair[0]).any(|c| c == pair[1]))
            );
        }
    }
    assert!(folded > 500, "{folded} are too few to tell");
}
