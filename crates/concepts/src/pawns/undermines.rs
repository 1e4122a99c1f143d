//! **Undermining**: a pawn moves straight ahead to where it attacks an enemy pawn. That pawn is
//! the base of a chain: it guards another pawn and no pawn guards it. Or it is the only pawn that
//! guards a knight or bishop of its side on that side's fourth rank or further. The moved pawn is
//! not lost, or a pawn of its side holds it.
//!
//! Squares: where the pawn stands, the pawn it attacks, the pawn or piece that this one guards.

use bstar_board::{BitBoard, Color, Piece, Position, Square, attacks};

use crate::finders::pawns::{is_safe, pushed};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const UNDERMINES: Concept = Concept {
    name: "undermines",
    themes: &["lever", "removes-defender"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let Some(square) = pushed(scene) else {
        return Vec::new();
    };
    let (side, after) = (scene.side, &scene.after);
    let targets = attacks::pawn(square, side) & after.men(!side, Piece::Pawn);
    let mut props = targets
        .into_iter()
        .filter_map(|target| Some((target, held(after, !side, target)?)));
    let Some((target, held)) = props.next() else {
        return Vec::new();
    };
    let is_supported = attacks::pawns(after.men(side, Piece::Pawn), side).has(square);
    match is_supported || is_safe(after, square) {
        true => vec![Finding::on([square, target, held])],
        false => Vec::new(),
    }
}

/// What depends on a pawn: a piece up the board first, then a pawn.
fn held(position: &Position, side: Color, pawn: Square) -> Option<Square> {
    let own = position.men(side, Piece::Pawn);
    let guarded = attacks::pawn(pawn, side);
    let minors = position.men(side, Piece::Knight) | position.men(side, Piece::Bishop);
    let depends = |piece: &Square| {
        let guards: BitBoard = attacks::pawn(*piece, !side) & own;
        Scene::rank(side, *piece) >= 4 && guards.len() == 1
    };
    let is_base = !attacks::pawns(own, side).has(pawn);
    let piece = (guarded & minors).into_iter().find(depends);
    piece.or_else(|| (guarded & own).next_square().filter(|_| is_base))
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, target, held] = exactly(
        squares,
        "a pawn, the pawn it attacks and what that one guards",
    )?;
    let (side, after) = (scene.side, &scene.after);
    if *square != scene.mv.to || !plain::pawns::is_push(&scene.before, scene.mv) {
        return Err("no pawn was pushed there");
    }
    let is_target = plain::pawns::is_pawn(after, !side, *target)
        && plain::geometry::attacks(after, *square, *target);
    ensure(is_target, "it does not attack that pawn")?;
    let is_other = after.color_on(*held) == Some(!side);
    if !is_other || !plain::geometry::attacks(after, *target, *held) {
        return Err("the pawn guards nothing there");
    }
    let guards = plain::men::attackers(after, !side, *held);
    let pawns = guards
        .iter()
        .filter(|guard| plain::pawns::is_pawn(after, !side, **guard));
    let depends = match after.piece_on(*held) {
        Some(Piece::Pawn) => !plain::pawns::is_held_by_pawn(after, !side, *target),
        Some(Piece::Knight | Piece::Bishop) => {
            plain::men::rank_for(!side, *held) >= 4 && pawns.count() == 1
        }
        _ => false,
    };
    ensure(depends, "nothing depends on the pawn")?;
    let is_held = plain::pawns::is_held_by_pawn(after, side, *square);
    match is_held || !plain::exchange::is_lost(after, *square) {
        true => Ok(()),
        false => Err("the pawn is lost there"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let target = squares.get(1).copied().unwrap_or(scene.mv.to);
    let held = squares.get(2).copied().unwrap_or(target);
    match scene.after.piece_on(held) {
        Some(piece @ (Piece::Knight | Piece::Bishop)) => format!(
            "It undermines the {} on\u{a0}{held}: the pawn on\u{a0}{target} that guards it is attacked.",
            man(piece)
        ),
        _ => format!(
            "It attacks the pawn on\u{a0}{target}, the base that holds the pawn on\u{a0}{held}."
        ),
    }
}

#[test]
fn cases() {
    let cases = "
        # A base is attacked.
        rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3
        c5: It attacks the pawn on d4, the base that holds the pawn on e5.
        r2q1rk1/pb2bppp/1p2pn2/3pN3/3P1P2/4P3/PP2B1PP/R1BQ1RK1 b - - 0 1
        h6: -
        6k1/pp3ppp/8/2p1p3/3n4/4P3/1P3PPP/6K1 w - - 0 1
        b4: -
        6k1/pp3ppp/8/4p3/3n4/6P1/PP3P1P/R5K1 w - - 0 1
        f4: It undermines the knight on d4: the pawn on e5 that guards it is attacked.
        # Nothing is undermined.
        # The head of the chain; a base that another pawn guards; the pawn is lost.
        rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3
        f6: -
        c5 not: c5, c5 d4, d4 c5 e5, c5 d4 e6, c5 d4 e5 e5
        rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/2P5/PP3PPP/RNBQKBNR b KQkq - 0 3
        c5: -
        c5 not: c5 d4 e5
        4k3/2p5/8/p1p5/1P6/8/8/4K3 b - - 0 1
        c6: -
    ";
    UNDERMINES.holds(cases);
}
