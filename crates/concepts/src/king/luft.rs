//! **Luft**: the king stands on its first rank, on one of the files a to c, g or h, cannot castle
//! any more, and has no square on the second rank to go to: each has one of its own side on it or
//! is attacked. A pawn next to it moves, without capturing and not to its loss, and the king could
//! now go to the square it leaves. The opponent has a rook or queen, and a file without pawns of
//! his own.
//!
//! Squares: where the pawn stands, then the king's new square.

use bstar_board::{BitBoard, CastlingSide, Color, File, Piece, Position, Square, attacks};

use crate::finders::pieces::{attackers, moved};
use crate::ground::exchange::is_lost;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const LUFT: Concept = Concept {
    name: "luft",
    themes: &["king-safety", "prophylaxis"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    let king = scene.before.king(side);
    let heavy = scene.after.pieces(Piece::Rook) | scene.after.pieces(Piece::Queen);
    let is_push = moved(scene) == Some(Piece::Pawn) && scene.before.is_quiet(scene.mv);
    let is_at_home = Scene::rank(side, king) == 1
        && !(File::D..=File::F).contains(&king.file())
        && scene
            .before
            .castling_rook(side, CastlingSide::Short)
            .is_none()
        && scene
            .before
            .castling_rook(side, CastlingSide::Long)
            .is_none();
    let has_luft = is_push
        && is_at_home
        && !(heavy & scene.after.side(!side)).is_empty()
        && has_free_file(&scene.after, !side)
        && flights(&scene.before, side).is_empty()
        && flights(&scene.after, side).has(from)
        && !is_lost(&scene.after, to);
    Finding::if_so(has_luft, [to, from])
}

/// Whether a side has a file without its own pawns.
fn has_free_file(position: &Position, side: Color) -> bool {
    let pawns = position.men(side, Piece::Pawn);
    File::ALL
        .into_iter()
        .any(|file| (pawns & file.bitboard()).is_empty())
}

/// The squares of the second rank that the king could go to.
fn flights(position: &Position, side: Color) -> BitBoard {
    let near = attacks::king(position.king(side)) & !position.side(side);
    let is_flight = |square: &Square| {
        Scene::rank(side, *square) == 2 && attackers(position, !side, *square).is_empty()
    };
    near.into_iter().filter(is_flight).collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let ([pawn, flight], side) = (squares, scene.side) else {
        return Err("luft is a pawn and a square for the king");
    };
    let is_push = (scene.mv.from, scene.mv.to) == (*flight, *pawn)
        && plain::men::is_man(&scene.before, *flight, side, Piece::Pawn)
        && plain::men::is_man(&scene.after, *pawn, side, Piece::Pawn)
        && pawn.file() == flight.file();
    if !is_push || plain::exchange::is_lost(&scene.after, *pawn) {
        return Err("no pawn has just moved there safely");
    }
    let [king] = plain::men::squares_of(&scene.after, side, Piece::King)[..] else {
        return Err("there is no king");
    };
    let may_castle = [CastlingSide::Short, CastlingSide::Long]
        .iter()
        .any(|wing| scene.before.castling_rook(side, *wing).is_some());
    let is_central = (3..=5).contains(&(king.file() as i32));
    if may_castle || is_central || plain::men::rank_for(side, king) != 1 {
        return Err("the king does not stand on the back rank");
    }
    let has = |kind: Piece| !plain::men::squares_of(&scene.after, !side, kind).is_empty();
    let pawns = plain::men::squares_of(&scene.after, !side, Piece::Pawn);
    let is_free = |file: &File| pawns.iter().all(|pawn| pawn.file() != *file);
    let can_come = File::ALL.iter().any(is_free);
    if !can_come || !has(Piece::Rook) && !has(Piece::Queen) {
        return Err("nothing can check on the back rank");
    }
    let can_go = |position: &Position, square: Square| {
        plain::standing::distance(king, square) == 1
            && plain::men::rank_for(side, square) == 2
            && position.color_on(square) != Some(side)
            && plain::men::attackers(position, !side, square).is_empty()
    };
    if Square::ALL
        .into_iter()
        .any(|square| can_go(&scene.before, square))
    {
        return Err("the king had a square already");
    }
    ensure(can_go(&scene.after, *flight), "the king cannot go there")
}

fn say(_: &Scene, squares: &[Square]) -> String {
    let flight = squares.last().map_or(String::new(), Square::to_string);
    format!("It gives the king the square {flight} against checks on the back rank.")
}

#[test]
fn cases() {
    let cases = "
        # A square for the king.
        3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1
        h3: It gives the king the square h2 against checks on the back rank.
        h3 not: h3, h2 h3, h3 g2, h3 h2 g1
        3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1
        g6: It gives the king the square g7 against checks on the back rank.
        # No luft.
        # The bishop sees h2; there is no heavy piece; the king has g2 already.
        3r2k1/5ppp/3b4/8/8/8/5PPP/3R2K1 w - - 0 1
        h3: -
        h3 not: h3 h2
        3n2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1
        h3: -
        3r2k1/5ppp/8/8/8/6P1/5P1P/3R2K1 w - - 0 1
        h3: -
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        e4: -
    ";
    LUFT.holds(cases);
}
