//! **Would open a line**: a lever whose exchange opens a line for a bishop, rook or queen of its
//! side. If both pawns came off the board, that piece would attack at least three squares more,
//! one of them in the opponent's half. The pawn is not lost where it stands, or a pawn of its own
//! side holds it.
//!
//! Squares: where the pawn stands, the pawn it attacks, the piece.

use bstar_board::{Color, Piece, Position, Rank, Square, attacks};

use crate::finders::pawns::{is_safe, pushed};
use crate::finders::pieces::sliders;
use crate::ground::plain::{exchange, geometry, men, pawns};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

/// Squares that the piece must gain.
const MIN_GAIN: usize = 3;

pub(crate) const WOULD_OPEN: Concept = Concept {
    name: "would-open",
    themes: &["opens-line", "lever"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, after) = (scene.side, &scene.after);
    let Some(square) = pushed(scene) else {
        return Vec::new();
    };
    let held = attacks::pawns(after.men(side, Piece::Pawn), side).has(square);
    if !held && !is_safe(after, square) {
        return Vec::new();
    }
    let targets = attacks::of(Piece::Pawn, side, square, after.occupied());
    let targets = targets & after.men(!side, Piece::Pawn);
    let mut best: Option<(usize, Square, Square)> = None;
    for target in targets {
        let gone = after.occupied() & !square.bitboard() & !target.bitboard();
        for slider in sliders(after, side) {
            let Some(piece) = after.piece_on(slider) else {
                continue;
            };
            let new = attacks::of(piece, side, slider, gone)
                & !attacks::of(piece, side, slider, after.occupied());
            let is_far = |at: Square| (side == Color::White) == (at.rank() >= Rank::Fifth);
            let gain = new.len() as usize;
            let is_gain = gain >= MIN_GAIN && new.into_iter().any(is_far);
            if is_gain && best.is_none_or(|(most, ..)| gain > most) {
                best = Some((gain, target, slider));
            }
        }
    }
    let found = best.map(|(_, target, slider)| Finding::on([square, target, slider]));
    found.into_iter().collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, target, slider] = exactly(squares, "it is about two pawns and a piece")?;
    let (side, after) = (scene.side, &scene.after);
    let is_lever = *square == scene.mv.to
        && pawns::is_push(&scene.before, scene.mv)
        && pawns::is_pawn(after, side, *square)
        && pawns::is_pawn(after, !side, *target)
        && geometry::attacks(after, *square, *target);
    ensure(is_lever, "no pawn attacks another")?;
    if !pawns::is_held_by_pawn(after, side, *square) && exchange::is_lost(after, *square) {
        return Err("the pawn is lost there");
    }
    let piece = after.piece_on(*slider);
    let is_slider = matches!(piece, Some(Piece::Bishop | Piece::Rook | Piece::Queen));
    if !is_slider || after.color_on(*slider) != Some(side) {
        return Err("no such piece stands there");
    }
    let new: Vec<Square> = Square::ALL
        .into_iter()
        .filter(|at| sees(after, *slider, *at, &[*square, *target]))
        .filter(|at| !geometry::attacks(after, *slider, *at))
        .collect();
    let is_far = new.iter().any(|at| men::rank_for(side, *at) >= 5);
    match new.len() >= MIN_GAIN && is_far {
        true => Ok(()),
        false => Err("the exchange opens no line for it"),
    }
}

/// Whether a piece attacks a square if some men were gone.
fn sees(position: &Position, by: Square, target: Square, gone: &[Square]) -> bool {
    let men = geometry::men_between(position, by, target);
    by != target && men.is_some_and(|men| men.iter().all(|man| gone.contains(man)))
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let slider = squares.last().copied().unwrap_or(scene.mv.to);
    let piece = scene.after.piece_on(slider).map_or("piece", man);
    let line = if piece == "bishop" {
        "diagonal"
    } else {
        "line"
    };
    format!("If the pawns are exchanged, the {piece} on\u{a0}{slider} gets an open {line}.")
}

#[test]
fn cases() {
    let cases = "
        # A lever opens a diagonal.
        rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3
        c5: -
        r1b2rk1/pp1nqppp/2p1p3/8/2BP4/2R1PN2/PP3PPP/3Q1RK1 b - - 0 13
        e5: -
        6k1/1b3ppp/2p5/3P4/8/8/5PPP/6K1 w - - 0 1
        g4: -
        6k1/1b3ppp/2p5/8/3PP3/5P2/6PP/6K1 b - - 0 1
        c5: -
        3r2k1/3p1ppp/8/4P3/8/8/5PPP/6K1 b - - 0 1
        d6: If the pawns are exchanged, the rook on d8 gets an open line.
        # No line opens.
        r1bq1rk1/p2nbppp/1pp1pn2/3p4/2PP4/5NP1/PPQNPPBP/R1B2RK1 w - - 0 9
        b3: -
        Re1: -
        e4 not: e4, e4 d5, e4 d5 a1, d5 e4 g2, e4 d5 g2 g2
    ";
    WOULD_OPEN.holds(cases);
}
