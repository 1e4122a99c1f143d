//! **Blockade**: a knight, bishop, rook or king moves to the square right before a passed pawn of
//! the opponent that has reached at least its fourth rank, or a knight or bishop before an
//! isolated pawn that has reached at least its third. It is not lost there, and it did not block
//! this pawn before.
//!
//! Squares: where it stands, then the pawn.

use bstar_board::{Color, Piece, Square};

use crate::finders::pawns::is_passed;
use crate::finders::pieces::moved;
use crate::ground::exchange::is_lost;
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const BLOCKADES: Concept = Concept {
    name: "blockades",
    themes: &["blockade", "isolated-pawn", "passed-pawn"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (enemy, to) = (!scene.side, scene.mv.to);
    let step = if scene.side == Color::White { 1 } else { -1 };
    let (Some(kind), Some(pawn)) = (moved(scene), to.try_offset(0, step)) else {
        return Vec::new();
    };
    let pawns = scene.after.men(enemy, Piece::Pawn);
    let rank = Scene::rank(enemy, pawn);
    let can_hold = !matches!(kind, Piece::Pawn | Piece::Queen);
    let is_light_piece = matches!(kind, Piece::Knight | Piece::Bishop);
    let is_isolated = (pawns & pawn.file().adjacent()).is_empty();
    let is_worth_it = can_hold && is_passed(&scene.after, enemy, pawn) && rank >= 4
        || is_light_piece && is_isolated && rank >= 3;
    match pawns.has(pawn) && is_worth_it && !is_lost(&scene.after, to) {
        true => vec![Finding::on([to, pawn])],
        false => Vec::new(),
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let ([by, pawn], side) = (squares, scene.side) else {
        return Err("a blockade is of one pawn");
    };
    let kind = scene.after.piece_on(*by);
    let is_same = scene.before.piece_on(scene.mv.from) == kind;
    if *by != scene.mv.to || !is_same || scene.before.is_castling(scene.mv) {
        return Err("nothing has just moved there");
    }
    let is_pawn = plain::men::is_man(&scene.after, *pawn, !side, Piece::Pawn);
    if !is_pawn || plain::pawns::step(*by, 0, plain::pawns::forward(side)) != Some(*pawn) {
        return Err("it does not stand before the pawn");
    }
    let rank = plain::men::rank_for(!side, *pawn);
    let is_passed = rank >= 4 && plain::pawns::is_any_passed(&scene.after, *pawn);
    let is_isolated = rank >= 3 && plain::pawns::is_any_isolated(&scene.after, *pawn);
    let is_worth_it = match kind {
        Some(Piece::Knight | Piece::Bishop) => is_passed || is_isolated,
        Some(Piece::Rook | Piece::King) => is_passed,
        _ => false,
    };
    ensure(is_worth_it, "there is nothing to blockade")?;
    match plain::exchange::is_lost(&scene.after, *by) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let pawn = squares.last().copied().unwrap_or(scene.mv.to);
    let kind = match plain::pawns::is_any_passed(&scene.after, pawn) {
        true => "passed",
        false => "isolated",
    };
    format!(
        "The {} blockades the {kind} pawn on\u{a0}{pawn}.",
        man(scene.man())
    )
}

#[test]
fn cases() {
    let cases = "
        # A pawn is blocked.
        r2q1rk1/pp2bppp/2n2n2/3p4/8/2N2N2/PP2PPPP/R2Q1RK1 w - - 0 1
        Nd4: The knight blockades the isolated pawn on d5.
        8/8/4k3/8/1p6/8/3K2P1/8 w - - 0 1
        Kc2: -
        8/8/4k3/8/1p6/8/2K3P1/8 w - - 0 1
        Kb3: The king blockades the passed pawn on b4.
        # No blockade.
        # The pawn has neighbours; a queen does not blockade; the knight is lost.
        r2q1rk1/pp2bppp/2n1pn2/3p4/8/2N2N2/PP2PPPP/R2Q1RK1 w - - 0 1
        Nd4: -
        r2q1rk1/pp2bppp/2n2n2/3p4/8/2N2N2/PP2PPPP/R2Q1RK1 w - - 0 1
        Qd4: -
        Nd4 not: d4, d4 d6, d5 d4, d4 d5 d5
        r2q1rk1/pp2bppp/2n2n2/3p4/8/1NN5/PP2PPPP/RQ3RK1 w - - 0 1
        Nd4: -
    ";
    BLOCKADES.holds(cases);
}
