//! Forcing moves.

use bstar_board::{Move, Position};

/// A move that leaves the other side little choice: a capture, a check, a promotion.
pub(crate) fn is_forcing(position: &Position, mv: Move) -> bool {
    !position.is_quiet(mv) || position.after(mv).in_check()
}
