//! **Eyes squares**: a knight, bishop, rook or queen moves, without capturing and not to its loss,
//! to where it attacks at least two squares that it did not attack before, and more of these than
//! before. Squares count in the opponent's half and on d4, e4, d5 and e5, if they hold no man of
//! its own side and no pawn of the opponent guards them.
//!
//! Squares: where it stands, then two or three of the squares, those nearest to the centre first.

use bstar_board::{BitBoard, Color, Piece, Position, Square, attacks};

use crate::finders::naming::squares as list_of;
use crate::finders::pawns::centre;
use crate::finders::pieces::{is_mover_lost, moved, reach};
use crate::ground::plain::{exchange, men, pawns};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene};

/// Squares that it must attack anew.
const MIN_SQUARES: usize = 2;
/// Squares that are told.
const MAX_TOLD: usize = 3;

pub(crate) const EYES_SQUARES: Concept = Concept {
    name: "eyes-squares",
    themes: &["activity"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let is_piece = moved(scene).is_some_and(|man| !matches!(man, Piece::Pawn | Piece::King));
    if !is_piece || scene.before.captured(scene.mv).is_some() || is_mover_lost(scene) {
        return Vec::new();
    }
    let (from, to) = (scene.mv.from, scene.mv.to);
    let was = good_squares(&scene.before, scene.side, from);
    let is = good_squares(&scene.after, scene.side, to);
    let mut fresh: Vec<Square> = (is - was).into_iter().collect();
    if fresh.len() < MIN_SQUARES || is.len() <= was.len() {
        return Vec::new();
    }
    fresh.sort_by_key(|square| from_centre(*square));
    fresh.truncate(MAX_TOLD);
    vec![Finding::on([to].into_iter().chain(fresh))]
}

/// The squares that count, as far as the piece attacks them.
fn good_squares(position: &Position, side: Color, by: Square) -> BitBoard {
    let half: BitBoard = BitBoard::FULL
        .into_iter()
        .filter(|at| Scene::rank(side, *at) >= 5)
        .collect();
    let guarded = attacks::pawns(position.men(!side, Piece::Pawn), !side);
    (half | centre()) & reach(position, by) & !position.side(side) & !guarded
}

/// How far a square is from the middle of the board, in half squares.
fn from_centre(square: Square) -> i32 {
    let off = |at: i32| (2 * at - 7).abs();
    off(square.file() as i32) + off(square.rank() as i32)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, eyed @ ..] = squares else {
        return Err("it is about a piece and squares");
    };
    let kind = men::moved(&scene.before, scene.mv, &scene.after);
    let is_piece = !matches!(kind, None | Some(Piece::Pawn | Piece::King));
    if *square != scene.mv.to || !is_piece || scene.before.captured(scene.mv).is_some() {
        return Err("no piece has just moved there");
    }
    if !(MIN_SQUARES..=MAX_TOLD).contains(&eyed.len()) {
        return Err("too few squares, or too many");
    }
    let seen = |position: &Position, by: Square| -> Vec<Square> {
        let reach = men::reach(position, by).into_iter();
        reach
            .filter(|at| is_good(position, scene.side, *at))
            .collect()
    };
    let was = seen(&scene.before, scene.mv.from);
    let is = seen(&scene.after, scene.mv.to);
    let is_fresh = |at: &Square| is.contains(at) && !was.contains(at);
    if !eyed.iter().all(is_fresh) || is.len() <= was.len() {
        return Err("it does not look at these squares anew");
    }
    match exchange::is_lost(&scene.after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn is_good(position: &Position, side: Color, at: Square) -> bool {
    let (file, rank) = (at.file() as i32, at.rank() as i32);
    let is_centre = [3, 4].contains(&file) && [3, 4].contains(&rank);
    (is_centre || men::rank_for(side, at) >= 5)
        && position.color_on(at) != Some(side)
        && !pawns::is_held_by_pawn(position, !side, at)
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let eyed = squares.get(1..).unwrap_or_default();
    let (name, to) = (man(scene.man()), scene.mv.to);
    format!(
        "From {to} the {name} looks at {}, which no pawn guards.",
        list_of(eyed)
    )
}

#[test]
fn cases() {
    let cases = "
        # A piece looks at more.
        r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4
        Bc4: From c4 the bishop looks at d5 and f7, which no pawn guards.
        # Nothing new is seen.
        # Fewer squares than before; a pawn; a capture; the piece is lost there.
        Ng1: -
        d4: -
        Nxe5: -
        Bc4 not: c4, c4 d5, c4 d5 e6, c4 f7 d5 g8 b5, d5 c4 f7
    ";
    EYES_SQUARES.holds(cases);
}
