//! With which settings a file was made.
//!
//! The settings are a few lines in a second file beside it. A file that was made with other
//! settings is not continued.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files::{FileError, read_plain_text, write_whole};
use crate::whole_file::beginning;

/// Why a file is not continued.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The settings cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is not empty, and there is no file that says how it was made.
    #[error("{path} is not empty, and there is no {settings} that says with which settings it was made", path = .path.display(), settings = .settings.display())]
    Unknown {
        path: PathBuf,
        /// The file beside it.
        settings: PathBuf,
    },
    /// It was made with another setting.
    #[error("{path} was made with {name} `{found}`, wanted is `{wanted}`", path = .path.display())]
    Other {
        path: PathBuf,
        /// Which setting.
        name: &'static str,
        found: String,
        /// What it should be.
        wanted: String,
    },
}

/// What is added to the name of a file.
const SUFFIX: &str = ".settings";

/// Maximum length of a name on most systems.
const MAX_NAME_BYTES: usize = 255;

/// The hash of Fowler, Noll and Vo: 64 bits, variant 1a.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
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
    pub file: &'a Path,
    /// What its content depends on.
    pub settings: Vec<Setting>,
}

impl Provenance<'_> {
    /// The file with the settings. Where the name would get too long by that, it keeps its
    /// beginning, and a checksum stands for the rest.
    fn beside(&self) -> PathBuf {
        let Some(name) = self.file.file_name() else {
            return self.file.join(SUFFIX);
        };
        let mut long = name.to_owned();
        if name.len() + SUFFIX.len() > MAX_NAME_BYTES {
            let hash = fnv1a(name.as_encoded_bytes());
            let kept = MAX_NAME_BYTES - SUFFIX.len() - 1 - 16;
            let name = name.to_string_lossy();
            long = format!("{}-{hash:016x}", beginning(&name, kept)).into();
        }
        long.push(SUFFIX);
        self.file.with_file_name(long)
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
        let text = read_plain_text(&settings)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_stand_beside_a_file_of_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let mut beside = Vec::new();
        for length in [1, 246, 247, 254, 255] {
            let file = folder
                .path()
                .join("é".repeat(length / 2) + &"n".repeat(length % 2));
            std::fs::write(&file, "content").unwrap();
            let provenance = Provenance {
                file: &file,
                settings: vec![Setting::new("seed", length)],
            };
            assert!(provenance.recognise().is_err());
            provenance.remember().unwrap();
            provenance.recognise().unwrap();
            beside.push(provenance.beside());
        }
        assert_eq!(beside[0], folder.path().join("n.settings"));
        beside.dedup();
        assert_eq!(beside.len(), 5);
    }
}
