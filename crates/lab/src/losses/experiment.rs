//! Goes through the games of a player.

use std::path::Path;

use bstar_engine::{EngineError, SearchKind, Settings};
use thiserror::Error;

use super::classes::MistakeKind;
use super::games::{Fate, LostGame, PlayerGames, read};
use super::loss::Loss;
use super::report::LossReport;
use super::turning::find;
use super::valued::value_all;
use bstar_arena::games::PlayerGamesError;
use bstar_engine::analyst::{Analyst, analyse_all};
use bstar_kit::stop::Stop;

/// Why the games of a file cannot be used.
#[derive(Debug, Error)]
pub enum LossesError {
    /// The games of the player cannot be read.
    #[error(transparent)]
    Games(#[from] PlayerGamesError),
    /// The engine cannot be set up.
    #[error("the searcher cannot be set up: {0}")]
    Engine(#[from] EngineError),
}

/// The games of a player, and how they are searched.
#[derive(Clone, Debug)]
pub struct Losses {
    played: PlayerGames,
    pub(super) candidates: Vec<LostGame>,
    /// The nodes for each position.
    pub nodes: u64,
    /// How many games are searched at a time.
    pub jobs: usize,
}

/// The nodes for each position, by default.
pub const DEFAULT_NODES: u64 = 200_000;

impl Losses {
    /// Reads the games of a player.
    pub fn load(path: &Path, player: &str) -> Result<Losses, LossesError> {
        let (played, candidates) = read(path, player)?;
        Ok(Losses {
            played,
            candidates,
            nodes: DEFAULT_NODES,
            jobs: 1,
        })
    }

    /// How many games there are: those lost and those drawn.
    pub fn size(&self) -> usize {
        self.candidates.len()
    }

    /// Goes through the games. `watch` is told after every game how many are done. The report has
    /// the losses in the order of the file.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(usize),
    ) -> Result<LossReport, LossesError> {
        let mut found = Vec::new();
        let mut done = 0;
        analyse_all(
            &searcher(),
            self.jobs,
            self.candidates.len(),
            stop,
            |analyst, number| Ok(self.find_loss(analyst, &self.candidates[number])),
            |loss| {
                found.extend(loss);
                done += 1;
                watch(done);
            },
        )?;
        Ok(LossReport::new(
            self.played.clone(),
            found,
            self.nodes,
            stop.is_set(),
        ))
    }

    /// The loss of a game. Returns `None` if it was stopped, and `Some(None)` for a draw that cost
    /// nothing.
    fn find_loss(&self, analyst: &mut Analyst, game: &LostGame) -> Option<Option<Loss>> {
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
                Fate::Lost => loss(MistakeKind::Forfeit, None),
                Fate::Drawn => Some(None),
            };
        }
        let positions = value_all(analyst, game, self.nodes)?;
        match find(game, &positions) {
            Some((mistake, point)) => loss(mistake, Some(point)),
            None if game.fate == Fate::Lost => loss(MistakeKind::Forfeit, None),
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
