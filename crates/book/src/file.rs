//! A book in memory, and what it knows about a position.

use std::path::{Path, PathBuf};

use bstar_board::{Move, Position};
use bstar_kit::files::{FileError, read_bytes, read_plain_bytes};
use thiserror::Error;

use crate::entry::{ENTRY_BYTES, Entry};
use crate::key::key;

/// An opening book: entries in the order of their keys.
///
/// It stays as it is in the file. A position is found by halving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    bytes: Vec<u8>,
}

/// Why a file is no book.
#[derive(Debug, Error)]
pub enum BookError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is not what a book looks like.
    #[error("{path} is no book in Polyglot's format: {flaw}", path = .path.display())]
    Damaged {
        path: PathBuf,
        /// What is wrong with it.
        flaw: BookFlaw,
    },
}

/// What is wrong with the bytes of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BookFlaw {
    /// There is nothing in it.
    #[error("it is empty")]
    Empty,
    /// An entry is cut off.
    #[error("it has {bytes} bytes, and entries have {ENTRY_BYTES} each; its end may be missing")]
    CutOff { bytes: usize },
    /// Entries are not in order, and could not be found.
    #[error("its entries are not in order: entry {number} has a smaller key than the one before")]
    Unsorted {
        /// Which entry, counted from 1.
        number: usize,
    },
}

/// A move that a book knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove {
    pub mv: Move,
    /// Its weight. A move of weight 0 is never played.
    pub weight: u16,
    /// Its part of the weight of all moves of the position, from 0 to 1.
    pub share: f64,
    /// What a program has learned about it.
    pub learn: u32,
}

/// What a book knows about a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownMoves {
    /// The legal moves, the heaviest first. Of equal ones, the first in the file comes first.
    pub moves: Vec<BookMove>,
    /// How many entries are not legal moves here. They are never played.
    pub illegal: usize,
}

impl Book {
    /// Reads a file, which must not be larger than [4 GiB](bstar_kit::input::MAX_FILE_MIB).
    /// `-` is standard input.
    pub fn load(path: &Path) -> Result<Book, BookError> {
        Book::from_file(read_bytes(path)?, path)
    }

    /// The same, and anything but a plain file is refused: where standard input is a conversation,
    /// nothing may be waited for.
    pub fn load_plain(path: &Path) -> Result<Book, BookError> {
        Book::from_file(read_plain_bytes(path)?, path)
    }

    fn from_file(bytes: Vec<u8>, path: &Path) -> Result<Book, BookError> {
        Book::from_bytes(bytes).map_err(|flaw| BookError::Damaged {
            path: path.to_owned(),
            flaw,
        })
    }

