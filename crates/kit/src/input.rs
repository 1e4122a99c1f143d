//! Input that comes to an end.
//!
//! A device or a pipe may never end, and to read it whole would take all memory. So there is a
//! limit, and an error that names it. A small file that is packed may hold as much as a pipe, so
//! it has the same limit.

use std::fs::{File, FileType, Metadata};
use std::io::{self, Chain, Cursor, ErrorKind, Read, Seek, Stdin};
use std::path::Path;

use flate2::read::MultiGzDecoder;

/// The most that is read of what is no plain file: a pipe, a device, a terminal; and the most that
/// comes out of what is packed. As PGN these are some 80,000 games.
pub const MAX_PIPE_MIB: u64 = 64;

/// The same for a reader that keeps only a few bytes of each piece. As PGN these are more than a
/// million games.
pub const MAX_STREAM_MIB: u64 = 1024;

/// The largest file that is read whole.
pub const MAX_FILE_MIB: u64 = 4096;

const MIB: u64 = 1 << 20;

/// How everything begins that gzip has packed.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A file, or standard input, with a limit on how much can be read.
///
/// ```
/// use std::io::{Write, read_to_string};
///
/// use bstar_kit::input::LimitedInput;
/// use flate2::{Compression, write::GzEncoder};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("games");
/// let mut packed = GzEncoder::new(Vec::new(), Compression::best());
/// packed.write_all(b"1. e4 e5")?;
/// std::fs::write(&path, packed.finish()?)?;
/// let input = LimitedInput::whole(&path)?.unpacked()?;
/// assert_eq!(read_to_string(input)?, "1. e4 e5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LimitedInput {
    source: Source,
    origin: Origin,
    keeping: Keeping,
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

impl Keeping {
    /// The most that may come from where no length is known.
    fn most_mib(self) -> u64 {
        match self {
            Keeping::Most => MAX_PIPE_MIB,
            Keeping::Little => MAX_STREAM_MIB,
        }
    }
}

#[derive(Debug)]
enum Source {
    File(File),
    Stdin(Stdin),
    Begun(Box<Begun>),
    Packed(Box<MultiGzDecoder<Begun>>),
}

/// A source whose first bytes were looked at.
type Begun = Chain<Cursor<Vec<u8>>, Source>;

/// Why there is a limit.
#[derive(Debug)]
enum Origin {
    PlainFile,
    NoPlainFile,
    Packed,
}

impl LimitedInput {
    /// Opens what will be in memory as a whole; `-` is standard input.
    pub fn whole(path: &Path) -> io::Result<LimitedInput> {
        let (source, length) = open(path)?;
        LimitedInput::of(source, length)
    }

    /// Opens a plain file, which will be in memory as a whole, and refuses anything else. `-` is
    /// the name of a file here.
    pub fn plain(path: &Path) -> io::Result<LimitedInput> {
        LimitedInput::opened(open_plain(path)?)
    }

    /// The same for a plain file that is open.
    pub(crate) fn opened(file: File) -> io::Result<LimitedInput> {
        let length = file.metadata()?.len();
        LimitedInput::of(Source::File(file), Some(length))
    }

    fn of(source: Source, length: Option<u64>) -> io::Result<LimitedInput> {
        let keeping = Keeping::Most;
        let (origin, limit_mib) = match length {
            Some(_) => (Origin::PlainFile, MAX_FILE_MIB),
            None => (Origin::NoPlainFile, keeping.most_mib()),
        };
        let input = LimitedInput {
            source,
            origin,
            keeping,
            limit_mib,
            left: limit_mib * MIB,
        };
        // Input known to be too large is not even begun.
        match length {
            Some(length) if length > input.left => Err(input.too_large()),
            _ => Ok(input),
        }
    }

    /// Opens what is read piece by piece; `-` is standard input. A plain file may have any length.
    pub fn stream(path: &Path, keeping: Keeping) -> io::Result<LimitedInput> {
        let (source, length) = open(path)?;
        let limit_mib = keeping.most_mib();
        let (origin, left) = match length {
            Some(_) => (Origin::PlainFile, u64::MAX),
            None => (Origin::NoPlainFile, limit_mib * MIB),
        };
        Ok(LimitedInput {
            source,
            origin,
            keeping,
            limit_mib,
            left,
        })
    }

    /// The same, unpacked if gzip has packed it. Its first bytes tell, not its name. How much comes
    /// out is known only at the end, so it has the limit of a pipe.
    pub fn unpacked(mut self) -> io::Result<LimitedInput> {
        let first = first_bytes(&mut self.source)?;
        let is_packed = first == GZIP;
        let begun = Cursor::new(first).chain(self.source);
        if !is_packed {
            let source = Source::Begun(Box::new(begun));
            return Ok(LimitedInput { source, ..self });
        }
        let limit_mib = self.keeping.most_mib();
        Ok(LimitedInput {
            source: Source::Packed(Box::new(MultiGzDecoder::new(begun))),
            origin: Origin::Packed,
            keeping: self.keeping,
            limit_mib,
            left: limit_mib * MIB,
        })
    }

    /// How many bytes of a plain file were read so far, of those on the disk.
    pub fn position(&self) -> Option<u64> {
        let mut file = self.source.file()?;
        file.stream_position().ok()
    }

