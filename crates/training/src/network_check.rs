//! Compares a network's values with those that another program computed from the same file.
//!
//! The arithmetic of `docs/network.md` exists twice: in the trainer and in the engine. A file of
//! positions with the trainer's values shows whether both agree to the last bit. A line is a FEN. A
//! tab and a whole number may follow: the expected value for the side to move. Empty lines and
//! lines that begin with `#` are skipped.

use std::path::{Path, PathBuf};

use bstar_board::Position;
use bstar_board::fen::{self, FenError};
use serde::Serialize;
use thiserror::Error;

use bstar_kit::files::{FileError, read_text};

pub use bstar_eval::network::{Network, Weights};

/// A position with the value that is expected.
#[derive(Clone, Debug)]
pub struct ReferencePosition {
    /// The position.
    pub position: Position,
    /// The value expected, if there is one.
    pub expected: Option<i32>,
}

/// A position with the network's value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NetworkValue {
    /// The position.
    pub fen: String,
    /// The network's raw value for the side to move. It does not fade, is not limited, and knows no
    /// special endings.
    pub value: i32,
    /// The value expected, if there is one.
    pub expected: Option<i32>,
}

impl NetworkValue {
    /// Whether the value is the expected one, or none is expected.
    pub fn is_as_expected(&self) -> bool {
        self.expected.is_none_or(|expected| expected == self.value)
    }
}

/// Why a file of positions cannot be used.
#[derive(Debug, Error)]
pub enum ReferenceError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line is wrong.
    #[error("{path}, line {line}: {flaw}", path = .path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        flaw: ReferenceFlaw,
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
pub enum ReferenceFlaw {
    /// The position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The value is not a whole number.
    #[error("after the tab a whole number is expected, not `{}`", .0.escape_debug())]
    Value(String),
}

/// Reads a file of positions. It must have at least one.
pub fn read_reference(path: &Path) -> Result<Vec<ReferencePosition>, ReferenceError> {
    let text = read_text(path)?;
    let references: Vec<ReferencePosition> = (1..)
        .zip(text.lines())
        .filter(|(_, content)| !content.trim().is_empty() && !content.starts_with('#'))
        .map(|(line, content)| {
            reference(content).map_err(|flaw| ReferenceError::Line {
                path: path.to_owned(),
                line,
                flaw,
            })
        })
        .collect::<Result<_, _>>()?;
    if references.is_empty() {
        let path = path.to_owned();
        return Err(ReferenceError::Empty { path });
    }
    Ok(references)
}

fn reference(line: &str) -> Result<ReferencePosition, ReferenceFlaw> {
    let (text, expected) = match line.split_once('\t') {
        Some((text, number)) => {
            let number = number.trim();
            let read = number.parse();
            let expected = read.map_err(|_| ReferenceFlaw::Value(number.to_owned()))?;
            (text, Some(expected))
        }
        None => (line, None),
    };
    let position = fen::parse(text.trim())?;
    Ok(ReferencePosition { position, expected })
}

/// The network's values, one after the other.
pub fn network_values<'a>(
    network: &'a Network,
    references: &'a [ReferencePosition],
) -> impl Iterator<Item = NetworkValue> + 'a {
    references.iter().map(|reference| NetworkValue {
        fen: fen::write(&reference.position),
        value: network.evaluate_afresh(&reference.position),
        expected: reference.expected,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<ReferencePosition>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("samples.tsv");
        std::fs::write(&path, text).unwrap();
        let said = |error: ReferenceError| error.to_string();
        read_reference(&path)
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
        let references = read(text).unwrap();
        let network_values: Vec<NetworkValue> = network_values(&network, &references).collect();
        let found = network_values.iter().map(|v| (v.value, v.is_as_expected()));
        assert_eq!(
            found.collect::<Vec<_>>(),
            [(-7, true), (-7, false), (-7, true)]
        );
        assert_eq!(network_values[0].fen, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
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
