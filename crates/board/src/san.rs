//! Moves as players write them: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
//!
//! Writing gives the one standard form. Reading accepts what score sheets and programs really
//! contain, if it names exactly one legal move: zeros for castling, `e8Q` and `e8(Q)`, a missing
//! capture or check mark, `!` and `?`, the square of departure (`Ng1-f3`, `e2e4`), more
//! disambiguation than needed.

use thiserror::Error;

use crate::notation;
use crate::position::{CastlingSide, Position};
use crate::text::shortened;
use crate::types::{Color, File, Move, Piece, Rank, Square};

/// Why a word is not a move of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SanError {
    /// It does not have the form of a move.
    #[error("`{0}` is not a move: expected something like Nf3, exd5, O-O or e8=Q")]
    Malformed(String),
    /// It has the form of a move, but the move is not legal.
    #[error("the move {0} is not legal here")]
    Illegal(String),
    /// It fits more than one legal move.
    #[error("the move {word} may mean {}", candidates.join(" or "))]
    Ambiguous {
        /// The move as it was given.
        word: String,
        /// The legal moves it fits, in standard form.
        candidates: Vec<String>,
    },
}

/// Reads a move for a position.
///
/// ```
/// use bstar_board::{Position, fen, san, san::SanError};
///
/// let start = Position::start();
/// assert_eq!(san::parse(&start, "Nf3"), san::parse(&start, "Ng1-f3!?"));
/// assert_eq!(san::parse(&start, "Nf4"), Err(SanError::Illegal("Nf4".to_owned())));
///
/// let rooks = fen::parse("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").unwrap();
/// let error = san::parse(&rooks, "Rd1").unwrap_err();
/// assert_eq!(error.to_string(), "the move Rd1 may mean Rad1 or Rhd1");
/// ```
pub fn parse(position: &Position, word: &str) -> Result<Move, SanError> {
    let pattern = Pattern::read(word).ok_or_else(|| SanError::Malformed(shortened(word)))?;
    let illegal = || SanError::Illegal(shortened(word));
    let fitting: Vec<Move> = match pattern {
        Pattern::Castling(side) => castling(position, side).into_iter().collect(),
        Pattern::Coordinates(mv) => notation::parse(position, &mv.to_string())
            .into_iter()
            .collect(),
        Pattern::Man(man) => man.fitting(position),
    };
    match fitting[..] {
        [] => Err(illegal()),
        [mv] => Ok(mv),
        _ => Err(SanError::Ambiguous {
            word: shortened(word),
            candidates: fitting.iter().map(|mv| write(position, *mv)).collect(),
        }),
    }
}

/// Reads a move as people type it: as `e2e4`, as `e4`, and with letters of the wrong size. A word
/// that can be read as it stands is read so: `bxc3` is a pawn's capture wherever a pawn may do
/// that, and the bishop's elsewhere.
///
/// ```
/// use bstar_board::{Position, san};
///
/// let position = Position::start();
/// assert_eq!(san::parse_either(&position, "e4"), san::parse_either(&position, "e2e4"));
/// assert_eq!(san::parse_either(&position, "nf3"), san::parse_either(&position, "Nf3"));
/// ```
pub fn parse_either(position: &Position, word: &str) -> Result<Move, SanError> {
    let as_written =
        |word: &str| notation::parse(position, word).or_else(|_| parse(position, word));
    let mut error = match as_written(word) {
        Err(error @ (SanError::Malformed(_) | SanError::Illegal(_))) => error,
        found => return found,
    };
    let mut meant: Vec<Move> = Vec::new();
    for spelling in other_spellings(word, &error) {
        match as_written(&spelling) {
            Ok(mv) if meant.contains(&mv) => {}
            Ok(mv) => meant.push(mv),
            Err(SanError::Malformed(_)) => {}
            Err(SanError::Illegal(_)) => error = SanError::Illegal(shortened(word)),
            Err(ambiguous) => return Err(ambiguous),
        }
    }
    match meant[..] {
        [] => Err(error),
        [mv] => Ok(mv),
        _ => Err(SanError::Ambiguous {
            word: shortened(word),
            candidates: meant.iter().map(|mv| write(position, *mv)).collect(),
        }),
    }
}

