//! Moves as the UCI protocol writes them: `e2e4`, `e7e8q`.
//!
//! In ordinary chess, castling is the king's own step (`e1g1`). In Chess960, the king takes its
//! rook (`e1h1`). Reading accepts both where the word has only one meaning.

use thiserror::Error;

use crate::position::Position;
use crate::text::shortened;
use crate::types::{File, Move, Piece, Square};

/// Why a word is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// It does not have the form of a move.
    #[error(
        "`{0}` is not a move: expected two squares and perhaps a promotion, like e2e4 or e7e8q"
    )]
    Malformed(String),
    /// It has the form of a move, but the move is not legal.
    #[error("the move {0} is not legal here")]
    Illegal(String),
}

/// How castling is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingStyle {
    /// The king's own step: `e1g1`.
    #[default]
    KingStep,
    /// The king takes its rook: `e1h1`, as Chess960 needs.
    KingTakesRook,
}

/// Reads a move for a position.
///
/// ```
/// use bstar_board::{Position, fen, notation};
///
/// let position = fen::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
/// assert_eq!(notation::parse(&position, "e1g1"), notation::parse(&position, "e1h1"));
/// assert!(notation::parse(&Position::start(), "e2e5").is_err());
/// ```
pub fn parse(position: &Position, word: &str) -> Result<Move, MoveError> {
    let mv: Move = word
        .parse()
        .map_err(|_| MoveError::Malformed(shortened(word)))?;
    if position.is_legal(mv) {
        return Ok(mv);
    }
    king_step_to_rook(position, mv)
        .filter(|castling| position.is_legal(*castling))
        .ok_or_else(|| MoveError::Illegal(word.to_owned()))
}

/// Writes a move in the usual style. Castling is the king's step if king and rook stand as in
/// ordinary chess. Else the king takes its rook.
pub fn write(position: &Position, mv: Move) -> String {
    let usual = mv.from.file() == File::E && matches!(mv.to.file(), File::A | File::H);
    let style = if usual {
        CastlingStyle::KingStep
    } else {
        CastlingStyle::KingTakesRook
    };
    write_as(position, mv, style)
}

/// Writes a move in a given style of castling.
pub fn write_as(position: &Position, mv: Move, style: CastlingStyle) -> String {
    if style == CastlingStyle::KingStep && position.is_castling(mv) {
        let file = if mv.from.file() < mv.to.file() {
            File::G
        } else {
            File::C
        };
        return format!("{}{}", mv.from, Square::new(file, mv.from.rank()));
    }
    mv.to_string()
}

fn king_step_to_rook(position: &Position, mv: Move) -> Option<Move> {
    use crate::position::CastlingSide::{Long, Short};
    let us = position.side_to_move();
    if position.piece_on(mv.from) != Some(Piece::King) || mv.from.rank() != mv.to.rank() {
        return None;
    }
    let side = match mv.to.file() {
        File::G => Short,
        File::C => Long,
        _ => return None,
    };
    let rook = position.castling_rook(us, side)?;
    Some(Move {
        from: mv.from,
        to: Square::new(rook, mv.from.rank()),
        promotion: mv.promotion,
    })
}
