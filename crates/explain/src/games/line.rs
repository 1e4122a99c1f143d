//! The beginning of a line for a comment: a few moves, but no cut in the middle of an exchange.

use bstar_board::{Move, Position};

/// How many half moves are shown.
const USUAL_PLIES: usize = 6;
/// How many are shown at most, if the line would end with a capture, a promotion or a check.
const MAX_PLIES: usize = 10;

/// The beginning of a line.
pub(super) fn excerpt(start: &Position, line: &[Move]) -> Vec<Move> {
    let mut position = start.clone();
    let mut shown = Vec::new();
    for &mv in line.iter().take(MAX_PLIES) {
        if !position.is_legal(mv) {
            break;
        }
        let is_sharp = !position.is_quiet(mv);
        position = position.after(mv);
        shown.push(mv);
        if shown.len() >= USUAL_PLIES && !is_sharp && !position.in_check() {
            break;
        }
    }
    shown
}
