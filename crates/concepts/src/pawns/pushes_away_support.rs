//! **Pushes away from support**: a pawn advances, without capturing, to where no pawn of its side
//! guards it or can come to guard it; where it stood, one did or could. A pawn can come to guard a
//! square if it stands on a file beside it and its way to the guarding square is free of pawns and
//! not guarded by enemy pawns. A knight, bishop, rook or queen of the opponent attacks the
//! advanced pawn. It is no passed pawn: an enemy pawn stands ahead of it on its own file or on one
//! beside it.
//!
//! Squares: where the pawn stands, then the piece that attacks it.

use bstar_board::{BitBoard, Color, Piece, Position, Rank, Square, attacks};

use crate::finders::naming::the_one_on;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const PUSHES_AWAY_SUPPORT: Concept = Concept {
    name: "pushes-away-support",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, mv) = (scene.side, scene.mv);
    let is_push = scene.before.men(side, Piece::Pawn).has(mv.from)
        && scene.before.is_quiet(mv)
        && !scene.before.is_castling(mv);
    if !is_push || is_passed(&scene.after, side, mv.to) {
        return Vec::new();
    }
    let is_on_its_own =
        !is_supported(&scene.after, side, mv.to) && is_supported(&scene.before, side, mv.from);
    let heavy = scene.after.side(!side)
        & !scene.after.pieces(Piece::Pawn)
        & !scene.after.pieces(Piece::King);
    let attackers = scene.after.attackers(mv.to, scene.after.occupied()) & heavy;
    match attackers.next_square().filter(|_| is_on_its_own) {
        Some(attacker) => vec![Finding::on([mv.to, attacker])],
        None => Vec::new(),
    }
}

/// The ranks ahead of a square.
fn ahead(side: Color, square: Square) -> BitBoard {
    Rank::ALL
        .into_iter()
        .filter(|rank| *rank != square.rank() && (side == Color::White) == (*rank > square.rank()))
        .fold(BitBoard::EMPTY, |set, rank| set | rank.bitboard())
}

/// Whether a pawn guards a square or can come to guard it.
fn is_supported(position: &Position, side: Color, square: Square) -> bool {
    let enemies = position.men(!side, Piece::Pawn);
    let shut = position.pieces(Piece::Pawn) | attacks::pawns(enemies, !side);
    let beside = position.men(side, Piece::Pawn) & square.file().adjacent() & ahead(!side, square);
    beside.into_iter().any(|pawn| {
        let way = pawn.file().bitboard() & ahead(side, pawn) & ahead(!side, square);
        way.is_disjoint(shut)
    })
}

fn is_passed(position: &Position, side: Color, square: Square) -> bool {
    let files = square.file().bitboard() | square.file().adjacent();
    (position.men(!side, Piece::Pawn) & files & ahead(side, square)).is_empty()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [pawn, attacker] = exactly(squares, "it is about a pawn and a piece")?;
    let side = scene.side;
    let is_push = *pawn == scene.mv.to
        && scene.mv.from.file() == pawn.file()
        && plain::men::is_man(&scene.before, scene.mv.from, side, Piece::Pawn)
        && plain::men::is_man(&scene.after, *pawn, side, Piece::Pawn);
    ensure(is_push, "no pawn has just advanced there")?;
    let could = can_be_guarded(&scene.before, side, scene.mv.from);
    if !could || can_be_guarded(&scene.after, side, *pawn) {
        return Err("it has the support it had");
    }
    let rank = |square: Square| plain::men::rank_for(side, square);
    let is_stopped = plain::men::squares_of(&scene.after, !side, Piece::Pawn)
        .into_iter()
        .any(|other| {
            let files = (other.file() as i32 - pawn.file() as i32).abs();
            files <= 1 && rank(other) > rank(*pawn)
        });
    ensure(is_stopped, "it is a passed pawn")?;
    let is_piece = scene.after.color_on(*attacker) == Some(!side)
        && !matches!(
            scene.after.piece_on(*attacker),
            None | Some(Piece::Pawn | Piece::King)
        );
    match is_piece && plain::geometry::attacks(&scene.after, *attacker, *pawn) {
        true => Ok(()),
        false => Err("no such piece attacks it"),
    }
}

/// Whether a pawn beside the file can walk up to guard a square.
fn can_be_guarded(position: &Position, side: Color, square: Square) -> bool {
    let is_pawn = |at: Square, side: Color| plain::men::is_man(position, at, side, Piece::Pawn);
    [-1, 1].into_iter().any(|files| {
        let mut at = plain::men::step_for(side, square, files, -1);
        // From the guarding square down to the first pawn.
        while let Some(here) = at {
            if is_pawn(here, side) {
                return true;
            }
            if is_pawn(here, !side) || plain::pawns::is_held_by_pawn(position, !side, here) {
                return false;
            }
            at = plain::men::step_for(side, here, 0, -1);
        }
        false
    })
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let attacker = squares.get(1).copied().unwrap_or(scene.mv.to);
    format!(
        "It takes the pawn beyond the help of other pawns, and {} attacks it.",
        the_one_on(&scene.after, attacker)
    )
}

#[test]
fn cases() {
    let cases = "
        # A pawn leaves its neighbours.
        4k3/pp3ppp/2n5/2p5/4P3/3P4/PP4PP/3NK3 w - - 0 1
        e5: It takes the pawn beyond the help of other pawns, and the knight on c6 attacks it.
        4k3/pp4pp/3p4/4p3/2P5/2N5/PP3PPP/4K3 b - - 0 1
        e4: It takes the pawn beyond the help of other pawns, and the knight on c3 attacks it.
        # It keeps its support.
        # The pawn on d3 can come to d4; nothing attacks it; it is passed; it is no pawn.
        4k3/pp3ppp/2n5/8/4P3/3P4/PP4PP/3NK3 w - - 0 1
        e5: -
        4k3/pp3ppp/8/2p5/4P3/3P4/PP4PP/3NK3 w - - 0 1
        e5: -
        4k3/pp4pp/2n5/2p5/4P3/3P4/PP4PP/3NK3 w - - 0 1
        e5: -
        4k3/pp3ppp/2n5/2p5/4P3/3P4/PP4PP/3NK3 w - - 0 1
        Nc3: -
        e5 not: e5, e5 e8, e5 c6 c6, e4 c6
    ";
    PUSHES_AWAY_SUPPORT.holds(cases);
}
