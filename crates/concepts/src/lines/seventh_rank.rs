//! **Seventh rank**: a rook or queen moves to its seventh rank from another one, where it is not
//! lost, and it attacks a pawn of the opponent along that rank, or the opponent's king stands on
//! the rank behind and is kept there. A queen must not capture on her way.
//!
//! Squares: where it stands, then the pawns it attacks along the rank, from the a-file on.

use bstar_board::{Color, Piece, Square};

use crate::finders::pieces::{is_mover_lost, moved_heavy, rank_name, reach};
use crate::grammar::list;
use crate::ground::plain::{exchange, men};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const SEVENTH_RANK: Concept = Concept {
    name: "seventh-rank",
    themes: &["seventh-rank"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, square) = (scene.side, scene.mv.to);
    let is_capture = scene.before.captured(scene.mv).is_some();
    let is_there = moved_heavy(scene).is_some_and(|piece| piece == Piece::Rook || !is_capture)
        && Scene::rank(side, square) == 7
        && Scene::rank(side, scene.mv.from) != 7;
    if !is_there {
        return Vec::new();
    }
    let along = reach(&scene.after, square) & square.rank().bitboard();
    let pawns = along & scene.after.men(!side, Piece::Pawn);
    let is_king_kept = Scene::rank(side, scene.after.king(!side)) == 8;
    match (!pawns.is_empty() || is_king_kept) && !is_mover_lost(scene) {
        true => vec![Finding::on([square].into_iter().chain(pawns))],
        false => Vec::new(),
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let Some((square, pawns)) = squares.split_first() else {
        return Err("it is about a rook or queen");
    };
    let piece = men::moved(&scene.before, scene.mv, &scene.after);
    if *square != scene.mv.to || !matches!(piece, Some(Piece::Rook | Piece::Queen)) {
        return Err("no rook or queen has just moved there");
    }
    if piece == Some(Piece::Queen) && scene.before.captured(scene.mv).is_some() {
        return Err("the queen captures something");
    }
    let is_seventh = |at: Square| men::rank_for(scene.side, at) == 7;
    if !is_seventh(*square) || is_seventh(scene.mv.from) {
        return Err("it does not come to the seventh rank");
    }
    let is_pawn = |at: &Square| men::is_man(&scene.after, *at, !scene.side, Piece::Pawn);
    let attacked: Vec<Square> = [-1, 1]
        .iter()
        .filter_map(|side| men::walk(&scene.after, *square, *side, 0).last().copied())
        .filter(is_pawn)
        .collect();
    ensure(attacked == pawns, "it attacks other pawns")?;
    let king = Square::ALL
        .into_iter()
        .find(|at| men::is_man(&scene.after, *at, !scene.side, Piece::King));
    if attacked.is_empty() && king.is_none_or(|at| men::rank_for(scene.side, at) != 8) {
        return Err("there is nothing for it on that rank");
    }
    match exchange::is_lost(&scene.after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let (piece, rank) = (man(scene.man()), rank_name(scene.mv.to));
    let pawns: Vec<String> = squares.iter().skip(1).map(Square::to_string).collect();
    match pawns.as_slice() {
        [] => {
            let edge = if scene.side == Color::White {
                "eighth"
            } else {
                "first"
            };
            format!("The {piece} reaches the {rank} rank and holds the king on the {edge}.")
        }
        [pawn] => {
            format!("The {piece} reaches the {rank} rank and attacks the pawn on\u{a0}{pawn}.")
        }
        all => format!(
            "The {piece} reaches the {rank} rank and attacks the pawns on\u{a0}{}.",
            list(all)
        ),
    }
}

#[test]
fn cases() {
    let cases = "
        # A rook on the seventh.
        6k1/pp3pp1/8/7p/8/7P/PP3PP1/3R2K1 w - - 0 1
        Rd7: The rook reaches the seventh rank and attacks the pawns on b7 and f7.
        3r2k1/5pp1/pp5p/8/8/PP5P/6P1/R6K b - - 0 1
        Rd2: The rook reaches the second rank and attacks the pawn on g2.
        4k3/8/pp5p/8/8/PP5P/6P1/3R3K w - - 0 1
        Rd7: -
        5k2/8/pp5p/8/8/PP5P/6P1/3R3K w - - 0 1
        Rd7: The rook reaches the seventh rank and holds the king on the eighth.
        # Not the seventh.
        6k1/pp3pp1/8/7p/8/7P/PP3PP1/3R2K1 w - - 0 1
        Rd6: -
        Rd8+: -
        Rd7 not: d7, d7 b7, d7 f7 b7, d6, d7 b7 f7 g7
        6k1/ppR2pp1/8/7p/8/7P/PP3PP1/6K1 w - - 0 1
        Rd7: -
    ";
    SEVENTH_RANK.holds(cases);
}
