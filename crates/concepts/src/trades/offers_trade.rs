//! **Offers a trade**: a knight, bishop, rook or queen moves, without capturing, to where it and
//! an enemy piece of the same kind attack each other, which they did not before. Each could take
//! the other, and neither capture wins or loses anything.
//!
//! It helps a side that is ahead by a pawn or more. It also helps if the other piece attacks
//! squares round the own king together with at least one more piece.
//!
//! Squares: where the piece stands, then the other piece.

use bstar_board::{Move, Piece, Position, Square};

use crate::finders::pieces::{attackers, moved, reach};
use crate::grammar::side;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, is_lost};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const OFFERS_TRADE: Concept = Concept {
    name: "offers-trade",
    themes: &["trade"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (enemy, to) = (!scene.side, scene.mv.to);
    let Some(kind) = moved(scene) else {
        return Vec::new();
    };
    let is_piece = kind != Piece::Pawn && kind != Piece::King;
    if !is_piece || !scene.before.is_quiet(scene.mv) || is_lost(&scene.after, to) {
        return Vec::new();
    }
    let others = scene.after.men(enemy, kind) & reach(&scene.after, to);
    let new = others & !reach(&scene.before, scene.mv.from);
    let can_take = |other: &Square| {
        let taking = Move {
            from: *other,
            to,
            promotion: None,
        };
        attackers(&scene.after, enemy, to).has(*other) && scene.after.is_legal(taking)
    };
    let target = new.into_iter().filter(can_take).find(|other| {
        let taking = Move {
            from: to,
            to: *other,
            promotion: None,
        };
        is_even(scene.after.pass().ok().as_ref(), taking)
    });
    target
        .map(|other| Finding::on([to, other]))
        .into_iter()
        .collect()
}

/// Whether a capture is legal and neither wins nor loses anything.
fn is_even(position: Option<&Position>, mv: Move) -> bool {
    let even = -MIN_GAIN_CENTIPAWNS + 1..MIN_GAIN_CENTIPAWNS;
    position.is_some_and(|now| now.is_legal(mv) && even.contains(&gain(now, mv)))
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [own, other] = exactly(squares, "a trade is offered between two pieces")?;
    let kind = scene.after.piece_on(*own);
    let is_same = scene.before.piece_on(scene.mv.from) == kind
        && scene.after.piece_on(*other) == kind
        && scene.after.color_on(*other) == Some(!scene.side);
    let is_quiet = scene.before.captured(scene.mv).is_none();
    if *own != scene.mv.to || !is_same || !is_quiet || scene.before.is_castling(scene.mv) {
        return Err("no piece has just moved there to face its like");
    }
    if matches!(kind, None | Some(Piece::Pawn | Piece::King)) {
        return Err("pawns and kings offer no trade");
    }
    if plain::geometry::attacks(&scene.before, scene.mv.from, *other) {
        return Err("they faced each other before");
    }
    let least = plain::exchange::MIN_GAIN_CENTIPAWNS;
    if plain::exchange::best_capture(&scene.after, *own).unwrap_or(0) >= least {
        return Err("it can simply be taken");
    }
    let Ok(passed) = scene.after.pass() else {
        return Err("a check must be answered first");
    };
    let capture = |position: &Position, from: Square, to: Square| {
        let moves = position.legal_moves();
        let found = moves.iter().find(|mv| (mv.from, mv.to) == (from, to));
        found.map(|mv| plain::exchange::gain(position, *mv))
    };
    match (
        capture(&scene.after, *other, *own),
        capture(&passed, *own, *other),
    ) {
        (Some(_), Some(gain)) if gain.abs() < least => Ok(()),
        _ => Err("it is no even trade"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let kind = man(scene.man());
    let is_ahead = plain::standing::lead(&scene.after, scene.side) >= 100;
    let is_relief = squares.get(1).is_some_and(|other| relieves(scene, *other));
    let why = match (is_ahead, is_relief) {
        (true, _) => format!(
            ", which suits {}, who is ahead in material",
            side(scene.side)
        ),
        (_, true) => ", and so to take an attacker from its own king".to_owned(),
        _ => String::new(),
    };
    let at = squares.get(1).map_or(String::new(), Square::to_string);
    match scene.man() {
        Piece::Queen => format!("It offers to trade queens{why}."),
        _ => format!("It offers to trade the {kind} for the one on\u{a0}{at}{why}."),
    }
}

/// Whether a piece attacks the king of the side together with another piece.
fn relieves(scene: &Scene, other: Square) -> bool {
    let side = scene.side;
    let is_attacker = |by: &Square| {
        let kind = scene.before.piece_on(*by);
        let hits = |square: &Square| {
            plain::standing::is_in_ring(&scene.before, side, *square)
                && plain::geometry::attacks(&scene.before, *by, *square)
        };
        scene.before.color_on(*by) == Some(!side)
            && !matches!(kind, Some(Piece::Pawn | Piece::King))
            && Square::ALL.iter().any(hits)
    };
    let attackers: Vec<Square> = Square::ALL.into_iter().filter(is_attacker).collect();
    attackers.len() >= 2 && attackers.contains(&other)
}

#[test]
fn cases() {
    let cases = "
        # Two of a kind face each other.
        # the rook on d1 would be taken
        3r2k1/5ppp/8/8/8/8/P4PPP/R5K1 w - - 0 1
        Rd1: -
        Rd1 not: d1 d8
        3r2k1/4bppp/8/8/8/8/P4PPP/R4K2 w - - 0 1
        Rd1: -
        # d8 is not guarded
        3r1k2/p4ppp/8/8/8/8/P3KPPP/R7 w - - 0 1
        Rd1: -
        3rk3/p4ppp/8/8/8/8/P3KPPP/R7 w - - 0 1
        Rd1: It offers to trade the rook for the one on d8.
        3rk3/5ppp/8/8/8/8/P3KPPP/R7 w - - 0 1
        Rd1: It offers to trade the rook for the one on d8, which suits White, who is ahead in material.
        r4rk1/pp3ppp/2p2n2/3q4/8/1Q6/PP3PPP/R1B2RK1 b - - 0 1
        Qd3: -
        r4rk1/pp3ppp/2p1bn2/8/8/5Q2/PP3PPP/R1B2RK1 b - - 0 1
        Bd5: -
        # No even trade.
        3rk3/p4ppp/8/8/8/8/P3KPPP/R7 w - - 0 1
        Rc1: -
        Rd1 not: d1, d8 d1, d1 e8, d1 d8 d8
    ";
    OFFERS_TRADE.holds(cases);
}
