//! **Spoils pawns**: a pawn moves, without promoting, and a pawn of its side becomes doubled,
//! isolated or backward. The moved pawn counts only if it cannot be taken. Doubled: it comes to a
//! file with another pawn of its side, from a file where it was alone. Isolated: no pawn of its
//! side stands on the files beside it, and before one did. Backward: a pawn of the b- to g-files,
//! not beyond its fourth rank, that did not move has pawns of its side beside it, all further up;
//! an enemy pawn guards the square in front of it, which is free of its side's pawns; no enemy
//! pawn stands further up its file; and before this was not so.
//!
//! Squares: the pawn.

use bstar_board::{BitBoard, Color, File, Piece, Position, Rank, Square, attacks};

use crate::grammar::list;
use crate::ground::exchange::best_capture;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const SPOILS_PAWNS: Concept = Concept {
    name: "spoils-pawns",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, mv) = (scene.side, scene.mv);
    let before = scene.before.men(side, Piece::Pawn);
    if !before.has(mv.from) || mv.promotion.is_some() {
        return Vec::new();
    }
    let after = scene.after.men(side, Piece::Pawn);
    let is_spoilt = |pawn: &Square| {
        if *pawn == mv.to && best_capture(&scene.after, mv.to).is_some() {
            return false;
        }
        let was = if *pawn == mv.to { mv.from } else { *pawn };
        let is_isolated = (after & pawn.file().adjacent()).is_empty()
            && !(before & was.file().adjacent()).is_empty();
        let is_doubled = *pawn == mv.to
            && (after & pawn.file().bitboard()).len() > 1
            && (before & was.file().bitboard()).len() == 1;
        let is_backward = *pawn != mv.to
            && is_backward(&scene.after, side, *pawn)
            && !is_backward(&scene.before, side, *pawn);
        is_isolated || is_doubled || is_backward
    };
    let spoilt = after.into_iter().filter(is_spoilt);
    spoilt.map(|pawn| Finding::on([pawn])).collect()
}

fn is_backward(position: &Position, side: Color, pawn: Square) -> bool {
    let (own, enemy) = (
        position.men(side, Piece::Pawn),
        position.men(!side, Piece::Pawn),
    );
    let ahead: BitBoard = Rank::ALL
        .into_iter()
        .filter(|rank| *rank != pawn.rank() && (side == Color::White) == (*rank > pawn.rank()))
        .fold(BitBoard::EMPTY, |set, rank| set | rank.bitboard());
    let beside = own & pawn.file().adjacent();
    let Some(front) = pawn.try_offset(0, if side == Color::White { 1 } else { -1 }) else {
        return false;
    };
    !matches!(pawn.file(), File::A | File::H)
        && Scene::rank(side, pawn) <= 4
        && !beside.is_empty()
        && beside.is_subset(ahead)
        && (enemy & pawn.file().bitboard() & ahead).is_empty()
        && !own.has(front)
        && attacks::pawns(enemy, !side).has(front)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [pawn] = exactly(squares, "it is about one pawn")?;
    let is_pawn = plain::men::is_man(&scene.before, scene.mv.from, scene.side, Piece::Pawn)
        && plain::men::is_man(&scene.after, scene.mv.to, scene.side, Piece::Pawn)
        && plain::men::is_man(&scene.after, *pawn, scene.side, Piece::Pawn);
    ensure(is_pawn, "no pawn has just moved, or none stands there")?;
    let is_taken =
        *pawn == scene.mv.to && plain::exchange::best_capture(&scene.after, *pawn).is_some();
    ensure(!is_taken, "the pawn can be taken")?;
    match flaws(scene, *pawn).is_empty() {
        true => Err("the pawn is no weaker than before"),
        false => Ok(()),
    }
}

/// What has become of a pawn: `doubled`, `isolated`, `backward`.
fn flaws(scene: &Scene, pawn: Square) -> Vec<String> {
    let has_moved = pawn == scene.mv.to;
    let was = if has_moved { scene.mv.from } else { pawn };
    let others = |position: &Position, at: Square, files: i32| {
        let pawns = plain::men::squares_of(position, scene.side, Piece::Pawn);
        let is_there = |other: &&Square| (other.file() as i32 - at.file() as i32).abs() == files;
        pawns.iter().filter(is_there).count()
    };
    let is_doubled =
        has_moved && others(&scene.after, pawn, 0) > 1 && others(&scene.before, was, 0) == 1;
    let is_isolated = others(&scene.after, pawn, 1) == 0 && others(&scene.before, was, 1) > 0;
    let is_backward = !has_moved
        && has_stayed_behind(&scene.after, scene.side, pawn)
        && !has_stayed_behind(&scene.before, scene.side, pawn);
    let words = [
        (is_doubled, "doubled"),
        (is_isolated, "isolated"),
        (is_backward, "backward"),
    ];
    let named = words.into_iter().filter(|(is_so, _)| *is_so);
    named.map(|(_, word)| word.to_owned()).collect()
}

fn has_stayed_behind(position: &Position, side: Color, pawn: Square) -> bool {
    let rank = |square: &Square| plain::men::rank_for(side, *square);
    let own: Vec<Square> = plain::men::squares_of(position, side, Piece::Pawn)
        .into_iter()
        .filter(|other| (other.file() as i32 - pawn.file() as i32).abs() == 1)
        .collect();
    let is_last = !own.is_empty() && own.iter().all(|other| rank(other) > rank(&pawn));
    let is_open = plain::men::squares_of(position, !side, Piece::Pawn)
        .iter()
        .all(|other| other.file() != pawn.file() || rank(other) < rank(&pawn));
    let is_stopped = plain::men::step_for(side, pawn, 0, 1).is_some_and(|front| {
        !plain::men::is_man(position, front, side, Piece::Pawn)
            && plain::pawns::is_held_by_pawn(position, !side, front)
    });
    let is_inside = (1..7).contains(&(pawn.file() as i32)) && rank(&pawn) <= 4;
    is_inside && is_last && is_open && is_stopped
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let pawn = squares.first().copied().unwrap_or(scene.mv.to);
    let flaws = flaws(scene, pawn);
    format!("It leaves the pawn on\u{a0}{pawn} {}.", list(&flaws))
}

#[test]
fn cases() {
    let cases = "
        # Pawns become weak.
        rnbqk2r/pppp1ppp/4pn2/8/2PP4/P1b5/1P2PPPP/R1BQKBNR w KQkq - 0 1
        bxc3: It leaves the pawn on a3 isolated. | It leaves the pawn on c3 doubled.
        r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 0 1
        e5: It leaves the pawn on d6 backward.
        4k3/8/3p4/4P3/3P4/8/8/4K3 w - - 0 1
        exd6: It leaves the pawn on d4 isolated. | It leaves the pawn on d6 doubled and isolated.
        # The pawns stay sound.
        rnbqk2r/pppp1ppp/4pn2/8/2PP4/P1b5/1P2PPPP/R1BQKBNR w KQkq - 0 1
        Bd2: -
        bxc3 not: c4, a3 c3, b2, d4
        # An enemy pawn stands further up the file, so it is no target there.
        r1bqkb1r/pp2pppp/2np1n2/8/3PP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 0 1
        e5: -
    ";
    SPOILS_PAWNS.holds(cases);
}
