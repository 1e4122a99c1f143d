//! With which settings a file was made: a few lines in a file beside it, so that nobody continues it with others.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files::{FileError, read_text, write_whole};

/// Why a file is not continued.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The settings cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It has something in it, and nobody knows what.
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

/// Something on which the content of a file depends.
pub struct Setting {
    name: &'static str,
    value: String,
    /// What a file means that does not say.
    unsaid: &'static str,
}

impl Setting {
    /// A setting that every file has.
    pub fn new(name: &'static str, value: impl ToString) -> Setting {
        Setting {
            name,
            value: value.to_string(),
            unsaid: "",
        }
    }

    /// The same, if there are files from before it was written down, when it could only be this.
    pub fn or_unsaid(self, unsaid: &'static str) -> Setting {
        Setting { unsaid, ..self }
    }
}

/// A file and everything its content depends on.
pub struct Provenance<'a> {
    /// The file.
    pub file: &'a Path,
    /// What its content depends on.
    pub settings: Vec<Setting>,
}

impl Provenance<'_> {
    /// Where the settings stand.
    fn beside(&self) -> PathBuf {
        let mut path = self.file.to_owned().into_os_string();
        path.push(".settings");
        PathBuf::from(path)
    }

    /// Writes them down.
    pub fn remember(&self) -> Result<(), SettingsError> {
        let lines = self.settings.iter();
        let text: String = lines
            .map(|Setting { name, value, .. }| format!("{name}: {value}\n"))
            .collect();
        Ok(write_whole(&self.beside(), &text)?)
    }

    /// Refuses a file that was made with others.
    pub fn recognise(&self) -> Result<(), SettingsError> {
        let settings = self.beside();
        if !settings.exists() {
            let path = self.file.to_owned();
            return Err(SettingsError::Unknown { path, settings });
        }
        let text = read_text(&settings)?;
        for Setting {
            name,
            value: wanted,
            unsaid,
        } in &self.settings
        {
            let mut lines = text.lines().filter_map(|line| line.split_once(": "));
            let found = lines.find(|(found, _)| found == name);
            let found = found.map_or(*unsaid, |(_, value)| value);
            if found != wanted {
                return Err(SettingsError::Other {
                    path: self.file.to_owned(),
                    name,
                    found: found.to_owned(),
                    wanted: wanted.clone(),
                });
            }
        }
        Ok(())
    }
}
