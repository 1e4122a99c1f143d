//! Keeps the bytes of the game that is being read, and knows where in the file they are.

use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;

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
/// `pgn-reader` skips a mark like `$1` at the very end.
pub(super) struct RecordingReader<R> {
    inner: R,
    game_bytes: Rc<RefCell<GameBytes>>,
    ended: bool,
}

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
            ended: false,
        };
        (recording, game_bytes)
    }
}

impl<R: Read> Read for RecordingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.ended || buffer.is_empty() {
            return Ok(0);
        }
        let count = loop {
            match self.inner.read(buffer) {
                Ok(0) => {
                    self.ended = true;
                    buffer[0] = b'\n';
                    break 1;
                }
                Ok(count) => break count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    self.game_bytes.borrow_mut().failed = true;
                    return Err(error);
                }
            }
        };
        let mut game_bytes = self.game_bytes.borrow_mut();
        game_bytes.bytes.extend_from_slice(&buffer[..count]);
        Ok(count)
    }
}