/// How a word that names no move may have been meant: with a capital for the man alone, and without
/// capitals.
fn other_spellings(word: &str, error: &SanError) -> Vec<String> {
    let small = word.to_lowercase();
    let mut spellings = Vec::new();
    if small.starts_with(['n', 'b', 'r', 'q', 'k']) {
        spellings.push(small[..1].to_uppercase() + &small[1..]);
    }
    // Somebody who writes `Bxc3` means the bishop.
    let names_man = word.starts_with(char::is_uppercase) && matches!(error, SanError::Illegal(_));
    if !names_man {
        spellings.push(small.replace('0', "o"));
    }
    spellings.retain(|spelling| spelling != word);
    spellings
}

/// A line of moves as books print it, one word for each move: `1. e4`, `e5`, `2. Nf3`. It ends
/// before the first move that is not legal.
///
/// ```
/// use bstar_board::{Position, notation, san};
///
/// let start = Position::start();
/// let mv = notation::parse(&start, "g1f3").unwrap();
/// assert_eq!(san::numbered(&start, &[mv]), ["1. Nf3"]);
/// ```
pub fn numbered(start: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut words = Vec::new();
    for (ply, mv) in moves.iter().enumerate() {
        if !position.is_legal(*mv) {
            break;
        }
        let number = position.fullmove_number();
        let word = write(&position, *mv);
        words.push(match position.side_to_move() {
            Color::White => format!("{number}. {word}"),
            Color::Black if ply == 0 => format!("{number}... {word}"),
            Color::Black => word,
        });
        position = position.after(*mv);
    }
    words
}

/// Writes a legal move of a position, with no more disambiguation than needed. It adds `+` for
/// check and `#` for mate.
///
/// ```
/// use bstar_board::{fen, notation, san};
///
/// let position = fen::parse("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
/// let mv = notation::parse(&position, "a1a8").unwrap();
/// assert_eq!(san::write(&position, mv), "Ra8#");
/// ```
///
/// # Panics
/// May panic or return nonsense if the move is not legal. [`Position::is_legal`] tells.
pub fn write(position: &Position, mv: Move) -> String {
    let mut text = if position.is_castling(mv) {
        if mv.to.file() > mv.from.file() {
            "O-O".to_owned()
        } else {
            "O-O-O".to_owned()
        }
    } else {
        step(position, mv)
    };
    let after = position.after(mv);
    if after.in_check() {
        text.push(if after.has_legal_move() { '+' } else { '#' });
    }
    text
}

/// A move that is not castling, without the mark for check.
fn step(position: &Position, mv: Move) -> String {
    let piece = position
        .piece_on(mv.from)
        .expect("a legal move has a mover");
    let captures = position.captured(mv).is_some();
    let mut text = String::new();
    if piece == Piece::Pawn {
        if captures {
            text.push(mv.from.file().into());
        }
    } else {
        text.push(letter(piece));
        text.push_str(&disambiguation(position, piece, mv));
    }
    if captures {
        text.push('x');
    }
    text.push_str(&mv.to.to_string());
    if let Some(promotion) = mv.promotion {
        text.push('=');
        text.push(letter(promotion));
    }
    text
}

/// What tells a man from others of its kind that can go to the same square: the file if that is
/// enough, else the rank, else both.
fn disambiguation(position: &Position, piece: Piece, mv: Move) -> String {
    let mut rivals = Vec::new();
    let kind = position.men(position.side_to_move(), piece);
    position.for_each_move(kind, mv.to.bitboard(), |_, other| {
        if other.from != mv.from && !position.is_castling(other) {
            rivals.push(other.from);
        }
    });
    let (file, rank) = (mv.from.file(), mv.from.rank());
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != file) {
        char::from(file).to_string()
    } else if rivals.iter().all(|rival| rival.rank() != rank) {
        char::from(rank).to_string()
    } else {
        mv.from.to_string()
    }
}

