//! A scored game as bytes, in the layout called *viriformat*. docs/datagen.md describes it byte by
//! byte.

use bstar_board::{
    BitBoard, CastlingSide, Color, Game, IllegalMove, Move, Piece, Position, Rank, Square, fen,
};
use thiserror::Error;

/// The size of a start position and a result.
pub(super) const HEAD_BYTES: usize = 32;

/// The size of a move and its score. As many zeros end a game, because no move goes from a1 to a1.
pub(super) const PLY_BYTES: usize = 4;
pub(super) const GAME_END: [u8; PLY_BYTES] = [0; PLY_BYTES];

/// The number of a rook with which its side may still castle.
const CASTLING_ROOK: u8 = 6;

/// The number that stands for no square.
const NO_SQUARE: u8 = 64;

/// The promotions in the order of their two bits.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// A game with its winner. Every move has a score.
///
/// ```
/// use bstar_board::{Position, san};
/// use bstar_training::datagen::{PackedReader, ScoredGame};
///
/// let mut game = ScoredGame::new(Position::start(), None);
/// let e4 = san::parse(&Position::start(), "e4").unwrap();
/// game.push(e4, 25).unwrap();
/// let bytes = game.to_bytes();
/// assert_eq!(bytes.len(), 32 + 4 + 4);
///
/// let again = PackedReader::new(bytes.as_slice()).next().unwrap().unwrap();
/// let scored = again.positions().next().unwrap();
/// assert_eq!((scored.position, scored.mv, scored.score), (Position::start(), e4, 25));
/// ```
#[derive(Clone, Debug)]
pub struct ScoredGame {
    game: Game,
    scores: Vec<i16>,
    winner: Option<Color>,
}

/// A position of a game, the move that was played there, and the search's score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    pub position: Position,
    /// The move that was played in it.
    pub mv: Move,
    /// The score in centipawns for White, at most 15,000. A mate in n moves of the winner is 30,000
    /// - n.
    pub score: i16,
}

/// The largest score that is not a mate.
const MAX_CENTIPAWNS: u16 = 15_000;

impl ScoredPosition {
    /// Whether the search saw a mate.
    pub fn is_mate(&self) -> bool {
        self.score.unsigned_abs() > MAX_CENTIPAWNS
    }
}

impl ScoredGame {
    /// A game without moves. No winner means a draw.
    pub fn new(start: Position, winner: Option<Color>) -> ScoredGame {
        ScoredGame {
            game: Game::new(start),
            scores: Vec::new(),
            winner,
        }
    }

    /// Adds a move and its score, from White's side.
    pub fn push(&mut self, mv: Move, score: i16) -> Result<(), IllegalMove> {
        self.game.play(mv)?;
        self.scores.push(score);
        Ok(())
    }

    /// The moves, and the position they lead to.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The scores of the moves, from White's side.
    pub fn scores(&self) -> &[i16] {
        &self.scores
    }

    /// The winner. `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        self.winner
    }

    /// Every position in which a move was played. The position after the last move has no score and
    /// is not included.
    pub fn positions(&self) -> impl Iterator<Item = ScoredPosition> {
        let mut next = self.game.start().clone();
        let moves = self.game.moves().iter().zip(&self.scores);
        moves.map(move |(&mv, &score)| {
            let after = next.after(mv);
            ScoredPosition {
                position: std::mem::replace(&mut next, after),
                mv,
                score,
            }
        })
    }

    /// The game as a file has it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = pack_head(self.game.start(), self.winner).to_vec();
        for scored in self.positions() {
            bytes.extend(pack_move(&scored.position, scored.mv).to_le_bytes());
            bytes.extend(scored.score.to_le_bytes());
        }
        bytes.extend(GAME_END);
        bytes
    }
}

