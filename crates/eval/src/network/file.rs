//! Networks in files: `docs/network.md` has the format.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::learned::Network;
use super::limits::{INPUTS, QA, QB};
use super::weights::{Weights, WeightsError, check_shape};

/// The largest file that is read.
pub const MAX_FILE_BYTES: usize = 4 << 20;

const MAGIC: [u8; 8] = *b"BSTARNN1";
const FORMAT_VERSION: u32 = 1;
const HEADER_BYTES: usize = MAGIC.len() + 4 * 4 + 3 * 4 + 8;

/// Why a file is not a network that can be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkFileError {
    /// It does not begin with the magic bytes.
    #[error("this is no network of bstar: the file does not begin with BSTARNN1")]
    Magic,
    /// It ends too early.
    #[error("the network is cut off: {found} bytes where {expected} are expected")]
    CutOff {
        /// How many bytes there must be at least.
        expected: usize,
        found: usize,
    },
    /// More bytes follow after its end.
    #[error("the network should end after {expected} bytes, but the file has {found}")]
    Trailing {
        /// The length of the network.
        expected: usize,
        /// The length of the file.
        found: usize,
    },
    /// It is larger than any network can be.
    #[error("a file of {0} bytes is too large for a network: at most {MAX_FILE_BYTES} are read")]
    TooLarge(usize),
    /// Its format has another version.
    #[error(
        "the network is in version {0} of the format; this program reads version {FORMAT_VERSION}"
    )]
    Version(u32),
    /// It has another architecture.
    #[error("the network has {found} for {what}; this program expects {expected}")]
    Architecture {
        /// The property, in words.
        what: &'static str,
        /// What this program expects.
        expected: i64,
        /// What the file has.
        found: i64,
    },
    /// Its content has changed since it was written.
    #[error("the network is damaged: its checksum is {found:016x}, not {expected:016x}")]
    Checksum {
        /// What the header says.
        expected: u64,
        /// What the content gives.
        found: u64,
    },
    /// Its content is as it was written, but its numbers cannot be used.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// Why a network was not loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkLoadError {
    /// The file does not exist, is a folder, or cannot be read.
    #[error("cannot read {path}: {reason}", path = .path.display())]
    Unreadable {
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// It is not a network.
    #[error("{path}: {error}", path = .path.display())]
    File {
        path: PathBuf,
        /// What is wrong with it.
        error: NetworkFileError,
    },
}

