//! **Hits the defender**: a man moves, not to its loss, to where it attacks an enemy knight,
//! bishop, rook or queen, which it did not attack before, and could take it in an exchange that
//! costs nothing. That piece is the only one that guards another man of the opponent, which a
//! third man attacks; as it stands, no capture of that man wins anything.
//!
//! Squares: where the man stands that moved, then the guard, then what it guards.

use bstar_board::{Color, Move, Piece, Position, Square};

use crate::finders::board_facts::pieces;
use crate::finders::naming::the_one_on;
use crate::finders::pieces::{attackers, moved, reach};
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, is_lost, loses_on};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene};

pub(crate) const HITS_DEFENDER: Concept = Concept {
    name: "hits-defender",
    themes: &["removes-defender"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (enemy, to) = (!scene.side, scene.mv.to);
    let is_plain = moved(scene).is_some_and(|kind| kind != Piece::King);
    let Some(passed) = scene.after.pass().ok().filter(|_| is_plain) else {
        return Vec::new();
    };
    let new = reach(&scene.after, to) & !reach(&scene.before, scene.mv.from);
    let guards = new & pieces(&scene.after, enemy);
    if guards.is_empty() || is_lost(&scene.after, to) {
        return Vec::new();
    }
    let can_take = |guard: &Square| {
        let taking = Move {
            from: to,
            to: *guard,
            promotion: None,
        };
        passed.is_legal(taking) && gain(&passed, taking) > -MIN_GAIN_CENTIPAWNS
    };
    let guards = guards.into_iter().filter(can_take);
    let found = guards.filter_map(|guard| {
        let targets = reach(&scene.after, guard) & scene.after.side(enemy);
        let is_target = |target: &Square| hangs_on(&passed, enemy, *target, guard, to);
        targets
            .into_iter()
            .filter(is_target)
            .max_by_key(|target| scene.after.piece_on(*target))
            .map(|target| Finding::on([to, guard, target]))
    });
    found.take(1).collect()
}

/// Whether only this guard keeps a target from being lost.
fn hangs_on(passed: &Position, enemy: Color, target: Square, guard: Square, by: Square) -> bool {
    let is_sole = attackers(passed, enemy, target) == guard.bitboard();
    let others = attackers(passed, !enemy, target) & !by.bitboard();
    is_sole
        && !passed.pieces(Piece::King).has(target)
        && !others.is_empty()
        && loses_on(passed, target) < MIN_GAIN_CENTIPAWNS
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let ([by, guard, target], side) = (squares, scene.side) else {
        return Err("a guard and what it guards are needed");
    };
    let kind = scene.after.piece_on(*by);
    let is_same = scene.before.piece_on(scene.mv.from) == kind && kind != Some(Piece::King);
    if *by != scene.mv.to || !is_same || scene.before.is_castling(scene.mv) {
        return Err("nothing has just moved there");
    }
    let is_enemy = |square: Square| scene.after.color_on(square) == Some(!side);
    let is_piece = !matches!(
        scene.after.piece_on(*guard),
        Some(Piece::Pawn | Piece::King)
    );
    let is_new = plain::geometry::attacks(&scene.after, *by, *guard)
        && !plain::geometry::attacks(&scene.before, scene.mv.from, *guard);
    if !is_enemy(*guard) || !is_piece || !is_new {
        return Err("it attacks no such guard anew");
    }
    let guards = plain::men::attackers(&scene.after, !side, *target);
    let is_king = scene.after.piece_on(*target) == Some(Piece::King);
    if !is_enemy(*target) || is_king || guards != [*guard] {
        return Err("that is not its only guard");
    }
    let attackers = plain::men::attackers(&scene.after, side, *target);
    if !attackers.iter().any(|at| at != by) {
        return Err("nothing else attacks what is guarded");
    }
    if plain::exchange::is_lost(&scene.after, *by) {
        return Err("it can be taken there");
    }
    let passed = scene.after.pass().map_err(|_| "it gives check")?;
    if plain::exchange::is_lost(&passed, *target) {
        return Err("what is guarded could be taken anyway");
    }
    let moves = passed.legal_moves();
    let taking = moves.iter().find(|mv| (mv.from, mv.to) == (*by, *guard));
    let gain = taking.map(|mv| plain::exchange::gain(&passed, *mv));
    match gain.is_some_and(|gain| gain > -plain::exchange::MIN_GAIN_CENTIPAWNS) {
        true => Ok(()),
        false => Err("it cannot take the guard"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let [_, guard, target] = squares else {
        return String::new();
    };
    format!(
        "It attacks {}, the only guard of {}.",
        the_one_on(&scene.after, *guard),
        the_one_on(&scene.after, *target)
    )
}

#[test]
fn cases() {
    let cases = "
        # The only guard is attacked.
        r4rk1/pp3ppp/5n2/3p4/8/1B6/PP3PPP/R1B2RK1 w - - 0 1
        Bg5: It attacks the knight on f6, the only guard of the pawn on d5.
        Bg5 not: g5, g5 f6, g5 f6 a7, g5 d5 f6, g5 f6 d5 d5
        r4rk1/pp3ppp/2n5/b7/1P6/2B5/P4PPP/R4RK1 w - - 0 1
        bxa5: -
        r4rk1/p4ppp/2n5/4b3/1P6/6B1/P4PPP/R4RK1 w - - 0 1
        b5: It attacks the knight on c6, the only guard of the bishop on e5.
        # No defender.
        # Guarded twice; nothing attacks what is guarded; the bishop is lost.
        r4rk1/pp3ppp/4bn2/3p4/8/1B6/PP3PPP/R1B2RK1 w - - 0 1
        Bg5: -
        r4rk1/pp3ppp/5n2/3p4/8/8/PP3PPP/R1B2RK1 w - - 0 1
        Bg5: -
        r4rk1/pp3pp1/5n1p/3p4/8/1B6/PP3PPP/R1B2RK1 w - - 0 1
        Bg5: -
    ";
    HITS_DEFENDER.holds(cases);
}
