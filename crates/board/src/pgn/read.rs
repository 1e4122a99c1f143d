//! Reads the games of a file.

use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;

use pgn_reader::Reader;

use super::builder::RecordVisitor;
use super::error::{PgnError, PgnFault};
use super::marks::WithoutMarks;
use super::proofread::{last_token, proofread};
use super::record::GameRecord;
use super::recording::{GameBytes, LineColumn, RecordingReader};

/// No line of tags is longer than this. It is many times more than annotators and long FENs need.
const MAX_TAG_LINE_BYTES: usize = 1 << 14;

/// Reads a whole file, up to the first fault.
pub fn read(text: impl AsRef<[u8]>) -> Result<Vec<GameRecord>, PgnError> {
    games(text.as_ref()).collect()
}

/// Reads games from a stream, one at a time. After a bad game the next one can still be read. An
/// error of the stream itself ends it.
///
/// There is no need to buffer the stream.
///
/// ```
/// use bstar_board::pgn;
///
/// let file = "1. e4 Nf9 1-0\n\n1. d4 d5 *\n";
/// let games: Vec<_> = pgn::games(file.as_bytes()).collect();
/// assert!(games[0].is_err());
/// assert!(games[1].is_ok());
/// ```
pub fn games<R: Read>(stream: R) -> GameReader<R> {
    let (recording, game_bytes) = RecordingReader::new(WithoutMarks::new(stream));
    let reader = Reader::build(recording)
        .set_supported_tag_line_length(MAX_TAG_LINE_BYTES)
        .finish();
    GameReader {
        reader,
        game_bytes,
        number: 0,
        ended: false,
    }
}

/// Reads the games of a stream: see [`games`].
pub struct GameReader<R> {
    reader: Reader<RecordingReader<WithoutMarks<R>>>,
    game_bytes: Rc<RefCell<GameBytes>>,
    number: usize,
    ended: bool,
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<GameRecord, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        self.number += 1;
        match self.game() {
            Ok(Some(game)) => return Some(Ok(game)),
            Ok(None) => {}
            Err((at, fault)) => {
                self.ended = matches!(fault, PgnFault::Io(_));
                return Some(Err(self.error(at, fault)));
            }
        }
        self.ended = true;
        None
    }
}

impl<R: Read> GameReader<R> {
    /// Reads a game. A fault comes with the index of its byte in `game_bytes`.
    fn game(&mut self) -> Result<Option<GameRecord>, (usize, PgnFault)> {
        // This also skips the rest of the game before.
        let more = self.reader.has_more();
        let used = self.used();
        self.game_bytes.borrow_mut().discard(used);
        match more {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(error) => return Err((0, self.stopped_by(error))),
        }

        let outcome = self.reader.read_game(&mut RecordVisitor);
        let end = self.used();
        let game_bytes = self.game_bytes.borrow();
        let bytes = &game_bytes.bytes[..end];
        let findings = proofread(bytes);
        // A skipped word is the cause of later faults, so it is reported first. But a broken stream
        // explains everything.
        if let Some(found) = findings.fault
            && !(game_bytes.failed && outcome.is_err())
        {
            return Err(found);
        }
        match outcome {
            Ok(None) => Ok(None),
            Ok(Some(Ok(game))) => Ok(Some(game)),
            Ok(Some(Err(fault))) => {
                let at = match fault {
                    PgnFault::UnclosedVariation => findings.open_variation.unwrap_or(end),
                    PgnFault::Fen(_) | PgnFault::Variant(_) => bytes
                        .iter()
                        .rposition(|byte| *byte == b'[')
                        .unwrap_or_default(),
                    _ => last_token(bytes, end),
                };
                Err((at, fault))
            }
            Err(error) => Err((end, self.stopped_by(error))),
        }
    }

    /// What an error of `pgn-reader` means. It stops at a comment without an end, which
    /// proofreading finds, and at a tag that is longer than its buffer.
    fn stopped_by(&self, error: io::Error) -> PgnFault {
        if self.game_bytes.borrow().failed {
            PgnFault::Io(error)
        } else {
            PgnFault::TagTooLong
        }
    }

    /// How many bytes of `game_bytes` have been used.
    fn used(&self) -> usize {
        self.game_bytes.borrow().bytes.len() - self.reader.buffer().len()
    }

    fn error(&self, at: usize, fault: PgnFault) -> PgnError {
        let LineColumn { line, column } = self.game_bytes.borrow().line_column(at);
        PgnError {
            game: self.number,
            line,
            column,
            fault,
        }
    }
}
