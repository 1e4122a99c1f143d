//! Priors in files: `docs/prior.md` has the format.

use std::path::Path;

use thiserror::Error;

use crate::files::{ByteReader, FileLoadError, fnv1a, load};

use super::learned::Prior;
use super::limits::{BUCKETS, HEAD_HIDDEN, INPUTS, MOVE_ROWS};
use super::weights::{PriorWeights, PriorWeightsError, check_pairs};

/// The largest file that is read. The largest prior is smaller.
const MAX_FILE_BYTES: usize = 20 << 20;

const MAGIC: [u8; 8] = *b"BSTARPR1";
const FORMAT_VERSION: u32 = 2;
const HEADER_BYTES: usize = MAGIC.len() + 6 * 4 + 8;

/// Why a file is not a prior that can be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PriorFileError {
    /// It does not begin with the magic bytes.
    #[error("this is no prior of bstar: the file does not begin with BSTARPR1")]
    Magic,
    /// It ends too early.
    #[error("the prior is cut off: {found} bytes where {expected} are expected")]
    CutOff {
        /// How many bytes there must be at least.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// More bytes follow after its end.
    #[error("the prior should end after {expected} bytes, but the file has {found}")]
    Trailing {
        /// The length of the prior.
        expected: usize,
        /// The length of the file.
        found: usize,
    },
    /// It is larger than any prior can be.
    #[error("a file of {0} bytes is too large for a prior: at most {MAX_FILE_BYTES} are read")]
    TooLarge(usize),
    /// Its format has another version.
    #[error(
        "the prior is in version {0} of the format; this program reads version {FORMAT_VERSION}"
    )]
    Version(u32),
    /// It has another shape.
    #[error("the prior has {found} {what}; this program expects {expected}")]
    Shape {
        /// What is counted, in words.
        what: &'static str,
        /// What this program expects.
        expected: usize,
        /// What the file has.
        found: u32,
    },
    /// Its content has changed since it was written.
    #[error("the prior is damaged: its checksum is {found:016x}, not {expected:016x}")]
    Checksum {
        /// What the header says.
        expected: u64,
        /// What the content gives.
        found: u64,
    },
    /// Its content is as it was written, but its numbers cannot be used.
    #[error(transparent)]
    Weights(#[from] PriorWeightsError),
}

/// Why a prior was not loaded.
pub type PriorLoadError = FileLoadError<PriorFileError>;

impl Prior {
    /// Reads a prior from the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, PriorFileError> {
        Ok(Self::new(&PriorWeights::read(bytes)?)?)
    }

    /// Loads a prior from a file.
    pub fn load(path: &Path) -> Result<Self, PriorLoadError> {
        load(path, MAX_FILE_BYTES, PriorFileError::TooLarge, Self::read)
    }
}

impl PriorWeights {
    /// Reads the bytes of a file.
    ///
    /// It checks everything the file says of itself, and every number.
    pub fn read(bytes: &[u8]) -> Result<Self, PriorFileError> {
        let found = bytes.len();
        if found > MAX_FILE_BYTES {
            return Err(PriorFileError::TooLarge(found));
        }
        if !bytes.starts_with(&MAGIC[..found.min(MAGIC.len())]) {
            return Err(PriorFileError::Magic);
        }
        let (header, payload) =
            bytes
                .split_at_checked(HEADER_BYTES)
                .ok_or(PriorFileError::CutOff {
                    expected: HEADER_BYTES,
                    found,
                })?;
        let mut header = ByteReader(&header[MAGIC.len()..]);
        let mut number = || u32::from_le_bytes(header.take());
        let version = number();
        if version != FORMAT_VERSION {
            return Err(PriorFileError::Version(version));
        }
        let (inputs, pairs) = (number(), number());
        for (what, expected, found) in [
            ("inputs", INPUTS, inputs),
            ("rows for moves", MOVE_ROWS, number()),
            ("numbers in the value's own layer", HEAD_HIDDEN, number()),
            ("buckets", BUCKETS, number()),
        ] {
            if found as usize != expected {
                return Err(PriorFileError::Shape {
                    what,
                    expected,
                    found,
                });
            }
        }
        let checksum = u64::from_le_bytes(header.take());
        let pairs = pairs as usize;
        check_pairs(pairs)?;

        let mut weights = PriorWeights::zero(pairs);
        let expected = HEADER_BYTES + weights.payload_len();
        if found < expected {
            return Err(PriorFileError::CutOff { expected, found });
        }
        if found > expected {
            return Err(PriorFileError::Trailing { expected, found });
        }
        if fnv1a(payload) != checksum {
            return Err(PriorFileError::Checksum {
                expected: checksum,
                found: fnv1a(payload),
            });
        }
        let mut payload = ByteReader(payload);
        for list in [&mut weights.inputs, &mut weights.input_biases] {
            list.fill_with(|| i16::from_le_bytes(payload.take()));
        }
        for (rows, biases) in [
            (&mut weights.moves, &mut weights.move_biases),
            (&mut weights.first, &mut weights.first_biases),
            (&mut weights.second, &mut weights.second_biases),
        ] {
            rows.fill_with(|| i8::from_le_bytes(payload.take()));
            biases.fill_with(|| i32::from_le_bytes(payload.take()));
        }
        weights.check()?;
        Ok(weights)
    }

    /// The bytes of a file with these weights. [`PriorWeights::read`] accepts them if
    /// [`PriorWeights::check`] does.
    pub fn write(&self) -> Vec<u8> {
        let payload = self.payload();
        let mut file = MAGIC.to_vec();
        for number in [
            FORMAT_VERSION as usize,
            INPUTS,
            self.pairs(),
            MOVE_ROWS,
            HEAD_HIDDEN,
            BUCKETS,
        ] {
            file.extend((number as u32).to_le_bytes());
        }
        file.extend(fnv1a(&payload).to_le_bytes());
        file.extend(payload);
        file
    }

    /// The checksum of all numbers, as it stands in a file.
    pub fn checksum(&self) -> u64 {
        fnv1a(&self.payload())
    }

    /// The bytes that the checksum covers.
    fn payload(&self) -> Vec<u8> {
        let mut payload = Vec::with_capacity(self.payload_len());
        for list in [&self.inputs, &self.input_biases] {
            payload.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        for (rows, biases) in [
            (&self.moves, &self.move_biases),
            (&self.first, &self.first_biases),
            (&self.second, &self.second_biases),
        ] {
            payload.extend(rows.iter().map(|number| number.cast_unsigned()));
            payload.extend(biases.iter().flat_map(|number| number.to_le_bytes()));
        }
        payload
    }

    fn payload_len(&self) -> usize {
        let short = self.inputs.len() + self.input_biases.len();
        let bytes = self.moves.len() + self.first.len() + self.second.len();
        let long = self.move_biases.len() + self.first_biases.len() + self.second_biases.len();
        2 * short + bytes + 4 * long
    }
}
