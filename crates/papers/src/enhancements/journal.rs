//! What is finished stays finished: every search is written down, and a second run takes it from there.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::deepening::DepthResult;
use bstar_kit::files::{Appender, FileError, read_text};

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file itself.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line that is not a journal's.
    #[error("{path}, line {line}: this is not a line of a journal of `bstar lab enhancements`", path = .path.display())]
    Malformed {
        /// Which file.
        path: PathBuf,
        /// Where.
        line: usize,
    },
}

/// Everything the readings of one search depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct SearchTask {
    pub fen: String,
    pub variant: String,
    pub depth: u32,
    pub entries: usize,
    pub most_nodes: u64,
}

#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    task: SearchTask,
    readings: Vec<DepthResult>,
}

/// What earlier runs have found, and a place for more.
pub(super) struct Journal {
    file: Option<Appender>,
    known: HashMap<SearchTask, Vec<DepthResult>>,
}

impl Journal {
    /// Opens a journal, or begins one. Without a path nothing is written.
    pub fn open(path: Option<&Path>) -> Result<Journal, JournalError> {
        let mut journal = Journal {
            file: None,
            known: HashMap::new(),
        };
        let Some(path) = path else {
            return Ok(journal);
        };
        let text = if path.exists() {
            read_text(path)?
        } else {
            String::new()
        };
        // A last line without an end was cut off while it was written.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for (line, words) in (1..).zip(text[..whole].lines()) {
            let Ok(Line { task, readings }) = serde_json::from_str(words) else {
                return Err(JournalError::Malformed {
                    path: path.to_owned(),
                    line,
                });
            };
            journal.known.insert(task, readings);
        }
        if whole == 0 && !text.is_empty() && !text.starts_with("{\"fen\"") {
            return Err(JournalError::Malformed {
                path: path.to_owned(),
                line: 1,
            });
        }
        let mut file = Appender::alone(path)?;
        file.keep(whole as u64)?;
        journal.file = Some(file);
        Ok(journal)
    }

    pub fn known(&self, task: &SearchTask) -> Option<&Vec<DepthResult>> {
        self.known.get(task)
    }

    pub fn add(
        &mut self,
        task: SearchTask,
        readings: Vec<DepthResult>,
    ) -> Result<(), JournalError> {
        if let Some(file) = &mut self.file {
            let line = Line {
                task: task.clone(),
                readings: readings.clone(),
            };
            let text = serde_json::to_string(&line).expect("plain data serialises");
            file.add(&(text + "\n"))?;
        }
        self.known.insert(task, readings);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enhancements::NodeCounts;

    fn task(depth: u32) -> SearchTask {
        SearchTask {
            fen: "a".to_owned(),
            variant: "pvs".to_owned(),
            depth,
            entries: 1,
            most_nodes: 9,
        }
    }

    #[test]
    fn a_journal_is_continued_and_a_cut_line_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let readings = vec![DepthResult {
            value: -3,
            counts: NodeCounts::default(),
        }];
        let mut journal = Journal::open(Some(&path)).unwrap();
        journal.add(task(1), readings.clone()).unwrap();
        journal.add(task(2), readings.clone()).unwrap();
        drop(journal);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 5]).unwrap();
        let mut journal = Journal::open(Some(&path)).unwrap();
        assert_eq!(journal.known(&task(1)), Some(&readings));
        assert_eq!(journal.known(&task(2)), None);
        journal.add(task(2), readings).unwrap();
        drop(journal);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        for (text, line) in [("my notes", 1), ("my notes\n", 1)] {
            std::fs::write(&path, text).unwrap();
            let error = Journal::open(Some(&path)).err().unwrap().to_string();
            assert!(
                error.contains(&format!("line {line}: this is not")),
                "{error}"
            );
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
