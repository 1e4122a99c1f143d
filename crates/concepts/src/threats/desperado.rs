//! **Desperado**: a piece that is lost takes something first. If the opponent were to move, he
//! would win the piece by a capture. None of its moves without a capture saves it, and no move of
//! another man does. It takes a man worth less than itself, and can be taken there: the capture by
//! itself loses something.
//!
//! Squares: where it takes, then where it stood.

use bstar_board::{Move, Piece, Position, Square};

use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, loses_on, value};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const DESPERADO: Concept = Concept {
    name: "desperado",
    themes: &["threat"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (mv, before) = (scene.mv, &scene.before);
    let kind = before.piece_on(mv.from).unwrap_or(Piece::Pawn);
    let is_capture = !matches!(kind, Piece::Pawn | Piece::King)
        && before
            .captured(mv)
            .is_some_and(|taken| value(taken) < value(kind));
    let Some(passed) = before.pass().ok().filter(|_| is_capture) else {
        return Vec::new();
    };
    let is_lost = loses_on(&passed, mv.from) >= MIN_GAIN_CENTIPAWNS
        && loses_on(&scene.after, mv.to) >= MIN_GAIN_CENTIPAWNS
        && gain(before, mv) <= -MIN_GAIN_CENTIPAWNS;
    match is_lost
        && !before
            .legal_moves()
            .iter()
            .any(|other| saves(scene, *other))
    {
        true => vec![Finding::on([mv.to, mv.from])],
        false => Vec::new(),
    }
}

/// Whether a move keeps the piece: it goes away without a capture, or is safe where it stands.
fn saves(scene: &Scene, other: Move) -> bool {
    let from = scene.mv.from;
    let then = scene.before.after(other);
    match other.from == from {
        true if !scene.before.is_quiet(other) => false,
        true => loses_on(&then, other.to) < MIN_GAIN_CENTIPAWNS,
        false => loses_on(&then, from) < MIN_GAIN_CENTIPAWNS,
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [to, from] = exactly(squares, "it is about two squares of a piece")?;
    if (*from, *to) != (scene.mv.from, scene.mv.to) {
        return Err("no piece has just moved so");
    }
    let kind = match scene.before.piece_on(*from) {
        None | Some(Piece::Pawn | Piece::King) => return Err("it is no piece"),
        Some(kind) => kind,
    };
    let worth = plain::exchange::worth;
    let taken = scene.before.captured(scene.mv).ok_or("it takes nothing")?;
    if worth(taken) >= worth(kind) {
        return Err("it takes as much as it is worth");
    }
    let least = plain::exchange::MIN_GAIN_CENTIPAWNS;
    let is_lost = |position: &Position, square: Square| {
        plain::exchange::best_capture(position, square).unwrap_or(0) >= least
    };
    let Ok(passed) = scene.before.pass() else {
        return Err("it was check");
    };
    let is_even = plain::exchange::gain(&scene.before, scene.mv) > -least;
    if is_even || !is_lost(&passed, *from) || !is_lost(&scene.after, *to) {
        return Err("it is not lost");
    }
    let saves = |other: &Move| {
        let then = scene.before.after(*other);
        let takes_itself = other.from == *from && scene.before.captured(*other).is_some();
        let place = if other.from == *from { other.to } else { *from };
        !takes_itself && !is_lost(&then, place)
    };
    match scene.before.legal_moves().iter().any(saves) {
        true => Err("it could be saved"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, _: &[Square]) -> String {
    let taken = scene.before.captured(scene.mv).map_or("pawn", man);
    format!(
        "The {} is lost anyway, so it takes the {taken} on\u{a0}{} first.",
        man(scene.man()),
        scene.mv.to
    )
}

#[test]
fn cases() {
    let cases = "
        # A lost piece takes something.
        Nk6/2p2ppp/p2p4/8/8/8/5PPP/6K1 w - - 0 1
        Nxc7: The knight is lost anyway, so it takes the pawn on c7 first.
        Nxc7 not: c7, a8 c7, c7 a8 a8
        6k1/5ppp/8/8/8/1P4P1/bKP2P1P/8 b - - 0 1
        Bxb3: The bishop is lost anyway, so it takes the pawn on b3 first.
        # No desperado.
        # It is not attacked (on a8 it cannot come out: b6 and c7 are guarded); it can go away; it
        # takes as much as it is worth.
        N2k4/2p5/1p6/8/8/8/8/6K1 w - - 0 1
        Nxc7: -
        Nxc7 not: c7 a8
        6k1/5ppp/8/8/8/1P4P1/b1K2P1P/8 b - - 0 1
        Bxb3+: -
        6k1/5ppp/8/8/8/1N4P1/bKP2P1P/8 b - - 0 1
        Bxb3: -
    ";
    DESPERADO.holds(cases);
}
