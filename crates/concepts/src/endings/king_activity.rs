//! **King activity**: in an ending (no queens, and no side with more than three pieces besides king
//! and pawns) the king moves, without castling, nearer to something, counted in king's moves: to a
//! pawn of the opponent that no pawn guards, or to a passed pawn of either side, that is then no
//! more than three moves away; or, if there is none, to the nearest of the squares d4, d5, e4, e5,
//! counted in files and ranks.
//!
//! Squares: where the king stands, then the pawn; only the king for the centre.

use bstar_board::{BitBoard, Color, Piece, Position, Square, attacks};

use crate::finders::board_facts::{distance, pieces};
use crate::finders::pawns::is_passed;
use crate::finders::pieces::moved;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene};

pub(crate) const KING_ACTIVITY: Concept = Concept {
    name: "king-activity",
    themes: &["king-activity"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

const CENTRE: [Square; 4] = [Square::D4, Square::D5, Square::E4, Square::E5];
/// A pawn farther away is no aim of the king's, in king's moves.
const MOST_MOVES: i32 = 3;
/// A side with more pieces is not in an ending.
const MOST_PIECES: usize = 3;

fn find(scene: &Scene) -> Vec<Finding> {
    let (from, to) = (scene.mv.from, scene.mv.to);
    if moved(scene) != Some(Piece::King) || !is_ending(&scene.after) {
        return Vec::new();
    }
    let aims = aims(&scene.after, scene.side);
    let is_nearer = |pawn: &Square| {
        let moves = distance(to, *pawn);
        moves <= MOST_MOVES as usize && moves < distance(from, *pawn)
    };
    let nearest = aims
        .into_iter()
        .filter(is_nearer)
        .min_by_key(|pawn| distance(to, *pawn));
    if let Some(pawn) = nearest {
        return vec![Finding::on([to, pawn])];
    }
    let to_centre = |square: Square| CENTRE.into_iter().map(|at| steps(square, at)).min();
    Finding::if_so(to_centre(to) < to_centre(from), [to])
}

/// Files and ranks between two squares.
fn steps(from: Square, to: Square) -> usize {
    (from.file() as usize).abs_diff(to.file() as usize)
        + (from.rank() as usize).abs_diff(to.rank() as usize)
}

fn is_ending(position: &Position) -> bool {
    let has_few = |side: Color| pieces(position, side).len() as usize <= MOST_PIECES;
    position.pieces(Piece::Queen).is_empty() && has_few(Color::White) && has_few(Color::Black)
}

/// The pawns that a king should go to.
fn aims(position: &Position, side: Color) -> BitBoard {
    let enemy = position.men(!side, Piece::Pawn);
    let weak = enemy & !attacks::pawns(enemy, !side);
    let passed = |color: Color| {
        let pawns = position.men(color, Piece::Pawn).into_iter();
        pawns.filter(move |pawn| is_passed(position, color, *pawn))
    };
    weak | passed(side).chain(passed(!side)).collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let (Some((king, aim)), side) = (squares.split_first(), scene.side) else {
        return Err("a king is needed");
    };
    let is_king = plain::men::is_man(&scene.after, *king, side, Piece::King);
    if *king != scene.mv.to || !is_king || scene.before.is_castling(scene.mv) {
        return Err("no king has just moved there");
    }
    let has_many = |color: Color| {
        plain::standing::pieces_of(&scene.after, color) > MOST_PIECES
            || !plain::men::squares_of(&scene.after, color, Piece::Queen).is_empty()
    };
    if has_many(Color::White) || has_many(Color::Black) {
        return Err("it is no ending");
    }
    match aim {
        [] => {
            let moves = |from: Square| {
                let away = |at: &Square| {
                    let files = from.file() as i32 - at.file() as i32;
                    let ranks = from.rank() as i32 - at.rank() as i32;
                    files.abs() + ranks.abs()
                };
                CENTRE.iter().map(away).min()
            };
            match moves(*king) < moves(scene.mv.from) {
                true => Ok(()),
                false => Err("it does not come nearer to the centre"),
            }
        }
        [pawn] => is_aim(scene, *pawn),
        _ => Err("it has one aim"),
    }
}

fn is_aim(scene: &Scene, pawn: Square) -> Result<(), &'static str> {
    let position = &scene.after;
    let is_enemy = plain::men::is_man(position, pawn, !scene.side, Piece::Pawn);
    let is_weak = is_enemy && !plain::pawns::is_held_by_pawn(position, !scene.side, pawn);
    if !is_weak && !plain::pawns::is_any_passed(position, pawn) {
        return Err("that is no pawn to go to");
    }
    let moves = plain::standing::distance(scene.mv.to, pawn);
    match moves <= MOST_MOVES && moves < plain::standing::distance(scene.mv.from, pawn) {
        true => Ok(()),
        false => Err("the king does not come nearer to it"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let Some(pawn) = squares.get(1) else {
        return "The king comes towards the centre.".to_owned();
    };
    let is_own = scene.after.color_on(*pawn) == Some(scene.side);
    match (is_own, plain::pawns::is_any_passed(&scene.after, *pawn)) {
        (true, _) => format!("The king comes to help its passed pawn on\u{a0}{pawn}."),
        (false, true) => format!("The king comes nearer to the passed pawn on\u{a0}{pawn}."),
        (false, false) => {
            format!("The king comes nearer to the pawn on\u{a0}{pawn}, which no pawn guards.")
        }
    }
}

#[test]
fn cases() {
    let cases = "
        # The king comes.
        6k1/1p3ppp/8/p7/P7/8/1P3PPP/6K1 w - - 0 1
        Kf1: The king comes towards the centre.
        8/1p3kpp/8/p1K5/P7/8/1P3PPP/8 w - - 0 1
        Kb6: The king comes nearer to the pawn on a5, which no pawn guards.
        8/5kpp/8/p7/2K5/8/5PPP/8 w - - 0 1
        Kb5: The king comes nearer to the passed pawn on a5.
        5k2/6pp/8/P7/8/3K4/6PP/8 w - - 0 1
        Kc4: The king comes to help its passed pawn on a5.
        # No activity.
        6k1/1p3ppp/8/p7/P7/8/1P3PPP/6K1 w - - 0 1
        Kh1: -
        h3: -
        Kf1 not: g1, f1 b7, f1 f2, f1 d4, f1 f1 f1
        3q2k1/1p3ppp/8/p7/P7/8/1P3PPP/3Q2K1 w - - 0 1
        Kf1: -
    ";
    KING_ACTIVITY.holds(cases);
}
