//! **Gives up the file**: a rook leaves, without capturing, the only file of the board that has no
//! pawns, and its side has no rook or queen there any more. A rook of the opponent stands on the
//! file or can go there at once without being lost.
//!
//! Squares: where the rook stands, where it stood, then the opponent's rook.

use bstar_board::{BitBoard, File, Move, Piece, Position, Square};

use crate::finders::naming::the_one_on;
use crate::finders::pieces::file_name;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, loses_on};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const GIVES_UP_FILE: Concept = Concept {
    name: "gives-up-file",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    let leaves = scene.man() == Piece::Rook
        && scene.before.is_quiet(scene.mv)
        && from.file() != to.file()
        && open_files(&scene.before) == [from.file()];
    let on_file = from.file().bitboard();
    let heavy = scene.after.men(side, Piece::Rook) | scene.after.men(side, Piece::Queen);
    if !leaves || !(heavy & on_file).is_empty() {
        return Vec::new();
    }
    let rooks = scene.after.men(!side, Piece::Rook);
    let heir = (rooks & on_file)
        .next_square()
        .or_else(|| taker(&scene.after, rooks, on_file));
    let finding = heir.map(|rook| Finding::on([to, from, rook]));
    finding.into_iter().collect()
}

fn open_files(position: &Position) -> Vec<File> {
    let pawns = position.pieces(Piece::Pawn);
    File::ALL
        .into_iter()
        .filter(|file| (pawns & file.bitboard()).is_empty())
        .collect()
}

/// A rook that can go to the file and stay there.
fn taker(position: &Position, rooks: BitBoard, file: BitBoard) -> Option<Square> {
    let mut moves: Vec<Move> = Vec::new();
    position.for_each_move(rooks, file & !position.occupied(), |_, mv| moves.push(mv));
    let stays = |mv: &&Move| loses_on(&position.after(**mv), mv.to) < MIN_GAIN_CENTIPAWNS;
    moves.iter().find(stays).map(|mv| mv.from)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [to, from, rook] = exactly(squares, "it is about two rooks")?;
    let side = scene.side;
    let is_moved = (*from, *to) == (scene.mv.from, scene.mv.to)
        && from.file() != to.file()
        && scene.before.color_on(*to).is_none()
        && plain::men::is_man(&scene.before, *from, side, Piece::Rook)
        && plain::men::is_man(&scene.after, *to, side, Piece::Rook);
    ensure(is_moved, "no rook has just left a file")?;
    let has_pawn = |file: usize| {
        let is_pawn = |square: Square| scene.before.piece_on(square) == Some(Piece::Pawn);
        let on_file = |square: &Square| square.file() as usize == file;
        Square::ALL.into_iter().filter(on_file).any(is_pawn)
    };
    let open: Vec<usize> = (0..8).filter(|file| !has_pawn(*file)).collect();
    if open != [from.file() as usize] {
        return Err("it is not the only open file");
    }
    let stays = |square: &Square| {
        let is_heavy = matches!(
            scene.after.piece_on(*square),
            Some(Piece::Rook | Piece::Queen)
        );
        is_heavy && scene.after.color_on(*square) == Some(side) && square.file() == from.file()
    };
    if Square::ALL.iter().any(stays) {
        return Err("another piece stays on the file");
    }
    if !plain::men::is_man(&scene.after, *rook, !side, Piece::Rook) {
        return Err("no rook stands there");
    }
    let moves = scene.after.legal_moves();
    let can_take = moves.iter().any(|mv| {
        let is_there = mv.from == *rook
            && mv.to.file() == from.file()
            && scene.after.piece_on(mv.to).is_none();
        is_there && {
            let lost = plain::exchange::best_capture(&scene.after.after(*mv), mv.to).unwrap_or(0);
            lost < plain::exchange::MIN_GAIN_CENTIPAWNS
        }
    });
    match rook.file() == from.file() || can_take {
        true => Ok(()),
        false => Err("the rook cannot take the file"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let (from, rook) = match squares {
        [_, from, rook] => (*from, *rook),
        _ => (scene.mv.from, scene.mv.to),
    };
    format!(
        "It leaves the {}-file, the only open one, to {}.",
        file_name(from),
        the_one_on(&scene.after, rook)
    )
}

#[test]
fn cases() {
    let cases = "
        # A rook leaves the file.
        3r2k1/ppp1pppp/8/8/8/8/PPP1PPPP/3R2K1 w - - 0 1
        Rc1: It leaves the d-file, the only open one, to the rook on d8.
        3r2k1/ppp1pppp/8/8/8/8/PPP1PPPP/4R1K1 b - - 0 1
        Rc8: It leaves the d-file, the only open one, to the rook on e1.
        # The file is kept.
        # It stays on the file; another rook stays; another file is open; no enemy rook.
        3r2k1/ppp1pppp/8/8/8/8/PPP1PPPP/3R2K1 w - - 0 1
        Rd2: -
        Rc1 not: c1, c1 d1, c1 d1 g8, d1 c1 d8, c1 d1 d8 d8
        3r2k1/ppp1pppp/8/8/8/8/PPPRPPPP/3R2K1 w - - 0 1
        Rc1: -
        3r2k1/pp2pppp/8/8/8/8/PP2PPPP/3R2K1 w - - 0 1
        Rc1: -
        3n2k1/ppp1pppp/8/8/8/8/PPP1PPPP/3R2K1 w - - 0 1
        Rc1: -
    ";
    GIVES_UP_FILE.holds(cases);
}
