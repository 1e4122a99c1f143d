//! **Passed pawn pushed**: a passed pawn moves straight ahead to its fourth rank or further
//! (anywhere in an ending, where no side has more than two pieces, a queen counting for two),
//! where it is still a passed pawn and is not lost.
//!
//! Squares: the passed pawn, then the pawn that protects it, or one with which it is connected, or
//! itself if it is an outside passed pawn.

use bstar_board::Square;

use crate::finders::passers::{adjective, is_far_enough, with_companion};
use crate::finders::pawns::{is_passed, is_safe, pushed};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const PASSER_PUSHED: Concept = Concept {
    name: "passer-pushed",
    themes: &["passed-pawn"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let side = scene.side;
    let is_it = |square: &Square| {
        is_passed(&scene.before, side, scene.mv.from)
            && is_passed(&scene.after, side, *square)
            && is_far_enough(&scene.after, side, *square)
            && is_safe(&scene.after, *square)
    };
    let pawn = pushed(scene).filter(is_it);
    pawn.map(|square| Finding::on(with_companion(&scene.after, side, square)))
        .into_iter()
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let (pawn, companion) = match squares {
        [pawn] => (*pawn, None),
        [pawn, companion] => (*pawn, Some(*companion)),
        _ => return Err("a passed pawn and at most one companion"),
    };
    let (side, after) = (scene.side, &scene.after);
    if pawn != scene.mv.to || !plain::pawns::is_push(&scene.before, scene.mv) {
        return Err("no pawn was pushed there");
    }
    let was_passed = plain::pawns::is_passed(&scene.before, side, scene.mv.from);
    if !was_passed || !plain::pawns::is_passed(after, side, pawn) {
        return Err("it is no passed pawn");
    }
    if plain::men::rank_for(side, pawn) < 4 && !plain::pawns::is_ending(after) {
        return Err("it is not far enough");
    }
    if companion.is_some_and(|other| !plain::pawns::is_companion(after, side, pawn, other)) {
        return Err("it is no such passed pawn");
    }
    ensure(!plain::exchange::is_lost(after, pawn), "it is lost there")
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = squares.first().copied().unwrap_or(scene.mv.to);
    let how_far = match Scene::rank(scene.side, square) {
        7 => ", one step from queening",
        6 => ", two steps from queening",
        _ => "",
    };
    format!(
        "It pushes the {}passed pawn to\u{a0}{square}{how_far}.",
        adjective(scene.side, squares)
    )
}

#[test]
fn cases() {
    let cases = "
        # A passed pawn is pushed.
        3r2k1/5ppp/8/3P4/2P5/8/5PPP/3R2K1 w - - 0 1
        d6: It pushes the passed pawn to d6, two steps from queening.
        c5: It pushes the connected passed pawn to c5.
        6k1/5ppp/8/2PP4/8/8/5PPP/6K1 w - - 0 1
        d6: It pushes the protected passed pawn to d6, two steps from queening.
        6k1/p4ppp/8/8/8/8/5PPP/6K1 b - - 0 1
        a6: It pushes the outside passed pawn to a6.
        # No passed pawn is pushed.
        # It is lost on d7; it is not passed; it is not far enough with all pieces on the board.
        3r2k1/5ppp/3P4/8/8/8/5PPP/6K1 w - - 0 1
        d7: -
        d7 not: d7
        3r2k1/5ppp/8/3P4/2P5/8/5PPP/3R2K1 w - - 0 1
        h4: -
        d6 not: d5, d6 c4, d6 d6, d6 c4 f2
        rnbqkbnr/5ppp/8/8/8/8/P4PPP/RNBQKBNR w KQkq - 0 1
        a3: -
    ";
    PASSER_PUSHED.holds(cases);
}
