//! Where games are lost.
//!
//! A match says how many games a player lost, and not why. [`Losses`] goes through the games of a file that one player lost, or drew from a better position, has
//! the built-in alpha-beta search value every position of them, and looks for the move that did it: the one that took the game
//! from not lost to lost. Then it says what kind of move that was ([`TurningPoint`]), and [`Report`] counts the kinds.
//!
//! All values are expected scores of the player, 0 to 1, by the engine's own model of win, draw and loss. A lost game costs a point and a drawn one half a point.

mod classes;
mod games;
mod report;
mod turning;

use std::path::Path;

use bstar_engine::{EngineError, SearchKind, Settings};
use serde::Serialize;
use thiserror::Error;

pub use classes::{Character, Mistake, Phase, Start};
pub use report::{Class, Report};
pub use turning::TurningPoint;

use bstar_arena::games::PlayerGamesError;
use bstar_engine::analyst::{Analyst, look_at_all};
use bstar_kit::stop::Stop;
use games::{LostGame, Played};

/// Why the games of a file cannot be looked through.
#[derive(Debug, Error)]
pub enum LossesError {
    /// The games of the player.
    #[error(transparent)]
    Games(#[from] PlayerGamesError),
    /// The engine that values positions.
    #[error("the searcher cannot be set up: {0}")]
    Engine(#[from] EngineError),
}

/// How a game that cost something ended for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// He lost it.
    Lost,
    /// He drew it.
    Drawn,
}

impl Fate {
    /// What it cost, in points.
    pub fn cost(self) -> f64 {
        match self {
            Fate::Lost => 1.0,
            Fate::Drawn => 0.5,
        }
    }
}

/// A game that cost the player something.
#[derive(Clone, Debug, Serialize)]
pub struct Loss {
    /// Which game of the file, from 1.
    pub game: usize,
    /// Its round, if the file says.
    pub round: Option<String>,
    /// The player's colour.
    pub color: &'static str,
    /// Who played against him.
    pub opponent: String,
    /// How it ended for him.
    pub fate: Fate,
    /// What kind of mistake it was.
    pub mistake: Mistake,
    /// Where it happened; nothing if the game was not lost on the board.
    pub turning_point: Option<TurningPoint>,
}

/// The games of a file, and how they are to be looked through.
#[derive(Clone, Debug)]
pub struct Losses {
    played: Played,
    candidates: Vec<LostGame>,
    /// The nodes of each search.
    pub nodes: u64,
    /// How many games at a time.
    pub jobs: usize,
}

/// How many nodes a position is worth unless somebody says otherwise.
pub const USUAL_NODES: u64 = 200_000;

impl Losses {
    /// Reads the games of a player.
    pub fn load(path: &Path, player: &str) -> Result<Losses, LossesError> {
        let (played, candidates) = games::read(path, player)?;
        Ok(Losses {
            played,
            candidates,
            nodes: USUAL_NODES,
            jobs: 1,
        })
    }

    /// How many games there are to look through: those lost and those drawn.
    pub fn size(&self) -> usize {
        self.candidates.len()
    }

    /// Looks through them. `watch` is told after every game how many are done; what was found comes at the end, in the order of the file.
    pub fn run(&self, stop: &Stop, watch: &mut dyn FnMut(usize)) -> Result<Report, LossesError> {
        let mut found = Vec::new();
        let mut done = 0;
        look_at_all(
            &searcher(),
            self.jobs,
            self.candidates.len(),
            stop,
            |analyst, number| Ok(self.look_through(analyst, &self.candidates[number])),
            |loss| {
                found.extend(loss);
                done += 1;
                watch(done);
            },
        )?;
        Ok(Report::new(
            self.played.clone(),
            found,
            self.nodes,
            stop.is_set(),
        ))
    }

    /// What a game cost and where. The outer nothing: it was stopped; the inner: a draw that cost nothing.
    fn look_through(&self, analyst: &mut Analyst, game: &LostGame) -> Option<Option<Loss>> {
        let loss = |mistake, turning_point| {
            Some(Some(Loss {
                game: game.number,
                round: game.round.clone(),
                color: game.color_name(),
                opponent: game.opponent.clone(),
                fate: game.fate,
                mistake,
                turning_point,
            }))
        };
        if game.is_forfeit {
            return match game.fate {
                Fate::Lost => loss(Mistake::Forfeit, None),
                Fate::Drawn => Some(None),
            };
        }
        let looks = turning::value_all(analyst, game, self.nodes)?;
        match turning::find(game, &looks) {
            Some((mistake, point)) => loss(mistake, Some(point)),
            None if game.fate == Fate::Lost => loss(Mistake::Forfeit, None),
            None => Some(None),
        }
    }
}

/// The search that values positions.
fn searcher() -> Settings {
    Settings {
        search: SearchKind::AlphaBeta,
        hash_mib: 16,
        ..Settings::default()
    }
}

#[cfg(test)]
mod tests;
