//! A list of what is finished, from which long work continues after an interruption.
//!
//! Every entry is a line. The first line holds the settings, and a journal with other settings is
//! refused. A last line that was cut off while it was written is dropped: its entry is worked out
//! again.
//!
//! A journal may be packed: one that is called `X` is read from `X.gz` if there is no `X`. The
//! first entry that is added writes `X`, which begins with what was packed. From then on `X`
//! counts. The packed file never changes.
//!
//! ```
//! use bstar_kit::journal::{Entry, Journal};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Square {
//!     of: u64,
//!     is: u64,
//! }
//!
//! impl Entry for Square {
//!     const WORK: &'static str = "squares";
//!     const NAME: &'static str = "square";
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("journal");
//! let settings = serde_json::json!({ "base": 10 });
//! let mut journal: Journal<Square> = Journal::open(&path, &settings)?;
//! let finished = journal.take_earlier();
//! for of in (0..3).skip(finished.len()) {
//!     journal.add(&Square { of, is: of * of })?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::files::{FileError, text_of, whole_lines};
use crate::journal_file::{self, JournalFile};

/// Why a journal cannot be continued.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It was written with other settings.
    #[error(
        "{path} is a journal of {name}s with other settings ({differences}); give another file, or the same settings",
        path = .path.display()
    )]
    OtherSettings {
        path: PathBuf,
        /// What an entry of it is called.
        name: &'static str,
        /// Which settings differ.
        differences: String,
    },
    /// It does not begin as a journal does.
    #[error(
        "{path}, line 1: this is not the first line of a journal of {name}s; give another file (journals of some earlier versions cannot be continued)",
        path = .path.display()
    )]
    Foreign {
        path: PathBuf,
        /// What an entry of it is called.
        name: &'static str,
    },
    /// A line that is not a journal's.
    #[error("{path}, line {line}: this is not a line of a journal of {name}s", path = .path.display())]
    Malformed {
        path: PathBuf,
        /// What an entry of it is called.
        name: &'static str,
        /// Where, counted from 1.
        line: usize,
    },
}

/// A piece of work that is written down when it is finished.
pub trait Entry: Serialize + DeserializeOwned {
    /// What the whole work is called, in the first line.
    const WORK: &'static str;
    /// What an entry is called, in the other lines and in messages. Its plural ends in `s`.
    const NAME: &'static str;
}

#[derive(Serialize, Deserialize)]
struct Head<S> {
    #[serde(rename = "type")]
    work: String,
    schema: u32,
    settings: S,
}

#[derive(Serialize, Deserialize)]
struct Line<E> {
    #[serde(rename = "type")]
    name: String,
    #[serde(flatten)]
    entry: E,
}

const SCHEMA: u32 = 1;

/// What a file has of a journal.
struct Content<E> {
    /// The entries; none if not even the first line is whole.
    entries: Option<Vec<E>>,
    /// How many bytes the whole lines take.
    whole: usize,
}

/// The entries of a journal, for somebody who only reads. Another program may write it meanwhile.
/// Without a file there are none.
pub fn read<E: Entry>(path: &Path, settings: &Value) -> Result<Vec<E>, JournalError> {
    let Some((path, bytes)) = journal_file::read(path)? else {
        return Ok(Vec::new());
    };
    let content = content_of(bytes, &path, settings)?;
    Ok(content.entries.unwrap_or_default())
}

/// A journal that is open for more.
pub struct Journal<E> {
    file: JournalFile,
    earlier: Vec<E>,
}

impl<E: Entry> Journal<E> {
    /// Opens a journal, or begins one.
    pub fn open(path: &Path, settings: &Value) -> Result<Journal<E>, JournalError> {
        // It is locked before it is read: otherwise another program could write in between.
        let mut file = JournalFile::open(path)?;
        let bytes = file.content()?;
        let length = bytes.len();
        let Content { entries, whole } = content_of(bytes, file.path(), settings)?;
        if whole < length {
            file.keep(whole)?;
        }
        if entries.is_none() {
            file.add(written(&Head {
                work: E::WORK.to_owned(),
                schema: SCHEMA,
                settings,
            }))?;
        }
        Ok(Journal {
            file,
            earlier: entries.unwrap_or_default(),
        })
    }

    /// What was in the journal when it was opened.
    pub fn take_earlier(&mut self) -> Vec<E> {
        std::mem::take(&mut self.earlier)
    }

    /// Writes an entry down.
    pub fn add(&mut self, entry: &E) -> Result<(), FileError> {
        self.file.add(written(&Line {
            name: E::NAME.to_owned(),
            entry,
        }))
    }
}

/// Reads what a file has of a journal with these settings.
fn content_of<E: Entry>(
    mut bytes: Vec<u8>,
    path: &Path,
    settings: &Value,
) -> Result<Content<E>, JournalError> {
    let whole = whole_lines(&bytes);
    let foreign = || JournalError::Foreign {
        path: path.to_owned(),
        name: E::NAME,
    };
    // A line that is not whole need not be text: a letter may be cut in two.
    let cut = bytes.split_off(whole);
    let text = text_of(bytes, path)?;
    let mut lines = (1..).zip(text.lines());
    let Some((_, first)) = lines.next() else {
        // Nothing yet, or the beginning of a first line.
        let beginning = format!("{{\"type\":\"{}\"", E::WORK);
        if !cut.is_empty() && !cut.starts_with(beginning.as_bytes()) {
            return Err(foreign());
        }
        let entries = None;
        return Ok(Content { entries, whole });
    };
    let head: Head<Value> = serde_json::from_str(first).map_err(|_| foreign())?;
    if head.work != E::WORK || head.schema != SCHEMA {
        return Err(foreign());
    }
    if head.settings != *settings {
        return Err(JournalError::OtherSettings {
            path: path.to_owned(),
            name: E::NAME,
            differences: differences(&head.settings, settings),
        });
    }
    let entries = lines
        .map(|(number, line)| match serde_json::from_str(line) {
            Ok(Line::<E> { name, entry }) if name == E::NAME => Ok(entry),
            _ => Err(JournalError::Malformed {
                path: path.to_owned(),
                name: E::NAME,
                line: number,
            }),
        })
        .collect::<Result<_, _>>()?;
    Ok(Content {
        entries: Some(entries),
        whole,
    })
}

