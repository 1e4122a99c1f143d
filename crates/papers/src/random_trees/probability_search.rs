//! The searches of 1996 on the same trees.
//!
//! They need a real value and two bounds. Here these are the middle of the range and its ends.
//! Every value in a range is equally likely.

use std::collections::HashMap;

use bstar::{
    Child, Class, Config, Distribution, Dithering, Guide, Independence, Key, Next, Quantity,
    Search, Span, Stopping,
};

use super::cost::{SearchCost, TreeLimits};
use super::tree::{RandomTree, TreePosition};

/// Which of the two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProbabilitySearch {
    /// One probability for each node, as in the paper of 1996.
    Single,
    /// A whole distribution for each node, after Palay.
    Whole,
}

/// Searches until nothing is likely to change the choice, or until a limit is passed.
pub(super) fn search(
    tree: &RandomTree,
    limits: TreeLimits,
    variant: ProbabilitySearch,
) -> SearchCost {
    let config = config(variant);
    let root = tree.root();
    let mut places: HashMap<u64, (TreePosition, usize)> = HashMap::from([(root.key(), (root, 0))]);
    let mut deepest = 0;
    let mut search = Search::new(Key(root.key()), Class::default(), root.side(), config)
        .expect("sensible settings");
    let best = loop {
        match search.next() {
            Next::Work(job) => {
                let (place, depth) = places[&job.key.0];
                deepest = deepest.max(depth + 1);
                let mut findings = Vec::with_capacity(tree.width as usize);
                for (number, child) in tree.children(place).enumerate() {
                    let asks: Vec<Quantity> =
                        job.asks_about(number).map(|ask| ask.quantity).collect();
                    if asks.is_empty() {
                        continue;
                    }
                    places.insert(child.key(), (child, depth + 1));
                    findings.push(finding(number, child, &asks));
                }
                search
                    .complete(job.id, findings)
                    .expect("every question is answered");
                if places.len() > limits.nodes || deepest > limits.depth {
                    break None;
                }
            }
            Next::Wait => unreachable!("no job is out"),
            Next::Done(decision) => break Some(decision.best),
        }
    };
    SearchCost {
        nodes: places.len(),
        depth: deepest,
        best,
    }
}

fn finding(number: usize, child: TreePosition, asks: &[Quantity]) -> Child<usize> {
    let bounds = child.bounds();
    let told = Child::new(number, Key(child.key()));
    if bounds.is_exact() {
        return told.over(bstar::Outcome::Score(bounds.min()));
    }
    let middle = Span::exact(bounds.min() + (bounds.max() - bounds.min()) / 2);
    asks.iter().fold(told, |told, quantity| match quantity {
        Quantity::Real => told.real(middle),
        Quantity::MaxBound => told.max_bound(Span::exact(bounds.max())),
        Quantity::MinBound => told.min_bound(Span::exact(bounds.min())),
    })
}

fn config(variant: ProbabilitySearch) -> Config {
    let plain = Config {
        // Bounds are valid, so the search may go on until nothing at all is left.
        stopping: Stopping::Separation,
        independence: Independence::All,
        dithering: Dithering::Off,
        limits: None,
        distribution: Distribution::Custom(above_the_middle),
        ..Config::default()
    };
    match variant {
        ProbabilitySearch::Single => plain,
        // A distribution has half of its weight beyond the real value anyway.
        ProbabilitySearch::Whole => Config {
            guide: Guide::Distributions,
            distribution: Distribution::Uniform,
            ..plain
        },
    }
}

/// The real value is the middle of the range, so half of the range lies beyond it.
fn above_the_middle(real: f64, hope: f64, target: f64) -> f64 {
    (hope - target) / (2.0 * (hope - real))
}
