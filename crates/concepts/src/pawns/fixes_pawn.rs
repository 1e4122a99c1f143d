//! **Fixed pawn**: a pawn moves straight ahead, is not lost there, and stops an enemy pawn right
//! in front of it that has not reached its own fifth rank. No pawn of the opponent can ever guard
//! that pawn: none stands on the files beside it, on its rank or behind it. There was no pawn to
//! take and there is none.
//!
//! Squares: where the pawn stands, then the fixed pawn.

use bstar_board::{Piece, Square, attacks};

use crate::finders::pawns::{ahead, is_safe, pushed, stop};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const FIXES_PAWN: Concept = Concept {
    name: "fixes-pawn",
    themes: &["backward-pawn", "restricts"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, after) = (scene.side, &scene.after);
    let other = after.men(!side, Piece::Pawn);
    let fixed = |square: Square| {
        let pawn = stop(side, square).filter(|next| other.has(*next))?;
        let guards = (other & pawn.file().adjacent()) - ahead(!side, pawn);
        let hits = attacks::pawn(scene.mv.from, side) | attacks::pawn(square, side);
        let is_fixed = Scene::rank(!side, pawn) < 5
            && guards.is_empty()
            && (hits & other).is_empty()
            && is_safe(after, square);
        is_fixed.then(|| Finding::on([square, pawn]))
    };
    pushed(scene).and_then(fixed).into_iter().collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, pawn] = exactly(squares, "a pawn and a fixed pawn")?;
    let (side, after) = (scene.side, &scene.after);
    let ahead = plain::pawns::forward(side);
    if *square != scene.mv.to || !plain::pawns::is_push(&scene.before, scene.mv) {
        return Err("no pawn was pushed there");
    }
    let is_in_front = plain::pawns::step(*square, 0, ahead) == Some(*pawn);
    if !is_in_front || !plain::pawns::is_pawn(after, !side, *pawn) {
        return Err("it stops no pawn");
    }
    let rank = plain::men::rank_for(!side, *pawn);
    if rank > 4 {
        return Err("the pawn is too far up the board");
    }
    let file = pawn.file() as i32;
    let mut neighbours = plain::pawns::pawns_on_file(after, !side, file - 1);
    neighbours.extend(plain::pawns::pawns_on_file(after, !side, file + 1));
    if neighbours
        .iter()
        .any(|other| plain::men::rank_for(!side, *other) <= rank)
    {
        return Err("a pawn can guard it");
    }
    let hits = |from: Square| {
        let at = |files: i32| plain::pawns::step(from, files, ahead);
        [at(-1), at(1)]
            .into_iter()
            .flatten()
            .any(|target| plain::pawns::is_pawn(after, !side, target))
    };
    if hits(scene.mv.from) || hits(*square) {
        return Err("there is a pawn to take");
    }
    match plain::exchange::is_lost(after, *square) {
        true => Err("the pawn is lost there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let pawn = squares.get(1).copied().unwrap_or(scene.mv.to);
    format!("It fixes the pawn on\u{a0}{pawn}, which no pawn can ever guard.")
}

#[test]
fn cases() {
    let cases = "
        # A weak pawn is fixed.
        6k1/5p1p/p6p/8/P7/7P/5PP1/6K1 w - - 0 1
        a5: It fixes the pawn on a6, which no pawn can ever guard.
        6k1/5ppp/8/2p5/8/2P5/5PPP/6K1 b - - 0 1
        c4: It fixes the pawn on c3, which no pawn can ever guard.
        # No pawn is fixed.
        # The b-pawn can guard it; nothing is in front; the pawn is lost.
        6k1/1p3ppp/p7/8/P7/8/5PPP/6K1 w - - 0 1
        a5: -
        6k1/5p1p/p6p/8/P7/7P/5PP1/6K1 w - - 0 1
        h4: -
        a5 not: a5, a6 a5, a5 h6, a5 a6 a6
        r5k1/5ppp/p7/2b5/P7/8/5PPP/6K1 w - - 0 1
        a5: It fixes the pawn on a6, which no pawn can ever guard.
        3r2k1/2b2ppp/p7/8/P7/8/5PPP/6K1 w - - 0 1
        a5: -
    ";
    FIXES_PAWN.holds(cases);
}
