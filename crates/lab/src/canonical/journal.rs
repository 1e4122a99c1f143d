//! What has been searched, one line a tree, so that an interrupted experiment can go on.
//!
//! The first line holds the settings; a journal of others is refused. A last line that was cut off while it was written is dropped: its tree is searched again.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::TreeLine;
use crate::files::{Appender, FileError, read_text};

/// Why a journal cannot be continued.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It was written by an experiment with other settings.
    #[error("{path} belongs to an experiment with other settings; give another file, or the same settings", path = .path.display())]
    OtherSettings {
        /// Which file.
        path: PathBuf,
    },
    /// A line that is not a journal's.
    #[error("{path}, line {line}: this is not a line of a journal of trees", path = .path.display())]
    Malformed {
        /// Which file.
        path: PathBuf,
        /// Where, counted from 1.
        line: usize,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    Trees { schema: u32, settings: Value },
    Tree(TreeLine),
}

const SCHEMA: u32 = 1;

/// A journal that is open for more.
pub(super) struct Journal {
    file: Appender,
    earlier: Vec<TreeLine>,
}

impl Journal {
    /// Opens a journal, or begins one.
    pub fn open(path: &Path, settings: &Value) -> Result<Journal, JournalError> {
        let text = if path.exists() {
            read_text(path)?
        } else {
            String::new()
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let malformed = |line| JournalError::Malformed {
            path: path.to_owned(),
            line,
        };
        let mut lines = (1..).zip(text[..whole].lines());
        let Some((_, first)) = lines.next() else {
            // Nothing yet, or the beginning of a first line.
            if !text.is_empty() && !text.starts_with("{\"type\":\"trees\"") {
                return Err(malformed(1));
            }
            let mut file = Appender::open(path)?;
            file.keep(0)?;
            file.add(&write(&Line::Trees {
                schema: SCHEMA,
                settings: settings.clone(),
            }))?;
            let earlier = Vec::new();
            return Ok(Journal { file, earlier });
        };
        match serde_json::from_str(first) {
            Ok(Line::Trees {
                schema: SCHEMA,
                settings: written,
            }) if written == *settings => {}
            Ok(Line::Trees { .. }) => {
                return Err(JournalError::OtherSettings {
                    path: path.to_owned(),
                });
            }
            _ => return Err(malformed(1)),
        }
        let earlier = lines
            .map(|(number, line)| match serde_json::from_str(line) {
                Ok(Line::Tree(tree)) => Ok(tree),
                _ => Err(malformed(number)),
            })
            .collect::<Result<_, _>>()?;
        let mut file = Appender::open(path)?;
        file.keep(whole as u64)?;
        Ok(Journal { file, earlier })
    }

    /// The trees that were in the journal when it was opened.
    pub fn take_earlier(&mut self) -> Vec<TreeLine> {
        std::mem::take(&mut self.earlier)
    }

    /// Writes a tree down.
    pub fn add(&mut self, tree: &TreeLine) -> Result<(), FileError> {
        self.file.add(&write(&Line::Tree(tree.clone())))
    }
}

fn write(line: &Line) -> String {
    let mut text = serde_json::to_string(line).expect("plain data serialises");
    text.push('\n');
    text
}
