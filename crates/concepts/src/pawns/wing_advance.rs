//! **Wing advance**: a pawn of the a- to c-files or of the f- to h-files moves straight ahead to
//! its fourth rank or further. It is not lost there, no pawn of the opponent attacks it or can
//! attack it with its next move without being lost itself, and it is no passed pawn. Before an
//! ending it does not stand before its own king: the king is at least two files away.
//!
//! Squares: where the pawn stands.

use bstar_board::{Piece, Square, attacks};

use crate::finders::pawns::{can_be_chased, is_ending, is_passed, is_safe, pushed};
use crate::ground::plain::{exchange, men, pawns};
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const WING_ADVANCE: Concept = Concept {
    name: "wing-advance",
    themes: &["space", "majority"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, after) = (scene.side, &scene.after);
    let Some(square) = pushed(scene) else {
        return Vec::new();
    };
    let is_wing = !matches!(square.file() as usize, 3 | 4) && Scene::rank(side, square) >= 4;
    let king = after.king(side).file() as i32;
    let is_free = is_ending(after) || (king - square.file() as i32).abs() >= 2;
    let is_advance = is_wing
        && is_free
        && is_safe(after, square)
        && !is_passed(after, side, square)
        && !attacks::pawns(after.men(!side, Piece::Pawn), !side).has(square)
        && !can_be_chased(after, square);
    Finding::if_so(is_advance, [square])
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about one pawn")?;
    let (side, after) = (scene.side, &scene.after);
    let is_push = *square == scene.mv.to
        && pawns::is_push(&scene.before, scene.mv)
        && pawns::is_pawn(after, side, *square);
    if !is_push || men::rank_for(side, *square) < 4 || [3, 4].contains(&(square.file() as i32)) {
        return Err("no pawn advances on a wing");
    }
    let king = Square::ALL
        .into_iter()
        .find(|at| after.piece_on(*at) == Some(Piece::King) && after.color_on(*at) == Some(side));
    let is_near = king.is_some_and(|king| (king.file() as i32 - square.file() as i32).abs() < 2);
    if is_near && !pawns::is_ending(after) {
        return Err("it stands before its own king");
    }
    if exchange::is_lost(after, *square) || pawns::is_passed(after, side, *square) {
        return Err("it is lost, or a passed pawn");
    }
    match pawns::is_held_by_pawn(after, !side, *square) || pawns::can_be_chased(after, *square) {
        true => Err("a pawn attacks it, or can"),
        false => Ok(()),
    }
}

fn say(_: &Scene, squares: &[Square]) -> String {
    let is_queenside = squares
        .first()
        .is_some_and(|square| (square.file() as usize) < 3);
    let wing = if is_queenside {
        "queenside"
    } else {
        "kingside"
    };
    format!("It gains ground on the {wing}.")
}

#[test]
fn cases() {
    let cases = "
        # A pawn goes forward.
        2kr3r/1p3ppp/8/8/8/8/PPP2PPP/4K2R w - - 0 1
        a4: It gains ground on the queenside.
        a4 not: a2, a4 a4
        2kr3r/ppp2ppp/8/8/8/8/PPP2PPP/2KR3R w - - 0 1
        h4: It gains ground on the kingside.
        # No advance.
        # In the centre; before the king; where a pawn attacks it.
        r1bq1rk1/3nbppp/2n1p3/ppppP3/8/3P1NP1/PPP2PBP/R1BQRNK1 b - - 0 1
        d4: -
        g5: -
        2kr3r/ppp2p1p/6p1/8/7P/8/PPP2PP1/2KR3R w - - 0 1
        h5: -
    ";
    WING_ADVANCE.holds(cases);
}