fn letter(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}

fn castling(position: &Position, side: CastlingSide) -> Option<Move> {
    let us = position.side_to_move();
    let from = position.king(us);
    let rook = position.castling_rook(us, side)?;
    let mv = Move {
        from,
        to: Square::new(rook, from.rank()),
        promotion: None,
    };
    position.is_legal(mv).then_some(mv)
}

/// What a word says about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    Castling(CastlingSide),
    /// Two squares and no letter of a man. Any man may stand there.
    Coordinates(Move),
    Man(ManPattern),
}

/// What a word says about a move that is not castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ManPattern {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    captures: bool,
    to: Square,
    promotion: Option<Piece>,
}

impl ManPattern {
    fn fitting(self, position: &Position) -> Vec<Move> {
        let men = position.men(position.side_to_move(), self.piece);
        let mut fitting = Vec::new();
        position.for_each_move(men, self.to.bitboard(), |_, mv| {
            if self.fits(position, mv) {
                fitting.push(mv);
            }
        });
        fitting
    }

    fn fits(self, position: &Position, mv: Move) -> bool {
        let captures = position.captured(mv).is_some();
        // `d5` is a push, because a pawn that captures names its file.
        let unnamed_capture =
            self.piece == Piece::Pawn && self.file.is_none() && captures && !self.captures;
        !position.is_castling(mv)
            && self.file.is_none_or(|file| file == mv.from.file())
            && self.rank.is_none_or(|rank| rank == mv.from.rank())
            && (self.promotion.is_none() || self.promotion == mv.promotion)
            && (captures || !self.captures)
            && !unnamed_capture
    }
}

impl Pattern {
    fn read(word: &str) -> Option<Pattern> {
        let marks = ['+', '#', '!', '?'];
        let body = word.trim_end_matches(marks);
        let body = body
            .strip_suffix("e.p.")
            .or_else(|| body.strip_suffix("ep"))
            .unwrap_or(body);
        match body {
            "O-O" | "0-0" | "o-o" => return Some(Pattern::Castling(CastlingSide::Short)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Pattern::Castling(CastlingSide::Long)),
            _ => {}
        }

        let (body, promotion) = split_promotion(body)?;
        let named = body.chars().next().and_then(man_letter);
        let body = if named.is_some() { &body[1..] } else { body };
        // The rest is `[file][rank][x]` and the square, all of it ASCII.
        let (before, to) = body.split_at_checked(body.len().checked_sub(2)?)?;
        let to: Square = to.parse().ok()?;
        let (before, captures) = match before.strip_suffix(['x', ':']) {
            Some(rest) => (rest, true),
            None => (before.strip_suffix('-').unwrap_or(before), false),
        };
        let mut letters = before.chars().peekable();
        let file = letters.next_if(|c| matches!(c, 'a'..='h'));
        let rank = letters.next_if(|c| matches!(c, '1'..='8'));
        if letters.next().is_some() {
            return None;
        }
        let file: Option<File> = file.and_then(|letter| letter.try_into().ok());
        let rank: Option<Rank> = rank.and_then(|digit| digit.try_into().ok());
        if let (None, Some(file), Some(rank)) = (named, file, rank) {
            return Some(Pattern::Coordinates(Move {
                from: Square::new(file, rank),
                to,
                promotion,
            }));
        }
        Some(Pattern::Man(ManPattern {
            piece: named.unwrap_or(Piece::Pawn),
            file,
            rank,
            captures,
            to,
            promotion,
        }))
    }
}

