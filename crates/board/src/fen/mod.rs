//! Positions as one line of text: the Forsyth-Edwards notation.
//!
//! Reading is strict: a text that describes no possible position is refused with a [`FenError`] that names the
//! fault and the column. Where texts in the wild differ without being wrong, both forms are read:
//!
//! - six fields, or only the first four, as EPD writes them; the counters are then 0 and 1;
//! - castling rights as `KQkq`, where `K` and `Q` mean the outermost rook on that side of the king (X-FEN), or as
//!   the files of the rooks, `HAha` (Shredder-FEN), which Chess960 sometimes needs;
//! - a half-move clock above 100 counts as 100, since at 100 the draw can already be claimed;
//! - move number 0 counts as 1.
//!
//! An en-passant square is written only if a capture there is legal. So two positions that are the same under
//! the repetition rule have the same text, but for the counters.

mod error;
mod read;
mod write;

pub use error::{FenError, FenFault};
pub use read::parse;
pub(crate) use write::four_fields;
pub use write::write;

#[cfg(test)]
mod tests;
