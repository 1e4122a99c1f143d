//! **Rook behind a pawn**: a rook moves along its first rank, not to its loss, to the c- to f-files
//! and stands behind a pawn of its side, with nothing between. The pawn can still advance: no pawn
//! stands before it. The rook did not stand so on the c- to e-files before.
//!
//! Squares: where the rook stands, then the pawn.

use bstar_board::{Color, File, Piece, Position, Square};

use crate::finders::pawns::{ahead, stop};
use crate::finders::pieces::{file_name, is_clear, is_mover_lost, moved};
use crate::ground::plain::{exchange, men, pawns};
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const ROOK_BEHIND_PAWN: Concept = Concept {
    name: "rook-behind-pawn",
    themes: &["activity", "centre"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    let is_along = Scene::rank(side, from) == 1 && Scene::rank(side, to) == 1;
    let is_inner = |at: Square| (File::C..=File::F).contains(&at.file());
    let is_central = (File::C..=File::E).contains(&from.file());
    let had_none = !is_central || pawn_ahead(&scene.before, side, from).is_none();
    let pawn = pawn_ahead(&scene.after, side, to)
        .filter(|_| moved(scene) == Some(Piece::Rook) && is_along && is_inner(to) && had_none);
    match pawn {
        Some(pawn) if !is_mover_lost(scene) => vec![Finding::on([to, pawn])],
        _ => Vec::new(),
    }
}

/// The pawn of its side that a rook stands behind, if no pawn stops it.
fn pawn_ahead(position: &Position, side: Color, rook: Square) -> Option<Square> {
    let own = position.men(side, Piece::Pawn) & rook.file().bitboard() & ahead(side, rook);
    let first = own
        .into_iter()
        .min_by_key(|pawn| Scene::rank(side, *pawn))?;
    let is_stopped = stop(side, first).is_some_and(|next| position.pieces(Piece::Pawn).has(next));
    (!is_stopped && is_clear(position, rook, first)).then_some(first)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, pawn] = exactly(squares, "a rook and a pawn")?;
    let (side, from) = (scene.side, scene.mv.from);
    let is_rook = men::moved(&scene.before, scene.mv, &scene.after) == Some(Piece::Rook);
    if *square != scene.mv.to || !is_rook {
        return Err("no rook has just moved there");
    }
    if men::rank_for(side, from) != 1 || men::rank_for(side, *square) != 1 {
        return Err("it does not move along its first rank");
    }
    let is_inner = |at: Square| [2, 3, 4, 5].contains(&(at.file() as i32));
    if !is_inner(*square) || first_pawn(&scene.after, side, *square) != Some(*pawn) {
        return Err("it does not stand behind that pawn");
    }
    let is_central = [2, 3, 4].contains(&(from.file() as i32));
    if is_central && first_pawn(&scene.before, side, from).is_some() {
        return Err("it stood behind a pawn before");
    }
    match exchange::is_lost(&scene.after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

/// The first man up the file, if it is an own pawn that no pawn stops.
fn first_pawn(position: &Position, side: Color, rook: Square) -> Option<Square> {
    let up = pawns::forward(side);
    let way = men::walk(position, rook, 0, up);
    let last = way.last().copied()?;
    let next = pawns::step(last, 0, up);
    let is_stopped = next.is_some_and(|next| position.piece_on(next) == Some(Piece::Pawn));
    (pawns::is_pawn(position, side, last) && !is_stopped).then_some(last)
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let pawn = squares.last().copied().unwrap_or(scene.mv.to);
    format!(
        "The rook goes to the {}-file, behind the pawn on\u{a0}{pawn}.",
        file_name(scene.mv.to)
    )
}

#[test]
fn cases() {
    let cases = "
        # A rook comes behind a pawn.
        r2q1rk1/pbpnbppp/1p3n2/3p2B1/3P4/2NBPN2/PP3PPP/R2Q1RK1 w - - 0 1
        Re1: The rook goes to the e-file, behind the pawn on e3.
        # No pawn to support.
        # An open file; a piece between; a blocked pawn; not along the first rank.
        Rc1: -
        Rb1: -
        Re1 not: e1, e1 d4, e3 e1, e1 e3 e3
        r2q1rk1/pbpnbppp/1p3n2/3p2B1/3P4/3BPN2/PP2NPPP/R2Q1RK1 w - - 0 1
        Re1: -
        r2q1rk1/pbpnbppp/1p3n2/6B1/3Pp3/2NBPN2/PP3PPP/R2Q1RK1 w - - 0 1
        Re1: -
    ";
    ROOK_BEHIND_PAWN.holds(cases);
}