/// Takes `=Q`, `Q`, `q`, `/Q` or `(Q)` off the end. A word without one ends in the digit of a rank.
fn split_promotion(body: &str) -> Option<(&str, Option<Piece>)> {
    if body.ends_with(|c: char| c.is_ascii_digit()) {
        return Some((body, None));
    }
    let inner = body.strip_suffix(')').unwrap_or(body);
    let last = inner.chars().next_back()?;
    let promotion = man_letter(last.to_ascii_uppercase())
        .filter(|piece| !matches!(piece, Piece::King | Piece::Pawn))?;
    let rest = &inner[..inner.len() - last.len_utf8()];
    let rest = if inner.len() < body.len() {
        rest.strip_suffix('(')?
    } else {
        rest.strip_suffix(['=', '/']).unwrap_or(rest)
    };
    Some((rest, Some(promotion)))
}

fn man_letter(letter: char) -> Option<Piece> {
    Some(match letter {
        'P' => Piece::Pawn,
        'N' => Piece::Knight,
        'B' => Piece::Bishop,
        'R' => Piece::Rook,
        'Q' => Piece::Queen,
        'K' => Piece::King,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    fn reads(text: &str, word: &str) -> Result<String, SanError> {
        let position = fen::parse(text).unwrap();
        parse(&position, word).map(|mv| notation::write(&position, mv))
    }

    fn writes(text: &str, coordinates: &str) -> String {
        let position = fen::parse(text).unwrap();
        write(&position, notation::parse(&position, coordinates).unwrap())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLING: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    const PROMOTION: &str = "3r3k/2P5/8/8/8/8/8/4K3 w - - 0 1";
    const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

    #[test]
    fn black_s_first_move_has_three_dots() {
        let start = fen::parse("4k3/8/8/8/8/8/8/4K2R b K - 0 7").unwrap();
        let first = notation::parse(&start, "e8e7").unwrap();
        let second = notation::parse(&start.after(first), "e1g1").unwrap();
        assert_eq!(
            numbered(&start, &[first, second]).join(" "),
            "7... Ke7 8. O-O"
        );
        assert_eq!(numbered(&start, &[first, first]).join(" "), "7... Ke7");
    }

    #[test]
    fn letters_of_the_wrong_size_are_read_where_people_type() {
        let typed = |text: &str, word: &str| {
            let position = fen::parse(text).unwrap();
            parse_either(&position, word).map(|mv| write(&position, mv))
        };
        const BOTH: &str = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
        const BISHOP: &str = "4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1";
        const PAWN: &str = "4k3/8/8/8/8/2p5/1P6/4K3 w - - 0 1";
        for (position, words, expected) in [
            (START, "nf3 NF3 ngf3 nF3! G1F3", "Nf3"),
            (START, "E4 E2E4 e2E4", "e4"),
            (CASTLING, "O-o o-O 0-o E1G1", "O-O"),
            (CASTLING, "0-o-0 O-O-o", "O-O-O"),
            (PROMOTION, "C8=Q C8q c8=q", "c8=Q"),
            (BOTH, "bxc3", "bxc3"),
            (BOTH, "Bxc3", "Bxc3"),
            (BISHOP, "bxc3 BXC3 bc3", "Bxc3"),
            (PAWN, "bxc3 BXC3", "bxc3"),
        ] {
            for word in words.split(' ') {
                assert_eq!(typed(position, word).as_deref(), Ok(expected), "{word}");
            }
        }
        let both = typed(BOTH, "BXC3").unwrap_err().to_string();
        assert_eq!(both, "the move BXC3 may mean Bxc3 or bxc3");
        let bishop = typed(PAWN, "Bxc3").unwrap_err();
        assert_eq!(bishop, SanError::Illegal("Bxc3".to_owned()));
        let hidden = typed(START, "nf4").unwrap_err();
        assert_eq!(hidden, SanError::Illegal("nf4".to_owned()));
        assert!(reads(START, "nf3").is_err());
    }

    #[test]
    fn common_variants_are_read() {
        for (position, words, expected) in [
            (
                START,
                "Nf3 Nf3! Nf3?? Nf3+ Ngf3 N1f3 Ng1f3 Ng1-f3 g1f3 g1-f3",
                "g1f3",
            ),
            (START, "e4 e2e4 e2-e4 Pe4 Pe2-e4 ee4", "e2e4"),
            (CASTLING, "O-O 0-0 o-o O-O+ 0-0!? e1g1 e1h1", "e1g1"),
            (CASTLING, "O-O-O 0-0-0 o-o-o O-O-O# e1c1 e1a1", "e1c1"),
            (
                PROMOTION,
                "c8=Q c8Q c8q c8/Q c8(Q) c8=Q+ c7c8q c7-c8=Q",
                "c7c8q",
            ),
            (
                PROMOTION,
                "cxd8=N cd8N c7xd8=N cxd8n c:d8N cxd8(N)",
                "c7d8n",
            ),
            (
                EN_PASSANT,
                "exd6 exd6e.p. exd6ep ed6 xd6 e5xd6 e5d6",
                "e5d6",
            ),
        ] {
            for word in words.split(' ') {
                assert_eq!(reads(position, word).as_deref(), Ok(expected), "{word}");
            }
        }
    }

    #[test]
    fn what_names_no_legal_move_is_illegal() {
        for (position, words) in [
            // For example a capture where there is none, or a promotion of a knight.
            (START, "Nxf3 Nf3=Q e5 O-O O-O-O Ke2 Na4 e2e5 exd3"),
            // The king gets to these squares only by castling.
            (CASTLING, "Kg1 Kh1 Kc1 Rh8=Q"),
            // A pawn that captures names its file.
            (EN_PASSANT, "d6 dxe6"),
            (PROMOTION, "d8=Q c7c8"),
        ] {
            for word in words.split(' ') {
                assert_eq!(
                    reads(position, word),
                    Err(SanError::Illegal(word.to_owned())),
                    "{word}"
                );
            }
        }
    }

    #[test]
    fn what_looks_like_no_move_is_malformed() {
        for word in [
            "", "x", "N", "e", "e9", "Ni3", "Zf3", "nf3", "--", "O-O-O-O", "e8=", "e8=K", "e8=P",
            "e8(Q", "Nf3x", "Ngg1f3", "é4", "eé", "♘f3", "+", "=Q", "(Q)", "e.p.", "1.e4",
        ] {
            assert_eq!(
                reads(START, word),
                Err(SanError::Malformed(word.to_owned())),
                "{word}"
            );
        }
    }

    #[test]
    fn an_ambiguous_word_lists_its_meanings() {
        let error = reads("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Ne4").unwrap_err();
        assert_eq!(error.to_string(), "the move Ne4 may mean Nce4 or Nge4");
        let Err(SanError::Ambiguous { candidates, .. }) = reads(PROMOTION, "c8") else {
            panic!("a promotion needs a man");
        };
        assert_eq!(candidates.len(), 4);
    }

    #[test]
    fn writing_says_no_more_than_needed() {
        for (position, mv, expected) in [
            ("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "c3e4", "Nce4"),
            ("4k3/8/8/2N5/8/2N5/8/4K3 w - - 0 1", "c3e4", "N3e4"),
            ("4k3/8/8/2N3N1/8/2N5/8/4K3 w - - 0 1", "c5e4", "Nc5e4"),
            // The other knight is pinned.
            ("4k3/4r3/8/8/8/2N5/8/2N1K3 w - - 0 1", "c1e2", "N1e2"),
            ("4k3/4r3/8/8/8/4N3/8/2N1K3 w - - 0 1", "c1d3", "Nd3"),
            // A king castles onto its rook. That does not make it a rival of the rook.
            (CASTLING, "a1d1", "Rd1"),
            (CASTLING, "e1c1", "O-O-O"),
            (PROMOTION, "c7d8q", "cxd8=Q+"),
            (EN_PASSANT, "e5d6", "exd6"),
            ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "Ra8#"),
        ] {
            assert_eq!(writes(position, mv), expected);
        }
    }
}
