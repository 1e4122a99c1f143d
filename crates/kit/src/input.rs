//! Input that comes to an end.
//!
//! A device or a pipe may never end, and to read it whole would take all memory. So there is a
//! limit, and an error that names it.

use std::fs::{File, FileType, Metadata};
use std::io::{self, Read, Stdin};
use std::path::Path;

/// The most that is read of what is no plain file: a pipe, a device, a terminal. As PGN these are
/// some 80,000 games.
pub const MAX_PIPE_MIB: u64 = 64;

/// The same for a reader that keeps only a few bytes of each piece. As PGN these are more than a
/// million games.
pub const MAX_STREAM_MIB: u64 = 1024;

/// The largest file that is read whole.
pub const MAX_FILE_MIB: u64 = 4096;

const MIB: u64 = 1 << 20;

/// A file, or standard input, of which only so much can be read.
#[derive(Debug)]
pub struct LimitedInput {
    source: Source,
    is_plain: bool,
    limit_mib: u64,
    left: u64,
}

/// What the reader of a stream keeps of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// About as much as comes, or more.
    Most,
    /// A few bytes of each piece: a result, a count.
    Little,
}

#[derive(Debug)]
enum Source {
    File(File),
    Stdin(Stdin),
}

impl LimitedInput {
    /// Opens what will be in memory as a whole; `-` is standard input.
    pub fn whole(path: &Path) -> io::Result<LimitedInput> {
        LimitedInput::of(open(path)?)
    }

    /// Opens a plain file, which will be in memory as a whole, and refuses anything else. `-` is
    /// the name of a file here.
    pub fn plain(path: &Path) -> io::Result<LimitedInput> {
        let file = open_plain(path)?;
        let length = file.metadata()?.len();
        LimitedInput::of((Source::File(file), Some(length)))
    }

    fn of((source, length): (Source, Option<u64>)) -> io::Result<LimitedInput> {
        let limit_mib = match length {
            Some(_) => MAX_FILE_MIB,
            None => MAX_PIPE_MIB,
        };
        let input = LimitedInput {
            source,
            is_plain: length.is_some(),
            limit_mib,
            left: limit_mib * MIB,
        };
        // What is known to be too large is not even begun.
        match length {
            Some(length) if length > input.left => Err(input.too_large()),
            _ => Ok(input),
        }
    }

    /// Opens what is read piece by piece; `-` is standard input. A plain file may have any length.
    pub fn stream(path: &Path, keeping: Keeping) -> io::Result<LimitedInput> {
        let (source, length) = open(path)?;
        let is_plain = length.is_some();
        let limit_mib = match keeping {
            Keeping::Most => MAX_PIPE_MIB,
            Keeping::Little => MAX_STREAM_MIB,
        };
        Ok(LimitedInput {
            source,
            is_plain,
            limit_mib,
            left: if is_plain { u64::MAX } else { limit_mib * MIB },
        })
    }

    fn too_large(&self) -> io::Error {
        let limit = self.limit_mib;
        let words = match self.is_plain {
            true => format!("it has more than {limit} MiB"),
            false => format!(
                "it is no plain file, and more than {limit} MiB come from it; what has an end can be written to a file first, and the file be named here"
            ),
        };
        io::Error::new(io::ErrorKind::FileTooLarge, words)
    }
}

impl Read for LimitedInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // One byte more than allowed tells whether there is more.
        let most = usize::try_from(self.left.saturating_add(1)).unwrap_or(usize::MAX);
        let most = buffer.len().min(most);
        let buffer = &mut buffer[..most];
        let count = match &mut self.source {
            Source::File(file) => file.read(buffer)?,
            Source::Stdin(stdin) => stdin.read(buffer)?,
        };
        match self.left.checked_sub(count as u64) {
            Some(left) => self.left = left,
            None => return Err(self.too_large()),
        }
        Ok(count)
    }
}

