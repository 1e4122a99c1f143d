//! **Frees the bishop**: a bishop of the side is shut in: at least three own pawns stand on squares
//! of its colour, one of them on the c- to f-files with something right before it, and it has
//! at most three squares to go to that no enemy pawn attacks. The bishop itself moves (not to its
//! loss), or a pawn does, and it has at least two more such squares than before.
//!
//! Squares: where the bishop stands after the move.

use bstar_board::{Color, File, Piece, Position, Square, attacks};

use super::board_facts::{colour_of, is_lost, mover, reach};
use super::{Concept, Finding, Nature, Scene};
use crate::ground::plain;

pub(super) const FREES_BISHOP: Concept = Concept {
    name: "frees-bishop",
    themes: &["bad-bishop", "activity"],
    nature: Nature::Change,
    weight: 4,
    find,
    check,
    say,
};

/// A shut-in bishop has no more squares than this.
const MOST_SQUARES: usize = 3;
/// It must get so many more.
const MORE_SQUARES: usize = 2;
/// Own pawns on its colour that shut a bishop in.
const MIN_PAWNS: usize = 3;

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    if is_lost(&scene.after, to) {
        return Vec::new();
    }
    let is_freed = |was: Square, is: Square| {
        let before = room(&scene.before, side, was);
        is_shut_in(&scene.before, side, was)
            && before <= MOST_SQUARES
            && room(&scene.after, side, is) >= before + MORE_SQUARES
    };
    match mover(scene) {
        Some(Piece::Bishop) if is_freed(from, to) => vec![Finding::on([to])],
        Some(Piece::Pawn) => scene
            .before
            .men(side, Piece::Bishop)
            .into_iter()
            .filter(|bishop| is_freed(*bishop, *bishop))
            .map(|bishop| Finding::on([bishop]))
            .collect(),
        _ => Vec::new(),
    }
}

/// The squares a bishop can go to that no enemy pawn attacks.
fn room(position: &Position, side: Color, bishop: Square) -> usize {
    let hit = attacks::pawns(position.men(!side, Piece::Pawn), !side);
    (reach(position, bishop) & !position.side(side) & !hit).len() as usize
}

fn is_shut_in(position: &Position, side: Color, bishop: Square) -> bool {
    let pawns = position.men(side, Piece::Pawn) & colour_of(bishop);
    let step = if side == Color::White { 1 } else { -1 };
    let is_blocked = |pawn: Square| {
        let next = pawn.try_offset(0, step);
        (File::C..=File::F).contains(&pawn.file())
            && next.is_some_and(|square| position.occupied().has(square))
    };
    pawns.len() as usize >= MIN_PAWNS && pawns.into_iter().any(is_blocked)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let ([bishop], side) = (squares, scene.side) else {
        return Err("one bishop is freed");
    };
    if !plain::standing::stands(&scene.after, *bishop, side, Piece::Bishop) {
        return Err("no bishop stands there");
    }
    let was = match scene.before.piece_on(scene.mv.from) {
        Some(Piece::Bishop) if *bishop == scene.mv.to => scene.mv.from,
        Some(Piece::Pawn) if *bishop != scene.mv.to => *bishop,
        _ => return Err("neither the bishop nor a pawn has moved"),
    };
    let pawns = plain::standing::squares_of(&scene.before, side, Piece::Pawn);
    let like: Vec<Square> = pawns
        .into_iter()
        .filter(|pawn| plain::standing::is_light(*pawn) == plain::standing::is_light(was))
        .collect();
    let is_stuck = |pawn: &Square| {
        let next = pawn.try_offset(0, plain::standing::forward(side));
        (2..=5).contains(&(pawn.file() as i32))
            && next.is_some_and(|square| scene.before.piece_on(square).is_some())
    };
    if like.len() < MIN_PAWNS || !like.iter().any(is_stuck) {
        return Err("its own pawns do not shut it in");
    }
    let squares_of = |position: &Position, bishop: Square| {
        let is_free = |square: &Square| {
            plain::geometry::attacks(position, bishop, *square)
                && position.color_on(*square) != Some(side)
                && !plain::standing::is_held_by_pawn(position, !side, *square)
        };
        Square::ALL.iter().filter(|square| is_free(square)).count()
    };
    let before = squares_of(&scene.before, was);
    if before > MOST_SQUARES || squares_of(&scene.after, *bishop) < before + MORE_SQUARES {
        return Err("it does not get enough squares");
    }
    match plain::standing::is_lost(&scene.after, scene.mv.to) {
        true => Err("what moved can be taken"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let bishop = squares.first().copied().unwrap_or(scene.mv.to);
    match bishop == scene.mv.to {
        true => "The bishop gets out from behind its own pawns.".to_owned(),
        false => {
            format!("It gives the bishop on\u{a0}{bishop}, which its own pawns shut in, more room.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{refuses, says};
    use super::*;

    const FRENCH: &str = "r3kb1r/pp1b1ppp/2n1p3/q2pP3/3P4/5N2/PP2BPPP/R1BQ1RK1 b kq - 0 1";
    const DUTCH: &str = "4b1k1/pp1n2pp/2p1p3/3p1p2/3P1P2/2P1PN2/P5PP/4B1K1 b - - 0 1";
    const SHUT: &str = "2b3k1/pp3ppp/4p3/3pP3/3P4/2P2N2/P4PPP/6K1 b - - 0 1";

    #[test]
    fn the_bishop_gets_out() {
        assert_eq!(
            says(&FREES_BISHOP, DUTCH, "Bh5"),
            ["The bishop gets out from behind its own pawns."]
        );
        assert_eq!(
            says(&FREES_BISHOP, SHUT, "b6"),
            ["It gives the bishop on c8, which its own pawns shut in, more room."]
        );
    }

    #[test]
    fn not_freed() {
        assert!(says(&FREES_BISHOP, FRENCH, "Be7").is_empty());
        assert!(says(&FREES_BISHOP, FRENCH, "Bc8").is_empty());
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(says(&FREES_BISHOP, start, "b3").is_empty());
        assert!(says(&FREES_BISHOP, SHUT, "a6").is_empty());
        for squares in ["", "e8", "h5 e8", "g6"] {
            assert!(refuses(&FREES_BISHOP, DUTCH, "Bh5", squares), "{squares}");
        }
    }
}
