//! Games that a visitor brings along.

use bstar_board::pgn::{self, GameRecord};
use bstar_board::{fen, notation, san};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// A file of games. `docs/openapi.json` describes the fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesRequest {
    pgn: String,
}

/// The games of a file.
#[derive(Debug, Serialize)]
pub struct GamesObject {
    /// As many as may be shown.
    pub games: Vec<GameObject>,
    /// How many more there are.
    pub left_out: usize,
}

/// One game.
#[derive(Debug, Serialize)]
pub struct GameObject {
    tags: Vec<[String; 2]>,
    fen: String,
    moves: Vec<String>,
    san: Vec<String>,
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

fn game(record: &GameRecord) -> Result<GameObject, Problem> {
    let game = record.main_line()?;
    let mut position = game.start().clone();
    let (mut moves, mut sans) = (Vec::new(), Vec::new());
    for mv in game.moves() {
        moves.push(notation::write(&position, *mv));
        sans.push(san::write(&position, *mv));
        position = position.after(*mv);
    }
    Ok(GameObject {
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
