//! **Avoids a trade**: a knight, bishop, rook or queen that a piece of the same worth attacked
//! moves to where no piece of the opponent attacks it. Before, both could have been traded evenly:
//! the capture would have gained nothing. It captures nothing itself.
//!
//! Squares: where it stands, then where the piece stands that it could have been traded for.

use bstar_board::{Piece, Position, Square};

use crate::finders::pieces::{is_mover_lost, moved};
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, loses_on, value};
use crate::ground::plain::{exchange, geometry, men};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

/// Pieces whose worth differs by less are traded evenly: a bishop for a knight.
const EVEN_CENTIPAWNS: i32 = 50;

pub(crate) const AVOIDS_TRADE: Concept = Concept {
    name: "avoids-trade",
    themes: &["keeps-tension", "bishop-pair"],
    class: IdeaClass::Denial,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (from, square) = (scene.mv.from, scene.mv.to);
    let is_piece = |piece: &Piece| !matches!(piece, Piece::Pawn | Piece::King);
    let Some(piece) = moved(scene).filter(is_piece) else {
        return Vec::new();
    };
    let Ok(passed) = scene.before.pass() else {
        return Vec::new();
    };
    let attackers = |position: &Position, at: Square| {
        position.attackers(at, position.occupied()) & position.side(!scene.side)
    };
    let is_equal = |at: &Square| {
        let other = scene
            .before
            .piece_on(*at)
            .filter(|other| *other != Piece::King);
        other.is_some_and(|other| (value(other) - value(piece)).abs() < EVEN_CENTIPAWNS)
    };
    let is_even = loses_on(&passed, from) < MIN_GAIN_CENTIPAWNS;
    let is_away = attackers(&scene.after, square).is_empty();
    let is_quiet = scene.before.is_quiet(scene.mv) && !scene.after.in_check();
    if !is_even || !is_away || !is_quiet || is_mover_lost(scene) {
        return Vec::new();
    }
    let equal = attackers(&scene.before, from).into_iter().find(is_equal);
    equal
        .into_iter()
        .map(|other| Finding::on([square, other]))
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, other] = exactly(squares, "it is about two pieces")?;
    let piece = match men::moved(&scene.before, scene.mv, &scene.after) {
        Some(Piece::Pawn | Piece::King) | None => return Err("no piece has just moved there"),
        Some(piece) => piece,
    };
    if *square != scene.mv.to || scene.before.captured(scene.mv).is_some() {
        return Err("no piece has just moved there");
    }
    let is_theirs = scene.before.color_on(*other) == Some(!scene.side);
    let is_equal = match scene.before.piece_on(*other) {
        Some(Piece::King) | None => false,
        Some(other) => (exchange::worth(other) - exchange::worth(piece)).abs() < EVEN_CENTIPAWNS,
    };
    if !is_theirs || !is_equal || !geometry::attacks(&scene.before, *other, scene.mv.from) {
        return Err("no such piece attacked it");
    }
    let passed = scene.before.pass().map_err(|_| "the side was in check")?;
    if exchange::best_capture(&passed, scene.mv.from).unwrap_or(0) >= exchange::MIN_GAIN_CENTIPAWNS
    {
        return Err("it would have been lost, not traded");
    }
    let hits = |by: Square| {
        scene.after.color_on(by) == Some(!scene.side)
            && geometry::attacks(&scene.after, by, *square)
    };
    match Square::ALL.into_iter().any(hits) || scene.after.in_check() {
        true => Err("it is attacked there, or gives check"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let piece = man(scene.man());
    let other = squares
        .get(1)
        .and_then(|at| Some((*at, scene.before.piece_on(*at)?)));
    match other {
        Some((at, other)) => format!(
            "It keeps the {piece}, which could have been traded for the {} on\u{a0}{at}.",
            man(other)
        ),
        None => format!("It keeps the {piece}."),
    }
}

#[test]
fn cases() {
    let cases = "
        # A bishop goes where the knight cannot take it.
        r2qk2r/ppp2ppp/2nbpn2/3p1b2/3P3N/2P5/PP2BPPP/RNBQK2R b KQkq - 0 1
        Be4: It keeps the bishop, which could have been traded for the knight on h4.
        3r2k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1
        Rb1: It keeps the rook, which could have been traded for the rook on d8.
        # No trade is avoided.
        # The bishop takes; it goes where it is attacked again; another piece moves.
        r2qk2r/ppp2ppp/2nbpn2/3p1b2/3P3N/2P5/PP2BPPP/RNBQK2R b KQkq - 0 1
        Bxb1: -
        Bg6: -
        Qd7: -
        Be4 not: e4, e4 h4 h4, h4 e4, e4 g1
    ";
    AVOIDS_TRADE.holds(cases);
}
