//! **Loosens king**: a pawn in front of its own king moves and leaves squares there without a
//! pawn's guard. The king stands on its first rank on the a-, b-, c-, g- or h-file. Or it stands
//! there on the d- or e-file and may castle to one side only; then its file is the c- or g-file it
//! would castle to. The pawn comes from this file or one beside it. The squares are on these files
//! too, and on its third rank (for a king on the outer files also on its fourth): it guarded them,
//! now no pawn and no bishop of its side guards them. The opponent has a queen and at least one
//! more piece.
//!
//! Squares: where the pawn stands, then the squares it no longer guards.

use bstar_board::{BitBoard, File, Piece, Position, Square, attacks};
use bstar_board::{CastlingSide, Color};

use crate::grammar::list;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const LOOSENS_KING: Concept = Concept {
    name: "loosens-king",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let side = scene.side;
    let is_pawn = scene.before.men(side, Piece::Pawn).has(scene.mv.from);
    let Some(file) = sheltered_file(&scene.before, side).filter(|_| is_pawn) else {
        return Vec::new();
    };
    let near = file.bitboard() | file.adjacent();
    let is_near = near.has(scene.mv.from) && scene.mv.promotion.is_none();
    if !is_near || !can_attack(&scene.after, !side) {
        return Vec::new();
    }
    let held = attacks::pawns(scene.after.men(side, Piece::Pawn), side);
    let bishops = scene.after.men(side, Piece::Bishop);
    let seen = bishops.into_iter().fold(BitBoard::EMPTY, |set, bishop| {
        set | attacks::bishop(bishop, scene.after.occupied())
    });
    let is_castled = !matches!(scene.before.king(side).file(), File::D | File::E);
    let max_rank = if is_castled { 4 } else { 3 };
    let lost: Vec<Square> = (attacks::pawn(scene.mv.from, side) & near & !held & !seen)
        .into_iter()
        .filter(|square| (3..=max_rank).contains(&Scene::rank(side, *square)))
        .collect();
    match lost.is_empty() {
        true => Vec::new(),
        false => vec![Finding::on([scene.mv.to].into_iter().chain(lost))],
    }
}

/// The file on which the king of a side is at home, or will be.
fn sheltered_file(position: &Position, side: Color) -> Option<File> {
    let king = position.king(side);
    if Scene::rank(side, king) != 1 {
        return None;
    }
    let short = position.castling_rook(side, CastlingSide::Short).is_some();
    let long = position.castling_rook(side, CastlingSide::Long).is_some();
    match king.file() {
        File::A | File::B | File::C | File::G | File::H if !short && !long => Some(king.file()),
        File::D | File::E if short && !long => Some(File::G),
        File::D | File::E if long && !short => Some(File::C),
        _ => None,
    }
}

fn can_attack(position: &Position, side: Color) -> bool {
    let others = [Piece::Knight, Piece::Bishop, Piece::Rook];
    let has = |piece: Piece| !position.men(side, piece).is_empty();
    has(Piece::Queen) && others.into_iter().any(has)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let Some((pawn, lost)) = squares.split_first() else {
        return Err("it is about a pawn and squares");
    };
    let side = scene.side;
    let is_pawn = *pawn == scene.mv.to
        && plain::men::is_man(&scene.before, scene.mv.from, side, Piece::Pawn)
        && plain::men::is_man(&scene.after, *pawn, side, Piece::Pawn);
    ensure(is_pawn, "no pawn has just moved there")?;
    let has = |piece: Piece| !plain::men::squares_of(&scene.after, !side, piece).is_empty();
    let others = [Piece::Knight, Piece::Bishop, Piece::Rook];
    if !has(Piece::Queen) || !others.into_iter().any(has) {
        return Err("nobody can attack the king");
    }
    let file = king_file(&scene.before, side).ok_or("the king is not sheltered")?;
    let is_near = |square: Square| (square.file() as i32 - file).abs() <= 1;
    ensure(is_near(scene.mv.from), "the king is elsewhere")?;
    if lost.is_empty() || lost.len() > 2 || lost.len() == 2 && lost[0] == lost[1] {
        return Err("a pawn guards one or two squares");
    }
    let kings = plain::men::squares_of(&scene.before, side, Piece::King);
    let is_in_middle = kings
        .iter()
        .any(|king| [3, 4].contains(&(king.file() as i32)));
    let bishops = plain::men::squares_of(&scene.after, side, Piece::Bishop);
    let is_lost = |square: &Square| {
        let seen = |bishop: &Square| plain::geometry::attacks(&scene.after, *bishop, *square);
        let rank = plain::men::rank_for(side, *square);
        is_near(*square)
            && (rank == 3 || rank == 4 && !is_in_middle)
            && plain::geometry::attacks(&scene.before, scene.mv.from, *square)
            && !plain::pawns::is_held_by_pawn(&scene.after, side, *square)
            && !bishops.iter().any(seen)
    };
    ensure(lost.iter().all(is_lost), "the squares have lost no guard")
}

fn king_file(position: &Position, side: Color) -> Option<i32> {
    let king = *plain::men::squares_of(position, side, Piece::King).first()?;
    let may_castle = |to: CastlingSide| position.castling_rook(side, to).is_some();
    let rights = (
        may_castle(CastlingSide::Short),
        may_castle(CastlingSide::Long),
    );
    let file = king.file() as i32;
    if plain::men::rank_for(side, king) != 1 {
        return None;
    }
    match rights {
        (false, false) if [0, 1, 2, 6, 7].contains(&file) => Some(file),
        (true, false) if [3, 4].contains(&file) => Some(6),
        (false, true) if [3, 4].contains(&file) => Some(2),
        _ => None,
    }
}

fn say(_: &Scene, squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().skip(1).map(Square::to_string).collect();
    format!(
        "It loosens the king's shelter: no pawn guards {} any more.",
        list(&names)
    )
}

#[test]
fn cases() {
    let cases = "
        # A pawn leaves the king.
        r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 w - - 0 1
        g3: It loosens the king's shelter: no pawn guards f3 and h3 any more.
        r1bq1rk1/ppp2pp1/2np1n1p/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 b - - 0 1
        g5: It loosens the king's shelter: no pawn guards f6 and h6 any more.
        r2qkb1r/ppp2ppp/2n2n2/3p1b2/3P4/2N1BN2/PPP2PPP/R2QKB1R w K - 0 1
        g4: It loosens the king's shelter: no pawn guards f3 any more.
        # The shelter holds.
        # The pawn on f2 still guards g3; a bishop guards the squares; no queen; far away.
        r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 w - - 0 1
        h3: -
        a3: -
        g3 not: g3, g3 g4, g3 f3 f3, f3 h3, g3 f3 h3 e3
        r1bq1rk1/ppp2ppp/2np1n2/4p3/4PB2/3P1N2/PPP3PP/RN1Q1R1K w - - 0 1
        h3: -
        r1b2rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNB2RK1 w - - 0 1
        g3: -
    ";
    LOOSENS_KING.holds(cases);
}
