//! FEN (being written)
use crate::Position;
/// Why a text is not a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad FEN")]
pub struct FenError;
/// Reads a FEN.
pub fn parse(text: &str) -> Result<Position, FenError> {
    let b: cozy_chess::Board = text.parse().map_err(|_| FenError)?;
    Position::from_builder(&cozy_chess::BoardBuilder::from_board(&b)).ok_or(FenError)
}
/// Writes a FEN.
pub fn write(_position: &Position) -> String {
    String::new()
}