impl Network {
    /// Reads a network from the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        Ok(Self::new(&Weights::read(bytes)?)?)
    }

    /// Loads a network from a file.
    pub fn load(path: &Path) -> Result<Self, NetworkLoadError> {
        let bytes = contents(path).map_err(|error| NetworkLoadError::Unreadable {
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
        let network = match bytes {
            Contents::Whole(bytes) => Self::read(&bytes),
            Contents::TooMany(length) => Err(NetworkFileError::TooLarge(length)),
        };
        network.map_err(|error| NetworkLoadError::File {
            path: path.to_owned(),
            error,
        })
    }
}

/// What is in a file.
enum Contents {
    Whole(Vec<u8>),
    /// The file has this many bytes, more than are read.
    TooMany(usize),
}

/// Reads a file if it is not too large. It refuses devices and pipes, which could block.
fn contents(path: &Path) -> io::Result<Contents> {
    let found = std::fs::metadata(path)?;
    if !found.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let length = usize::try_from(found.len()).unwrap_or(usize::MAX);
    if length > MAX_FILE_BYTES {
        return Ok(Contents::TooMany(length));
    }
    let mut bytes = Vec::with_capacity(length);
    // The file may have grown meanwhile.
    let mut file = File::open(path)?.take(MAX_FILE_BYTES as u64 + 1);
    file.read_to_end(&mut bytes)?;
    Ok(Contents::Whole(bytes))
}

impl Weights {
    /// Reads the bytes of a file.
    ///
    /// It checks everything the file says of itself, and every number.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        let found = bytes.len();
        if found > MAX_FILE_BYTES {
            return Err(NetworkFileError::TooLarge(found));
        }
        if !bytes.starts_with(&MAGIC[..found.min(MAGIC.len())]) {
            return Err(NetworkFileError::Magic);
        }
        let (header, payload) =
            bytes
                .split_at_checked(HEADER_BYTES)
                .ok_or(NetworkFileError::CutOff {
                    expected: HEADER_BYTES,
                    found,
                })?;

        let mut header = ByteReader(&header[MAGIC.len()..]);
        let version = u32::from_le_bytes(header.take());
        if version != FORMAT_VERSION {
            return Err(NetworkFileError::Version(version));
        }
        let [inputs, hidden, buckets] = [(); 3].map(|()| u32::from_le_bytes(header.take()));
        let [qa, qb, scale] = [(); 3].map(|()| i32::from_le_bytes(header.take()));
        let checksum = u64::from_le_bytes(header.take());
        for (what, expected, found) in [
            ("inputs", INPUTS as i64, i64::from(inputs)),
            ("QA", QA.into(), qa.into()),
            ("QB", QB.into(), qb.into()),
        ] {
            if found != expected {
                return Err(NetworkFileError::Architecture {
                    what,
                    expected,
                    found,
                });
            }
        }
        let (hidden, buckets) = (hidden as usize, buckets as usize);
        check_shape(hidden, buckets, scale)?;

        let mut weights = Weights {
            scale,
            ..Weights::zero(hidden, buckets)
        };
        let expected = HEADER_BYTES + weights.payload_len();
        if found < expected {
            return Err(NetworkFileError::CutOff { expected, found });
        }
        if found > expected {
            return Err(NetworkFileError::Trailing { expected, found });
        }
        if fnv1a(payload) != checksum {
            return Err(NetworkFileError::Checksum {
                expected: checksum,
                found: fnv1a(payload),
            });
        }
        let mut payload = ByteReader(payload);
        for list in [
            &mut weights.feature_weights,
            &mut weights.feature_biases,
            &mut weights.output_weights,
        ] {
            list.fill_with(|| i16::from_le_bytes(payload.take()));
        }
        weights
            .output_biases
            .fill_with(|| i32::from_le_bytes(payload.take()));
        weights.check()?;
        Ok(weights)
    }

    /// The bytes of a file with these weights. [`Weights::read`] accepts them if [`Weights::check`]
    /// does.
    pub fn write(&self) -> Vec<u8> {
        let payload = self.payload();
        let mut file = MAGIC.to_vec();
        for number in [
            FORMAT_VERSION,
            INPUTS as u32,
            self.hidden() as u32,
            self.buckets() as u32,
        ] {
            file.extend(number.to_le_bytes());
        }
        for number in [QA.into(), QB.into(), self.scale] {
            file.extend(number.to_le_bytes());
        }
        file.extend(fnv1a(&payload).to_le_bytes());
        file.extend(payload);
        file
    }

    /// The checksum of all numbers but the scale, as it stands in a file.
    pub fn checksum(&self) -> u64 {
        fnv1a(&self.payload())
    }

    /// The bytes that the checksum covers.
    fn payload(&self) -> Vec<u8> {
        let mut payload = Vec::with_capacity(self.payload_len());
        for list in [
            &self.feature_weights,
            &self.feature_biases,
            &self.output_weights,
        ] {
            payload.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        payload.extend(
            self.output_biases
                .iter()
                .flat_map(|bias| bias.to_le_bytes()),
        );
        payload
    }

    fn payload_len(&self) -> usize {
        let short =
            self.feature_weights.len() + self.feature_biases.len() + self.output_weights.len();
        2 * short + 4 * self.output_biases.len()
    }
}

/// Takes numbers off the front of bytes. Their length has been checked before.
struct ByteReader<'a>(&'a [u8]);

impl ByteReader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (taken, rest) = self.0.split_first_chunk().expect("the length was checked");
        self.0 = rest;
        *taken
    }
}

/// The hash of Fowler, Noll and Vo: 64 bits, variant 1a.
pub(super) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
