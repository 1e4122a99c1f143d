//! From a FEN to a position.

use cozy_chess::BoardBuilder;

use super::error::{FenError, FenFault};
use crate::attacks;
use crate::position::{CastlingSide, Position};
use crate::text::shortened;
use crate::types::{BitBoard, Color, File, Piece, Rank, Square};

/// Reads a position. The [module](crate::fen) says what is accepted.
///
/// ```
/// use bstar_board::{Color, fen, fen::FenFault};
///
/// let position = fen::parse("8/8/8/4k3/8/8/4P3/4K3 b - - 0 1").unwrap();
/// assert_eq!(position.side_to_move(), Color::Black);
///
/// let error = fen::parse("8/8/8/4x3/8/8/4P3/4K3 b - - 0 1").unwrap_err();
/// assert_eq!(error.fault, FenFault::UnknownMan('x'));
/// assert_eq!(error.column, 8);
/// ```
pub fn parse(text: &str) -> Result<Position, FenError> {
    let text = text.trim_start_matches('\u{feff}');
    let fields = words(text);
    let [placement, side, optional @ ..] = &fields[..] else {
        let column = text.chars().count() + 1;
        return fail(column, FenFault::FieldCount(fields.len()));
    };
    if let Some(extra) = fields.get(MAX_FIELDS) {
        return fail(extra.column, FenFault::FieldCount(fields.len()));
    }
    let (placement, side) = (*placement, *side);
    let [castling, en_passant, clock, number] =
        [0, 1, 2, 3].map(|field| optional.get(field).copied());

    let mut men = BoardSetup::read(placement)?;
    men.check_counts(placement)?;
    men.builder.side_to_move = read_side(side)?;
    men.check_checks()?;
    if let Some(castling) = castling {
        men.read_castling(castling)?;
    }
    if let Some(en_passant) = en_passant {
        men.read_en_passant(en_passant)?;
    }
    if let Some(clock) = clock {
        men.builder.halfmove_clock = read_counter(clock)
            .map(|halfmoves| halfmoves.min(100) as u8)
            .ok_or_else(|| clock.error(FenFault::HalfmoveClock(shortened(clock.text))))?;
    }
    if let Some(number) = number {
        men.builder.fullmove_number = read_counter(number)
            .map(|moves| moves.max(1))
            .ok_or_else(|| number.error(FenFault::MoveNumber(shortened(number.text))))?;
    }
    Position::from_builder(&men.builder).ok_or(FenError {
        column: placement.column,
        fault: FenFault::Impossible,
    })
}

/// More fields than this are no FEN.
const MAX_FIELDS: usize = 6;

/// A word of a line and the column it begins at, from 1.
#[derive(Clone, Copy)]
struct Word<'a> {
    column: usize,
    text: &'a str,
}

impl Word<'_> {
    fn error(self, fault: FenFault) -> FenError {
        FenError {
            column: self.column,
            fault,
        }
    }

    /// The characters, each with its column.
    fn letters(self) -> impl Iterator<Item = (usize, char)> {
        (self.column..).zip(self.text.chars())
    }
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut column = 1;
    for part in text.split(char::is_whitespace) {
        if !part.is_empty() {
            words.push(Word { column, text: part });
        }
        column += part.chars().count() + 1;
    }
    words
}

fn fail<T>(column: usize, fault: FenFault) -> Result<T, FenError> {
    Err(FenError { column, fault })
}

fn read_side(word: Word<'_>) -> Result<Color, FenError> {
    match word.text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        other => Err(word.error(FenFault::UnknownSide(shortened(other)))),
    }
}

/// Reads digits only. `u16::from_str` would also accept a plus sign.
fn read_counter(word: Word<'_>) -> Option<u16> {
    word.text
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| word.text.parse().ok())
        .flatten()
}

/// The board while it is set up, and the column of each man in the text.
struct BoardSetup {
    builder: BoardBuilder,
    columns: [usize; Square::NUM],
}

