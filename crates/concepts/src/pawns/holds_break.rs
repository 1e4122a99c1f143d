//! **Holds a break**: an enemy pawn could have gone (if the side had passed) to where it attacks a
//! pawn of the side, and the exchange there would have cost nothing. After the move (no capture,
//! no check) the pawn it would attack is still there, and the exchange on the square costs the
//! opponent a pawn.
//!
//! Squares: where the man stands that moved, then from where and to where the pawn would go.

use bstar_board::{BitBoard, Move, Piece, Square, attacks};

use crate::finders::naming::kind_on;
use crate::finders::pieces::moved;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, is_lost};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene};

pub(crate) const HOLDS_BREAK: Concept = Concept {
    name: "holds-break",
    themes: &["restricts", "prophylaxis"],
    class: IdeaClass::Denial,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let enemy = !scene.side;
    let is_calm = moved(scene).is_some()
        && scene.before.is_quiet(scene.mv)
        && !scene.after.in_check()
        && !is_lost(&scene.after, scene.mv.to);
    let Some(passed) = scene.before.pass().ok().filter(|_| is_calm) else {
        return Vec::new();
    };
    let stays =
        scene.before.men(scene.side, Piece::Pawn) & scene.after.men(scene.side, Piece::Pawn);
    let mut pushes: Vec<Move> = Vec::new();
    let pawns = passed.men(enemy, Piece::Pawn);
    passed.for_each_move(pawns, !passed.occupied(), |_, mv| {
        let hits: BitBoard = attacks::pawn(mv.to, enemy) & stays;
        let is_push = mv.from.file() == mv.to.file() && mv.promotion.is_none();
        if is_push && !hits.is_empty() {
            pushes.push(mv);
        }
    });
    let is_held = |mv: &Move| {
        scene.after.is_legal(*mv)
            && gain(&passed, *mv) > -MIN_GAIN_CENTIPAWNS
            && gain(&scene.after, *mv) <= -MIN_GAIN_CENTIPAWNS
    };
    let held = pushes.into_iter().find(is_held);
    held.map(|mv| Finding::on([scene.mv.to, mv.from, mv.to]))
        .into_iter()
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let ([by, from, to], side) = (squares, scene.side) else {
        return Err("a break is one pawn move");
    };
    let is_calm = scene.before.captured(scene.mv).is_none()
        && scene.mv.promotion.is_none()
        && !scene.before.is_castling(scene.mv)
        && !scene.after.in_check();
    if *by != scene.mv.to || !is_calm || plain::exchange::is_lost(&scene.after, *by) {
        return Err("nothing has just moved there quietly");
    }
    let is_pawn = plain::men::is_man(&scene.after, *from, !side, Piece::Pawn);
    if !is_pawn || from.file() != to.file() {
        return Err("no pawn could go there");
    }
    let passed = scene.before.pass().map_err(|_| "the side is in check")?;
    let push = |position: &bstar_board::Position| {
        let moves = position.legal_moves();
        let is_it = |mv: &&Move| (mv.from, mv.to) == (*from, *to) && mv.promotion.is_none();
        let found = moves.iter().find(is_it).copied();
        found.map(|mv| plain::exchange::gain(position, mv))
    };
    let least = plain::exchange::MIN_GAIN_CENTIPAWNS;
    let (Some(was), Some(is)) = (push(&passed), push(&scene.after)) else {
        return Err("no pawn could go there");
    };
    let up = plain::pawns::forward(!side);
    let is_target = |beside: &i32| {
        plain::pawns::step(*to, *beside, up).is_some_and(|at| {
            plain::men::is_man(&scene.before, at, side, Piece::Pawn)
                && plain::men::is_man(&scene.after, at, side, Piece::Pawn)
        })
    };
    if ![-1, 1].iter().any(is_target) {
        return Err("it would attack no pawn");
    }
    match was > -least && is <= -least {
        true => Ok(()),
        false => Err("the move does not hold it back"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let [_, from, to] = squares else {
        return String::new();
    };
    format!(
        "It holds back the break {from}-{to}: the {} would be lost there.",
        kind_on(&scene.after, *from)
    )
}

#[test]
fn cases() {
    let cases = "
        # A break is held.
        2k5/1p6/n7/8/2P5/8/8/R3KN2 w - - 0 1
        Kd2: -
        4k3/1p1b4/8/8/2P5/8/4N3/4K2R w - - 0 1
        Nc3: It holds back the break b7-b5: the pawn would be lost there.
        4k2r/4n3/8/2p5/8/8/1P1B4/4K3 b - - 0 1
        Nc6: It holds back the break b2-b4: the pawn would be lost there.
        # No break.
        # It was lost before; it does not attack a pawn; it is still guarded.
        4k3/1p6/8/8/2P5/8/8/1R2KN2 w - - 0 1
        Ne3: -
        4k3/1p1b4/8/8/8/8/4N3/4K2R w - - 0 1
        Nc3: -
        4k3/1p1b4/8/8/2P5/8/4N3/4K2R w - - 0 1
        Nd4: It holds back the break b7-b5: the pawn would be lost there.
        Ng3: -
        Nc3 not: c3, c3 b7, c3 b7 b6, c3 b5 b7, b7 b5 c3
    ";
    HOLDS_BREAK.holds(cases);
}
