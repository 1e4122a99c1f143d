//! A table as a file.
//!
//! All numbers are little-endian. The head is the magic word, the number of the format, the name of
//! the ending in eight bytes, how many slots there are, how many slots a block has, and how long
//! the file is. Then come the lengths of the packed blocks, the blocks, and a checksum (CRC-32) of
//! everything before it. First there are the blocks of the distances to mate, then those of the
//! distances to zeroing. Without pawns the two are mostly the same, so there the second is the
//! difference between them. A block is packed by itself (deflate), so that threads can share the
//! work.

use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use bstar_kit::files::{FileError, read_plain_bytes, write_whole_bytes};
use bstar_kit::stop::Stop;
use bstar_kit::workers::{InOrder, work};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use crate::ending::Ending;
use crate::index::SlotIndex;
use crate::table::{Table, TableError, affordable_threads};
use crate::value::{Known, MAX_PLIES};

const MAGIC: &[u8; 8] = b"bstarend";
const FORMAT: u32 = 1;
const NAME_BYTES: usize = 8;
const BLOCK_SLOTS: usize = 1 << 18;
const HEAD_BYTES: usize = 8 + 4 + NAME_BYTES + 8 + 4 + 8;
const CHECKSUM_BYTES: usize = 4;

/// The file of an ending.
pub(crate) fn path_of(folder: &Path, ending: &Ending) -> PathBuf {
    folder.join(format!("{ending}.table"))
}

/// A file that was read and is as it was written, still packed.
#[derive(Debug)]
pub(crate) struct PackedTable {
    path: PathBuf,
    ending: Ending,
    bytes: Vec<u8>,
}

/// Packs a table and writes it, whole or not at all. Tells how long the file is.
pub(crate) fn write(
    path: &Path,
    ending: &Ending,
    table: &Table,
    threads: usize,
) -> Result<usize, TableError> {
    let [mates, zeroings] = table.bytes();
    let mut second = zeroings.to_vec();
    if !table.index().has_pawns() {
        to_differences(mates, &mut second);
    }
    let parts = [mates, &second].into_iter();
    let blocks = parts.flat_map(|bytes| bytes.chunks(BLOCK_SLOTS));
    let mut packed: Vec<Vec<u8>> = Vec::new();
    let mut order = InOrder::from(0);
    let new_worker = || |(number, block): (usize, &[u8])| (number, pack(block));
    let tasks = blocks.enumerate();
    let threads = affordable_threads(threads, table.index().slots()).unwrap_or_default();
    // This takes a moment: it is not stopped half way.
    work(
        threads,
        tasks,
        &Stop::new(),
        new_worker,
        |(number, block)| {
            packed.extend(order.put(number, block));
            ControlFlow::Continue(())
        },
    );
    let length = HEAD_BYTES + packed.iter().map(|block| 4 + block.len()).sum::<usize>();
    let length = length + CHECKSUM_BYTES;
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(MAGIC);
    bytes.extend(FORMAT.to_le_bytes());
    let mut name = ending.to_string().into_bytes();
    name.resize(NAME_BYTES, 0);
    bytes.extend(name);
    bytes.extend((table.index().slots() as u64).to_le_bytes());
    bytes.extend((BLOCK_SLOTS as u32).to_le_bytes());
    bytes.extend((length as u64).to_le_bytes());
    for block in &packed {
        bytes.extend((block.len() as u32).to_le_bytes());
    }
    for block in &packed {
        bytes.extend(block);
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    write_whole_bytes(path, &bytes)?;
    Ok(length)
}

/// Puts the differences of two arrays into the second, or the second back in their place.
fn to_differences(first: &[u8], second: &mut [u8]) {
    for (one, other) in first.iter().zip(second) {
        *other = one.wrapping_sub(*other);
    }
}

fn pack(block: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    let packed = encoder.write_all(block).and_then(|()| encoder.finish());
    packed.expect("writing to memory does not fail")
}

/// Reads numbers one after the other.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (first, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(first)
    }

    fn number<const N: usize>(&mut self) -> Option<u64> {
        let bytes = self.take(N)?;
        let all = bytes.iter().rev();
        Some(all.fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }
}

