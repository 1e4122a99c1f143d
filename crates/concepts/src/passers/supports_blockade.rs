//! **Supports a blockade**: a man other than the king moves, without capturing and not to its
//! loss, to where it guards a knight, bishop or rook of its side, which it did not guard before.
//! That one stands right before a passed pawn of the opponent that has reached at least its fourth
//! rank, or before an isolated pawn that has reached at least its third.
//!
//! Squares: where the man stands that moved, then the blockader, then the pawn.

use bstar_board::{Piece, Position, Square};

use crate::finders::naming::the_one_on;
use crate::finders::pawns::{is_isolated, is_passed, newly_attacked, stop};
use crate::finders::pieces::{is_mover_lost, moved};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const SUPPORTS_BLOCKADE: Concept = Concept {
    name: "supports-blockade",
    themes: &["blockade", "isolated-pawn"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, after) = (scene.side, &scene.after);
    let is_man = moved(scene).is_some_and(|man| man != Piece::King);
    if !is_man || scene.before.captured(scene.mv).is_some() || is_mover_lost(scene) {
        return Vec::new();
    }
    let pieces = after.men(side, Piece::Knight)
        | after.men(side, Piece::Bishop)
        | after.men(side, Piece::Rook);
    let blockaded = |blockader: Square| {
        let pawn = stop(side, blockader)?;
        let rank = Scene::rank(!side, pawn);
        let is_it = is_passed(after, !side, pawn) && rank >= 4
            || is_isolated(after, !side, pawn) && rank >= 3;
        is_it.then_some((blockader, pawn))
    };
    let mut found = (newly_attacked(scene) & pieces)
        .into_iter()
        .filter_map(blockaded);
    found
        .next()
        .map(|(blockader, pawn)| Finding::on([scene.mv.to, blockader, pawn]))
        .into_iter()
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, blockader, pawn] = exactly(squares, "a guard, a blockader and a pawn")?;
    let (side, after) = (scene.side, &scene.after);
    let kind = plain::men::moved(&scene.before, scene.mv, after);
    let is_man = !matches!(kind, None | Some(Piece::King));
    if *square != scene.mv.to || !is_man || scene.before.captured(scene.mv).is_some() {
        return Err("no guard has just moved there");
    }
    let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook];
    let is_blockader = |kind: &Piece| plain::men::is_man(after, *blockader, side, *kind);
    let ahead = plain::pawns::step(*blockader, 0, plain::pawns::forward(side));
    if !kinds.iter().any(is_blockader) || ahead != Some(*pawn) {
        return Err("no piece blocks that pawn");
    }
    if !is_worth_blocking(scene, after, *pawn) {
        return Err("it is no passed or isolated pawn");
    }
    if !plain::pawns::attacks_anew(&scene.before, after, scene.mv, *blockader) {
        return Err("it does not come to guard the blockader");
    }
    match plain::exchange::is_lost(after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn is_worth_blocking(scene: &Scene, position: &Position, pawn: Square) -> bool {
    let rank = plain::men::rank_for(!scene.side, pawn);
    plain::pawns::is_passed(position, !scene.side, pawn) && rank >= 4
        || plain::pawns::is_isolated(position, !scene.side, pawn) && rank >= 3
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let blockader = squares.get(1).copied().unwrap_or(scene.mv.to);
    let pawn = squares.get(2).copied().unwrap_or(blockader);
    let kind = match is_passed(&scene.after, !scene.side, pawn) {
        true => "passed",
        false => "isolated",
    };
    format!(
        "It supports {}, which blocks the {kind} pawn on\u{a0}{pawn}.",
        the_one_on(&scene.after, blockader)
    )
}

#[test]
fn cases() {
    let cases = "
        # A blockader is supported.
        r1bq1rk1/pp3ppp/2n1pb2/3n4/3PB3/2N2N2/PP3PPP/R1BQR1K1 b - - 0 1
        Nce7: It supports the knight on d5, which blocks the isolated pawn on d4.
        # No blockade is supported.
        h6: -
        Nce7 not: e7, e7 d5, e7 d5 b2, e7 f6 d4, d5 e7 d4
        r1bq1rk1/pp3ppp/2n1pb2/3n4/3PB3/2N2N2/PPP2PPP/R1BQR1K1 b - - 0 1
        Nce7: -
    ";
    SUPPORTS_BLOCKADE.holds(cases);
}
