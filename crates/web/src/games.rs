//! Games that a visitor brings along.

use bstar_board::pgn::{self, GameRecord};
use bstar_board::{fen, notation, san};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// A file of games.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GamesRequest {
    /// Games as PGN.
    pgn: String,
}

/// The games of a file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesObject {
    /// As many as may be shown.
    pub games: Vec<ReadGame>,
    /// How many more there are.
    pub left_out: usize,
}

/// A game of the file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReadGame {
    /// The tags of the game, each a name and a value.
    tags: Vec<[String; 2]>,
    /// Where it began.
    fen: String,
    /// Its moves.
    moves: Vec<String>,
    /// The same in SAN.
    san: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: &'static str,
}

/// The most games that are listed.
const MAX_GAMES: usize = 500;

impl GamesRequest {
    /// Reads the games.
    pub fn read(self) -> Result<GamesObject, Problem> {
        let records = pgn::read(self.pgn)?;
        let games = records
            .iter()
            .take(MAX_GAMES)
            .map(game)
            .collect::<Result<Vec<_>, _>>()?;
        if games.is_empty() {
            return Err(Problem::NoGame);
        }
        Ok(GamesObject {
            left_out: records.len() - games.len(),
            games,
        })
    }
}

fn game(record: &GameRecord) -> Result<ReadGame, Problem> {
    let game = record.main_line()?;
    let mut position = game.start().clone();
    let (mut moves, mut sans) = (Vec::new(), Vec::new());
    for mv in game.moves() {
        moves.push(notation::write(&position, *mv));
        sans.push(san::write(&position, *mv));
        position = position.after(*mv);
    }
    Ok(ReadGame {
        tags: record
            .tags
            .iter()
            .map(|(name, value)| [name.to_owned(), value.to_owned()])
            .collect(),
        fen: fen::write(game.start()),
        moves,
        san: sans,
        result: record.result.token(),
    })
}
