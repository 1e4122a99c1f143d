//! What a reply does to a man, played out with legal moves.

use bstar_board::{Move, Piece, Position, Square};

use super::exchange::{MIN_GAIN_CENTIPAWNS, gain, has_something_to_win};
use super::geometry;

/// The legal move between two squares that promotes nothing.
pub fn move_between(position: &Position, from: Square, to: Square) -> Option<Move> {
    let moves = position.legal_moves();
    let is_it = |mv: &&Move| (mv.from, mv.to, mv.promotion) == (from, to, None);
    moves.iter().find(is_it).copied()
}

/// Whether a man wins something on a square if the side to move passes.
pub fn threatens(position: &Position, by: Square, square: Square) -> bool {
    let Ok(passed) = position.pass() else {
        return false;
    };
    let moves = passed.legal_moves();
    moves.iter().any(|mv| {
        (mv.from, mv.to) == (by, square)
            && passed.captured(*mv).is_some()
            && gain(&passed, *mv) >= MIN_GAIN_CENTIPAWNS
    })
}

/// Whether the side to move can mate at once.
pub fn can_mate(position: &Position) -> bool {
    position.legal_moves().iter().any(|mv| {
        let then = position.after(*mv);
        then.in_check() && then.legal_moves().is_empty()
    })
}

/// The reply of a pawn, knight or bishop that takes nothing, newly threatens to win the man on a
/// square, and leaves the other side nothing to win and no mate. Or what is wrong with it.
pub fn drives(
    position: &Position,
    from: Square,
    to: Square,
    square: Square,
) -> Result<Position, &'static str> {
    let Some(mv) = move_between(position, from, to) else {
        return Err("there is no such reply");
    };
    let is_light = matches!(
        position.piece_on(from),
        Some(Piece::Pawn | Piece::Knight | Piece::Bishop)
    );
    if !is_light || position.captured(mv).is_some() || position.is_castling(mv) {
        return Err("the reply is of another kind");
    }
    if geometry::attacks(position, from, square) {
        return Err("it was attacked from there already");
    }
    let then = position.after(mv);
    if !threatens(&then, to, square) {
        return Err("the reply does not threaten it");
    }
    match has_something_to_win(&then) || can_mate(&then) {
        true => Err("the reply allows something"),
        false => Ok(then),
    }
}