/// What can be wrong with the bytes of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DataFlaw {
    /// The bytes end too soon.
    #[error("the file ends in the middle of a game")]
    CutOff,
    /// A start position has too many men.
    #[error("a start position with {0} men, more than 32")]
    TooManyMen(u32),
    /// A number stands for no man.
    #[error(
        "the man on {square} of a start position has the number {number}, which stands for no man"
    )]
    UnknownMan { square: Square, number: u8 },
    /// A rook that cannot castle is marked as if it could.
    #[error("the rook on {0} of a start position cannot castle, but is marked so")]
    CastlingRook(Square),
    /// A number is not a square.
    #[error("the en-passant square of a start position has the number {0}, expected 0 to 64")]
    EnPassant(u8),
    /// A start position is impossible.
    #[error("an impossible start position, {text}: {fault}")]
    Start {
        text: String,
        /// What is wrong with it.
        fault: fen::FenFault,
    },
    /// A number is not a result.
    #[error("the result of a game is {0}, expected 0, 1 or 2")]
    Result(u8),
    /// A move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A legal move has the bits of another kind of move.
    #[error("the move {mv} has the bits {found:#06x}, expected {expected:#06x}")]
    Marks {
        mv: Move,
        /// Its bits.
        found: u16,
        /// What they should be.
        expected: u16,
    },
    /// Moves follow the end of the game.
    #[error("the game was over after {ply} half moves, but goes on")]
    GoesOn {
        /// The half moves after which it was over.
        ply: usize,
    },
    /// The game is not over where it ends.
    #[error("the game ends without a reason")]
    NoEnding,
    /// The result does not follow from the game.
    #[error("the result should be {expected}, by {ending}")]
    OtherResult {
        /// The result, as score sheets write it.
        expected: &'static str,
        /// How the game ended.
        ending: String,
    },
}

fn pack_head(start: &Position, winner: Option<Color>) -> [u8; HEAD_BYTES] {
    let mut head = [0; HEAD_BYTES];
    head[..8].copy_from_slice(&start.occupied().0.to_le_bytes());
    for (place, square) in start.occupied().into_iter().enumerate() {
        let (Some(piece), Some(color)) = (start.piece_on(square), start.color_on(square)) else {
            unreachable!("a square that is occupied");
        };
        let kind = if castling_rooks(start, color).has(square) {
            CASTLING_ROOK
        } else {
            piece as u8
        };
        let man = kind | (color as u8) << 3;
        head[8 + place / 2] |= man << (4 * (place % 2));
    }
    let en_passant = start
        .en_passant_square()
        .filter(|_| start.can_capture_en_passant())
        .map_or(NO_SQUARE, |square| square as u8);
    head[24] = en_passant | (start.side_to_move() as u8) << 7;
    head[25] = start.halfmove_clock();
    head[26..28].copy_from_slice(&start.fullmove_number().to_le_bytes());
    // Bytes 28 and 29 are a score, and byte 31 is free. All three stay zero.
    head[30] = match winner {
        Some(Color::Black) => 0,
        None => 1,
        Some(Color::White) => 2,
    };
    head
}

/// The rooks with which a side may still castle.
fn castling_rooks(position: &Position, color: Color) -> BitBoard {
    let rank = Rank::First.relative_to(color);
    [CastlingSide::Short, CastlingSide::Long]
        .into_iter()
        .filter_map(|side| position.castling_rook(color, side))
        .map(|file| Square::new(file, rank).bitboard())
        .fold(BitBoard::EMPTY, |all, rook| all | rook)
}

/// Reads a start position and a result. A flaw comes with its offset in the bytes.
pub(super) fn unpack_head(
    head: &[u8; HEAD_BYTES],
) -> Result<(Position, Option<Color>), (usize, DataFlaw)> {
    let [o0, o1, o2, o3, o4, o5, o6, o7, men @ ..] = head;
    let occupied = BitBoard(u64::from_le_bytes([*o0, *o1, *o2, *o3, *o4, *o5, *o6, *o7]));
    if occupied.len() > 32 {
        return Err((0, DataFlaw::TooManyMen(occupied.len())));
    }
    let mut board = [None; 64];
    let mut rights = String::new();
    for (place, square) in occupied.into_iter().enumerate() {
        let man = men[place / 2] >> (4 * (place % 2)) & 15;
        let (letter, right) = letters(man, square).map_err(|flaw| (8 + place / 2, flaw))?;
        board[square as usize] = Some(letter);
        rights.extend(right);
    }
    let text = fen_text(&board, &rights, head).map_err(|flaw| (24, flaw))?;
    let start = fen::parse(&text).map_err(|error| {
        let fault = error.fault;
        (0, DataFlaw::Start { text, fault })
    })?;
    let winner = match head[30] {
        0 => Some(Color::Black),
        1 => None,
        2 => Some(Color::White),
        other => return Err((30, DataFlaw::Result(other))),
    };
    Ok((start, winner))
}

