//! **Supports an advance**: a man moves, without capturing and not to its loss, to where it guards
//! an empty square that it did not guard before. In the line of best play a pawn of its side
//! advances to that square within the next two own moves, on its fourth rank or further, and is not
//! lost there. The man has not moved since.
//!
//! Squares: where the man stands, then from where and to where the pawn goes.

use bstar_board::{Move, Piece, Position, Square, san};

use crate::finders::pawns::newly_attacked;
use crate::finders::pieces::{is_mover_lost, moved};
use crate::ground::exchange::is_lost;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

/// Half moves of the line in which the pawn must advance.
const MAX_PLIES: usize = 4;
/// Ranks below this are no advance.
const MIN_RANK: usize = 4;

pub(crate) const SUPPORTS_ADVANCE: Concept = Concept {
    name: "supports-advance",
    themes: &["space", "lever"],
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
    let guarded = newly_attacked(scene) & !scene.after.occupied();
    let mut now = scene.after.clone();
    for (index, mv) in scene.line.iter().take(MAX_PLIES).enumerate() {
        let then = now.after(*mv);
        if mv.from == to || mv.to == to {
            break;
        }
        let is_advance = index % 2 == 1
            && guarded.has(mv.to)
            && now.men(side, Piece::Pawn).has(mv.from)
            && now.is_quiet(*mv)
            && Scene::rank(side, mv.to) >= MIN_RANK;
        if is_advance && !is_lost(&then, mv.to) {
            return vec![Finding::on([to, mv.from, mv.to]).along(index + 1)];
        }
        now = then;
    }
    Vec::new()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, from, goal] = exactly(squares, "a guard and the way of a pawn")?;
    let (before, after) = (&scene.before, &scene.after);
    let is_moved = plain::men::moved(before, scene.mv, after).is_some();
    if *square != scene.mv.to || !is_moved || before.captured(scene.mv).is_some() {
        return Err("nothing has just moved there");
    }
    let is_new = plain::pawns::attacks_anew(before, after, scene.mv, *goal);
    if after.piece_on(*goal).is_some() || !is_new {
        return Err("it does not come to guard that square");
    }
    if plain::exchange::is_lost(after, *square) {
        return Err("it can be taken there");
    }
    let mut now = after.clone();
    for mv in scene.line.iter().take(MAX_PLIES) {
        ensure(mv.from != *square && mv.to != *square, "it does not stay")?;
        if (mv.from, mv.to) == (*from, *goal) && is_advance(&now, *mv, scene) {
            return Ok(());
        }
        now = now.after(*mv);
    }
    Err("no pawn advances there")
}

fn is_advance(position: &Position, mv: Move, scene: &Scene) -> bool {
    position.side_to_move() == scene.side
        && plain::pawns::is_push(position, mv)
        && mv.promotion.is_none()
        && plain::men::rank_for(scene.side, mv.to) >= MIN_RANK as i32
        && !plain::exchange::is_lost(&position.after(mv), mv.to)
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let own = scene.line.iter().enumerate().skip(1).step_by(2);
    let next = own
        .take(MAX_PLIES / 2)
        .find(|(_, mv)| squares.get(1..) == Some(&[mv.from, mv.to][..]))
        .map(|(index, mv)| san::write(&scene.after_line(index), *mv));
    format!(
        "The plan is the advance {}, which it supports.",
        next.unwrap_or_default()
    )
}

#[test]
fn cases() {
    let cases = "
        # A pawn will advance.
        r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 4
        c3 Be7 d4: The plan is the advance d4, which it supports.
        # No advance.
        c3 Be7 d3: -
        a3 Be7 d4: -
        c3 Be7 c4 O-O d4: -
        c3 Be7 d4 not: c3, c3 d2, c3 d2 d3, c3 d4 d2, d2 c3 d4
    ";
    SUPPORTS_ADVANCE.holds(cases);
}