impl BoardSetup {
    fn read(placement: Word<'_>) -> Result<BoardSetup, FenError> {
        let mut men = BoardSetup {
            builder: BoardBuilder::empty(),
            columns: [placement.column; Square::NUM],
        };
        let found = placement.text.split('/').count();
        if found != Rank::NUM {
            return fail(placement.column, FenFault::RankCount(found));
        }
        let mut column = placement.column;
        for (text, rank) in placement.text.split('/').zip(Rank::ALL.into_iter().rev()) {
            men.read_rank(Word { column, text }, rank)?;
            column += text.chars().count() + 1;
        }
        Ok(men)
    }

    fn read_rank(&mut self, word: Word<'_>, rank: Rank) -> Result<(), FenError> {
        let mut squares = 0;
        let mut after_digit = false;
        for (column, letter) in word.letters() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                if after_digit {
                    return fail(column, FenFault::AdjacentDigits);
                }
                after_digit = true;
                squares += empty as usize;
                continue;
            }
            after_digit = false;
            let man = man(letter).ok_or(FenError {
                column,
                fault: FenFault::UnknownMan(letter),
            })?;
            if let Some(file) = File::try_index(squares) {
                let square = Square::new(file, rank);
                *self.builder.square_mut(square) = Some(man);
                self.columns[square as usize] = column;
            }
            squares += 1;
        }
        if squares == File::NUM {
            Ok(())
        } else {
            let rank = rank as usize + 1;
            fail(word.column, FenFault::RankWidth { rank, squares })
        }
    }

    fn of(&self, color: Color, piece: Piece) -> BitBoard {
        self.squares(|man| man == (piece, color))
    }

    fn occupied(&self) -> BitBoard {
        self.squares(|_| true)
    }

    fn squares(&self, wanted: impl Fn((Piece, Color)) -> bool) -> BitBoard {
        Square::ALL
            .into_iter()
            .filter(|square| self.builder.square(*square).is_some_and(&wanted))
            .collect()
    }

    /// A fault of the man on a square.
    fn error_at<T>(&self, square: Square, fault: FenFault) -> Result<T, FenError> {
        fail(self.columns[square as usize], fault)
    }

    fn check_counts(&self, placement: Word<'_>) -> Result<(), FenError> {
        for color in Color::ALL {
            let whole = |fault| Err(placement.error(fault));
            let count = |piece| self.of(color, piece).len() as usize;

            let kings = self.of(color, Piece::King);
            if kings.is_empty() {
                return whole(FenFault::NoKing(color));
            }
            // Squares run from a1 upwards, but the text runs from a8 downwards.
            let by_column = |square: &Square| self.columns[*square as usize];
            if let Some(second) = kings.into_iter().max_by_key(by_column)
                && kings.len() > 1
            {
                return self.error_at(second, FenFault::SeveralKings(color));
            }
            let men = self.squares(|man| man.1 == color).len() as usize;
            if men > 16 {
                return whole(FenFault::TooManyMen { color, men });
            }
            let pawns = count(Piece::Pawn);
            if pawns > 8 {
                return whole(FenFault::TooManyPawns { color, pawns });
            }
            let promoted = [
                (Piece::Queen, 1),
                (Piece::Rook, 2),
                (Piece::Bishop, 2),
                (Piece::Knight, 2),
            ]
            .into_iter()
            .map(|(piece, at_start)| count(piece).saturating_sub(at_start))
            .sum();
            let missing = 8 - pawns;
            if promoted > missing {
                return whole(FenFault::TooManyPromoted {
                    color,
                    promoted,
                    missing,
                });
            }
            let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
            if let Some(pawn) = (self.of(color, Piece::Pawn) & last_ranks).next_square() {
                return self.error_at(pawn, FenFault::PawnOnLastRank(pawn));
            }
        }
        Ok(())
    }

    fn king(&self, color: Color) -> Square {
        self.of(color, Piece::King)
            .next_square()
            .expect("the kings were counted")
    }

    /// The men that attack the king of a side.
    fn checkers(&self, color: Color) -> BitBoard {
        let king = self.king(color);
        let occupied = self.occupied();
        Piece::ALL
            .into_iter()
            .map(|piece| attacks::of(piece, color, king, occupied) & self.of(!color, piece))
            .fold(BitBoard::EMPTY, |all, men| all | men)
    }

    fn check_checks(&self) -> Result<(), FenError> {
        let mover = self.builder.side_to_move;
        if !self.checkers(!mover).is_empty() {
            return self.error_at(self.king(!mover), FenFault::OpponentInCheck(!mover));
        }
        let count = self.checkers(mover).len() as usize;
        if count > 2 {
            return self.error_at(self.king(mover), FenFault::ImpossibleCheck { count });
        }
        Ok(())
    }

    fn read_castling(&mut self, word: Word<'_>) -> Result<(), FenError> {
        if word.text == "-" {
            return Ok(());
        }
        for (column, letter) in word.letters() {
            self.read_right(letter)
                .map_err(|fault| FenError { column, fault })?;
        }
        Ok(())
    }

    fn read_right(&mut self, letter: char) -> Result<(), FenFault> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let rank = Rank::First.relative_to(color);
        let rooks = self.of(color, Piece::Rook) & rank.bitboard();
        let king = self.king(color);
        let short = rooks.into_iter().map(Square::file).max();
        let long = rooks.into_iter().map(Square::file).min();
        let right = match letter.to_ascii_lowercase() {
            'k' => short.filter(|rook| *rook > king.file()),
            'q' => long.filter(|rook| *rook < king.file()),
            file @ 'a'..='h' => file
                .try_into()
                .ok()
                .filter(|file| rooks.has(Square::new(*file, rank))),
            _ => return Err(FenFault::UnknownCastling(letter)),
        };
        if king.rank() != rank {
            return Err(FenFault::CastlingKing { letter, color });
        }
        let rook = right.ok_or(FenFault::CastlingRook { letter, color })?;
        let side = if rook > king.file() {
            CastlingSide::Short
        } else {
            CastlingSide::Long
        };
        let rights = self.builder.castle_rights_mut(color);
        let held = match side {
            CastlingSide::Short => &mut rights.short,
            CastlingSide::Long => &mut rights.long,
        };
        if held.replace(rook).is_some() {
            return Err(FenFault::RepeatedCastling(letter));
        }
        Ok(())
    }

    fn read_en_passant(&mut self, word: Word<'_>) -> Result<(), FenError> {
        if word.text == "-" {
            return Ok(());
        }
        let square: Square = word
            .text
            .parse()
            .map_err(|_| word.error(FenFault::UnknownEnPassant(shortened(word.text))))?;
        self.check_en_passant(square)
            .map_err(|fault| word.error(fault))?;
        self.builder.en_passant = Some(square);
        Ok(())
    }

    /// Can a pawn of the side not to move have just passed this square?
    fn check_en_passant(&self, square: Square) -> Result<(), FenFault> {
        let mover = self.builder.side_to_move;
        let on_rank = |rank: Rank| Square::new(square.file(), rank.relative_to(mover));
        let (origin, passed, pawn) = (
            on_rank(Rank::Seventh),
            on_rank(Rank::Sixth),
            on_rank(Rank::Fifth),
        );
        if square != passed {
            let rank = passed.rank() as usize + 1;
            return Err(FenFault::EnPassantRank {
                square,
                rank,
                mover,
            });
        }
        if !self.of(!mover, Piece::Pawn).has(pawn) {
            return Err(FenFault::EnPassantPawn { square, pawn });
        }
        for empty in [passed, origin] {
            if self.builder.square(empty).is_some() {
                let occupied = empty;
                return Err(FenFault::EnPassantBlocked { square, occupied });
            }
        }
        // The pawn itself may give check, or its step may have opened a line from behind it.
        let king = self.king(mover);
        let impossible = self
            .checkers(mover)
            .into_iter()
            .find(|checker| *checker != pawn && !attacks::between(*checker, king).has(origin));
        match impossible {
            Some(checker) => Err(FenFault::EnPassantCheck { square, checker }),
            None => Ok(()),
        }
    }
}

fn man(letter: char) -> Option<(Piece, Color)> {
    let color = if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    };
    let piece = letter.to_ascii_lowercase().try_into().ok()?;
    Some((piece, color))
}
