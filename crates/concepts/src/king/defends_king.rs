//! **Defends the king**: at least two pieces of the opponent attack squares round the own king or
//! its square. A knight, bishop, rook or queen moves, without capturing and not to its loss, to
//! where it guards more attacked squares round the king than before.
//!
//! Squares: where the piece stands, then the attacked squares that it guards anew.

use bstar_board::{BitBoard, Color, Piece, Position, Square};

use crate::finders::board_facts::{pieces, ring};
use crate::finders::naming;
use crate::finders::pieces::{attackers, moved, reach};
use crate::ground::exchange::is_lost;
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene};

pub(crate) const DEFENDS_KING: Concept = Concept {
    name: "defends-king",
    themes: &["king-safety", "prophylaxis", "protects"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to) = (scene.side, scene.mv.to);
    let is_piece = moved(scene).is_some_and(|kind| kind != Piece::Pawn && kind != Piece::King);
    let ring = ring(&scene.after, side);
    if !is_piece || !scene.before.is_quiet(scene.mv) || enemies_near(&scene.after, side, ring) < 2 {
        return Vec::new();
    }
    let attacked: BitBoard = (ring & !scene.after.men(side, Piece::King))
        .into_iter()
        .filter(|square| !attackers(&scene.after, !side, *square).is_empty())
        .collect();
    let was = reach(&scene.before, scene.mv.from) & attacked;
    let is = reach(&scene.after, to) & attacked;
    let hit = is & !was;
    match hit.is_empty() || is.len() <= was.len() || is_lost(&scene.after, to) {
        true => Vec::new(),
        false => vec![Finding::on([to].into_iter().chain(hit))],
    }
}

fn enemies_near(position: &Position, side: Color, ring: BitBoard) -> usize {
    let is_near = |by: &Square| !(reach(position, *by) & ring).is_empty();
    pieces(position, !side).into_iter().filter(is_near).count()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let (Some((by, guarded)), side) = (squares.split_first(), scene.side) else {
        return Err("a piece and what it guards are needed");
    };
    let is_same = scene.before.piece_on(scene.mv.from) == scene.after.piece_on(*by);
    if *by != scene.mv.to || !is_same || scene.before.is_castling(scene.mv) {
        return Err("nothing has just moved there");
    }
    if scene.before.captured(scene.mv).is_some() {
        return Err("it takes something");
    }
    if matches!(
        scene.after.piece_on(*by),
        Some(Piece::Pawn | Piece::King) | None
    ) {
        return Err("it is no piece that defends");
    }
    let is_near = |square: Square| plain::standing::is_in_ring(&scene.after, side, square);
    let ring: Vec<Square> = Square::ALL.into_iter().filter(|at| is_near(*at)).collect();
    let sees = |position: &Position, by: Square, square: &Square| {
        plain::geometry::attacks(position, by, *square)
    };
    let is_enemy_near = |by: &Square| {
        let kind = scene.after.piece_on(*by);
        scene.after.color_on(*by) == Some(!side)
            && !matches!(kind, Some(Piece::Pawn | Piece::King))
            && ring.iter().any(|square| sees(&scene.after, *by, square))
    };
    if Square::ALL.iter().filter(|by| is_enemy_near(by)).count() < 2 {
        return Err("the king is not attacked");
    }
    let is_attacked = |square: &Square| {
        !plain::men::is_man(&scene.after, *square, side, Piece::King)
            && !plain::men::attackers(&scene.after, !side, *square).is_empty()
    };
    let count = |position: &Position, by: Square| {
        let guarded = ring.iter().filter(|square| sees(position, by, square));
        guarded.filter(|square| is_attacked(square)).count()
    };
    if count(&scene.after, *by) <= count(&scene.before, scene.mv.from) {
        return Err("it guards no more than before");
    }
    let is_new = |square: &Square| {
        ring.contains(square)
            && is_attacked(square)
            && sees(&scene.after, *by, square)
            && !sees(&scene.before, scene.mv.from, square)
    };
    if guarded.is_empty() || !plain::standing::are_different(guarded) || !guarded.iter().all(is_new)
    {
        return Err("it does not guard such squares");
    }
    match plain::exchange::is_lost(&scene.after, *by) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    format!(
        "The {} helps to defend the king: it now guards {}.",
        man(scene.man()),
        naming::squares(squares.get(1..).unwrap_or_default())
    )
}

#[test]
fn cases() {
    let cases = "
        # A piece comes to the king.
        r2q1rk1/pb1n1ppp/1p2p3/7Q/8/3B4/PP3PPP/R1B2RK1 b - - 0 1
        Nf6: The knight helps to defend the king: it now guards h7.
        r2qr1k1/pb1n1ppp/1p2p3/7Q/8/3B4/PP3PPP/R1B2RK1 b - - 0 1
        Nf8: The knight helps to defend the king: it now guards h7.
        # No defence.
        # No two pieces attack there; it guards nothing near; it guards no more than before.
        r4rk1/ppq2ppp/4pn2/3n4/8/3B2N1/PP3PPP/R1BQ1RK1 w - - 0 1
        Qf3: -
        r2q1rk1/pb1n1ppp/1p2p3/7Q/8/3B4/PP3PPP/R1B2RK1 b - - 0 1
        Nc5: -
        Qc8: -
        Nf6 not: f6, f6 g7, f6 h7 h7, h7 f6, f6 h7 g8
    ";
    DEFENDS_KING.holds(cases);
}
