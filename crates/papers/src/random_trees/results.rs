//! Finished experiments and what follows from them.

use super::experiment::{SearchedTree, TreeExperiment};
use super::table_one::TableOne;

/// An experiment with its results.
pub(super) struct FinishedExperiment {
    pub experiment: TreeExperiment,
    pub lines: Vec<SearchedTree>,
    pub table: TableOne,
}

/// An experiment and its two distances from the paper's table: of the ratios, and of the trees
/// given up.
pub(super) type RankedReading = (FinishedExperiment, (f64, f64));

pub(super) fn nearest_first(readings: Vec<FinishedExperiment>) -> Vec<RankedReading> {
    let mut by_distance: Vec<RankedReading> = readings
        .into_iter()
        .filter_map(|made| made.table.distance().map(|distance| (made, distance)))
        .collect();
    let sum = |near: &RankedReading| near.1.0 + near.1.1;
    by_distance.sort_by(|one, other| sum(one).total_cmp(&sum(other)));
    by_distance
}

/// The trees that all searches solved, the two weakest left aside, and what each needed for them.
pub(super) struct SolvedByAll {
    pub trees: usize,
    pub nodes: Vec<usize>,
}

pub(super) fn solved_by_all(made: &FinishedExperiment) -> SolvedByAll {
    let searches = &made.experiment.searches;
    let counts = |line: &&SearchedTree| {
        let mut pairs = searches.iter().zip(&line.efforts);
        pairs.all(|(searcher, effort)| {
            effort.best.is_some() || ["BF", "T"].contains(&searcher.name())
        })
    };
    let lines: Vec<&SearchedTree> = made.lines.iter().filter(counts).collect();
    let nodes = |number: usize| lines.iter().map(|line| line.efforts[number].nodes).sum();
    SolvedByAll {
        trees: lines.len(),
        nodes: (0..searches.len()).map(nodes).collect(),
    }
}
