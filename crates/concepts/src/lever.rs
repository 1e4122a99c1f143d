//! **Lever**: a pawn moves, without capturing, to where it attacks a pawn of the opponent that it
//! did not attack before. The pawn is not simply lost there: a capture of it wins nothing, or one
//! of its own side could take back with a pawn.
//!
//! Squares: where the pawn stands, then the pawn or pawns it attacks.

use bstar_board::{Color, File, Piece, Position, Rank, Square, attacks};

use super::{Concept, Finding, IdeaClass, Scene};
use crate::grammar::list;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, loses_on};
use crate::ground::plain;

pub(super) const LEVER: Concept = Concept {
    name: "lever",
    themes: &["lever"],
    nature: IdeaClass::Change,
    weight: 6,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, square) = (scene.side, scene.mv.to);
    let is_push = scene.after.men(side, Piece::Pawn).has(square)
        && scene.before.men(side, Piece::Pawn).has(scene.mv.from)
        && scene.before.captured(scene.mv).is_none();
    if !is_push {
        return Vec::new();
    }
    let reach = attacks::of(Piece::Pawn, side, square, scene.after.occupied());
    let targets = reach & scene.after.men(!side, Piece::Pawn);
    let is_supported = attacks::pawns(scene.after.men(side, Piece::Pawn), side).has(square);
    let is_sound = is_supported || loses_on(&scene.after, square) < MIN_GAIN_CENTIPAWNS;
    match targets.is_empty() || !is_sound {
        true => Vec::new(),
        false => vec![Finding::on([square].into_iter().chain(targets))],
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let Some((square, targets)) = squares.split_first() else {
        return Err("a lever is a pawn and what it attacks");
    };
    let own = (Some(Piece::Pawn), Some(scene.side));
    let is_own =
        |position: &Position, at: Square| (position.piece_on(at), position.color_on(at)) == own;
    let is_push = scene.mv.to == *square
        && scene.mv.from.file() == square.file()
        && is_own(&scene.after, *square)
        && is_own(&scene.before, scene.mv.from);
    if !is_push {
        return Err("no pawn has just moved there");
    }
    let is_hit = |target: &Square| {
        scene.after.piece_on(*target) == Some(Piece::Pawn)
            && scene.after.color_on(*target) == Some(!scene.side)
            && plain::geometry::attacks(&scene.after, *square, *target)
    };
    let is_twice = targets.len() == 2 && targets[0] == targets[1];
    if targets.is_empty() || targets.len() > 2 || is_twice || !targets.iter().all(is_hit) {
        return Err("it does not attack such pawns");
    }
    let behind = if scene.side == Color::White { -1 } else { 1 };
    let is_supported = [-1, 1].iter().any(|beside| {
        let (file, rank) = (square.file() as i32 + beside, square.rank() as i32 + behind);
        let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        is_on_board && {
            let at = Square::new(File::index(file as usize), Rank::index(rank as usize));
            is_own(&scene.after, at)
        }
    });
    let lost = plain::exchange::best_capture(&scene.after, *square).unwrap_or(0);
    match is_supported || lost < plain::exchange::MIN_GAIN_CENTIPAWNS {
        true => Ok(()),
        false => Err("the pawn is lost there"),
    }
}

fn say(_: &Scene, squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().skip(1).map(Square::to_string).collect();
    let pawns = if names.len() == 1 { "pawn" } else { "pawns" };
    format!(
        "It is a lever against the {pawns} on\u{a0}{}.",
        list(&names)
    )
}

#[cfg(test)]
mod tests {
    use super::super::testing::{refuses, says};
    use super::*;

    const CHAIN: &str = "rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3";

    #[test]
    fn a_pawn_attacks_a_pawn() {
        assert_eq!(
            says(&LEVER, CHAIN, "c5"),
            ["It is a lever against the pawn on d4."]
        );
        assert_eq!(
            says(&LEVER, CHAIN, "f6"),
            ["It is a lever against the pawn on e5."]
        );
        let both = "4k3/8/8/2p1p3/8/2P5/3P4/4K3 w - - 0 1";
        assert_eq!(
            says(&LEVER, both, "d4"),
            ["It is a lever against the pawns on c5 and e5."]
        );
    }

    #[test]
    fn no_lever() {
        assert!(says(&LEVER, CHAIN, "b5").is_empty());
        assert!(says(&LEVER, CHAIN, "Nc6").is_empty());
        // Nothing guards b4, and two pawns attack it.
        let lost = "4k3/8/8/p1p5/8/8/1P6/4K3 w - - 0 1";
        assert!(says(&LEVER, lost, "b4").is_empty());
        for squares in ["", "c5", "c5 e5", "c5 d4 d4", "d4 c5"] {
            assert!(refuses(&LEVER, CHAIN, "c5", squares), "{squares}");
        }
    }
}
