//! The searches that are compared, by their names.

use std::fmt;
use std::str::FromStr;

use bstar::interval::{Backup, Child, Commitment, IntervalConfig, IntervalSearch, NameError, Next};
use thiserror::Error;

use super::cost::{SearchCost, TreeLimits};
use super::tree::{RandomTree, Recipe};
use super::{alphabeta_search, probability_search};

/// A search with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedSearch {
    name: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Interval(IntervalConfig),
    /// Disprove-Best has a ratio that depends on the width of the tree.
    DisproveBest,
    AlphaBeta,
    Probability(probability_search::ProbabilitySearch),
}

/// A name that belongs to no search.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{0}; or alphabeta, 1996, Palay")]
pub struct NamedSearchError(#[from] NameError);

impl FromStr for NamedSearch {
    type Err = NamedSearchError;

    fn from_str(name: &str) -> Result<NamedSearch, NamedSearchError> {
        let kind = match name {
            "alphabeta" => Kind::AlphaBeta,
            "1996" => Kind::Probability(probability_search::ProbabilitySearch::Single),
            "Palay" => Kind::Probability(probability_search::ProbabilitySearch::Whole),
            "DB" => Kind::DisproveBest,
            _ => Kind::Interval(IntervalConfig::named(name)?),
        };
        Ok(NamedSearch {
            name: name.to_owned(),
            kind,
        })
    }
}

impl fmt::Display for NamedSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

impl NamedSearch {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The searches of Table I, in its order.
    pub fn table_one() -> Vec<NamedSearch> {
        let names = [
            "BF", "T", "2DL", "2DRL", "2DM", "2DRM", "3DL", "3DM", "ADM", "2DRMX",
        ];
        NamedSearch::all_of(&names)
    }

    /// The searches of Table I, and all that came later.
    pub fn all() -> Vec<NamedSearch> {
        let mut all = NamedSearch::table_one();
        all.extend(NamedSearch::all_of(&[
            "Alternate",
            "Random",
            "DB",
            "CP",
            "alphabeta",
            "1996",
            "Palay",
        ]));
        all
    }

    fn all_of(names: &[&str]) -> Vec<NamedSearch> {
        let searcher = |name: &&str| name.parse().expect("the name of a search");
        names.iter().map(searcher).collect()
    }

    /// Whether its decisions are proved. The searches of 1996 and later decide by probabilities.
    pub fn proves(&self) -> bool {
        !matches!(self.kind, Kind::Probability(_))
    }

    /// Whether the paper lets it search trees whose bounds are not all valid.
    fn meets_invalid_bounds(&self) -> bool {
        self.name.ends_with('X')
    }

    /// Searches a tree. `commitment` matters only to searches that have strategies.
    pub fn search(
        &self,
        tree: &RandomTree,
        limits: TreeLimits,
        commitment: Commitment,
    ) -> SearchCost {
        let mut tree = *tree;
        if self.meets_invalid_bounds() {
            // One node in twenty has children with half as much range again.
            tree.recipe = Recipe {
                invalid: 0.05,
                growth: 0.5,
                ..tree.recipe
            };
        }
        let by_intervals = |config| {
            // Where bounds may be wrong, a new value replaces the old one instead of narrowing it.
            let backup = if tree.recipe.invalid > 0.0 {
                Backup::Replacing
            } else {
                Backup::Narrowing
            };
            let config = IntervalConfig {
                commitment,
                backup,
                ..config
            };
            by_intervals(&tree, config, limits)
        };
        match self.kind {
            Kind::Interval(config) => by_intervals(config),
            Kind::DisproveBest => by_intervals(IntervalConfig::disprove_best(tree.width as usize)),
            Kind::AlphaBeta => alphabeta_search::search(&tree, limits),
            Kind::Probability(variant) => probability_search::search(&tree, limits, variant),
        }
    }
}

fn by_intervals(tree: &RandomTree, config: IntervalConfig, limits: TreeLimits) -> SearchCost {
    let root = tree.root();
    let mut search = IntervalSearch::new(root, root.side(), config);
    let best = loop {
        match search.next() {
            Next::Expand(&place) => {
                let children = tree.children(place).map(|child| Child {
                    position: child,
                    value: child.bounds(),
                    side: child.side(),
                });
                search
                    .complete(children)
                    .expect("a tree has children within its range");
                if search.nodes() > limits.nodes || search.depth() > limits.depth {
                    break None;
                }
            }
            Next::Done(decision) => break Some(decision.best),
        }
    };
    SearchCost {
        nodes: search.nodes(),
        depth: search.depth(),
        best,
    }
}
