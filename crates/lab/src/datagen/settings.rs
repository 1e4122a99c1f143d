//! With which settings a file of games was made: a few lines in a file beside it.

use std::path::PathBuf;

use bstar_engine::Evaluation;
use thiserror::Error;

use super::{DataGen, rules};
use crate::files::{FileError, read_text, write_whole};
use crate::selfplay::{FEWEST_PLIES, GLANCE, LOPSIDED, SPREAD, player};

/// The name of a setting that files did not have when there were only the terms.
const EVALUATION: &str = "evaluation";

/// Why a file is not continued.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The settings cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It has games, and nobody knows which.
    #[error("{path} is not empty, and there is no {settings} that says with which settings it was made", path = .path.display(), settings = .settings.display())]
    Unknown {
        /// The file.
        path: PathBuf,
        /// The file beside it.
        settings: PathBuf,
    },
    /// It was made otherwise.
    #[error("{path} was made with {name} `{found}`, wanted is `{wanted}`", path = .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// Which setting.
        name: &'static str,
        /// What it was.
        found: String,
        /// What it should be.
        wanted: String,
    },
}

impl DataGen {
    /// Everything that games depend on, beside their numbers.
    fn settings(&self) -> Vec<(&'static str, String)> {
        let most = FEWEST_PLIES + SPREAD - 1;
        let opening =
            format!("{FEWEST_PLIES} to {most} random moves, within {LOPSIDED} by {GLANCE} nodes");
        let mut settings = vec![
            ("nodes", self.nodes.to_string()),
            ("seed", self.seed.to_string()),
            ("player", player(self.hash)),
            (EVALUATION, self.evaluation.to_string()),
            ("opening", opening),
        ];
        if let Some(rule) = rules().draw {
            let rule = format!("{},{},{}", rule.from_move, rule.moves, rule.score);
            settings.push(("draw-rule", rule));
        }
        if let Some(rule) = rules().resign {
            settings.push(("resign-rule", format!("{},{}", rule.moves, rule.score)));
        }
        settings
    }

    /// Where they stand.
    fn beside(&self) -> PathBuf {
        let mut path = self.file.clone().into_os_string();
        path.push(".settings");
        PathBuf::from(path)
    }

    /// Writes them down.
    pub(super) fn remember(&self) -> Result<(), SettingsError> {
        let lines = self.settings().into_iter();
        let text: String = lines
            .map(|(name, value)| format!("{name}: {value}\n"))
            .collect();
        Ok(write_whole(&self.beside(), &text)?)
    }

    /// Refuses a file that was made with others.
    pub(super) fn recognise(&self) -> Result<(), SettingsError> {
        let settings = self.beside();
        if !settings.exists() {
            let path = self.file.clone();
            return Err(SettingsError::Unknown { path, settings });
        }
        let text = read_text(&settings)?;
        for (name, wanted) in self.settings() {
            let mut lines = text.lines().filter_map(|line| line.split_once(": "));
            let found = lines.find(|(found, _)| *found == name);
            let found = match (found, name) {
                (Some((_, value)), _) => value,
                (None, EVALUATION) => Evaluation::TERMS,
                (None, _) => "",
            };
            if found != wanted {
                return Err(SettingsError::Other {
                    path: self.file.clone(),
                    name,
                    found: found.to_owned(),
                    wanted,
                });
            }
        }
        Ok(())
    }
}
