//! Forsyth-Edwards notation: positions as one line of text.
//!
//! Reading is strict. A text that describes no possible position is refused with a [`FenError`],
//! which names the fault and the column. Some texts differ from the standard without being wrong.
//! They are accepted:
//!
//! - Only the first two of the six fields must be there, as below a diagram. Without the others
//!   nobody may castle or capture en passant, and the counters are 0 and 1.
//! - Castling rights may be `KQkq`, where `K` and `Q` mean the outermost rook on that side of the
//!   king (X-FEN). They may also be the files of the rooks, `HAha` (Shredder-FEN). Chess960
//!   sometimes needs that.
//! - A half-move clock above 100 counts as 100, because at 100 the draw can already be claimed.
//! - Move number 0 counts as 1.
//!
//! An en-passant square is written only if a capture there is legal. So positions that are the same
//! under the repetition rule have the same text, except for the counters.

mod error;
mod read;
mod write;

pub use error::{FenError, FenFault};
pub use read::parse;
pub(crate) use write::four_fields;
pub use write::write;

#[cfg(test)]
mod tests;
