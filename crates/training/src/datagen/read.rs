//! Reads packed games, one after the other.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;

use bstar_board::Color;
use thiserror::Error;

use super::format::{
    DataFlaw, GAME_END, HEAD_BYTES, PLY_BYTES, ScoredGame, unpack_head, unpack_move,
};
use bstar_kit::files::FileError;

/// The games of a file, in order. Every move is legal. After the first flaw nothing more comes,
/// because it is not known where the next game begins.
#[derive(Debug)]
pub struct PackedReader<R> {
    input: R,
    offset: u64,
    /// The number of whole games so far, and of their bytes.
    whole: (usize, u64),
    failed: bool,
}

/// Why a game cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The input cannot be read.
    #[error(transparent)]
    Input(#[from] io::Error),
    /// The bytes are not those of a game.
    #[error(transparent)]
    Broken(#[from] BrokenData),
}

/// A flaw, its place, and what is whole before it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {offset}: {flaw}; the {games} games before it ({bytes} bytes) are whole")]
pub struct BrokenData {
    /// The place, in bytes from the beginning of the file.
    pub offset: u64,
    /// What is wrong there.
    pub flaw: DataFlaw,
    /// How many games before it are whole.
    pub games: usize,
    /// How many bytes these games have.
    pub bytes: u64,
}

/// What is known of a game that was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOutline {
    pub moves: usize,
    pub winner: Option<Color>,
}

impl PackedReader<BufReader<File>> {
    /// The games of a file.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        File::open(path)
            .map(|file| PackedReader::new(BufReader::new(file)))
            .map_err(|source| FileError::Read {
                path: path.to_owned(),
                source,
            })
    }
}

impl<R: Read> PackedReader<R> {
    /// Reads from any input. It reads a few bytes at a time, so a file needs a buffer.
    pub fn new(input: R) -> PackedReader<R> {
        PackedReader {
            input,
            offset: 0,
            whole: (0, 0),
            failed: false,
        }
    }

    /// How many bytes the whole games so far have.
    pub fn bytes(&self) -> u64 {
        self.whole.1
    }

    /// Skips a game. Its start position is checked, but its moves are only counted.
    pub fn skip_game(&mut self) -> Option<Result<GameOutline, ReadError>> {
        self.guarded(|reader| {
            let Some(head) = reader.head()? else {
                return Ok(None);
            };
            let (_, winner) = unpack_head(&head).map_err(|flaw| reader.at_head(flaw))?;
            let mut moves = 0;
            while reader.ply()?.is_some() {
                moves += 1;
            }
            Ok(Some(GameOutline { moves, winner }))
        })
    }

    fn read_game(&mut self) -> Result<Option<ScoredGame>, ReadError> {
        let Some(head) = self.head()? else {
            return Ok(None);
        };
        let (start, winner) = unpack_head(&head).map_err(|flaw| self.at_head(flaw))?;
        let mut game = ScoredGame::new(start, winner);
        while let Some([m0, m1, s0, s1]) = self.ply()? {
            let mv = unpack_move(game.game().position(), u16::from_le_bytes([m0, m1]));
            let pushed = mv.and_then(|mv| Ok(game.push(mv, i16::from_le_bytes([s0, s1]))?));
            pushed.map_err(|flaw| self.broken(self.offset - PLY_BYTES as u64, flaw))?;
        }
        Ok(Some(game))
    }

    /// Reads a game. It is counted if it is whole; otherwise nothing more is read.
    fn guarded<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Option<T>, ReadError>,
    ) -> Option<Result<T, ReadError>> {
        if self.failed {
            return None;
        }
        let found = read(self).transpose()?;
        self.failed = found.is_err();
        if !self.failed {
            self.whole = (self.whole.0 + 1, self.offset);
        }
        Some(found)
    }

    /// The next start position, if the file does not end here.
    fn head(&mut self) -> Result<Option<[u8; HEAD_BYTES]>, ReadError> {
        let mut head = [0; HEAD_BYTES];
        match self.fill(&mut head)? {
            0 => Ok(None),
            HEAD_BYTES => Ok(Some(head)),
            _ => Err(self.broken(self.offset, DataFlaw::CutOff)),
        }
    }

    /// The next move and score, if the game does not end here.
    fn ply(&mut self) -> Result<Option<[u8; PLY_BYTES]>, ReadError> {
        let mut ply = [0; PLY_BYTES];
        if self.fill(&mut ply)? < PLY_BYTES {
            return Err(self.broken(self.offset, DataFlaw::CutOff));
        }
        Ok((ply != GAME_END).then_some(ply))
    }

    /// Reads until the buffer is full or the input ends. Returns the number of bytes.
    fn fill(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < room.len() {
            match self.input.read(&mut room[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.offset += filled as u64;
        Ok(filled)
    }

    fn at_head(&self, (place, flaw): (usize, DataFlaw)) -> ReadError {
        self.broken(self.whole.1 + place as u64, flaw)
    }

    fn broken(&self, offset: u64, flaw: DataFlaw) -> ReadError {
        let (games, bytes) = self.whole;
        ReadError::Broken(BrokenData {
            offset,
            flaw,
            games,
            bytes,
        })
    }
}

impl<R: Read> Iterator for PackedReader<R> {
    type Item = Result<ScoredGame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.guarded(Self::read_game)
    }
}
