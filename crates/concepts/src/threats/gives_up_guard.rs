//! **Gives up a guard**: a man that guarded another man of its side moves, without capturing,
//! giving check or castling, and guards it no more. Before, the opponent could not have won that
//! man by a capture; now he can.
//!
//! Squares: the man that has lost its guard.

use bstar_board::{Piece, Position, Square, attacks};

use crate::finders::naming::the_one_on;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, loses_on};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const GIVES_UP_GUARD: Concept = Concept {
    name: "gives-up-guard",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    let is_plain = scene.before.is_quiet(scene.mv)
        && !scene.before.is_castling(scene.mv)
        && !scene.after.in_check();
    let Some(passed) = scene.before.pass().ok().filter(|_| is_plain) else {
        return Vec::new();
    };
    let guarded = |position: &Position, at: Square| {
        let kind = position.piece_on(at).unwrap_or(Piece::Pawn);
        attacks::of(kind, side, at, position.occupied())
    };
    let left = guarded(&scene.before, from) & !guarded(&scene.after, to);
    let own = scene.after.side(side) & !scene.after.men(side, Piece::King) & !to.bitboard();
    let is_lost = |square: &Square| {
        loses_on(&scene.after, *square) >= MIN_GAIN_CENTIPAWNS
            && loses_on(&passed, *square) < MIN_GAIN_CENTIPAWNS
    };
    (left & own)
        .into_iter()
        .filter(is_lost)
        .map(|square| Finding::on([square]))
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about one piece or pawn")?;
    let (from, to) = (scene.mv.from, scene.mv.to);
    let is_plain = scene.before.captured(scene.mv).is_none()
        && scene.mv.promotion.is_none()
        && scene.before.color_on(to).is_none();
    let Some(passed) = scene.before.pass().ok().filter(|_| is_plain) else {
        return Err("the move does something else");
    };
    ensure(!scene.after.in_check(), "the move gives check")?;
    let is_own = scene.after.color_on(*square) == Some(scene.side)
        && scene.after.piece_on(*square) != Some(Piece::King)
        && *square != to;
    ensure(is_own, "nothing of its own stands there")?;
    let is_left = plain::geometry::attacks(&scene.before, from, *square)
        && !plain::geometry::attacks(&scene.after, to, *square);
    ensure(is_left, "no guard has left it")?;
    let is_lost = |position: &Position| {
        let gain = plain::exchange::best_capture(position, *square).unwrap_or(0);
        gain >= plain::exchange::MIN_GAIN_CENTIPAWNS
    };
    match is_lost(&scene.after) && !is_lost(&passed) {
        true => Ok(()),
        false => Err("it is as safe as before"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = squares.first().copied().unwrap_or(scene.mv.to);
    format!(
        "The {} no longer guards {}, which can now be taken.",
        man(scene.man()),
        the_one_on(&scene.after, square)
    )
}

#[test]
fn cases() {
    let cases = "
        # A needed guard leaves.
        r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 1
        Na4: The knight no longer guards the pawn on e4, which can now be taken.
        r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 0 1
        Na5: The knight no longer guards the pawn on e5, which can now be taken.
        # The guard was not needed.
        # Another guard is there; the new square guards it too; nothing attacks it.
        r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2NP1N2/PPP2PPP/R1BQKB1R w KQkq - 0 1
        Na4: -
        r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 1
        Bd3: -
        Nd4: -
        Na4 not: a4, e4 e4, d2, f3
    ";
    GIVES_UP_GUARD.holds(cases);
}
