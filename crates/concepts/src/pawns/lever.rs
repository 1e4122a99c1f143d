//! **Lever**: a pawn moves, without capturing, to where it attacks a pawn of the opponent that it
//! did not attack before. The pawn is not simply lost there: a capture of it wins nothing, or one
//! of its own side could take back with a pawn.
//!
//! Squares: where the pawn stands, then the pawn or pawns it attacks.

use bstar_board::{Piece, Square, attacks};

use crate::finders::pawns::{is_safe, pushed};
use crate::grammar::list;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const LEVER: Concept = Concept {
    name: "lever",
    themes: &["lever"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let side = scene.side;
    let Some(square) = pushed(scene) else {
        return Vec::new();
    };
    let reach = attacks::of(Piece::Pawn, side, square, scene.after.occupied());
    let targets = reach & scene.after.men(!side, Piece::Pawn);
    let is_supported = attacks::pawns(scene.after.men(side, Piece::Pawn), side).has(square);
    let is_sound = is_supported || is_safe(&scene.after, square);
    match targets.is_empty() || !is_sound {
        true => Vec::new(),
        false => vec![Finding::on([square].into_iter().chain(targets))],
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let Some((square, targets)) = squares.split_first() else {
        return Err("a lever is a pawn and what it attacks");
    };
    let is_push = scene.mv.to == *square
        && plain::pawns::is_push(&scene.before, scene.mv)
        && plain::pawns::is_pawn(&scene.after, scene.side, *square);
    ensure(is_push, "no pawn has just moved there")?;
    let is_hit = |target: &Square| {
        plain::pawns::is_pawn(&scene.after, !scene.side, *target)
            && plain::geometry::attacks(&scene.after, *square, *target)
    };
    let is_twice = targets.len() == 2 && targets[0] == targets[1];
    if targets.is_empty() || targets.len() > 2 || is_twice || !targets.iter().all(is_hit) {
        return Err("it does not attack such pawns");
    }
    let is_supported = plain::pawns::is_held_by_pawn(&scene.after, scene.side, *square);
    match is_supported || !plain::exchange::is_lost(&scene.after, *square) {
        true => Ok(()),
        false => Err("the pawn is lost there"),
    }
}

fn say(_: &Scene, squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().skip(1).map(Square::to_string).collect();
    let pawns = if names.len() == 1 { "pawn" } else { "pawns" };
    format!(
        "It is a lever against the {pawns} on\u{a0}{}.",
        list(&names)
    )
}

#[test]
fn cases() {
    let cases = "
        # A pawn attacks a pawn.
        rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3
        c5: It is a lever against the pawn on d4.
        f6: It is a lever against the pawn on e5.
        4k3/8/8/2p1p3/8/2P5/3P4/4K3 w - - 0 1
        d4: It is a lever against the pawns on c5 and e5.
        # No lever.
        rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3
        b5: -
        Nc6: -
        c5 not: c5, c5 e5, c5 d4 d4, d4 c5
        # Nothing guards b4, and two pawns attack it.
        4k3/8/8/p1p5/8/8/1P6/4K3 w - - 0 1
        b4: -
    ";
    LEVER.holds(cases);
}
