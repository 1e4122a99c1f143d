//! With which settings a file was made.
//!
//! The settings are a few lines in a second file beside it. A file that was made with other
//! settings is not continued.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files::{FileError, read_text, write_whole};

/// Why a file is not continued.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The settings cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is not empty, and there is no file that says how it was made.
    #[error("{path} is not empty, and there is no {settings} that says with which settings it was made", path = .path.display(), settings = .settings.display())]
    Unknown {
        /// The file.
        path: PathBuf,
        /// The file beside it.
        settings: PathBuf,
    },
    /// It was made with another setting.
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
    /// The value for files that do not have this setting.
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

    /// The same, with the value of older files, which do not have this setting.
    pub fn or_unsaid(self, unsaid: &'static str) -> Setting {
        Setting { unsaid, ..self }
    }
}

/// A file and all that its content depends on.
pub struct Provenance<'a> {
    /// The file.
    pub file: &'a Path,
    /// What its content depends on.
    pub settings: Vec<Setting>,
}

impl Provenance<'_> {
    /// The file with the settings.
    fn beside(&self) -> PathBuf {
        let mut path = self.file.to_owned().into_os_string();
        path.push(".settings");
        PathBuf::from(path)
    }

    /// Writes the settings down. A device or a pipe cannot be continued, so it gets none.
    pub fn remember(&self) -> Result<(), SettingsError> {
        if std::fs::metadata(self.file).is_ok_and(|found| !found.is_file()) {
            return Ok(());
        }
        let lines = self.settings.iter();
        let text: String = lines
            .map(|Setting { name, value, .. }| format!("{name}: {value}\n"))
            .collect();
        Ok(write_whole(&self.beside(), &text)?)
    }

    /// Refuses a file that was made with other settings.
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
