//! Files of positions. Every error names its line.

use std::path::{Path, PathBuf};

use bstar_board::epd::{self, Epd, EpdError};
use bstar_board::{Game, Outcome};
use thiserror::Error;

use bstar_kit::files::{FileError, read_text};

/// Why a file of positions cannot be used.
#[derive(Debug, Error)]
pub enum PositionsError {
    #[error(transparent)]
    File(#[from] FileError),
    /// A line of it.
    #[error("{path}: {error}", path = .path.display())]
    Epd {
        path: PathBuf,
        /// What is wrong where.
        error: EpdError,
    },
    /// It has no positions.
    #[error("{path} has no positions in it", path = .path.display())]
    Empty { path: PathBuf },
    /// The game is over in a position that is to be searched.
    #[error("{path}, line {line}: the game is over in this position ({outcome})", path = .path.display())]
    Over {
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// How the game ended.
        outcome: Outcome,
    },
}

/// A position and the line of the file it stands in, from 1.
#[derive(Clone, Debug)]
pub struct NumberedPosition {
    pub line: usize,
    /// The position with what is said about it.
    pub epd: Epd,
}

impl NumberedPosition {
    /// Refuses a position of this file that nobody can search, because the game is over.
    pub fn must_go_on(&self, path: &Path) -> Result<(), PositionsError> {
        match Game::new(self.epd.position.clone()).outcome() {
            None => Ok(()),
            Some(outcome) => Err(PositionsError::Over {
                path: path.to_owned(),
                line: self.line,
                outcome,
            }),
        }
    }
}

/// Reads a file of positions that has at least one.
pub fn read_positions(path: &Path) -> Result<Vec<NumberedPosition>, PositionsError> {
    let text = read_text(path)?;
    let positions = parse_positions(&text).map_err(|error| PositionsError::Epd {
        path: path.to_owned(),
        error,
    })?;
    if positions.is_empty() {
        return Err(PositionsError::Empty {
            path: path.to_owned(),
        });
    }
    Ok(positions)
}

/// Reads the positions of a text. Empty lines and lines that begin with `#` do not count.
pub fn parse_positions(text: &str) -> Result<Vec<NumberedPosition>, EpdError> {
    epd::lines(text)
        .map(|(line, content)| match epd::parse_line(content) {
            Ok(epd) => Ok(NumberedPosition { line, epd }),
            Err(error) => Err(EpdError { line, ..error }),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_through_comments() {
        let text = "# two\n\n4k3/8/8/8/8/8/8/4K2R w K - id \"a\";\n8/8/8/8/8/8/8/8 w - -\n";
        let error = parse_positions(text).unwrap_err();
        assert_eq!(error.line, 4);
        let good = parse_positions(&text[..text.len() - 22]).unwrap();
        assert_eq!(good[0].line, 3);
    }
}
