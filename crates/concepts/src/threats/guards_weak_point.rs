//! **Guards a weak point**: a man of the side (not the king) was attacked at least as often as it
//! was guarded, by at least one man, and no pawn guarded it. A man moves, without capturing and
//! not to its loss, and guards it anew, so that it is guarded more often than before and at least
//! as often as it is attacked. It is not lost.
//!
//! Squares: where the man stands that moved, then what it guards.

use std::cmp::Reverse;

use bstar_board::{Piece, Square, attacks};

use crate::finders::naming::the_one_on;
use crate::finders::pieces::{attackers, moved, reach};
use crate::ground::exchange::{is_lost, loses_on};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene};

pub(crate) const GUARDS_WEAK_POINT: Concept = Concept {
    name: "guards-weak-point",
    themes: &["protects", "prophylaxis"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    let is_calm = moved(scene).is_some() && scene.before.is_quiet(scene.mv);
    if !is_calm || is_lost(&scene.after, to) {
        return Vec::new();
    }
    let new = reach(&scene.after, to) & !reach(&scene.before, from) & scene.before.side(side);
    let held = attacks::pawns(scene.before.men(side, Piece::Pawn), side);
    let candidates = new & !held & !scene.before.pieces(Piece::King) & !from.bitboard();
    let count = |position, color, square| attackers(position, color, square).len();
    let is_helped = |point: &Square| {
        let (was, is) = (
            count(&scene.before, side, *point),
            count(&scene.after, side, *point),
        );
        let enemies = count(&scene.before, !side, *point);
        enemies > 0
            && enemies >= was
            && is > was
            && is >= count(&scene.after, !side, *point)
            && !is_lost(&scene.after, *point)
    };
    let passed = scene.before.pass().ok();
    let danger = |point: &Square| passed.as_ref().map_or(0, |now| loses_on(now, *point));
    candidates
        .into_iter()
        .filter(is_helped)
        .min_by_key(|point| Reverse((danger(point), scene.after.piece_on(*point))))
        .map(|point| Finding::on([to, point]))
        .into_iter()
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let ([by, point], side) = (squares, scene.side) else {
        return Err("a man and what it guards are needed");
    };
    let is_calm = scene.before.captured(scene.mv).is_none()
        && scene.mv.promotion.is_none()
        && !scene.before.is_castling(scene.mv);
    if *by != scene.mv.to || !is_calm || plain::exchange::is_lost(&scene.after, *by) {
        return Err("nothing has just moved there safely");
    }
    let is_own = scene.before.color_on(*point) == Some(side) && *point != scene.mv.from;
    if !is_own || scene.before.piece_on(*point) == Some(Piece::King) {
        return Err("there is nothing to guard");
    }
    let is_new = plain::geometry::attacks(&scene.after, *by, *point)
        && !plain::geometry::attacks(&scene.before, scene.mv.from, *point);
    if !is_new || plain::pawns::is_held_by_pawn(&scene.before, side, *point) {
        return Err("it does not guard it anew, or a pawn did");
    }
    let count = |position, color| plain::men::attackers(position, color, *point).len();
    let (was, is) = (count(&scene.before, side), count(&scene.after, side));
    let enemies = count(&scene.before, !side);
    if enemies == 0 || enemies < was || is <= was || is < count(&scene.after, !side) {
        return Err("it was guarded well enough");
    }
    match plain::exchange::is_lost(&scene.after, *point) {
        true => Err("it is lost all the same"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let point = squares.last().copied().unwrap_or(scene.mv.to);
    let who = the_one_on(&scene.after, point);
    let was_bare = plain::men::attackers(&scene.before, scene.side, point).is_empty();
    match was_bare {
        true => format!("It protects {who}, which was attacked."),
        false => format!("It gives {who}, which is under attack, another guard."),
    }
}

#[test]
fn cases() {
    let cases = "
        # A weak point is guarded.
        rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1
        Nc6: It protects the pawn on e5, which was attacked.
        6k1/5ppp/2n5/3pr3/3P4/4PB2/5PPP/3R2K1 b - - 0 1
        Re8: -
        # too few guards
        4r1k1/5ppp/2n5/3p4/8/4PB2/5PPP/3R2K1 b - - 0 1
        Rd8: -
        4r1k1/5ppp/5n2/3p4/8/4P3/5PPP/3R2K1 b - - 0 1
        Rd8: It gives the pawn on d5, which is under attack, another guard.
        # No weak point.
        rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1
        Nf6: -
        a6: -
        Nc6 not: c6, e5 c6, c6 d8, c6 e5 e5
        Nf6 not: f6 e5
    ";
    GUARDS_WEAK_POINT.holds(cases);
}
