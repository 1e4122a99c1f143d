//! Games that a visitor brings along.

use bstar_board::pgn::{self, GameRecord, RecordedMove};
use bstar_board::{Position, fen, notation, san};
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
    /// What the file says about its moves.
    notes: Vec<MoveNote>,
}

/// What a file says about a move. Most have none; fields without content are left out.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveNote {
    /// How many moves of the line come before it.
    ply: usize,
    /// A comment before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    /// A comment after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    /// Its numeric annotation glyphs: 1 is `!`, 2 is `?` and so on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    /// Lines that were possible instead of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<SideLine>,
}

/// A line that was possible instead of a move.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideLine {
    /// Its moves.
    moves: Vec<String>,
    /// What the file says about them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<MoveNote>,
}

/// Side lines in side lines are read to this depth. Nobody follows deeper ones.
const MAX_DEPTH: usize = 12;

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
        notes: notes(game.start(), &record.moves, MAX_DEPTH),
    })
}

/// What a file says about the moves of a line.
fn notes(start: &Position, line: &[RecordedMove], depth: usize) -> Vec<MoveNote> {
    let mut position = start.clone();
    let mut notes = Vec::new();
    for (ply, recorded) in line.iter().enumerate() {
        let variations: Vec<SideLine> = match depth {
            0 => Vec::new(),
            _ => {
                let lines = recorded.variations.iter();
                lines
                    .map(|line| side_line(&position, line, depth - 1))
                    .collect()
            }
        };
        let has_any = recorded.comment_before.is_some()
            || recorded.comment.is_some()
            || !recorded.nags.is_empty()
            || !variations.is_empty();
        if has_any {
            notes.push(MoveNote {
                ply,
                before: recorded.comment_before.clone(),
                comment: recorded.comment.clone(),
                nags: recorded.nags.clone(),
                variations,
            });
        }
        position = position.after(recorded.mv);
    }
    notes
}

fn side_line(start: &Position, line: &[RecordedMove], depth: usize) -> SideLine {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for recorded in line {
        moves.push(notation::write(&position, recorded.mv));
        position = position.after(recorded.mv);
    }
    SideLine {
        moves,
        notes: notes(start, line, depth),
    }
}
