//! **Passed pawn made**: after the move a pawn of the side is passed that was not: no pawn is
//! ahead on its file, no enemy pawn ahead on the files beside it. It stands on its fourth rank or
//! further (anywhere in an ending, where no side has more than two pieces, a queen counting for
//! two) and is not lost; the move loses nothing in exchanges on its square, and no enemy pawn can
//! take there. Or the move is a pawn's, or a capture that loses nothing in exchanges, and the pawn
//! is there after four half moves (or two, if no more are known) of best play.
//!
//! Squares: the passed pawn, then the pawn that protects it, or one with which it is connected, or
//! itself if it is an outside passed pawn.

use bstar_board::{Piece, Position, Square, attacks};

use crate::finders::passers::{adjective, is_far_enough, with_companion};
use crate::finders::pawns::{is_passed, is_safe};
use crate::grammar::numbered;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const PASSER_MADE: Concept = Concept {
    name: "passer-made",
    themes: &["passed-pawn", "majority"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

/// Half moves of best play within which a passed pawn may come about.
const LINE_PLIES: usize = 4;

/// Half moves of the line after which to look again: the opponent is to move.
fn later(scene: &Scene) -> usize {
    scene.line.len().min(LINE_PLIES) / 2 * 2
}

fn find(scene: &Scene) -> Vec<Finding> {
    if let Some(squares) = new_passer(scene, 0).filter(|_| holds(scene)) {
        return vec![Finding::on(squares)];
    }
    let is_pawn = scene.before.men(scene.side, Piece::Pawn).has(scene.mv.from);
    let is_fair_capture = scene.before.captured(scene.mv).is_some()
        && gain(&scene.before, scene.mv) > -MIN_GAIN_CENTIPAWNS;
    let plies = later(scene);
    match plies > 0 && (is_pawn || is_fair_capture) {
        true => new_passer(scene, plies)
            .map(|squares| Finding::on(squares).along(plies))
            .into_iter()
            .collect(),
        false => Vec::new(),
    }
}

/// Whether the move itself loses nothing, and no pawn can take back.
fn holds(scene: &Scene) -> bool {
    let pawns = scene.after.men(!scene.side, Piece::Pawn);
    !attacks::pawns(pawns, !scene.side).has(scene.mv.to)
        && gain(&scene.before, scene.mv) > -MIN_GAIN_CENTIPAWNS
}

/// The furthest new passed pawn after the first `plies` moves of the line.
fn new_passer(scene: &Scene, plies: usize) -> Option<Vec<Square>> {
    let (side, end) = (scene.side, scene.after_line(plies));
    end.men(side, Piece::Pawn)
        .into_iter()
        .filter(|square| is_new(scene, plies, &end, *square))
        .max_by_key(|square| Scene::rank(side, *square))
        .map(|square| with_companion(&end, side, square))
}

/// Whether a pawn that was not passed is passed after the first `plies` moves of the line, is far
/// enough, and is safe.
fn is_new(scene: &Scene, plies: usize, end: &Position, square: Square) -> bool {
    let side = scene.side;
    is_passed(end, side, square)
        && is_far_enough(end, side, square)
        && !is_passed(&scene.before, side, origin(scene, plies, square))
        && is_safe(end, square)
}

/// Where a pawn stood before the move.
fn origin(scene: &Scene, plies: usize, square: Square) -> Square {
    let back = scene.line[..plies].iter().rev().chain([&scene.mv]);
    back.fold(square, |at, mv| if mv.to == at { mv.from } else { at })
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let (pawn, companion) = match squares {
        [pawn] => (*pawn, None),
        [pawn, companion] => (*pawn, Some(*companion)),
        _ => return Err("a passed pawn and at most one companion"),
    };
    let at_once = is_new_passer(scene, 0, pawn, companion).and_then(|()| is_sound(scene));
    let gained = plain::exchange::gain(&scene.before, scene.mv);
    let is_fair_capture =
        scene.before.captured(scene.mv).is_some() && gained > -plain::exchange::MIN_GAIN_CENTIPAWNS;
    let is_pawn = scene.before.piece_on(scene.mv.from) == Some(Piece::Pawn);
    let plies = match scene.line.len() {
        0 | 1 => return at_once,
        2 | 3 => 2,
        _ => 4,
    };
    match at_once {
        Err(_) if is_pawn || is_fair_capture => is_new_passer(scene, plies, pawn, companion),
        known => known,
    }
}

fn is_sound(scene: &Scene) -> Result<(), &'static str> {
    let gained = plain::exchange::gain(&scene.before, scene.mv);
    let can_take_back = plain::pawns::is_held_by_pawn(&scene.after, !scene.side, scene.mv.to);
    match can_take_back || gained <= -plain::exchange::MIN_GAIN_CENTIPAWNS {
        true => Err("the move can be answered by a capture"),
        false => Ok(()),
    }
}

fn is_new_passer(
    scene: &Scene,
    plies: usize,
    pawn: Square,
    companion: Option<Square>,
) -> Result<(), &'static str> {
    let side = scene.side;
    let end = scene.after_line(plies);
    let is_far = plain::men::rank_for(side, pawn) >= 4 || plain::pawns::is_ending(&end);
    if !plain::pawns::is_passed(&end, side, pawn) || !is_far {
        return Err("no passed pawn stands there");
    }
    let came_from = |start: &Square| follow(scene, plies, *start) == Some(pawn);
    let start = plain::pawns::pawns(&scene.before, side)
        .into_iter()
        .find(came_from);
    if start.is_none_or(|start| plain::pawns::is_passed(&scene.before, side, start)) {
        return Err("it was passed already");
    }
    if companion.is_some_and(|other| !plain::pawns::is_companion(&end, side, pawn, other)) {
        return Err("it is no such passed pawn");
    }
    ensure(!plain::exchange::is_lost(&end, pawn), "it is lost there")
}

