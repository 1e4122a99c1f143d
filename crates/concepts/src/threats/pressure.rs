//! **Pressure**: a man other than the king moves, without capturing, to where it attacks a pawn or
//! piece of the opponent that it did not attack before. The target is guarded, so that taking it
//! wins nothing yet; it is a pawn that no pawn guards, or a piece worth at least as much as the
//! attacker. The moved man is not lost.
//!
//! Squares: where it stands, then the target.

use bstar_board::{Piece, Square, attacks};

use crate::finders::pawns::newly_attacked;
use crate::finders::pieces::{is_mover_lost, moved};
use crate::ground::exchange::value;
use crate::ground::plain::{exchange, men, pawns};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const PRESSURE: Concept = Concept {
    name: "pressure",
    themes: &["threat"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, after) = (scene.side, &scene.after);
    let Some(piece) = moved(scene).filter(|piece| *piece != Piece::King) else {
        return Vec::new();
    };
    if !scene.before.is_quiet(scene.mv) || is_mover_lost(scene) {
        return Vec::new();
    }
    let held = attacks::pawns(after.men(!side, Piece::Pawn), !side);
    let is_target = |at: &Square| match after.piece_on(*at) {
        Some(Piece::Pawn) => piece != Piece::Pawn && !held.has(*at),
        Some(Piece::King) | None => false,
        Some(other) => value(other) >= value(piece),
    };
    let hit = newly_attacked(scene) & after.side(!side);
    let target = hit
        .into_iter()
        .filter(is_target)
        .max_by_key(|at| after.piece_on(*at).map_or(0, value));
    target
        .into_iter()
        .map(|at| Finding::on([scene.mv.to, at]))
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, target] = exactly(squares, "it is about two men")?;
    let (side, after) = (scene.side, &scene.after);
    let piece = men::moved(&scene.before, scene.mv, after).filter(|piece| *piece != Piece::King);
    let Some(piece) = piece.filter(|_| *square == scene.mv.to) else {
        return Err("nothing has just moved there");
    };
    if scene.before.captured(scene.mv).is_some() || exchange::is_lost(after, *square) {
        return Err("it captures, or is lost");
    }
    let is_new = pawns::attacks_anew(&scene.before, after, scene.mv, *target);
    if !is_new || after.color_on(*target) != Some(!side) {
        return Err("it does not attack it anew");
    }
    let is_worth_it = match after.piece_on(*target) {
        Some(Piece::Pawn) => piece != Piece::Pawn && !pawns::is_held_by_pawn(after, !side, *target),
        Some(Piece::King) | None => false,
        Some(other) => exchange::worth(other) >= exchange::worth(piece),
    };
    ensure(is_worth_it, "the target is not worth it")
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let target = squares.last().copied().unwrap_or(scene.mv.to);
    let name = scene.after.piece_on(target).map_or("piece", man);
    format!("It puts pressure on the {name} on\u{a0}{target}.")
}

#[test]
fn cases() {
    let cases = "
        # A target is attacked.
        3r2k1/pp3ppp/8/3p4/8/4P3/PP3PPP/2R3K1 w - - 0 1
        Rd1: It puts pressure on the pawn on d5.
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        Nf3: It puts pressure on the pawn on e5.
        # No pressure.
        3r2k1/pp3ppp/8/3p4/8/4P3/PP3PPP/2R3K1 w - - 0 1
        Rc3: -
        Kf1: -
        Rd1 not: d1, d5 d1, d1 a7, d1 d5 d5
        3r2k1/pp3ppp/4p3/3p4/8/4P3/PP3PPP/2R3K1 w - - 0 1
        Rd1: -
    ";
    PRESSURE.holds(cases);
}
