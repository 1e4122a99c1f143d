//! What a visitor asks for, read and checked.

use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use bstar_board::{Game, Move, Position, fen, san};
use bstar_book::names::{self, GameOpening};
use bstar_explain::write::output::names::SideName;
use bstar_kit::effort::Effort;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// A request for a search.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    /// Where the game began; the start position if left out.
    fen: Option<String>,
    /// The moves since, `e2e4` or `e4`. Repetitions count only if they are told.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(length(max = MAX_GAME_PLIES)))]
    moves: Vec<String>,
    /// By the clock on the wall: where many ask, each search thinks less, and none takes longer.
    #[cfg_attr(feature = "schema", schemars(range(min = MIN_SECONDS, max = MAX_SECONDS), extend("default" = USUAL_SECONDS)))]
    seconds: Option<f64>,
    /// Search this many nodes, and no longer than `seconds`, which is then as long as it may be.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    nodes: Option<u64>,
    /// What about this move? It is put beside the best one. If `continues` names a search that the
    /// server still has, that one is not made again.
    r#move: Option<String>,
    /// How many threads shall search, 1 if left out. There may be fewer where others search too;
    /// `accepted` says how many there are.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    threads: Option<usize>,
    /// The name of a search of the same position that has ended. What it learned is used, if the
    /// server still has it.
    continues: Option<String>,
}

/// A position that somebody wants checked.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// Where the game began; the start position if left out.
    fen: Option<String>,
    /// The moves since, `e2e4` or `e4`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(length(max = MAX_GAME_PLIES)))]
    moves: Vec<String>,
}

/// A position that was checked.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionObject {
    /// The position as the program writes it.
    fen: String,
    /// The side to move.
    side: SideName,
    /// How the game has ended, for people; `null` if it has not.
    outcome: Option<String>,
    /// The opening of the game.
    #[serde(flatten)]
    opening: GameOpening,
}

impl PositionRequest {
    /// Checks it.
    pub fn check(self) -> Result<PositionObject, Problem> {
        let game = game(self.fen.as_deref(), &self.moves)?;
        Ok(PositionObject {
            fen: fen::write(game.position()),
            side: SideName::from(game.position().side_to_move()),
            outcome: game.outcome().map(|outcome| outcome.to_string()),
            opening: names::of_game(&game),
        })
    }
}

/// A request for a search that was checked.
#[derive(Debug)]
pub struct CheckedRequest {
    /// The game up to the position.
    pub game: Game,
    /// How much to search.
    pub effort: Effort,
    /// How long that may take.
    pub time: Duration,
    /// The move that is asked about.
    pub asked: Option<Move>,
    /// Number of search threads.
    pub threads: usize,
    /// The search it goes on with, or asks about.
    pub continues: Option<String>,
}

/// The shortest search, the usual one, and the longest, in seconds.
const MIN_SECONDS: f64 = 0.05;
const USUAL_SECONDS: f64 = 3.0;
const MAX_SECONDS: f64 = 600.0;

/// The longest game that may be asked about, in half moves. The longest ever played had 269 moves.
pub const MAX_GAME_PLIES: usize = 2_000;

/// Reads a JSON body.
pub fn read<T: DeserializeOwned>(headers: &HeaderMap, body: &Bytes) -> Result<T, Problem> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    // A form of another site cannot send this type without the browser asking us first.
    let essence = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
    if essence != Some("application/json") {
        return Err(Problem::NotJson);
    }
    serde_json::from_slice(body).map_err(|error| Problem::Body(error.to_string()))
}

impl SearchRequest {
    /// Checks everything about it.
    pub fn check(self, cores: usize) -> Result<CheckedRequest, Problem> {
        let game = game(self.fen.as_deref(), &self.moves)?;
        let usual = match self.nodes {
            Some(_) => MAX_SECONDS,
            None => USUAL_SECONDS,
        };
        let seconds = self.seconds.unwrap_or(usual);
        if !(MIN_SECONDS..=MAX_SECONDS).contains(&seconds) {
            return Err(Problem::Seconds {
                least: MIN_SECONDS,
                most: MAX_SECONDS,
            });
        }
        let threads = self.threads.unwrap_or(1);
        if !(1..=cores).contains(&threads) {
            return Err(Problem::Threads { cores });
        }
        let asked = |word: &String| {
            san::parse_either(game.position(), word).map_err(|error| Problem::Asked {
                word: word.clone(),
                error,
            })
        };
        let asked = self.r#move.as_ref().map(asked).transpose()?;
        let time = Duration::from_secs_f64(seconds);
        let effort = match self.nodes {
            Some(0) => return Err(Problem::Body("`nodes` must be at least 1".to_owned())),
            Some(nodes) => Effort::nodes(nodes).or(Effort::time(time)),
            None => Effort::time(time),
        };
        Ok(CheckedRequest {
            game,
            effort,
            time,
            asked,
            threads,
            continues: self.continues,
        })
    }
}

/// A start position and moves from it.
pub fn game(start: Option<&str>, moves: &[String]) -> Result<Game, Problem> {
    let start = match start {
        None => Position::start(),
        Some(text) => fen::parse(text).map_err(Problem::Fen)?,
    };
    if moves.len() > MAX_GAME_PLIES {
        return Err(Problem::Body(format!(
            "a game may have {MAX_GAME_PLIES} half moves at most"
        )));
    }
    Game::from_words(start, moves, san::parse_either).map_err(Problem::Move)
}
