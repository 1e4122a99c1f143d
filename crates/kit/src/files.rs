//! Reading and writing files, with errors that name the file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use crate::file_error::FileError;
use crate::input::{LimitedInput, open_plain, refuse_packed};
use crate::whole_file::WholeFile;

/// The bytes of a file as they are; `-` is standard input. There is a [limit](crate::input). This
/// is for formats of bytes, which may begin like anything. Text is [unpacked](read_unpacked).
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    read_all(LimitedInput::whole(path), path)
}

/// The content of a file, which gzip may have packed; `-` is standard input.
pub fn read_unpacked(path: &Path) -> Result<Vec<u8>, FileError> {
    let input = LimitedInput::whole(path);
    read_all(input.and_then(LimitedInput::unpacked), path)
}

/// The text of a file, which gzip may have packed; `-` is standard input.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    text_of(read_unpacked(path)?, path)
}

/// The bytes of a plain file as they are. Anything else is refused: a pipe could be waited for
/// without end.
pub fn read_plain_bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    read_all(LimitedInput::plain(path), path)
}

/// The same as [`read_unpacked`], of a plain file.
pub(crate) fn read_plain_unpacked(path: &Path) -> Result<Vec<u8>, FileError> {
    let input = LimitedInput::plain(path);
    read_all(input.and_then(LimitedInput::unpacked), path)
}

/// What ends the name of a packed file.
pub(crate) const PACKED: &str = "gz";

/// Whether a file's name has this ending, or the file is packed and had it before.
///
/// ```
/// use bstar_kit::files::is_named;
///
/// for name in ["games.pgn", "games.PGN", "games.pgn.gz"] {
///     assert!(is_named(name.as_ref(), "pgn"));
/// }
/// assert!(!is_named("pgn.gz".as_ref(), "pgn"));
/// ```
pub fn is_named(path: &Path, ending: &str) -> bool {
    let has = |path: &Path, ending: &str| {
        let end = path.extension();
        end.is_some_and(|end| end.eq_ignore_ascii_case(ending))
    };
    match has(path, PACKED) {
        true => has(&path.with_extension(""), ending),
        false => has(path, ending),
    }
}

/// The text of a plain file.
pub fn read_plain_text(path: &Path) -> Result<String, FileError> {
    text_of(read_plain_bytes(path)?, path)
}

fn read_all(input: io::Result<LimitedInput>, path: &Path) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    input
        .and_then(|mut input| input.read_to_end(&mut bytes))
        .map_err(|source| FileError::Read {
            path: path.to_owned(),
            source,
        })?;
    Ok(bytes)
}

/// How many bytes the whole lines take. A line that was cut off while it was written is not whole.
pub fn whole_lines(bytes: &[u8]) -> usize {
    let last = bytes.iter().rposition(|byte| *byte == b'\n');
    last.map_or(0, |end| end + 1)
}

/// The text that bytes of a file are.
pub fn text_of(bytes: Vec<u8>, path: &Path) -> Result<String, FileError> {
    String::from_utf8(bytes).map_err(|error| {
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

/// Writes a file whole or not at all: see [`WholeFile`].
pub fn write_whole(path: &Path, text: &str) -> Result<(), FileError> {
    write_whole_bytes(path, text.as_bytes())
}

/// The same for what is no text.
pub fn write_whole_bytes(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut file = WholeFile::create(path)?;
    file.write(bytes)?;
    file.keep()
}

/// Opens a plain file to read it, and locks it until it is closed, against others that do the same
/// and those that want to write it [alone](Appender::alone).
pub(crate) fn hold(path: &Path) -> Result<File, FileError> {
    let file = open_plain(path).map_err(|source| FileError::Read {
        path: path.to_owned(),
        source,
    })?;
    lock(&file, path, Duration::ZERO)?;
    Ok(file)
}

/// The unpacked content of a file that [`hold`] has just opened.
pub(crate) fn read_held(file: &File, path: &Path) -> Result<Vec<u8>, FileError> {
    let input = file.try_clone().and_then(LimitedInput::opened);
    read_all(input.and_then(LimitedInput::unpacked), path)
}

/// Locks a file, and returns whether it is locked: some systems cannot lock files.
fn lock(file: &File, path: &Path, patience: Duration) -> Result<bool, FileError> {
    let begin = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) if begin.elapsed() < patience => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(TryLockError::WouldBlock) => {
                let path = path.to_owned();
                return Err(FileError::InUse { path });
            }
            Err(TryLockError::Error(_)) => return Ok(false),
        }
    }
}

/// A file that only ever grows, by whole pieces.
///
/// An interruption costs at most the piece that is being written.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    file: File,
    is_plain: bool,
    is_locked: bool,
}

/// How long a program waits while another one writes a piece.
const MAX_WAIT: Duration = Duration::from_secs(5);

impl Appender {
    /// Opens or creates a file. Other programs may append to it at the same time: see
    /// [`in_turn`](Appender::in_turn).
    pub fn open(path: &Path) -> Result<Appender, FileError> {
        // A pipe or a terminal is only written: opened for reading too, a pipe would never end.
        let is_plain = std::fs::metadata(path).map_or(true, |found| found.is_file());
        OpenOptions::new()
            .create(true)
            .append(true)
            .read(is_plain)
            .open(path)
            .and_then(|file| match is_plain {
                true => refuse_packed(&file).map(|()| file),
                false => Ok(file),
            })
            .map(|file| Appender {
                path: path.to_owned(),
                file,
                is_plain,
                is_locked: false,
            })
            .map_err(|source| FileError::Write {
                path: path.to_owned(),
                source,
            })
    }

