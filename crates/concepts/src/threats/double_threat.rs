//! **Double threat**: the moved man attacks two enemy men that it would win if the opponent passed
//! (by captures that win something), pawns included; before the move no capture of either won
//! anything. Or it attacks one such man, and the side threatens mate in one elsewhere, which it
//! could not give before. The move gives no check, and every capture of the moved man loses
//! something.
//!
//! Squares: where the moved man stands, then what it attacks. One man, if the other threat is
//! mate.

use bstar_board::{Move, Piece, Position, Square};

use crate::finders::naming::the_one_on;
use crate::finders::replies::{can_mate, wins};
use crate::grammar::list;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, best_capture, loses_on};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const DOUBLE_THREAT: Concept = Concept {
    name: "double-threat",
    themes: &["threat"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to) = (scene.side, scene.mv.to);
    let is_castling = scene.before.is_castling(scene.mv);
    let Some(passed) = scene.after.pass().ok().filter(|_| !is_castling) else {
        return Vec::new();
    };
    let enemies = scene.after.side(!side) & !scene.after.men(!side, Piece::King);
    let targets: Vec<Square> = enemies
        .into_iter()
        .filter(|square| wins(&passed, to, *square))
        .filter(|square| loses_on(&scene.before, *square) < MIN_GAIN_CENTIPAWNS)
        .collect();
    let is_double = match targets.len() {
        0 => false,
        1 => mates_elsewhere(&passed, targets[0]) && !can_mate(&scene.before),
        _ => true,
    };
    let is_safe =
        || best_capture(&scene.after, to).is_none_or(|(gain, _)| gain <= -MIN_GAIN_CENTIPAWNS);
    Finding::if_so(is_double && is_safe(), [to].into_iter().chain(targets))
}

/// Whether the side to move can mate at once by a move to another square.
fn mates_elsewhere(position: &Position, but: Square) -> bool {
    position.legal_moves().iter().any(|mv| {
        let then = position.after(*mv);
        mv.to != but && then.in_check() && !then.has_legal_move()
    })
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let Some((moved, targets)) = squares.split_first() else {
        return Err("it is about a piece and what it attacks");
    };
    let is_castling = scene.before.color_on(scene.mv.to) == Some(scene.side);
    if *moved != scene.mv.to || is_castling {
        return Err("nothing has just moved there");
    }
    let least = plain::exchange::MIN_GAIN_CENTIPAWNS;
    let is_won = |position: &Position, square: Square| {
        plain::exchange::best_capture(position, square).unwrap_or(0) >= least
    };
    let taken = plain::exchange::best_capture(&scene.after, *moved);
    ensure(taken.is_none_or(|gain| gain <= -least), "it can be taken")?;
    let is_new = |target: &Square| {
        plain::replies::threatens(&scene.after, *moved, *target) && !is_won(&scene.before, *target)
    };
    let is_sorted = targets.windows(2).all(|pair| pair[0] < pair[1]);
    if targets.is_empty() || !is_sorted || !targets.iter().all(is_new) {
        return Err("it does not newly win these");
    }
    let Ok(passed) = scene.after.pass() else {
        return Err("it is check");
    };
    let mates = |mv: &Move| {
        let then = passed.after(*mv);
        mv.to != targets[0] && then.in_check() && then.legal_moves().is_empty()
    };
    let threatens_mate =
        || passed.legal_moves().iter().any(mates) && !plain::replies::can_mate(&scene.before);
    match targets.len() > 1 || threatens_mate() {
        true => Ok(()),
        false => Err("there is but one threat"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let names: Vec<String> = squares
        .iter()
        .skip(1)
        .map(|square| the_one_on(&scene.after, *square))
        .collect();
    match names.len() {
        1 => format!(
            "It attacks {} and threatens mate at the same time.",
            list(&names)
        ),
        _ => format!("It attacks {} at the same time.", list(&names)),
    }
}

#[test]
fn cases() {
    let cases = "
        # Two threats at once.
        6k1/5p1p/1p4p1/3p4/8/8/5PPP/Q5K1 w - - 0 1
        Qd4: It attacks the pawn on d5 and the pawn on b6 at the same time.
        5rk1/p4p1p/6p1/8/8/2B5/5PPP/3Q2K1 w - - 0 1
        Qd4: It attacks the pawn on a7 and threatens mate at the same time.
        # One threat is not two.
        # One pawn; a check; one pawn is guarded; the queens can be traded.
        6k1/5p1p/1p4p1/3p4/8/8/5PPP/Q5K1 w - - 0 1
        Qb1: -
        Qa8+: -
        Qd4 not: d4, d4 d5, d4 b6 d5, d4 d5 b6 f7, a1 d5 b6
        6k1/5p1p/1pp3p1/3p4/8/8/5PPP/Q5K1 w - - 0 1
        Qd4: -
        6k1/5p1p/1p4p1/3p4/8/5q2/5PPP/Q2N2K1 w - - 0 1
        Qa3: -
    ";
    DOUBLE_THREAT.holds(cases);
}