/// Opens a plain file, and refuses what is none before it is opened: the opening of a pipe already
/// waits for somebody who writes to it.
pub fn open_plain(path: &Path) -> io::Result<File> {
    let kind = std::fs::metadata(path)?.file_type();
    if !kind.is_file() {
        let words = format!("it is {}, and no plain file", name_of(kind));
        return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
    }
    File::open(path)
}

#[cfg(unix)]
fn name_of(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        _ if kind.is_dir() => "a folder",
        _ if kind.is_fifo() => "a pipe",
        _ if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn name_of(kind: FileType) -> &'static str {
    match kind.is_dir() {
        true => "a folder",
        false => "a device",
    }
}

/// Opens a file. The length is known only of a plain one.
fn open(path: &Path) -> io::Result<(Source, Option<u64>)> {
    if path.as_os_str() == "-" {
        return Ok((Source::Stdin(io::stdin()), stdin_length()));
    }
    let file = File::open(path)?;
    let found = file.metadata()?;
    let length = found.is_file().then_some(found.len());
    Ok((Source::File(file), length))
}

/// The length of the plain file that standard input is read from, if it is one.
fn stdin_length() -> Option<u64> {
    let found = stdin_metadata()?;
    found.is_file().then_some(found.len())
}

/// What standard input is read from.
#[cfg(unix)]
pub(crate) fn stdin_metadata() -> Option<Metadata> {
    use std::os::fd::AsFd;
    let stdin = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
    stdin.metadata().ok()
}

#[cfg(not(unix))]
pub(crate) fn stdin_metadata() -> Option<Metadata> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(mut input: LimitedInput) -> io::Result<usize> {
        let mut chunk = vec![0; 1 << 16];
        let mut total = 0;
        loop {
            match input.read(&mut chunk)? {
                0 => return Ok(total),
                count => total += count,
            }
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_device_without_end_is_refused_with_the_limit() {
        let device = Path::new("/dev/zero");
        let [whole, kept, counted] = [
            LimitedInput::whole(device),
            LimitedInput::stream(device, Keeping::Most),
            LimitedInput::stream(device, Keeping::Little),
        ];
        for (input, limit) in [(whole, "64 MiB"), (kept, "64 MiB"), (counted, "1024 MiB")] {
            let error = read_all(input.unwrap()).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
            assert!(error.to_string().contains(limit), "{error}");
            assert!(
                error.to_string().contains("written to a file first"),
                "{error}"
            );
        }
        let nothing = LimitedInput::whole(Path::new("/dev/null")).unwrap();
        assert_eq!(read_all(nothing).unwrap(), 0);
    }

    #[test]
    fn as_much_as_is_allowed_is_read_and_no_byte_more() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        std::fs::write(&path, [7; 100]).unwrap();
        for (left, is_read) in [(99, false), (100, true), (101, true)] {
            let mut input = LimitedInput::whole(&path).unwrap();
            input.left = left;
            assert_eq!(read_all(input).is_ok(), is_read, "{left}");
        }
    }

    /// The file has no blocks: it takes no room on the disk.
    #[test]
    #[cfg(unix)]
    fn a_file_that_is_too_large_is_refused_before_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        let file = File::create(&path).unwrap();
        file.set_len(MAX_FILE_MIB * MIB + 1).unwrap();
        let error = LimitedInput::whole(&path).unwrap_err();
        assert!(error.to_string().contains("4096 MiB"), "{error}");
        assert!(LimitedInput::stream(&path, Keeping::Most).is_ok());
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_plain_file_is_refused_without_being_opened() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _socket = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for (path, kind) in [
            (Path::new("/dev/null"), "a device"),
            (folder.path(), "a folder"),
            (&socket, "a socket"),
        ] {
            let error = LimitedInput::plain(path).unwrap_err().to_string();
            assert_eq!(error, format!("it is {kind}, and no plain file"));
        }
    }
}
