//! The report for people: a table that is also Markdown, and what follows from it.

use std::fmt::{self, Write};

use super::answer::{grouped, percent};
use super::report::ScalingReport;
use super::scaling_run::ScalingRun;

/// The text of an empty cell in the table.
const NOTHING: &str = "-";

impl fmt::Display for ScalingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.table())?;
        writeln!(f, "\n{}", self.answer)?;
        write!(
            f,
            "The paper has {:.1} % of {} games, at about {} nodes a move. The bounds of B* here: {}. All runs took {:.2} core-hours.",
            100.0 * self.paper.score,
            self.paper.games,
            grouped(self.paper.nodes),
            self.bounds,
            self.core_hours
        )
    }
}

impl ScalingReport {
    /// A table with a column for each run.
    fn table(&self) -> String {
        let mut table = String::new();
        self.row(&mut table, "nodes a move", |run| grouped(run.nodes));
        table.push_str("|---|");
        table.push_str(&"---:|".repeat(self.runs.len()));
        table.push('\n');
        self.row(&mut table, "games played of those announced", |run| {
            format!("{} of {}", run.games, run.announced)
        });
        self.row(&mut table, "wins, draws, losses of B*", |run| {
            format!("{}, {}, {}", run.wins, run.draws, run.losses)
        });
        self.row(&mut table, "score of B* (95 % interval)", |run| {
            or_nothing(run.score.map(|score| percent(score, run.interval)))
        });
        self.row(&mut table, "Elo difference", |run| or_nothing(run.strength));
        self.row(&mut table, "expansions, median", |run| {
            or_nothing(run.expansions)
        });
        self.row(&mut table, "depth of probes, median", |run| {
            or_nothing(run.probe_depth)
        });
        self.row(&mut table, "nodes below the root, mean", |run| {
            or_nothing(
                run.share_below_root
                    .map(|share| format!("{:.1} %", 100.0 * share)),
            )
        });
        self.row(&mut table, "largest root lead, plies", |run| {
            or_nothing(run.largest_lead)
        });
        self.row(&mut table, "searches with a root lead above 2", |run| {
            format!("{} of {}", run.long_leads, run.searches)
        });
        self.row(&mut table, "led by the tree", |run| {
            let words = |is_led| if is_led { "yes" } else { "no" };
            or_nothing(run.is_tree_led.map(words))
        });
        if self.runs.iter().any(|run| run.faults > 0) {
            self.row(&mut table, "games lost by a crash or the like", |run| {
                run.faults.to_string()
            });
        }
        self.row(&mut table, "core-hours", |run| {
            format!("{:.2}", run.core_hours)
        });
        table
    }

    fn row(&self, table: &mut String, name: &str, cell: impl Fn(&ScalingRun) -> String) {
        let _ = write!(table, "| {name:<33} |");
        for run in &self.runs {
            let _ = write!(table, " {:>22} |", cell(run));
        }
        table.push('\n');
    }
}

fn or_nothing(value: Option<impl fmt::Display>) -> String {
    value.map_or_else(|| NOTHING.to_owned(), |value| value.to_string())
}
