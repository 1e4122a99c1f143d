//! Keeps the bytes of the game that is being read, and knows where in the file they are.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::rc::Rc;

use super::semicolons::{Translated, Translation};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A line and column in the file, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineColumn {
    pub line: usize,
    pub column: usize,
}

impl LineColumn {
    const START: LineColumn = LineColumn { line: 1, column: 1 };

    /// The line and column after these bytes.
    fn after(mut self, bytes: &[u8]) -> LineColumn {
        let bytes = match bytes.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) if self == LineColumn::START => rest,
            _ => bytes,
        };
        for byte in bytes {
            match byte {
                b'\n' => {
                    self = LineColumn {
                        line: self.line + 1,
                        column: 1,
                    }
                }
                // Not the first byte of a character.
                0x80..=0xbf => {}
                _ => self.column += 1,
            }
        }
        self
    }
}

/// The bytes that were read from the stream and may still be needed.
pub(super) struct GameBytes {
    pub bytes: Vec<u8>,
    start: LineColumn,
    /// True if the stream itself gave an error.
    pub failed: bool,
}

impl GameBytes {
    /// Where the byte at an index is.
    pub fn line_column(&self, at: usize) -> LineColumn {
        self.start.after(&self.bytes[..at])
    }

    /// Drops the first bytes.
    pub fn discard(&mut self, count: usize) {
        self.start = self.line_column(count);
        self.bytes.drain(..count);
    }
}

/// A reader that keeps what was read from it. It ends every file with a line feed, because
/// `pgn-reader` skips a mark like `$1` at the very end. And it [translates](Translation) comments
/// that `pgn-reader` would skip.
pub(super) struct RecordingReader<R> {
    inner: R,
    game_bytes: Rc<RefCell<GameBytes>>,
    translation: Translation,
    /// What was translated and not read yet.
    ready: VecDeque<Translated>,
    ended: bool,
}

/// The longest game that is read, with all that stands before it. The annotations of a book take
/// less. Without a limit, a stream that never ends would take all memory.
const MAX_GAME_BYTES: usize = 1 << 24;

/// How much is read from the stream at a time.
const CHUNK_BYTES: usize = 1 << 14;

impl<R: Read> RecordingReader<R> {
    pub fn new(inner: R) -> (RecordingReader<R>, Rc<RefCell<GameBytes>>) {
        let game_bytes = Rc::new(RefCell::new(GameBytes {
            bytes: Vec::new(),
            start: LineColumn::START,
            failed: false,
        }));
        let recording = RecordingReader {
            inner,
            game_bytes: Rc::clone(&game_bytes),
            translation: Translation::new(),
            ready: VecDeque::new(),
            ended: false,
        };
        (recording, game_bytes)
    }
}

impl<R: Read> RecordingReader<R> {
    /// Reads on from the stream, and translates what comes.
    fn read_chunk(&mut self) -> io::Result<()> {
        let mut chunk = [0; CHUNK_BYTES];
        let bytes = match self.inner.read(&mut chunk) {
            Ok(0) => {
                self.ended = true;
                b"\n"
            }
            Ok(count) => &chunk[..count],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            Err(error) => {
                self.ended = true;
                self.game_bytes.borrow_mut().failed = true;
                return Err(error);
            }
        };
        let ready = &mut self.ready;
        for &byte in bytes {
            self.translation
                .translate(byte, &mut |translated| ready.push_back(translated));
        }
        Ok(())
    }
}

impl<R: Read> Read for RecordingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.ready.is_empty() && !self.ended {
            self.read_chunk()?;
        }
        let count = buffer.len().min(self.ready.len());
        let mut game_bytes = self.game_bytes.borrow_mut();
        if game_bytes.bytes.len() + count > MAX_GAME_BYTES {
            game_bytes.failed = true;
            let words = format!("a game has more than {} MiB", MAX_GAME_BYTES >> 20);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, words));
        }
        for (place, (byte, recorded)) in buffer.iter_mut().zip(self.ready.drain(..count)) {
            *place = byte;
            game_bytes.bytes.push(recorded);
        }
        Ok(count)
    }
}