impl PackedTable {
    /// Reads the file of an ending, and refuses one that is not as it was written. There is none if
    /// the file is not there.
    pub(crate) fn read(folder: &Path, ending: &Ending) -> Result<Option<PackedTable>, TableError> {
        let path = path_of(folder, ending);
        let bytes = match read_plain_bytes(&path) {
            Ok(bytes) => bytes,
            Err(FileError::Read { source, .. })
                if source.kind() == std::io::ErrorKind::NotFound =>
            {
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        };
        PackedTable::of(path, ending, bytes).map(Some)
    }

    fn of(path: PathBuf, ending: &Ending, bytes: Vec<u8>) -> Result<PackedTable, TableError> {
        let mut cursor = Cursor(&bytes);
        if cursor.take(MAGIC.len()) != Some(MAGIC) {
            return Err(TableError::NotATable { path });
        }
        let damaged = |fault: String| TableError::Damaged {
            path: path.clone(),
            fault,
        };
        let is_short = || damaged(format!("it ends after {} bytes", bytes.len()));
        let found = cursor.number::<4>().ok_or_else(is_short)? as u32;
        if found != FORMAT {
            let known = FORMAT;
            return Err(TableError::Version { path, found, known });
        }
        if bytes.len() < HEAD_BYTES + CHECKSUM_BYTES {
            return Err(is_short());
        }
        let length = Cursor(&bytes[HEAD_BYTES - 8..]).number::<8>();
        let length = length.unwrap_or_default();
        if length != bytes.len() as u64 {
            let found = bytes.len();
            return Err(damaged(format!("it has {found} bytes, expected {length}")));
        }
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
        if crc32fast::hash(content).to_le_bytes() != checksum {
            return Err(damaged("its checksum is wrong".to_owned()));
        }
        let name = cursor.take(NAME_BYTES).unwrap_or_default();
        let name = String::from_utf8_lossy(name);
        let name = name.trim_end_matches('\0');
        if name != ending.to_string() {
            let found = name.to_owned();
            return Err(TableError::OtherEnding { path, found });
        }
        Ok(PackedTable {
            ending: ending.clone(),
            path,
            bytes,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// How long the file is.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The table. Only a file that was made wrongly, with a checksum that fits, has none.
    pub(crate) fn unpack(&self) -> Result<Table, TableError> {
        let index = SlotIndex::new(&self.ending);
        let slots = index.slots();
        let mut parts = [Vec::new(), Vec::new()];
        let is_room = |part: &mut Vec<u8>| part.try_reserve_exact(slots + 1).is_ok();
        if !parts.iter_mut().all(is_room) {
            let ending = self.ending.clone();
            return Err(TableError::Memory { ending, slots });
        }
        self.unpack_with(index, parts)
            .map_err(|fault| TableError::Damaged {
                path: self.path.clone(),
                fault: fault.to_owned(),
            })
    }

    /// Unpacks into two empty arrays that have the room.
    fn unpack_with(
        &self,
        index: SlotIndex,
        mut parts: [Vec<u8>; 2],
    ) -> Result<Table, &'static str> {
        const SHORT: &str = "a block is missing";
        let slots = index.slots();
        let mut cursor = Cursor(&self.bytes[8 + 4 + NAME_BYTES..]);
        if cursor.number::<8>() != Some(slots as u64) {
            return Err("the number of slots is wrong");
        }
        if cursor.number::<4>() != Some(BLOCK_SLOTS as u64) {
            return Err("the length of blocks is wrong");
        }
        cursor.number::<8>().ok_or(SHORT)?;
        let blocks = slots.div_ceil(BLOCK_SLOTS);
        let lengths = (0..2 * blocks).map(|_| cursor.number::<4>());
        let lengths: Option<Vec<u64>> = lengths.collect();
        let lengths = lengths.ok_or(SHORT)?;
        for (part, lengths) in parts.iter_mut().zip(lengths.chunks(blocks)) {
            for length in lengths {
                let packed = cursor.take(*length as usize).ok_or(SHORT)?;
                let wanted = BLOCK_SLOTS.min(slots - part.len());
                // A block that is too long is not unpacked to its end.
                let mut decoder = DeflateDecoder::new(packed).take(wanted as u64 + 1);
                let before = part.len();
                let unpacked = decoder.read_to_end(part);
                if unpacked.is_err() || part.len() - before != wanted {
                    return Err("a block cannot be unpacked");
                }
            }
        }
        let [mates, mut zeroings] = parts;
        if !index.has_pawns() {
            to_differences(&mates, &mut zeroings);
        }
        let is_possible = |byte: &u8| Known::of(*byte).plies() < Some(MAX_PLIES);
        if !mates.iter().chain(&zeroings).all(is_possible) {
            return Err("a distance is impossible");
        }
        Ok(Table::from_parts(index, mates, zeroings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::solve;

    fn queen() -> Ending {
        "KQK".parse().unwrap()
    }

    fn written(folder: &Path) -> Vec<u8> {
        let table = solve(&queen(), |_| None, 2, &Stop::new(), &mut |_| ()).unwrap();
        let path = path_of(folder, &queen());
        let length = write(&path, &queen(), &table, 2).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(bytes.len(), length);
        let read = PackedTable::read(folder, &queen()).unwrap().unwrap();
        assert_eq!(read.unpack().unwrap().bytes(), table.bytes());
        bytes
    }

    fn refused(bytes: Vec<u8>) -> String {
        let path = PathBuf::from("some/KQK.table");
        let error = PackedTable::of(path, &queen(), bytes).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("some/KQK.table"), "{error}");
        error
    }

    #[test]
    fn a_table_comes_back_as_it_was_and_what_is_not_whole_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let bytes = written(folder.path());
        // Wherever it is cut off, and whichever byte has changed.
        for length in [0, 4, 8, 11, 12, 30, HEAD_BYTES + 3, bytes.len() - 1] {
            let error = refused(bytes[..length].to_vec());
            let is_named = error.contains("damaged") || error.contains("no table");
            assert!(is_named, "{length}: {error}");
        }
        for at in (0..bytes.len()).step_by(97).chain(0..HEAD_BYTES) {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            refused(changed);
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(refused(longer).contains("expected"));
    }

    #[test]
    fn another_version_and_another_ending_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let bytes = written(folder.path());
        let mut newer = bytes.clone();
        newer[8] = 9;
        assert!(refused(newer).contains("has the format 9, and this program reads the format 1"));
        assert!(refused(b"PNG".to_vec()).contains("no table of endings"));
        let rook: Ending = "KRK".parse().unwrap();
        std::fs::write(path_of(folder.path(), &rook), &bytes).unwrap();
        let error = PackedTable::read(folder.path(), &rook).unwrap_err();
        assert!(
            error.to_string().ends_with("holds the ending KQK"),
            "{error}"
        );
        let knight: Ending = "KNK".parse().unwrap();
        assert!(PackedTable::read(folder.path(), &knight).unwrap().is_none());
    }

    /// Somebody has made a file up: its checksum is right, and the rest is not.
    #[test]
    fn a_made_up_file_is_refused_when_it_is_unpacked() {
        let folder = tempfile::tempdir().unwrap();
        let bytes = written(folder.path());
        let first_length = HEAD_BYTES;
        let first_block = HEAD_BYTES + 2 * 4;
        for at in [
            20,
            28,
            first_length,
            first_length + 1,
            first_block,
            first_block + 50,
        ] {
            let mut changed = bytes.clone();
            changed[at] ^= 0x55;
            let end = changed.len() - CHECKSUM_BYTES;
            let checksum = crc32fast::hash(&changed[..end]);
            changed[end..].copy_from_slice(&checksum.to_le_bytes());
            let packed = PackedTable::of(PathBuf::from("up"), &queen(), changed).unwrap();
            match packed.unpack() {
                Err(TableError::Damaged { .. }) => {}
                // Another block of the right length may be unpacked; it is only wrong.
                Ok(_) if at >= first_block => {}
                other => panic!("{at}: {other:?}"),
            }
        }
    }
}
