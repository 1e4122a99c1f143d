//! **Aims at the king**: a knight, bishop, rook or queen moves, not to its loss, to where it
//! attacks more of the squares round the enemy king (with its own) than before. At least two other
//! pieces of its side attack such squares too and are not lost either, or one if it or the one that
//! moved is a queen; and its side has a queen.
//!
//! Squares: where the piece stands, then one to three of the others.

use std::cmp::Reverse;

use bstar_board::{Piece, Position, Square};

use crate::finders::board_facts::{pieces, ring};
use crate::finders::naming::the_one_on;
use crate::finders::pieces::{moved, reach};
use crate::grammar::list;
use crate::ground::exchange::is_lost;
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const AIMS_AT_KING: Concept = Concept {
    name: "aims-at-king",
    themes: &["king-attack"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

/// More of the others are not named.
const MOST_OTHERS: usize = 3;

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to) = (scene.side, scene.mv.to);
    let is_piece = moved(scene).is_some_and(|kind| kind != Piece::Pawn && kind != Piece::King);
    if !is_piece || scene.after.men(side, Piece::Queen).is_empty() {
        return Vec::new();
    }
    let ring = ring(&scene.after, !side);
    let was = reach(&scene.before, scene.mv.from) & ring;
    let is = reach(&scene.after, to) & ring;
    let attacks_too = |by: &Square| {
        let is_attacker = *by != to && !(reach(&scene.after, *by) & ring).is_empty();
        is_attacker && !is_lost(&scene.after, *by)
    };
    let mut others: Vec<Square> = pieces(&scene.after, side)
        .into_iter()
        .filter(attacks_too)
        .collect();
    others.sort_by_key(|by| Reverse(scene.after.piece_on(*by)));
    others.truncate(MOST_OTHERS);
    let is_queen = |by: &Square| scene.after.piece_on(*by) == Some(Piece::Queen);
    let has_queen = is_queen(&to) || others.iter().any(is_queen);
    let least = if has_queen { 1 } else { 2 };
    match others.len() < least || is.len() <= was.len() || is_lost(&scene.after, to) {
        true => Vec::new(),
        false => vec![Finding::on([to].into_iter().chain(others))],
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let (Some((by, others)), side) = (squares.split_first(), scene.side) else {
        return Err("a piece and its helpers are needed");
    };
    let is_same = scene.before.piece_on(scene.mv.from) == scene.after.piece_on(*by);
    if *by != scene.mv.to || !is_same || scene.before.is_castling(scene.mv) {
        return Err("nothing has just moved there");
    }
    let hits = |position: &Position, by: Square| {
        Square::ALL
            .into_iter()
            .filter(|square| plain::standing::is_in_ring(&scene.after, !side, *square))
            .filter(|square| plain::geometry::attacks(position, by, *square))
            .count()
    };
    let is_attacker = |at: &Square| {
        let kind = scene.after.piece_on(*at);
        scene.after.color_on(*at) == Some(side)
            && !matches!(kind, None | Some(Piece::Pawn | Piece::King))
            && hits(&scene.after, *at) > 0
    };
    let is_queen = |at: &Square| plain::men::is_man(&scene.after, *at, side, Piece::Queen);
    let least = if squares.iter().any(is_queen) { 1 } else { 2 };
    let is_count = (least..=MOST_OTHERS).contains(&others.len());
    if !is_count || !plain::standing::are_different(squares) || !squares.iter().all(is_attacker) {
        return Err("such pieces do not attack the king");
    }
    if hits(&scene.after, *by) <= hits(&scene.before, scene.mv.from) {
        return Err("it attacked as much before");
    }
    if plain::men::squares_of(&scene.after, side, Piece::Queen).is_empty() {
        return Err("there is no queen to attack with");
    }
    let is_lost = |at: &Square| plain::exchange::is_lost(&scene.after, *at);
    ensure(!squares.iter().any(is_lost), "one of them can be taken")
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let others = squares.iter().skip(1);
    let names: Vec<String> = others.map(|at| the_one_on(&scene.after, *at)).collect();
    format!(
        "The {} joins {} against the king.",
        man(scene.man()),
        list(&names)
    )
}

#[test]
fn cases() {
    let cases = "
        # A piece joins the attack.
        r1bq1rk1/pp3pp1/2n1p2p/8/4Q3/4R3/PB4PP/6K1 w - - 0 1
        Rg3: The rook joins the queen on e4 and the bishop on b2 against the king.
        # the knight is lost on f6
        6k1/5ppp/8/5N2/4N2Q/8/6PP/6K1 w - - 0 1
        Nf6+: -
        6k1/5ppp/8/5N2/7Q/3B4/1P4PP/2B3K1 w - - 0 1
        Bg5: -
        6k1/5ppp/8/5N2/7Q/3B4/6PP/2B3K1 w - - 0 1
        Bb2: The bishop joins the queen on h4 and the knight on f5 against the king.
        # No attack.
        # It attacks no more; too few help; the rook would be lost.
        r1bq1rk1/pp3pp1/2n1p2p/8/4Q3/4R3/PB4PP/6K1 w - - 0 1
        Re2: -
        Rg3 not: g3, g3 b2, g3 e4 e4, g3 e4 g2, e4 g3 b2
        r1bq1rk1/pp3pp1/2n1p2p/8/Q7/4R3/P5PP/6K1 w - - 0 1
        Rg3: -
        r1bq1rk1/ppb2pp1/2n1p2p/8/4Q3/4R3/PB6/6K1 w - - 0 1
        Rg3: -
        # The queen hangs, and so does nothing against the king.
        2kr4/ppq2ppp/2p1bn2/4n3/4P3/1BN1B3/PPPQ1PPP/R4RK1 w - - 0 15
        Bf4: -
        Bf4 not: f4 d2
    ";
    AIMS_AT_KING.holds(cases);
}
