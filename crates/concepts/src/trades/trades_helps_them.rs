//! **Trade that helps them**: a side that has less material takes a piece (no pawn) with a piece,
//! and the opponent takes back in the line. The trade wins and loses nothing, nobody has anything
//! to win afterwards, and the side still has less. Less is a difference of at least 80 centipawns.
//!
//! Squares: where the pieces are traded.

use bstar_board::{Color, Piece, Position, Square, color_name};

use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, is_at_rest, value};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const TRADES_HELPS_THEM: Concept = Concept {
    name: "trades-helps-them",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let square = scene.mv.to;
    let is_piece = |piece: Option<Piece>| !matches!(piece, None | Some(Piece::Pawn | Piece::King));
    let is_capture =
        is_piece(scene.before.captured(scene.mv)) && is_piece(scene.before.piece_on(scene.mv.from));
    let is_answered = scene.line.first().is_some_and(|reply| reply.to == square);
    if !is_capture || !is_answered {
        return Vec::new();
    }
    let end = scene.after_line(1);
    let (first, last) = (lead(&scene.before, scene.side), lead(&end, scene.side));
    let is_trade = (first - last).abs() < MIN_GAIN_CENTIPAWNS
        && first.max(last) <= -MIN_GAIN_CENTIPAWNS
        && is_at_rest(&end);
    match is_trade {
        true => vec![Finding::on([square]).along(1)],
        false => Vec::new(),
    }
}

/// How much more material a side has, in centipawns.
fn lead(position: &Position, side: Color) -> i32 {
    let of = |side: Color, piece: Piece| position.men(side, piece).len() as i32 * value(piece);
    Piece::ALL
        .into_iter()
        .map(|piece| of(side, piece) - of(!side, piece))
        .sum()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about one square")?;
    let heavy = |piece: Option<Piece>| {
        matches!(
            piece,
            Some(Piece::Knight | Piece::Bishop | Piece::Rook | Piece::Queen)
        )
    };
    let taken = scene.before.captured(scene.mv);
    if *square != scene.mv.to || !heavy(taken) || !heavy(scene.before.piece_on(scene.mv.from)) {
        return Err("no piece takes a piece there");
    }
    let Some(reply) = scene.line.first().filter(|reply| reply.to == *square) else {
        return Err("nobody takes back");
    };
    let end = scene.after.after(*reply);
    let balance = |position: &Position| -> i32 {
        let worth = |square: Square| {
            let worth = position.piece_on(square).map_or(0, plain::exchange::worth);
            if position.color_on(square) == Some(scene.side) {
                worth
            } else {
                -worth
            }
        };
        Square::ALL.into_iter().map(worth).sum()
    };
    let least = plain::exchange::MIN_GAIN_CENTIPAWNS;
    let (first, last) = (balance(&scene.before), balance(&end));
    if (first - last).abs() >= least {
        return Err("it is no even trade");
    }
    if first > -least || last > -least {
        return Err("it does not have less");
    }
    match plain::exchange::is_at_rest(&end) {
        true => Ok(()),
        false => Err("there is still something to win"),
    }
}

fn say(scene: &Scene, _: &[Square]) -> String {
    let (given, taken) = (
        scene.before.piece_on(scene.mv.from),
        scene.before.captured(scene.mv),
    );
    let what = match taken.filter(|_| given == taken) {
        Some(piece) => format!("{}s", man(piece)),
        None => "pieces".to_owned(),
    };
    format!(
        "It trades {what}, which helps {}, who has more material.",
        color_name(!scene.side)
    )
}

#[test]
fn cases() {
    let cases = "
        # A trade while behind.
        3q2k1/5ppp/4p3/3r4/3R4/8/5PPP/3Q2K1 w - - 0 1
        Rxd5 exd5: It trades rooks, which helps Black, who has more material.
        6k1/5ppp/5b2/8/3N4/4P3/5PPP/6K1 b - - 0 1
        Bxd4 exd4: It trades pieces, which helps White, who has more material.
        # No harmful trade.
        # Nobody takes back in the line; material is even; nothing is taken.
        3q2k1/5ppp/4p3/3r4/3R4/8/5PPP/3Q2K1 w - - 0 1
        Rxd5: -
        3q2k1/5ppp/4p3/3r4/3R4/4P3/5PPP/3Q2K1 w - - 0 1
        Rxd5 exd5: -
        Rxd5 exd5 not: d5
        3q2k1/5ppp/4p3/3r4/3R4/8/5PPP/3Q2K1 w - - 0 1
        g3 Rxd4: -
        Rxd5 exd5 not: d4, d5 d5
        Rxd5 not: d5
    ";
    TRADES_HELPS_THEM.holds(cases);
}
