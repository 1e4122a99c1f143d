//! **Frees the bishop**: a bishop of the side is shut in: at least three own pawns stand on
//! squares of its colour, one of them on the c- to f-files beyond the second rank with something
//! right before it, and it has at most three squares to go to that no enemy pawn attacks. A pawn
//! moves, and it has at least two more such squares. Or the bishop itself moves, gets more of
//! them, and now stands as far up the board as all own pawns on its colour on the c- to f-files,
//! which it did not before. What moves is not lost.
//!
//! Squares: where the bishop stands after the move.

use bstar_board::{Color, File, Piece, Position, Square, attacks};

use crate::finders::board_facts::colour_of;
use crate::finders::pieces::{moved, reach};
use crate::ground::exchange::is_lost;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene};

pub(crate) const FREES_BISHOP: Concept = Concept {
    name: "frees-bishop",
    themes: &["bad-bishop", "activity"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

/// A shut-in bishop has no more squares than this.
const MOST_SQUARES: usize = 3;
/// It must get at least this many more.
const MORE_SQUARES: usize = 2;
/// Own pawns on its colour that shut a bishop in.
const MIN_PAWNS: usize = 3;

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    if is_lost(&scene.after, to) {
        return Vec::new();
    }
    let is_shut_in = |bishop: Square| {
        is_shut_in(&scene.before, side, bishop) && room(&scene.before, side, bishop) <= MOST_SQUARES
    };
    let new_room = |was: Square, is: Square| {
        let before = room(&scene.before, side, was);
        room(&scene.after, side, is).saturating_sub(before)
    };
    match moved(scene) {
        Some(Piece::Bishop) => {
            let is_out = is_shut_in(from)
                && new_room(from, to) > 0
                && is_outside(&scene.after, side, to)
                && !is_outside(&scene.before, side, from);
            is_out.then(|| Finding::on([to])).into_iter().collect()
        }
        Some(Piece::Pawn) => scene
            .before
            .men(side, Piece::Bishop)
            .into_iter()
            .filter(|at| is_shut_in(*at) && new_room(*at, *at) >= MORE_SQUARES)
            .map(|bishop| Finding::on([bishop]))
            .collect(),
        _ => Vec::new(),
    }
}

/// Whether a bishop stands as far up the board as the middle pawns on its colour.
fn is_outside(position: &Position, side: Color, bishop: Square) -> bool {
    let pawns = position.men(side, Piece::Pawn) & colour_of(bishop);
    let middle = pawns.into_iter().filter(|pawn| is_middle(*pawn));
    let rank = Scene::rank(side, bishop);
    middle
        .into_iter()
        .all(|pawn| Scene::rank(side, pawn) <= rank)
}

fn is_middle(pawn: Square) -> bool {
    (File::C..=File::F).contains(&pawn.file())
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
        is_middle(pawn)
            && Scene::rank(side, pawn) > 2
            && next.is_some_and(|square| position.occupied().has(square))
    };
    pawns.len() as usize >= MIN_PAWNS && pawns.into_iter().any(is_blocked)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let ([bishop], side) = (squares, scene.side) else {
        return Err("one bishop is freed");
    };
    if !plain::men::is_man(&scene.after, *bishop, side, Piece::Bishop) {
        return Err("no bishop stands there");
    }
    let was = match scene.before.piece_on(scene.mv.from) {
        Some(Piece::Bishop) if *bishop == scene.mv.to => scene.mv.from,
        Some(Piece::Pawn) if *bishop != scene.mv.to => *bishop,
        _ => return Err("neither the bishop nor a pawn has moved"),
    };
    let pawns = plain::men::squares_of(&scene.before, side, Piece::Pawn);
    let like: Vec<Square> = pawns
        .into_iter()
        .filter(|pawn| plain::standing::is_light(*pawn) == plain::standing::is_light(was))
        .collect();
    let is_stuck = |pawn: &Square| {
        let next = plain::pawns::step(*pawn, 0, plain::pawns::forward(side));
        (2..=5).contains(&(pawn.file() as i32))
            && plain::men::rank_for(side, *pawn) > 2
            && next.is_some_and(|square| scene.before.piece_on(square).is_some())
    };
    if like.len() < MIN_PAWNS || !like.iter().any(is_stuck) {
        return Err("its own pawns do not shut it in");
    }
    let squares_of = |position: &Position, bishop: Square| {
        let is_free = |square: &Square| {
            plain::geometry::attacks(position, bishop, *square)
                && position.color_on(*square) != Some(side)
                && !plain::pawns::is_held_by_pawn(position, !side, *square)
        };
        Square::ALL.iter().filter(|square| is_free(square)).count()
    };
    let before = squares_of(&scene.before, was);
    let is_bishop_move = *bishop == scene.mv.to;
    let needed = if is_bishop_move { 1 } else { MORE_SQUARES };
    if before > MOST_SQUARES || squares_of(&scene.after, *bishop) < before + needed {
        return Err("it does not get enough squares");
    }
    let is_behind = |bishop: Square| {
        let rank = plain::men::rank_for(side, bishop);
        like.iter()
            .filter(|pawn| (2..=5).contains(&(pawn.file() as i32)))
            .any(|pawn| plain::men::rank_for(side, *pawn) > rank)
    };
    if is_bishop_move && (is_behind(*bishop) || !is_behind(was)) {
        return Err("it does not get out from behind its pawns");
    }
    match plain::exchange::is_lost(&scene.after, scene.mv.to) {
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

#[test]
fn cases() {
    let cases = "
        # The bishop gets out.
        4b1k1/pp1n2pp/2p1p3/3p1p2/3P1P2/2P1PN2/P5PP/4B1K1 b - - 0 1
        Bh5: The bishop gets out from behind its own pawns.
        Bh5 not: e8, h5 e8, g6
        2b3k1/pp3ppp/4p3/3pP3/3P4/2P2N2/P4PPP/6K1 b - - 0 1
        b6: It gives the bishop on c8, which its own pawns shut in, more room.
        # Not freed.
        r3kb1r/pp1b1ppp/2n1p3/q2pP3/3P4/5N2/PP2BPPP/R1BQ1RK1 b kq - 0 1
        Be7: -
        Bc8: -
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        b3: -
        2b3k1/pp3ppp/4p3/3pP3/3P4/2P2N2/P4PPP/6K1 b - - 0 1
        a6: -
    ";
    FREES_BISHOP.holds(cases);
}
