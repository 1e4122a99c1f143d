//! **Restricts**: an enemy knight or bishop that has left its first rank and is not simply lost
//! had at most five squares to go to without loss, if the side had passed. After the move (no
//! capture, no check) it has at least two fewer, or fewer and at most one. What moved is not lost.
//!
//! Squares: where the man stands that moved, then the enemy piece, then the squares it has lost.

use bstar_board::{BitBoard, Piece, Position, Square};

use crate::finders::naming::{self, the_one_on};
use crate::finders::pieces::moved;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, is_lost};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene};

pub(crate) const RESTRICTS: Concept = Concept {
    name: "restricts",
    themes: &["restricts"],
    class: IdeaClass::Denial,
    find,
    check,
    say,
};

/// A piece with more squares is not short of them.
const MOST_SQUARES: usize = 5;

fn find(scene: &Scene) -> Vec<Finding> {
    let is_calm = moved(scene).is_some()
        && scene.before.is_quiet(scene.mv)
        && !scene.after.in_check()
        && !is_lost(&scene.after, scene.mv.to);
    let (Some(passed), Ok(ours)) = (
        scene.before.pass().ok().filter(|_| is_calm),
        scene.after.pass(),
    ) else {
        return Vec::new();
    };
    let enemy = scene.after.side(!scene.side);
    let men = scene.after.pieces(Piece::Knight) | scene.after.pieces(Piece::Bishop);
    let developed = |man: &Square| Scene::rank(!scene.side, *man) > 1;
    let restricted = (men & enemy)
        .into_iter()
        .filter(developed)
        .filter_map(|man| {
            let was = safe_squares(&passed, man);
            if was.is_empty() || was.len() as usize > MOST_SQUARES {
                return None;
            }
            let is = safe_squares(&scene.after, man);
            let is_fewer = is.len() + 2 <= was.len() || is.len() < was.len() && is.len() <= 1;
            let gone = was & !is;
            let is_it = is_fewer && !is_lost(&ours, man);
            is_it.then(|| Finding::on([scene.mv.to, man].into_iter().chain(gone)))
        });
    restricted.take(1).collect()
}

/// The squares that a piece of the side to move can go to without loss.
fn safe_squares(position: &Position, man: Square) -> BitBoard {
    let mut safe = BitBoard::EMPTY;
    position.for_each_move(man.bitboard(), BitBoard::FULL, |_, mv| {
        if gain(position, mv) > -MIN_GAIN_CENTIPAWNS {
            safe |= mv.to.bitboard();
        }
    });
    safe
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let ([by, piece, gone @ ..], side) = (squares, scene.side) else {
        return Err("a piece and the squares it loses are needed");
    };
    let is_calm = scene.before.captured(scene.mv).is_none()
        && scene.mv.promotion.is_none()
        && !scene.after.in_check()
        && !scene.before.is_castling(scene.mv);
    if *by != scene.mv.to || !is_calm || plain::exchange::is_lost(&scene.after, *by) {
        return Err("nothing has just moved there quietly");
    }
    let is_piece = [Piece::Knight, Piece::Bishop]
        .iter()
        .any(|kind| plain::men::is_man(&scene.after, *piece, !side, *kind));
    let (Ok(passed), Ok(ours)) = (scene.before.pass(), scene.after.pass()) else {
        return Err("somebody is in check");
    };
    let is_at_home = plain::men::rank_for(!side, *piece) == 1;
    if !is_piece || is_at_home || plain::exchange::is_lost(&ours, *piece) {
        return Err("that is no piece to restrict");
    }
    let (was, is) = (
        goes_safely(&passed, *piece),
        goes_safely(&scene.after, *piece),
    );
    if was.len() > MOST_SQUARES {
        return Err("it had squares enough");
    }
    let is_fewer = is.len() + 2 <= was.len() || is.len() < was.len() && is.len() <= 1;
    let is_gone = |square: &Square| was.contains(square) && !is.contains(square);
    let are_gone = plain::standing::are_different(gone) && gone.iter().all(is_gone);
    match is_fewer && are_gone && !gone.is_empty() {
        true => Ok(()),
        false => Err("it does not lose such squares"),
    }
}

fn goes_safely(position: &Position, piece: Square) -> Vec<Square> {
    let moves = position.legal_moves();
    let is_safe = |mv: &&bstar_board::Move| {
        mv.from == piece
            && plain::exchange::gain(position, **mv) > -plain::exchange::MIN_GAIN_CENTIPAWNS
    };
    moves.iter().filter(is_safe).map(|mv| mv.to).collect()
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let [_, piece, gone @ ..] = squares else {
        return String::new();
    };
    let rest = match goes_safely(&scene.after, *piece).len() {
        0 => ", which has no safe square left",
        1 => ", which has one safe square left",
        _ => "",
    };
    format!(
        "It takes {} from {}{rest}.",
        naming::squares(gone),
        the_one_on(&scene.after, *piece)
    )
}

#[test]
fn cases() {
    let cases = "
        # Squares are taken.
        4k3/n7/8/8/P7/8/1PB5/4K3 w - - 0 1
        Be4: It takes c6 from the knight on a7, which has one safe square left.
        4k3/8/8/8/7n/3B4/5P2/4K3 w - - 0 1
        Be4: It takes g2 and f3 from the knight on h4, which has no safe square left.
        # Nothing is taken.
        # It takes nothing; it takes nothing new; the knight has squares enough.
        4k3/n7/8/8/P7/8/1PB5/4K3 w - - 0 1
        Kd2: -
        Be4 not: e4, e4 a7, e4 a7 c8, e4 a7 c6 c6, a7 e4 c6
        4k3/8/8/8/7n/3B4/5P2/4K3 w - - 0 1
        Bc2: -
        4k3/8/8/8/4n3/8/5P2/2B1K3 w - - 0 1
        f3: -
    ";
    RESTRICTS.holds(cases);
}
