//! The file that annotated games are written to.
//!
//! A game is added in one write. So the file has whole games, and at most the beginning of another.
//! A second file beside it says with which settings they were made. To go on, the whole games are
//! counted, what was cut off is removed, and the next game of the input follows.

use std::path::{Path, PathBuf};

use bstar_board::pgn;
use thiserror::Error;

use super::{Analysis, InputGames, OutputForm, unreadable_line};
use bstar_kit::files::{Appender, FileError};
use bstar_kit::provenance::{Provenance, Setting, SettingsError};

/// What to do with a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Leave it alone, and say so.
    Refuse,
    /// Add what is missing.
    Continue,
}

/// Why games cannot be written to a file.
#[derive(Debug, Error)]
pub enum AnnotationsError {
    #[error(transparent)]
    File(#[from] FileError),
    /// The settings beside it.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// It is not empty, and the user did not ask to continue it.
    #[error("{path} is there already; --resume goes on with it, and another name leaves it alone", path = .path.display())]
    Exists { path: PathBuf },
    /// It has more games than there are.
    #[error("{path} has {found} games in it, more than the {wanted} that can be read; somebody has changed it", path = .path.display())]
    TooMany {
        path: PathBuf,
        found: usize,
        /// How many it should have at most.
        wanted: usize,
    },
}

/// A file that grows by whole games.
#[derive(Debug)]
pub struct Annotations {
    file: Appender,
    /// How many games were in it when it was opened.
    pub done: usize,
}

impl Annotations {
    /// Opens a file for the games of another, or begins one.
    pub fn open(
        path: &Path,
        analysis: &Analysis,
        games: &InputGames,
        existing: Existing,
    ) -> Result<Annotations, AnnotationsError> {
        let provenance = Provenance {
            file: path,
            settings: settings(analysis, games),
        };
        let head = head(analysis.form, games);
        // The lock comes first. Otherwise two runs could both find the file empty, or both find
        // the same games finished, and write the others twice.
        let mut file = Appender::alone(path)?;
        let bytes = file.content()?;
        if bytes.is_empty() {
            provenance.remember()?;
            file.add(head)?;
            return Ok(Annotations { file, done: 0 });
        }
        if existing == Existing::Refuse {
            let path = path.to_owned();
            return Err(AnnotationsError::Exists { path });
        }
        provenance.recognise()?;
        if bytes.len() < head.len() {
            file.keep(0)?;
            file.add(head)?;
            return Ok(Annotations { file, done: 0 });
        }
        let (done, length) = whole_games(&bytes[head.len()..], analysis.form);
        let wanted = games.readable.len();
        if done > wanted {
            return Err(AnnotationsError::TooMany {
                path: path.to_owned(),
                found: done,
                wanted,
            });
        }
        file.keep((head.len() + length) as u64)?;
        Ok(Annotations { file, done })
    }

    /// Adds a game.
    pub fn add(&mut self, text: &str) -> Result<(), FileError> {
        self.file.add(text)
    }
}

/// What comes before all games: among objects, those of the games that cannot be read.
fn head(form: OutputForm, games: &InputGames) -> String {
    match form {
        OutputForm::Pgn | OutputForm::Json => String::new(),
        OutputForm::JsonLines => games.unreadable.iter().map(unreadable_line).collect(),
    }
}

/// How many games are whole, and how many bytes they take.
fn whole_games(bytes: &[u8], form: OutputForm) -> (usize, usize) {
    // An interruption may have cut the last character in two.
    let valid = match str::from_utf8(bytes) {
        Ok(text) => text.len(),
        Err(error) => error.valid_up_to(),
    };
    let text = str::from_utf8(&bytes[..valid]).unwrap_or_default();
    let lengths: Vec<usize> = match form {
        OutputForm::Pgn => pgn::whole_games(text).map(str::len).collect(),
        OutputForm::JsonLines => text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'))
            .map(str::len)
            .collect(),
        // A document is written in one go.
        OutputForm::Json => Vec::new(),
    };
    (lengths.len(), lengths.iter().sum())
}

/// Everything that annotations depend on.
fn settings(analysis: &Analysis, games: &InputGames) -> Vec<Setting> {
    let limits = [
        analysis
            .effort
            .node_limit()
            .map(|nodes| format!("{nodes} nodes")),
        analysis
            .effort
            .time_limit()
            .map(|time| format!("{} seconds", time.as_secs_f64())),
    ];
    let effort: Vec<String> = limits.into_iter().flatten().collect();
    let expansions = analysis
        .expansions
        .map_or_else(|| "as many as fit".to_owned(), |most| most.to_string());
    vec![
        Setting::new("input", format!("{:016x}", games.checksum)),
        Setting::new("effort", effort.join(" or ")),
        Setting::new("expansions", expansions),
        Setting::new("hash", analysis.hash),
        Setting::new("evaluation", &analysis.evaluation),
        Setting::new("men in tables", analysis.endings.men()),
        Setting::new("version", env!("CARGO_PKG_VERSION")),
    ]
}
