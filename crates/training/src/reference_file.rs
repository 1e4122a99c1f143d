//! Files of positions with the numbers that another program computed.
//!
//! A line is a position. Empty lines and lines that begin with `#` are skipped.

use std::path::{Path, PathBuf};

use bstar_kit::files::{FileError, read_text};
use thiserror::Error;

/// Why a file of positions cannot be used.
#[derive(Debug, Error)]
pub enum ReferenceError<F> {
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
        flaw: F,
    },
    /// It has no positions.
    #[error("{path} has no positions in it", path = .path.display())]
    Empty {
        /// Which file.
        path: PathBuf,
    },
}

/// Reads a file of positions, each by `read`. It must have at least one.
pub(crate) fn read_positions<T, F>(
    path: &Path,
    read: impl Fn(&str) -> Result<T, F>,
) -> Result<Vec<T>, ReferenceError<F>> {
    let text = read_text(path)?;
    let positions: Vec<T> = (1..)
        .zip(text.lines())
        .filter(|(_, content)| !content.trim().is_empty() && !content.starts_with('#'))
        .map(|(line, content)| {
            read(content).map_err(|flaw| ReferenceError::Line {
                path: path.to_owned(),
                line,
                flaw,
            })
        })
        .collect::<Result<_, _>>()?;
    if positions.is_empty() {
        let path = path.to_owned();
        return Err(ReferenceError::Empty { path });
    }
    Ok(positions)
}
