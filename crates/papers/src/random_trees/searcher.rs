//! Who searches a tree, and what it cost.

use std::fmt;
use std::str::FromStr;

use bstar::interval::{Backup, Child, Commitment, Config, NameError, Next, Search};
use thiserror::Error;

use super::cost::{Effort, Limits};
use super::tree::{CanonicalTree, Recipe};
use super::{alphabeta, probability};

/// A search by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Searcher {
    name: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Interval(Config),
    /// With a ratio that depends on the tree's width.
    DisproveBest,
    AlphaBeta,
    Probability(probability::Variant),
}

/// A name that belongs to no search.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{0}; or alphabeta, 1996, Palay")]
pub struct SearcherError(#[from] NameError);

impl FromStr for Searcher {
    type Err = SearcherError;

    fn from_str(name: &str) -> Result<Searcher, SearcherError> {
        let kind = match name {
            "alphabeta" => Kind::AlphaBeta,
            "1996" => Kind::Probability(probability::Variant::Single),
            "Palay" => Kind::Probability(probability::Variant::Whole),
            "DB" => Kind::DisproveBest,
            _ => Kind::Interval(Config::named(name)?),
        };
        Ok(Searcher {
            name: name.to_owned(),
            kind,
        })
    }
}

impl fmt::Display for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

impl Searcher {
    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The searches of Table I, in its order.
    pub fn table_one() -> Vec<Searcher> {
        let names = [
            "BF", "T", "2DL", "2DRL", "2DM", "2DRM", "3DL", "3DM", "ADM", "2DRMX",
        ];
        Searcher::all_of(&names)
    }

    /// Those, and all that have come since.
    pub fn all() -> Vec<Searcher> {
        let mut all = Searcher::table_one();
        all.extend(Searcher::all_of(&[
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

    fn all_of(names: &[&str]) -> Vec<Searcher> {
        let searcher = |name: &&str| name.parse().expect("the name of a search");
        names.iter().map(searcher).collect()
    }

    /// Whether what it decides is proved: the searches of 1996 and after decide by probabilities.
    pub fn proves(&self) -> bool {
        !matches!(self.kind, Kind::Probability(_))
    }

    /// Whether the paper lets it search trees whose bounds are not all valid.
    fn meets_invalid_bounds(&self) -> bool {
        self.name.ends_with('X')
    }

    /// Searches a tree. How long a strategy lasts matters only to those that have strategies.
    pub fn search(&self, tree: &CanonicalTree, limits: Limits, commitment: Commitment) -> Effort {
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
            // Where bounds may be wrong, nobody believes them.
            let backup = if tree.recipe.invalid > 0.0 {
                Backup::Replacing
            } else {
                Backup::Narrowing
            };
            let config = Config {
                commitment,
                backup,
                ..config
            };
            by_intervals(&tree, config, limits)
        };
        match self.kind {
            Kind::Interval(config) => by_intervals(config),
            Kind::DisproveBest => by_intervals(Config::disprove_best(tree.width as usize)),
            Kind::AlphaBeta => alphabeta::search(&tree, limits),
            Kind::Probability(variant) => probability::search(&tree, limits, variant),
        }
    }
}

fn by_intervals(tree: &CanonicalTree, config: Config, limits: Limits) -> Effort {
    let root = tree.root();
    let mut search = Search::new(root, root.side(), config);
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
    Effort {
        nodes: search.nodes(),
        depth: search.depth(),
        best,
    }
}
