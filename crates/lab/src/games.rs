//! Games out of a file.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use bstar_board::pgn::{self, GameRecord, PgnError};
use serde::Serialize;
use thiserror::Error;

use crate::files::FileError;

/// What can go wrong with a file of games.
#[derive(Debug, Error)]
pub enum GamesError {
    /// The file.
    #[error(transparent)]
    File(#[from] FileError),
    /// A game in it.
    #[error("{path}: {source}", path = .path.display())]
    Game {
        /// Which file.
        path: PathBuf,
        /// What is wrong, and where.
        source: PgnError,
    },
}

/// How a game can be lost other than on the board, as far as score sheets tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Forfeit {
    /// By the clock.
    Time,
    /// By a crash, or by not playing on.
    Abandoned,
    /// By breaking the rules.
    RulesInfraction,
}

impl Forfeit {
    /// What the game's `Termination` says.
    pub(crate) fn of(record: &GameRecord) -> Option<Forfeit> {
        match record.tag("Termination")?.to_ascii_lowercase().as_str() {
            "time forfeit" => Some(Forfeit::Time),
            "abandoned" => Some(Forfeit::Abandoned),
            "rules infraction" => Some(Forfeit::RulesInfraction),
            _ => None,
        }
    }
}

/// The games of a file, one after the other.
pub(crate) fn records(
    path: &Path,
) -> Result<impl Iterator<Item = Result<GameRecord, GamesError>> + '_, GamesError> {
    let file = File::open(path).map_err(|source| FileError::Read {
        path: path.to_owned(),
        source,
    })?;
    let named = |source| GamesError::Game {
        path: path.to_owned(),
        source,
    };
    Ok(pgn::games(BufReader::new(file)).map(move |record| record.map_err(named)))
}
