//! The bytes of the game being read, and where in the file they are.

use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A place in the file, as people count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub line: usize,
    pub column: usize,
}

impl Place {
    const START: Place = Place { line: 1, column: 1 };

    /// The place after these bytes.
    fn after(mut self, bytes: &[u8]) -> Place {
        let bytes = match bytes.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) if self == Place::START => rest,
            _ => bytes,
        };
        for byte in bytes {
            match byte {
                b'\n' => {
                    self = Place {
                        line: self.line + 1,
                        column: 1,
                    }
                }
                // All but the first byte of a character.
                0x80..=0xbf => {}
                _ => self.column += 1,
            }
        }
        self
    }
}

/// What has been handed out and may still be asked for.
pub(super) struct Kept {
    pub bytes: Vec<u8>,
    start: Place,
    /// Has the stream itself given an error?
    pub failed: bool,
}

impl Kept {
    /// Where the byte at an index is.
    pub fn place(&self, at: usize) -> Place {
        self.start.after(&self.bytes[..at])
    }

    /// Lets go of the first bytes.
    pub fn forget(&mut self, count: usize) {
        self.start = self.place(count);
        self.bytes.drain(..count);
    }
}

/// A reader that keeps what it hands out. It ends every file with a line feed: `pgn-reader` passes over a mark
/// like `$1` that is the very last thing.
pub(super) struct Source<R> {
    inner: R,
    kept: Rc<RefCell<Kept>>,
    ended: bool,
}

impl<R: Read> Source<R> {
    pub fn new(inner: R) -> (Source<R>, Rc<RefCell<Kept>>) {
        let kept = Rc::new(RefCell::new(Kept {
            bytes: Vec::new(),
            start: Place::START,
            failed: false,
        }));
        let source = Source {
            inner,
            kept: Rc::clone(&kept),
            ended: false,
        };
        (source, kept)
    }
}

impl<R: Read> Read for Source<R> {
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
                    self.kept.borrow_mut().failed = true;
                    return Err(error);
                }
            }
        };
        let mut kept = self.kept.borrow_mut();
        kept.bytes.extend_from_slice(&buffer[..count]);
        Ok(count)
    }
}
