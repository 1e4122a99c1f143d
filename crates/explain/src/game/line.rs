//! Lines for the margin: a few moves, and not cut off in the middle of an exchange.

use bstar_board::{Move, Position};

/// So many half moves are shown,
const SHOWN: usize = 6;
/// and up to so many if the line would end with a capture, a promotion or a check.
const MOST: usize = 10;

/// The beginning of a line.
pub(super) fn excerpt(start: &Position, line: &[Move]) -> Vec<Move> {
    let mut position = start.clone();
    let mut shown = Vec::new();
    for &mv in line.iter().take(MOST) {
        if !position.is_legal(mv) {
            break;
        }
        let is_sharp = !position.is_quiet(mv);
        position = position.after(mv);
        shown.push(mv);
        if shown.len() >= SHOWN && !is_sharp && !position.in_check() {
            break;
        }
    }
    shown
}
