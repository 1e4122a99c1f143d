//! Reading and writing files, with errors that name the file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// What went wrong with a file.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be opened or read.
    #[error("cannot read {path}: {source}", path = .path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It cannot be created or written.
    #[error("cannot write {path}: {source}", path = .path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Somebody else writes it.
    #[error("{path} is being written by another program", path = .path.display())]
    InUse {
        /// Which file.
        path: PathBuf,
    },
    /// It holds something that is not UTF-8.
    #[error("{path}, line {line}, column {column}: this is not text (a byte {byte:#04x} that UTF-8 does not allow here)", path = .path.display())]
    NotText {
        /// Which file.
        path: PathBuf,
        /// Where, counted from 1.
        line: usize,
        /// Where in the line, counted in bytes from 1.
        column: usize,
        /// The byte.
        byte: u8,
    },
}

/// The bytes of a file; `-` is standard input.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    read.map_err(|source| FileError::Read {
        path: path.to_owned(),
        source,
    })?;
    Ok(bytes)
}

/// The text of a file; `-` is standard input.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    String::from_utf8(read_bytes(path)?).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line_start = bytes[..good]
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |end| end + 1);
        FileError::NotText {
            path: path.to_owned(),
            line: 1 + bytes[..good].iter().filter(|byte| **byte == b'\n').count(),
            column: 1 + good - line_start,
            byte: bytes[good],
        }
    })
}

/// Writes a whole file anew.
pub fn write_text(path: &Path, text: &str) -> Result<(), FileError> {
    std::fs::write(path, text).map_err(|source| FileError::Write {
        path: path.to_owned(),
        source,
    })
}

/// Writes a file whole or not at all: whatever stood there before stays until all of the new text is on the disk.
///
/// What is no plain file, such as a terminal or a pipe, is written to directly.
pub fn write_whole(path: &Path, text: &str) -> Result<(), FileError> {
    let is_special = std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    if is_special {
        return write_text(path, text);
    }
    // A link stays a link: what it points to is replaced.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut part = target.clone().into_os_string();
    part.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(part);
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&part, &target)
    });
    written.map_err(|source| {
        let _ = std::fs::remove_file(&part);
        FileError::Write {
            path: path.to_owned(),
            source,
        }
    })
}

/// A file that only ever grows, by whole pieces: an interruption costs at most the piece being written.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    file: File,
}

impl Appender {
    /// Opens or creates the file.
    pub fn open(path: &Path) -> Result<Appender, FileError> {
        OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map(|file| Appender {
                path: path.to_owned(),
                file,
            })
            .map_err(|source| FileError::Write {
                path: path.to_owned(),
                source,
            })
    }

    /// The same, and nobody else who asks likewise can have it meanwhile: what two programs continued at once would be neither's.
    ///
    /// Some systems then keep readers out too, so this is for files nobody looks into before they are finished.
    pub fn alone(path: &Path) -> Result<Appender, FileError> {
        let appender = Appender::open(path)?;
        match appender.file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(FileError::InUse {
                path: path.to_owned(),
            }),
            // Where files cannot be locked, it goes without.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(appender),
        }
    }

    /// Adds a piece in one write.
    pub fn add(&mut self, piece: impl AsRef<[u8]>) -> Result<(), FileError> {
        self.file
            .write_all(piece.as_ref())
            .map_err(|source| FileError::Write {
                path: self.path.clone(),
                source,
            })
    }

    /// Cuts the file off after so many bytes.
    pub fn keep(&mut self, bytes: u64) -> Result<(), FileError> {
        self.file.set_len(bytes).map_err(|source| FileError::Write {
            path: self.path.clone(),
            source,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_is_named_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("noise");
        std::fs::write(&path, b"good\nab\xff").unwrap();
        let error = read_text(&path).unwrap_err().to_string();
        assert!(error.contains("line 2, column 3"), "{error}");
        assert!(error.contains("0xff"), "{error}");
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture");
        for text in ["first", "second"] {
            write_whole(&path, text).unwrap();
            assert_eq!(read_text(&path).unwrap(), text);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let error = write_whole(&folder.path().join("no/such"), "text").unwrap_err();
        assert!(error.to_string().contains("no/such"), "{error}");
        assert!(write_whole(folder.path(), "text").is_err());
    }

    #[test]
    fn a_file_that_is_being_written_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut first = Appender::alone(&path).unwrap();
        let error = Appender::alone(&path).unwrap_err().to_string();
        assert!(
            error.ends_with("journal is being written by another program"),
            "{error}"
        );
        first.add("all of it").unwrap();
        drop(first);
        Appender::alone(&path).unwrap().add(", and more").unwrap();
        assert_eq!(read_text(&path).unwrap(), "all of it, and more");
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = read_text(Path::new("no/such/file"))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("cannot read no/such/file"), "{error}");
    }
}
