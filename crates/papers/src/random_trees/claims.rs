//! Claims about the results. The figures decide whether a claim holds.

use super::results::{FinishedExperiment, solved_by_all};
use super::size_class::SizeClass;
use super::table_one::{SearchRow, TableOne};

/// A claim, and whether the figures support it.
pub(super) struct PaperClaim {
    pub claim: &'static str,
    pub holds: bool,
    /// The figures that decide it.
    pub figures: String,
}

const SMALL: usize = SizeClass::UpTo200 as usize;
const MIDDLING: usize = SizeClass::UpTo1000 as usize;
const LARGE: usize = SizeClass::Larger as usize;

/// The paper's searches without best-first. The search with invalid bounds sees other trees, so it
/// is left out too.
fn variants(table: &TableOne) -> impl Iterator<Item = &SearchRow> {
    let is_variant =
        |row: &&SearchRow| row.printed.is_some() && row.name != "BF" && row.name != "2DRMX";
    table.rows.iter().filter(is_variant)
}

fn listed(rows: impl Iterator<Item = String>) -> String {
    rows.collect::<Vec<_>>().join(", ")
}

pub(super) fn on_table_one(table: &TableOne) -> Vec<PaperClaim> {
    let ratio = |row: &SearchRow, class: usize| row.ratios[class].unwrap_or(f64::NAN);
    let beats = |row: &SearchRow| ratio(row, MIDDLING) < 1.0 && ratio(row, LARGE) < 1.0;
    let grows = |row: &SearchRow| {
        ratio(row, LARGE) <= ratio(row, MIDDLING) && ratio(row, MIDDLING) <= ratio(row, SMALL)
    };
    let mut claims = vec![
        PaperClaim {
            claim: "Every variant of B\\* beats best-first on trees over 200 nodes.",
            holds: variants(table).all(beats),
            figures: listed(variants(table).map(|row| {
                format!(
                    "{} {:.3} and {:.3}",
                    row.name,
                    ratio(row, MIDDLING),
                    ratio(row, LARGE)
                )
            })),
        },
        PaperClaim {
            claim: "The advantage grows with the size of trees, from 200 nodes to over 1,000.",
            holds: variants(table).all(grows),
            figures: listed(variants(table).map(|row| {
                let [small, middling, large] =
                    [SMALL, MIDDLING, LARGE].map(|class| ratio(row, class));
                format!("{} {small:.3}, {middling:.3}, {large:.3}", row.name)
            })),
        },
    ];
    if let Some(row) = table.row("alphabeta") {
        let [small, middling, large] = [SMALL, MIDDLING, LARGE].map(|class| ratio(row, class));
        claims.push(PaperClaim {
            claim: "Alpha-beta needs at least three times best-first's nodes on trees over 200 nodes.",
            holds: middling >= 3.0 && large >= 3.0,
            figures: format!("{middling:.2} up to 1,000 nodes, {large:.2} beyond; but {small:.2} up to 200"),
        });
    }
    claims
}

pub(super) fn on_hard_trees(hard: &[FinishedExperiment]) -> Vec<PaperClaim> {
    let given_up =
        |made: &FinishedExperiment, name: &str| made.table.row(name).map_or(0, |row| row.given_up);
    let least = |made: &FinishedExperiment| {
        variants(&made.table)
            .map(|row| row.given_up)
            .min()
            .unwrap_or(0)
    };
    let mut fewer = 0;
    let fewer_nodes = listed(hard.iter().map(|made| {
        let all = solved_by_all(made);
        let of = |name: &str| {
            let number = made
                .experiment
                .searches
                .iter()
                .position(|searcher| searcher.name() == name);
            number.map_or(0, |number| all.nodes[number])
        };
        fewer += usize::from(of("CP") < of("DB"));
        format!(
            "{:.0} against {:.0} thousand on {} trees",
            of("CP") as f64 / 1e3,
            of("DB") as f64 / 1e3,
            all.trees
        )
    }));
    let all_nodes = |made: &FinishedExperiment, name: &str| -> usize {
        let searches = &made.experiment.searches;
        let number = searches.iter().position(|searcher| searcher.name() == name);
        let nodes = |number: usize| {
            made.lines
                .iter()
                .map(|line| line.efforts[number].nodes)
                .sum()
        };
        number.map_or(0, nodes)
    };
    vec![
        PaperClaim {
            claim: "Disprove-Best solves at least as many hard trees as every variant of 1978.",
            holds: hard.iter().all(|made| given_up(made, "DB") <= least(made)),
            figures: listed(hard.iter().map(|made| {
                format!(
                    "{} given up against {} by the best of them",
                    given_up(made, "DB"),
                    least(made)
                )
            })),
        },
        PaperClaim {
            claim: "The cheapest proof solves at least as many hard trees as Disprove-Best.",
            holds: hard
                .iter()
                .all(|made| given_up(made, "CP") <= given_up(made, "DB")),
            figures: listed(hard.iter().map(|made| {
                format!(
                    "{} given up against {}",
                    given_up(made, "CP"),
                    given_up(made, "DB")
                )
            })),
        },
        PaperClaim {
            claim: "The cheapest proof needs fewer nodes than Disprove-Best on all hard trees together, with a tree given up counted as far as it went.",
            holds: hard
                .iter()
                .all(|made| all_nodes(made, "CP") < all_nodes(made, "DB")),
            figures: listed(hard.iter().map(|made| {
                let [own, other] = ["CP", "DB"].map(|name| all_nodes(made, name) as f64 / 1e6);
                format!("{own:.2} against {other:.2} million")
            })),
        },
        PaperClaim {
            claim: "The cheapest proof needs fewer nodes than Disprove-Best on the hard trees that all solved.",
            holds: fewer == hard.len(),
            figures: fewer_nodes,
        },
    ]
}
