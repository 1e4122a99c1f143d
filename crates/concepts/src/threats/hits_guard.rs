//! **Hits a guard**: a man moves, without capturing and not to its loss, to where it attacks an
//! enemy knight, bishop, rook or queen, which it did not attack before, and could take it in an
//! exchange that loses nothing. That piece is one of several guards of another man of the
//! opponent, which at least two men of the side attack, as many as guard it or more. As it stands,
//! no capture of that man wins anything.
//!
//! Squares: where the man stands that moved, then the guard, then what it guards.

use bstar_board::{Move, Piece, Position, Square};

use crate::finders::naming::the_one_on;
use crate::finders::pawns::newly_attacked;
use crate::finders::pieces::{attackers, is_mover_lost, moved};
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, best_capture, gain};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

/// Men of the side that attack what is guarded.
const MIN_ATTACKERS: usize = 2;

pub(crate) const HITS_GUARD: Concept = Concept {
    name: "hits-guard",
    themes: &["removes-defender", "threat"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to, after) = (scene.side, scene.mv.to, &scene.after);
    let is_quiet = scene.before.captured(scene.mv).is_none();
    if moved(scene).is_none() || !is_quiet || is_mover_lost(scene) {
        return Vec::new();
    }
    let Ok(passed) = after.pass() else {
        return Vec::new();
    };
    let them = after.side(!side);
    let pieces = them & !after.pieces(Piece::Pawn) & !after.pieces(Piece::King);
    let costs_nothing = |guard: &Square| {
        let mv = Move {
            from: to,
            to: *guard,
            promotion: None,
        };
        passed.is_legal(mv) && gain(&passed, mv) > -MIN_GAIN_CENTIPAWNS
    };
    let guarded = |guard: Square| {
        let is_weak = |target: &Square| {
            let guards = attackers(after, !side, *target);
            let ours = attackers(after, side, *target) & !to.bitboard();
            *target != guard
                && guards.has(guard)
                && guards.len() > 1
                && ours.len() as usize >= MIN_ATTACKERS
                && ours.len() >= guards.len()
                && best_capture(&passed, *target).is_none_or(|(gain, _)| gain < MIN_GAIN_CENTIPAWNS)
        };
        let men = them & !after.pieces(Piece::King);
        Some((guard, men.into_iter().find(is_weak)?))
    };
    (newly_attacked(scene) & pieces)
        .into_iter()
        .filter(costs_nothing)
        .find_map(guarded)
        .map(|(guard, target)| Finding::on([to, guard, target]))
        .into_iter()
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, guard, target] = exactly(squares, "an attacker, a guard and what it guards")?;
    let (side, after) = (scene.side, &scene.after);
    let is_quiet = scene.before.captured(scene.mv).is_none();
    let is_moved = plain::men::moved(&scene.before, scene.mv, after).is_some();
    if *square != scene.mv.to || !is_moved || !is_quiet || guard == target {
        return Err("nothing has just moved there");
    }
    let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    let is_kind = |kind: &Piece| plain::men::is_man(after, *guard, !side, *kind);
    let is_new = plain::pawns::attacks_anew(&scene.before, after, scene.mv, *guard);
    if !kinds.iter().any(is_kind) || !is_new {
        return Err("it attacks no such piece anew");
    }
    let passed = after.pass().map_err(|_| "it gives check")?;
    let taking = plain::replies::move_between(&passed, *square, *guard);
    if taking.is_none_or(|mv| {
        plain::exchange::gain(&passed, mv) <= -plain::exchange::MIN_GAIN_CENTIPAWNS
    }) {
        return Err("it could not take the guard");
    }
    is_contested(scene, &passed, *guard, *target)?;
    match plain::exchange::is_lost(after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

/// Whether the guard is one of several, and the man is attacked as often as it is guarded.
fn is_contested(
    scene: &Scene,
    passed: &Position,
    guard: Square,
    target: Square,
) -> Result<(), &'static str> {
    let (side, after) = (scene.side, &scene.after);
    let is_enemy = after.color_on(target) == Some(!side);
    if !is_enemy || after.piece_on(target) == Some(Piece::King) {
        return Err("there is nothing to win");
    }
    let guards = plain::men::attackers(after, !side, target);
    let mut ours = plain::men::attackers(after, side, target);
    ours.retain(|by| *by != scene.mv.to);
    if !guards.contains(&guard) || guards.len() < 2 {
        return Err("it is not one of several guards");
    }
    if ours.len() < MIN_ATTACKERS || ours.len() < guards.len() {
        return Err("the man is not attacked often enough");
    }
    match plain::exchange::best_capture(passed, target) {
        Some(gain) if gain >= plain::exchange::MIN_GAIN_CENTIPAWNS => {
            Err("it could be taken anyway")
        }
        _ => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let guard = squares.get(1).copied().unwrap_or(scene.mv.to);
    let target = squares.get(2).copied().unwrap_or(guard);
    format!(
        "It attacks {}, one of the guards of {}.",
        the_one_on(&scene.after, guard),
        the_one_on(&scene.after, target)
    )
}

#[test]
fn cases() {
    let cases = "
        # One of the guards is attacked.
        r1bqk2r/pp2ppbp/2n3p1/2p5/3PP3/2P1BN2/P3BPPP/R2QK2R b KQkq - 0 1
        Bg4: It attacks the knight on f3, one of the guards of the pawn on d4.
        # No guard is attacked.
        Be6: -
        Bg4 not: g4, g4 f3, g4 f3 e4, g4 e3 d4, f3 g4 d4
        r1bqk2r/pp2ppbp/6p1/8/3PP3/2P1BN2/P3BPPP/R2QK2R b KQkq - 0 1
        Bg4: -
    ";
    HITS_GUARD.holds(cases);
}
