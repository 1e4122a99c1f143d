//! **Restrains a pawn**: a pawn moves straight ahead and now guards a square that a pawn of the
//! opponent could have gone to with its next move. No pawn of its side guarded that square before.
//! There the enemy pawn would have attacked a man of the side, or stood on its own fourth rank or
//! further. The moved pawn is not lost.
//!
//! Squares: where the pawn stands, the square it guards, the pawn that is held back.

use bstar_board::{Color, Piece, Position, Rank, Square, attacks};

use crate::finders::pawns::{is_safe, pushed};
use crate::ground::plain::{exchange, geometry, men, pawns};
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const RESTRAINS_PAWN: Concept = Concept {
    name: "restrains-pawn",
    themes: &["prophylaxis", "restricts", "space"],
    class: IdeaClass::Denial,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let side = scene.side;
    let (Some(square), Ok(passed)) = (pushed(scene), scene.before.pass()) else {
        return Vec::new();
    };
    if !is_safe(&scene.after, square) {
        return Vec::new();
    }
    let held = attacks::pawns(scene.before.men(side, Piece::Pawn), side);
    let anew = attacks::of(Piece::Pawn, side, square, scene.after.occupied()) & !held;
    let mut found: Vec<Finding> = Vec::new();
    passed.for_each_move(passed.men(!side, Piece::Pawn), anew, |_, mv| {
        let is_push = passed.captured(mv).is_none() && mv.promotion.is_none();
        if is_push && is_wanted(&passed, !side, mv.to) && found.is_empty() {
            found.push(Finding::on([square, mv.to, mv.from]));
        }
    });
    found
}

/// Whether a pawn of a side on a square would attack something or stand on its fourth rank.
fn is_wanted(position: &Position, side: Color, square: Square) -> bool {
    let hits = attacks::of(Piece::Pawn, side, square, position.occupied());
    let is_far = square.rank().relative_to(side) >= Rank::Fourth;
    is_far || !(hits & position.side(!side)).is_empty()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, guarded, pawn] = exactly(squares, "it is about two pawns and a square")?;
    let side = scene.side;
    let is_push = *square == scene.mv.to
        && pawns::is_push(&scene.before, scene.mv)
        && pawns::is_pawn(&scene.after, side, *square);
    if !is_push || !geometry::attacks(&scene.after, *square, *guarded) {
        return Err("no pawn has just come to guard it");
    }
    if pawns::is_held_by_pawn(&scene.before, side, *guarded) {
        return Err("a pawn guarded it before");
    }
    if exchange::is_lost(&scene.after, *square) {
        return Err("the pawn is lost");
    }
    let passed = scene.before.pass().map_err(|_| "the side was in check")?;
    let moves = passed.legal_moves();
    let goes = |mv: &&bstar_board::Move| {
        mv.from == *pawn && mv.to == *guarded && pawns::is_push(&passed, **mv)
    };
    let Some(push) = moves.iter().find(goes) else {
        return Err("no pawn could have gone there");
    };
    let next = passed.after(*push);
    let attacks_something = Square::ALL
        .into_iter()
        .any(|at| next.color_on(at) == Some(side) && geometry::attacks(&next, *guarded, at));
    match attacks_something || men::rank_for(!side, *guarded) >= 4 {
        true => Ok(()),
        false => Err("the pawn had nothing to do there"),
    }
}

fn say(_: &Scene, squares: &[Square]) -> String {
    let name = |at: usize| squares.get(at).map(Square::to_string).unwrap_or_default();
    format!(
        "It holds back the pawn on\u{a0}{}, which could have gone to\u{a0}{}.",
        name(2),
        name(1)
    )
}

#[test]
fn cases() {
    let cases = "
        # A pawn is held back.
        rnbq1rk1/pp2ppbp/2pp1np1/8/3PP3/2N2N2/PPP1BPPP/R1BQ1RK1 w - - 0 7
        a4: It holds back the pawn on b7, which could have gone to b5.
        rnbq1rk1/ppp2pbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQK2R b KQ - 0 7
        a5: It holds back the pawn on b2, which could have gone to b4.
        # Nothing is held back.
        rnbq1rk1/pp2ppbp/2pp1np1/8/3PP3/2N2N2/PPP1BPPP/R1BQ1RK1 w - - 0 7
        a3: -
        Re1: -
        a4 not: a4, a4 b5, a4 b5 a7, b5 a4 b7
        rnbq1rk1/pp2ppbp/2pp1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 7
        a4: -
    ";
    RESTRAINS_PAWN.holds(cases);
}
