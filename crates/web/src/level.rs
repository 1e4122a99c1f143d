//! A move for a visitor who plays against a weaker engine.
//!
//! Such a move comes from a short search by alpha-beta, and there is nothing to explain about it.

use std::sync::Mutex;
use std::time::Duration;

use axum::Json;
use axum::response::{IntoResponse, Response};
use bstar_board::{Game, notation, san};
use bstar_engine::{Engine, MAX_ELO, MIN_ELO, SearchKind, Settings, Task};
use bstar_explain::write::output::lines::OutputLine;
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use serde::{Deserialize, Serialize};

use crate::ask::game;
use crate::problem::Problem;
use crate::search::{HASH_MIB, locked};
use crate::share::CoreTurn;

/// A request for a move at a level.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// Where the game began; the start position if left out.
    fen: Option<String>,
    /// The moves since, `e2e4` or `e4`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(length(max = crate::ask::MAX_GAME_PLIES)))]
    moves: Vec<String>,
    /// About how well the move shall be played.
    #[cfg_attr(feature = "schema", schemars(range(min = MIN_ELO, max = MAX_ELO)))]
    elo: u16,
}

/// A move that was played at a level.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedMove {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// The same in SAN.
    san: String,
}

/// No move takes longer, however many others search.
const MAX_TIME: Duration = Duration::from_secs(5);

/// A request for a move that was checked.
pub struct CheckedMove {
    game: Game,
    elo: u16,
}

impl MoveRequest {
    /// Checks everything about it.
    pub fn check(self) -> Result<CheckedMove, Problem> {
        let game = game(self.fen.as_deref(), &self.moves)?;
        if !(MIN_ELO..=MAX_ELO).contains(&self.elo) {
            return Err(Problem::Elo {
                least: MIN_ELO,
                most: MAX_ELO,
            });
        }
        if let Some(outcome) = game.outcome() {
            return Err(Problem::Over(outcome.to_string()));
        }
        Ok(CheckedMove {
            game,
            elo: self.elo,
        })
    }
}

/// Stops a search when the request is dropped, because the visitor has left.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Finds the move.
pub async fn answer(
    request: CheckedMove,
    turn: CoreTurn,
    running: usize,
) -> Result<Response, Problem> {
    let stop = Stop::new();
    let _leaving = StopOnDrop(stop.clone());
    let busy = Problem::Busy { running };
    let found = tokio::task::spawn_blocking(move || find(&request, turn, &stop)).await;
    let played = found.ok().flatten().ok_or(busy)?;
    Ok(Json(OutputLine::new("played", played)).into_response())
}

/// None if memory is short.
fn find(request: &CheckedMove, turn: CoreTurn, stop: &Stop) -> Option<PlayedMove> {
    let mut engine = Engine::new(Settings {
        hash_mib: HASH_MIB,
        strength: Some(request.elo),
        ..Settings::of(SearchKind::AlphaBeta)
    })
    .ok()?;
    let turn = Mutex::new(turn);
    engine.share_processor(move || locked(&turn).give_way());
    let effort = Effort::time(MAX_TIME);
    let found = engine.run(&Task::play(&request.game, effort), stop, &mut ());
    let position = request.game.position();
    found.best.map(|mv| PlayedMove {
        mv: notation::write(position, mv),
        san: san::write(position, mv),
    })
}