/// A man as FEN writes it, and the right to castle with it, if its number says so.
fn letters(man: u8, square: Square) -> Result<(char, Option<char>), DataFlaw> {
    let color = if man & 8 == 0 {
        Color::White
    } else {
        Color::Black
    };
    let in_color = |letter: char| match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter.to_ascii_lowercase(),
    };
    let kind = man & 7;
    if kind == CASTLING_ROOK {
        if square.rank() != Rank::First.relative_to(color) {
            return Err(DataFlaw::CastlingRook(square));
        }
        let file = char::from(b'a' + square.file() as u8);
        return Ok((in_color('r'), Some(in_color(file))));
    }
    match Piece::try_index(usize::from(kind)) {
        Some(piece) => Ok((in_color(char::from(piece)), None)),
        None => Err(DataFlaw::UnknownMan {
            square,
            number: man,
        }),
    }
}

fn fen_text(
    board: &[Option<char>; 64],
    rights: &str,
    head: &[u8; HEAD_BYTES],
) -> Result<String, DataFlaw> {
    let ranks: Vec<String> = board.chunks(8).rev().map(rank_text).collect();
    let side = if head[24] & 128 == 0 { 'w' } else { 'b' };
    let rights = if rights.is_empty() { "-" } else { rights };
    let en_passant = match head[24] & 127 {
        NO_SQUARE => "-".to_owned(),
        number => Square::try_index(usize::from(number))
            .ok_or(DataFlaw::EnPassant(number))?
            .to_string(),
    };
    let clock = head[25];
    let number = u16::from_le_bytes([head[26], head[27]]);
    let placement = ranks.join("/");
    Ok(format!(
        "{placement} {side} {rights} {en_passant} {clock} {number}"
    ))
}

fn rank_text(rank: &[Option<char>]) -> String {
    let mut text = String::new();
    let mut empty = 0_u8;
    for square in rank.iter().chain([&Some('/')]) {
        match square {
            None => empty += 1,
            Some(man) => {
                if empty > 0 {
                    text.push(char::from(b'0' + empty));
                    empty = 0;
                }
                text.push(*man);
            }
        }
    }
    text.pop();
    text
}

/// The bits of a legal move: from, to, promotion, kind.
fn pack_move(position: &Position, mv: Move) -> u16 {
    let promotion = mv
        .promotion
        .and_then(|piece| PROMOTIONS.iter().position(|kind| *kind == piece));
    let kind = if promotion.is_some() {
        3
    } else if position.is_castling(mv) {
        2
    } else {
        u16::from(position.is_en_passant(mv))
    };
    mv.from as u16 | (mv.to as u16) << 6 | (promotion.unwrap_or(0) as u16) << 12 | kind << 14
}

/// Reads a move in this position.
pub(super) fn unpack_move(position: &Position, bits: u16) -> Result<Move, DataFlaw> {
    let square = |shift: u16| Square::index(usize::from(bits >> shift & 63));
    let mv = Move {
        from: square(0),
        to: square(6),
        promotion: (bits >> 14 == 3).then(|| PROMOTIONS[usize::from(bits >> 12 & 3)]),
    };
    if !position.is_legal(mv) {
        return Err(DataFlaw::Illegal(IllegalMove {
            mv: mv.to_string(),
            fen: fen::write(position),
        }));
    }
    match pack_move(position, mv) {
        expected if expected == bits => Ok(mv),
        expected => Err(DataFlaw::Marks {
            mv,
            found: bits,
            expected,
        }),
    }
}
