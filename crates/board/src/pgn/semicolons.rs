//! Comments from a semicolon to the end of the line become comments in braces.
//!
//! `pgn-reader` skips them. In braces it reads them like all others. The translation keeps the
//! number of bytes, so that places in the file stay what they are: in `; text` the space makes room
//! for the closing brace. Without a space the end of the line does.

/// Where in a file the translation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the beginning of a line.
    LineStart,
    /// Among moves.
    Moves,
    /// In a line that is a tag, or for other programs.
    OtherLine,
    /// In a comment in braces.
    Braces,
    /// Behind a semicolon.
    Semicolon,
    /// In the text behind a semicolon. A space was left out if there was one.
    Text { space: Option<u8> },
}

/// Translates a file byte by byte.
#[derive(Debug)]
pub(super) struct Translation {
    place: Place,
}

/// A byte for `pgn-reader`, and the byte that stands for it in the record of what was read.
pub(super) type Translated = (u8, u8);

impl Translation {
    pub fn new() -> Translation {
        Translation {
            place: Place::LineStart,
        }
    }

    /// Hands over what becomes of a byte: mostly itself.
    pub fn translate(&mut self, byte: u8, hand_over: &mut impl FnMut(Translated)) {
        let is_end = byte == b'\n';
        let next = match (self.place, byte) {
            (Place::Braces, b'}') => Place::Moves,
            (Place::Braces, _) => Place::Braces,
            (Place::Semicolon, b' ' | b'\t') => {
                self.place = Place::Text { space: Some(byte) };
                return;
            }
            (Place::Semicolon | Place::Text { .. }, _) => {
                let space = match self.place {
                    Place::Text { space } => space,
                    _ => None,
                };
                self.place = if is_end {
                    Place::LineStart
                } else {
                    Place::Text { space }
                };
                match (byte, space) {
                    (b'\n', Some(space)) => {
                        hand_over((b'}', space));
                        hand_over((b'\n', b'\n'));
                    }
                    (b'\n', None) => hand_over((b'}', b'\n')),
                    // It would end the comment.
                    (b'}', _) => hand_over((b')', b'}')),
                    _ => hand_over((byte, byte)),
                }
                return;
            }
            (_, b'\n') => Place::LineStart,
            (Place::LineStart, b'[' | b'%') => Place::OtherLine,
            (Place::OtherLine, _) => Place::OtherLine,
            (_, b'{') => Place::Braces,
            (_, b';') => {
                self.place = Place::Semicolon;
                hand_over((b'{', b';'));
                return;
            }
            (Place::LineStart, b' ' | b'\t' | b'\r' | 0xef | 0xbb | 0xbf) => Place::LineStart,
            _ => Place::Moves,
        };
        self.place = next;
        hand_over((byte, byte));
    }
}
