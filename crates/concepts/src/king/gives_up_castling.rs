//! **Gives up castling**: the king or a rook moves, without castling, and its side loses the right
//! to castle to a side, while its king then stands on the c- to f-files of its first two ranks and
//! both sides have a queen.
//!
//! Squares: where the moved man stands.

use bstar_board::{CastlingSide, File, Piece, Position, Square};

use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const GIVES_UP_CASTLING: Concept = Concept {
    name: "gives-up-castling",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let side = scene.side;
    let rights = |position: &Position| {
        [CastlingSide::Short, CastlingSide::Long]
            .map(|to| position.castling_rook(side, to).is_some())
    };
    let king = scene.after.king(side);
    let is_central = (File::C..=File::F).contains(&king.file()) && Scene::rank(side, king) <= 2;
    let queens = scene.after.pieces(Piece::Queen);
    let have_queens = !(queens & scene.after.side(side)).is_empty()
        && !(queens & scene.after.side(!side)).is_empty();
    let is_lost = !scene.before.is_castling(scene.mv)
        && rights(&scene.before) != rights(&scene.after)
        && is_central
        && have_queens;
    Finding::if_so(is_lost, [scene.mv.to])
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about the moved piece")?;
    let side = scene.side;
    let kind = scene.after.piece_on(*square);
    let is_moved = *square == scene.mv.to && scene.before.color_on(*square) != Some(side);
    if !is_moved || !matches!(kind, Some(Piece::King | Piece::Rook)) {
        return Err("no king or rook has just moved there");
    }
    let lost = lost_rights(scene);
    ensure(!lost.is_empty(), "no right is lost")?;
    let king = plain::men::squares_of(&scene.after, side, Piece::King);
    let is_central = king.iter().all(|square| {
        (2..=5).contains(&(square.file() as i32)) && plain::men::rank_for(side, *square) <= 2
    });
    ensure(is_central, "the king is not in the centre")?;
    let has_queen = |of| !plain::men::squares_of(&scene.after, of, Piece::Queen).is_empty();
    ensure(has_queen(side) && has_queen(!side), "the queens are off")
}

/// To which sides one could castle before the move and cannot any more.
fn lost_rights(scene: &Scene) -> Vec<CastlingSide> {
    let may =
        |position: &Position, to: CastlingSide| position.castling_rook(scene.side, to).is_some();
    let sides = [CastlingSide::Short, CastlingSide::Long];
    sides
        .into_iter()
        .filter(|to| may(&scene.before, *to) && !may(&scene.after, *to))
        .collect()
}

fn say(scene: &Scene, _: &[Square]) -> String {
    let may_still = [CastlingSide::Short, CastlingSide::Long]
        .into_iter()
        .any(|to| scene.after.castling_rook(scene.side, to).is_some());
    let what = match lost_rights(scene).first() {
        Some(CastlingSide::Short) if may_still => "castling on the king's side",
        Some(CastlingSide::Long) if may_still => "castling on the queen's side",
        _ => "the right to castle",
    };
    format!("It gives up {what} while the king is still in the centre.")
}

#[test]
fn cases() {
    let cases = "
        # A right is lost.
        r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1
        Ke2: It gives up the right to castle while the king is still in the centre.
        Rg1: It gives up castling on the king's side while the king is still in the centre.
        # Nothing is given up.
        # It castles; it had no right; no queens; another piece.
        O-O: -
        Ke2 not: e1, e2 e2, g1
        d3 not: d3
        r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w kq - 0 1
        Ke2: -
        r1b1kbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNB1K2R w KQkq - 0 1
        Ke2: -
    ";
    GIVES_UP_CASTLING.holds(cases);
}
