//! What the sentences of the concepts call men and moves.

use bstar_board::{Position, Square, san};

use super::Scene;
use crate::ground::plain::replies::move_between;
use crate::names::man;

/// `the knight on f6`.
pub(super) fn the(position: &Position, square: Square) -> String {
    let kind = position.piece_on(square).map_or("square", man);
    format!("the {kind} on\u{a0}{square}")
}

/// A reply to the move as books print it: `Nf6`.
pub(super) fn reply(scene: &Scene, from: Square, to: Square) -> String {
    match move_between(&scene.after, from, to) {
        Some(mv) => san::write(&scene.after, mv),
        None => format!("{from}{to}"),
    }
}

/// `d`, for `the d-file`.
pub(super) fn file(square: Square) -> char {
    square.to_string().chars().next().unwrap_or(' ')
}
