//! **Shuts in**: a pawn moves and blocks a bishop of its own side: the bishop had at least three
//! more squares before, and has at most two now (squares that it attacks and where none of its own
//! men stands). Or the king steps, without castling, from the d- or e-file to another square of
//! its first rank between the middle and a rook of its side: the rook stands further out on that
//! rank and has at most two squares.
//!
//! Squares: where the moved man stands, then the bishop or rook.

use bstar_board::{BitBoard, File, Piece, Position, Square, attacks};

use crate::finders::naming::the_one_on;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

/// A piece with more squares than this is not shut in.
const MAX_SQUARES: u32 = 2;
/// A bishop that had not as many more squares before was shut in already.
const MIN_LOST: u32 = 3;

pub(crate) const SHUTS_IN: Concept = Concept {
    name: "shuts-in",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to) = (scene.side, scene.mv.to);
    let bishops = scene.after.men(side, Piece::Bishop);
    let is_blocked = |bishop: &Square| {
        let now = reach(&scene.after, *bishop);
        now <= MAX_SQUARES && reach(&scene.before, *bishop) >= now + MIN_LOST
    };
    let rooks = scene.after.men(side, Piece::Rook) & corner_behind_king(scene);
    let shut: Vec<Square> = match scene.man() {
        Piece::Pawn => bishops.into_iter().filter(is_blocked).collect(),
        Piece::King => {
            let is_shut = |rook: &Square| reach(&scene.after, *rook) <= MAX_SQUARES;
            rooks.into_iter().filter(is_shut).collect()
        }
        _ => Vec::new(),
    };
    shut.into_iter()
        .map(|piece| Finding::on([to, piece]))
        .collect()
}

fn reach(position: &Position, square: Square) -> u32 {
    let (Some(piece), Some(side)) = (position.piece_on(square), position.color_on(square)) else {
        return 0;
    };
    (attacks::of(piece, side, square, position.occupied()) & !position.side(side)).len()
}

/// The squares of the first rank beyond a king that has just left the middle.
fn corner_behind_king(scene: &Scene) -> BitBoard {
    let (from, to) = (scene.mv.from, scene.mv.to);
    let is_step = scene.man() == Piece::King
        && !scene.before.is_castling(scene.mv)
        && matches!(from.file(), File::D | File::E)
        && Scene::rank(scene.side, from) == 1
        && Scene::rank(scene.side, to) == 1;
    let is_beyond = |file: &File| match to.file() < from.file() {
        true => *file < to.file(),
        false => *file > to.file(),
    };
    match is_step && !matches!(to.file(), File::D | File::E) {
        true => File::ALL
            .into_iter()
            .filter(is_beyond)
            .fold(BitBoard::EMPTY, |set, file| {
                set | Square::new(file, to.rank()).bitboard()
            }),
        false => BitBoard::EMPTY,
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [moved, piece] = exactly(squares, "it is about a move and a piece")?;
    if *moved != scene.mv.to || scene.before.is_castling(scene.mv) {
        return Err("nothing has just moved there");
    }
    let (side, from) = (scene.side, scene.mv.from);
    let is_own = |kind: Piece| plain::men::is_man(&scene.after, *piece, side, kind);
    let squares_now = plain::men::open_reach(&scene.after, *piece).len();
    match scene.after.piece_on(*moved) {
        Some(Piece::Pawn) if is_own(Piece::Bishop) => {
            let squares_before = plain::men::open_reach(&scene.before, *piece).len();
            match squares_now <= 2 && squares_before >= squares_now + 3 {
                true => Ok(()),
                false => Err("the bishop has not lost enough"),
            }
        }
        Some(Piece::King) if is_own(Piece::Rook) => {
            let ranks = [from, *moved, *piece].map(|at| plain::men::rank_for(side, at));
            let files = [from, *moved, *piece].map(|at| at.file() as i32);
            let is_outward = files[0] < files[1] && files[1] < files[2]
                || files[0] > files[1] && files[1] > files[2];
            let leaves = [3, 4].contains(&files[0]) && ![3, 4].contains(&files[1]);
            match ranks == [1; 3] && is_outward && leaves && squares_now <= 2 {
                true => Ok(()),
                false => Err("the rook is not shut in"),
            }
        }
        _ => Err("no pawn or king shuts it in"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let piece = squares.get(1).copied().unwrap_or(scene.mv.to);
    format!("It shuts in {}.", the_one_on(&scene.after, piece))
}

#[test]
fn cases() {
    let cases = "
        # A piece is shut in.
        rnbqkbnr/pp2pppp/2p5/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 1
        e6: It shuts in the bishop on c8.
        r1bqkbnr/ppp2ppp/2np4/4p3/4P3/2NP1N2/PPP2PPP/R1BQKB1R b KQkq - 0 1
        Ke7: -
        4k2r/8/8/8/8/8/5PPP/4K2R w - - 0 1
        Kf1: It shuts in the rook on h1.
        # Nothing is shut in.
        # The bishop is outside already; a free rook; another pawn.
        rn1qkbnr/pp2pppp/2p5/3p4/3P1b2/8/PPP2PPP/RNBQKBNR b KQkq - 0 1
        e6: -
        4k2r/8/8/8/8/8/5PP1/4K2R w - - 0 1
        Kf1: -
        rnbqkbnr/pp2pppp/2p5/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 1
        a6: -
        e6 not: e6, e6 f8, c8 e6, e6 c8 c8
    ";
    SHUTS_IN.holds(cases);
}
