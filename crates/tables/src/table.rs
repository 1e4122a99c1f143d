//! All values of one ending.

use std::path::PathBuf;

use bstar_kit::files::FileError;
use bstar_kit::memory::is_available;
use thiserror::Error;

use crate::ending::Ending;
use crate::index::SlotIndex;
use crate::value::Known;

/// What is wrong with the tables of a folder.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// A file or folder cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is no table in the folder.
    #[error("there are no endgame tables in {folder}; `bstar tables make --folder {folder}` makes them", folder = .folder.display())]
    Nothing { folder: PathBuf },
    /// The file is not one of ours.
    #[error("{path} is no table of endings: it does not begin like one", path = .path.display())]
    NotATable { path: PathBuf },
    /// The file was made by another version of the program.
    #[error("{path} has the format {found}, and this program reads the format {known}; `bstar tables make` makes it anew", path = .path.display())]
    Version {
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The format that is read.
        known: u32,
    },
    /// The file is not as it was written.
    #[error("{path} is damaged: {fault}; `bstar tables make` makes it anew", path = .path.display())]
    Damaged { path: PathBuf, fault: String },
    /// The table does not fit into memory.
    #[error("there is not enough memory for the table of {ending}, which has {slots} slots")]
    Memory { ending: Ending, slots: usize },
    /// The file has the name of another ending.
    #[error("{path} holds the ending {found}", path = .path.display())]
    OtherEnding {
        path: PathBuf,
        /// What it holds.
        found: String,
    },
}

/// Why a table was not made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MakeError {
    /// Somebody stopped it.
    #[error("interrupted")]
    Interrupted,
    /// A table that is needed is not there.
    #[error("{ending} leads to {missing}, whose table is not there")]
    Missing {
        /// What was to be made.
        ending: Ending,
        missing: Ending,
    },
    /// A way is longer than a table can hold. With four men there is none.
    #[error("a way to mate is longer than the tables can hold")]
    TooLong,
    /// A win needs more than fifty moves without a zeroing move. With four men there is none.
    #[error(
        "{ending} has a win that the fifty-move rule makes a draw of; the tables cannot hold it"
    )]
    FiftyMoves { ending: Ending },
    /// The two distances contradict each other: a fault of the program.
    #[error("{ending}: the distances to mate and to zeroing contradict each other in slot {slot}")]
    Contradiction { ending: Ending, slot: usize },
    /// A file cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// How far the making of a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MakeStage {
    /// Which distance is looked for.
    pub distance: Distance,
    /// Positions decided in fewer half moves are all found.
    pub plies: u8,
}

/// The two distances that a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// Half moves to mate.
    Mate,
    /// Half moves to the next capture or pawn move that keeps the win, or to mate.
    Zeroing,
}

/// The bytes for each slot while a table is made and packed: both distances, and what is known of
/// every slot on the way to one of them.
const BYTES_A_SLOT: usize = 5;

/// The addresses that a thread takes for itself: its stack, and what glibc sets apart for what it
/// will ask for.
const THREAD_BYTES: usize = 66 << 20;

/// The largest number of threads, up to `most`, with which a table of `slots` slots can be made in
/// the available memory. 0 is the calling thread alone; `None` if there is too little even for it.
pub(crate) fn affordable_threads(most: usize, slots: usize) -> Option<usize> {
    let is_affordable =
        |threads: &usize| is_available(BYTES_A_SLOT * slots + threads * THREAD_BYTES);
    (0..=most).rev().find(is_affordable)
}

/// All values of one ending.
#[derive(Debug)]
pub(crate) struct Table {
    index: SlotIndex,
    mates: Vec<u8>,
    zeroings: Vec<u8>,
}

impl Table {
    pub(crate) fn from_parts(index: SlotIndex, mates: Vec<u8>, zeroings: Vec<u8>) -> Table {
        debug_assert!(mates.len() == index.slots() && zeroings.len() == index.slots());
        Table {
            index,
            mates,
            zeroings,
        }
    }

    pub(crate) fn index(&self) -> &SlotIndex {
        &self.index
    }

    #[inline]
    pub(crate) fn mate(&self, slot: usize) -> Known {
        Known::of(self.mates[slot])
    }

    #[inline]
    pub(crate) fn zeroing(&self, slot: usize) -> Known {
        Known::of(self.zeroings[slot])
    }

    /// The two arrays of bytes.
    pub(crate) fn bytes(&self) -> [&[u8]; 2] {
        [&self.mates, &self.zeroings]
    }
}
