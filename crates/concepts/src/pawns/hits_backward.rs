//! **Backward pawn**: a pawn whose neighbours on the files beside it are all ahead of it (there is
//! one at least), with no enemy pawn ahead on its file, and whose next square an enemy pawn
//! attacks. A piece (the king only in an ending) moves, without being lost there, to where it
//! attacks such an enemy pawn and did not before; or a knight, bishop or king moves to the square
//! in front of it. Or a pawn moves straight ahead, without being lost, and thereby makes an enemy
//! pawn on its second or third rank backward: it takes the pawn's next square. Or a backward pawn
//! itself moves straight ahead, is not lost, and is backward no more.
//!
//! Squares: where the moved pawn or piece stands, then the backward pawn; only the first if that
//! is the pawn which was backward.

use bstar_board::{Piece, Square, attacks};

use crate::finders::pawns::{is_backward, is_ending, is_safe, newly_attacked, pushed, stop};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const HITS_BACKWARD: Concept = Concept {
    name: "hits-backward",
    themes: &["backward-pawn"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let to = scene.mv.to;
    let found = match is_freed(scene) {
        true => Some(Finding::on([to])),
        false => target(scene).map(|pawn| Finding::on([to, pawn])),
    };
    found
        .filter(|_| is_safe(&scene.after, to))
        .into_iter()
        .collect()
}

/// Whether a backward pawn has advanced.
fn is_freed(scene: &Scene) -> bool {
    pushed(scene).is_some_and(|square| {
        is_backward(&scene.before, scene.side, scene.mv.from)
            && !is_backward(&scene.after, scene.side, square)
    })
}

/// The backward pawn that is attacked, stopped or made so.
fn target(scene: &Scene) -> Option<Square> {
    let (side, to, after) = (scene.side, scene.mv.to, &scene.after);
    if scene.before.is_castling(scene.mv) {
        return None;
    }
    let reach = newly_attacked(scene);
    let is_pushed = pushed(scene).is_some();
    let is_it = |pawn: &Square| match scene.man() {
        Piece::Pawn => {
            let takes_next =
                stop(!side, *pawn).is_some_and(|next| attacks::pawn(to, side).has(next));
            let is_low = Scene::rank(!side, *pawn) <= 3;
            is_pushed && takes_next && is_low && !is_backward(&scene.before, !side, *pawn)
        }
        Piece::King if !is_ending(after) => false,
        Piece::Rook | Piece::Queen => reach.has(*pawn),
        _ => reach.has(*pawn) || stop(!side, *pawn) == Some(to),
    };
    let mut pawns = after.men(!side, Piece::Pawn).into_iter();
    pawns.find(|pawn| is_backward(after, !side, *pawn) && is_it(pawn))
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let (square, pawn) = match squares {
        [square] => (*square, None),
        [square, pawn] => (*square, Some(*pawn)),
        _ => return Err("one or two squares"),
    };
    if square != scene.mv.to || scene.before.is_castling(scene.mv) {
        return Err("nothing has just moved there");
    }
    match pawn {
        None => is_free_now(scene)?,
        Some(pawn) => is_held(scene, pawn)?,
    }
    match plain::exchange::is_lost(&scene.after, square) {
        true => Err("it is lost there"),
        false => Ok(()),
    }
}

fn is_free_now(scene: &Scene) -> Result<(), &'static str> {
    let (side, mv) = (scene.side, scene.mv);
    let is_freed = plain::pawns::is_push(&scene.before, mv)
        && plain::pawns::is_backward(&scene.before, side, mv.from)
        && !plain::pawns::is_backward(&scene.after, side, mv.to);
    ensure(is_freed, "no backward pawn has advanced")
}

fn is_held(scene: &Scene, pawn: Square) -> Result<(), &'static str> {
    let (side, mv, after) = (scene.side, scene.mv, &scene.after);
    if !plain::pawns::is_backward(after, !side, pawn) {
        return Err("it is no backward pawn");
    }
    let next = plain::pawns::step(pawn, 0, plain::pawns::forward(!side));
    let is_so = match after.piece_on(mv.to) {
        Some(Piece::Pawn) => {
            plain::pawns::is_push(&scene.before, mv)
                && plain::men::rank_for(!side, pawn) <= 3
                && next.is_some_and(|next| plain::geometry::attacks(after, mv.to, next))
                && !plain::pawns::is_backward(&scene.before, !side, pawn)
        }
        Some(Piece::King) if !plain::pawns::is_ending(after) => false,
        kind => {
            !matches!(kind, Some(Piece::Rook | Piece::Queen)) && next == Some(mv.to)
                || plain::pawns::attacks_anew(&scene.before, after, mv, pawn)
        }
    };
    ensure(is_so, "the pawn is not attacked or held")
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let to = scene.mv.to;
    let Some(pawn) = squares.get(1) else {
        return format!("It frees the backward pawn by its advance to\u{a0}{to}.");
    };
    match scene.man() {
        Piece::Pawn => {
            let next = stop(!scene.side, *pawn).unwrap_or(to);
            format!("It takes {next} from the pawn on\u{a0}{pawn} and leaves it backward.")
        }
        piece => {
            let does = match piece {
                Piece::Rook | Piece::Queen => "attacks",
                _ if stop(!scene.side, *pawn) == Some(to) => "stands in front of",
                _ => "attacks",
            };
            format!(
                "The {} {does} the backward pawn on\u{a0}{pawn}.",
                man(piece)
            )
        }
    }
}

#[test]
fn cases() {
    let cases = "
        # A backward pawn.
        r1bq1rk1/pp2bppp/2np1n2/4p3/4P3/1NN1B3/PPP1BPPP/R2Q1RK1 w - - 0 1
        Qd2: -
        r1bq1rk1/pp2bppp/2np1n2/4p3/4P3/1NN1B3/PPP1BPPP/R4RK1 w - - 0 1
        Rfd1: The rook attacks the backward pawn on d6.
        r1bq1rk1/pp2bppp/2np1n2/4p3/4P3/1NN1B3/PPP1BPPP/R2Q1RK1 w - - 0 1
        Nd5: The knight stands in front of the backward pawn on d6.
        r1bq1rk1/pp2bppp/2np1n2/4p3/8/1NN3B1/PPP1PPPP/R2Q1RK1 w - - 0 1
        e4: It takes d5 from the pawn on d6 and leaves it backward.
        r1bq1rk1/pp2bppp/2np1n2/4p3/4P3/1N2B3/PPP1BPPP/R2Q1RK1 b - - 0 1
        d5: It frees the backward pawn by its advance to d5.
        # No backward pawn.
        # The c-pawn can guard it; the pawn on d5 is lost.
        r1bq1rk1/ppp1bppp/2np1n2/4p3/4P3/1NN1B3/PPP1BPPP/R4RK1 w - - 0 1
        Rfd1: -
        r1b2rk1/pp2bppp/2np4/4p3/4P3/1NN1B3/PPP1BPPP/R2Q1RK1 b - - 0 1
        d5: -
        r1bq1rk1/pp2bppp/2np1n2/4p3/4P3/1NN1B3/PPP1BPPP/R2Q1RK1 w - - 0 1
        a4: -
        Nd5 not: d5, d6 d5, d5 e5, d5 d6 e5
    ";
    HITS_BACKWARD.holds(cases);
}
