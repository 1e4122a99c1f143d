//! **Pawn storm**: the enemy king stands on its first two ranks on the a- to c-files or the g- and
//! h-files. On that wing (a to c, f to h) a pawn moves straight ahead to its fourth, fifth or
//! sixth rank, a c- or f-pawn to its fifth or sixth. Its own king is not on that wing, or the
//! centre is locked: on the d- or e-file a pawn of its side on the fifth rank stands right before
//! a pawn of the opponent. It is no ending (where no side has more than two pieces, a queen
//! counting for two). The pawn is not lost, or a pawn of its side holds it.
//!
//! Squares: where the pawn stands, then the enemy king.

use bstar_board::{Color, File, Piece, Position, Square, attacks};

use crate::finders::pawns::{is_ending, is_safe, pushed, stop};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const PAWN_STORM: Concept = Concept {
    name: "pawn-storm",
    themes: &["king-attack", "space"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, after) = (scene.side, &scene.after);
    let (own, king) = (after.king(side), after.king(!side));
    let is_storm = |square: &Square| {
        let files = match king.file() {
            File::A | File::B | File::C => File::A..=File::C,
            File::G | File::H => File::F..=File::H,
            _ => return false,
        };
        let least = match square.file() {
            File::C | File::F => 5,
            _ => 4,
        };
        let is_held = attacks::pawns(after.men(side, Piece::Pawn), side).has(*square);
        files.contains(&square.file())
            && (!files.contains(&own.file()) || is_locked(after, side))
            && Scene::rank(!side, king) <= 2
            && (least..=6).contains(&Scene::rank(side, *square))
            && !is_ending(after)
            && (is_held || is_safe(after, *square))
    };
    let pawn = pushed(scene).filter(is_storm);
    pawn.map(|square| Finding::on([square, king]))
        .into_iter()
        .collect()
}

/// Whether a pawn of a side on its fifth rank in the centre stands before an enemy pawn.
fn is_locked(position: &Position, side: Color) -> bool {
    let enemies = position.men(!side, Piece::Pawn);
    position.men(side, Piece::Pawn).into_iter().any(|pawn| {
        [File::D, File::E].contains(&pawn.file())
            && Scene::rank(side, pawn) == 5
            && stop(side, pawn).is_some_and(|next| enemies.has(next))
    })
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, king] = exactly(squares, "a pawn and a king")?;
    let (side, after) = (scene.side, &scene.after);
    if *square != scene.mv.to || !plain::pawns::is_push(&scene.before, scene.mv) {
        return Err("no pawn was pushed there");
    }
    let is_king =
        after.piece_on(*king) == Some(Piece::King) && after.color_on(*king) == Some(!side);
    if !is_king || plain::men::rank_for(!side, *king) > 2 {
        return Err("no king shelters there");
    }
    let files: &[i32] = match king.file() as i32 {
        0..=2 => &[0, 1, 2],
        6 | 7 => &[5, 6, 7],
        _ => return Err("the king is not on a wing"),
    };
    let is_on_wing = |at: Square| files.contains(&(at.file() as i32));
    let is_safe_behind = !is_on_wing(after.king(side)) || is_shut(after, side);
    if !is_on_wing(*square) || !is_safe_behind {
        return Err("the kings are not on opposite wings of the pawn, and the centre is open");
    }
    let is_inner = [2, 5].contains(&(square.file() as i32));
    let rank = plain::men::rank_for(side, *square);
    let is_far = rank <= 6 && rank >= if is_inner { 5 } else { 4 };
    ensure(is_far && !plain::pawns::is_ending(after), "it is no storm")?;
    let is_held = plain::pawns::is_held_by_pawn(after, side, *square);
    match is_held || !plain::exchange::is_lost(after, *square) {
        true => Ok(()),
        false => Err("the pawn is lost there"),
    }
}

fn is_shut(position: &Position, side: Color) -> bool {
    let ahead = plain::pawns::forward(side);
    [3, 4].into_iter().any(|file| {
        let pawns = plain::pawns::pawns_on_file(position, side, file);
        pawns.into_iter().any(|pawn| {
            let next = plain::pawns::step(pawn, 0, ahead);
            plain::men::rank_for(side, pawn) == 5
                && next.is_some_and(|next| plain::pawns::is_pawn(position, !side, next))
        })
    })
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let king = squares.get(1).copied().unwrap_or(scene.mv.to);
    format!(
        "The {}-pawn storms towards the king on\u{a0}{king}.",
        scene.mv.to.file()
    )
}

#[test]
fn cases() {
    let cases = "
        # A pawn runs at the king.
        r2q1rk1/pp1bppbp/2np1np1/8/3NP3/2N1BP2/PPPQB1PP/2KR3R w - - 0 1
        h4: The h-pawn storms towards the king on g8.
        r2q1rk1/1p1bppbp/p1np1np1/8/3NP3/2N1BP2/PPPQB1PP/2KR3R b - - 0 1
        b5: The b-pawn storms towards the king on c1.
        # No storm.
        # Too short a step; the own king is there; the other king is in the middle.
        r2q1rk1/pp1bppbp/2np1np1/8/3NP3/2N1BP2/PPPQB1PP/2KR3R w - - 0 1
        h3: -
        h4 not: h4, g8 h4, h4 c1, h4 g8 g8
        r2q1rk1/pp1bppbp/2np1np1/8/3NP3/2N1BP2/PPPQB1PP/3R1RK1 w - - 0 1
        h4: -
        h4 not: h4 g8
        r2qk2r/pp1bppbp/2np1np1/8/3NP3/2N1BP2/PPPQB1PP/2KR3R w kq - 0 1
        h4: -
    ";
    PAWN_STORM.holds(cases);
}
