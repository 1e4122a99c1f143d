//! How fast the search is beside another program's.
//!
//! Nodes per second mean little by themselves: they depend on the machine, its load and its
//! temperature. So both programs run their own fixed workload in turns, ours first, on the same
//! core. Each pair gives one ratio. The result is the median of the ratios.

use std::io;
use std::process::{Command, Stdio};

use serde::Serialize;
use thiserror::Error;

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    /// The program and then its arguments. There is at least the program.
    pub words: Vec<String>,
    /// The core it is bound to, if any.
    pub core: Option<usize>,
}

/// Why a speed could not be read.
#[derive(Debug, Error)]
pub enum SpeedError {
    /// The program cannot be started.
    #[error("cannot start `{command}`: {source}")]
    Start {
        /// What was tried.
        command: String,
        /// Why not.
        source: io::Error,
    },
    /// The program failed.
    #[error("`{command}` failed ({status}); its last words: {last_words}")]
    Failed {
        /// What was run.
        command: String,
        /// How it ended.
        status: std::process::ExitStatus,
        /// The end of what it wrote.
        last_words: String,
    },
    /// The program does not print its speed.
    #[error(
        "`{command}` tells no speed: expected a line like `Nodes/second : 1000000` or `1000000 nps`"
    )]
    NoSpeed {
        /// What was run.
        command: String,
    },
}

impl Workload {
    /// Runs the program to its end. Returns the nodes per second that it prints on either stream.
    pub fn run(&self) -> Result<u64, SpeedError> {
        let words = match self.core {
            Some(core) => [
                vec!["taskset".to_owned(), "-c".to_owned(), core.to_string()],
                self.words.clone(),
            ]
            .concat(),
            None => self.words.clone(),
        };
        let command = words.join(" ");
        let (program, arguments) = words.split_first().expect("there is a program");
        let output = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .map_err(|source| SpeedError::Start {
                command: command.clone(),
                source,
            })?;
        let said = format!(
            "{}\n{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        if !output.status.success() {
            let last = said.lines().rfind(|line| !line.trim().is_empty());
            return Err(SpeedError::Failed {
                command,
                status: output.status,
                last_words: last.unwrap_or("none").to_owned(),
            });
        }
        speed_told(&said).ok_or(SpeedError::NoSpeed { command })
    }
}

/// The speed in what a program wrote. Of several the last counts. Zero is not a speed.
fn speed_told(text: &str) -> Option<u64> {
    text.lines().rev().find_map(speed_in_line)
}

fn speed_in_line(line: &str) -> Option<u64> {
    let after_colon = line
        .split_once(':')
        .filter(|(name, _)| name.trim().eq_ignore_ascii_case("nodes/second"))
        .and_then(|(_, number)| number.trim().parse().ok());
    let before_nps = || {
        let words: Vec<&str> = line.split_whitespace().collect();
        words
            .windows(2)
            .rev()
            .find(|pair| pair[1].eq_ignore_ascii_case("nps"))
            .and_then(|pair| pair[0].parse().ok())
    };
    after_colon.or_else(before_nps).filter(|speed| *speed > 0)
}

/// A run of ours and, right after it, one of the other program.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpeedPair {
    /// Our nodes per second.
    pub ours: u64,
    /// The other's nodes per second.
    pub theirs: u64,
    /// Ours divided by the other's.
    pub ratio: f64,
}

impl SpeedPair {
    /// Runs ours, then the other's.
    pub fn run(ours: &Workload, theirs: &Workload) -> Result<SpeedPair, SpeedError> {
        Ok(SpeedPair::new(ours.run()?, theirs.run()?))
    }

    fn new(ours: u64, theirs: u64) -> SpeedPair {
        SpeedPair {
            ours,
            theirs,
            ratio: ours as f64 / theirs as f64,
        }
    }
}

/// The median of the ratios. Of an even number it is the mean of the two in the middle. `None`
/// without pairs.
pub fn median_ratio(pairs: &[SpeedPair]) -> Option<f64> {
    let mut ratios: Vec<f64> = pairs.iter().map(|pair| pair.ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let upper = *ratios.get(ratios.len() / 2)?;
    let lower = ratios[(ratios.len() - 1) / 2];
    Some((lower + upper) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_read_as_programs_write_them() {
        for (text, speed) in [
            (
                "Total time (ms) : 3041\nNodes searched  : 4021\nNodes/second    : 1322361\n",
                Some(1_322_361),
            ),
            ("2193593 nodes 452226 nps\n\n", Some(452_226)),
            (
                "info depth 1 nps 5\n100 nps\n200 nps so far\ndone\n",
                Some(200),
            ),
            ("2000 nodes 0 nps\n", None),
            ("info nps 7\n", None),
            ("fast\n", None),
            ("", None),
        ] {
            assert_eq!(speed_told(text), speed, "{text}");
        }
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let pairs =
            [(3, 1), (1, 1), (10, 1), (2, 1)].map(|(ours, theirs)| SpeedPair::new(ours, theirs));
        assert_eq!(median_ratio(&pairs[..3]), Some(3.0));
        assert_eq!(median_ratio(&pairs), Some(2.5));
        assert_eq!(median_ratio(&[]), None);
    }

    #[cfg(unix)]
    #[test]
    fn programs_that_cannot_be_measured_are_named() {
        let run = |text: &str| {
            let words = ["sh", "-c", text].map(str::to_owned).to_vec();
            Workload { words, core: None }.run()
        };
        assert_eq!(run("echo 5 nps >&2").unwrap(), 5);
        let error = run("echo 5 nps; echo out of luck; exit 3").unwrap_err();
        assert!(error.to_string().contains("out of luck"), "{error}");
        let error = run("echo hello").unwrap_err().to_string();
        assert!(error.contains("echo hello` tells no speed"), "{error}");
        let missing = Workload {
            words: vec!["/no/such/program".to_owned()],
            core: None,
        };
        let error = missing.run().unwrap_err().to_string();
        assert!(error.contains("cannot start `/no/such/program`"), "{error}");
    }
}
