//! **Frees a diagonal**: a pawn moves, not to its loss or held by a pawn, off a diagonal of a
//! bishop of its side, where no pawn stood between them and at most one piece of its side does.
//! Beyond the square it left, the bishop's way is free for at least two squares more, or leads to a
//! man of the opponent.
//!
//! Squares: where the pawn stands, then the bishop.

use bstar_board::{BitBoard, Piece, Square, attacks};

use crate::finders::pawns::is_safe;
use crate::finders::pieces::{diagonal_name, moved};
use crate::ground::plain::{exchange, geometry, men, pawns};
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

/// Free squares beyond the one that the pawn left.
const MIN_BEYOND: usize = 2;

pub(crate) const FREES_DIAGONAL: Concept = Concept {
    name: "frees-diagonal",
    themes: &["opens-line"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to, after) = (scene.side, scene.mv.from, scene.mv.to, &scene.after);
    let is_held = attacks::pawns(after.men(side, Piece::Pawn), side).has(to);
    if moved(scene) != Some(Piece::Pawn) || !(is_held || is_safe(after, to)) {
        return Vec::new();
    }
    let is_freed = |bishop: &Square| {
        let line = attacks::line(*bishop, from);
        let is_diagonal = attacks::bishop(*bishop, BitBoard::EMPTY).has(from);
        let between = attacks::between(*bishop, from) & after.occupied();
        let has_pawn = !(between & after.pieces(Piece::Pawn)).is_empty();
        let is_own = between.is_subset(after.side(side)) && between.len() <= 1;
        let reach = attacks::bishop(from, after.occupied() & !bishop.bitboard()) & line;
        let beyond: Vec<Square> = reach
            .into_iter()
            .filter(|at| attacks::between(*bishop, *at).has(from))
            .collect();
        let free = beyond.iter().filter(|at| after.color_on(**at).is_none());
        let hits = beyond.iter().any(|at| after.side(!side).has(*at));
        is_diagonal && !line.has(to) && is_own && !has_pawn && (hits || free.count() >= MIN_BEYOND)
    };
    let mut bishops = after.men(side, Piece::Bishop).into_iter();
    bishops
        .find(is_freed)
        .map(|bishop| Finding::on([to, bishop]))
        .into_iter()
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, bishop] = exactly(squares, "a pawn and a bishop")?;
    let (side, left, after) = (scene.side, scene.mv.from, &scene.after);
    let is_pawn = men::moved(&scene.before, scene.mv, after) == Some(Piece::Pawn);
    if *square != scene.mv.to || !is_pawn {
        return Err("no pawn has just moved there");
    }
    if !men::is_man(after, *bishop, side, Piece::Bishop) {
        return Err("no bishop stands there");
    }
    let way = geometry::between(*bishop, left);
    let Some((squares, geometry::Direction::Diagonal)) = way else {
        return Err("the pawn stood on no diagonal of it");
    };
    let taken: Vec<Square> = squares
        .into_iter()
        .filter(|at| after.piece_on(*at).is_some())
        .collect();
    let is_piece =
        |at: &Square| after.color_on(*at) == Some(side) && after.piece_on(*at) != Some(Piece::Pawn);
    if taken.len() > 1 || !taken.iter().all(is_piece) {
        return Err("other men stand in the way");
    }
    let Some((dx, dy)) = men::step(*bishop, left) else {
        return Err("the pawn stood on no diagonal of it");
    };
    let beyond = men::walk(after, left, dx, dy);
    if beyond.contains(square) || men::walk(after, left, -dx, -dy).contains(square) {
        return Err("the pawn is still on the diagonal");
    }
    let free = beyond.iter().filter(|at| after.piece_on(**at).is_none());
    let hits = beyond.iter().any(|at| after.color_on(*at) == Some(!side));
    if !hits && free.count() < MIN_BEYOND {
        return Err("the diagonal leads nowhere");
    }
    let is_held = pawns::is_held_by_pawn(after, side, *square);
    match is_held || !exchange::is_lost(after, *square) {
        true => Ok(()),
        false => Err("the pawn is lost there"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let bishop = squares.last().copied().unwrap_or(scene.mv.to);
    format!(
        "The pawn leaves the diagonal\u{a0}{} to the bishop on\u{a0}{bishop}.",
        diagonal_name(bishop, scene.mv.from)
    )
}

#[test]
fn cases() {
    let cases = "
        # A pawn leaves the diagonal.
        r1b2rk1/pp1nqppp/2p1p3/8/2BP4/2R1PN2/PP3PPP/3Q1RK1 b - - 0 1
        e5: The pawn leaves the diagonal h3-c8 to the bishop on c8.
        # No diagonal is freed.
        h6: -
        e5 not: e5, e5 c4, c8 e5, e5 c8 c8
        r1b2rk1/pp1pqppp/2p1p3/8/2BP4/2R1PN2/PP3PPP/3Q1RK1 b - - 0 1
        e5: -
        r1b2rk1/pp1nqppp/2p1p3/5N2/2BP4/2R1PN2/PP3PPP/3Q1RK1 b - - 0 1
        c5: -
    ";
    FREES_DIAGONAL.holds(cases);
}
