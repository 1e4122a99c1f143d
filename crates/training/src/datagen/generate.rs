//! Plays the games of a file.

use std::io;
use std::path::{Path, PathBuf};

use bstar_board::Color;
use bstar_engine::Evaluation;
use thiserror::Error;

use super::format::{DataFlaw, ScoredGame};
use super::read::{BrokenData, PackedReader, ReadError};
use super::rules::rules;
use super::tally::DataTally;
use crate::selfplay::{
    Beginning, MAX_START_CENTIPAWNS, MIN_RANDOM_PLIES, RANDOM_PLY_COUNTS, START_CHECK_NODES,
    SelfPlayGames, player,
};
use bstar_arena::player::PlayerFault;
use bstar_arena::referee::PlayedGame;
use bstar_kit::files::{Appender, FileError};
use bstar_kit::provenance::{Provenance, Setting, SettingsError};
use bstar_kit::stop::Stop;

/// Which games are wanted, and where they go.
#[derive(Clone, Debug)]
pub struct DataGen {
    /// How many games the file should have.
    pub games: usize,
    /// The nodes for every move.
    pub nodes: u64,
    /// The table of either side, in MiB. It is emptied before every game. A large one takes longer
    /// to empty than a game of few nodes.
    pub hash: u32,
    /// The seed. Every seed gives other games.
    pub seed: u64,
    /// How many games are played at a time.
    pub jobs: usize,
    /// The evaluation of both sides.
    pub evaluation: Evaluation,
    /// The file.
    pub file: PathBuf,
}

/// Why games cannot be made.
#[derive(Debug, Error)]
pub enum DataGenError {
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The settings beside the file do not fit.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The file has something in it that is not a game. (A last game that was cut off is no error.)
    #[error("{path}, {broken}; nothing was added", path = .path.display())]
    Broken {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        broken: BrokenData,
    },
    /// The file has games that this program would play differently.
    #[error("{path}: game {number} would be another one now; it was made by another version of this program. Nothing was added", path = .path.display())]
    OtherProgram {
        /// Which file.
        path: PathBuf,
        /// Which game, from 1.
        number: usize,
    },
    /// A player cannot be used.
    #[error("the built-in player {0}")]
    Player(#[from] PlayerFault),
    /// A player failed in a game.
    #[error("game {number}: {ending}")]
    Game {
        /// Which game, from 1.
        number: usize,
        /// What happened.
        ending: String,
    },
}

impl DataGen {
    /// Plays the missing games. `watch` is told what the file has. Returns the same.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(&DataTally),
    ) -> Result<DataTally, DataGenError> {
        let (mut file, mut tally, last) = self.open()?;
        watch(&tally);
        if tally.games >= self.games {
            return Ok(tally);
        }
        let games = SelfPlayGames {
            nodes: self.nodes,
            hash: self.hash,
            seed: self.seed,
            jobs: self.jobs,
            rules: rules(),
            beginning: Beginning::AfterRandomMoves,
            evaluation: self.evaluation.clone(),
        };
        // The last game of the file is played again. If it comes out differently, another program
        // made the file.
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

    /// Opens the file and removes what was cut off. Returns what is left, and the last game.
    pub(super) fn open(&self) -> Result<(Appender, DataTally, Option<ScoredGame>), DataGenError> {
        let path: &Path = &self.file;
        if path.is_dir() {
            return Err(FileError::Write {
                path: path.to_owned(),
                source: io::ErrorKind::IsADirectory.into(),
            }
            .into());
        }
        let has_games = std::fs::metadata(path).is_ok_and(|found| found.len() > 0);
        let mut tally = DataTally::default();
        let mut last = None;
        let mut file = if has_games {
            self.provenance().recognise()?;
            for game in PackedReader::open(path)? {
                match game {
                    Ok(game) => {
                        tally.add(game.scores().len(), game.winner());
                        last = Some(game);
                    }
                    Err(ReadError::Broken(broken)) if broken.flaw == DataFlaw::CutOff => break,
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
            Appender::alone(path)?
        } else {
            // A file that cannot be written shall leave no settings beside it.
            let file = Appender::alone(path)?;
            self.provenance().remember()?;
            file
        };
        file.keep(tally.bytes)?;
        Ok((file, tally, last))
    }

    /// The file, and all settings on which its games depend.
    fn provenance(&self) -> Provenance<'_> {
        let most = MIN_RANDOM_PLIES + RANDOM_PLY_COUNTS - 1;
        let opening = format!(
            "{MIN_RANDOM_PLIES} to {most} random moves, within {MAX_START_CENTIPAWNS} by {START_CHECK_NODES} nodes"
        );
        let mut settings = vec![
            Setting::new("nodes", self.nodes),
            Setting::new("seed", self.seed),
            Setting::new("player", player(self.hash)),
            // Older files do not name it: then only the terms existed.
            Setting::new("evaluation", &self.evaluation).or_unsaid(Evaluation::TERMS),
            Setting::new("opening", opening),
        ];
        if let Some(rule) = rules().draw {
            let rule = format!("{},{},{}", rule.from_move, rule.moves, rule.score);
            settings.push(Setting::new("draw-rule", rule));
        }
        if let Some(rule) = rules().resign {
            let rule = format!("{},{}", rule.moves, rule.score);
            settings.push(Setting::new("resign-rule", rule));
        }
        Provenance {
            file: &self.file,
            settings,
        }
    }
}

/// What is kept of a game. The error says what a player did wrong in it.
fn scored(played: &PlayedGame) -> Result<ScoredGame, String> {
    if played.ending.culprit().is_some() {
        return Err(played.ending.to_string());
    }
    let mut game = ScoredGame::new(played.game.start().clone(), played.ending.winner());
    for (mv, note) in played.game.moves().iter().zip(&played.notes) {
        let score = note.score.ok_or("a move without a score")?.as_centipawns();
        // All scores fit into the range, mates included.
        let score = score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let score = match game.game().position().side_to_move() {
            Color::White => score,
            Color::Black => -score,
        };
        game.push(*mv, score).map_err(|error| error.to_string())?;
    }
    Ok(game)
}
