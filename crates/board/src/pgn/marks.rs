//! Files that were joined, each with its byte order mark.

use std::io::{self, Read};

const BYTE_ORDER_MARK: [u8; 3] = *b"\xef\xbb\xbf";

/// A reader without the byte order marks at the beginning of lines. A mark elsewhere begins a line
/// if a tag follows: there the file before had no line end.
pub(super) struct WithoutMarks<R> {
    inner: R,
    /// What was read ahead: at most a mark and the byte behind it.
    ahead: Vec<u8>,
    is_line_start: bool,
    ended: bool,
}

impl<R: Read> WithoutMarks<R> {
    pub fn new(inner: R) -> WithoutMarks<R> {
        WithoutMarks {
            inner,
            ahead: Vec::new(),
            is_line_start: true,
            ended: false,
        }
    }
}

/// What the first bytes of a text are.
enum Beginning {
    /// A mark that means nothing.
    Mark,
    /// A mark that stands for the end of a line.
    LineEnd,
    /// Any other byte.
    Byte(u8),
    /// Nobody knows before there is more.
    Open,
}

fn beginning(bytes: &[u8], is_line_start: bool, ended: bool) -> Beginning {
    let known = bytes.len().min(BYTE_ORDER_MARK.len());
    if bytes.is_empty() || bytes[..known] != BYTE_ORDER_MARK[..known] {
        return bytes
            .first()
            .map_or(Beginning::Open, |byte| Beginning::Byte(*byte));
    }
    match bytes.get(BYTE_ORDER_MARK.len()) {
        _ if is_line_start && known == BYTE_ORDER_MARK.len() => Beginning::Mark,
        Some(b'[') => Beginning::LineEnd,
        None if !ended => Beginning::Open,
        _ => Beginning::Byte(bytes[0]),
    }
}

impl<R: Read> Read for WithoutMarks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The kept bytes are never more than those read. So they fit into the same buffer.
        let mut kept = 0;
        while kept == 0 && !(self.ended && self.ahead.is_empty()) && !buffer.is_empty() {
            if !self.ended {
                let count = self.inner.read(buffer)?;
                self.ended = count == 0;
                // The usual case: no mark, and nothing that may become one.
                if self.ahead.is_empty() && !buffer[..count].contains(&BYTE_ORDER_MARK[0]) {
                    self.is_line_start = buffer[..count]
                        .last()
                        .map_or(self.is_line_start, |last| *last == b'\n');
                    return Ok(count);
                }
                self.ahead.extend(&buffer[..count]);
            }
            let mut at = 0;
            while kept < buffer.len() {
                let rest = &self.ahead[at..];
                let byte = match beginning(rest, self.is_line_start, self.ended) {
                    Beginning::Open => break,
                    Beginning::Mark => {
                        at += BYTE_ORDER_MARK.len();
                        continue;
                    }
                    Beginning::LineEnd => {
                        at += BYTE_ORDER_MARK.len();
                        b'\n'
                    }
                    Beginning::Byte(byte) => {
                        at += 1;
                        byte
                    }
                };
                self.is_line_start = byte == b'\n';
                buffer[kept] = byte;
                kept += 1;
            }
            self.ahead.drain(..at);
        }
        Ok(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time.
    struct Drops<'a>(&'a [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len()).min(self.0.len());
            let (now, later) = self.0.split_at(count);
            buffer[..count].copy_from_slice(now);
            self.0 = later;
            Ok(count)
        }
    }

    #[test]
    fn marks_between_files_are_left_out_and_others_stay() {
        for (text, kept) in [
            ("", ""),
            ("\u{feff}", ""),
            ("\u{feff}a\n\u{feff}\u{feff}b\n", "a\nb\n"),
            ("a *\u{feff}[Event", "a *\n[Event"),
            ("{a\u{feff}b}\u{feff}", "{a\u{feff}b}\u{feff}"),
            ("é\u{fec0}ï", "é\u{fec0}ï"),
        ] {
            for step in 1..6 {
                for room in 1..6 {
                    let mut reader = WithoutMarks::new(Drops(text.as_bytes(), step));
                    let mut found = Vec::new();
                    let mut buffer = vec![0; room];
                    while let count @ 1.. = reader.read(&mut buffer).unwrap() {
                        found.extend(&buffer[..count]);
                    }
                    assert_eq!(str::from_utf8(&found).unwrap(), kept, "{step} {room}");
                }
            }
        }
        let mut cut = Vec::new();
        let mut reader = WithoutMarks::new(&b"\n\xef\xbb"[..]);
        reader.read_to_end(&mut cut).unwrap();
        assert_eq!(cut, b"\n\xef\xbb");
    }
}
