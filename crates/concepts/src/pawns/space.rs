//! **Space**: a pawn moves straight ahead to its fourth, fifth or sixth rank, where it is not lost
//! and no enemy pawn attacks it. From there it takes empty squares of the opponent's half from an
//! enemy knight or bishop that could go to them: no pawn of the side attacked them before. A pawn
//! that gets to the fifth or sixth rank and is held by a pawn gains space in any case. A pawn of
//! the a-, b-, g- or h-file beside its own king does not, unless it is an ending.
//!
//! Squares: where the pawn stands; then, if it takes squares from a knight or bishop, that piece
//! and the squares.

use bstar_board::{BitBoard, File, Piece, Position, Rank, Square, attacks};

use crate::finders::pawns::{is_ending, is_safe, pushed};
use crate::grammar::list;
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene};

pub(crate) const SPACE: Concept = Concept {
    name: "space",
    themes: &["space"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let Some(square) = pushed(scene) else {
        return Vec::new();
    };
    let (side, after) = (scene.side, &scene.after);
    let rank = Scene::rank(side, square);
    let is_challenged = attacks::pawns(after.men(!side, Piece::Pawn), !side).has(square);
    let is_ground = (4..=6).contains(&rank)
        && !is_challenged
        && !is_shelter(scene, square)
        && is_safe(after, square);
    if !is_ground {
        return Vec::new();
    }
    let is_held = attacks::pawns(after.men(side, Piece::Pawn), side).has(square);
    match deprived(scene, square) {
        Some((piece, taken)) => {
            vec![Finding::on([square, piece].into_iter().chain(taken))]
        }
        None if rank >= 5 && is_held => vec![Finding::on([square])],
        None => Vec::new(),
    }
}

/// The knight or bishop that loses most squares to the pawn, and those squares.
fn deprived(scene: &Scene, square: Square) -> Option<(Square, BitBoard)> {
    let (side, after) = (scene.side, &scene.after);
    let half = Rank::ALL
        .into_iter()
        .filter(|rank| rank.relative_to(side) >= Rank::Fifth)
        .fold(BitBoard::EMPTY, |set, rank| set | rank.bitboard());
    let old = attacks::pawns(scene.before.men(side, Piece::Pawn), side);
    let taken = (attacks::pawn(square, side) & half) - after.occupied() - old;
    let minors = after.men(!side, Piece::Knight) | after.men(!side, Piece::Bishop);
    let loses = |piece: Square| {
        let kind = after.piece_on(piece).unwrap_or(Piece::King);
        (
            piece,
            taken & attacks::of(kind, !side, piece, after.occupied()),
        )
    };
    minors
        .into_iter()
        .map(loses)
        .filter(|(_, squares)| !squares.is_empty())
        .max_by_key(|(_, squares)| squares.len())
}

fn is_shelter(scene: &Scene, square: Square) -> bool {
    let king = scene.after.king(scene.side).file() as i32;
    let is_rim = matches!(square.file(), File::A | File::B | File::G | File::H);
    is_rim && (king - square.file() as i32).abs() <= 1 && !is_ending(&scene.after)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let Some((square, rest)) = squares.split_first() else {
        return Err("space is gained by a pawn");
    };
    let (side, after) = (scene.side, &scene.after);
    if *square != scene.mv.to || !plain::pawns::is_push(&scene.before, scene.mv) {
        return Err("no pawn was pushed there");
    }
    let rank = plain::men::rank_for(side, *square);
    if ![4, 5, 6].contains(&rank) || plain::pawns::is_held_by_pawn(after, !side, *square) {
        return Err("it gains no ground there");
    }
    let file = square.file() as i32;
    let files_from_king = (after.king(side).file() as i32 - file).abs();
    let is_rim = [0, 1, 6, 7].contains(&file);
    if is_rim && files_from_king <= 1 && !plain::pawns::is_ending(after) {
        return Err("the pawn shelters its king");
    }
    if plain::exchange::is_lost(after, *square) {
        return Err("the pawn is lost there");
    }
    match rest {
        [] if rank >= 5 && plain::pawns::is_held_by_pawn(after, side, *square) => Ok(()),
        [piece, taken @ ..] if !taken.is_empty() && taken.len() <= 2 => {
            takes(scene, *square, *piece, taken)
        }
        _ => Err("it takes no squares"),
    }
}

fn takes(
    scene: &Scene,
    square: Square,
    piece: Square,
    taken: &[Square],
) -> Result<(), &'static str> {
    let (side, after) = (scene.side, &scene.after);
    let is_minor = matches!(after.piece_on(piece), Some(Piece::Knight | Piece::Bishop));
    if !is_minor || after.color_on(piece) != Some(!side) {
        return Err("no knight or bishop loses squares");
    }
    let attacks =
        |position: &Position, by: Square, at: Square| plain::geometry::attacks(position, by, at);
    let is_taken = |at: &Square| {
        after.piece_on(*at).is_none()
            && plain::men::rank_for(side, *at) >= 5
            && attacks(after, square, *at)
            && attacks(after, piece, *at)
            && !plain::pawns::is_held_by_pawn(&scene.before, side, *at)
    };
    let is_twice = taken.len() == 2 && taken[0] == taken[1];
    match !is_twice && taken.iter().all(is_taken) {
        true => Ok(()),
        false => Err("it does not take that square"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    match squares {
        [_, piece, taken @ ..] => {
            let names: Vec<String> = taken.iter().map(Square::to_string).collect();
            let kind = scene.after.piece_on(*piece).unwrap_or(Piece::Knight);
            format!(
                "It gains space and takes {} from the {} on\u{a0}{piece}.",
                list(&names),
                man(kind)
            )
        }
        _ => format!(
            "It gains space: the pawn on\u{a0}{} is far up the board and held by another.",
            scene.mv.to
        ),
    }
}

#[test]
fn cases() {
    let cases = "
        # Squares are taken.
        # b5 is held already
        r1bq1rk1/pp2ppbp/n2p1np1/2pP4/4P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 1
        a4: -
        rnbqkb1r/pppppp1p/5np1/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1
        c4: It gains space and takes d5 from the knight on f6.
        c4 not: c4, c4 f6, c4 f6 b5, c4 f6 d5 d5, d5 f6 c4
        rnbqkbnr/pp3ppp/2p1p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 1
        c5: It gains space and takes d6 from the bishop on f8.
        3rk3/pp3ppp/2p5/3p4/2PP4/8/PP3PPP/3RK3 w - - 0 1
        c5: It gains space: the pawn on c5 is far up the board and held by another.
        # No space.
        # The pawn attacks a knight that has other squares; a pawn takes it; the king's own pawns.
        rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        e4: -
        r1bq1rk1/ppp1ppbp/2np1np1/8/3PP3/2N1BN2/PPP1BPPP/R2Q1RK1 w - - 0 1
        g4: -
        a3: -
    ";
    SPACE.holds(cases);
}
