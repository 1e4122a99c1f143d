//! **Isolated pawn**: a piece (the king only in an ending, where no side has more than two pieces,
//! a queen counting for two) moves to where it attacks an enemy pawn without neighbours on the
//! files beside it, and did not before; or a knight, bishop or king moves to the square in front
//! of such a pawn. It is not lost there. Or the move is a capture that loses nothing in exchanges,
//! the best answer takes back with a pawn, and a pawn of the opponent is isolated that was not,
//! while the side has no isolated pawn on that file itself.
//!
//! Squares: where the piece stands, then the pawn; or the new isolated pawn alone.

use bstar_board::{Piece, Square};

use crate::finders::pawns::{is_ending, is_isolated, is_safe, newly_attacked, stop};
use crate::grammar::{numbered, side};
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene};

pub(crate) const HITS_ISOLATED: Concept = Concept {
    name: "hits-isolated",
    themes: &["isolated-pawn"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    hit(scene)
        .map(|pawn| Finding::on([scene.mv.to, pawn]))
        .or_else(|| inflicted(scene).map(|pawn| Finding::on([pawn]).along(1)))
        .into_iter()
        .collect()
}

/// The isolated pawn that the moved piece blockades or attacks.
fn hit(scene: &Scene) -> Option<Square> {
    let (side, to, after) = (scene.side, scene.mv.to, &scene.after);
    let is_piece = match scene.man() {
        Piece::Pawn => false,
        Piece::King => is_ending(after) && !scene.before.is_castling(scene.mv),
        _ => true,
    };
    if !is_piece {
        return None;
    }
    let reach = newly_attacked(scene);
    let can_blockade = !matches!(scene.man(), Piece::Rook | Piece::Queen);
    let is_blocked = |pawn: &Square| can_blockade && stop(!side, *pawn) == Some(to);
    let pawns = after.men(!side, Piece::Pawn).into_iter();
    let isolated = pawns.filter(|pawn| is_isolated(after, !side, *pawn));
    isolated
        .filter(|pawn| is_blocked(pawn) || reach.has(*pawn))
        .max_by_key(is_blocked)
        .filter(|_| is_safe(after, to))
}

/// The pawn that is isolated by the pawn that takes back.
fn inflicted(scene: &Scene) -> Option<Square> {
    let other = !scene.side;
    let answer = *scene.line.first()?;
    let takes_back = scene.before.captured(scene.mv).is_some()
        && gain(&scene.before, scene.mv) > -MIN_GAIN_CENTIPAWNS
        && answer.to == scene.mv.to
        && scene.after.men(other, Piece::Pawn).has(answer.from);
    if !takes_back {
        return None;
    }
    let end = scene.after_line(1);
    let was_isolated = |pawn: Square| {
        let stood = if pawn == answer.to { answer.from } else { pawn };
        is_isolated(&scene.before, other, stood)
    };
    end.men(other, Piece::Pawn)
        .into_iter()
        .filter(|pawn| is_isolated(&end, other, *pawn) && !was_isolated(*pawn))
        .filter(|pawn| {
            let opposed = end.men(scene.side, Piece::Pawn) & pawn.file().bitboard();
            !opposed
                .into_iter()
                .any(|own| is_isolated(&end, scene.side, own))
        })
        .max_by_key(|pawn| *pawn == answer.to)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    match squares {
        [pawn] => is_inflicted(scene, *pawn),
        [square, pawn] => is_hit(scene, *square, *pawn),
        _ => Err("a piece and an isolated pawn, or the pawn alone"),
    }
}

fn is_hit(scene: &Scene, square: Square, pawn: Square) -> Result<(), &'static str> {
    let (side, after) = (scene.side, &scene.after);
    if square != scene.mv.to || scene.before.is_castling(scene.mv) {
        return Err("nothing has just moved there");
    }
    match after.piece_on(square) {
        Some(Piece::Pawn) => return Err("it is a pawn that moved"),
        Some(Piece::King) if !plain::pawns::is_ending(after) => return Err("it is no ending"),
        _ => {}
    }
    if !plain::pawns::is_isolated(after, !side, pawn) {
        return Err("the pawn is not isolated");
    }
    let is_heavy = matches!(after.piece_on(square), Some(Piece::Rook | Piece::Queen));
    let next = plain::pawns::step(pawn, 0, plain::pawns::forward(!side));
    let is_blocked = !is_heavy && next == Some(square);
    if !is_blocked && !plain::pawns::attacks_anew(&scene.before, after, scene.mv, pawn) {
        return Err("it does not come to attack the pawn");
    }
    match plain::exchange::is_lost(after, square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn is_inflicted(scene: &Scene, pawn: Square) -> Result<(), &'static str> {
    let other = !scene.side;
    let answer = scene.line.first().ok_or("there is no answer")?;
    let is_trade = scene.before.captured(scene.mv).is_some() && answer.to == scene.mv.to;
    if !is_trade || !plain::pawns::is_pawn(&scene.after, other, answer.from) {
        return Err("no pawn takes back");
    }
    let gained = plain::exchange::gain(&scene.before, scene.mv);
    if gained <= -plain::exchange::MIN_GAIN_CENTIPAWNS {
        return Err("the capture loses something");
    }
    let end = scene.after.after(*answer);
    if !plain::pawns::is_isolated(&end, other, pawn) {
        return Err("the pawn is not isolated");
    }
    let is_opposed = |at: Square| {
        at.file() == pawn.file()
            && plain::pawns::is_pawn(&end, scene.side, at)
            && plain::pawns::is_isolated(&end, scene.side, at)
    };
    if Square::ALL.into_iter().any(is_opposed) {
        return Err("both sides have one there");
    }
    let stood = if pawn == answer.to { answer.from } else { pawn };
    match plain::pawns::is_isolated(&scene.before, other, stood) {
        true => Err("it was isolated already"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    match squares {
        [square, pawn] => {
            let does = match scene.man() {
                Piece::Rook | Piece::Queen => "attacks",
                _ if stop(!scene.side, *pawn) == Some(*square) => "blockades",
                _ => "attacks",
            };
            let piece = man(scene.man());
            format!("The {piece} {does} the isolated pawn on\u{a0}{pawn}.")
        }
        _ => {
            let pawn = squares.first().copied().unwrap_or(scene.mv.to);
            let line = &scene.line[..scene.line.len().min(1)];
            format!(
                "After {} {} has an isolated pawn on\u{a0}{pawn}.",
                numbered(&scene.after, line),
                side(!scene.side)
            )
        }
    }
}

#[test]
fn cases() {
    let cases = "
        # An isolated pawn is hit.
        r1bq1rk1/pp3ppp/2n2n2/3p4/8/1N2PN2/PP2BPPP/R2Q1RK1 w - - 0 1
        Nbd4: The knight blockades the isolated pawn on d5.
        Qd3: -
        Nbd4 not: d4, d5 d4, d4 b7, d4 d5 d5
        r1bq1rk1/pp3ppp/2n2n2/3p4/8/1N2P3/PP2BPPP/R2Q1RK1 w - - 0 1
        Bf3: The bishop attacks the isolated pawn on d5.
        rnbqkbnr/pp3ppp/4p3/3p4/3PP3/2P5/PP1N1PPP/R1BQKBNR w KQkq - 0 1
        exd5 exd5: After 1... exd5 Black has an isolated pawn on d5.
        # No isolated pawn.
        # The c-pawn is beside it; the queen takes back; the knight is lost.
        rnbqkbnr/pp3ppp/4p3/2pp4/3PP3/8/PPPN1PPP/R1BQKBNR w KQkq - 0 1
        exd5 exd5: -
        exd5 Qxd5: -
        # White's own pawn on d4 is isolated, too.
        rnbqkbnr/pp3ppp/4p3/3p4/3PP3/8/PP1N1PPP/R1BQKBNR w KQkq - 0 1
        exd5 exd5: -
        exd5 exd5 not: d5
        r1bq1rk1/pp3ppp/2n2n2/3p4/8/1N6/PP2BPPP/R4RK1 w - - 0 1
        Nd4: -
    ";
    HITS_ISOLATED.holds(cases);
}
