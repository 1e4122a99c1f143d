//! Another's tables as a judge of ours: Syzygy files, read by the package `shakmaty-syzygy`.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use bstar_board::{Color, Piece, Position, Square};
use bstar_kit::files::FileError;
use shakmaty::{CastlingMode, Chess, PositionError, Role, Setup};
use shakmaty_syzygy::Tablebase;
use shakmaty_syzygy::Wdl;
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};
use thiserror::Error;

use crate::outcome::Outcome;

/// Why the judge says nothing about a position.
#[derive(Debug, Error)]
#[error("the Syzygy files say nothing about it: {0}")]
pub struct NoJudgement(String);

/// Syzygy files as a judge.
pub struct SyzygyJudge {
    tables: Tablebase<Chess>,
    files: usize,
}

impl SyzygyJudge {
    /// Finds the files of a folder. They are read into memory when they are first needed.
    pub fn open(folder: &Path) -> Result<SyzygyJudge, FileError> {
        let mut tables = Tablebase::with_filesystem(Arc::new(FilesInMemory::default()));
        let files = tables
            .add_directory(folder)
            .map_err(|source| FileError::Read {
                path: folder.to_owned(),
                source,
            })?;
        Ok(SyzygyJudge { tables, files })
    }

    /// How many files it has.
    pub fn files(&self) -> usize {
        self.files
    }

    /// Who wins, for the side to move, with the count to fifty moves at its beginning.
    pub fn outcome(&self, position: &Position) -> Result<Outcome, NoJudgement> {
        let position = as_theirs(position)?;
        let found = self.tables.probe_wdl_after_zeroing(&position);
        match found.map_err(|error| NoJudgement(error.to_string()))? {
            Wdl::Loss => Ok(Outcome::Loss),
            // What the fifty-move rule makes a draw of.
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => Ok(Outcome::Draw),
            Wdl::Win => Ok(Outcome::Win),
        }
    }
}

/// The position as the other package has it.
fn as_theirs(position: &Position) -> Result<Chess, NoJudgement> {
    let square = |square: Square| shakmaty::Square::new(square as u32);
    let mut setup = Setup::empty();
    for color in [Color::White, Color::Black] {
        for at in position.side(color) {
            let role = match position.piece_on(at) {
                Some(Piece::Pawn) => Role::Pawn,
                Some(Piece::Knight) => Role::Knight,
                Some(Piece::Bishop) => Role::Bishop,
                Some(Piece::Rook) => Role::Rook,
                Some(Piece::Queen) => Role::Queen,
                Some(Piece::King) => Role::King,
                None => continue,
            };
            let color = shakmaty::Color::from_white(color == Color::White);
            setup.board.set_piece_at(square(at), role.of(color));
        }
    }
    setup.turn = shakmaty::Color::from_white(position.side_to_move() == Color::White);
    setup.ep_square = position.en_passant_square().map(square);
    setup
        .position(CastlingMode::Standard)
        // Checks that no game can lead to are positions too.
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| NoJudgement(error.to_string()))
}

/// Files that are read whole when they are opened. The other package reads a few bytes at a time,
/// and would ask the system for each of them.
#[derive(Default)]
struct FilesInMemory {
    read: Mutex<HashMap<PathBuf, Arc<[u8]>>>,
}

struct FileInMemory(Arc<[u8]>);

impl Filesystem for FilesInMemory {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        let found = std::fs::metadata(path)?;
        match found.is_file() {
            true => Ok(found.len()),
            false => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(path)?;
        entries.map(|entry| Ok(entry?.path())).collect()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let mut read = self.read.lock().map_err(|_| io::ErrorKind::Other)?;
        if let Some(bytes) = read.get(path) {
            return Ok(Box::new(FileInMemory(bytes.clone())));
        }
        let bytes: Arc<[u8]> = std::fs::read(path)?.into();
        read.insert(path.to_owned(), bytes.clone());
        Ok(Box::new(FileInMemory(bytes)))
    }
}

impl RandomAccessFile for FileInMemory {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let from = usize::try_from(offset).map_err(|_| io::ErrorKind::InvalidInput)?;
        let left = self.0.get(from..).unwrap_or_default();
        let length = left.len().min(buffer.len());
        buffer[..length].copy_from_slice(&left[..length]);
        Ok(length)
    }
}