    /// The book of these bytes.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Book, BookFlaw> {
        if bytes.is_empty() {
            return Err(BookFlaw::Empty);
        }
        if !bytes.len().is_multiple_of(ENTRY_BYTES) {
            return Err(BookFlaw::CutOff { bytes: bytes.len() });
        }
        let book = Book { bytes };
        let mut before = 0;
        for (number, entry) in (1..).zip(book.entries()) {
            if entry.key < before {
                return Err(BookFlaw::Unsorted { number });
            }
            before = entry.key;
        }
        Ok(book)
    }

    /// The bytes of these entries as a file has them. They are put in order: by key, then the
    /// heaviest first.
    pub fn write(mut entries: Vec<Entry>) -> Vec<u8> {
        entries.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight, entry.code));
        entries.into_iter().flat_map(Entry::to_bytes).collect()
    }

    /// The file, byte for byte.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many entries there are, at least one.
    pub fn size(&self) -> usize {
        self.bytes.len() / ENTRY_BYTES
    }

    pub fn positions(&self) -> usize {
        let mut count = 0;
        let mut before = None;
        for entry in self.entries() {
            count += usize::from(before != Some(entry.key));
            before = Some(entry.key);
        }
        count
    }

    /// All entries, in order.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let (entries, _) = self.bytes.as_chunks::<ENTRY_BYTES>();
        entries.iter().map(Entry::from_bytes)
    }

    /// The entries of a key.
    pub fn entries_of(&self, key: u64) -> impl Iterator<Item = Entry> {
        let (entries, _) = self.bytes.as_chunks::<ENTRY_BYTES>();
        let first = entries.partition_point(|bytes| Entry::from_bytes(bytes).key < key);
        entries[first..]
            .iter()
            .map(Entry::from_bytes)
            .take_while(move |entry| entry.key == key)
    }

    /// What is known about a position.
    pub fn moves(&self, position: &Position) -> KnownMoves {
        let mut known = KnownMoves::default();
        for entry in self.entries_of(key(position)) {
            match entry.legal_move(position) {
                Some(mv) => known.moves.push(BookMove {
                    mv,
                    weight: entry.weight,
                    share: 0.0,
                    learn: entry.learn,
                }),
                None => known.illegal += 1,
            }
        }
        let total: u64 = known
            .moves
            .iter()
            .map(|known| u64::from(known.weight))
            .sum();
        for known in &mut known.moves {
            known.share = f64::from(known.weight) / total.max(1) as f64;
        }
        known.moves.sort_by_key(|known| u16::MAX - known.weight);
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;
    use proptest::prelude::*;

    fn entry(key: u64, word: &str, weight: u16) -> Entry {
        Entry {
            key,
            code: Entry::move_code(word.parse().unwrap()),
            weight,
            learn: 0,
        }
    }

    #[test]
    fn damaged_files_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.bin");
        let unsorted = [entry(5, "e2e4", 1), entry(4, "e2e4", 1)];
        let unsorted: Vec<u8> = unsorted.into_iter().flat_map(Entry::to_bytes).collect();
        for (bytes, words) in [
            (Vec::new(), "it is empty"),
            (vec![7; 17], "it has 17 bytes"),
            (unsorted, "entry 2 has a smaller key"),
        ] {
            std::fs::write(&path, bytes).unwrap();
            let error = Book::load(&path).unwrap_err().to_string();
            assert!(error.contains("some.bin is no book"), "{error}");
            assert!(error.contains(words), "{error}");
        }
        let error = Book::load(&folder.path().join("none")).unwrap_err();
        assert!(error.to_string().starts_with("cannot read "), "{error}");
    }

    #[test]
    fn moves_come_with_their_shares_and_illegal_ones_are_counted() {
        let start = Position::start();
        let here = key(&start);
        let book = Book::from_bytes(Book::write(vec![
            entry(here, "e2e5", 9),
            entry(here, "d2d4", 1),
            entry(here, "e2e4", 3),
            entry(here, "a2a3", 0),
            entry(here + 1, "c2c4", 3),
        ]))
        .unwrap();
        let known = book.moves(&start);
        assert_eq!(known.illegal, 1);
        let shares: Vec<_> = known
            .moves
            .iter()
            .map(|known| (known.mv.to_string(), known.share))
            .collect();
        let expected = [("e2e4", 0.75), ("d2d4", 0.25), ("a2a3", 0.0)];
        assert_eq!(shares, expected.map(|(mv, share)| (mv.to_owned(), share)));
        assert_eq!((book.size(), book.positions()), (5, 2));
        let other = fen::parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert_eq!(book.moves(&other), KnownMoves::default());
    }

    proptest! {
        /// Halving finds what looking at every entry finds.
        #[test]
        fn entries_are_found_as_by_looking_at_all(
            keys in prop::collection::vec(0u64..12, 1..40),
            wanted in 0u64..13,
        ) {
            let entries = keys.iter().zip(0..).map(|(key, weight)| Entry {
                key: *key,
                code: 0,
                weight,
                learn: 0,
            });
            let book = Book::from_bytes(Book::write(entries.collect())).unwrap();
            let slow: Vec<Entry> = book.entries().filter(|entry| entry.key == wanted).collect();
            prop_assert_eq!(book.entries_of(wanted).collect::<Vec<_>>(), slow);
        }
    }
}
