//! **Majority**: a pawn moves straight ahead to its fourth rank or further on a half of the board
//! (the a- to d-files or the e- to h-files) where its side has more pawns than the opponent, who
//! has at least one there. No pawn of the side is passed there already, the pawn is not lost, and
//! it is neither beside its own king nor on the a- or h-file, unless it is an ending.
//!
//! Squares: where the pawn stands.

use bstar_board::{BitBoard, Color, File, Piece, Position, Square};

use crate::finders::pawns::{is_ending, is_passed, is_safe, number, pushed};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const MAJORITY: Concept = Concept {
    name: "majority",
    themes: &["majority", "passed-pawn"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn half(file: File) -> BitBoard {
    File::ALL
        .into_iter()
        .filter(|other| (*other <= File::D) == (file <= File::D))
        .fold(BitBoard::EMPTY, |set, file| set | file.bitboard())
}

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, after) = (scene.side, &scene.after);
    let is_it = |square: &Square| {
        let half = half(square.file());
        let own = after.men(side, Piece::Pawn) & half;
        let other = after.men(!side, Piece::Pawn) & half;
        let is_rim = matches!(square.file(), File::A | File::H);
        let is_shelter = after.king(side).file().adjacent().has(*square)
            || after.king(side).file() == square.file();
        Scene::rank(side, *square) >= 4
            && own.len() > other.len()
            && !other.is_empty()
            && (!is_shelter && !is_rim || is_ending(after))
            && !own.into_iter().any(|pawn| is_passed(after, side, pawn))
            && is_safe(after, *square)
    };
    let pawn = pushed(scene).filter(is_it);
    pawn.map(|square| Finding::on([square]))
        .into_iter()
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "a majority is told of one pawn")?;
    let (side, after) = (scene.side, &scene.after);
    if *square != scene.mv.to || !plain::pawns::is_push(&scene.before, scene.mv) {
        return Err("no pawn was pushed there");
    }
    let own = pawns_of_half(after, side, *square);
    let other = pawns_of_half(after, !side, *square);
    if plain::men::rank_for(side, *square) < 4 || other.is_empty() || own.len() <= other.len() {
        return Err("there is no majority in motion");
    }
    if own
        .iter()
        .any(|pawn| plain::pawns::is_passed(after, side, *pawn))
    {
        return Err("there is a passed pawn already");
    }
    let files_from_king = (after.king(side).file() as i32 - square.file() as i32).abs();
    let is_rim = [0, 7].contains(&(square.file() as i32));
    if (is_rim || files_from_king <= 1) && !plain::pawns::is_ending(after) {
        return Err("it is a pawn of the rim or of the king");
    }
    match plain::exchange::is_lost(after, *square) {
        true => Err("the pawn is lost there"),
        false => Ok(()),
    }
}

fn pawns_of_half(position: &Position, side: Color, square: Square) -> Vec<Square> {
    let half = |square: &Square| square.file() as i32 / 4;
    let mut pawns = plain::pawns::pawns(position, side);
    pawns.retain(|pawn| half(pawn) == half(&square));
    pawns
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = squares.first().copied().unwrap_or(scene.mv.to);
    let half = half(square.file());
    let count = |side: Color| {
        let pawns = scene.after.men(side, Piece::Pawn) & half;
        number(pawns.len() as usize)
    };
    let wing = match square.file() <= File::D {
        true => "queenside",
        false => "kingside",
    };
    format!(
        "It sets the {wing} majority in motion, {} pawns against {}, to make a passed pawn.",
        count(scene.side),
        count(!scene.side)
    )
}

#[test]
fn cases() {
    let cases = "
        # A majority sets out.
        2r2rk1/pp3ppp/4pn2/8/8/1P3N2/P1P2PPP/2R2RK1 w - - 0 1
        c4: It sets the queenside majority in motion, three pawns against two, to make a passed pawn.
        2r2rk1/pp1n1pp1/4p2p/8/8/1P3N2/P1P2PPP/2R2RK1 b - - 0 1
        e5: It sets the kingside majority in motion, four pawns against three, to make a passed pawn.
        # No majority.
        # Not far enough; the king's own pawns; two against three; a passed pawn is there already.
        2r2rk1/pp3ppp/4pn2/8/8/1P3N2/P1P2PPP/2R2RK1 w - - 0 1
        c3: -
        c4 not: c2, c4 c4, b3
        2r2rk1/pp3ppp/4pn2/8/8/1P3N2/P1P2PPP/2R2RK1 b - - 0 1
        g5: -
        b5: -
        g5 not: g5
        2r2rk1/p4ppp/4pn2/8/8/1P3N2/P1P2PPP/2R2RK1 w - - 0 1
        c4: -
    ";
    MAJORITY.holds(cases);
}
