//! **Rook behind a passed pawn**: a rook moves behind a passed pawn, its own side's or the
//! opponent's, on the same file with nothing between. Behind is where the pawn comes from. A pawn
//! is passed if no pawn of the other side stands ahead of it on its file or the files beside; it
//! must have come to its fourth rank. The rook did not stand behind that pawn before, and it is
//! not lost there.
//!
//! Squares: where the rook stands, then the pawn.

use bstar_board::{BitBoard, Color, Piece, Position, Rank, Square};

use crate::finders::pieces::{is_clear, is_mover_lost, moved};
use crate::ground::plain::{exchange, men, pawns};
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

/// A passed pawn farther back is not yet worth a rook.
const MIN_RANK: usize = 4;

pub(crate) const ROOK_BEHIND_PASSER: Concept = Concept {
    name: "rook-behind-passer",
    themes: &["passed-pawn"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    if moved(scene) != Some(Piece::Rook) {
        return Vec::new();
    }
    let (from, square) = (scene.mv.from, scene.mv.to);
    let file = square.file().bitboard();
    let pawns = scene.after.pieces(Piece::Pawn) & file;
    let is_wanted = |pawn: &Square| {
        let owner = match scene.after.men(Color::White, Piece::Pawn).has(*pawn) {
            true => Color::White,
            false => Color::Black,
        };
        Scene::rank(owner, *pawn) >= MIN_RANK
            && is_passed(&scene.after, owner, *pawn)
            && is_behind(&scene.after, owner, square, *pawn)
            && !is_behind(&scene.before, owner, from, *pawn)
    };
    match pawns.into_iter().find(is_wanted) {
        Some(pawn) if !is_mover_lost(scene) => vec![Finding::on([square, pawn])],
        _ => Vec::new(),
    }
}

fn is_passed(position: &Position, owner: Color, pawn: Square) -> bool {
    let files = pawn.file().adjacent() | pawn.file().bitboard();
    let rank = Scene::rank(owner, pawn);
    let ahead = Rank::ALL
        .into_iter()
        .filter(|other| other.relative_to(owner) as usize + 1 > rank)
        .fold(BitBoard::EMPTY, |all, other| all | other.bitboard());
    (position.men(!owner, Piece::Pawn) & files & ahead).is_empty()
}

fn is_behind(position: &Position, owner: Color, rook: Square, pawn: Square) -> bool {
    rook.file() == pawn.file()
        && Scene::rank(owner, rook) < Scene::rank(owner, pawn)
        && is_clear(position, rook, pawn)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [rook, pawn] = exactly(squares, "it is about a rook and a pawn")?;
    let piece = men::moved(&scene.before, scene.mv, &scene.after);
    if *rook != scene.mv.to || piece != Some(Piece::Rook) {
        return Err("no rook has just moved there");
    }
    let owner = scene.after.color_on(*pawn);
    let Some(owner) = owner.filter(|owner| men::is_man(&scene.after, *pawn, *owner, Piece::Pawn))
    else {
        return Err("no pawn stands there");
    };
    if men::rank_for(owner, *pawn) < MIN_RANK as i32 {
        return Err("the pawn is too far back");
    }
    let (file, rank) = (pawn.file() as i32, pawn.rank() as i32);
    let is_stopper = |beside: i32, steps: i32| {
        men::at(file + beside, rank + steps * pawns::forward(owner))
            .is_some_and(|at| men::is_man(&scene.after, at, !owner, Piece::Pawn))
    };
    if (1..8).any(|steps| (-1..=1).any(|beside| is_stopper(beside, steps))) {
        return Err("the pawn is not passed");
    }
    let stands_behind = |position: &Position, from: Square| {
        let way = men::walk(position, *pawn, 0, -pawns::forward(owner));
        way.last() == Some(&from)
    };
    if !stands_behind(&scene.after, *rook) {
        return Err("the rook is not behind the pawn");
    }
    let is_pawn_old = men::is_man(&scene.before, *pawn, owner, Piece::Pawn);
    if is_pawn_old && stands_behind(&scene.before, scene.mv.from) {
        return Err("the rook was behind the pawn already");
    }
    match exchange::is_lost(&scene.after, *rook) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let pawn = squares.get(1).copied().unwrap_or(scene.mv.to);
    match scene.after.color_on(pawn) == Some(scene.side) {
        true => format!("The rook supports the passed pawn on\u{a0}{pawn} from behind."),
        false => format!("The rook gets behind the enemy passed pawn on\u{a0}{pawn}."),
    }
}

#[test]
fn cases() {
    let cases = "
        # A rook behind a pawn.
        6k1/5ppp/8/1P6/8/4r3/5PPP/3R2K1 w - - 0 1
        Rb1: The rook supports the passed pawn on b5 from behind.
        Rb1 not: b1, b1 f2, d1 b5, b1 b5 b5, b1 b4
        6k1/5ppp/8/8/p7/7r/3R1PPP/6K1 w - - 0 1
        Ra2: -
        6k1/3R1ppp/8/8/p7/7r/5PPP/6K1 w - - 0 1
        Ra7: The rook gets behind the enemy passed pawn on a4.
        # No rook behind.
        # In front of the pawn; the pawn is stopped by a pawn; it is behind already; it is lost.
        6k1/3R1ppp/8/1P6/8/4r3/5PPP/6K1 w - - 0 1
        Rb7: -
        6k1/p4ppp/8/1P6/8/4r3/5PPP/3R2K1 w - - 0 1
        Rb1: -
        6k1/5ppp/8/1P6/8/4r3/5PPP/1R4K1 w - - 0 1
        Rb2: -
        6k1/5ppp/8/1P6/8/3br3/5PPP/3R2K1 w - - 0 1
        Rb1: -
    ";
    ROOK_BEHIND_PASSER.holds(cases);
}
