//! A file that gets its name when it is whole.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::file_error::FileError;

/// More links in a row than this are a circle.
const MAX_LINKS: usize = 40;

/// Bytes of the final name in the name of the unfinished file. Most systems limit a name to 255
/// bytes, and the unfinished file needs a suffix too.
const MAX_KEPT_NAME_BYTES: usize = 100;

/// Maximum number of unfinished files of one name at a time.
const MAX_PARTS: usize = 1000;

/// A file that is written whole or not at all. The old content stays until all of the new content
/// is on the disk.
///
/// A link stays a link: the file behind it is replaced. The new file has the mode of the one that
/// it replaces. A device or a pipe is written directly.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    file: BufWriter<File>,
    /// The unfinished file, until it gets its name.
    part: Option<PathBuf>,
    target: PathBuf,
}

impl WholeFile {
    pub fn create(path: &Path) -> Result<WholeFile, FileError> {
        WholeFile::begin(path).map_err(|source| unwritable(path, source))
    }

    fn begin(path: &Path) -> io::Result<WholeFile> {
        let replaced = std::fs::metadata(path).ok();
        let (file, part, target) = match &replaced {
            Some(found) if !found.is_file() => {
                let file = OpenOptions::new().write(true).open(path)?;
                (file, None, path.to_owned())
            }
            _ => {
                let target = path.canonicalize().unwrap_or_else(|_| behind_links(path));
                let (file, part) = unfinished(&target, replaced.as_ref())?;
                (file, Some(part), target)
            }
        };
        Ok(WholeFile {
            path: path.to_owned(),
            file: BufWriter::with_capacity(1 << 20, file),
            part,
            target,
        })
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let written = self.file.write_all(bytes);
        written.map_err(|source| unwritable(&self.path, source))
    }

    /// Gives the file its name.
    pub fn keep(mut self) -> Result<(), FileError> {
        self.finish()
            .map_err(|source| unwritable(&self.path, source))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(part) = &self.part {
            self.file.get_ref().sync_all()?;
            std::fs::rename(part, &self.target)?;
            self.part = None;
        }
        Ok(())
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            let _ = std::fs::remove_file(part);
        }
    }
}

/// Refuses a file that cannot be written, before the work whose result it is for. An existing file
/// stays as it is.
pub fn ensure_writable(path: &Path) -> Result<(), FileError> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(unwritable(path, io::ErrorKind::IsADirectory.into())),
        // To open a pipe would take its reader's time, and to open a device may do something.
        Ok(found) if !found.is_file() => Ok(()),
        _ => WholeFile::create(path).map(drop),
    }
}

fn unwritable(path: &Path, source: io::Error) -> FileError {
    FileError::Write {
        path: path.to_owned(),
        source,
    }
}

/// The path at the end of a chain of links. Nothing need exist there yet.
pub(crate) fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = std::fs::read_link(&path) else {
            break;
        };
        path = match path.parent() {
            Some(folder) => folder.join(next),
            None => next,
        };
    }
    path
}

/// A new file beside the target, with the mode of the one that it will replace.
fn unfinished(target: &Path, replaced: Option<&Metadata>) -> io::Result<(File, PathBuf)> {
    let name = target.file_name().ok_or(io::ErrorKind::NotFound)?;
    let kept = beginning(&name.to_string_lossy(), MAX_KEPT_NAME_BYTES).to_owned();
    let process = std::process::id();
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // Nobody may open it before it has the mode of what it replaces, which may be private.
    #[cfg(unix)]
    if replaced.is_some() {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    for number in 0..MAX_PARTS {
        let suffix = match number {
            0 => format!("{process}.part"),
            number => format!("{process}-{number}.part"),
        };
        let part = target.with_file_name(format!("{kept}.{suffix}"));
        match options.open(&part) {
            Ok(file) => {
                replaced.map_or(Ok(()), |replaced| adopt_mode(&file, replaced))?;
                return Ok((file, part));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// The beginning of a text, of at most this many bytes.
pub(crate) fn beginning(text: &str, most: usize) -> &str {
    let mut ends = text
        .char_indices()
        .map(|(at, letter)| at + letter.len_utf8());
    let end = ends.by_ref().take_while(|end| *end <= most).last();
    &text[..end.unwrap_or(0)]
}

/// Gives a new file the mode of the one that it will replace, and its owner if that may be done.
#[cfg(unix)]
fn adopt_mode(file: &File, replaced: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let own = file.metadata()?;
    if (own.uid(), own.gid()) != (replaced.uid(), replaced.gid()) {
        let _ = fchown(file, Some(replaced.uid()), Some(replaced.gid()));
    }
    file.set_permissions(replaced.permissions())
}

#[cfg(not(unix))]
fn adopt_mode(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{read_text, write_whole};

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture");
        for text in ["first", "second"] {
            write_whole(&path, text).unwrap();
            assert_eq!(read_text(&path).unwrap(), text);
        }
        ensure_writable(&path).unwrap();
        let mut left = WholeFile::create(&path).unwrap();
        left.write(b"half").unwrap();
        drop(left);
        assert_eq!(read_text(&path).unwrap(), "second");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_is_refused_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        for path in [
            folder.path().join("no/such"),
            folder.path().to_owned(),
            PathBuf::new(),
        ] {
            let error = ensure_writable(&path).unwrap_err().to_string();
            let named = format!("cannot write {}: ", path.display());
            assert!(error.starts_with(&named), "{error}");
            assert!(write_whole(&path, "text").is_err());
        }
        let new = folder.path().join("new");
        ensure_writable(&new).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_name_may_be_as_long_as_the_system_allows() {
        let folder = tempfile::tempdir().unwrap();
        for length in [MAX_KEPT_NAME_BYTES, 254, 255] {
            let path = folder.path().join("n".repeat(length));
            write_whole(&path, "text").unwrap();
            assert_eq!(read_text(&path).unwrap(), "text");
        }
        assert_eq!(beginning("aé", 2), "a");
        assert_eq!(beginning("aé", 3), "aé");
    }

    /// Two threads may write one file. The one that finishes last wins.
    #[test]
    fn unfinished_files_do_not_get_in_each_others_way() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let mut both = [(); 2].map(|()| WholeFile::create(&path).unwrap());
        for (file, text) in both.iter_mut().zip(["first", "second"]) {
            file.write(text.as_bytes()).unwrap();
        }
        for file in both {
            file.keep().unwrap();
        }
        assert_eq!(read_text(&path).unwrap(), "second");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_whether_its_target_is_there_or_not() {
        let folder = tempfile::tempdir().unwrap();
        let (link, target) = (folder.path().join("link"), folder.path().join("target"));
        std::os::unix::fs::symlink("between", &link).unwrap();
        std::os::unix::fs::symlink(&target, folder.path().join("between")).unwrap();
        for text in ["first", "second"] {
            write_whole(&link, text).unwrap();
            assert!(link.is_symlink());
            assert_eq!(read_text(&target).unwrap(), text);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
        let circle = folder.path().join("circle");
        std::os::unix::fs::symlink(&circle, &circle).unwrap();
        assert!(ensure_writable(&folder.path().join("circle/file")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_private_file_stays_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page");
        for mode in [0o600, 0o640, 0o444] {
            write_whole(&path, "text").unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            write_whole(&path, "new text").unwrap();
            let found = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(found & 0o777, mode);
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_directly() {
        use std::os::unix::fs::FileTypeExt;
        let device = Path::new("/dev/null");
        ensure_writable(device).unwrap();
        write_whole(device, "text").unwrap();
        let found = std::fs::metadata(device).unwrap();
        assert!(found.file_type().is_char_device());
    }
}
