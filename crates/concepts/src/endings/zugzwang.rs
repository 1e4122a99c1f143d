//! **Zugzwang**: only the opponent's king and pawns have legal moves; there are some, he is not in
//! check, and none of them captures or promotes. If he could pass, the side could win nothing by a
//! capture or promotion and could not mate. But after each of his moves it can win something so,
//! or mate.
//!
//! Squares: where the moved man stands.

use bstar_board::{Piece, Position, Square, color_name};

use crate::finders::replies::can_mate;
use crate::ground::exchange::has_something_to_win;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const ZUGZWANG: Concept = Concept {
    name: "zugzwang",
    themes: &["zugzwang"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    if scene.before.is_castling(scene.mv) {
        return Vec::new();
    }
    let Ok(passed) = scene.after.pass() else {
        return Vec::new();
    };
    let (mut is_simple, mut replies) = (true, Vec::new());
    let them = scene.after.side(!scene.side);
    scene
        .after
        .for_each_move(them, !scene.after.side(!scene.side), |piece, mv| {
            is_simple &= matches!(piece, Piece::King | Piece::Pawn) && scene.after.is_quiet(mv);
            replies.push(mv);
        });
    let is_zugzwang = is_simple
        && !replies.is_empty()
        && !has_something_to_win(&passed)
        && !can_mate(&passed)
        && replies.iter().all(|mv| {
            let then = scene.after.after(*mv);
            has_something_to_win(&then) || can_mate(&then)
        });
    Finding::if_so(is_zugzwang, [scene.mv.to])
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about one move")?;
    if *square != scene.mv.to || scene.before.color_on(*square) == Some(scene.side) {
        return Err("nothing has just moved there");
    }
    let Ok(passed) = scene.after.pass() else {
        return Err("it is check");
    };
    let moves = scene.after.legal_moves();
    let is_simple = moves.iter().all(|mv| {
        let kind = scene.after.piece_on(mv.from);
        matches!(kind, Some(Piece::King | Piece::Pawn))
            && scene.after.color_on(mv.to).is_none()
            && scene.after.captured(*mv).is_none()
            && mv.promotion.is_none()
    });
    if moves.is_empty() || !is_simple {
        return Err("the opponent has other moves");
    }
    let can_win = |position: &Position| {
        plain::exchange::has_something_to_win(position) || plain::replies::can_mate(position)
    };
    ensure(!can_win(&passed), "something would be lost anyway")?;
    match moves.iter().all(|mv| can_win(&scene.after.after(*mv))) {
        true => Ok(()),
        false => Err("one of the moves loses nothing"),
    }
}

fn say(scene: &Scene, _: &[Square]) -> String {
    format!(
        "It puts {} in zugzwang: nothing is threatened, but every move loses something.",
        color_name(!scene.side)
    )
}

#[test]
fn cases() {
    let cases = "
        # Every move loses.
        8/8/8/4p1K1/3kP3/8/8/8 w - - 0 1
        Kf5: It puts Black in zugzwang: nothing is threatened, but every move loses something.
        8/8/8/3Kp3/4P1k1/8/8/8 b - - 0 1
        Kf4: It puts White in zugzwang: nothing is threatened, but every move loses something.
        # No zugzwang.
        # A pawn has a move to spare; the king can take; there are pieces.
        8/p7/8/4p1K1/3kP3/8/8/8 w - - 0 1
        Kf5: -
        Kf5 not: f5
        8/8/8/4p1K1/3kP3/8/8/8 w - - 0 1
        Kf6: -
        Kf5 not: g5, f5 f5, d4
        n7/8/8/4p1K1/3kP3/8/8/8 w - - 0 1
        Kf5: -
    ";
    ZUGZWANG.holds(cases);
}
