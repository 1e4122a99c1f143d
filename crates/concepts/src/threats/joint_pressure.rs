//! **Joint pressure**: a man moves, without capturing and not to its loss, to where it attacks a
//! man of the opponent (not the king) that it did not attack before. In the line of best play,
//! within the next two own moves, another man comes to attack the same one, without capturing and
//! without being lost. Neither the first attacker nor the target has moved by then.
//!
//! Squares: where the first man stands, then the target, then where the second man comes to.

use bstar_board::{BitBoard, Move, Piece, Position, Square, san};

use crate::finders::naming::the_one_on;
use crate::finders::pawns::newly_attacked;
use crate::finders::pieces::{is_mover_lost, moved, reach};
use crate::ground::exchange::is_lost;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

/// Half moves of the line in which the second man must come.
const MAX_PLIES: usize = 4;

pub(crate) const JOINT_PRESSURE: Concept = Concept {
    name: "joint-pressure",
    themes: &["threat"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to) = (scene.side, scene.mv.to);
    let is_quiet = scene.before.captured(scene.mv).is_none();
    if moved(scene).is_none() || !is_quiet || is_mover_lost(scene) {
        return Vec::new();
    }
    let them = scene.after.side(!side) & !scene.after.pieces(Piece::King);
    let mut targets = newly_attacked(scene) & them;
    let mut now = scene.after.clone();
    for (index, mv) in scene.line.iter().take(MAX_PLIES).enumerate() {
        let then = now.after(*mv);
        let touched = mv.from.bitboard() | mv.to.bitboard();
        if touched.has(to) {
            break;
        }
        targets &= !touched;
        let joins = match index % 2 {
            1 if now.is_quiet(*mv) && !is_lost(&then, mv.to) => {
                let was = reach(&now, mv.from);
                targets & (reach(&then, mv.to) - was)
            }
            _ => BitBoard::EMPTY,
        };
        if let Some(target) = joins.next_square() {
            return vec![Finding::on([to, target, mv.to]).along(index + 1)];
        }
        now = then;
    }
    Vec::new()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, target, second] = exactly(squares, "two attackers and a target")?;
    let (side, before, after) = (scene.side, &scene.before, &scene.after);
    let is_moved = plain::men::moved(before, scene.mv, after).is_some();
    if *square != scene.mv.to || !is_moved || before.captured(scene.mv).is_some() {
        return Err("nothing has just moved there");
    }
    let is_king = after.piece_on(*target) == Some(Piece::King);
    if after.color_on(*target) != Some(!side) || is_king {
        return Err("there is no target");
    }
    if !plain::pawns::attacks_anew(before, after, scene.mv, *target) {
        return Err("it does not come to attack it");
    }
    if plain::exchange::is_lost(after, *square) {
        return Err("it can be taken there");
    }
    let mut now = after.clone();
    for mv in scene.line.iter().take(MAX_PLIES) {
        let then = now.after(*mv);
        if [mv.from, mv.to]
            .iter()
            .any(|at| at == square || at == target)
        {
            return Err("one of them does not stay");
        }
        if mv.to == *second && joins(&now, &then, *mv, *target, scene) {
            return Ok(());
        }
        now = then;
    }
    Err("nothing joins it")
}

fn joins(now: &Position, then: &Position, mv: Move, target: Square, scene: &Scene) -> bool {
    now.side_to_move() == scene.side
        && now.captured(mv).is_none()
        && mv.promotion.is_none()
        && plain::geometry::attacks(then, mv.to, target)
        && !plain::geometry::attacks(now, mv.from, target)
        && !plain::exchange::is_lost(then, mv.to)
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let target = squares.get(1).copied().unwrap_or(scene.mv.to);
    let second = squares.get(2).copied();
    let own = scene.line.iter().enumerate().skip(1).step_by(2);
    let next = own
        .take(MAX_PLIES / 2)
        .find(|(_, mv)| Some(mv.to) == second)
        .map(|(index, mv)| san::write(&scene.after_line(index), *mv));
    format!(
        "The plan is to press on {}, with {} to follow.",
        the_one_on(&scene.after, target),
        next.unwrap_or_default()
    )
}

#[test]
fn cases() {
    let cases = "
        # Two rooks press on a pawn.
        r2r2k1/5pp1/2np3p/4p3/4P3/1PN2P2/P1P1B1PP/R4RK1 w - - 0 1
        Rfd1 Kf8 Nb5: The plan is to press on the pawn on d6, with Nb5 to follow.
        # Nobody joins.
        Rfd1 Kf8 a4: -
        Rfd1 d5 Nb5: -
        Rfd1 Kf8 Rd3 Ke8 Nb5: -
        Rfd1 Kf8 Nb5 not: d1, d1 d6, d1 e5 b5, d1 d6 d5, b5 d6 d1
    ";
    JOINT_PRESSURE.holds(cases);
}
