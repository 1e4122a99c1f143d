//! Comments from a semicolon to the end of the line become comments in braces.
//!
//! `pgn-reader` skips them. In braces it reads them like all others. The translation keeps the
//! number of bytes, so that places in the file stay what they are: in `; text` the space makes room
//! for the closing brace. Without a space the end of the line does.
//!
//! Only comments behind a move are translated. Before the moves and between games any comment would
//! be the beginning of a game, so it becomes spaces.

/// Where in a file the translation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the beginning of a line.
    LineStart,
    /// Among moves.
    Moves,
    /// In a line that is a tag, or for other programs.
    OtherLine,
    /// In a comment outside the moves.
    Remark,
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
    /// Whether a move of the present game has been seen. An empty line ends a game.
    is_among_moves: bool,
}

/// A byte for `pgn-reader`, and the byte that stands for it in the record of what was read.
pub(super) type Translated = (u8, u8);

impl Translation {
    pub fn new() -> Translation {
        Translation {
            place: Place::LineStart,
            is_among_moves: false,
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
            (Place::LineStart, b'\n') => {
                self.is_among_moves = false;
                Place::LineStart
            }
            (_, b'\n') => Place::LineStart,
            (Place::LineStart, b'[') => {
                self.is_among_moves = false;
                Place::OtherLine
            }
            (Place::LineStart, b'%') => Place::OtherLine,
            (Place::OtherLine, _) => Place::OtherLine,
            (_, b'{') => Place::Braces,
            (Place::Remark, _) | (_, b';') if !self.is_among_moves => {
                self.place = Place::Remark;
                hand_over((b' ', b' '));
                return;
            }
            (_, b';') => {
                self.place = Place::Semicolon;
                hand_over((b'{', b';'));
                return;
            }
            (Place::LineStart, b' ' | b'\t' | b'\r' | 0xef | 0xbb | 0xbf) => Place::LineStart,
            _ => {
                self.is_among_moves = true;
                Place::Moves
            }
        };
        self.place = next;
        hand_over((byte, byte));
    }
}
