//! A text file that grows by whole lines and is never rewritten.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bstar_kit::files::{Appender, FileError, read_plain_bytes, text_of, whole_lines};
use thiserror::Error;

/// Why a file of sets or judgements cannot be used.
#[derive(Debug, Error)]
pub enum KeptFileError {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{path}, line {line}: {fault}", path = .path.display())]
    Line {
        path: PathBuf,
        line: usize,
        fault: String,
    },
}

pub(super) struct KeptLines {
    path: PathBuf,
    beginning: &'static str,
    /// Its length in bytes, when it was read.
    length: usize,
    /// Once it is open for more.
    file: Option<Appender>,
}

impl KeptLines {
    /// Reads a file, which need not be there yet. `take` gets its lines without comments, and not a
    /// last line that was cut off while it was written. `beginning` is what a new file begins with.
    pub(super) fn read(
        path: &Path,
        beginning: &'static str,
        mut take: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<KeptLines, KeptFileError> {
        let mut bytes = match read_plain_bytes(path) {
            Err(FileError::Read { source, .. }) if source.kind() == ErrorKind::NotFound => {
                Vec::new()
            }
            found => found?,
        };
        let length = bytes.len();
        bytes.truncate(whole_lines(&bytes));
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
        Ok(KeptLines {
            path: path.to_owned(),
            beginning,
            length,
            file: None,
        })
    }

    /// Opens the file for more, and for nobody else. Nobody may have added anything since it was
    /// read.
    pub(super) fn open(&mut self) -> Result<(), FileError> {
        if self.file.is_some() {
            return Ok(());
        }
        let mut file = Appender::alone(&self.path)?;
        let bytes = file.content()?;
        if bytes.len() != self.length {
            return Err(FileError::InUse {
                path: self.path.clone(),
            });
        }
        let whole = whole_lines(&bytes);
        if whole < bytes.len() {
            file.keep(whole as u64)?;
        }
        if whole == 0 {
            file.add(self.beginning)?;
        }
        self.file = Some(file);
        Ok(())
    }

    pub(super) fn add(&mut self, line: &str) -> Result<(), FileError> {
        self.open()?;
        let file = self.file.as_mut().expect("it was just opened");
        file.add(format!("{line}\n"))
    }
}
