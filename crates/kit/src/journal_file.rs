//! The file of a journal, which may be packed.
//!
//! `X` and `X.gz` are one journal, under either name. Journals that figures are printed from are
//! kept packed. A packed file is only read: the first entry that is added makes the plain file,
//! which begins with what was packed. From then on the plain file counts.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::files::{
    Appender, FileError, PACKED, hold, read_held, read_plain_unpacked, write_whole_bytes,
};

/// The two names of a journal.
struct Names {
    plain: PathBuf,
    packed: PathBuf,
}

impl Names {
    fn of(path: &Path) -> Names {
        let path = path.to_owned();
        if path.extension().is_some_and(|end| end == PACKED) {
            return Names {
                plain: path.with_extension(""),
                packed: path,
            };
        }
        let mut packed = path.clone().into_os_string();
        packed.push(format!(".{PACKED}"));
        Names {
            plain: path,
            packed: packed.into(),
        }
    }
}

/// The file of a journal and what is in it, for somebody who only reads. `None` without a file.
pub(crate) fn read(path: &Path) -> Result<Option<(PathBuf, Vec<u8>)>, FileError> {
    let Names { plain, packed } = Names::of(path);
    let found = [plain, packed].into_iter().find(|name| name.exists());
    found
        .map(|name| read_plain_unpacked(&name).map(|content| (name, content)))
        .transpose()
}

/// The file of a journal that is open for more, and for nobody else.
pub(crate) struct JournalFile {
    names: Names,
    /// The plain file; none while there is only the packed one.
    plain: Option<Appender>,
    /// What the packed file has, while there is only that one.
    unpacked: Vec<u8>,
    /// The packed file, if there is one. It is locked while the journal is open: two programs may
    /// find no other file.
    _lock: Option<File>,
}

impl JournalFile {
    /// Opens a journal, or begins one.
    pub fn open(path: &Path) -> Result<JournalFile, FileError> {
        let names = Names::of(path);
        let lock = match names.packed.is_file() {
            true => Some(hold(&names.packed)?),
            false => None,
        };
        let (plain, unpacked) = match &lock {
            Some(packed) if !names.plain.exists() => (None, read_held(packed, &names.packed)?),
            _ => (Some(Appender::alone(&names.plain)?), Vec::new()),
        };
        Ok(JournalFile {
            names,
            plain,
            unpacked,
            _lock: lock,
        })
    }

    /// The file that counts.
    pub fn path(&self) -> &Path {
        match self.plain {
            Some(_) => &self.names.plain,
            None => &self.names.packed,
        }
    }

    pub fn content(&mut self) -> Result<Vec<u8>, FileError> {
        match &mut self.plain {
            Some(file) => file.content(),
            None => Ok(self.unpacked.clone()),
        }
    }

    /// Cuts it off after this many bytes. A packed file stays as it is.
    pub fn keep(&mut self, bytes: usize) -> Result<(), FileError> {
        match &mut self.plain {
            Some(file) => file.keep(bytes as u64),
            None => {
                self.unpacked.truncate(bytes);
                Ok(())
            }
        }
    }

    /// Adds a piece, to the plain file.
    pub fn add(&mut self, piece: impl AsRef<[u8]>) -> Result<(), FileError> {
        let file = match &mut self.plain {
            Some(file) => file,
            None => {
                let file = self.unpack()?;
                self.plain.insert(file)
            }
        };
        file.add(piece)
    }

    /// Writes the plain file, whole or not at all, and opens it.
    fn unpack(&mut self) -> Result<Appender, FileError> {
        let path = &self.names.plain;
        // Somebody may have unpacked it by hand meanwhile.
        if path.exists() {
            let path = path.clone();
            return Err(FileError::InUse { path });
        }
        write_whole_bytes(path, &self.unpacked)?;
        self.unpacked = Vec::new();
        Appender::alone(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::packed;

    /// A folder with a packed journal, and its two names.
    fn packed_journal(content: &str) -> (tempfile::TempDir, PathBuf, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let [plain, gz] = ["journal", "journal.gz"].map(|name| folder.path().join(name));
        std::fs::write(&gz, packed(content.as_bytes())).unwrap();
        (folder, plain, gz)
    }

    fn text(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn a_packed_journal_is_continued_in_a_plain_file_under_either_name() {
        for name in ["journal", "journal.gz"] {
            let (folder, plain, gz) = packed_journal("one\ntw");
            let before = std::fs::read(&gz).unwrap();
            let mut file = JournalFile::open(&folder.path().join(name)).unwrap();
            assert_eq!(file.content().unwrap(), b"one\ntw");
            file.keep(4).unwrap();
            file.add("two\n").unwrap();
            file.add("three\n").unwrap();
            drop(file);
            assert_eq!(text(&plain), "one\ntwo\nthree\n");
            assert_eq!(std::fs::read(&gz).unwrap(), before);
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
        }
    }

    #[test]
    fn nothing_is_left_behind_when_nothing_is_added() {
        let (folder, plain, gz) = packed_journal("one\n");
        let before = std::fs::read(&gz).unwrap();
        let (found, content) = read(&plain).unwrap().unwrap();
        assert_eq!((found.as_path(), &content[..]), (&*gz, &b"one\n"[..]));
        let mut file = JournalFile::open(&plain).unwrap();
        assert_eq!(file.content().unwrap(), content);
        assert_eq!(file.path(), gz);
        drop(file);
        assert_eq!(std::fs::read(&gz).unwrap(), before);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn of_both_files_the_plain_one_counts() {
        let (_folder, plain, gz) = packed_journal("one\n");
        std::fs::write(&plain, "one\ntwo\n").unwrap();
        for name in [&plain, &gz] {
            let (found, content) = read(name).unwrap().unwrap();
            assert_eq!((found, &content[..]), (plain.clone(), &b"one\ntwo\n"[..]));
            let mut file = JournalFile::open(name).unwrap();
            assert_eq!(file.path(), plain);
            assert_eq!(file.content().unwrap(), content);
        }
        JournalFile::open(&gz).unwrap().add("three\n").unwrap();
        assert_eq!(text(&plain), "one\ntwo\nthree\n");
    }

    #[test]
    fn a_damaged_packed_journal_is_refused_by_name() {
        let (folder, plain, gz) = packed_journal("one\n");
        let whole = std::fs::read(&gz).unwrap();
        std::fs::write(&gz, &whole[..whole.len() - 3]).unwrap();
        for error in [JournalFile::open(&plain).err(), read(&plain).err()] {
            let error = error.unwrap().to_string();
            let begin = format!("cannot read {}: it is packed by gzip", gz.display());
            assert!(error.starts_with(&begin), "{error}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_packed_journal_belongs_to_one_program_before_and_after_it_is_continued() {
        let (_folder, plain, gz) = packed_journal("one\n");
        let mut file = JournalFile::open(&plain).unwrap();
        for _ in 0..2 {
            for name in [&plain, &gz] {
                let error = JournalFile::open(name).err().unwrap().to_string();
                assert!(error.ends_with("written by another program"), "{error}");
            }
            file.add("two\n").unwrap();
        }
        drop(file);
        JournalFile::open(&plain).unwrap();
    }

    #[test]
    fn a_plain_file_that_came_meanwhile_is_not_written_over() {
        let (_folder, plain, _gz) = packed_journal("one\n");
        let mut file = JournalFile::open(&plain).unwrap();
        std::fs::write(&plain, "one\nother\n").unwrap();
        assert!(file.add("two\n").is_err());
        assert_eq!(text(&plain), "one\nother\n");
    }
}
