//! **Connects the rooks**: a man leaves the first rank of its side, where it was the only one
//! between two rooks of its side.
//!
//! Squares: where the man that moved stands, then the rooks, from the a-file on.

use bstar_board::{Piece, Square, attacks};

use crate::finders::pieces::moved;
use crate::ground::plain::men;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const CONNECTS_ROOKS: Concept = Concept {
    name: "connects-rooks",
    themes: &["activity"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, square) = (scene.side, scene.mv.from, scene.mv.to);
    let leaves = Scene::rank(side, from) == 1 && Scene::rank(side, square) != 1;
    if moved(scene).is_none() || !leaves {
        return Vec::new();
    }
    let seen = attacks::rook(from, scene.after.occupied()) & from.rank().bitboard();
    let rooks: Vec<Square> = (seen & scene.after.men(side, Piece::Rook))
        .into_iter()
        .collect();
    match rooks.as_slice() {
        [left, right] => vec![Finding::on([square, *left, *right])],
        _ => Vec::new(),
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, left, right] = exactly(squares, "it is about two rooks")?;
    let piece = men::moved(&scene.before, scene.mv, &scene.after);
    let from = scene.mv.from;
    let is_home = |at: Square| men::rank_for(scene.side, at) == 1;
    if *square != scene.mv.to || piece.is_none() || !is_home(from) || is_home(*square) {
        return Err("nothing has just left the first rank");
    }
    let is_rook =
        |at: Square| is_home(at) && men::is_man(&scene.after, at, scene.side, Piece::Rook);
    if !is_rook(*left) || !is_rook(*right) || !men::is_clear(&scene.after, *left, *right) {
        return Err("no such rooks are connected");
    }
    match left.file() < from.file() && from.file() < right.file() {
        true => Ok(()),
        false => Err("it did not stand between them"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let rook = |index: usize| squares.get(index).copied().unwrap_or(scene.mv.to);
    format!(
        "It connects the rooks on\u{a0}{} and\u{a0}{}.",
        rook(1),
        rook(2)
    )
}

#[test]
fn cases() {
    let cases = "
        # The last piece leaves.
        r1bq1rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP1B1PPP/R2Q1RK1 w - - 0 1
        Qe2: It connects the rooks on a1 and f1.
        r4rk1/pp2qppp/2n1pn2/8/8/2N1PN2/PP1B1PPP/R2Q1RK1 b - - 0 1
        Qd6: -
        r2q1rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP1B1PPP/R2Q1RK1 b - - 0 1
        Qd6: It connects the rooks on a8 and f8.
        # Not connected.
        # It stays on the rank; another piece is still between; a rook moves itself.
        r1bq1rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP1B1PPP/R2Q1RK1 w - - 0 1
        Qc1: -
        r1bq1rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP3PPP/R1BQ1RK1 w - - 0 1
        Qe2: -
        r1bq1rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP1B1PPP/R2Q1RK1 w - - 0 1
        Rc1: -
        Qe2 not: e2, e2 a1, e2 f1 a1, d1 a1 f1, e2 a1 f1 f1
    ";
    CONNECTS_ROOKS.holds(cases);
}
