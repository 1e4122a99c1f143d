//! **Support of a passed pawn**: a piece (the king only in an ending, where no side has more than
//! two pieces, a queen counting for two) moves to where it guards, and did not guard before, the
//! square in front of a passed pawn of its own side. Or it now guards the pawn itself, as a rook
//! or queen behind it on its file or because the pawn is attacked. The pawn stands on its fifth
//! rank or further, or anywhere in an ending. The piece is not lost there.
//!
//! Squares: where the piece stands, then the passed pawn.

use bstar_board::{Piece, Square};

use crate::finders::pawns::{is_ending, is_passed, is_safe, newly_attacked, stop};
use crate::finders::pieces::attackers;
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const SUPPORTS_PASSER: Concept = Concept {
    name: "supports-passer",
    themes: &["passed-pawn"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

/// The least rank of the pawn while there are many pieces.
const LEAST_RANK: usize = 5;

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to, after) = (scene.side, scene.mv.to, &scene.after);
    let is_ending = is_ending(after);
    let is_piece = match scene.man() {
        Piece::Pawn => false,
        Piece::King => is_ending,
        _ => true,
    };
    let reach = newly_attacked(scene);
    if !is_piece || reach.is_empty() {
        return Vec::new();
    }
    let is_helped = |pawn: &Square| {
        let guards_next = stop(side, *pawn)
            .is_some_and(|next| reach.has(next) && after.color_on(next) != Some(side));
        let needs_guard = !attackers(after, !side, *pawn).is_empty();
        guards_next || reach.has(*pawn) && (needs_guard || is_behind(scene, *pawn))
    };
    let pawns = after.men(side, Piece::Pawn).into_iter();
    pawns
        .filter(|pawn| is_ending || Scene::rank(side, *pawn) >= LEAST_RANK)
        .filter(|pawn| is_passed(after, side, *pawn) && is_helped(pawn))
        .filter(|_| is_safe(after, to))
        .max_by_key(|pawn| Scene::rank(side, *pawn))
        .map(|pawn| Finding::on([to, pawn]))
        .into_iter()
        .collect()
}

/// Whether a rook or queen has come to stand behind the pawn on its file.
fn is_behind(scene: &Scene, pawn: Square) -> bool {
    let to = scene.mv.to;
    matches!(scene.man(), Piece::Rook | Piece::Queen)
        && to.file() == pawn.file()
        && Scene::rank(scene.side, to) < Scene::rank(scene.side, pawn)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, pawn] = exactly(squares, "a piece and a passed pawn")?;
    let (side, after) = (scene.side, &scene.after);
    let kind = after.piece_on(*square);
    let is_ending = plain::pawns::is_ending(after);
    if *square != scene.mv.to || scene.before.is_castling(scene.mv) {
        return Err("nothing has just moved there");
    }
    if kind == Some(Piece::Pawn) || kind == Some(Piece::King) && !is_ending {
        return Err("no piece supports it");
    }
    let is_far = is_ending || plain::men::rank_for(side, *pawn) >= 5;
    if !is_far || !plain::pawns::is_passed(after, side, *pawn) {
        return Err("no passed pawn stands there");
    }
    let guards = |at: Square| plain::pawns::attacks_anew(&scene.before, after, scene.mv, at);
    let guards_next = plain::pawns::step(*pawn, 0, plain::pawns::forward(side))
        .is_some_and(|next| guards(next) && after.color_on(next) != Some(side));
    let is_attacked = !plain::men::attackers(after, !side, *pawn).is_empty();
    let is_behind = matches!(kind, Some(Piece::Rook | Piece::Queen))
        && square.file() == pawn.file()
        && plain::men::rank_for(side, *square) < plain::men::rank_for(side, *pawn);
    if !guards_next && !(guards(*pawn) && (is_attacked || is_behind)) {
        return Err("it does not support the pawn");
    }
    match plain::exchange::is_lost(after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let pawn = squares.get(1).copied().unwrap_or(scene.mv.to);
    let piece = man(scene.man());
    let reach = newly_attacked(scene);
    let next = stop(scene.side, pawn).filter(|next| reach.has(*next));
    match next {
        _ if is_behind(scene, pawn) && reach.has(pawn) => {
            format!("The {piece} gets behind the passed pawn on\u{a0}{pawn}.")
        }
        Some(next) => match scene.after.piece_on(next) {
            Some(blocker) => format!(
                "The {piece} attacks the {} that stops the passed pawn on\u{a0}{pawn}.",
                man(blocker)
            ),
            None => format!(
                "The {piece} guards {next}, the next square of the passed pawn on\u{a0}{pawn}."
            ),
        },
        None => format!("The {piece} guards the passed pawn on\u{a0}{pawn}."),
    }
}

#[test]
fn cases() {
    let cases = "
        # A passed pawn gets help.
        4k3/8/8/3P4/2K5/8/8/8 w - - 0 1
        Kc5: The king guards d6, the next square of the passed pawn on d5.
        Kc5 not: c5, d5 c5, c5 d6, c5 d5 d5
        3r2k1/5ppp/8/3P4/8/8/5PPP/R5K1 w - - 0 1
        Rd1: The rook gets behind the passed pawn on d5.
        3r2k1/5ppp/3n4/3P4/8/4B3/5PPP/3R2K1 w - - 0 1
        Bf4: The bishop attacks the knight that stops the passed pawn on d5.
        3r2k1/5ppp/8/3P4/8/8/4BPPP/6K1 w - - 0 1
        Bf3: The bishop guards the passed pawn on d5.
        # No help.
        # The king guards nothing new; the knight is lost; the pawn is not passed.
        8/4k3/8/3P4/8/3K4/8/8 w - - 0 1
        Ke3: -
        3r2k1/5ppp/p7/3P4/8/2N5/5PPP/3R2K1 w - - 0 1
        Nb5: -
        4k3/3p4/8/3P4/2K5/8/8/8 w - - 0 1
        Kc5: -
    ";
    SUPPORTS_PASSER.holds(cases);
}
