//! **Lures**: a piece or pawn moves to where the enemy king or queen takes it in the line. There,
//! either the side mates with its next move; or its next move attacks the lured king or queen and
//! another enemy piece (no pawn) with one man, and its move after that takes one of the two with
//! that man. All captures together win something.
//!
//! Squares: where the lured piece is, then the other piece attacked; nothing if it is mate.

use bstar_board::{BitBoard, Color, Move, Piece, Position, Square, attacks, san};

use crate::finders::naming::the_one_on;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, value};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const LURES: Concept = Concept {
    name: "lures",
    themes: &["threat", "removes-defender"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let square = scene.mv.to;
    let [reply, blow, ..] = scene.line[..] else {
        return Vec::new();
    };
    let lured = scene.after.piece_on(reply.from);
    let is_lured = reply.to == square
        && !scene.before.is_castling(scene.mv)
        && matches!(lured, Some(Piece::King | Piece::Queen));
    if !is_lured {
        return Vec::new();
    }
    let then = scene.after_line(2);
    if then.in_check() && !then.has_legal_move() {
        return match lured == Some(Piece::King) {
            true => vec![Finding::on([square]).along(2)],
            false => Vec::new(),
        };
    }
    let Some(last) = scene.line.get(3).filter(|last| last.from == blow.to) else {
        return Vec::new();
    };
    let other = pieces_hit(&then, scene.side, blow.to)
        .into_iter()
        .find(|other| *other != square);
    let hits_lured = attacks_from(&then, scene.side, blow.to).has(square);
    let end = scene.after_line(3);
    let takes_one = last.to == square || Some(last.to) == other;
    match other.filter(|_| hits_lured && takes_one && end.captured(*last).is_some()) {
        Some(other) if won(scene) >= MIN_GAIN_CENTIPAWNS => {
            vec![Finding::on([square, other]).along(4)]
        }
        _ => Vec::new(),
    }
}

fn attacks_from(position: &Position, side: Color, square: Square) -> BitBoard {
    let kind = position.piece_on(square).unwrap_or(Piece::Pawn);
    attacks::of(kind, side, square, position.occupied())
}

fn pieces_hit(position: &Position, side: Color, by: Square) -> Vec<Square> {
    let pieces = position.side(!side) & !position.pieces(Piece::Pawn);
    (attacks_from(position, side, by) & pieces)
        .into_iter()
        .collect()
}

/// What the side wins along the first four moves of the line, with the exchange after the last.
fn won(scene: &Scene) -> i32 {
    let taken = |position: &Position, mv| position.captured(mv).map_or(0, value);
    let (reply, blow, answer, last) = (scene.line[0], scene.line[1], scene.line[2], scene.line[3]);
    taken(&scene.before, scene.mv) - taken(&scene.after, reply) + taken(&scene.after_line(1), blow)
        - taken(&scene.after_line(2), answer)
        + gain(&scene.after_line(3), last)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let (square, other) = match squares {
        [square] => (*square, None),
        [square, other] => (*square, Some(*other)),
        _ => return Err("it is about one or two squares"),
    };
    let is_castling = scene.before.color_on(scene.mv.to) == Some(scene.side);
    let (Some(reply), Some(blow)) = (scene.line.first(), scene.line.get(1)) else {
        return Err("the line is too short");
    };
    if square != scene.mv.to || is_castling || reply.to != square {
        return Err("nobody takes there");
    }
    let lured = scene.after.piece_on(reply.from);
    let lured_at = scene.after.after(*reply);
    let then = lured_at.after(*blow);
    let Some(other) = other else {
        let is_mate = then.in_check() && then.legal_moves().is_empty();
        return match lured == Some(Piece::King) && is_mate {
            true => Ok(()),
            false => Err("the king is not mated"),
        };
    };
    if !matches!(lured, Some(Piece::King | Piece::Queen)) || other == square {
        return Err("neither king nor queen is lured");
    }
    let (Some(answer), Some(last)) = (scene.line.get(2), scene.line.get(3)) else {
        return Err("the line is too short");
    };
    let is_piece =
        then.color_on(other) == Some(!scene.side) && then.piece_on(other) != Some(Piece::Pawn);
    let hits = |target: Square| plain::geometry::attacks(&then, blow.to, target);
    if !is_piece || !hits(other) || !hits(square) {
        return Err("it does not attack both");
    }
    let end = then.after(*answer);
    let takes = last.from == blow.to
        && (last.to == square || last.to == other)
        && end.captured(*last).is_some();
    ensure(takes, "neither is taken")?;
    let worth =
        |position: &Position, mv: &Move| position.captured(*mv).map_or(0, plain::exchange::worth);
    let won = worth(&scene.before, &scene.mv)
        + worth(&lured_at, blow)
        + plain::exchange::gain(&end, *last)
        - worth(&scene.after, reply)
        - worth(&then, answer);
    match won >= plain::exchange::MIN_GAIN_CENTIPAWNS {
        true => Ok(()),
        false => Err("it wins nothing"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = squares.first().copied().unwrap_or(scene.mv.to);
    let (Some(reply), Some(blow)) = (scene.line.first(), scene.line.get(1)) else {
        return String::new();
    };
    let lured = scene.after.piece_on(reply.from).map_or("king", man);
    let name = san::write(&scene.after_line(1), *blow);
    match squares.get(1) {
        Some(other) => format!(
            "It lures the {lured} to\u{a0}{square}, where {name} attacks it and {}.",
            the_one_on(&scene.after_line(2), *other)
        ),
        None => {
            let name = name.trim_end_matches('#');
            format!("It lures the {lured} to\u{a0}{square}, where {name} is mate.")
        }
    }
}

#[test]
fn cases() {
    let cases = "
        # A piece is lured.
        6k1/3q1ppp/8/3N4/8/8/8/1KR5 w - - 0 1
        Rc8+ Qxc8 Ne7+ Kf8 Nxc8: It lures the queen to c8, where Ne7+ attacks it and the king on g8.
        5r1k/4N1pp/8/8/8/3QR3/8/1K6 w - - 0 1
        Qxh7+ Kxh7 Rh3#: It lures the king to h7, where Rh3 is mate.
        # Nothing is lured.
        # The line ends too soon; the queen is not taken; nobody takes.
        6k1/3q1ppp/8/3N4/8/8/8/1KR5 w - - 0 1
        Rc8+ Qxc8 Ne7+: -
        Rc8+ Qxc8 Nb4 Qc4 Na6: -
        Rc8+ Qd8 Rxd8#: -
        Rc8+ Qxc8 Ne7+ Kf8 Nxc8 not: c8, c8 c8, e7 c8, c8 f7, c8 g8 g8
        Rc8+ not: c8 g8
        5r1k/4N1pp/8/8/8/3QR3/8/1K6 w - - 0 1
        Ng6+ hxg6 Rh3+: -
    ";
    LURES.holds(cases);
}
