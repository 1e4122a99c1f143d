//! Every move of many games judged, and the turning points explained.
//!
//! [`Games`] reads a file; [`Analysis`] has the engine go through its games, several at a time, and hands each one over, in order, as it will be written; an [`Annotations`] is
//! the file it is written to, which only ever grows by whole games. What a move is called and what is said about it is the business of [`crate::game`].
//!
//! Nothing a game is judged by depends on other games, so an interrupted file is continued as if nothing had happened.

mod annotations;
mod judge;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::game::{JudgedGame, Mark};
use bstar_board::pgn::{self, GameRecord, PgnError, PgnFault};
use bstar_engine::{EngineError, Evaluation, Limits, SearchKind, Settings};
use serde::Serialize;
use thiserror::Error;

use bstar_engine::analyst::look_at_all;
use bstar_kit::files::{FileError, read_bytes};
use bstar_kit::stop::Stop;

pub use annotations::{Annotations, AnnotationsError, Existing};
use judge::judge;

/// Why games cannot be analysed.
#[derive(Debug, Error)]
pub enum AnalyseError {
    /// The file.
    #[error(transparent)]
    File(#[from] FileError),
    /// Nothing in it.
    #[error("{path} has no games in it", path = .path.display())]
    Empty {
        /// Which file.
        path: PathBuf,
    },
    /// The engine.
    #[error("the searcher cannot be set up: {0}")]
    Engine(#[from] EngineError),
}

/// A game that can be read, and its place in the file, from 1.
#[derive(Clone, Debug)]
pub struct NumberedGame {
    /// The place.
    pub number: usize,
    /// The game.
    pub record: GameRecord,
}

/// The games of a file.
#[derive(Debug)]
pub struct Games {
    /// Those that can be read.
    pub readable: Vec<NumberedGame>,
    /// What is wrong with the others.
    pub unreadable: Vec<PgnError>,
    /// By what the file is known, wherever it lies.
    checksum: u64,
}

impl Games {
    /// Reads a file; `-` is standard input.
    pub fn load(path: &Path) -> Result<Games, AnalyseError> {
        let bytes = read_bytes(path)?;
        let mut games = Games {
            readable: Vec::new(),
            unreadable: Vec::new(),
            checksum: fnv1a(&bytes),
        };
        for (number, game) in (1..).zip(pgn::games(&bytes[..])) {
            match game {
                Ok(record) => games.readable.push(NumberedGame { number, record }),
                Err(error) => games.unreadable.push(error),
            }
        }
        if games.readable.is_empty() && games.unreadable.is_empty() {
            let path = path.to_owned();
            return Err(AnalyseError::Empty { path });
        }
        Ok(games)
    }
}

/// A checksum by which a file is known again (FNV-1a).
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// How much work a position is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// So many nodes. The result is the same every time.
    Nodes(u64),
    /// So much time.
    Time(Duration),
}

/// The effort unless somebody says otherwise.
pub const USUAL_NODES: u64 = 100_000;

/// On a move that looks like a mistake so many times as much is spent: once more by alpha-beta, before anybody calls it one, and by B* if it is explained.
pub const TURNING_POINT: u32 = 5;

impl Effort {
    fn limits(self) -> Limits {
        self.times(1)
    }

    fn times(self, factor: u32) -> Limits {
        match self {
            Effort::Nodes(nodes) => Limits {
                nodes: Some(nodes.saturating_mul(factor.into())),
                ..Limits::default()
            },
            Effort::Time(time) => Limits {
                move_time: Some(time.saturating_mul(factor)),
                ..Limits::default()
            },
        }
    }
}

/// In which form games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As PGN.
    Pgn,
    /// As objects, one a line.
    JsonLines,
}

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// How much work a position is worth.
    pub effort: Effort,
    /// How many positions B* may expand at a turning point, instead of what the effort allows it.
    pub expansions: Option<u32>,
    /// The table of each analyst, in MiB.
    pub hash: usize,
    /// By what positions are evaluated.
    pub evaluation: Evaluation,
    /// How many games at a time.
    pub jobs: usize,
    /// How they are written.
    pub form: Form,
}

/// What was found, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: usize,
    /// Moves in them.
    pub moves: usize,
    /// How many have each mark, in the order of [`Mark::ALL`].
    pub marks: [usize; Mark::ALL.len()],
}

impl Tally {
    fn of(game: &JudgedGame) -> Tally {
        let marked = |mark| {
            let moves = game.moves().iter();
            moves.filter(|judged| judged.mark == Some(mark)).count()
        };
        Tally {
            games: 1,
            moves: game.moves().len(),
            marks: Mark::ALL.map(marked),
        }
    }

    /// Counts these, too.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.moves += other.moves;
        for (sum, more) in self.marks.iter_mut().zip(other.marks) {
            *sum += more;
        }
    }
}

/// A game that is ready to be written.
#[derive(Clone, Debug)]
pub struct Finished {
    /// All that is written of it, with its line end.
    pub text: String,
    /// What was found.
    pub tally: Tally,
}

impl Analysis {
    /// Goes through games and hands them over in order, until there are no more, `stop` is set or `take` breaks. `watch` is told how many positions have been looked at.
    pub fn run(
        &self,
        games: &[NumberedGame],
        stop: &Stop,
        watch: &(dyn Fn(u64) + Sync),
        mut take: impl FnMut(&Finished) -> ControlFlow<()>,
    ) -> Result<(), AnalyseError> {
        let here = stop.child();
        let looked_at = AtomicU64::new(0);
        let tick = || watch(1 + looked_at.fetch_add(1, Ordering::Relaxed));
        look_at_all(
            &self.settings(),
            self.jobs,
            games.len(),
            &here,
            |analyst, at| {
                let NumberedGame { number, record } = &games[at];
                let game = judge(analyst, record, self, &tick);
                Ok(game.map(|game| Finished {
                    text: self.text(&game, *number),
                    tally: Tally::of(&game),
                }))
            },
            |finished| {
                if !here.is_set() && take(&finished).is_break() {
                    here.set();
                }
            },
        )?;
        Ok(())
    }

    fn settings(&self) -> Settings {
        Settings {
            search: SearchKind::AlphaBeta,
            hash_mib: self.hash,
            evaluation: self.evaluation.clone(),
            expansions: self.expansions.unwrap_or(0),
            ..Settings::default()
        }
    }

    fn text(&self, game: &JudgedGame, number: usize) -> String {
        match self.form {
            Form::Pgn => pgn::write(&game.annotated()),
            Form::JsonLines => object_line("game", &game.object(number)),
        }
    }
}

/// What is written of a game that cannot be read, where there is a place for it.
pub fn unreadable_line(error: &PgnError) -> String {
    #[derive(Serialize)]
    struct Unreadable {
        game: usize,
        line: usize,
        column: usize,
        fault: String,
    }
    let PgnError {
        game, line, column, ..
    } = *error;
    let fault: &PgnFault = &error.fault;
    let object = Unreadable {
        game,
        line,
        column,
        fault: fault.to_string(),
    };
    object_line("unreadable", &object)
}

/// The version of these objects: that of everything the program writes with `--json`.
const SCHEMA: u32 = 1;

fn object_line(kind: &'static str, body: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Line<'a, T> {
        r#type: &'static str,
        schema: u32,
        #[serde(flatten)]
        body: &'a T,
    }
    let line = Line {
        r#type: kind,
        schema: SCHEMA,
        body,
    };
    let mut text = serde_json::to_string(&line).expect("plain data serialises");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;
