//! SAN
use crate::{Move, Position};
/// Reads a move.
pub fn parse(_position: &Position, _word: &str) -> Result<Move, crate::notation::MoveError> { unimplemented!() }