    fn too_large(&self) -> io::Error {
        let limit = self.limit_mib;
        let words = match self.origin {
            Origin::PlainFile => format!("it has more than {limit} MiB"),
            Origin::NoPlainFile => format!(
                "it is no plain file, and more than {limit} MiB come from it; what has an end can be written to a file first, and the file be named here"
            ),
            Origin::Packed => format!(
                "it is packed, and more than {limit} MiB come out of it; unpack it first (gunzip), and name the unpacked file here"
            ),
        };
        io::Error::new(ErrorKind::FileTooLarge, words)
    }
}

impl Read for LimitedInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // One byte more than allowed tells whether there is more.
        let most = usize::try_from(self.left.saturating_add(1)).unwrap_or(usize::MAX);
        let most = buffer.len().min(most);
        let buffer = &mut buffer[..most];
        let count = self.source.read(buffer)?;
        match self.left.checked_sub(count as u64) {
            Some(left) => self.left = left,
            None => return Err(self.too_large()),
        }
        Ok(count)
    }
}

impl Source {
    fn file(&self) -> Option<&File> {
        match self {
            Source::File(file) => Some(file),
            Source::Stdin(_) => None,
            Source::Begun(begun) => begun.get_ref().1.file(),
            Source::Packed(packed) => packed.get_ref().get_ref().1.file(),
        }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Source::File(file) => file.read(buffer),
            Source::Stdin(stdin) => stdin.read(buffer),
            Source::Begun(begun) => begun.read(buffer),
            Source::Packed(packed) => packed.read(buffer).map_err(in_packed),
        }
    }
}

fn first_bytes(source: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut first = Vec::new();
    source.take(GZIP.len() as u64).read_to_end(&mut first)?;
    Ok(first)
}

/// Refuses an open file that gzip has packed: what is added to it would damage it.
pub(crate) fn refuse_packed(mut file: &File) -> io::Result<()> {
    if first_bytes(&mut file)? == GZIP {
        let words =
            "it is packed by gzip, and nothing can be added to it; unpack it first (gunzip)";
        return Err(io::Error::new(ErrorKind::InvalidInput, words));
    }
    Ok(())
}

/// What went wrong while something was unpacked: it is damaged, or it could not be read at all.
fn in_packed(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::InvalidInput | ErrorKind::InvalidData => {
            let words = format!("it is packed by gzip, and cut off or damaged ({error})");
            io::Error::new(ErrorKind::InvalidData, words)
        }
        _ => error,
    }
}

/// Opens a plain file, and refuses what is none before it is opened: the opening of a pipe already
/// waits for somebody who writes to it.
pub fn open_plain(path: &Path) -> io::Result<File> {
    let kind = std::fs::metadata(path)?.file_type();
    if !kind.is_file() {
        let words = format!("it is {}, and no plain file", name_of(kind));
        return Err(io::Error::new(ErrorKind::InvalidInput, words));
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

/// What gzip makes of this.
#[cfg(test)]
pub(crate) fn packed(content: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(content).unwrap();
    packed.finish().unwrap()
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

    #[test]
    fn what_is_packed_is_known_by_its_first_bytes_and_not_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.gz");
        let two = [packed(b"one "), packed(b"two")].concat();
        for (bytes, content) in [
            (&b""[..], ""),
            (b"\x1f", "\x1f"),
            (b"plain", "plain"),
            (&packed(b""), ""),
            (&two, "one two"),
        ] {
            std::fs::write(&path, bytes).unwrap();
            let input = LimitedInput::stream(&path, Keeping::Most).unwrap();
            let mut input = input.unpacked().unwrap();
            let mut found = String::new();
            input.read_to_string(&mut found).unwrap();
            assert_eq!(found, content);
            assert_eq!(input.position(), Some(bytes.len() as u64));
        }
    }

    #[test]
    fn what_comes_out_of_a_small_file_has_a_limit_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("small");
        let zeros = vec![0; (MAX_PIPE_MIB * MIB) as usize];
        for (more, is_read) in [(&b""[..], true), (b"1", false)] {
            let bytes = packed(&[&zeros, more].concat());
            assert!(bytes.len() < 1 << 17);
            std::fs::write(&path, bytes).unwrap();
            let input = LimitedInput::whole(&path).unwrap().unpacked().unwrap();
            let found = read_all(input);
            assert_eq!(found.is_ok(), is_read);
            if let Err(error) = found {
                assert_eq!(error.kind(), ErrorKind::FileTooLarge);
                let error = error.to_string();
                assert!(error.contains("more than 64 MiB come out of it"), "{error}");
            }
        }
        let streamed = LimitedInput::stream(&path, Keeping::Little).unwrap();
        assert!(read_all(streamed.unpacked().unwrap()).is_ok());
    }

    #[test]
    fn what_is_packed_and_cut_off_or_damaged_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let whole = packed(b"1. e4 e5 2. Nf3 Nc6");
        let mut damaged = whole.clone();
        damaged[20] ^= 1;
        for bytes in [&whole[..2], &whole[..whole.len() - 1], &damaged] {
            std::fs::write(&path, bytes).unwrap();
            let input = LimitedInput::whole(&path).unwrap().unpacked().unwrap();
            let error = read_all(input).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidData);
            let error = error.to_string();
            assert!(error.contains("gzip, and cut off or damaged"), "{error}");
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
