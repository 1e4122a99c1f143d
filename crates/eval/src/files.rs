//! What the files of both networks have in common.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a network was not loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileLoadError<E> {
    /// The file does not exist, is a folder, or cannot be read.
    #[error("cannot read {path}: {reason}", path = .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// It is not a network of this kind.
    #[error("{path}: {error}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: E,
    },
}

/// Loads a file of at most so many bytes. `read` makes sense of them.
pub(crate) fn load<T, E>(
    path: &Path,
    most: usize,
    too_large: impl FnOnce(usize) -> E,
    read: impl FnOnce(&[u8]) -> Result<T, E>,
) -> Result<T, FileLoadError<E>> {
    let found = contents(path, most).map_err(|error| FileLoadError::Unreadable {
        path: path.to_owned(),
        reason: error.to_string(),
    })?;
    let loaded = match found {
        Contents::Whole(bytes) => read(&bytes),
        Contents::TooMany(length) => Err(too_large(length)),
    };
    loaded.map_err(|error| FileLoadError::File {
        path: path.to_owned(),
        error,
    })
}

/// What is in a file.
enum Contents {
    Whole(Vec<u8>),
    /// The file has this many bytes, more than are read.
    TooMany(usize),
}

/// Reads a file if it is not too large. It refuses devices and pipes, which could block.
fn contents(path: &Path, most: usize) -> io::Result<Contents> {
    let found = std::fs::metadata(path)?;
    if !found.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let length = usize::try_from(found.len()).unwrap_or(usize::MAX);
    if length > most {
        return Ok(Contents::TooMany(length));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length)?;
    // The file may have grown meanwhile.
    let mut file = File::open(path)?.take(most as u64 + 1);
    file.read_to_end(&mut bytes)?;
    Ok(Contents::Whole(bytes))
}

/// Takes numbers off the front of bytes. Their length has been checked before.
pub(crate) struct ByteReader<'a>(pub(crate) &'a [u8]);

impl ByteReader<'_> {
    pub(crate) fn take<const N: usize>(&mut self) -> [u8; N] {
        let (taken, rest) = self.0.split_first_chunk().expect("the length was checked");
        self.0 = rest;
        *taken
    }
}

/// The hash of Fowler, Noll and Vo: 64 bits, variant 1a.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