fn written(line: &impl Serialize) -> String {
    let mut text = serde_json::to_string(line).expect("plain data serialises");
    text.push('\n');
    text
}

/// The names of the settings that are not the same.
fn differences(written: &Value, wanted: &Value) -> String {
    let empty = serde_json::Map::new();
    let [written, wanted] = [written, wanted].map(|value| value.as_object().unwrap_or(&empty));
    let mut names: Vec<String> = wanted
        .iter()
        .filter(|(name, value)| written.get(*name) != Some(value))
        .map(|(name, value)| {
            let before = written.get(name).unwrap_or(&Value::Null);
            format!("{name}: {before} there, {value} here")
        })
        .collect();
    names.extend(
        written
            .keys()
            .filter(|name| !wanted.contains_key(*name))
            .cloned(),
    );
    names.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::packed;
    use serde_json::json;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Letter {
        number: usize,
    }

    impl Entry for Letter {
        const WORK: &'static str = "post";
        const NAME: &'static str = "letter";
    }

    fn open(path: &Path, settings: &Value) -> Result<Journal<Letter>, JournalError> {
        Journal::open(path, settings)
    }

    #[test]
    fn a_journal_is_continued_and_a_cut_line_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let settings = json!({"seed": 1});
        let mut journal = open(&path, &settings).unwrap();
        for number in [0, 3] {
            journal.add(&Letter { number }).unwrap();
        }
        drop(journal);
        let whole = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = whole.lines().collect();
        assert_eq!(
            lines[..2],
            [
                r#"{"type":"post","schema":1,"settings":{"seed":1}}"#,
                r#"{"type":"letter","number":0}"#
            ]
        );
        // Cut off in the middle of a letter.
        let cut = [whole.as_bytes(), b"{\"type\":\"\xc3"].concat();
        std::fs::write(&path, cut).unwrap();

        let mut journal = open(&path, &settings).unwrap();
        let earlier = journal.take_earlier();
        assert_eq!(earlier, [0, 3].map(|number| Letter { number }));
        journal.add(&Letter { number: 1 }).unwrap();
        drop(journal);
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert_eq!(lines, 4);
    }

    #[test]
    fn a_packed_journal_is_read_and_continued() {
        let folder = tempfile::tempdir().unwrap();
        let [path, gz] = ["journal", "journal.gz"].map(|name| folder.path().join(name));
        let settings = json!({"seed": 1});
        let mut journal = open(&path, &settings).unwrap();
        journal.add(&Letter { number: 0 }).unwrap();
        drop(journal);
        std::fs::write(&gz, packed(&std::fs::read(&path).unwrap())).unwrap();
        std::fs::remove_file(&path).unwrap();

        let error = open(&path, &json!({"seed": 2})).err().unwrap().to_string();
        assert!(error.starts_with(&gz.display().to_string()), "{error}");
        let entries = || read::<Letter>(&path, &settings).unwrap();
        assert_eq!(entries(), [Letter { number: 0 }]);
        let mut journal = open(&path, &settings).unwrap();
        assert_eq!(journal.take_earlier(), [Letter { number: 0 }]);
        assert!(!path.exists());
        journal.add(&Letter { number: 1 }).unwrap();
        assert_eq!(entries(), [0, 1].map(|number| Letter { number }));
    }

    #[test]
    fn a_journal_is_read_while_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let settings = json!({"seed": 1});
        let entries = || read::<Letter>(&path, &settings).unwrap();
        assert!(entries().is_empty() && !path.exists());
        let mut journal = open(&path, &settings).unwrap();
        assert!(entries().is_empty());
        journal.add(&Letter { number: 7 }).unwrap();
        assert_eq!(entries(), [Letter { number: 7 }]);
        assert!(read::<Letter>(&path, &json!({"seed": 2})).is_err());
    }

    #[test]
    fn other_settings_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        open(&path, &json!({"seed": 1, "nodes": 5})).unwrap();
        let error = open(&path, &json!({"seed": 2, "nodes": 5})).err().unwrap();
        let error = error.to_string();
        assert!(error.contains("seed: 1 there, 2 here"), "{error}");
        assert!(!error.contains("nodes"), "{error}");
    }

    #[test]
    fn another_file_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter");
        for text in [
            // So journals began that had no first line of their own.
            "{\"fen\":\"a\",\"readings\":[]}\n",
            "Dear Sir,\nyours\n",
            "no line end",
            "{\"type\":\"match\",\"schema\":1,\"settings\":{}}\n",
        ] {
            std::fs::write(&path, text).unwrap();
            let error = open(&path, &json!({})).err().unwrap().to_string();
            assert!(error.contains("line 1"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_line_of_another_kind_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = open(&path, &json!({})).unwrap();
        journal.add(&Letter { number: 0 }).unwrap();
        drop(journal);
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(
            &path,
            format!("{whole}{}", whole.replace("letter", "parcel")),
        )
        .unwrap();
        let error = open(&path, &json!({})).err().unwrap().to_string();
        assert!(error.contains("line 3"), "{error}");
    }
}
