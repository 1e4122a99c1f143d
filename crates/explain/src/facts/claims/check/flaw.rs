//! What can be wrong with a claim.

use bstar_board::{Color, Move, Outcome, Piece, Square};
use thiserror::Error;

use crate::facts::claims::balance::Balance;
use crate::facts::claims::claim::{Claim, LineStart};

/// A claim that is not true, or not shown to be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the claim `{}` {} is false: {flaw}", claim.kind(), place(claim))]
pub struct Falsehood {
    pub claim: Box<Claim>,
    /// Why it is false.
    pub flaw: Flaw,
}

/// Why a claim is false.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// A move of the path or the line.
    #[error("{mv} is not legal in {fen}")]
    IllegalMove { mv: String, fen: String },
    /// The claim needs a pass, but the side to move is in check.
    #[error("the side to move is in check and cannot pass")]
    CannotPass,
    /// The claim needs a last move, or a line, or a line of one move.
    #[error("{0} is missing or too long")]
    Shape(&'static str),
    /// It is the other side's turn.
    #[error("it is not the turn of {}", name(*.0))]
    WrongTurn(Color),
    /// There is no mate on the board.
    #[error("it is not checkmate")]
    NotCheckmate,
    /// There is a way out.
    #[error("there is no mate in {moves}")]
    Escapes {
        /// As claimed.
        moves: u32,
    },
    /// It would take too many positions to decide.
    #[error("what happens within {moves} moves could not be decided")]
    Undecided {
        /// As claimed.
        moves: u32,
    },
    /// The mate is still there after the move that should stop it.
    #[error("there is still mate in {moves}")]
    StillMate {
        /// As claimed.
        moves: u32,
    },
    /// Other men change hands than claimed.
    #[error("the men that change hands are {found:?} and not {claimed:?} (pawns to queens)")]
    Miscounted {
        claimed: Balance,
        /// As counted.
        found: Balance,
    },
    /// The gain is too small to count.
    #[error("that gains {0} centipawns, which is nothing to speak of")]
    NoGain(i32),
    /// The line ends where the position is not at rest.
    #[error("the line ends where something can still be won or in check")]
    NotAtRest,
    /// The line does not make exactly one queen.
    #[error("the line does not make just one queen")]
    NoQueen,
    /// The vocabulary has no such concept.
    #[error("there is no concept `{0}`")]
    NoSuchWord(&'static str),
    /// A concept does not fit.
    #[error("{0}")]
    NotSo(&'static str),
    /// Another man stands there, or none.
    #[error("on {0} there is no such man")]
    WrongMan(Square),
    /// The man does not attack the target.
    #[error("{by} does not attack {target}")]
    NoAttack {
        /// The man that should attack.
        by: Square,
        /// The man that should be attacked.
        target: Square,
    },
    /// The three squares are not on an open line.
    #[error("there is no open line from {by} through {middle} to {end}")]
    NoLine {
        /// Where the line begins.
        by: Square,
        /// The square in the middle.
        middle: Square,
        /// Where the line ends.
        end: Square,
    },
    /// The attack threatens nothing.
    #[error("the man on {0} is guarded well enough")]
    Guarded(Square),
    /// The attacking man can be taken.
    #[error("the man on {0} can be taken")]
    CanBeTaken(Square),
    /// It was so before the last move.
    #[error("it was so before the last move")]
    NotNew,
    /// The man can do what the claim says it cannot.
    #[error("the man on {0} is free to move")]
    Free(Square),
    /// There are other legal moves.
    #[error("there are {0} legal moves")]
    OtherMoves(usize),
    /// The danger is still there after the move that should end it.
    #[error("the capture on {0} still wins something")]
    StillLost(Square),
    /// The game is not drawn, or drawn by another rule.
    #[error("the game is not drawn by {claimed}")]
    NotDrawn { claimed: Outcome },
    /// The exchange is uneven, or other men are exchanged.
    #[error("no even exchange takes off the {0:?}s")]
    NoTrade(Piece),
    /// The last move is of another kind.
    #[error("the last move does no such thing")]
    OtherMove,
}

/// `after e2e4 e7e5, with g1f3`. Castling is written as the king taking its own rook.
fn place(claim: &Claim) -> String {
    let moves = |moves: &[Move]| -> String {
        let words: Vec<String> = moves.iter().map(Move::to_string).collect();
        words.join(" ")
    };
    let path = match (claim.path.is_empty(), claim.begins) {
        (true, LineStart::Move) => "here".to_owned(),
        (true, LineStart::Pass) => "after a pass".to_owned(),
        (false, LineStart::Move) => format!("after {}", moves(&claim.path)),
        (false, LineStart::Pass) => format!("after {} and a pass", moves(&claim.path)),
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
