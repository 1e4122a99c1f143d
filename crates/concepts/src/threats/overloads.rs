//! **Overloads**: after the move an enemy piece is the only guard of two other enemy men. If it
//! were the side's turn, it could take the first of them, which by itself wins nothing; but when
//! the guard takes back, a capture of the second wins more than the first one cost. Before the
//! move this was not so. The moved man is not lost.
//!
//! Squares: the overloaded piece, then what is taken first, then what is taken second.

use bstar_board::{Color, Move, Piece, Position, Square, attacks};

use crate::finders::naming::the_one_on;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, loses_on, value};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const OVERLOADS: Concept = Concept {
    name: "overloads",
    themes: &["threat", "removes-defender"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    if scene.before.is_castling(scene.mv) {
        return Vec::new();
    }
    let Ok(passed) = scene.after.pass() else {
        return Vec::new();
    };
    let found = overloads(&passed)
        .into_iter()
        .find(|[guard, first, second]| !is_overloaded(&scene.before, *guard, *first, *second));
    match found {
        Some(squares) if loses_on(&scene.after, scene.mv.to) < MIN_GAIN_CENTIPAWNS => {
            vec![Finding::on(squares)]
        }
        _ => Vec::new(),
    }
}

/// All guards that the side to move can overload, with what they guard.
fn overloads(position: &Position) -> Vec<[Square; 3]> {
    let us = position.side_to_move();
    let attacked: Vec<(Square, Square)> = targets(position, us)
        .into_iter()
        .filter_map(|square| Some((only_guard(position, square)?, square)))
        .collect();
    let mut all = Vec::new();
    for (guard, first) in &attacked {
        for (other, second) in &attacked {
            let is_pair = guard == other && first != second;
            if is_pair && is_overloaded(position, *guard, *first, *second) {
                all.push([*guard, *first, *second]);
            }
        }
    }
    all
}

/// The enemy men, without the king, that a side attacks.
fn targets(position: &Position, us: Color) -> Vec<Square> {
    let men = position.side(!us) & !position.men(!us, Piece::King);
    let is_attacked = |square: &Square| {
        let attackers = position.attackers(*square, position.occupied());
        !(attackers & position.side(us)).is_empty()
    };
    men.into_iter().filter(is_attacked).collect()
}

/// The one piece that guards a man, if it is no pawn and no king.
fn only_guard(position: &Position, square: Square) -> Option<Square> {
    let own = position.side(position.color_on(square)?);
    let guards = position.attackers(square, position.occupied()) & own;
    let guard = guards.next_square().filter(|_| guards.len() == 1)?;
    let is_piece = !matches!(position.piece_on(guard)?, Piece::Pawn | Piece::King);
    is_piece.then_some(guard)
}

/// Whether taking the first man and then the second wins something.
fn is_overloaded(position: &Position, guard: Square, first: Square, second: Square) -> bool {
    let them = !position.side_to_move();
    let are_theirs = [guard, first, second]
        .iter()
        .all(|square| position.side(them).has(*square));
    let is_only = |square: Square| only_guard(position, square) == Some(guard);
    if !are_theirs || !is_only(first) || !is_only(second) {
        return false;
    }
    let us = position.side(position.side_to_move());
    let mut captures: Vec<(Piece, Move)> = Vec::new();
    position.for_each_move(us, first.bitboard(), |piece, mv| captures.push((piece, mv)));
    captures
        .into_iter()
        .filter(|(_, mv)| mv.promotion.is_none())
        .any(|(piece, mv)| {
            let cost = value(piece) - position.piece_on(first).map_or(0, value);
            gain(position, mv) < MIN_GAIN_CENTIPAWNS
                && second_gain(position, mv, guard, second) - cost >= MIN_GAIN_CENTIPAWNS
        })
}

/// What a capture of the second man wins after the guard has taken back on the first square.
fn second_gain(position: &Position, first: Move, guard: Square, second: Square) -> i32 {
    let then = position.after(first);
    let back = Move {
        from: guard,
        to: first.to,
        promotion: None,
    };
    // The first capture must not have moved the only attacker of the second.
    match then.is_legal(back) && attacks_anything(position, first.from, second) {
        true => loses_on(&then.after(back), second),
        false => 0,
    }
}

/// Whether a man other than the one on `but` attacks a square.
fn attacks_anything(position: &Position, but: Square, square: Square) -> bool {
    let us = position.side_to_move();
    (position.side(us) & !but.bitboard()).into_iter().any(|by| {
        let kind = position.piece_on(by).unwrap_or(Piece::Pawn);
        attacks::of(kind, us, by, position.occupied()).has(square)
    })
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [guard, first, second] = exactly(squares, "it is about a guard and what it guards")?;
    let lost = plain::exchange::best_capture(&scene.after, scene.mv.to).unwrap_or(0);
    let is_castling = scene.before.color_on(scene.mv.to) == Some(scene.side);
    if is_castling || lost >= plain::exchange::MIN_GAIN_CENTIPAWNS {
        return Err("the moved piece is lost");
    }
    let Ok(passed) = scene.after.pass() else {
        return Err("it is check");
    };
    has_too_much(&passed, *guard, *first, *second)?;
    match has_too_much(&scene.before, *guard, *first, *second) {
        Ok(()) => Err("it was so before"),
        Err(_) => Ok(()),
    }
}

fn has_too_much(
    position: &Position,
    guard: Square,
    first: Square,
    second: Square,
) -> Result<(), &'static str> {
    let them = !position.side_to_move();
    let guards = |square: Square| -> Vec<Square> {
        Square::ALL
            .into_iter()
            .filter(|by| {
                position.color_on(*by) == Some(them)
                    && plain::geometry::attacks(position, *by, square)
            })
            .collect()
    };
    let is_theirs = |square: Square| {
        position.color_on(square) == Some(them) && position.piece_on(square) != Some(Piece::King)
    };
    let is_piece = position.piece_on(guard) != Some(Piece::Pawn);
    if first == second || !is_piece || ![guard, first, second].into_iter().all(is_theirs) {
        return Err("these are no such men");
    }
    if guards(first) != [guard] || guards(second) != [guard] {
        return Err("it is not the only guard");
    }
    let worth = |square: Square| position.piece_on(square).map_or(0, plain::exchange::worth);
    let least = plain::exchange::MIN_GAIN_CENTIPAWNS;
    let works = position.legal_moves().iter().any(|take| {
        let then = position.after(*take);
        let is_take = take.to == first && take.promotion.is_none();
        let others = Square::ALL.into_iter().any(|by| {
            by != take.from
                && position.color_on(by) == Some(!them)
                && plain::geometry::attacks(position, by, second)
        });
        if !is_take || !others || plain::exchange::gain(position, *take) >= least {
            return false;
        }
        let back = plain::replies::move_between(&then, guard, first);
        back.is_some_and(|back| {
            let end = then.after(back);
            let won = plain::exchange::best_capture(&end, second)
                .unwrap_or(0)
                .max(0);
            won + worth(first) - worth(take.from) >= least
        })
    });
    ensure(works, "taking both wins nothing")
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let [guard, first, second] = squares else {
        return String::new();
    };
    let kind = |square: Square| scene.after.piece_on(square).map_or("piece", man);
    format!(
        "It overloads the {} on\u{a0}{guard}, which alone guards {} and {}.",
        kind(*guard),
        the_one_on(&scene.after, *first),
        the_one_on(&scene.after, *second)
    )
}

#[test]
fn cases() {
    let cases = "
        # A guard has too much to do.
        1b1r4/5pkp/6p1/3n4/8/5B2/5PPP/R5K1 w - - 0 1
        Rb1: It overloads the rook on d8, which alone guards the knight on d5 and the bishop on b8.
        r5k1/5ppp/5b2/8/3N4/6P1/5PKP/1B1R4 b - - 0 1
        Rb8: It overloads the rook on d1, which alone guards the bishop on b1 and the knight on d4.
        # No overload.
        # A pawn guards the knight too; the rook attacks nothing; it was so already.
        1b1r4/5pkp/4p1p1/3n4/8/5B2/5PPP/R5K1 w - - 0 1
        Rb1: -
        1b1r4/5pkp/6p1/3n4/8/5B2/5PPP/R5K1 w - - 0 1
        Rc1: -
        Rb1 not: d8, d8 d5, d8 d5 d5, g7 d5 b8, d8 d5 b8 h7
        1b1r4/5pkp/6p1/3n4/8/5B2/5PPP/1R4K1 w - - 0 1
        g3: -
        g3 not: d8 d5 b8
    ";
    OVERLOADS.holds(cases);
}
