//! Many trees, each searched by every search.

use std::ops::ControlFlow;
use std::path::PathBuf;

use bstar::interval::Commitment;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

use super::cost::{SearchCost, TreeLimits};
use super::named_search::NamedSearch;
use super::tree::{RandomTree, Recipe};
use bstar_kit::files::FileError;
use bstar_kit::journal::{Entry, Journal, JournalError};
use bstar_kit::stop::Stop;
use bstar_kit::workers::work;

/// Which trees, and which searches.
#[derive(Clone, Debug)]
pub struct TreeExperiment {
    /// Every seed gives other trees.
    pub seed: u64,
    /// How many values there are at the root.
    pub ranges: Vec<u32>,
    /// How many children a node has.
    pub widths: Vec<u32>,
    /// How many trees of each range and width.
    pub trees: u32,
    /// How the bounds are drawn.
    pub recipe: Recipe,
    /// The limits beyond which a search is given up.
    pub limits: TreeLimits,
    /// How long a strategy lasts.
    pub commitment: Commitment,
    /// The searches. The first is the measure of the others.
    pub searches: Vec<NamedSearch>,
    /// How many trees are searched at a time.
    pub jobs: usize,
    /// The journal: finished trees are written there, and a later run continues from it.
    pub journal: Option<PathBuf>,
}

impl Default for TreeExperiment {
    /// The paper's experiment, read in the way that comes nearest to its results.
    fn default() -> TreeExperiment {
        TreeExperiment {
            seed: 1,
            ranges: vec![100, 400, 1600, 6400],
            widths: (3..=10).collect(),
            trees: 50,
            recipe: Recipe::default(),
            limits: TreeLimits::default(),
            commitment: Commitment::UntilChange,
            searches: NamedSearch::table_one(),
            jobs: 1,
            journal: None,
        }
    }
}

/// One tree and what each search needed for it, in the order of the searches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchedTree {
    /// The number of the tree in the experiment, from 0.
    pub number: usize,
    /// How many values there are at its root.
    pub range: u32,
    /// How many children its nodes have.
    pub width: u32,
    /// The cost of each search.
    pub efforts: Vec<SearchCost>,
}

impl Entry for SearchedTree {
    const WORK: &'static str = "trees";
    const NAME: &'static str = "tree";
}

/// Why an experiment cannot be made.
#[derive(Debug, Error)]
pub enum TreeExperimentError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

impl TreeExperiment {
    /// How many trees there are.
    pub fn size(&self) -> usize {
        self.ranges.len() * self.widths.len() * self.trees as usize
    }

    /// Searches all trees. `watch` is told how many are done. When `stop` is set, only the finished
    /// trees come back.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Vec<SearchedTree>, TreeExperimentError> {
        let mut journal = match &self.journal {
            Some(path) => Some(Journal::<SearchedTree>::open(path, &self.settings())?),
            None => None,
        };
        let mut lines = journal
            .as_mut()
            .map(Journal::take_earlier)
            .unwrap_or_default();
        let mut missing = vec![true; self.size()];
        for line in &lines {
            if let Some(missing) = missing.get_mut(line.number) {
                *missing = false;
            }
        }
        let tasks = (0..self.size()).filter(|number| missing[*number]);
        let mut failure = None;
        watch(lines.len());
        work(
            self.jobs,
            tasks,
            stop,
            || |number| self.search(number),
            |line| {
                if let Some(journal) = &mut journal
                    && let Err(error) = journal.add(&line)
                {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
                lines.push(line);
                watch(lines.len());
                ControlFlow::Continue(())
            },
        );
        if let Some(error) = failure {
            return Err(error.into());
        }
        lines.sort_by_key(|line| line.number);
        Ok(lines)
    }

    fn search(&self, number: usize) -> SearchedTree {
        let trees = self.trees as usize;
        let (pair, tree) = (number / trees, number % trees);
        let range = self.ranges[pair / self.widths.len()];
        let width = self.widths[pair % self.widths.len()];
        let tree = RandomTree::new(self.seed, range, width, tree as u32, self.recipe);
        let efforts = self
            .searches
            .iter()
            .map(|searcher| searcher.search(&tree, self.limits, self.commitment));
        SearchedTree {
            number,
            range,
            width,
            efforts: efforts.collect(),
        }
    }

    /// Everything on which the result depends.
    fn settings(&self) -> Value {
        let names: Vec<&str> = self.searches.iter().map(NamedSearch::name).collect();
        json!({
            "seed": self.seed,
            "ranges": self.ranges,
            "widths": self.widths,
            "trees": self.trees,
            "recipe": self.recipe,
            "limits": self.limits,
            "commitment": format!("{:?}", self.commitment),
            "searchers": names,
        })
    }
}
