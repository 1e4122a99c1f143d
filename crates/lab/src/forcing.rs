//! Forcing moves.

use bstar_board::{Move, Position};

/// Whether a move is a capture, a check or a promotion, and so leaves the other side little choice.
pub(crate) fn is_forcing(position: &Position, mv: Move) -> bool {
    !position.is_quiet(mv) || position.after(mv).in_check()
}
