//! Plays the games of a file.

use std::io;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use bstar_board::Color;
use bstar_engine::Evaluation;
use serde::{Deserialize, Serialize};
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
use bstar_kit::crew::{Answer, Crew, Hired, MachinesError, Work};
use bstar_kit::files::{Appender, FileError};
use bstar_kit::provenance::{Provenance, Setting, SettingsError};
use bstar_kit::stop::Stop;
use bstar_kit::workers::InOrder;

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
    /// Who plays.
    pub crew: Crew,
    /// The evaluation of both sides.
    pub evaluation: Evaluation,
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
    Broken { path: PathBuf, broken: BrokenData },
    /// The file has games that this program would play differently.
    #[error("{path}: game {number} would be another one now; it was made by another version of this program. Nothing was added", path = .path.display())]
    OtherProgram {
        path: PathBuf,
        /// Which game, from 1.
        number: usize,
    },
    /// A player cannot be used.
    #[error("the built-in player {0}")]
    Player(#[from] PlayerFault),
    #[error(transparent)]
    Machines(#[from] MachinesError),
    /// Other machines have given a game up. Later games cannot be added without it.
    #[error("game {number} is given up ({reason}); the games before it are in the file")]
    GivenUp {
        /// Which game, from 1.
        number: usize,
        reason: String,
    },
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
        let playing = Playing {
            nodes: self.nodes,
            hash: self.hash,
            seed: self.seed,
            evaluation: self.evaluation.clone(),
        };
        // The last game of the file is played again. If it comes out differently, another program
        // made the file.
        let begin = tally.games - usize::from(last.is_some());
        let numbers: Vec<usize> = (begin..self.games).collect();
        let units = numbers.chunks(self.crew.units_a_job(GAMES_A_JOB));
        let units: Vec<GameNumbers> = units
            .map(|some| GameNumbers(some[0]..some[0] + some.len()))
            .collect();
        let begins: Vec<usize> = units.iter().map(|some| some.0.start).collect();
        let mut order = InOrder::from(0);
        let mut next = 0;
        let mut failure = None;
        self.crew.run(&playing, units, stop, |at, answer| {
            for answer in order.put(at, answer) {
                let begin_of_unit = begins[next];
                next += 1;
                let games = match answer {
                    Answer::Found(Ok(games)) => games,
                    Answer::Stopped => return ControlFlow::Break(()),
                    Answer::Found(Err(fault)) => {
                        failure = Some(fault.into());
                        return ControlFlow::Break(());
                    }
                    Answer::GivenUp(reason) => {
                        let number = begin_of_unit + 1;
                        failure = Some(DataGenError::GivenUp { number, reason });
                        return ControlFlow::Break(());
                    }
                };
                for (number, game) in (begin_of_unit..).zip(games) {
                    let added = match &last {
                        Some(known) if number == begin => self.recognise(known, number, &game),
                        _ => file.add(&game.bytes).map_err(DataGenError::from).map(|()| {
                            tally.add(game.positions, game.winner.map(Color::from));
                            watch(&tally);
                        }),
                    };
                    if let Err(error) = added {
                        failure = Some(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        })?;
        failure.map_or(Ok(tally), Err)
    }

    /// Whether a game that was played again is the one in the file.
    fn recognise(
        &self,
        known: &ScoredGame,
        number: usize,
        game: &SentGame,
    ) -> Result<(), DataGenError> {
        match game.bytes == known.to_bytes() {
            true => Ok(()),
            false => Err(DataGenError::OtherProgram {
                path: self.file.clone(),
                number: number + 1,
            }),
        }
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
            // A file that cannot be written must leave no settings beside it.
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

/// Number of games sent to another machine at a time.
const GAMES_A_JOB: usize = 8;

/// The settings for playing games of a seed, here or on another machine.
#[derive(Serialize, Deserialize)]
pub struct Playing {
    nodes: u64,
    hash: u32,
    seed: u64,
    evaluation: Evaluation,
}

/// Numbers of games, from 0.
#[derive(Serialize, Deserialize)]
pub struct GameNumbers(Range<usize>);

/// A game as the file has it, and what the tally counts of it.
#[derive(Serialize, Deserialize)]
pub struct SentGame {
    bytes: Vec<u8>,
    positions: usize,
    winner: Option<Winner>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum Winner {
    White,
    Black,
}

impl From<Winner> for Color {
    fn from(winner: Winner) -> Color {
        match winner {
            Winner::White => Color::White,
            Winner::Black => Color::Black,
        }
    }
}

impl From<Color> for Winner {
    fn from(color: Color) -> Winner {
        match color {
            Color::White => Winner::White,
            Color::Black => Winner::Black,
        }
    }
}

/// What a player did wrong.
#[derive(Serialize, Deserialize)]
pub enum PlayingFault {
    /// It cannot be used.
    Player(PlayerFault),
    /// It failed in the game of this number, from 0.
    Game(usize, String),
}

impl From<PlayingFault> for DataGenError {
    fn from(fault: PlayingFault) -> DataGenError {
        match fault {
            PlayingFault::Player(fault) => DataGenError::Player(fault),
            PlayingFault::Game(number, ending) => DataGenError::Game {
                number: number + 1,
                ending,
            },
        }
    }
}

impl Work for Playing {
    const KIND: &'static str = "datagen";
    type Unit = GameNumbers;
    type Found = Result<Vec<SentGame>, PlayingFault>;

    fn name(&self, unit: &GameNumbers) -> String {
        match &unit.0 {
            one if one.len() == 1 => format!("game {}", one.end),
            some => format!("games {} to {}", some.start + 1, some.end),
        }
    }

    fn hire<'a>(&'a self, stop: &'a Stop) -> Hired<'a, Self> {
        let games = SelfPlayGames {
            nodes: self.nodes,
            hash: self.hash,
            seed: self.seed,
            rules: rules(),
            beginning: Beginning::AfterRandomMoves,
            evaluation: self.evaluation.clone(),
        };
        let mut play = games.hire(stop);
        Box::new(move |GameNumbers(numbers)| {
            let mut all = Vec::new();
            for number in numbers {
                let played = match play(number) {
                    Ok(played) => played?,
                    Err(fault) => return Some(Err(PlayingFault::Player(fault))),
                };
                match scored(&played) {
                    Ok(game) => all.push(SentGame {
                        bytes: game.to_bytes(),
                        positions: game.scores().len(),
                        winner: game.winner().map(Winner::from),
                    }),
                    Err(ending) => return Some(Err(PlayingFault::Game(number, ending))),
                }
            }
            Some(Ok(all))
        })
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
