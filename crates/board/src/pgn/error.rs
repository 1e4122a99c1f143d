//! What can be wrong with a game.

use std::io;

use thiserror::Error;

use crate::fen::FenError;
use crate::san::SanError;

/// Variations inside variations, at most. Nobody annotates like that; a file that does is broken, and a tree
/// of any depth could not be handled by recursion.
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
    /// What is wrong.
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
    /// Something in brackets that is no tag.
    #[error("expected a tag like [White \"Name\"]")]
    Tag,
    /// A tag that is longer than any reader could want.
    #[error("a tag is too long")]
    TagTooLong,
    /// The start position.
    #[error("the tag FEN has a fault in column {}: {}", .0.column, .0.fault)]
    Fen(FenError),
    /// Another game than chess.
    #[error("the variant {0} is not known here")]
    Variant(String),
    /// A word that is no move, number or result.
    #[error("`{0}` is no move, move number or result")]
    Word(String),
    /// A mark that is none of $0 to $255.
    #[error("expected a number from 0 to 255 after $")]
    Nag,
    /// A move that is not legal or may mean several.
    #[error("{0}")]
    Move(SanError),
    /// A pass, which some programs write in variations.
    #[error("the null move is no move of chess")]
    NullMove,
    /// A move or a second result after the result.
    #[error("the game goes on after its result")]
    AfterResult,
    /// A variation in front of the first move.
    #[error("a variation before any move")]
    VariationWithoutMove,
    /// A closing parenthesis too many.
    #[error("this variation was never opened")]
    UnopenedVariation,
    /// The game ends inside a variation.
    #[error("this variation is never closed")]
    UnclosedVariation,
    /// Variations nested beyond reason.
    #[error("variations are nested more than {MAX_VARIATION_DEPTH} deep")]
    TooDeep,
    /// A closing brace too many.
    #[error("this comment was never opened")]
    UnopenedComment,
    /// The file ends inside a comment.
    #[error("this comment is never closed")]
    UnclosedComment,
}
