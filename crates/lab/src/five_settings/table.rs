//! Our counts and the paper's, side by side.

use std::fmt;

use serde::Serialize;

use super::answers::{Five, PositionAnswers};

/// How many positions of a suite each setting solved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuiteRow {
    /// Which suite.
    pub suite: String,
    /// How many of its positions were searched.
    pub positions: u32,
    /// How many were solved.
    pub solved: Five<u32>,
}

/// A row of the paper's table.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PaperRow {
    /// Which problems.
    pub problems: &'static str,
    /// The most points possible.
    pub possible: u32,
    /// The points of each setting.
    pub points: Five<u32>,
}

/// Table 2 of the 1996 paper as printed: points on the problems of the book *The Best Move*. Some
/// columns do not add up.
pub const PAPER_TABLE_TWO: [PaperRow; 4] = [
    paper("opening", 28, [18, 22, 17, 17, 17]),
    paper("middlegame", 837, [559, 587, 547, 604, 613]),
    paper("ending", 235, [166, 179, 145, 149, 151]),
    paper("all", 1100, [770, 815, 704, 765, 781]),
];

const fn paper(problems: &'static str, possible: u32, points: [u32; 5]) -> PaperRow {
    let [alphabeta, alphabeta_4x, bstar, bstar_2x, bstar_deeper] = points;
    PaperRow {
        problems,
        possible,
        points: Five {
            alphabeta,
            alphabeta_4x,
            bstar,
            bstar_2x,
            bstar_deeper,
        },
    }
}

/// The table so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SettingsTable {
    /// The standard effort, in nodes for a position.
    pub nodes: u64,
    /// A row for each suite.
    pub rows: Vec<SuiteRow>,
    /// The paper's table.
    pub paper: [PaperRow; 4],
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

impl SettingsTable {
    pub(super) fn new(suites: &[String], nodes: u64) -> SettingsTable {
        SettingsTable {
            nodes,
            rows: suites
                .iter()
                .map(|suite| SuiteRow {
                    suite: suite.clone(),
                    positions: 0,
                    solved: Five::default(),
                })
                .collect(),
            paper: PAPER_TABLE_TWO,
            interrupted: false,
        }
    }

    pub(super) fn add(&mut self, suite: usize, answers: &PositionAnswers) {
        let row = &mut self.rows[suite];
        row.positions += 1;
        row.solved = row.solved.plus(Five {
            alphabeta: u32::from(answers.settings.alphabeta.solved),
            alphabeta_4x: u32::from(answers.settings.alphabeta_4x.solved),
            bstar: u32::from(answers.settings.bstar.solved),
            bstar_2x: u32::from(answers.settings.bstar_2x.solved),
            bstar_deeper: u32::from(answers.settings.bstar_deeper.solved),
        });
    }

    /// All suites together.
    fn together(&self) -> SuiteRow {
        SuiteRow {
            suite: "together".to_owned(),
            positions: self.rows.iter().map(|row| row.positions).sum(),
            solved: self
                .rows
                .iter()
                .fold(Five::default(), |sum, row| sum.plus(row.solved)),
        }
    }
}

impl Five<u32> {
    fn plus(self, other: Five<u32>) -> Five<u32> {
        Five {
            alphabeta: self.alphabeta + other.alphabeta,
            alphabeta_4x: self.alphabeta_4x + other.alphabeta_4x,
            bstar: self.bstar + other.bstar,
            bstar_2x: self.bstar_2x + other.bstar_2x,
            bstar_deeper: self.bstar_deeper + other.bstar_deeper,
        }
    }
}

impl fmt::Display for SettingsTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<30}", format!("standard effort {} nodes", self.nodes))?;
        for heading in ["alpha-beta", "4 x nodes", "B*", "2 x nodes", "probe + 1"] {
            write!(f, "{heading:>15}")?;
        }
        let together = (self.rows.len() > 1).then(|| self.together());
        for row in self.rows.iter().chain(&together) {
            line(
                f,
                &format!("{} ({})", row.suite, row.positions),
                row.positions,
                row.solved,
            )?;
        }
        write!(
            f,
            "\n\nThe paper's points on The Best Move, as printed (its columns do not all add up)"
        )?;
        for row in &self.paper {
            line(
                f,
                &format!("{} ({})", row.problems, row.possible),
                row.possible,
                row.points,
            )?;
        }
        Ok(())
    }
}

/// Writes each number with its share of all.
fn line(f: &mut fmt::Formatter<'_>, name: &str, all: u32, counts: Five<u32>) -> fmt::Result {
    write!(f, "\n{name:<30}")?;
    for &count in counts.as_array() {
        let share = 100.0 * f64::from(count) / f64::from(all.max(1));
        write!(f, "{:>15}", format!("{count} ({share:.1} %)"))?;
    }
    Ok(())
}
