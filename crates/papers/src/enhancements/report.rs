//! The figure as tables, as a picture and as a page.

use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use super::conclusions;
use super::figure::{Figure, VariantCell};
use super::instructions::Instructions;
use bstar_kit::plot::{Curve, Plot};

/// Everything about the figure but its rows.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FigureSummary<'a> {
    /// How many positions there are.
    positions: usize,
    /// How deep they were to be searched.
    depth: u32,
    /// The size of the transposition table.
    entries: usize,
    /// The most nodes a search had for one depth, or `null`.
    most_nodes: Option<u64>,
    /// How often a variant found another value than direct search; always 0.
    disagreements: usize,
    /// Instructions, where they were counted, else `null`.
    instructions: &'a Option<Instructions>,
    /// What the paper concludes, and what is found here.
    findings: Vec<conclusions::Conclusion>,
    /// Whether it was stopped before its end.
    interrupted: bool,
}

const MINIMAL_TREE_NAME: &str = "minimal tree";
/// The only height of a curve that the paper's text gives. On average, iterative deepening takes 5
/// % more CPU time than direct search.
const PAPER_ITERATIVE_PERCENT: f64 = 105.0;

impl Figure {
    /// Everything but the rows, as an object.
    pub fn summary(&self) -> FigureSummary<'_> {
        FigureSummary {
            positions: self.positions,
            depth: self.depth,
            entries: self.entries,
            most_nodes: self.most_nodes,
            disagreements: self.disagreements,
            instructions: &self.instructions,
            findings: conclusions::conclusions(self),
            interrupted: self.interrupted,
        }
    }

    /// Tables and conclusions as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (title, table) in self.tables() {
            let _ = writeln!(text, "{title}\n\n{table}");
        }
        let _ = writeln!(text, "{}\n", self.agreement());
        for finding in conclusions::conclusions(self) {
            let _ = writeln!(
                text,
                "{}\n  the paper: {}\n  here:      {}",
                finding.name, finding.paper, finding.here
            );
        }
        text
    }

    /// A page in Markdown. It names the command that made it.
    pub fn page(&self, command: &str, picture: Option<&Path>) -> String {
        let mut page = format!(
            "# What the enhancements of alpha-beta save\n\nMade by `{command}`; do not edit by hand.\n\n{}\n\n",
            INTRODUCTION_WORDS
                .trim()
                .replace("POSITIONS", &self.positions.to_string())
        );
        if let Some(name) = picture.and_then(|path| path.file_name()) {
            let _ = writeln!(
                page,
                "![Horizon nodes against direct alpha-beta, by depth]({})\n",
                name.to_string_lossy()
            );
        }
        for (title, table) in self.tables() {
            let _ = writeln!(page, "## {title}\n\n{table}");
        }
        let _ = writeln!(
            page,
            "{}\n\n## Beside the paper\n\n{}\n",
            self.agreement(),
            PAPER_WORDS.trim()
        );
        page.push_str("| | the paper | here |\n|---|---|---|\n");
        for finding in conclusions::conclusions(self) {
            let _ = writeln!(
                page,
                "| {} | {} | {} |",
                finding.name, finding.paper, finding.here
            );
        }
        let method = METHOD_WORDS
            .trim()
            .replace("ENTRIES", &self.entries.to_string());
        let _ = write!(page, "\n## How it was searched\n\n{method}\n");
        page
    }

    /// The figure as an SVG: horizon nodes by depth.
    pub fn svg(&self) -> String {
        let depth = |depth: u32| f64::from(depth);
        let variants = self.variants().into_iter().map(|name| Curve {
            name: name.to_owned(),
            points: self
                .rows
                .iter()
                .filter_map(|row| Some((depth(row.depth), row.cell(name)?.horizon_percent)))
                .collect(),
        });
        let minimal = Curve {
            name: MINIMAL_TREE_NAME.to_owned(),
            points: self
                .rows
                .iter()
                .map(|row| (depth(row.depth), row.minimal_percent))
                .collect(),
        };
        let from_paper = Curve {
            name: "Marsland 1991: iterative, mean of CPU time".to_owned(),
            points: self
                .rows
                .iter()
                .map(|row| (depth(row.depth), PAPER_ITERATIVE_PERCENT))
                .collect(),
        };
        Plot {
            title: "Horizon nodes, direct alpha-beta = 100".to_owned(),
            across: "depth in plies".to_owned(),
            upwards: "% of direct alpha-beta".to_owned(),
            curves: variants.chain([minimal, from_paper]).collect(),
        }
        .svg()
    }

    fn tables(&self) -> Vec<(&'static str, String)> {
        let mut tables = vec![
            (
                "Horizon nodes, direct alpha-beta = 100",
                self.horizon_table(),
            ),
            (
                "All nodes, direct alpha-beta = 100",
                self.percentages(|cell| cell.nodes_percent),
            ),
        ];
        if let Some(instructions) = &self.instructions {
            let rows: Vec<u32> = instructions.rows.iter().map(|row| row.depth).collect();
            let mut table = header(&rows);
            for name in self.variants() {
                let cells = instructions.rows.iter().map(|row| row.percent(name));
                line(&mut table, name, cells.map(percent));
            }
            let direct = instructions.rows.iter().map(|row| row.cells.first());
            let millions = direct.map(|cell| {
                cell.map_or_else(
                    || "-".to_owned(),
                    |cell| format!("{:.0}", cell.instructions as f64 / 1e6),
                )
            });
            line(&mut table, "direct, millions of instructions", millions);
            tables.push(("Instructions, direct alpha-beta = 100", table));
        }
        tables
    }

    fn horizon_table(&self) -> String {
        let mut table = self.percentages(|cell| cell.horizon_percent);
        line(
            &mut table,
            MINIMAL_TREE_NAME,
            self.rows
                .iter()
                .map(|row| format!("{:.1}", row.minimal_percent)),
        );
        line(
            &mut table,
            "direct, horizon nodes",
            self.rows.iter().map(|row| {
                row.cells
                    .first()
                    .map_or_else(String::new, |cell| cell.counts.horizon.to_string())
            }),
        );
        line(
            &mut table,
            "width of its trees",
            self.rows.iter().map(|row| format!("{:.1}", row.width)),
        );
        line(
            &mut table,
            "positions",
            self.rows
                .iter()
                .map(|row| format!("{} of {}", row.positions, self.positions)),
        );
        table
    }

    fn percentages(&self, of: fn(&VariantCell) -> f64) -> String {
        let depths: Vec<u32> = self.rows.iter().map(|row| row.depth).collect();
        let mut table = header(&depths);
        for name in self.variants() {
            line(
                &mut table,
                name,
                self.rows.iter().map(|row| percent(row.cell(name).map(of))),
            );
        }
        table
    }

    /// Whether all searches agree, and what is missing.
    fn agreement(&self) -> String {
        let searches: usize = self
            .rows
            .iter()
            .map(|row| row.positions * (row.cells.len().max(1) - 1))
            .sum();
        let mut words = match self.disagreements {
            0 => format!(
                "All variants found the value that direct search found, in each of {searches} searches."
            ),
            wrong => format!(
                "A mistake in the program: {wrong} searches found another value than direct search."
            ),
        };
        for depth in 2..=self.depth {
            let row = self.rows.iter().find(|row| row.depth == depth);
            let missing = self.positions - row.map_or(0, |row| row.positions);
            if missing > 0 {
                let _ = write!(
                    words,
                    " Missing at {depth} ply: {missing} of {} positions",
                    self.positions
                );
                if let Some(nodes) = self.most_nodes {
                    let _ = write!(
                        words,
                        " that some variant did not finish with {nodes} nodes"
                    );
                }
                words.push('.');
            }
        }
        words
    }
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"))
}

