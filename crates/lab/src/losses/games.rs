//! The games that a player lost or drew.

use std::path::Path;

use bstar_board::pgn::GameResult;
use bstar_board::{Color, Move, Position};
use serde::Serialize;

use bstar_arena::games::{Forfeit, PlayerGame, PlayerGamesError, games_of_player};

/// How many games a player played, lost and drew.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerGames {
    /// The name of the player.
    pub player: String,
    /// The games with a result.
    pub games: usize,
    /// How many were lost.
    pub lost: usize,
    /// How many were drawn.
    pub drawn: usize,
}

/// How a game that was not won ended for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It was lost.
    Lost,
    /// It was drawn.
    Drawn,
}

impl Fate {
    /// The cost in points.
    pub fn cost(self) -> f64 {
        match self {
            Fate::Lost => 1.0,
            Fate::Drawn => 0.5,
        }
    }
}

/// A game the player did not win.
#[derive(Clone, Debug)]
pub(super) struct LostGame {
    /// Which game of the file, from 1.
    pub number: usize,
    pub round: Option<String>,
    pub color: Color,
    pub opponent: String,
    pub fate: Fate,
    pub start: Position,
    pub moves: Vec<Move>,
    /// How many moves at the beginning come from the opening book.
    pub opening_plies: usize,
    /// Whether a side lost by the clock, by a crash or by breaking the rules.
    pub is_forfeit: bool,
}

impl LostGame {
    pub fn color_name(&self) -> &'static str {
        match self.color {
            Color::White => "white",
            Color::Black => "black",
        }
    }
}

/// Reads a file and picks the games that a player lost or drew.
pub(super) fn read(
    path: &Path,
    player: &str,
) -> Result<(PlayerGames, Vec<LostGame>), PlayerGamesError> {
    let mut played = PlayerGames {
        player: player.to_owned(),
        ..PlayerGames::default()
    };
    let games = games_of_player(path, player)?;
    let candidates = games
        .iter()
        .filter_map(|game| take(&mut played, game))
        .collect();
    Ok((played, candidates))
}

/// Counts a game, and keeps it if the player did not win it.
fn take(played: &mut PlayerGames, game: &PlayerGame) -> Option<LostGame> {
    let (record, color) = (&game.record, game.color);
    let fate = match (record.result, color) {
        (GameResult::Unknown, _) => return None,
        (GameResult::Draw, _) => Some(Fate::Drawn),
        (GameResult::WhiteWins, Color::Black) | (GameResult::BlackWins, Color::White) => {
            Some(Fate::Lost)
        }
        _ => None,
    };
    played.games += 1;
    let fate = fate?;
    match fate {
        Fate::Lost => played.lost += 1,
        Fate::Drawn => played.drawn += 1,
    }
    let opponent = match color {
        Color::White => "Black",
        Color::Black => "White",
    };
    Some(LostGame {
        number: game.number,
        round: record
            .tag("Round")
            .filter(|round| !matches!(*round, "?" | "-"))
            .map(str::to_owned),
        color,
        opponent: record.tag(opponent).unwrap_or("?").to_owned(),
        fate,
        start: record.start.clone(),
        moves: record.moves.iter().map(|recorded| recorded.mv).collect(),
        opening_plies: game.opening_plies(),
        is_forfeit: Forfeit::of(record).is_some(),
    })
}
