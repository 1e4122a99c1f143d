//! What can be wrong with a game.

use std::io;

use thiserror::Error;

use crate::fen::FenError;
use crate::san::SanError;

/// How deep variations may be nested. A file with deeper ones is broken. Recursion could not handle
/// unlimited depth.
pub const MAX_VARIATION_DEPTH: usize = 100;

/// Why a game cannot be read, and where.
#[derive(Debug, Error)]
#[error("PGN, game {game}, line {line}, column {column}: {fault}")]
pub struct PgnError {
    /// Which game of the file, from 1.
    pub game: usize,
    /// The line in the file, from 1.
    pub line: usize,
    /// The column in the line, in characters, from 1.
    pub column: usize,
    #[source]
    pub fault: PgnFault,
}

/// The faults a game can have.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PgnFault {
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Something in brackets is not a tag.
    #[error("expected a tag like [White \"Name\"]")]
    Tag,
    /// A tag is too long to be read.
    #[error("a tag is too long")]
    TagTooLong,
    /// The start position has a fault.
    #[error("the tag FEN has a fault in column {}: {}", .0.column, .0.fault)]
    Fen(FenError),
    /// The game is not chess.
    #[error("the variant {0} is not known here")]
    Variant(String),
    /// A word is no move, number or result.
    #[error("`{0}` is no move, move number or result")]
    Word(String),
    /// A mark is not one of $0 to $255.
    #[error("expected a number from 0 to 255 after $")]
    Nag,
    /// A move is not legal, or it fits several legal moves.
    #[error("{0}")]
    Move(SanError),
    /// There is a null move. Some programs write these in variations.
    #[error("the null move is no move of chess")]
    NullMove,
    /// A move or a second result follows the result.
    #[error("the game goes on after its result")]
    AfterResult,
    /// A variation stands before the first move.
    #[error("a variation before any move")]
    VariationWithoutMove,
    /// There is a closing parenthesis without an opening one.
    #[error("this variation was never opened")]
    UnopenedVariation,
    /// The game ends inside a variation.
    #[error("this variation is never closed")]
    UnclosedVariation,
    /// Variations are nested too deep.
    #[error("variations are nested more than {MAX_VARIATION_DEPTH} deep")]
    TooDeep,
    /// There is a closing brace without an opening one.
    #[error("this comment was never opened")]
    UnopenedComment,
    /// The file ends inside a comment.
    #[error("this comment is never closed")]
    UnclosedComment,
}
