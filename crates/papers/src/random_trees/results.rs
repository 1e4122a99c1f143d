//! An experiment that was made, with all that came out of it.

use super::experiment::{Experiment, TreeLine};
use super::table::Table;

/// An experiment that was made.
pub(super) struct Made {
    pub experiment: Experiment,
    pub lines: Vec<TreeLine>,
    pub table: Table,
}

/// An experiment, and how far it is from the paper: ratios and trees given up.
pub(super) type Near = (Made, (f64, f64));

pub(super) fn nearest_first(readings: Vec<Made>) -> Vec<Near> {
    let mut by_distance: Vec<Near> = readings
        .into_iter()
        .filter_map(|made| made.table.distance().map(|distance| (made, distance)))
        .collect();
    let sum = |near: &Near| near.1.0 + near.1.1;
    by_distance.sort_by(|one, other| sum(one).total_cmp(&sum(other)));
    by_distance
}

/// The trees that everybody solved but the two weakest, and what each needed for them.
pub(super) struct SolvedByAll {
    pub trees: usize,
    pub nodes: Vec<usize>,
}

pub(super) fn solved_by_all(made: &Made) -> SolvedByAll {
    let searchers = &made.experiment.searchers;
    let counts = |line: &&TreeLine| {
        let mut pairs = searchers.iter().zip(&line.efforts);
        pairs.all(|(searcher, effort)| {
            effort.best.is_some() || ["BF", "T"].contains(&searcher.name())
        })
    };
    let lines: Vec<&TreeLine> = made.lines.iter().filter(counts).collect();
    let nodes = |number: usize| lines.iter().map(|line| line.efforts[number].nodes).sum();
    SolvedByAll {
        trees: lines.len(),
        nodes: (0..searchers.len()).map(nodes).collect(),
    }
}
