//! **Opposition**: only kings and pawns are left, and a king moves so that the kings stand on one
//! file or rank with one empty square between them (on a file also three or five, if there are no
//! more than six pawns), the opponent to move. Or the king reaches a key square of its own passed
//! pawn: for a pawn on the b- to g-files that has not reached its seventh rank one of the three
//! squares two ranks ahead of it, for one on its fifth or sixth rank also one rank ahead.
//!
//! Squares: where the king stands, then the other king or the pawn.

use bstar_board::{BitBoard, Color, File, Piece, Position, Square, attacks};

use crate::finders::board_facts::pieces;
use crate::finders::pawns::is_passed;
use crate::finders::pieces::moved;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const OPPOSITION: Concept = Concept {
    name: "opposition",
    themes: &["opposition", "zugzwang"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

/// With more pawns on the board a distant opposition says little.
const MOST_PAWNS: usize = 6;

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    let is_pawn_ending = pieces(&scene.after, side).is_empty()
        && pieces(&scene.after, !side).is_empty()
        && moved(scene) == Some(Piece::King);
    if !is_pawn_ending {
        return Vec::new();
    }
    let other = scene.after.king(!side);
    let mut found = Vec::new();
    let has_pawns = !scene.after.pieces(Piece::Pawn).is_empty();
    if has_pawns && has_opposition(&scene.after, to, other) {
        found.push(Finding::on([to, other]));
    }
    let reached = scene.after.men(side, Piece::Pawn).into_iter().find(|pawn| {
        let keys = key_squares(scene, *pawn);
        is_passed(&scene.after, side, *pawn) && keys.has(to) && !keys.has(from)
    });
    found.extend(reached.map(|pawn| Finding::on([to, pawn])));
    found
}

fn has_opposition(position: &Position, king: Square, other: Square) -> bool {
    let between = attacks::between(king, other);
    let is_file = king.file() == other.file();
    let is_distance = match between.len() {
        1 => is_file || king.rank() == other.rank(),
        3 | 5 => is_file && position.pieces(Piece::Pawn).len() as usize <= MOST_PAWNS,
        _ => false,
    };
    is_distance && (between & position.occupied()).is_empty()
}

fn key_squares(scene: &Scene, pawn: Square) -> BitBoard {
    let rank = Scene::rank(scene.side, pawn);
    let step = if scene.side == Color::White { 1 } else { -1 };
    let steps: &[i8] = match rank {
        2..=4 => &[2],
        5 | 6 => &[1, 2],
        _ => &[],
    };
    let is_middle = pawn.file() != File::A && pawn.file() != File::H;
    let ahead = steps
        .iter()
        .flat_map(|up| [-1, 0, 1].map(|beside| pawn.try_offset(beside, up * step)));
    ahead.flatten().filter(|_| is_middle).collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let ([king, other], side) = (squares, scene.side) else {
        return Err("a king and what it faces are needed");
    };
    let is_king = plain::men::is_man(&scene.after, *king, side, Piece::King);
    if *king != scene.mv.to || !is_king || scene.before.is_castling(scene.mv) {
        return Err("no king has just moved there");
    }
    let count = |color| plain::standing::pieces_of(&scene.after, color);
    if count(side) + count(!side) > 0 {
        return Err("it is no pawn ending");
    }
    if plain::men::is_man(&scene.after, *other, !side, Piece::King) {
        return faces(&scene.after, *king, *other);
    }
    let is_own = plain::men::is_man(&scene.after, *other, side, Piece::Pawn);
    if !is_own || !plain::pawns::is_any_passed(&scene.after, *other) {
        return Err("it has no such passed pawn");
    }
    let is_key = |square: Square| {
        let files = (square.file() as i32 - other.file() as i32).abs();
        let rank = plain::men::rank_for(side, *other);
        let ahead = plain::men::rank_for(side, square) - rank;
        let is_far_enough = ahead == 2 && rank <= 6 || ahead == 1 && (5..=6).contains(&rank);
        files <= 1 && is_far_enough && (1..=6).contains(&(other.file() as i32))
    };
    match is_key(*king) && !is_key(scene.mv.from) {
        true => Ok(()),
        false => Err("it has reached no key square"),
    }
}

fn faces(position: &Position, king: Square, other: Square) -> Result<(), &'static str> {
    let Some((between, plain::geometry::Direction::Straight)) =
        plain::geometry::between(king, other)
    else {
        return Err("the kings do not face each other");
    };
    if between
        .iter()
        .any(|square| position.piece_on(*square).is_some())
    {
        return Err("something stands between the kings");
    }
    let count = |color| plain::men::squares_of(position, color, Piece::Pawn).len();
    let pawns = count(Color::White) + count(Color::Black);
    ensure(pawns != 0, "there is no pawn to fight for")?;
    let is_file = king.file() == other.file() && pawns <= MOST_PAWNS;
    match between.len() == 1 || is_file && [3, 5].contains(&between.len()) {
        true => Ok(()),
        false => Err("the kings do not face each other"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let [king, other] = squares else {
        return String::new();
    };
    if scene.after.piece_on(*other) == Some(Piece::Pawn) {
        return format!(
            "The king reaches {king}, a key square of the passed pawn on\u{a0}{other}."
        );
    }
    match plain::standing::distance(*king, *other) {
        2 => format!("The king takes the opposition against the king on\u{a0}{other}."),
        _ => format!("The king takes the distant opposition against the king on\u{a0}{other}."),
    }
}

#[test]
fn cases() {
    let cases = "
        # The kings face each other.
        8/4k3/8/8/4K3/8/4P3/8 w - - 0 1
        Ke5: The king takes the opposition against the king on e7.
        4k3/8/8/8/8/8/4P3/3K4 w - - 0 1
        Kd2: -
        3k4/8/8/8/8/8/4P3/4K3 w - - 0 1
        Kd2: The king takes the distant opposition against the king on d8.
        4k3/8/8/3K4/4P3/8/8/8 w - - 0 1
        Kd6: The king reaches d6, a key square of the passed pawn on e4.
        # No opposition.
        # An even number of squares between; a rook on the board; a pawn between.
        8/4k3/8/8/4K3/8/4P3/8 w - - 0 1
        Kd4: -
        8/4k3/8/8/4K3/8/4R3/8 w - - 0 1
        Ke5: -
        8/4k3/4p3/8/4K3/8/4P3/8 w - - 0 1
        Ke5: -
        8/4k3/8/8/4K3/8/4P3/8 w - - 0 1
        e3: -
        Ke5 not: e5, e5 e2, e7 e5, e5 e7 e2
    ";
    OPPOSITION.holds(cases);
}