fn header(depths: &[u32]) -> String {
    let mut table = format!("| {:<32} |", "");
    for depth in depths {
        let _ = write!(table, " {:>11} |", format!("{depth} ply"));
    }
    table.push_str("\n|---|");
    table.push_str(&"---:|".repeat(depths.len()));
    table.push('\n');
    table
}

fn line(table: &mut String, name: &str, cells: impl Iterator<Item = String>) {
    let _ = write!(table, "| {name:<32} |");
    for cell in cells {
        let _ = write!(table, " {cell:>11} |");
    }
    table.push('\n');
}

const INTRODUCTION_WORDS: &str = "
Direct alpha-beta, iterative deepening, aspiration (a window of a pawn to either side) and principal variation search (`pvs`) go through the same trees, those of POSITIONS positions (without a file
in the command, the 24 of Bratko and Kopec). `+trans`, `+ref` and `+hist` add tables of transpositions, refutations and history. It is the experiment behind Fig. 8 of T. A. Marsland's survey
*Computer Chess and Search* (1991). All figures are sums over the positions, in percent of what direct alpha-beta needs at the same depth; iterations before the last are counted in. A depth counts only
the positions that every variant finished.
";

const PAPER_WORDS: &str = "
The paper gives its results as a graph. Its text, which is all we have of it, tells two numbers: iterative deepening takes 5 % more time than direct search, on average, and the positions have 34 moves on average. How high the
other traces run, at which depths they cross, and which combinations of tables were drawn for which search, the text does not tell. So only the 5 % could be drawn beside our curves, as a level line. What
can be compared further are the six conclusions. One thing differs throughout: he measured CPU time, we count nodes and, where that table is there, instructions. His lower line is in nodes, like ours.
";

