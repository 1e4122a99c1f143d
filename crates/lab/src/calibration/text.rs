//! The report for people: tables that are also Markdown.

use std::fmt::{self, Write};

use super::bands::Band;
use super::brier::Skill;
use super::intervals::{IntervalQuality, IntervalRule};
use super::kind::StatementKind;
use super::report::{CalibrationReport, HalfProgress, KindReport};

/// The text of an empty cell in a table.
const NOTHING: &str = "-";

const LEGEND: &str = "A statement is true if it happens as often as it is said. The Brier score is the mean squared error, less is better. Skill is 1 for a perfect prophet and 0 for the reference; below 0 the reference is better. \
    Leaf and depth 1 to 3 are positions inside the tree, drawn at random; they reach the target if the judge finds them worth it to the side that B* searched for. The others are rivals of the chosen move.";

impl fmt::Display for CalibrationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.heading())?;
        f.write_str(&self.summary())?;
        writeln!(f, "\n{LEGEND}")?;
        if self.learn.is_none() {
            f.write_str("\nThe references that are fitted to a learning half are missing: name it with --learn FILE.\n")?;
        }
        for kind in self.kinds.iter().filter(|kind| kind.cases > 0) {
            write!(f, "\n{}\n\n{}", about(kind), said_table(&kind.bands))?;
        }
        if !self.gaps.is_empty() {
            write!(
                f,
                "\nRivals by how far they are behind the chosen move by likely, in points of a hundred. Really better: by more than a point.\n\n{}",
                gap_table(&self.gaps)
            )?;
        }
        if !self.intervals.is_empty() {
            write!(
                f,
                "\n{}\n\n{}",
                self.about_intervals(),
                interval_table(&self.intervals)
            )?;
        }
        let hours = &self.core_hours;
        write!(
            f,
            "\nCore-hours: {:.2} thinking, {:.2} judging root moves (in this run), {:.2} judging positions inside the trees.",
            hours.thinking, hours.judging_moves, hours.judging_inside
        )
    }
}

impl CalibrationReport {
    fn heading(&self) -> String {
        let half = |half: &HalfProgress| format!("{} of {} positions", half.thought, half.asked);
        let learn = match &self.learn {
            Some(learn) => format!("; to learn from: {}", half(learn)),
            None => String::new(),
        };
        format!(
            "What {} said and what happened. It had {} nodes for a position; {}{learn}. The judge {} had {} nodes for a root move and {} for a position inside a tree. ± is half of a 95 % interval.\n",
            self.player,
            self.nodes,
            half(&self.report),
            self.judge,
            self.judge_nodes,
            self.inner_nodes
        )
    }

    /// A row for each kind of statement.
    fn summary(&self) -> String {
        let mut table = head(&[
            "statement",
            "cases",
            "said",
            "happened",
            "Brier score",
            "best constant",
            "skill beside it",
            "curve of the gap",
            "skill beside it",
        ]);
        for kind in &self.kinds {
            let brier = kind.brier.map(|mean| format!("{mean:.4}"));
            let row = [
                kind.kind.name().to_owned(),
                kind.cases.to_string(),
                or_nothing(kind.said.map(percent)),
                or_nothing(kind.happened.map(percent)),
                or_nothing(brier),
                or_nothing(kind.constant_brier.map(score)),
                or_nothing(kind.beside_constant),
                or_nothing(kind.curve_brier.map(score)),
                or_nothing(kind.beside_curve),
            ];
            table.push_str(&line(&row));
        }
        table
    }

    fn about_intervals(&self) -> String {
        let mut text = "The interval of the chosen move from least to most, and intervals around likely that were fitted to cover 90 % of the learning half. Winkler's score is the width, and 20 times what a value is outside: less is better.".to_owned();
        if self.without_interval > 0 {
            let _ = write!(
                text,
                " No interval was told of {} chosen moves; they are left out.",
                self.without_interval
            );
        }
        text
    }
}

