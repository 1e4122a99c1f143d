//! Instructions, counted by Valgrind.
//!
//! The paper compares CPU time. Time on a busy machine says little; how many instructions a search takes hardly changes from run to run. Valgrind counts them for whole
//! programs, so each search is a run of its own, and what a run without any position takes is taken off.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde::Serialize;
use thiserror::Error;

use super::experiment::Enhancements;
use super::variant::Variant;
use bstar_kit::stop::Stop;

/// Why instructions cannot be counted.
#[derive(Debug, Error)]
pub enum InstructionsError {
    /// There is no Valgrind.
    #[error(
        "cannot count instructions: that needs the program `valgrind`, which cannot be started here ({0})"
    )]
    NoValgrind(io::Error),
    /// It did not tell.
    #[error("valgrind tells no number of instructions ({status}); its last words: {last_words}")]
    NoCount {
        /// How it ended.
        status: std::process::ExitStatus,
        /// The end of what it wrote.
        last_words: String,
    },
}

/// Instructions of all variants, direct search first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Instructions {
    /// How many positions were searched.
    pub positions: usize,
    /// By depth.
    pub rows: Vec<InstructionRow>,
}

/// Instructions at one depth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InstructionRow {
    /// In plies.
    pub depth: u32,
    /// Which variant took how many.
    pub cells: Vec<InstructionCell>,
}

/// Instructions of one variant at one depth, all positions together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InstructionCell {
    /// Which variant.
    pub variant: String,
    /// How many, without those the program needs to begin.
    pub instructions: u64,
    /// Direct search having 100.
    pub percent: f64,
}

impl InstructionRow {
    /// Of the instructions of each variant, direct search first.
    pub fn new(depth: u32, counted: &[(Variant, u64)]) -> InstructionRow {
        let direct = counted.first().map_or(1, |(_, count)| *count) as f64;
        let cells = counted.iter().map(|(variant, count)| InstructionCell {
            variant: variant.to_string(),
            instructions: *count,
            percent: 100.0 * *count as f64 / direct,
        });
        InstructionRow {
            depth,
            cells: cells.collect(),
        }
    }

    /// The share of a variant, direct search having 100.
    pub fn percent(&self, variant: &str) -> Option<f64> {
        let cell = self.cells.iter().find(|cell| cell.variant == variant);
        cell.map(|cell| cell.percent)
    }
}

/// This program, run under Valgrind again and again.
#[derive(Clone, Debug)]
pub struct Counter {
    /// The program.
    pub program: PathBuf,
    /// What comes before the options that [`Counter::count_all`] adds: the command, and which positions.
    pub command: Vec<String>,
}

impl Counter {
    /// Finds out whether there is a Valgrind, before anything else is begun.
    pub fn check() -> Result<(), InstructionsError> {
        let version = Command::new("valgrind").arg("--version").output();
        version.map(|_| ()).map_err(InstructionsError::NoValgrind)
    }

    /// Counts for all variants of a plan at 2 ply and more. `watch` hears how many runs are done. Nothing comes back if `stop` is set.
    pub fn count_all(
        &self,
        plan: &Enhancements,
        depth: u32,
        stop: &Stop,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Option<Instructions>, InstructionsError> {
        let once = |variant: Variant, depth: u32, positions: usize| {
            let mut words = self.command.clone();
            for (name, value) in [
                ("--once", variant.to_string()),
                ("--depth", depth.to_string()),
                ("--entries", plan.entries.to_string()),
                ("--positions", positions.to_string()),
            ] {
                words.extend([name.to_owned(), value]);
            }
            self.count(&words)
        };
        let to_begin = once(Variant::DIRECT, depth, 0)?;
        let mut done = 0;
        let mut rows = Vec::new();
        for depth in 2..=depth {
            let mut counted = Vec::new();
            for variant in plan.all_variants() {
                if stop.is_set() {
                    return Ok(None);
                }
                let whole = match once(variant, depth, plan.positions()) {
                    Ok(whole) => whole,
                    // An interruption from the keyboard reaches Valgrind too.
                    Err(_) if stop.explains_a_failure() => return Ok(None),
                    Err(error) => return Err(error),
                };
                counted.push((variant, whole.saturating_sub(to_begin)));
                done += 1;
                watch(done);
            }
            rows.push(InstructionRow::new(depth, &counted));
        }
        Ok(Some(Instructions {
            positions: plan.positions(),
            rows,
        }))
    }

    /// The instructions of one run.
    fn count(&self, arguments: &[String]) -> Result<u64, InstructionsError> {
        let output = Command::new("valgrind")
            .args([
                "--tool=cachegrind",
                "--cache-sim=no",
                "--cachegrind-out-file=/dev/null",
            ])
            .arg(&self.program)
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .map_err(InstructionsError::NoValgrind)?;
        let said = String::from_utf8_lossy(&output.stderr);
        let count = count_told(&said).filter(|_| output.status.success());
        count.ok_or_else(|| InstructionsError::NoCount {
            status: output.status,
            last_words: said
                .lines()
                .rfind(|line| !line.trim().is_empty())
                .unwrap_or("none")
                .to_owned(),
        })
    }
}

/// Valgrind says `==123== I   refs:      1,234,567`.
fn count_told(text: &str) -> Option<u64> {
    text.lines().find_map(|line| {
        let (name, number) = line.split_once(':')?;
        let mut words = name.split_whitespace().skip(1);
        if (words.next(), words.next(), words.next()) != (Some("I"), Some("refs"), None) {
            return None;
        }
        number.trim().replace(',', "").parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_found_among_valgrinds_words() {
        let said = "==7== Cachegrind, a profiler\n==7== Command: x\n==7== \n==7== I   refs:      1,234,567\n";
        assert_eq!(count_told(said), Some(1_234_567));
        assert_eq!(count_told("==7== I refs: 12\n"), Some(12));
        assert_eq!(count_told("==7== D refs: 12\nI am: 3\n"), None);
    }

    #[test]
    fn shares_are_of_direct_search() {
        let row = InstructionRow::new(3, &[(Variant::DIRECT, 400), ("pvs".parse().unwrap(), 300)]);
        assert_eq!(row.percent("pvs"), Some(75.0));
        assert_eq!(row.percent("direct"), Some(100.0));
    }
}