const METHOD_WORDS: &str = "
- A searcher of its own (`crates/papers/src/enhancements`), after Figs. 1, 3, 5 and 7 of the paper: full width to a fixed depth, no pruning but alpha-beta's, no extensions; at the horizon the captures that lose nothing by
  static exchange are played out, and nobody has to capture. The evaluation is material and squares, without the fifty-move counter, so that a position has one value.
- *Horizon nodes* are the positions at the horizon; all nodes are these, those above and those beyond, reached by captures. A horizon node that is looked at twice counts twice.
- Order of moves: safe captures first, the largest gain first; then the others as they are generated. A move from the transposition table, then one from the refutation table, is tried before
  moves are generated. With a history table the moves that are no safe captures are ordered by how often a move between the same two squares was best or good enough, each time counted once.
- Iterations begin with the best move of the last; the other moves of the root keep their order. Where the paper's re-search of an aspiration begins at the value found, ours begins a point beyond.
- PVS searches a horizon node with the window as it is: with captures to play out, the rule by which the paper does without re-searches two plies above the horizon does not hold.
- The transposition table has ENTRIES places, each looked at once; a new position drives the old one out. A value counts only for exactly the height that is wanted. (The paper also takes deeper
  ones; then searches would not agree on the value.) The bounds in it do not narrow a window.
- The minimal tree is W^⌈d/2⌉ + W^⌊d/2⌋ − 1 horizon nodes (Knuth and Moore 1975), W being the mean number of moves at the nodes of each position's own direct search. Real trees are not uniform, so this is a measure and
  no bound; and a search with a transposition table, which meets a position once, may need less.
- Instructions are those of whole runs under Valgrind (`--tool=cachegrind`), all positions together, less what a run without positions takes.
";

#[cfg(test)]
mod tests {
    use crate::enhancements::Enhancements;
    use bstar_kit::stop::Stop;
    use std::path::Path;

    #[test]
    fn text_page_and_picture_tell_of_every_variant() {
        let mut plan = Enhancements::bratko_kopec();
        plan.keep_first(2);
        plan.depth = 3;
        let figure = plan.run(&Stop::new(), &mut |_| {}).unwrap();
        let page = figure.page(
            "bstar-lab enhancements",
            Some(Path::new("docs/picture.svg")),
        );
        for text in [figure.text(), page.clone(), figure.svg()] {
            for name in figure.variants() {
                assert!(text.contains(name), "{name} is missing in {text}");
            }
            assert!(!text.contains("NaN"), "{text}");
        }
        assert!(page.contains("](picture.svg)"), "{page}");
        assert!(page.contains("2 of 2"), "{page}");
        assert!(page.contains("those of 2 positions"), "{page}");
        assert!(page.contains("has 8192 places"), "{page}");
        assert!(page.contains("in each of 40 searches"), "{page}");
    }
}