/// The square of a pawn after the move and the first `plies` moves of the line; `None` if it is no
/// pawn any more.
fn follow(scene: &Scene, plies: usize, start: Square) -> Option<Square> {
    let mut now: Position = scene.before.clone();
    let mut at = start;
    for mv in [scene.mv].iter().chain(scene.line.iter().take(plies)) {
        now = now.after(*mv);
        if mv.from == at {
            at = mv.to;
        }
        if !plain::pawns::is_pawn(&now, scene.side, at) {
            return None;
        }
    }
    Some(at)
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = squares.first().copied().unwrap_or(scene.mv.to);
    let kind = adjective(scene.side, squares);
    let article = if kind.starts_with('o') { "an" } else { "a" };
    let pawn = format!("{article} {kind}passed pawn on\u{a0}{square}");
    let is_at_once = holds(scene) && is_new(scene, 0, &scene.after, square);
    match is_at_once {
        true => format!("It makes {pawn}."),
        false => {
            let line = &scene.line[..later(scene)];
            format!("It leads to {pawn}: {}.", numbered(&scene.after, line))
        }
    }
}

#[test]
fn cases() {
    let cases = "
        # A passed pawn is made.
        # The e-pawn passes the last pawn beside it.
        6k1/5ppp/8/3p4/4P3/8/5PPP/6K1 w - - 0 1
        exd5: It makes a passed pawn on d5.
        exd5 not: f2, d5 d5, d5 f2, e4, d5 f2 g2
        6k1/5ppp/8/p7/1P6/8/5PPP/6K1 w - - 0 1
        bxa5: It makes an outside passed pawn on a5.
        6k1/5ppp/8/1p6/P1P5/8/5PPP/6K1 w - - 0 1
        axb5: It makes a protected passed pawn on b5.
        # A passed pawn comes about.
        2r3k1/5ppp/4p3/3p4/2P1P3/8/5PPP/2R3K1 w - - 0 1
        cxd5 exd5 exd5: It leads to a passed pawn on d5: 1... exd5 2. exd5.
        # A move that has nothing to do with it.
        Rc2 dxc4 Rxc4: -
        # No passed pawn is made.
        # It was passed before; and it can be taken.
        6k1/5ppp/8/3P4/8/8/5PPP/6K1 w - - 0 1
        d6: -
        3r2k1/5ppp/8/3p4/4P3/8/5PPP/6K1 w - - 0 1
        exd5: -
    ";
    PASSER_MADE.holds(cases);
}
