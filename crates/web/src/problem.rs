//! What can be wrong with a request, and how the answer says so.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bstar_board::fen::FenError;
use bstar_board::pgn::PgnError;
use bstar_board::san::SanError;
use bstar_board::{BadWord, IllegalMove};
use bstar_explain::games::FindingError;
use bstar_explain::write::output::lines::OutputLine;
use serde::Serialize;
use thiserror::Error;

/// Why a request cannot be met.
#[derive(Debug, Error)]
pub enum Problem {
    /// The body is no JSON, or not the expected object.
    #[error("the request cannot be read: {0}")]
    Body(String),
    /// The body is not said to be JSON.
    #[error("the body must be JSON, sent as application/json")]
    NotJson,
    /// The request has too many bytes.
    #[error("too much: a request may have {limit} bytes at most")]
    TooLarge {
        /// How many there may be.
        limit: usize,
    },
    /// The FEN is wrong.
    #[error("the FEN has a fault in column {}: {}", .0.column, .0.fault)]
    Fen(FenError),
    /// A move of the game is wrong.
    #[error("{0}")]
    Move(BadWord<SanError>),
    /// The move to be compared is wrong.
    #[error("the move asked about, `{word}`: {error}")]
    Asked {
        /// As it was written.
        word: String,
        /// What is wrong with it.
        error: SanError,
    },
    /// The time is out of range.
    #[error("`seconds` must be a number from {least} to {most}")]
    Seconds {
        /// The shortest search.
        least: f64,
        /// The longest one.
        most: f64,
    },
    /// The games cannot be read.
    #[error("{0}")]
    Pgn(#[from] PgnError),
    /// A game that cannot be played through.
    #[error("{0}")]
    Game(#[from] IllegalMove),
    /// The number of threads is out of range.
    #[error("`threads` must be from 1 to {cores}: that is how many cores this server has")]
    Threads {
        /// How many cores there are.
        cores: usize,
    },
    /// The strength is out of range.
    #[error("`elo` must be from {least} to {most}")]
    Elo {
        /// The weakest level.
        least: u16,
        /// The strongest one.
        most: u16,
    },
    /// There is no move to be found.
    #[error("the game is over: {0}")]
    Over(String),
    /// The request has more than one game to judge.
    #[error("one game is judged at a time, and these are {games}")]
    ManyGames {
        /// How many there are.
        games: usize,
    },
    /// There is nothing to judge.
    #[error("there are no moves in this game")]
    NoMoves,
    /// The game is too long.
    #[error(
        "the game has {moves} moves; here one of {most} at most is judged. `bstar analyse` takes any"
    )]
    LongGame {
        /// How many moves it has.
        moves: usize,
        /// How many it may have.
        most: usize,
    },
    /// The earlier findings do not belong to this game.
    #[error("`known` does not belong to this game: {0}")]
    Known(#[from] FindingError),
    /// There is no game.
    #[error("there is no game in this text")]
    NoGame,
    /// Another site asks.
    #[error("only this server's own page may ask here")]
    Foreign,
    /// The server is addressed by a name it does not have.
    #[error("this server does not go by the name `{0}`")]
    UnknownHost(String),
    /// As many searches are running as there may be.
    #[error(
        "{running} searches are running, and there is no room for another: please try again in a few seconds"
    )]
    Busy {
        /// How many.
        running: usize,
    },
    /// A search that is over, or never was.
    #[error("there is no such search, or it is over")]
    NoSearch,
    /// Nothing is there.
    #[error("there is nothing at {0}")]
    Unknown(String),
    /// The address exists, but not for this method.
    #[error("{0} is not what can be done here")]
    Method(String),
}

/// Why a request cannot be met.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProblemObject {
    /// The status of the answer.
    status: u16,
    /// Why a request cannot be met, for people.
    message: String,
}

impl Problem {
    /// The status that goes with it.
    pub fn status(&self) -> StatusCode {
        match self {
            Problem::Body(_)
            | Problem::Fen(_)
            | Problem::Move(_)
            | Problem::Asked { .. }
            | Problem::Seconds { .. }
            | Problem::Pgn(_)
            | Problem::Game(_)
            | Problem::Threads { .. }
            | Problem::Elo { .. }
            | Problem::Over(_)
            | Problem::ManyGames { .. }
            | Problem::NoMoves
            | Problem::LongGame { .. }
            | Problem::Known(_)
            | Problem::NoGame => StatusCode::BAD_REQUEST,
            Problem::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Problem::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Problem::Foreign => StatusCode::FORBIDDEN,
            Problem::UnknownHost(_) => StatusCode::MISDIRECTED_REQUEST,
            Problem::Busy { .. } => StatusCode::TOO_MANY_REQUESTS,
            Problem::Unknown(_) | Problem::NoSearch => StatusCode::NOT_FOUND,
            Problem::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status();
        let body = ProblemObject {
            status: status.as_u16(),
            message: self.to_string(),
        };
        let mut response = (status, Json(OutputLine::new("problem", body))).into_response();
        if matches!(self, Problem::Busy { .. }) {
            let seconds = header::HeaderValue::from_static("5");
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}
