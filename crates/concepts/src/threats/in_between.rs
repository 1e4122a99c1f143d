//! **In-between move**: the side could win an enemy man by a capture, but first gives check or
//! attacks something that would be worth more, by a move to another square. In the line the
//! opponent answers, captures neither the moved man nor moves to the square of the other, and that
//! man still stands there; then the side takes it, and the capture still wins at least as much.
//!
//! Squares: where the moved man stands, then the man that is taken after it.

use bstar_board::{Move, Piece, Position, Square};

use crate::finders::naming::the_one_on;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, loses_on};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const IN_BETWEEN: Concept = Concept {
    name: "in-between",
    themes: &["threat"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let [reply, take, ..] = scene.line[..] else {
        return Vec::new();
    };
    let square = take.to;
    let is_same = |position: &Position| {
        position.side(!scene.side).has(square)
            && position.piece_on(square) == scene.before.piece_on(square)
    };
    let then = scene.after.after(reply);
    let stays =
        ![square, scene.mv.to].contains(&reply.to) && is_same(&scene.before) && is_same(&then);
    let first = loses_on(&scene.before, square);
    let is_kept = stays
        && scene.mv.to != square
        && !scene.before.is_castling(scene.mv)
        && first >= MIN_GAIN_CENTIPAWNS
        && gain(&then, take) >= first;
    match is_kept && (scene.after.in_check() || threatens_more(scene, first)) {
        true => vec![Finding::on([scene.mv.to, square]).along(2)],
        false => Vec::new(),
    }
}

/// Whether the moved man threatens to win more than this.
fn threatens_more(scene: &Scene, least: i32) -> bool {
    let Ok(passed) = scene.after.pass() else {
        return false;
    };
    let mut captures: Vec<Move> = Vec::new();
    let enemies = passed.side(!scene.side);
    passed.for_each_move(scene.mv.to.bitboard(), enemies, |_, mv| captures.push(mv));
    captures.iter().any(|mv| gain(&passed, *mv) > least)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [moved, square] = exactly(squares, "it is about a move and a capture")?;
    let is_castling = scene.before.color_on(scene.mv.to) == Some(scene.side);
    if *moved != scene.mv.to || is_castling || moved == square {
        return Err("nothing has just moved there");
    }
    let (Some(reply), Some(take)) = (scene.line.first(), scene.line.get(1)) else {
        return Err("the line is too short");
    };
    let then = scene.after.after(*reply);
    let standing = |position: &Position| {
        let kind = position.piece_on(*square);
        kind.filter(|_| position.color_on(*square) == Some(!scene.side))
    };
    let kind = standing(&scene.before);
    let stays = kind.is_some() && standing(&then) == kind;
    if reply.to == *moved || reply.to == *square {
        return Err("the reply takes part in it");
    }
    ensure(stays && take.to == *square, "it is not taken afterwards")?;
    let first = plain::exchange::best_capture(&scene.before, *square).unwrap_or(0);
    let is_won = first >= plain::exchange::MIN_GAIN_CENTIPAWNS;
    if !is_won || plain::exchange::gain(&then, *take) < first {
        return Err("the capture loses by the delay");
    }
    let Ok(passed) = scene.after.pass() else {
        return Ok(());
    };
    let threatens = passed.legal_moves().iter().any(|mv| {
        mv.from == *moved
            && passed
                .captured(*mv)
                .is_some_and(|piece| piece != Piece::King)
            && passed.color_on(mv.to).is_some()
            && plain::exchange::gain(&passed, *mv) > first
    });
    ensure(threatens, "it threatens nothing more")
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = squares.get(1).copied().unwrap_or(scene.mv.to);
    let what = the_one_on(&scene.after, square);
    match scene.after.in_check() {
        true => format!("It gives check first and takes {what} afterwards."),
        false => format!("It makes a bigger threat first and takes {what} afterwards."),
    }
}

#[test]
fn cases() {
    let cases = "
        # Something comes first.
        6k1/5pp1/7p/8/8/2n5/1P3PPP/4R1K1 w - - 0 1
        Re8+ Kh7 bxc3: It gives check first and takes the knight on c3 afterwards.
        6k1/5ppp/8/3q4/8/b3PP2/1P4PP/6K1 w - - 0 1
        e4 Qd7 bxa3: It makes a bigger threat first and takes the bishop on a3 afterwards.
        # Nothing comes first.
        # A quiet move; the bishop takes in turn; it is not taken; it is taken at once.
        6k1/5pp1/7p/8/8/2n5/1P3PPP/4R1K1 w - - 0 1
        h3 Kh7 bxc3: -
        6k1/5ppp/8/3q4/8/b3PP2/1P4PP/6K1 w - - 0 1
        e4 Bxb2 exd5: -
        6k1/5pp1/7p/8/8/2n5/1P3PPP/4R1K1 w - - 0 1
        Re8+ Kh7 Re3: -
        bxc3 Kh7 Re8: -
        Re8+ Kh7 bxc3 not: e8, e8 b2, c3 e8, e8 c3 c3
        h3 Kh7 bxc3 not: h3 c3
        Re8+ not: e8 c3
        2r3k1/5pp1/7p/8/8/2n5/1P3PPP/4R1K1 w - - 0 1
        Re8+ Rxe8 bxc3: -
    ";
    IN_BETWEEN.holds(cases);
}
