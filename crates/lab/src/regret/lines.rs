//! A text file that grows by whole lines and is never rewritten.

use std::path::{Path, PathBuf};

use bstar_kit::files::{Appender, FileError, text_of};
use thiserror::Error;

/// Why a file of sets or judgements cannot be used.
#[derive(Debug, Error)]
pub enum KeptFileError {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line of it.
    #[error("{path}, line {line}: {fault}", path = .path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// Where.
        line: usize,
        /// What is wrong.
        fault: String,
    },
}

/// The file, open for more.
pub(super) struct KeptLines {
    file: Appender,
}

impl KeptLines {
    /// Opens a file, or begins one with these lines. `take` gets its lines without comments. A last
    /// line that was cut off while it was written is dropped.
    pub(super) fn open(
        path: &Path,
        beginning: &str,
        mut take: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<KeptLines, KeptFileError> {
        let mut file = Appender::alone(path)?;
        let mut bytes = file.content()?;
        let length = bytes.len();
        let whole = bytes.iter().rposition(|byte| *byte == b'\n');
        bytes.truncate(whole.map_or(0, |end| end + 1));
        let whole = bytes.len();
        let text = text_of(bytes, path)?;
        for (line, content) in (1..).zip(text.lines()) {
            if !content.is_empty() && !content.starts_with('#') {
                take(content).map_err(|fault| KeptFileError::Line {
                    path: path.to_owned(),
                    line,
                    fault,
                })?;
            }
        }
        if whole < length {
            file.keep(whole as u64)?;
        }
        if whole == 0 {
            file.add(beginning)?;
        }
        Ok(KeptLines { file })
    }

    /// Adds a line.
    pub(super) fn add(&mut self, line: &str) -> Result<(), FileError> {
        self.file.add(format!("{line}\n"))
    }
}
