//! The figure: what every variant cost at every depth, against direct alpha-beta.

use serde::Serialize;

use super::counts::{NodeCounts, minimal_tree};
use super::deepening::DepthResult;
use super::instructions::Instructions;
use super::variant::SearchVariant;

/// The results of all variants in one position. Each variant has one for 1, 2, 3 … ply.
pub(super) struct SearchedPosition {
    pub by_variant: Vec<Vec<DepthResult>>,
}

/// One variant at one depth, summed over all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariantCell {
    /// Which variant.
    pub variant: String,
    /// Its work.
    pub counts: NodeCounts,
    /// Horizon nodes in percent of direct search.
    pub horizon_percent: f64,
    /// All nodes in percent of direct search.
    pub nodes_percent: f64,
}

/// All variants at one depth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DepthRow {
    /// The depth in plies.
    pub depth: u32,
    /// How many positions every variant searched to this depth.
    pub positions: usize,
    /// The mean number of moves in direct search.
    pub width: f64,
    /// The horizon nodes of minimal trees with the width of the positions' own trees.
    pub minimal: f64,
    /// The same in percent of direct search.
    pub minimal_percent: f64,
    /// The variants, direct search first.
    pub cells: Vec<VariantCell>,
}

/// The whole figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Figure {
    /// How many positions there are.
    pub positions: usize,
    /// The depth that was asked for, in plies.
    pub depth: u32,
    /// The size of the transposition table, in entries.
    pub entries: usize,
    /// The most nodes a search had for one depth, if there was a limit.
    pub most_nodes: Option<u64>,
    /// The depths from 2 ply on. A depth that no position reached is left out.
    pub rows: Vec<DepthRow>,
    /// How often a variant found another value than direct search. Anything but 0 is an error in
    /// the program.
    pub disagreements: usize,
    /// The instructions, if they were counted.
    pub instructions: Option<Instructions>,
    /// Whether the experiment was stopped before its end.
    pub interrupted: bool,
}

impl Figure {
    pub(super) fn new(
        variants: &[SearchVariant],
        searched: &[SearchedPosition],
        depth: u32,
    ) -> Figure {
        Figure {
            positions: searched.len(),
            depth,
            entries: 0,
            most_nodes: None,
            rows: (2..=depth)
                .filter_map(|depth| row(variants, searched, depth))
                .collect(),
            disagreements: searched.iter().map(disagreements).sum(),
            instructions: None,
            interrupted: false,
        }
    }

    /// The names of all variants.
    pub fn variants(&self) -> Vec<&str> {
        let cells = self.rows.first().map_or(&[][..], |row| &row.cells);
        cells.iter().map(|cell| cell.variant.as_str()).collect()
    }
}

impl DepthRow {
    /// The cell of a variant.
    pub fn cell(&self, variant: &str) -> Option<&VariantCell> {
        self.cells.iter().find(|cell| cell.variant == variant)
    }
}

fn row(variants: &[SearchVariant], searched: &[SearchedPosition], depth: u32) -> Option<DepthRow> {
    let at = depth as usize - 1;
    let finished: Vec<Vec<NodeCounts>> = searched
        .iter()
        .filter_map(|position| {
            let readings = position.by_variant.iter();
            readings
                .map(|readings| readings.get(at).map(|reading| reading.counts))
                .collect()
        })
        .collect();
    if finished.is_empty() {
        return None;
    }
    let mut totals = vec![NodeCounts::default(); variants.len()];
    for position in &finished {
        for (total, counts) in totals.iter_mut().zip(position) {
            *total += *counts;
        }
    }
    let direct = totals[0];
    let minimal = finished
        .iter()
        .map(|position| minimal_tree(position[0].width(), depth))
        .sum();
    let percent = |part: f64, whole: u64| 100.0 * part / whole as f64;
    Some(DepthRow {
        depth,
        positions: finished.len(),
        width: direct.width(),
        minimal,
        minimal_percent: percent(minimal, direct.horizon),
        cells: variants
            .iter()
            .zip(totals)
            .map(|(variant, counts)| VariantCell {
                variant: variant.to_string(),
                counts,
                horizon_percent: percent(counts.horizon as f64, direct.horizon),
                nodes_percent: percent(counts.nodes() as f64, direct.nodes()),
            })
            .collect(),
    })
}

fn disagreements(position: &SearchedPosition) -> usize {
    let Some((direct, others)) = position.by_variant.split_first() else {
        return 0;
    };
    others
        .iter()
        .flat_map(|readings| direct.iter().zip(readings))
        .filter(|(one, other)| one.value != other.value)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(value: i32, horizon: u64) -> DepthResult {
        DepthResult {
            value,
            counts: NodeCounts {
                horizon,
                interior: 100,
                generations: 10,
                moves_generated: 300,
                ..NodeCounts::default()
            },
        }
    }

    #[test]
    fn only_what_all_have_finished_is_compared() {
        let variants = [SearchVariant::DIRECT, "pvs".parse().unwrap()];
        let one = SearchedPosition {
            by_variant: vec![
                vec![reading(1, 10), reading(2, 900), reading(3, 5000)],
                vec![reading(1, 10), reading(2, 300), reading(4, 5000)],
            ],
        };
        let other = SearchedPosition {
            by_variant: vec![
                vec![reading(1, 10), reading(2, 100)],
                vec![reading(1, 10), reading(2, 100)],
            ],
        };
        let figure = Figure::new(&variants, &[one, other], 4);
        assert_eq!(figure.disagreements, 1);
        let depths: Vec<(u32, usize)> = figure
            .rows
            .iter()
            .map(|row| (row.depth, row.positions))
            .collect();
        assert_eq!(depths, [(2, 2), (3, 1)]);
        let row = &figure.rows[0];
        assert_eq!(row.cell("pvs").unwrap().horizon_percent, 40.0);
        assert_eq!(row.cell("pvs").unwrap().nodes_percent, 50.0);
        assert_eq!((row.width, row.minimal), (30.0, 2.0 * 59.0));
        assert_eq!(row.minimal_percent, 11.8);
    }
}
