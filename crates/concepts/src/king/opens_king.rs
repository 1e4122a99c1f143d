//! **Opens the king**: a pawn moves to where it attacks a pawn that shelters the enemy king, or
//! takes such a pawn. A sheltering pawn stands on the king's file or beside it, one or two ranks
//! ahead of the king, on its third rank at most; the king stands on its first two ranks, on one of
//! the files a to c or f to h. The pawn is not simply lost: the exchange on its square costs
//! nothing, or another pawn holds it. Its side has a queen, and a rook too.
//!
//! Squares: where the pawn stands, then the pawn or pawns it attacks; where it takes one, only the
//! first.

use bstar_board::{File, Piece, Square, attacks};

use crate::finders::board_facts::shelter;
use crate::finders::naming;
use crate::finders::pieces::{moved, reach};
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const OPENS_KING: Concept = Concept {
    name: "opens-king",
    themes: &["king-attack", "lever"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to) = (scene.side, scene.mv.to);
    let king = scene.before.king(!side);
    let has = |kind: Piece| !scene.after.men(side, kind).is_empty();
    let is_attack = moved(scene) == Some(Piece::Pawn)
        && has(Piece::Queen)
        && has(Piece::Rook)
        && Scene::rank(!side, king) <= 2
        && ![File::D, File::E].contains(&king.file());
    let is_held = attacks::pawns(scene.after.men(side, Piece::Pawn), side).has(to);
    let costs = gain(&scene.before, scene.mv) <= -MIN_GAIN_CENTIPAWNS;
    if !is_attack || costs && !is_held {
        return Vec::new();
    }
    if shelter(&scene.before, !side, king).has(to) {
        return vec![Finding::on([to])];
    }
    let hit = shelter(&scene.after, !side, king) & reach(&scene.after, to);
    match hit.is_empty() {
        true => Vec::new(),
        false => vec![Finding::on([to].into_iter().chain(hit))],
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let (Some((pawn, hit)), side) = (squares.split_first(), scene.side) else {
        return Err("a pawn is needed");
    };
    let is_own = plain::men::is_man(&scene.after, *pawn, side, Piece::Pawn)
        && plain::men::is_man(&scene.before, scene.mv.from, side, Piece::Pawn);
    if *pawn != scene.mv.to || !is_own {
        return Err("no pawn has just moved there");
    }
    let [king] = plain::men::squares_of(&scene.after, !side, Piece::King)[..] else {
        return Err("there is no king");
    };
    if [3, 4].contains(&(king.file() as i32)) {
        return Err("the king stands in the middle");
    }
    let lacks = |kind: Piece| plain::men::squares_of(&scene.after, side, kind).is_empty();
    if lacks(Piece::Queen) || lacks(Piece::Rook) || plain::men::rank_for(!side, king) > 2 {
        return Err("there is no attack");
    }
    let is_held = plain::pawns::is_held_by_pawn(&scene.after, side, *pawn);
    let gain = plain::exchange::gain(&scene.before, scene.mv);
    if gain <= -plain::exchange::MIN_GAIN_CENTIPAWNS && !is_held {
        return Err("the pawn is lost there");
    }
    if hit.is_empty() {
        let shelter = plain::standing::shelter(&scene.before, !side, king);
        return ensure(shelter.contains(pawn), "it takes no pawn before the king");
    }
    let shelter = plain::standing::shelter(&scene.after, !side, king);
    let is_hit = |target: &Square| {
        shelter.contains(target) && plain::geometry::attacks(&scene.after, *pawn, *target)
    };
    match plain::standing::are_different(hit) && hit.iter().all(is_hit) {
        true => Ok(()),
        false => Err("it attacks no such pawns before the king"),
    }
}

fn say(_: &Scene, squares: &[Square]) -> String {
    match squares {
        [_, one] => format!("It attacks the pawn on\u{a0}{one} in front of the king."),
        [_, hit @ ..] if !hit.is_empty() => format!(
            "It attacks the pawns on\u{a0}{} in front of the king.",
            naming::squares(hit)
        ),
        _ => "It takes away a pawn in front of the king.".to_owned(),
    }
}

#[test]
fn cases() {
    let cases = "
        # A pawn strikes at the shelter.
        r1bq1rk1/pp2ppbp/2np2p1/8/3NP2P/2N1BP2/PPPQ2P1/2KR1B1R w - - 0 1
        h5: It attacks the pawn on g6 in front of the king.
        h5 not: h5, h5 h7, h5 g6 g6, g6 h5
        r1bq1rk1/pp2ppb1/2np2pp/7P/3NP3/2N1BP2/PPPQ2P1/2KR1B1R w - - 0 1
        hxg6: It takes away a pawn in front of the king.
        # No strike.
        # It attacks nothing; the pawn before no king; without a queen.
        r1bq1rk1/pp2ppbp/2np1np1/8/3NP2P/2N1BP2/PPPQ2P1/2KR1B1R w - - 0 1
        g4: -
        Nf5: -
        r1bq1rk1/1p2ppbp/p1np2p1/P7/3NP2P/2N1BP2/1PPQ2P1/2KR1B1R w - - 0 1
        b4: -
        r1b2rk1/pp2ppbp/2np2p1/8/3NP2P/2N1BP2/PPP3P1/2KR1B1R w - - 0 1
        h5: -
    ";
    OPENS_KING.holds(cases);
}
