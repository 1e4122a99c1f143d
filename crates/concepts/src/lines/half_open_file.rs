//! **Half-open file**: a rook or queen comes from another file, on one of its first four ranks, to
//! a file where its side has no pawn, and presses on the nearest pawn of the opponent up the file:
//! nothing stands between but rooks and queens of its own side. It did not attack that pawn
//! before, and it is not lost there. A queen must stand on one of her first three ranks.
//!
//! Squares: where it stands, then the pawn.

use bstar_board::{BitBoard, Piece, Square, attacks};

use crate::finders::pieces::{file_name, heavy, is_mover_lost, moved_heavy, reach};
use crate::ground::plain;
use crate::ground::plain::{exchange, men, pawns};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const HALF_OPEN_FILE: Concept = Concept {
    name: "half-open-file",
    themes: &["half-open-file"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, square) = (scene.side, scene.mv.from, scene.mv.to);
    let Some(piece) = moved_heavy(scene) else {
        return Vec::new();
    };
    let last_rank = if piece == Piece::Rook { 4 } else { 3 };
    let file = square.file().bitboard();
    let is_half_open = from.file() != square.file()
        && Scene::rank(side, square) <= last_rank
        && (scene.after.men(side, Piece::Pawn) & file).is_empty();
    if !is_half_open {
        return Vec::new();
    }
    // Rooks and queens of its own side are looked through.
    let blockers = scene.after.occupied() & !heavy(&scene.after, side);
    let seen: BitBoard = attacks::rook(square, blockers) & file;
    let pawns = seen & scene.after.men(!side, Piece::Pawn);
    let ahead = pawns
        .into_iter()
        .find(|pawn| Scene::rank(side, *pawn) > Scene::rank(side, square));
    match ahead {
        Some(pawn) if !reach(&scene.before, from).has(pawn) && !is_mover_lost(scene) => {
            vec![Finding::on([square, pawn])]
        }
        _ => Vec::new(),
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, pawn] = exactly(squares, "it is about a piece and a pawn")?;
    let last_rank = match men::moved(&scene.before, scene.mv, &scene.after) {
        Some(Piece::Rook) if *square == scene.mv.to => 4,
        Some(Piece::Queen) if *square == scene.mv.to => 3,
        _ => return Err("no rook or queen has just moved there"),
    };
    let is_new = scene.mv.from.file() != square.file()
        && pawns::pawns_on_file(&scene.after, scene.side, square.file() as i32).is_empty();
    if !is_new || men::rank_for(scene.side, *square) > last_rank {
        return Err("it does not come to a half-open file");
    }
    let is_ahead = men::is_man(&scene.after, *pawn, !scene.side, Piece::Pawn)
        && pawn.file() == square.file()
        && men::rank_for(scene.side, *pawn) > men::rank_for(scene.side, *square);
    let between = plain::geometry::between(*square, *pawn).map(|(line, _)| line);
    let is_free = |at: &Square| {
        scene.after.piece_on(*at).is_none() || men::is_heavy(&scene.after, *at, scene.side)
    };
    if !is_ahead || !between.is_some_and(|line| line.iter().all(is_free)) {
        return Err("it does not press on that pawn");
    }
    if plain::geometry::attacks(&scene.before, scene.mv.from, *pawn) {
        return Err("it attacked that pawn already");
    }
    match exchange::is_lost(&scene.after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let pawn = squares.get(1).copied().unwrap_or(scene.mv.to);
    format!(
        "The {} takes the half-open {}-file and presses on the pawn on\u{a0}{pawn}.",
        man(scene.man()),
        file_name(scene.mv.to)
    )
}

#[test]
fn cases() {
    let cases = "
        # A rook presses on a pawn.
        r4rk1/pp3ppp/2p1pn2/3p4/3P4/1N2PN2/PP3PPP/R4RK1 w - - 0 1
        Rac1: The rook takes the half-open c-file and presses on the pawn on c6.
        r2q1rk1/pp2ppbp/2np1np1/8/4P3/1NN1BP2/PPP3PP/R2QK2R b KQ - 0 1
        Rc8: -
        r2q1rk1/pp2ppbp/3p1np1/4n3/4P3/1N2BP2/PPP3PP/R2QK2R b KQ - 0 1
        Rc8: The rook takes the half-open c-file and presses on the pawn on c2.
        # No half open file.
        # The knight on c3 stands in the way; the e-file has an own pawn.
        r4rk1/pp3ppp/2p1pn2/3p4/3P4/2N1PN2/PP3PPP/R4RK1 w - - 0 1
        Rac1: -
        Rfe1: -
        Rac1 not: c1, c1 b7, c1 c6, a1 c6, c1 c6 c6
        r4rk1/pp3ppp/4pn2/3p4/3P4/1N2PN2/PP3PPP/R4RK1 w - - 0 1
        Rac1: -
    ";
    HALF_OPEN_FILE.holds(cases);
}
