//! What the men on squares are called in sentences.

use bstar_board::{Position, Square, san};

use crate::Scene;
use crate::grammar::list;
use crate::ground::plain::replies::move_between;
use crate::names::man;

/// `the knight on f6`.
pub(crate) fn the_one_on(position: &Position, square: Square) -> String {
    format!("the {} on\u{a0}{square}", kind_on(position, square))
}

/// `knight`.
pub(crate) fn kind_on(position: &Position, square: Square) -> &'static str {
    position.piece_on(square).map_or("square", man)
}

/// `f6, g7 and h8`.
pub(crate) fn squares(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    list(&names)
}

/// A reply to the move as books print it: `Nf6`.
pub(crate) fn reply(scene: &Scene, from: Square, to: Square) -> String {
    match move_between(&scene.after, from, to) {
        Some(mv) => san::write(&scene.after, mv),
        None => format!("{from}{to}"),
    }
}
