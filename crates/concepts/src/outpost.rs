//! **Outpost**: a knight or bishop moves to a square on its fifth or sixth rank (a knight also on
//! the fourth of the c- to f-files) that a pawn of its own side holds and that no pawn of the
//! opponent can challenge, now or later: on the files beside it no enemy pawn stands on a square
//! from which it could still come to attack it. It is not lost there, and it does not come from
//! such a square.
//!
//! Squares: where it stands.

use bstar_board::{BitBoard, Color, File, Piece, Position, Rank, Square, attacks};

use super::{Concept, Finding, IdeaClass, Scene};
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, loses_on};
use crate::ground::plain;
use crate::names::man;

pub(super) const OUTPOST: Concept = Concept {
    name: "outpost",
    themes: &["outpost"],
    nature: IdeaClass::Standing,
    weight: 8,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, square) = (scene.side, scene.mv.to);
    let is_there = !scene.before.is_castling(scene.mv)
        && is_outpost(&scene.after, side, square)
        && !is_outpost(&scene.before, side, scene.mv.from)
        && loses_on(&scene.after, square) < MIN_GAIN_CENTIPAWNS;
    match is_there {
        true => vec![Finding::on([square])],
        false => Vec::new(),
    }
}

fn is_outpost(position: &Position, side: Color, square: Square) -> bool {
    let rank = Scene::rank(side, square);
    let is_central = (File::C..=File::F).contains(&square.file());
    let is_far = match position.piece_on(square) {
        Some(Piece::Knight) => (5..=6).contains(&rank) || rank == 4 && is_central,
        Some(Piece::Bishop) => (5..=6).contains(&rank),
        _ => false,
    };
    let pawns = position.men(side, Piece::Pawn);
    let is_held = attacks::pawns(pawns, side).has(square);
    let ahead: BitBoard = Rank::ALL
        .into_iter()
        .filter(|other| *other as usize != square.rank() as usize)
        .filter(|other| (side == Color::White) == (*other > square.rank()))
        .fold(BitBoard::EMPTY, |set, rank| set | rank.bitboard());
    let challengers = position.men(!side, Piece::Pawn) & square.file().adjacent() & ahead;
    is_far && is_held && challengers.is_empty()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = squares else {
        return Err("an outpost is one square");
    };
    if *square != scene.mv.to || scene.before.is_castling(scene.mv) {
        return Err("nothing has just moved there");
    }
    stands_on_outpost(&scene.after, scene.side, *square)?;
    if stands_on_outpost(&scene.before, scene.side, scene.mv.from).is_ok() {
        return Err("it stood on an outpost already");
    }
    let lost = plain::exchange::best_capture(&scene.after, *square).unwrap_or(0);
    match lost >= plain::exchange::MIN_GAIN_CENTIPAWNS {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn stands_on_outpost(position: &Position, side: Color, square: Square) -> Result<(), &'static str> {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    let forward = if side == Color::White { 1 } else { -1 };
    let own_rank = if side == Color::White { rank } else { 7 - rank };
    let is_far = match position.piece_on(square) {
        Some(Piece::Knight) => {
            [4, 5].contains(&own_rank) || own_rank == 3 && (2..=5).contains(&file)
        }
        Some(Piece::Bishop) => [4, 5].contains(&own_rank),
        _ => return Err("no knight or bishop stands there"),
    };
    if !is_far {
        return Err("it does not stand far enough");
    }
    let pawn_on = |file: i32, rank: i32, color: Color| {
        let at = (0..8).contains(&file) && (0..8).contains(&rank);
        at && {
            let square = Square::new(File::index(file as usize), Rank::index(rank as usize));
            position.piece_on(square) == Some(Piece::Pawn)
                && position.color_on(square) == Some(color)
        }
    };
    let is_held = [-1, 1]
        .iter()
        .any(|beside| pawn_on(file + beside, rank - forward, side));
    if !is_held {
        return Err("no pawn holds it");
    }
    let can_challenge = [-1, 1]
        .iter()
        .any(|beside| (1..8).any(|steps| pawn_on(file + beside, rank + steps * forward, !side)));
    match can_challenge {
        true => Err("a pawn can challenge it"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = squares.first().copied().unwrap_or(scene.mv.to);
    format!(
        "The {} gets an outpost on\u{a0}{square}, held by a pawn, where no pawn can drive it away.",
        man(scene.man())
    )
}

#[cfg(test)]
mod tests {
    use super::super::testing::{refuses, says};
    use super::*;

    const HOLE: &str = "r2q1rk1/pp2bppp/2npb3/4p3/4P3/2N1B3/PPPQ1PPP/R4RK1 w - - 0 1";

    #[test]
    fn a_knight_in_a_hole_held_by_a_pawn() {
        let told =
            "The knight gets an outpost on d5, held by a pawn, where no pawn can drive it away.";
        assert_eq!(says(&OUTPOST, HOLE, "Nd5"), [told]);
        let black = "r4rk1/ppq1bppp/2n1pn2/8/2p1P3/2P2N2/PPQ2PPP/R1B2RK1 b - - 0 1";
        assert!(says(&OUTPOST, black, "Ne5").is_empty());
        let held = "r4rk1/ppq1bppp/2n1p3/8/1np1P3/5N2/P1Q2PPP/R1B2RK1 b - - 0 1";
        assert_eq!(says(&OUTPOST, held, "Nd3").len(), 1);
    }

    #[test]
    fn no_outpost() {
        // A pawn can still come to c6; nobody holds the square; the knight was on one already.
        let challenged = "r2q1rk1/ppp1bppp/2npb3/4p3/4P3/2N1B3/PPPQ1PPP/R4RK1 w - - 0 1";
        assert!(says(&OUTPOST, challenged, "Nd5").is_empty());
        let alone = "r2q1rk1/pp2bppp/2npb3/4p3/8/2N1B3/PPPQ1PPP/R4RK1 w - - 0 1";
        assert!(says(&OUTPOST, alone, "Nd5").is_empty());
        assert!(says(&OUTPOST, HOLE, "Nb5").is_empty());
        for squares in ["", "c3", "d5 e5", "b5"] {
            assert!(refuses(&OUTPOST, HOLE, "Nd5", squares), "{squares}");
        }
        assert!(refuses(&OUTPOST, challenged, "Nd5", "d5"));
    }
}
