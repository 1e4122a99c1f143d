//! **More active**: a knight, bishop, rook or queen gets clearly more safe squares: at least three
//! more, and at least half as many again. Safe squares are those it attacks, without those of its
//! own side and those that a cheaper man of the opponent attacks. It captures nothing and is not
//! lost. A knight, bishop or queen that leaves its first rank is merely developed and does not
//! count.
//!
//! Squares: where it stands.

use bstar_board::{Piece, Square};

use crate::finders::pieces::{is_mover_lost, moved, safe_squares};
use crate::ground::plain::{exchange, men};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

/// Safe squares that it must gain.
const MIN_GAIN: usize = 3;

pub(crate) const MORE_ACTIVE: Concept = Concept {
    name: "more-active",
    themes: &["activity"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (from, square) = (scene.mv.from, scene.mv.to);
    let is_piece = |piece: &Piece| !matches!(piece, Piece::Pawn | Piece::King);
    let Some(piece) = moved(scene).filter(is_piece) else {
        return Vec::new();
    };
    let is_development = piece != Piece::Rook && Scene::rank(scene.side, from) == 1;
    if is_development || !scene.before.is_quiet(scene.mv) {
        return Vec::new();
    }
    let had = safe_squares(&scene.before, from).len() as usize;
    let has = safe_squares(&scene.after, square).len() as usize;
    match has >= had + MIN_GAIN && 2 * has >= 3 * had && !is_mover_lost(scene) {
        true => vec![Finding::on([square])],
        false => Vec::new(),
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about one piece")?;
    let piece = men::moved(&scene.before, scene.mv, &scene.after);
    let is_rook = match piece {
        Some(Piece::Pawn | Piece::King) | None => return Err("no piece has just moved there"),
        Some(piece) => piece == Piece::Rook,
    };
    if *square != scene.mv.to || scene.before.captured(scene.mv).is_some() {
        return Err("no piece has just moved there");
    }
    if !is_rook && men::rank_for(scene.side, scene.mv.from) == 1 {
        return Err("it is merely developed");
    }
    let had = men::count_safe_squares(&scene.before, scene.mv.from);
    let has = men::count_safe_squares(&scene.after, *square);
    if has < had + MIN_GAIN || 2 * has < 3 * had {
        return Err("it does not gain enough squares");
    }
    match exchange::is_lost(&scene.after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, _: &[Square]) -> String {
    format!(
        "The {} is more active on\u{a0}{} than on\u{a0}{}.",
        man(scene.man()),
        scene.mv.to,
        scene.mv.from
    )
}

#[test]
fn cases() {
    let cases = "
        # A piece gets more squares.
        6k1/5ppp/8/8/8/N7/5PPP/B5K1 w - - 0 1
        Nc4: The knight is more active on c4 than on a3.
        6k1/5ppp/8/8/3P4/8/3P1PPP/3R2K1 w - - 0 1
        Rb1: The rook is more active on b1 than on d1.
        # No gain.
        6k1/5ppp/8/8/8/N7/5PPP/B5K1 w - - 0 1
        Nb1: -
        # The bishop comes from its first rank; the pawn is no piece.
        Bd4: -
        h4: -
        Nc4 not: a3, c4 c4, b5
    ";
    MORE_ACTIVE.holds(cases);
}
