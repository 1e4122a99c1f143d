//! Instructions, counted by Valgrind.
//!
//! The paper compares CPU time. On a busy machine time says little, but the number of instructions
//! hardly changes from run to run. Valgrind counts them for a whole program. So each search is a
//! run of its own, and the instructions of a run without positions are subtracted.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use thiserror::Error;

use super::experiment::Enhancements;
use super::instructions::{InstructionRow, Instructions};
use super::variant::SearchVariant;
use bstar_kit::stop::Stop;

/// Why instructions cannot be counted.
#[derive(Debug, Error)]
pub enum InstructionsError {
    /// Valgrind cannot be started.
    #[error(
        "cannot count instructions: that needs the program `valgrind`, which cannot be started here ({0})"
    )]
    NoValgrind(io::Error),
    /// Valgrind gave no number.
    #[error("valgrind tells no number of instructions ({status}); its last words: {last_words}")]
    NoCount {
        status: std::process::ExitStatus,
        /// The end of what it wrote.
        last_words: String,
    },
}

/// Runs this program under Valgrind.
#[derive(Clone, Debug)]
pub struct InstructionCounter {
    pub program: PathBuf,
    /// The arguments before the options that [`InstructionCounter::count_all`] adds: the command
    /// and the positions.
    pub command: Vec<String>,
}

impl InstructionCounter {
    /// Checks that Valgrind can be started.
    pub fn check() -> Result<(), InstructionsError> {
        let version = Command::new("valgrind").arg("--version").output();
        version.map(|_| ()).map_err(InstructionsError::NoValgrind)
    }

    /// Counts for all variants of a plan at 2 ply and more. `watch` is told how many runs are done.
    /// Returns `None` if `stop` is set.
    pub fn count_all(
        &self,
        plan: &Enhancements,
        depth: u32,
        stop: &Stop,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Option<Instructions>, InstructionsError> {
        let once = |variant: SearchVariant, depth: u32, positions: usize| {
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
        let to_begin = once(SearchVariant::DIRECT, depth, 0)?;
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

/// Finds the number in a line like `==123== I   refs:      1,234,567`.
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
}
