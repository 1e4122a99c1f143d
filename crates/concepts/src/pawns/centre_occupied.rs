//! **Centre occupied**: a pawn gets to d4, e4, d5 or e5, where it is not lost. It comes from
//! outside the centre; or beside it, on the other one of the d- and e-files, stands a pawn of its
//! side. It is not an ending, where no side has more than two pieces, a queen counting for two.
//!
//! Squares: where the pawn stands, then the pawn beside it, if there is one.

use bstar_board::{File, Piece, Square};

use crate::finders::pawns::{centre, is_ending, is_safe};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const CENTRE_OCCUPIED: Concept = Concept {
    name: "centre-occupied",
    themes: &["centre"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, square, after) = (scene.side, scene.mv.to, &scene.after);
    let is_there = centre().has(square)
        && scene.before.men(side, Piece::Pawn).has(scene.mv.from)
        && after.men(side, Piece::Pawn).has(square);
    if !is_there {
        return Vec::new();
    }
    let neighbours = centre() & square.rank().bitboard() & after.men(side, Piece::Pawn);
    let beside = (neighbours - square.bitboard()).next_square();
    let is_new = beside.is_some() || !centre().has(scene.mv.from);
    match is_new && is_safe(after, square) && !is_ending(after) {
        true => vec![Finding::on([square].into_iter().chain(beside))],
        false => Vec::new(),
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let (square, beside) = match squares {
        [square] => (*square, None),
        [square, beside] => (*square, Some(*beside)),
        _ => return Err("one pawn in the centre, or two"),
    };
    let (side, after) = (scene.side, &scene.after);
    let is_centre =
        |at: Square| [3, 4].contains(&(at.file() as i32)) && [3, 4].contains(&(at.rank() as i32));
    let is_pawn_move = plain::pawns::is_pawn(&scene.before, side, scene.mv.from)
        && plain::pawns::is_pawn(after, side, square);
    if square != scene.mv.to || !is_pawn_move || !is_centre(square) {
        return Err("no pawn has just come to the centre");
    }
    match beside {
        None if is_centre(scene.mv.from) => return Err("it stood in the centre already"),
        Some(other) => {
            let is_beside = other != square && other.rank() == square.rank();
            let is_pawn = plain::pawns::is_pawn(after, side, other);
            if !is_centre(other) || !is_beside || !is_pawn {
                return Err("no pawn stands beside it");
            }
        }
        None => {}
    }
    ensure(!plain::pawns::is_ending(after), "it is an ending")?;
    match plain::exchange::is_lost(after, square) {
        true => Err("the pawn is lost there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    match squares {
        [square, beside] => {
            let (left, right) = match square.file() == File::D {
                true => (square, beside),
                false => (beside, square),
            };
            format!(
                "It puts two pawns side by side in the centre, on\u{a0}{left} and\u{a0}{right}."
            )
        }
        _ => format!("It puts a pawn in the centre, on\u{a0}{}.", scene.mv.to),
    }
}

#[test]
fn cases() {
    let cases = "
        # Pawns in the centre.
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        d4: It puts a pawn in the centre, on d4.
        rnbqkbnr/ppppp1pp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1
        d4: It puts two pawns side by side in the centre, on d4 and e4.
        rnbqkb1r/ppp1pppp/5n2/3P4/2P5/8/PP1P1PPP/RNBQKBNR b KQkq - 0 1
        Nxd5: -
        # Nothing in the centre.
        # Another rank; it is lost there; it stood in the centre already.
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        d3: -
        d4 not: e4, d4 d4, d4 c4, d4 e4 d5
        rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1
        d4: -
        d4 not: d4
        rnbqkbnr/ppppp1pp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1
        e5: -
        8/5ppp/p3pk2/2K5/1P6/P4P2/6PP/8 b - - 0 1
        e5: -
        e5 not: e5
    ";
    CENTRE_OCCUPIED.holds(cases);
}
