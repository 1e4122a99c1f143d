//! **Guards a loose man**: a man moves, without capturing and not to its loss, to where it guards a
//! man of its own side that it did not guard before, and that nothing guarded. It is no king, and
//! no pawn on its second rank.
//!
//! Squares: where the man stands that moved, then the one it guards.

use bstar_board::{Piece, Square};

use crate::finders::naming::the_one_on;
use crate::finders::pawns::newly_attacked;
use crate::finders::pieces::{attackers, is_mover_lost, moved};
use crate::ground::plain::{exchange, men, pawns};
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const GUARDS_LOOSE: Concept = Concept {
    name: "guards-loose",
    themes: &["protects"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to) = (scene.side, scene.mv.to);
    let is_quiet = scene.before.captured(scene.mv).is_none();
    if moved(scene).is_none() || !is_quiet || is_mover_lost(scene) {
        return Vec::new();
    }
    let own = scene.after.side(side) & !to.bitboard() & newly_attacked(scene);
    let is_loose = |at: &Square| {
        let is_low_pawn =
            scene.after.men(side, Piece::Pawn).has(*at) && Scene::rank(side, *at) == 2;
        *at != scene.after.king(side)
            && !is_low_pawn
            && attackers(&scene.before, side, *at).is_empty()
    };
    let dearest = own
        .into_iter()
        .filter(is_loose)
        .max_by_key(|at| (scene.after.piece_on(*at), *at as usize));
    dearest
        .map(|at| Finding::on([to, at]))
        .into_iter()
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, loose] = exactly(squares, "a guard and what it guards")?;
    let (side, before, after) = (scene.side, &scene.before, &scene.after);
    let is_moved = men::moved(before, scene.mv, after).is_some();
    if *square != scene.mv.to || !is_moved || before.captured(scene.mv).is_some() {
        return Err("nothing has just moved there");
    }
    let kind = after.piece_on(*loose);
    if after.color_on(*loose) != Some(side) || kind == Some(Piece::King) || loose == square {
        return Err("there is nothing to guard");
    }
    if kind == Some(Piece::Pawn) && men::rank_for(side, *loose) == 2 {
        return Err("it is a pawn at home");
    }
    if !men::attackers(before, side, *loose).is_empty() {
        return Err("it was guarded already");
    }
    if !pawns::attacks_anew(before, after, scene.mv, *loose) {
        return Err("it does not come to guard it");
    }
    ensure(!exchange::is_lost(after, *square), "it can be taken there")
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let loose = squares.last().copied().unwrap_or(scene.mv.to);
    format!(
        "It guards {}, which nothing guarded.",
        the_one_on(&scene.after, loose)
    )
}

#[test]
fn cases() {
    let cases = "
        # A loose pawn is guarded.
        3rr1k1/p4pp1/1b3n1p/3pn3/8/1P2BP2/4BP1P/R2R1K2 w - - 0 1
        Rab1: It guards the pawn on b3, which nothing guarded.
        Rab1 not: b1, b1 f3, b3 b1, b1 b3 b3
        # Nothing loose is guarded.
        # The knight guards it already; nothing is there; a capture.
        3rr1k1/p4pp1/1b3n1p/3pn3/3N4/1P2BP2/4BP1P/R2R1K2 w - - 0 1
        Rab1: -
        Rac1: -
        Rxa7: -
    ";
    GUARDS_LOOSE.holds(cases);
}