    /// Opens or creates a file and locks it, until it is closed, against others that do the same.
    /// A file that two programs continued at once would be of use to neither.
    ///
    /// Only plain files are locked, and only where the system has locks.
    /// Some systems keep readers out of a locked file. So this is for files that are not read
    /// before they are finished, and [`content`](Appender::content) is the way to read them here.
    pub fn alone(path: &Path) -> Result<Appender, FileError> {
        let mut appender = Appender::open(path)?;
        appender.lock(Duration::ZERO)?;
        Ok(appender)
    }

    /// Does something to a file to which other programs append at the same time. Meanwhile they
    /// wait, if they append in turn too.
    pub fn in_turn<T>(
        &mut self,
        act: impl FnOnce(&mut Appender) -> Result<T, FileError>,
    ) -> Result<T, FileError> {
        self.lock(MAX_WAIT)?;
        let result = act(self);
        if self.is_locked {
            let _ = self.file.unlock();
            self.is_locked = false;
        }
        result
    }

    fn lock(&mut self, patience: Duration) -> Result<(), FileError> {
        self.is_locked = self.is_plain && lock(&self.file, &self.path, patience)?;
        Ok(())
    }

    /// The whole content of the file; empty if it is no plain file.
    pub fn content(&mut self) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        if self.is_plain {
            let read = self.file.seek(SeekFrom::Start(0));
            read.and_then(|_| self.file.read_to_end(&mut bytes))
                .map_err(|source| FileError::Read {
                    path: self.path.clone(),
                    source,
                })?;
        }
        Ok(bytes)
    }

    /// Adds a piece in one write. If only a part of it fits on the disk, that part is taken back;
    /// this needs the lock, because others may have added something after it.
    pub fn add(&mut self, piece: impl AsRef<[u8]>) -> Result<(), FileError> {
        let before = self.file.metadata().map(|found| found.len());
        self.file.write_all(piece.as_ref()).map_err(|source| {
            if let (Ok(before), true) = (before, self.is_locked) {
                let _ = self.file.set_len(before);
            }
            FileError::Write {
                path: self.path.clone(),
                source,
            }
        })
    }

    /// Cuts the file off after `bytes` bytes. If it is no plain file, there is nothing to cut off.
    pub fn keep(&mut self, bytes: u64) -> Result<(), FileError> {
        if !self.is_plain {
            return Ok(());
        }
        self.file.set_len(bytes).map_err(|source| FileError::Write {
            path: self.path.clone(),
            source,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::packed;

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
    fn a_locked_file_is_read_by_the_one_that_writes_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        std::fs::write(&path, "begun").unwrap();
        let mut file = Appender::alone(&path).unwrap();
        file.add(" and ended").unwrap();
        assert_eq!(file.content().unwrap(), b"begun and ended");
        file.keep(5).unwrap();
        file.add(" anew").unwrap();
        assert_eq!(read_text(&path).unwrap(), "begun anew");
    }

    #[test]
    fn several_append_in_turn_and_nobody_to_a_file_that_is_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let write = |letter: &str| {
            let mut file = Appender::open(&path).unwrap();
            for _ in 0..20 {
                file.in_turn(|file| {
                    let before = file.content()?.len();
                    file.add(letter)?;
                    std::thread::yield_now();
                    assert_eq!(file.content()?.len(), before + 1);
                    Ok(())
                })
                .unwrap();
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| write("a"));
            scope.spawn(|| write("b"));
        });
        assert_eq!(read_text(&path).unwrap().len(), 40);
        // Between their turns, the file is not locked.
        let _shared = Appender::open(&path).unwrap();
        Appender::alone(&path).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_plain_file_is_written_without_a_lock() {
        let device = Path::new("/dev/null");
        let _first = Appender::alone(device).unwrap();
        let mut second = Appender::alone(device).unwrap();
        second.add("anything").unwrap();
        second.keep(0).unwrap();
        assert_eq!(second.content().unwrap(), b"");
    }

    #[test]
    fn text_is_unpacked_and_bytes_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let bytes = packed(b"1. e4 e5");
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(read_text(&path).unwrap(), "1. e4 e5");
        assert_eq!(read_bytes(&path).unwrap(), bytes);
        std::fs::write(&path, &bytes[..9]).unwrap();
        let error = read_text(&path).unwrap_err().to_string();
        let begin = format!("cannot read {}: it is packed by gzip", path.display());
        assert!(error.starts_with(&begin), "{error}");
    }

    #[test]
    fn nothing_is_added_to_a_packed_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn.gz");
        let bytes = packed(b"1. e4 e5");
        std::fs::write(&path, &bytes).unwrap();
        let error = Appender::open(&path).unwrap_err().to_string();
        assert!(error.ends_with("unpack it first (gunzip)"), "{error}");
        assert_eq!(read_bytes(&path).unwrap(), bytes);
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = read_text(Path::new("no/such/file"))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("cannot read no/such/file"), "{error}");
    }
}
