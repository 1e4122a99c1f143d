//! **Supports**: a man other than the king moves, without capturing, to where it guards a pawn of
//! its own side on the c- to f-files, on its third to fifth rank, or a knight or bishop of its
//! side on its fourth rank or further, that it did not guard before and that a man of the opponent
//! attacks. The moved man is not lost.
//!
//! Squares: where it stands, then what it guards.

use bstar_board::{File, Piece, Square};

use crate::finders::pawns::newly_attacked;
use crate::finders::pieces::{is_mover_lost, moved};
use crate::ground::plain::{exchange, geometry, men, pawns};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const SUPPORTS: Concept = Concept {
    name: "supports",
    themes: &["protects", "centre"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, after) = (scene.side, &scene.after);
    let is_plain = moved(scene).is_some_and(|piece| piece != Piece::King);
    if !is_plain || !scene.before.is_quiet(scene.mv) || is_mover_lost(scene) {
        return Vec::new();
    }
    let is_post = |at: &Square| {
        let rank = Scene::rank(side, *at);
        let is_inner = (File::C..=File::F).contains(&at.file());
        match after.piece_on(*at) {
            Some(Piece::Pawn) => is_inner && (3..=5).contains(&rank),
            Some(Piece::Knight | Piece::Bishop) => rank >= 4,
            _ => false,
        }
    };
    let is_attacked = |at: &Square| {
        let men = after.attackers(*at, after.occupied()) & after.side(!side);
        !men.is_empty()
    };
    let guarded = newly_attacked(scene) & after.side(side);
    let post = guarded.into_iter().filter(is_post).find(is_attacked);
    post.into_iter()
        .map(|at| Finding::on([scene.mv.to, at]))
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, post] = exactly(squares, "it is about two men")?;
    let (side, after) = (scene.side, &scene.after);
    let piece = men::moved(&scene.before, scene.mv, after);
    let is_plain = piece.is_some_and(|piece| piece != Piece::King) && *square == scene.mv.to;
    if !is_plain || scene.before.captured(scene.mv).is_some() || exchange::is_lost(after, *square) {
        return Err("nothing has just moved there, or it is lost");
    }
    let is_new = pawns::attacks_anew(&scene.before, after, scene.mv, *post);
    if !is_new || after.color_on(*post) != Some(side) {
        return Err("it does not guard it anew");
    }
    let (rank, file) = (men::rank_for(side, *post), post.file() as i32);
    let is_post = match after.piece_on(*post) {
        Some(Piece::Pawn) => (2..=5).contains(&file) && (3..=5).contains(&rank),
        Some(Piece::Knight | Piece::Bishop) => rank >= 4,
        _ => false,
    };
    let is_attacked = Square::ALL
        .into_iter()
        .any(|by| after.color_on(by) == Some(!side) && geometry::attacks(after, by, *post));
    ensure(is_post && is_attacked, "it needs no support")
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let post = squares.last().copied().unwrap_or(scene.mv.to);
    let name = scene.after.piece_on(post).map_or("piece", man);
    format!("It supports the {name} on\u{a0}{post}.")
}

#[test]
fn cases() {
    let cases = "
        # A pawn is supported.
        r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/3P1N2/PPP2PPP/RNBQKB1R b KQkq - 0 4
        d6: It supports the pawn on e5.
        Qe7: It supports the pawn on e5.
        # No support.
        a6: -
        Ke7: -
        Be7: -
        d6 not: d6, e5 d6, d6 c7, d6 e5 e5
    ";
    SUPPORTS.holds(cases);
}
