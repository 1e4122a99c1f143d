//! **Takes an open file**: a rook comes from another file to a file without pawns, below its
//! seventh rank, or a queen does so on one of her first three ranks. It is not lost there, no
//! other rook or queen of its side stands on that file, and at most three files are open. If a
//! rook or queen of the opponent stands on the file, the move contests it. Otherwise the file it
//! comes from must not have been open.
//!
//! Squares: where it stands, then the nearest rook or queen of the opponent on the file, if any.

use bstar_board::{File, Piece, Square};

use crate::finders::pieces::{file_name, heavy, is_mover_lost, is_open, moved_heavy};
use crate::ground::plain::{exchange, men, pawns};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene};

/// With more open files a rook is nearly always on one.
const MAX_OPEN_FILES: usize = 3;

pub(crate) const TAKES_OPEN_FILE: Concept = Concept {
    name: "takes-open-file",
    themes: &["open-file"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (from, square) = (scene.mv.from, scene.mv.to);
    let Some(piece) = moved_heavy(scene) else {
        return Vec::new();
    };
    let last_rank = if piece == Piece::Rook { 6 } else { 3 };
    let file = square.file().bitboard();
    let open = File::ALL
        .into_iter()
        .filter(|file| is_open(&scene.after, *file));
    let is_new = from.file() != square.file()
        && is_open(&scene.after, square.file())
        && Scene::rank(scene.side, square) <= last_rank
        && (heavy(&scene.after, scene.side) & file).len() == 1
        && open.count() <= MAX_OPEN_FILES;
    if !is_new || is_mover_lost(scene) {
        return Vec::new();
    }
    let distance = |other: &Square| (other.rank() as i32 - square.rank() as i32).abs();
    let enemies = heavy(&scene.after, !scene.side) & file;
    match enemies.into_iter().min_by_key(distance) {
        Some(enemy) => vec![Finding::on([square, enemy])],
        None if is_open(&scene.before, from.file()) => Vec::new(),
        None => vec![Finding::on([square])],
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let (square, enemy) = match squares {
        [square] => (*square, None),
        [square, enemy] => (*square, Some(*enemy)),
        _ => return Err("it is about one file"),
    };
    let last_rank = match men::moved(&scene.before, scene.mv, &scene.after) {
        Some(Piece::Rook) if square == scene.mv.to => 6,
        Some(Piece::Queen) if square == scene.mv.to => 3,
        _ => return Err("no rook or queen has just moved there"),
    };
    if scene.mv.from.file() == square.file() || !pawns::is_open(&scene.after, square.file()) {
        return Err("it does not come to an open file");
    }
    if men::rank_for(scene.side, square) > last_rank {
        return Err("it stands too far up the board");
    }
    let open = (0..8).filter(|file| pawns::is_open(&scene.after, File::index(*file)));
    if open.count() > MAX_OPEN_FILES {
        return Err("too many files are open");
    }
    let on_file = |rank: i32| men::at(square.file() as i32, rank).filter(|at| *at != square);
    let is_heavy = |at: &Square, side| men::is_heavy(&scene.after, *at, side);
    let others: Vec<Square> = (0..8).filter_map(on_file).collect();
    if others.iter().any(|at| is_heavy(at, scene.side)) {
        return Err("the file was taken already");
    }
    let enemies: Vec<Square> = others
        .into_iter()
        .filter(|at| is_heavy(at, !scene.side))
        .collect();
    let distance = |at: Square| (at.rank() as i32).abs_diff(square.rank() as i32);
    let is_nearest = |at: Square| {
        enemies.contains(&at) && enemies.iter().all(|rival| distance(*rival) >= distance(at))
    };
    match enemy {
        Some(at) if !is_nearest(at) => return Err("it does not contest the file with that piece"),
        None if !enemies.is_empty() => return Err("the file is contested"),
        None if pawns::is_open(&scene.before, scene.mv.from.file()) => {
            return Err("it was on an open file already");
        }
        _ => {}
    }
    match exchange::is_lost(&scene.after, square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let (piece, file) = (man(scene.man()), file_name(scene.mv.to));
    match squares.get(1) {
        Some(enemy) => format!(
            "The {piece} contests the open {file}-file with the {} on\u{a0}{enemy}.",
            scene.after.piece_on(*enemy).map_or("rook", man)
        ),
        None => format!("The {piece} takes the open {file}-file."),
    }
}

#[test]
fn cases() {
    let cases = "
        # A rook on a file without pawns.
        r4rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP3PPP/R4RK1 w - - 0 1
        Rad1: The rook takes the open d-file.
        2r3k1/pp2pppp/2n2n2/3p4/3P4/2N2N2/PP2PPPP/R5K1 w - - 0 1
        Rc1: The rook contests the open c-file with the rook on c8.
        # No open file.
        r4rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP3PPP/R4RK1 w - - 0 1
        Rae1: -
        Rad1 not: a1, d1 d8, c1, d1 d1 d1
        Rae1 not: e1
        2r3k1/pp2pppp/2n2n2/3p4/3P4/2N2N2/PP2PPPP/R5K1 w - - 0 1
        Rd1: -
        Rc1 not: c1
        # The bishop takes it on c1; it comes from one open file to another.
        6k1/pp2pppp/2n2n2/3p2b1/3P4/1PN5/P3PPPP/R5K1 w - - 0 1
        Rc1: -
        r4rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP3PPP/2R3K1 w - - 0 1
        Rd1: -
    ";
    TAKES_OPEN_FILE.holds(cases);
}
