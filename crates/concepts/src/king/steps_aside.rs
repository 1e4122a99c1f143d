//! **Steps aside**: the king or queen leaves, without castling or capturing, a file, rank or
//! diagonal on which an enemy rook or bishop (for the king also a queen) stands with exactly one
//! man between them, and goes, not to its loss, where no such piece has at most one man between.
//!
//! Squares: where the king or queen stands, then the enemy piece.

use bstar_board::{BitBoard, Color, Piece, Position, Square, attacks};

use crate::finders::naming::the_one_on;
use crate::finders::pieces::moved;
use crate::ground::exchange::is_lost;
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene};

pub(crate) const STEPS_ASIDE: Concept = Concept {
    name: "steps-aside",
    themes: &["prophylaxis", "king-safety", "activity"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    let kind = moved(scene).filter(|kind| matches!(kind, Piece::King | Piece::Queen));
    let (Some(kind), true) = (kind, scene.before.is_quiet(scene.mv)) else {
        return Vec::new();
    };
    let away = |position: &Position, at: Square, most: u32| -> Vec<(u32, Square)> {
        let distant = lines(position, side, kind, at).into_iter();
        let counted = distant.map(|by| {
            let between = attacks::between(by, at) & position.occupied();
            (between.len(), by)
        });
        counted.filter(|(men, _)| *men <= most).collect()
    };
    let is_free = away(&scene.after, to, 1).is_empty() && !is_lost(&scene.after, to);
    let left = away(&scene.before, from, 1);
    match left.into_iter().find(|(men, _)| *men == 1) {
        Some((_, by)) if is_free && !scene.before.in_check() => vec![Finding::on([to, by])],
        _ => Vec::new(),
    }
}

/// The enemy pieces that would see a square on an empty board.
fn lines(position: &Position, side: Color, kind: Piece, square: Square) -> BitBoard {
    let none = BitBoard::EMPTY;
    let enemies = position.side(!side);
    let queens = match kind {
        Piece::King => position.pieces(Piece::Queen),
        _ => none,
    };
    let straight = attacks::rook(square, none) & (position.pieces(Piece::Rook) | queens);
    let diagonal = attacks::bishop(square, none) & (position.pieces(Piece::Bishop) | queens);
    (straight | diagonal) & enemies
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let ([to, by], side) = (squares, scene.side) else {
        return Err("a piece and what it leaves are needed");
    };
    let kind = scene.after.piece_on(*to);
    let is_quiet = scene.before.captured(scene.mv).is_none()
        && scene.mv.promotion.is_none()
        && !scene.before.is_castling(scene.mv)
        && !scene.before.in_check();
    let is_either = matches!(kind, Some(Piece::King | Piece::Queen));
    if *to != scene.mv.to || !is_quiet || !is_either {
        return Err("no king or queen has just moved there");
    }
    let is_feared = |position: &Position, by: Square| {
        let is_enemy = position.color_on(by) == Some(!side);
        is_enemy
            && match position.piece_on(by) {
                Some(Piece::Rook | Piece::Bishop) => true,
                Some(Piece::Queen) => kind == Some(Piece::King),
                _ => false,
            }
    };
    let between = |position: &Position, by: Square, at: Square| {
        let men = plain::geometry::men_between(position, by, at);
        men.map(|men| men.len()).filter(|_| is_feared(position, by))
    };
    if between(&scene.before, *by, scene.mv.from) != Some(1) {
        return Err("it stood on no such line");
    }
    let is_seen = |by: &Square| between(&scene.after, *by, *to).is_some_and(|men| men <= 1);
    if Square::ALL.iter().any(is_seen) || plain::exchange::is_lost(&scene.after, *to) {
        return Err("it stands no better there");
    }
    Ok(())
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let by = squares.last().copied().unwrap_or(scene.mv.to);
    let line = if by.file() == scene.mv.from.file() {
        "file"
    } else if by.rank() == scene.mv.from.rank() {
        "rank"
    } else {
        "diagonal"
    };
    format!(
        "The {} leaves the {line} of {}.",
        man(scene.man()),
        the_one_on(&scene.after, by)
    )
}

#[test]
fn cases() {
    let cases = "
        # A line is left.
        3r2k1/pp3ppp/2n5/8/3B4/8/PP3PPP/3Q2K1 w - - 0 1
        Qc1: The queen leaves the file of the rook on d8.
        6k1/pp3ppp/1b6/8/8/8/PP3PPP/6K1 w - - 0 1
        Kh1: The king leaves the diagonal of the bishop on b6.
        # No line.
        # Two stand between; it stays on the file; nothing is there.
        3r2k1/pp1n1ppp/2n5/8/3B4/8/PP3PPP/3Q2K1 w - - 0 1
        Qc1: -
        3r2k1/pp3ppp/2n5/8/3B4/8/PP3PPP/3Q2K1 w - - 0 1
        Qd2: -
        Kf1: -
        Qc1 not: c1, c1 d4, d8 c1, c1 d8 d8, c1 c6
    ";
    STEPS_ASIDE.holds(cases);
}
