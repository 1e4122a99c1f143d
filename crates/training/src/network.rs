//! What a network says of positions, to be compared with what another program computes from the same file.
//!
//! The arithmetic of `docs/network.md` exists twice: in the program that trains and in the engine. A file of positions with the trainer's
//! values shows whether the two agree, to the last bit. A line is a FEN; a tab and a whole number after it are the value expected, for
//! the side to move. Empty lines and those that begin with `#` do not count.

use std::path::{Path, PathBuf};

use bstar_board::Position;
use bstar_board::fen::{self, FenError};
use serde::Serialize;
use thiserror::Error;

use bstar_kit::files::{FileError, read_text};

pub use bstar_eval::network::{Network, Weights};

/// A position to be valued.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// What somebody else found.
    pub expected: Option<i32>,
}

/// A position with the network's value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Valued {
    /// The position.
    pub fen: String,
    /// The network's value for the side to move, as it is: nothing fades, nothing is limited, no ending is known.
    pub value: i32,
    /// What somebody else found.
    pub expected: Option<i32>,
}

impl Valued {
    /// Is it what was expected, as far as something was?
    pub fn is_as_expected(&self) -> bool {
        self.expected.is_none_or(|expected| expected == self.value)
    }
}

/// Why a file of positions cannot be used.
#[derive(Debug, Error)]
pub enum SamplesError {
    /// The file itself.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line of it.
    #[error("{path}, line {line}: {flaw}", path = .path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        flaw: SampleFlaw,
    },
    /// It has no positions.
    #[error("{path} has no positions in it", path = .path.display())]
    Empty {
        /// Which file.
        path: PathBuf,
    },
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SampleFlaw {
    /// The position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The value.
    #[error("after the tab a whole number is expected, not `{}`", .0.escape_debug())]
    Value(String),
}

/// Reads a file of positions that has at least one.
pub fn read_samples(path: &Path) -> Result<Vec<Sample>, SamplesError> {
    let text = read_text(path)?;
    let samples: Vec<Sample> = (1..)
        .zip(text.lines())
        .filter(|(_, content)| !content.trim().is_empty() && !content.starts_with('#'))
        .map(|(line, content)| {
            sample(content).map_err(|flaw| SamplesError::Line {
                path: path.to_owned(),
                line,
                flaw,
            })
        })
        .collect::<Result<_, _>>()?;
    if samples.is_empty() {
        let path = path.to_owned();
        return Err(SamplesError::Empty { path });
    }
    Ok(samples)
}

fn sample(line: &str) -> Result<Sample, SampleFlaw> {
    let (text, expected) = match line.split_once('\t') {
        Some((text, number)) => {
            let number = number.trim();
            let read = number.parse();
            let expected = read.map_err(|_| SampleFlaw::Value(number.to_owned()))?;
            (text, Some(expected))
        }
        None => (line, None),
    };
    let position = fen::parse(text.trim())?;
    Ok(Sample { position, expected })
}

/// The network's values, one after the other.
pub fn values<'a>(
    network: &'a Network,
    samples: &'a [Sample],
) -> impl Iterator<Item = Valued> + 'a {
    samples.iter().map(|sample| Valued {
        fen: fen::write(&sample.position),
        value: network.evaluate_afresh(&sample.position),
        expected: sample.expected,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Sample>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("samples.tsv");
        std::fs::write(&path, text).unwrap();
        let said = |error: SamplesError| error.to_string();
        read_samples(&path)
            .map_err(|error| said(error).replace(&format!("{}", folder.path().display()), ""))
    }

    #[test]
    fn values_are_compared_with_what_is_expected() {
        let mut weights = Weights::zero(32, 1);
        weights.scale = 1;
        weights.output_biases[0] = -7 * 255 * 64;
        let network = Network::new(&weights).unwrap();
        let text = "# by hand\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\t-7\n\n\
            4k3/8/8/8/8/8/8/4K2R b - - 0 1\t7\r\n4k3/8/8/8/8/8/8/4K2R b K - 99 120\n";
        let samples = read(text).unwrap();
        let values: Vec<Valued> = values(&network, &samples).collect();
        let found = values.iter().map(|v| (v.value, v.is_as_expected()));
        assert_eq!(
            found.collect::<Vec<_>>(),
            [(-7, true), (-7, false), (-7, true)]
        );
        assert_eq!(values[0].fen, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    }

    #[test]
    fn flaws_are_named_with_their_lines() {
        for (text, message) in [
            ("", "/samples.tsv has no positions in it"),
            ("#\n\n", "/samples.tsv has no positions in it"),
            (
                "\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\tseven\n",
                "/samples.tsv, line 2: after the tab a whole number is expected, not `seven`",
            ),
            (
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1\t\n",
                "/samples.tsv, line 1: after the tab a whole number is expected, not ``",
            ),
        ] {
            assert_eq!(read(text).unwrap_err(), message);
        }
        let error = read("8/8/8/8/8/8/8/8 w - - 0 1\n").unwrap_err();
        assert!(error.starts_with("/samples.tsv, line 1: "), "{error}");
    }
}
