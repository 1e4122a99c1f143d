//! What can be wrong with a claim.

use bstar_board::{Color, Move, Outcome, Piece, Square};
use thiserror::Error;

use crate::claims::balance::Balance;
use crate::claims::claim::{Claim, Turn};

/// A claim that is not true, or not shown to be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the claim `{}` {} is false: {flaw}", claim.kind(), place(claim))]
pub struct Falsehood {
    /// What was claimed.
    pub claim: Box<Claim>,
    /// Why it is false.
    pub flaw: Flaw,
}

/// Why a claim is false.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// A move of the path or the line.
    #[error("{mv} is not legal in {fen}")]
    IllegalMove {
        /// The move.
        mv: String,
        /// Where.
        fen: String,
    },
    /// Nobody passes in check.
    #[error("the side to move is in check and cannot pass")]
    CannotPass,
    /// The claim needs a last move, or a line, or a line of one move.
    #[error("{0} is missing or too long")]
    Shape(&'static str),
    /// It is the other side's turn.
    #[error("it is not the turn of {}", name(*.0))]
    WrongTurn(Color),
    /// No mate on the board.
    #[error("it is not checkmate")]
    NotCheckmate,
    /// There is a way out.
    #[error("there is no mate in {moves}")]
    Escapes {
        /// As claimed.
        moves: u32,
    },
    /// Too much to look at.
    #[error("whether there is mate in {moves} could not be decided")]
    Undecided {
        /// As claimed.
        moves: u32,
    },
    /// There is mate all the same.
    #[error("there is still mate in {moves}")]
    StillMate {
        /// As claimed.
        moves: u32,
    },
    /// The count is another.
    #[error("the men that change hands are {found:?} and not {claimed:?} (pawns to queens)")]
    Miscounted {
        /// As claimed.
        claimed: Balance,
        /// As counted.
        found: Balance,
    },
    /// It is not worth a pawn.
    #[error("that gains {0} centipawns, which is nothing to speak of")]
    NoGain(i32),
    /// The line ends too early.
    #[error("the line ends where something can still be won or in check")]
    NotAtRest,
    /// It does not make a queen.
    #[error("the line does not make just one queen")]
    NoQueen,
    /// Something else stands there.
    #[error("on {0} there is no such man")]
    WrongMan(Square),
    /// Nothing is attacked.
    #[error("{by} does not attack {target}")]
    NoAttack {
        /// Who should.
        by: Square,
        /// Whom.
        target: Square,
    },
    /// The three squares are not on an open line.
    #[error("there is no open line from {by} through {middle} to {end}")]
    NoLine {
        /// From.
        by: Square,
        /// Through.
        middle: Square,
        /// To.
        end: Square,
    },
    /// It is not worth being attacked.
    #[error("the man on {0} is guarded well enough")]
    Guarded(Square),
    /// The man that does it can simply be taken.
    #[error("the man on {0} can be taken")]
    CanBeTaken(Square),
    /// It was so before.
    #[error("it was so before the last move")]
    NotNew,
    /// The man can do what it is said not to.
    #[error("the man on {0} is free to move")]
    Free(Square),
    /// There are others.
    #[error("there are {0} legal moves")]
    OtherMoves(usize),
    /// The danger was none, or is still there.
    #[error("the capture on {0} still wins something")]
    StillLost(Square),
    /// Not a draw, or another one.
    #[error("the game is not drawn by {claimed}")]
    NotDrawn {
        /// As claimed.
        claimed: Outcome,
    },
    /// The exchange is uneven, or of other men.
    #[error("no even exchange takes off the {0:?}s")]
    NoTrade(Piece),
    /// The last move is of another kind.
    #[error("the last move does no such thing")]
    OtherMove,
}

/// `after e2e4 e7e5, with g1f3`; castling is written as the king's capture of his rook.
fn place(claim: &Claim) -> String {
    let moves = |moves: &[Move]| -> String {
        let words: Vec<String> = moves.iter().map(Move::to_string).collect();
        words.join(" ")
    };
    let path = match (claim.path.is_empty(), claim.turn) {
        (true, Turn::Moves) => "here".to_owned(),
        (true, Turn::Passes) => "after a pass".to_owned(),
        (false, Turn::Moves) => format!("after {}", moves(&claim.path)),
        (false, Turn::Passes) => format!("after {} and a pass", moves(&claim.path)),
    };
    match claim.line.is_empty() {
        true => path,
        false => format!("{path}, with {},", moves(&claim.line)),
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
