//! The games of a file, those that can be read and those that cannot.

use std::path::{Path, PathBuf};

use bstar_board::pgn::{self, GameRecord, PgnError};
use bstar_kit::crew::MachinesError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use bstar_kit::files::{FileError, read_unpacked};

/// Why games cannot be analysed.
#[derive(Debug, Error)]
pub enum AnalyseError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file has no games.
    #[error("{path} has no games in it", path = .path.display())]
    Empty { path: PathBuf },
    /// The engine cannot be set up.
    #[error("the searcher cannot be set up: {0}")]
    Engine(String),
    #[error(transparent)]
    Machines(#[from] MachinesError),
}

/// A game that can be read, with its number in the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NumberedGame {
    /// The number, from 1.
    pub number: usize,
    pub record: GameRecord,
}

/// The games of a file.
#[derive(Debug)]
pub struct InputGames {
    /// The games that can be read.
    pub readable: Vec<NumberedGame>,
    /// The errors of the others.
    pub unreadable: Vec<PgnError>,
    /// A checksum that identifies the file, wherever it is.
    pub(super) checksum: u64,
}

impl InputGames {
    /// Reads a file; `-` is standard input.
    pub fn load(path: &Path) -> Result<InputGames, AnalyseError> {
        let bytes = read_unpacked(path)?;
        let mut games = InputGames {
            readable: Vec::new(),
            unreadable: Vec::new(),
            checksum: fnv1a(&bytes),
        };
        for (number, game) in (1..).zip(pgn::games(&bytes[..])) {
            match game {
                Ok(record) => games.readable.push(NumberedGame { number, record }),
                Err(error) => games.unreadable.push(error),
            }
        }
        if games.readable.is_empty() && games.unreadable.is_empty() {
            let path = path.to_owned();
            return Err(AnalyseError::Empty { path });
        }
        Ok(games)
    }
}

/// A checksum that identifies a file (FNV-1a).
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
