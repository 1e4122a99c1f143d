//! **Closed position**: a pawn that could take a pawn, or be taken by one, moves one step ahead
//! instead, past it. It is not lost, no pawn can take it or be taken by it, and no pawn of its
//! side attacks the pawns it passed. Now pawns block each other: it stands before an enemy pawn,
//! or one that it passed stands before a pawn of its side.
//!
//! Squares: where the pawn stands, then the blocked enemy pawn.

use bstar_board::{File, Piece, Square, attacks};

use crate::finders::pawns::{is_safe, pushed, stop, wing};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const LOCKS: Concept = Concept {
    name: "locks",
    themes: &["closes", "space"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, after) = (scene.side, scene.mv.from, &scene.after);
    let is_step = |square: &Square| stop(side, from) == Some(*square);
    let Some(square) = pushed(scene).filter(is_step) else {
        return Vec::new();
    };
    let (own, other) = (after.men(side, Piece::Pawn), after.men(!side, Piece::Pawn));
    let passed_by = attacks::pawn(from, side) & other;
    let is_settled = (attacks::pawn(square, side) & other).is_empty()
        && (attacks::pawns(own, side) & passed_by).is_empty();
    if passed_by.is_empty() || !is_settled || !is_safe(after, square) {
        return Vec::new();
    }
    let in_front = stop(side, square).filter(|next| other.has(*next));
    let is_blocked = |pawn: &Square| stop(!side, *pawn).is_some_and(|next| own.has(next));
    in_front
        .or_else(|| passed_by.into_iter().find(is_blocked))
        .map(|blocked| Finding::on([square, blocked]))
        .into_iter()
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, blocked] = exactly(squares, "a pawn and a blocked pawn")?;
    let (side, after) = (scene.side, &scene.after);
    let ahead = plain::pawns::forward(side);
    let is_step = plain::pawns::step(scene.mv.from, 0, ahead) == Some(*square);
    let is_push = plain::pawns::is_push(&scene.before, scene.mv);
    if *square != scene.mv.to || !is_push || !is_step {
        return Err("no pawn has gone one step there");
    }
    let is_enemy = |at: &Square| plain::pawns::is_pawn(after, !side, *at);
    let beside = |from: Square| {
        let diagonal = [-1, 1].map(|files| plain::pawns::step(from, files, ahead));
        diagonal
            .into_iter()
            .flatten()
            .filter(is_enemy)
            .collect::<Vec<_>>()
    };
    let passed_by = beside(scene.mv.from);
    ensure(!passed_by.is_empty(), "there was no tension")?;
    let is_hit = |pawn: &Square| plain::pawns::is_held_by_pawn(after, side, *pawn);
    if !beside(*square).is_empty() || passed_by.iter().any(is_hit) {
        return Err("the tension remains");
    }
    let before_it = plain::pawns::step(*blocked, 0, -ahead);
    let blocker = before_it.filter(|at| plain::pawns::is_pawn(after, side, *at));
    let is_part = blocker == Some(*square) || passed_by.contains(blocked);
    if !is_enemy(blocked) || blocker.is_none() || !is_part {
        return Err("no pawns block each other");
    }
    match plain::exchange::is_lost(after, *square) {
        true => Err("the pawn is lost there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let blocked = squares.get(1).copied().unwrap_or(scene.mv.to);
    let blocker = stop(!scene.side, blocked).unwrap_or(blocked);
    let region = match blocked.file() {
        File::C | File::D | File::E | File::F => "centre",
        file => wing(file),
    };
    format!(
        "It closes the {region}: the pawns on\u{a0}{blocker} and\u{a0}{blocked} block each other."
    )
}

#[test]
fn cases() {
    let cases = "
        # The centre is closed.
        r1bq1rk1/ppp2pbp/2np1np1/4p3/2PPP3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 1
        d5: It closes the centre: the pawns on d5 and d6 block each other.
        rnbqkbnr/pp2pppp/2p5/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1
        e5: It closes the centre: the pawns on d4 and d5 block each other.
        6k1/8/1p6/p7/1P6/P7/8/6K1 b - - 0 1
        a4: It closes the queenside: the pawns on a4 and a3 block each other.
        # Nothing is closed.
        # No tension before; another pawn still attacks; the pawn is lost.
        6k1/8/p7/8/P7/8/8/6K1 w - - 0 1
        a5: -
        rnbqkbnr/pp2pppp/2p5/3p4/2PPP3/8/PP3PPP/RNBQKBNR w KQkq - 0 1
        e5: -
        e5 not: e5 d5
        r1bq1rk1/ppp2pbp/2np1np1/4p3/2PPP3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 1
        dxe5: -
        d5 not: d5, d6 d5, d5 d6 e5, d5 c7
    ";
    LOCKS.holds(cases);
}
