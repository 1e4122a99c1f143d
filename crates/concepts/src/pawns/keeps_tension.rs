//! **Tension kept**: a pawn of the side could take a pawn, which would win nothing, and neither
//! moves: the move is another one, no capture, no check and no promotion, and the moved pawn or
//! piece (not the king) guards the pawn in tension, which it did not before. The pawn had at most
//! one guard more than the opponent has attackers of it. Neither that pawn nor what has moved is
//! lost.
//!
//! Squares: where the moved pawn or piece stands, the own pawn in tension, the enemy pawn.

use bstar_board::{Move, Piece, Square, attacks};

use crate::finders::pawns::{is_safe, newly_attacked};
use crate::finders::pieces::attackers;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const KEEPS_TENSION: Concept = Concept {
    name: "keeps-tension",
    themes: &["keeps-tension"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to, after) = (scene.side, scene.mv.to, &scene.after);
    let guarded = newly_attacked(scene) & after.men(side, Piece::Pawn);
    let is_quiet = scene.before.is_quiet(scene.mv) && !after.in_check();
    if guarded.is_empty() || !is_quiet || scene.man() == Piece::King {
        return Vec::new();
    }
    let tension = |pawn: Square| {
        let targets = attacks::pawn(pawn, side) & after.men(!side, Piece::Pawn);
        let is_possible = |target: &Square| {
            let takes = Move {
                from: pawn,
                to: *target,
                promotion: None,
            };
            scene.before.is_legal(takes) && gain(&scene.before, takes) < MIN_GAIN_CENTIPAWNS
        };
        let target = targets.into_iter().find(is_possible)?;
        let guards = attackers(&scene.before, side, pawn).len();
        let is_needed = guards <= attackers(after, !side, pawn).len() + 1;
        (is_needed && is_safe(after, pawn)).then_some((pawn, target))
    };
    let mut tensions = guarded.into_iter().filter_map(tension);
    tensions
        .next()
        .filter(|_| is_safe(after, to))
        .map(|(pawn, target)| Finding::on([to, pawn, target]))
        .into_iter()
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, pawn, target] = exactly(squares, "a guard and two pawns")?;
    let (side, before, after) = (scene.side, &scene.before, &scene.after);
    let is_quiet = before.captured(scene.mv).is_none() && scene.mv.promotion.is_none();
    if *square != scene.mv.to || !is_quiet || after.in_check() {
        return Err("it is no quiet move there");
    }
    if after.piece_on(*square) == Some(Piece::King) || *square == *pawn {
        return Err("no guard has moved");
    }
    let are_pawns =
        plain::pawns::is_pawn(after, side, *pawn) && plain::pawns::is_pawn(after, !side, *target);
    let could_take = |mv: &Move| {
        let won = || plain::exchange::gain(before, *mv);
        let is_it = mv.from == *pawn && mv.to == *target;
        is_it && won() < plain::exchange::MIN_GAIN_CENTIPAWNS
    };
    if !are_pawns || !before.legal_moves().iter().any(could_take) {
        return Err("there is no tension");
    }
    if !plain::pawns::attacks_anew(before, after, scene.mv, *pawn) {
        return Err("it does not come to guard the pawn");
    }
    let guards = plain::men::attackers(before, side, *pawn).len();
    if guards > plain::men::attackers(after, !side, *pawn).len() + 1 {
        return Err("the pawn does not need it");
    }
    match plain::exchange::is_lost(after, *pawn) || plain::exchange::is_lost(after, *square) {
        true => Err("something is lost"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let pawn = squares.get(1).copied().unwrap_or(scene.mv.to);
    let target = squares.get(2).copied().unwrap_or(pawn);
    format!("It keeps the tension between {pawn} and {target} and guards the pawn on\u{a0}{pawn}.")
}

#[test]
fn cases() {
    let cases = "
        # The tension stays.
        r1bq1rk1/2p1bppp/p1np1n2/1p2p3/3PP3/1BP2N2/PP3PPP/RNBQR1K1 w - - 0 1
        Be3: It keeps the tension between d4 and e5 and guards the pawn on d4.
        rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 1
        b3: It keeps the tension between c4 and d5 and guards the pawn on c4.
        # No tension is kept.
        # It takes; it goes past; it guards nothing.
        r1bq1rk1/2p1bppp/p1np1n2/1p2p3/3PP3/1BP2N2/PP3PPP/RNBQR1K1 w - - 0 1
        dxe5: -
        d5: -
        h3: -
        Be3 not: e3, e3 d4, d4 e3 e5, e3 e4 e5, e3 d4 e5 e5
    ";
    KEEPS_TENSION.holds(cases);
}
