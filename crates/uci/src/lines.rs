//! Reads lines of input that may contain anything.
//!
//! The standard library's `lines` stops at bytes that are not UTF-8, and it collects a line that
//! never ends. Here such bytes become replacement characters, and a line that is too long is
//! dropped.

use std::io::{self, BufRead};

/// The longest line that is read. A game of 10,000 moves takes only 100 kB.
pub(crate) const MAX_LINE_BYTES: usize = 1 << 20;

/// One line of input, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum InputLine {
    Text(String),
    /// It had more than [`MAX_LINE_BYTES`] bytes and was dropped.
    TooLong,
}

/// The next line, or `None` at the end of the input. The last line needs no line end.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let mut too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if chunk.is_empty() && bytes.is_empty() && !too_long {
            return Ok(None);
        }
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= bytes.len() + part.len() > MAX_LINE_BYTES;
        if too_long {
            bytes = Vec::new();
        } else {
            bytes.extend_from_slice(part);
        }
        let finished = end.is_some() || chunk.is_empty();
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if finished {
            return Ok(Some(if too_long {
                InputLine::TooLong
            } else {
                InputLine::Text(String::from_utf8_lossy(&bytes).into_owned())
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn all(bytes: &[u8]) -> Vec<InputLine> {
        // The buffer is small, so that lines arrive in pieces.
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut input).unwrap()).collect()
    }

    fn text(text: &str) -> InputLine {
        InputLine::Text(text.to_owned())
    }

    #[test]
    fn lines_come_whole() {
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\n"), [text("")]);
        assert_eq!(
            all(b"position startpos\n\nquit"),
            [text("position startpos"), text(""), text("quit")]
        );
    }

    #[test]
    fn bytes_that_are_not_text_do_not_end_the_input() {
        assert_eq!(
            all(b"go \xff\xfe\nstop\n"),
            [text("go \u{fffd}\u{fffd}"), text("stop")]
        );
    }

    #[test]
    fn an_endless_line_is_dropped_and_the_next_one_read() {
        let mut bytes = vec![b'x'; MAX_LINE_BYTES + 1];
        bytes.extend_from_slice(b"\nquit\n");
        assert_eq!(all(&bytes), [InputLine::TooLong, text("quit")]);
        assert_eq!(all(&vec![b'x'; MAX_LINE_BYTES + 1]), [InputLine::TooLong]);
        assert_eq!(
            all(&vec![b'x'; MAX_LINE_BYTES]),
            [text(&"x".repeat(MAX_LINE_BYTES))]
        );
    }
}
