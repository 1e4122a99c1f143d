//! **Heads for a blockade**: a knight moves, without capturing and not to its loss, to where its
//! next move can take it to the square right before a passed pawn of the opponent that has reached
//! at least its fourth rank, or before an isolated pawn that has reached at least its third. None
//! of its own men stands there, and it could not reach that square in one move before.
//!
//! Squares: where the knight stands, then the square before the pawn, then the pawn.

use bstar_board::{Piece, Square, attacks};

use crate::finders::pawns::{is_isolated, is_passed, stop};
use crate::finders::pieces::{is_mover_lost, moved};
use crate::ground::plain::{exchange, geometry, men, pawns};
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const HEADS_FOR_BLOCKADE: Concept = Concept {
    name: "heads-for-blockade",
    themes: &["blockade", "reroute"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to, after) = (scene.side, scene.mv.from, scene.mv.to, &scene.after);
    let is_quiet = scene.before.captured(scene.mv).is_none();
    if moved(scene) != Some(Piece::Knight) || !is_quiet || is_mover_lost(scene) {
        return Vec::new();
    }
    let posts = attacks::knight(to) & !attacks::knight(from) & !after.side(side) & !from.bitboard();
    let blocked = |post: Square| {
        let pawn = stop(side, post)?;
        let rank = Scene::rank(!side, pawn);
        let is_it = is_passed(after, !side, pawn) && rank >= 4
            || is_isolated(after, !side, pawn) && rank >= 3;
        is_it.then_some((post, pawn))
    };
    posts
        .into_iter()
        .find_map(blocked)
        .map(|(post, pawn)| Finding::on([to, post, pawn]))
        .into_iter()
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, post, pawn] = exactly(squares, "a knight, a square and a pawn")?;
    let (side, after) = (scene.side, &scene.after);
    let is_knight = men::moved(&scene.before, scene.mv, after) == Some(Piece::Knight);
    if !is_knight || *square != scene.mv.to || scene.before.captured(scene.mv).is_some() {
        return Err("no knight has just moved there");
    }
    let is_near = geometry::attacks(after, *square, *post)
        && !geometry::attacks(&scene.before, scene.mv.from, *post)
        && after.color_on(*post) != Some(side)
        && *post != scene.mv.from;
    ensure(is_near, "the knight does not come nearer to it")?;
    let rank = men::rank_for(!side, *pawn);
    let is_passed = pawns::is_passed(after, !side, *pawn) && rank >= 4;
    let is_isolated = pawns::is_isolated(after, !side, *pawn) && rank >= 3;
    let is_before = pawns::step(*post, 0, pawns::forward(side)) == Some(*pawn);
    if !is_before || !is_passed && !is_isolated {
        return Err("there is no pawn to block");
    }
    match exchange::is_lost(after, *square) {
        true => Err("the knight can be taken"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let post = squares.get(1).copied().unwrap_or(scene.mv.to);
    let pawn = squares.get(2).copied().unwrap_or(post);
    let kind = match is_passed(&scene.after, !scene.side, pawn) {
        true => "passed",
        false => "isolated",
    };
    format!("The knight heads for\u{a0}{post}, to block the {kind} pawn on\u{a0}{pawn}.")
}

#[test]
fn cases() {
    let cases = "
        # A knight goes to block.
        r2q1rk1/pp1b1ppp/5n2/2pPp3/4P3/2NB1P2/PP4PP/R2Q1RK1 b - - 0 1
        Ne8: The knight heads for d6, to block the passed pawn on d5.
        # No blockade ahead.
        Nh5: -
        Ne8 not: e8, e8 d6, e8 d6 e4, e8 c7 d5, d6 e8 d5
        r2q1rk1/pppb1ppp/5n2/3Pp3/4P3/2NB1P2/PP4PP/R2Q1RK1 b - - 0 1
        Ne8: -
    ";
    HEADS_FOR_BLOCKADE.holds(cases);
}
