//! **Interferes**: a man moves between an enemy bishop, rook or queen and an enemy man that this
//! piece alone guarded, and cuts the guard off. Another man of the side attacked that man before
//! and wins it now if the opponent passes; before the move no capture of it won anything. The
//! moved man is not lost where it stands, and the move captures nothing.
//!
//! Squares: where the moved man stands, then the piece cut off, then what it guarded.

use bstar_board::{Piece, Square, attacks};

use crate::finders::naming::the_one_on;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, loses_on};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const INTERFERES: Concept = Concept {
    name: "interferes",
    themes: &["threat", "removes-defender"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to) = (scene.side, scene.mv.to);
    let is_step = scene.before.is_quiet(scene.mv) && !scene.before.is_castling(scene.mv);
    let Some(passed) = scene.after.pass().ok().filter(|_| is_step) else {
        return Vec::new();
    };
    let (before, after) = (&scene.before, &scene.after);
    let enemies = before.side(!side);
    let sliders = [Piece::Bishop, Piece::Rook, Piece::Queen]
        .into_iter()
        .flat_map(|kind| {
            before
                .men(!side, kind)
                .into_iter()
                .map(move |at| (kind, at))
        });
    let mut found = Vec::new();
    for (kind, slider) in sliders {
        let reach = attacks::of(kind, !side, slider, before.occupied());
        for target in reach & enemies & !before.men(!side, Piece::King) {
            let is_cut = attacks::between(slider, target).has(to);
            let attackers = before.attackers(target, before.occupied());
            let others = attackers & before.side(side) & !scene.mv.from.bitboard();
            let is_only = attackers & enemies == slider.bitboard();
            if is_cut
                && is_only
                && !others.is_empty()
                && loses_on(before, target) < MIN_GAIN_CENTIPAWNS
                && loses_on(&passed, target) >= MIN_GAIN_CENTIPAWNS
            {
                found.push(Finding::on([to, slider, target]));
            }
        }
    }
    match found.is_empty() || loses_on(after, to) >= MIN_GAIN_CENTIPAWNS {
        true => Vec::new(),
        false => found,
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [to, slider, target] = exactly(squares, "it is about three squares")?;
    let (side, before) = (scene.side, &scene.before);
    let is_step = *to == scene.mv.to
        && scene.mv.promotion.is_none()
        && before.captured(scene.mv).is_none()
        && before.color_on(*to).is_none();
    ensure(is_step, "nothing has just stepped there")?;
    let is_theirs = |square: Square| before.color_on(square) == Some(!side);
    if !is_theirs(*slider) || !is_theirs(*target) || before.piece_on(*target) == Some(Piece::King) {
        return Err("these are no such men");
    }
    let is_between =
        plain::geometry::between(*slider, *target).is_some_and(|(squares, _)| squares.contains(to));
    ensure(is_between, "it is not between them")?;
    let attackers: Vec<Square> = Square::ALL
        .into_iter()
        .filter(|by| plain::geometry::attacks(before, *by, *target))
        .collect();
    let guards: Vec<Square> = attackers
        .iter()
        .copied()
        .filter(|by| is_theirs(*by))
        .collect();
    ensure(guards == [*slider], "it was not the only guard")?;
    let has_other = attackers
        .iter()
        .any(|by| before.color_on(*by) == Some(side) && *by != scene.mv.from);
    ensure(has_other, "nothing attacked it before")?;
    let Ok(passed) = scene.after.pass() else {
        return Err("it is check");
    };
    let wins = |position, square: Square| {
        let gain = plain::exchange::best_capture(position, square).unwrap_or(0);
        gain >= plain::exchange::MIN_GAIN_CENTIPAWNS
    };
    ensure(!wins(&scene.after, *to), "the moved piece is lost")?;
    match wins(&passed, *target) && !wins(before, *target) {
        true => Ok(()),
        false => Err("it wins nothing there"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let [_, slider, target] = squares else {
        return String::new();
    };
    format!(
        "It cuts off {} from {}, which loses its only guard.",
        the_one_on(&scene.after, *slider),
        the_one_on(&scene.after, *target)
    )
}

#[test]
fn cases() {
    let cases = "
        # A guard is cut off.
        3r2k1/5ppp/8/2B1P3/8/8/3n1PPP/3R2K1 w - - 0 1
        Bd6: It cuts off the rook on d8 from the knight on d2, which loses its only guard.
        3r2k1/3N1ppp/8/8/2b1p3/8/5PPP/3R2K1 b - - 0 1
        Bd3: It cuts off the rook on d1 from the knight on d7, which loses its only guard.
        # Nothing is cut off.
        # It can be taken there; it steps elsewhere; another guard stays.
        3r2k1/5ppp/8/2B5/8/8/3n1PPP/3R2K1 w - - 0 1
        Bd6: -
        3r2k1/5ppp/8/2B1P3/8/8/3n1PPP/3R2K1 w - - 0 1
        Be7: -
        Bd6 not: d6, d6 d8, d6 d8 d1, d6 d2 d8, d6 d8 g8
        3r2k1/5ppp/8/2B1P3/8/2p5/3n1PPP/3R2K1 w - - 0 1
        Bd6: -
    ";
    INTERFERES.holds(cases);
}
