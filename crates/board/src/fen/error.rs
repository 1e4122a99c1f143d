//! What can be wrong with a FEN.

use thiserror::Error;

use crate::types::{Color, Square, color_name};

/// Why a text is not the FEN of a possible position, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("FEN, column {column}: {fault}")]
pub struct FenError {
    /// The column of the fault in the text, in characters, from 1.
    pub column: usize,
    pub fault: FenFault,
}

/// The faults a FEN can have, in the order of its fields.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FenFault {
    /// There are not two to six fields.
    #[error("expected 2 to 6 fields, found {0}")]
    FieldCount(usize),

    /// There are not eight ranks.
    #[error("expected 8 ranks between slashes, found {0}")]
    RankCount(usize),
    /// A rank is not eight squares wide.
    #[error("rank {rank} has {squares} squares, expected 8")]
    RankWidth {
        /// The number of the rank, 1 to 8.
        rank: usize,
        /// How many squares are described.
        squares: usize,
    },
    /// Two numbers of empty squares follow each other.
    #[error("two digits in a row; the empty squares belong in one number")]
    AdjacentDigits,
    /// A letter stands for no man.
    #[error("`{0}` is no man; expected one of KQRBNP, kqrbnp or a digit from 1 to 8")]
    UnknownMan(char),
    /// A side has no king.
    #[error("{} has no king", color_name(*.0))]
    NoKing(Color),
    /// A side has more than one king.
    #[error("{} has more than one king", color_name(*.0))]
    SeveralKings(Color),
    /// A side has more than sixteen men.
    #[error("{} has {men} men, more than 16", color_name(*.color))]
    TooManyMen { color: Color, men: usize },
    /// A side has more than eight pawns.
    #[error("{} has {pawns} pawns, more than 8", color_name(*.color))]
    TooManyPawns { color: Color, pawns: usize },
    /// A side has more promoted men than missing pawns.
    #[error(
        "{} has at least {promoted} promoted men, but only {missing} of its pawns are gone",
        color_name(*.color)
    )]
    TooManyPromoted {
        color: Color,
        /// How many men it has beyond those of the start.
        promoted: usize,
        /// How many pawns it has lost.
        missing: usize,
    },
    /// A pawn stands on the first or last rank.
    #[error("a pawn stands on {0}")]
    PawnOnLastRank(Square),

    /// The second field is neither `w` nor `b`.
    #[error("`{0}` is no side to move; expected w or b")]
    UnknownSide(String),
    /// The king of the side not to move could be captured.
    #[error("{} is in check, but it is not its turn", color_name(*.0))]
    OpponentInCheck(Color),
    /// More than two men give check. No move can lead to that.
    #[error("{count} men give check at once, more than a move can bring about")]
    ImpossibleCheck {
        /// How many men give check.
        count: usize,
    },

    /// A letter is no castling right.
    #[error("`{0}` is no castling right; expected KQkq, files of rooks like HAha, or -")]
    UnknownCastling(char),
    /// The king is not on its back rank.
    #[error("castling right `{letter}`, but the king of {} is not on its back rank", color_name(*.color))]
    CastlingKing {
        /// The right as it was written.
        letter: char,
        color: Color,
    },
    /// No rook stands where the right needs one.
    #[error("castling right `{letter}`, but {} has no rook there", color_name(*.color))]
    CastlingRook {
        /// The right as it was written.
        letter: char,
        color: Color,
    },
    /// There are two rights for the same side of the board.
    #[error("castling right `{0}` repeats a right given before")]
    RepeatedCastling(char),

    /// The fourth field is no square.
    #[error("`{0}` is no en-passant square; expected one like e3, or -")]
    UnknownEnPassant(String),
    /// The en-passant square is on the wrong rank for the side to move.
    #[error("the en-passant square {square} should be on rank {rank} with {} to move", color_name(*.mover))]
    EnPassantRank {
        /// The square as it was written.
        square: Square,
        /// The rank it would have to be on, 1 to 8.
        rank: usize,
        /// The side to move.
        mover: Color,
    },
    /// No pawn can have moved over the en-passant square.
    #[error("the en-passant square {square} needs a pawn of the other side on {pawn}")]
    EnPassantPawn {
        /// The square as it was written.
        square: Square,
        /// Where the pawn would have to be.
        pawn: Square,
    },
    /// A man stands where the pawn came from, or where it passed.
    #[error("no pawn can have passed {square}: {occupied} is occupied")]
    EnPassantBlocked {
        /// The square as it was written.
        square: Square,
        /// The square that should be empty.
        occupied: Square,
    },
    /// The check on the board cannot have come from that pawn's two steps.
    #[error("a pawn passing {square} cannot have given the check from {checker}")]
    EnPassantCheck {
        /// The square as it was written.
        square: Square,
        /// The man that gives check.
        checker: Square,
    },

    /// The half-move clock is not a number in the range.
    #[error("`{0}` is no half-move clock; expected a number from 0 to 65535")]
    HalfmoveClock(String),
    /// The move number is not a number in the range.
    #[error("`{0}` is no move number; expected a number from 1 to 65535")]
    MoveNumber(String),

    /// The position has a fault that none of the others describes.
    #[error("the position breaks a rule of chess")]
    Impossible,
}