/// How good intervals are, in rows.
pub(crate) fn interval_table(intervals: &[IntervalQuality]) -> String {
    let mut table = head(&[
        "interval",
        "cases",
        "covers",
        "median width",
        "Winkler's score",
    ]);
    for quality in intervals {
        let row = [
            interval_name(quality),
            quality.cases.to_string(),
            share(quality.coverage, quality.coverage_interval),
            format!("{:.1}", quality.median_width),
            format!("{:.1}", quality.winkler),
        ];
        table.push_str(&line(&row));
    }
    table
}

fn interval_name(quality: &IntervalQuality) -> String {
    let fitted = quality.fitted.unwrap_or_default();
    match quality.rule {
        IntervalRule::AsTold => "as told".to_owned(),
        IntervalRule::Constant => format!("likely ± {fitted:.1}"),
        IntervalRule::OpenGame => format!("likely ± {fitted:.1} p(1 − p)"),
    }
}

/// What a kind of statement says, and how many there were.
fn about(kind: &KindReport) -> String {
    let name = kind.kind.name();
    match (kind.kind, kind.trees) {
        (_, Some(trees)) => {
            let place = match kind.kind {
                StatementKind::Leaf => "leaves",
                _ => "positions",
            };
            format!(
                "{name}: reaches the target. Drawn from {} {place} that had a probability; besides, {} were ruled out, {} had reached the target, and of {} too little was known.",
                trees.open, trees.ruled_out, trees.reached, trees.unknown
            )
        }
        _ => {
            let which = match kind.kind {
                StatementKind::LikeliestRival => "the rival with the highest overtakes",
                _ => "the rival with the highest likely",
            };
            format!(
                "{name}: {which} is better than the chosen move by more than a point. Of {} cases, {} were told to be at least so much.",
                kind.cases, kind.lower_bounds
            )
        }
    }
}

/// What was said in bands, and what happened.
pub(crate) fn said_table(bands: &[Band]) -> String {
    let mut table = head(&["said", "cases", "said on average", "happened (95 %)"]);
    for band in bands {
        let row = [
            format!("{:.0} to {:.0} %", 100.0 * band.from, 100.0 * band.to),
            band.cases.to_string(),
            percent(band.said),
            share(band.happened, band.interval),
        ];
        table.push_str(&line(&row));
    }
    table
}

fn gap_table(bands: &[Band]) -> String {
    let mut table = head(&[
        "how far behind",
        "cases",
        "said: overtakes",
        "really better (95 %)",
    ]);
    for band in bands {
        let name = match (band.from, band.to) {
            (0.0, to) => format!("up to {to}"),
            (from, f64::INFINITY) => format!("over {from}"),
            (from, to) => format!("{from} to {to}"),
        };
        let row = [
            name,
            band.cases.to_string(),
            percent(band.said),
            share(band.happened, band.interval),
        ];
        table.push_str(&line(&row));
    }
    table
}

/// The head of a table: the first column on the left, numbers on the right.
fn head(names: &[&str]) -> String {
    let numbers = "---:|".repeat(names.len().saturating_sub(1));
    format!("| {} |\n|---|{numbers}\n", names.join(" | "))
}

fn line(row: &[String]) -> String {
    format!("| {} |\n", row.join(" | "))
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn score(brier: f64) -> String {
    format!("{brier:.4}")
}

fn share(share: f64, [low, high]: [f64; 2]) -> String {
    format!(
        "{:.1} % ({:.1} to {:.1})",
        100.0 * share,
        100.0 * low,
        100.0 * high
    )
}

fn or_nothing(value: Option<impl fmt::Display>) -> String {
    value.map_or_else(|| NOTHING.to_owned(), |value| value.to_string())
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.skill)?;
        match self.error {
            Some(error) => write!(f, " ± {error:.3}"),
            None => Ok(()),
        }
    }
}
