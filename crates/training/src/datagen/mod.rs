//! Training data for a network: games of the engine against itself, about four bytes a position.
//!
//! [`DataGen`] plays the games and appends them to a file; [`Reader`] gives them back as [`ScoredGame`]s, each with its positions, their
//! scores and the result; [`check()`] looks a file over. The bytes are described in docs/datagen.md.
//!
//! The file has nothing but games. With which settings they were made stands in a second one beside it, so that nobody continues it with others.

mod check;
mod format;
mod read;
mod settings;

use std::io;
use std::path::{Path, PathBuf};

use bstar_board::Color;
use bstar_engine::Evaluation;
use serde::Serialize;
use thiserror::Error;

use crate::selfplay::{Beginning, OwnGames};
use bstar_arena::player::PlayerFault;
use bstar_arena::referee::{DrawRule, GameRules, PlayedGame, ResignRule};
use bstar_kit::files::{Appender, FileError};
use bstar_kit::stop::Stop;

pub use bstar_kit::provenance::SettingsError;
pub use check::{Checked, Replay, check};
pub use format::{Flaw, ScoredGame, ScoredPosition};
pub use read::{Broken, Outline, ReadError, Reader};

/// What games are wanted.
#[derive(Clone, Debug)]
pub struct DataGen {
    /// How many.
    pub games: usize,
    /// The nodes of every move.
    pub nodes: u64,
    /// The table of either side, in MiB. It is emptied before every game, which takes longer than a game of few nodes if it is large.
    pub hash: u32,
    /// Which ones.
    pub seed: u64,
    /// How many at a time.
    pub jobs: usize,
    /// By what both sides evaluate.
    pub evaluation: Evaluation,
    /// Where they go.
    pub file: PathBuf,
}

/// Why no games come.
#[derive(Debug, Error)]
pub enum DataGenError {
    /// The file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The settings beside it.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// What is in the file already is not a number of games, perhaps with the last one cut off.
    #[error("{path}, {broken}; nothing was added", path = .path.display())]
    Broken {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        broken: Broken,
    },
    /// What is in the file already would come out otherwise now.
    #[error("{path}: game {number} would be another one now; it was made by another version of this program. Nothing was added", path = .path.display())]
    OtherProgram {
        /// Which file.
        path: PathBuf,
        /// Which game, from 1.
        number: usize,
    },
    /// The engine.
    #[error("the built-in player {0}")]
    Player(#[from] PlayerFault),
    /// The engine, in a game.
    #[error("game {number}: {ending}")]
    Game {
        /// Which game, from 1.
        number: usize,
        /// What happened.
        ending: String,
    },
}

/// How many games there are and what is in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// The games.
    pub games: usize,
    /// The positions in which a move was played: those with a score.
    pub positions: usize,
    /// The bytes.
    pub bytes: u64,
    /// Games that White won.
    pub white_wins: usize,
    /// Games that nobody won.
    pub draws: usize,
    /// Games that Black won.
    pub black_wins: usize,
}

impl Tally {
    fn add(&mut self, moves: usize, winner: Option<Color>) {
        self.games += 1;
        self.positions += moves;
        self.bytes += (format::HEAD + moves * format::PLY + format::END.len()) as u64;
        *match winner {
            Some(Color::White) => &mut self.white_wins,
            None => &mut self.draws,
            Some(Color::Black) => &mut self.black_wins,
        } += 1;
    }

    /// The bytes of a position, if there is one.
    pub fn bytes_per_position(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.bytes as f64 / self.positions as f64)
    }
}

/// A game is won when both sides have seen the same winner by ten pawns in four moves each, and drawn when after move 40 both have seen nothing but a tenth of a
/// pawn in eight moves each. Less would teach the network what the search does not know yet.
fn rules() -> GameRules {
    GameRules {
        draw: Some(DrawRule {
            from_move: 40,
            moves: 8,
            score: 10,
        }),
        resign: Some(ResignRule {
            moves: 4,
            score: 1000,
        }),
        ..GameRules::default()
    }
}

impl DataGen {
    /// Plays what is missing. `watch` is told what the file has. Returns the same.
    pub fn run(&self, stop: &Stop, watch: &mut dyn FnMut(&Tally)) -> Result<Tally, DataGenError> {
        let (mut file, mut tally, last) = self.open()?;
        watch(&tally);
        if tally.games >= self.games {
            return Ok(tally);
        }
        let games = OwnGames {
            nodes: self.nodes,
            hash: self.hash,
            seed: self.seed,
            jobs: self.jobs,
            rules: rules(),
            beginning: Beginning::AfterRandomMoves,
            evaluation: self.evaluation.clone(),
        };
        // The last game that is there is played again: another program would go on with other games.
        let begin = tally.games - usize::from(last.is_some());
        games.play(begin..self.games, stop, |number, played| {
            let game = scored(&played).map_err(|ending| DataGenError::Game {
                number: number + 1,
                ending,
            })?;
            let bytes = game.to_bytes();
            match &last {
                Some(known) if number == begin => {
                    if bytes != known.to_bytes() {
                        return Err(DataGenError::OtherProgram {
                            path: self.file.clone(),
                            number: number + 1,
                        });
                    }
                }
                _ => {
                    file.add(bytes)?;
                    tally.add(game.scores().len(), game.winner());
                    watch(&tally);
                }
            }
            Ok(())
        })?;
        Ok(tally)
    }

    /// Opens the file, removes what was cut off, and says what is left and which game is the last.
    fn open(&self) -> Result<(Appender, Tally, Option<ScoredGame>), DataGenError> {
        let path: &Path = &self.file;
        if path.is_dir() {
            return Err(FileError::Write {
                path: path.to_owned(),
                source: io::ErrorKind::IsADirectory.into(),
            }
            .into());
        }
        let has_games = std::fs::metadata(path).is_ok_and(|found| found.len() > 0);
        let mut tally = Tally::default();
        let mut last = None;
        if has_games {
            self.provenance().recognise()?;
            for game in Reader::open(path)? {
                match game {
                    Ok(game) => {
                        tally.add(game.scores().len(), game.winner());
                        last = Some(game);
                    }
                    Err(ReadError::Broken(broken)) if broken.flaw == Flaw::CutOff => break,
                    Err(ReadError::Broken(broken)) => {
                        let path = path.to_owned();
                        return Err(DataGenError::Broken { path, broken });
                    }
                    Err(ReadError::Input(source)) => {
                        let path = path.to_owned();
                        return Err(FileError::Read { path, source }.into());
                    }
                }
            }
        } else {
            self.provenance().remember()?;
        }
        let mut file = Appender::alone(path)?;
        file.keep(tally.bytes)?;
        Ok((file, tally, last))
    }
}

/// What is kept of a game, or what the engine did wrong in it.
fn scored(played: &PlayedGame) -> Result<ScoredGame, String> {
    if played.ending.culprit().is_some() {
        return Err(played.ending.to_string());
    }
    let mut game = ScoredGame::new(played.game.start().clone(), played.ending.winner());
    for (mv, note) in played.game.moves().iter().zip(&played.notes) {
        let score = note.score.ok_or("a move without a score")?.as_centipawns();
        // Mates and the limit of all other scores are within the range.
        let score = score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let score = match game.game().position().side_to_move() {
            Color::White => score,
            Color::Black => -score,
        };
        game.push(*mv, score).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests;
