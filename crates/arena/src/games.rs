//! The games of a file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bstar_board::Color;
use bstar_board::pgn::{self, GameRecord, PgnError};
use serde::Serialize;
use thiserror::Error;

use bstar_kit::files::FileError;
use bstar_kit::input::{Keeping, LimitedInput};

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

/// Why the games of one player cannot be had.
#[derive(Debug, Error)]
pub enum PlayerGamesError {
    /// The file, or a game in it.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// It has no games.
    #[error("{path} has no games in it", path = .path.display())]
    Empty {
        /// Which file.
        path: PathBuf,
    },
    /// No player has that name.
    #[error("nobody in {path} is called `{name}`; there are {present}", path = .path.display())]
    Unknown {
        /// Which file.
        path: PathBuf,
        /// The name that was asked for.
        name: String,
        /// The names that are there.
        present: String,
    },
}

/// How a game can be lost other than on the board, as far as PGN tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    pub fn of(record: &GameRecord) -> Option<Forfeit> {
        match record.tag("Termination")?.to_ascii_lowercase().as_str() {
            "time forfeit" => Some(Forfeit::Time),
            "abandoned" => Some(Forfeit::Abandoned),
            "rules infraction" => Some(Forfeit::RulesInfraction),
            _ => None,
        }
    }
}

/// The games of a file, one after the other. Input from a pipe may be longer if little is kept of
/// each game.
pub fn records(
    path: &Path,
    keeping: Keeping,
) -> Result<impl Iterator<Item = Result<GameRecord, GamesError>> + '_, GamesError> {
    let file = LimitedInput::stream(path, keeping).and_then(LimitedInput::unpacked);
    let file = file.map_err(|source| FileError::Read {
        path: path.to_owned(),
        source,
    })?;
    let named = |source| GamesError::Game {
        path: path.to_owned(),
        source,
    };
    Ok(pgn::games(file).map(move |record| record.map_err(named)))
}

/// A game that a player took part in.
#[derive(Clone, Debug)]
pub struct PlayerGame {
    /// Which game of the file, from 1.
    pub number: usize,
    /// The player's colour. If it played against itself, the game is there twice.
    pub color: Color,
    /// What the file says of it.
    pub record: GameRecord,
}

impl PlayerGame {
    /// How many moves at the beginning belong to the opening. In games of our matches these are the
    /// moves without a comment.
    pub fn opening_plies(&self) -> usize {
        let mut moves = self.record.moves.iter();
        moves
            .position(|recorded| recorded.comment.is_some())
            .unwrap_or(0)
    }
}

/// The games of one player.
pub fn games_of_player(path: &Path, player: &str) -> Result<Vec<PlayerGame>, PlayerGamesError> {
    let mut names = BTreeSet::new();
    let mut games = Vec::new();
    for (number, record) in (1..).zip(records(path, Keeping::Most)?) {
        let record = record?;
        for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
            let name = record.tag(tag).unwrap_or("?");
            names.insert(name.to_owned());
            if name == player {
                games.push(PlayerGame {
                    number,
                    color,
                    record: record.clone(),
                });
            }
        }
    }
    let path = path.to_owned();
    if names.is_empty() {
        return Err(PlayerGamesError::Empty { path });
    }
    if games.is_empty() {
        let present: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        return Err(PlayerGamesError::Unknown {
            path,
            name: player.to_owned(),
            present: present.join(", "),
        });
    }
    Ok(games)
}
