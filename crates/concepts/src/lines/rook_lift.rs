//! **Rook lift**: a rook moves up its file, from its first or second rank to its third or fourth,
//! and can go along that rank to the file of the opponent's king: all squares on the way are free,
//! and no pawn of the opponent attacks the last one. The king stands on one of the last two ranks
//! of the a- to c- or the f- to h-files, on another file than the rook; the rook's side has a
//! queen; the rook is not lost.
//!
//! Squares: where the rook stands, then where it can swing to.

use bstar_board::{File, Piece, Square, attacks};

use crate::finders::pieces::{is_mover_lost, moved, reach};
use crate::ground::plain::{exchange, men, pawns};
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const ROOK_LIFT: Concept = Concept {
    name: "rook-lift",
    themes: &["king-attack", "activity"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, square) = (scene.side, scene.mv.from, scene.mv.to);
    let king = scene.after.king(!side);
    let is_castled = Scene::rank(side, king) >= 7 && ![File::D, File::E].contains(&king.file());
    let is_lift = moved(scene) == Some(Piece::Rook)
        && from.file() == square.file()
        && Scene::rank(side, from) <= 2
        && (3..=4).contains(&Scene::rank(side, square))
        && !scene.after.men(side, Piece::Queen).is_empty();
    if !is_lift || !is_castled || king.file() == square.file() {
        return Vec::new();
    }
    let goal = Square::new(king.file(), square.rank());
    let is_free = (reach(&scene.after, square) & !scene.after.occupied()).has(goal)
        && !attacks::pawns(scene.after.men(!side, Piece::Pawn), !side).has(goal);
    Finding::if_so(is_free && !is_mover_lost(scene), [square, goal])
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, goal] = exactly(squares, "it is about a rook and a square")?;
    let (side, from) = (scene.side, scene.mv.from);
    let piece = men::moved(&scene.before, scene.mv, &scene.after);
    if *square != scene.mv.to || piece != Some(Piece::Rook) {
        return Err("no rook has just moved there");
    }
    let is_lift = from.file() == square.file()
        && [1, 2].contains(&men::rank_for(side, from))
        && [3, 4].contains(&men::rank_for(side, *square));
    ensure(is_lift, "the rook was not lifted")?;
    let find = |color, kind| {
        let mut squares = Square::ALL.into_iter();
        squares.find(|at| men::is_man(&scene.after, *at, color, kind))
    };
    if find(side, Piece::Queen).is_none() {
        return Err("there is no queen to attack with");
    }
    let is_target = |king: Square| {
        let file = king.file() as i32;
        men::rank_for(side, king) >= 7 && !(3..=4).contains(&file) && king.file() == goal.file()
    };
    if !find(!side, Piece::King).is_some_and(is_target) {
        return Err("the king is not there");
    }
    let is_way = square != goal
        && square.rank() == goal.rank()
        && scene.after.piece_on(*goal).is_none()
        && men::is_clear(&scene.after, *square, *goal);
    if !is_way || pawns::is_held_by_pawn(&scene.after, !side, *goal) {
        return Err("the rook cannot go there");
    }
    match exchange::is_lost(&scene.after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let goal = squares.get(1).copied().unwrap_or(scene.mv.to);
    format!(
        "The rook is lifted to\u{a0}{}, from where it can swing to\u{a0}{goal} against the king.",
        scene.mv.to
    )
}

#[test]
fn cases() {
    let cases = "
        # A rook swings over.
        r1bq1rk1/ppp2ppp/2np4/8/8/2N5/PPPQ1PPP/R3R1K1 w - - 0 1
        Re3: The rook is lifted to e3, from where it can swing to g3 against the king.
        r2q1rk1/ppp3pp/3p4/8/8/2N5/PPP2PPP/R2Q2K1 b - - 0 1
        Rf6: The rook is lifted to f6, from where it can swing to g6 against the king.
        # No lift.
        # A knight is in the way; no queen; the king is in the centre.
        r1bq1rk1/ppp2ppp/2np4/8/8/2N2N2/PPPQ1PPP/R3R1K1 w - - 0 1
        Re3: -
        Re3 not: e3, e3 h3, e3 f3, e1 g3, e3 g3 g3
        r1bq1rk1/ppp2ppp/2np4/8/8/2N5/PPP2PPP/R3R1K1 w - - 0 1
        Re3: -
        r2qk2r/ppp1bppp/2np4/8/8/2N5/PPPQ1PPP/R3R1K1 w - - 0 1
        Re3: -
        r1bq1rk1/ppp2ppp/2np4/8/8/2N5/PPP1QPPP/R3R1K1 w - - 0 1
        Rad1: -
    ";
    ROOK_LIFT.holds(cases);
}
