//! Scans the bytes of a game for what `pgn-reader` skips silently.
//!
//! A misprinted move must not vanish. Otherwise the moves after it would be reported, or worse,
//! would be legal.

use pgn_reader::SanPlus;

use super::error::PgnFault;
use crate::text::{decode, shortened};

/// What a scan has found.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// The first fault, and the index of the byte where it begins.
    pub fault: Option<(usize, PgnFault)>,
    /// The index where the innermost open variation began.
    pub open_variation: Option<usize>,
}

/// Scans a game, from its first byte to the last that was read.
pub(super) fn proofread(bytes: &[u8]) -> Findings {
    let mut scanner = Scanner { bytes, at: 0 };
    let mut open = Vec::new();
    let fault = match scanner.tags() {
        Ok(()) => scanner.movetext(&mut open).err(),
        Err(fault) => Some(fault),
    };
    Findings {
        fault,
        open_variation: open.pop(),
    }
}

/// Where the last word before an index begins.
pub(super) fn last_token(bytes: &[u8], end: usize) -> usize {
    let word = bytes[..end]
        .iter()
        .rev()
        .take_while(|byte| !ends_word(**byte))
        .count();
    end - word.max(1).min(end)
}

type LocatedFault = (usize, PgnFault);

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn skip_line(&mut self) {
        self.skip_while(|byte| byte != b'\n');
    }

    /// Is this a line that begins with `%`? Such lines are for other programs.
    fn at_escaped_line(&self) -> bool {
        self.peek() == Some(b'%') && self.at > 0 && self.bytes[self.at - 1] == b'\n'
    }

    fn tags(&mut self) -> Result<(), LocatedFault> {
        loop {
            self.skip_while(|byte| byte.is_ascii_whitespace());
            if self.at_escaped_line() {
                self.skip_line();
                continue;
            }
            if self.peek() != Some(b'[') {
                return Ok(());
            }
            let start = self.at;
            if !self.tag() {
                return Err((start, PgnFault::Tag));
            }
        }
    }

    /// `[Name "value"]`
    fn tag(&mut self) -> bool {
        let blank = |byte| byte == b' ' || byte == b'\t';
        self.at += 1;
        self.skip_while(blank);
        let name = self.at;
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+'));
        if self.at == name {
            return false;
        }
        self.skip_while(blank);
        if !self.eat(b'"') {
            return false;
        }
        loop {
            self.skip_while(|byte| !matches!(byte, b'"' | b'\\' | b'\n'));
            if self.eat(b'\\') {
                if self.peek() == Some(b'\n') {
                    return false;
                }
                self.at += 1;
            } else {
                break;
            }
        }
        if !self.eat(b'"') {
            return false;
        }
        self.skip_while(blank);
        self.eat(b']')
    }

    fn movetext(&mut self, open: &mut Vec<usize>) -> Result<(), LocatedFault> {
        while let Some(byte) = self.peek() {
            let start = self.at;
            if self.at_escaped_line() {
                self.skip_line();
                continue;
            }
            // Old score sheets mark en-passant captures so.
            if self.bytes[start..].starts_with(b"e.p.") {
                self.at += 4;
                continue;
            }
            if !ends_word(byte) {
                self.skip_while(|byte| !ends_word(byte));
                let word = &self.bytes[start..self.at];
                if !is_understood(word) {
                    return Err((start, PgnFault::Word(shortened(&decode(word)))));
                }
                continue;
            }
            self.at += 1;
            match byte {
                b'{' => {
                    self.skip_while(|byte| byte != b'}');
                    if !self.eat(b'}') {
                        return Err((start, PgnFault::UnclosedComment));
                    }
                }
                b'}' => return Err((start, PgnFault::UnopenedComment)),
                b';' => self.skip_line(),
                b'(' => open.push(start),
                b')' => {
                    open.pop();
                }
                b'$' => {
                    self.skip_while(|byte| !ends_word(byte));
                    if !is_nag(&self.bytes[start + 1..self.at]) {
                        return Err((start, PgnFault::Nag));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The bytes that end a word for `pgn-reader`.
fn ends_word(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(
            byte,
            b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'.' | b'*'
        )
}

fn is_nag(digits: &[u8]) -> bool {
    digits.iter().all(u8::is_ascii_digit)
        && str::from_utf8(digits).is_ok_and(|digits| digits.parse::<u8>().is_ok())
}

/// Does `pgn-reader` know what to do with this word?
fn is_understood(word: &[u8]) -> bool {
    let is_number = word.iter().all(u8::is_ascii_digit);
    is_number || is_castling_or_result(word) || SanPlus::from_ascii(word).is_ok()
}

fn is_castling_or_result(word: &[u8]) -> bool {
    let Ok(word) = str::from_utf8(word) else {
        return false;
    };
    // Some files have longer dashes.
    let plain = word.replace(['–', '—'], "-");
    let unmarked = plain.strip_suffix(['+', '#']).unwrap_or(&plain);
    matches!(unmarked, "0-0" | "0-0-0")
        || matches!(plain.as_str(), "1-0" | "0-1" | "1/2-1/2" | "½-½")
}
