//! Files of games become a file of lessons.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use bstar_board::{fen, notation};
use bstar_kit::files::FileError;
use bstar_kit::stop::Stop;
use bstar_kit::whole_file::WholeFile;
use bstar_kit::workers::{InOrder, work};
use thiserror::Error;

use crate::datagen::{PackedReader, ReadError, ScoredGame};

use super::record::{LESSON_BYTES, lessons_of};

const MAGIC: [u8; 8] = *b"BSTARLE1";
const FORMAT_VERSION: u32 = 1;

/// How many games a thread turns into lessons at a time.
const GAMES_AT_A_TIME: usize = 64;

/// Why there is no file of lessons.
#[derive(Debug, Error)]
pub enum LessonsError {
    /// The games cannot be opened, or the lessons not written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The games are broken.
    #[error("{path}, {error}", path = .path.display())]
    Games {
        /// Which file.
        path: PathBuf,
        /// What is wrong, and where.
        error: ReadError,
    },
    /// It was interrupted.
    #[error("interrupted; nothing was written")]
    Interrupted,
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LessonsWritten {
    /// How many games were read.
    pub games: u32,
    /// How many lessons they gave.
    pub lessons: u64,
}

/// The lessons of some games: bytes for the file, and lines for people.
struct Piece {
    games: u32,
    bytes: Vec<u8>,
    lines: String,
}

/// Writes the lessons of all games of a file, with so many threads. With `fens` it also writes a
/// line for each: the position and its moves, in the order of the lesson.
///
/// The file is there when it is whole, and not before.
pub fn write_lessons(
    games: &Path,
    output: &Path,
    fens: Option<&Path>,
    threads: usize,
    stop: &Stop,
) -> Result<LessonsWritten, LessonsError> {
    let mut lessons = WholeFile::create(output)?;
    let mut text = fens.map(WholeFile::create).transpose()?;
    lessons.write(&MAGIC)?;
    lessons.write(&FORMAT_VERSION.to_le_bytes())?;
    lessons.write(&(LESSON_BYTES as u32).to_le_bytes())?;

    let mut written = LessonsWritten::default();
    let mut outcome = Ok(());
    let mut pieces = InOrder::from(0);
    let mut reader = PackedReader::open(games)?;
    let mut number = 0;
    let batches = std::iter::from_fn(|| {
        let batch: Vec<_> = reader.by_ref().take(GAMES_AT_A_TIME).collect();
        let first = number * GAMES_AT_A_TIME;
        number += 1;
        (!batch.is_empty()).then_some((number - 1, first as u32, batch))
    });
    work(
        threads,
        batches,
        stop,
        || {
            |(number, first, batch): (usize, u32, Vec<Result<ScoredGame, ReadError>>)| {
                (number, piece(first, batch, fens.is_some()))
            }
        },
        |(number, made)| {
            for made in pieces.put(number, made) {
                let taken = made
                    .map_err(|error| LessonsError::Games {
                        path: games.to_owned(),
                        error,
                    })
                    .and_then(|piece| {
                        lessons.write(&piece.bytes)?;
                        if let Some(text) = &mut text {
                            text.write(piece.lines.as_bytes())?;
                        }
                        written.games += piece.games;
                        written.lessons += (piece.bytes.len() / LESSON_BYTES) as u64;
                        Ok(())
                    });
                if let Err(error) = taken {
                    outcome = Err(error);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        },
    );
    outcome?;
    if stop.is_set() {
        return Err(LessonsError::Interrupted);
    }
    lessons.keep()?;
    text.map(WholeFile::keep).transpose()?;
    Ok(written)
}

/// The lessons of some games.
fn piece(
    first: u32,
    batch: Vec<Result<ScoredGame, ReadError>>,
    with_lines: bool,
) -> Result<Piece, ReadError> {
    let mut piece = Piece {
        games: 0,
        bytes: Vec::new(),
        lines: String::new(),
    };
    for (number, game) in (first..).zip(batch) {
        for lesson in lessons_of(&game?) {
            piece.bytes.extend(lesson.to_bytes(number));
            if with_lines {
                let moves = lesson.moves.iter();
                let words: Vec<String> = moves
                    .map(|mv| notation::write(&lesson.position, *mv))
                    .collect();
                let fen = fen::write(&lesson.position);
                piece.lines += &format!("{fen}\t{}\n", words.join(" "));
            }
        }
        piece.games += 1;
    }
    Ok(piece)
}
