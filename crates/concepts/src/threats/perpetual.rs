//! **Perpetual check**: the move is a check, in the line every move of the side gives check, and a
//! position comes back that stood on the board before the move or after one in between. Until then
//! the side has given at least two checks.
//!
//! Squares: where the checking man stands.

use bstar_board::{Position, Square};

use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const PERPETUAL: Concept = Concept {
    name: "perpetual",
    themes: &["threat"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    if !scene.after.in_check() || scene.before.is_castling(scene.mv) {
        return Vec::new();
    }
    let mut keys = vec![scene.before.key(), scene.after.key()];
    let mut now = scene.after.clone();
    for (played, mv) in scene.line.iter().enumerate() {
        now = now.after(*mv);
        let is_own = played % 2 == 1;
        if is_own && !now.in_check() {
            return Vec::new();
        }
        if keys.contains(&now.key()) {
            // A repetition needs two checks: the move, and the second move of the line.
            return vec![Finding::on([scene.mv.to]).along(played + 1)];
        }
        keys.push(now.key());
    }
    Vec::new()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about one piece")?;
    if *square != scene.mv.to || scene.before.color_on(*square) == Some(scene.side) {
        return Err("nothing has just moved there");
    }
    let mut positions = vec![scene.before.clone(), scene.after.clone()];
    for mv in &scene.line {
        let last = positions.last().unwrap_or(&scene.after);
        let next = last.after(*mv);
        let comes_back = positions.iter().any(|earlier| is_same(earlier, &next));
        positions.push(next);
        if comes_back {
            break;
        }
    }
    let Some((end, earlier)) = positions.split_last() else {
        return Err("there is no line");
    };
    if !earlier.iter().any(|position| is_same(position, end)) {
        return Err("no position comes back");
    }
    // After the moves of the side it is the opponent's turn.
    let mut after_own = positions
        .iter()
        .filter(|position| position.side_to_move() != scene.side);
    match after_own.all(Position::in_check) {
        true => Ok(()),
        false => Err("not every move is a check"),
    }
}

/// Whether the same men stand on the same squares, with the same side to move and the same moves.
fn is_same(one: &Position, other: &Position) -> bool {
    let man = |position: &Position, square: Square| {
        (position.piece_on(square), position.color_on(square))
    };
    one.side_to_move() == other.side_to_move()
        && Square::ALL
            .into_iter()
            .all(|square| man(one, square) == man(other, square))
        && one.legal_moves()[..] == other.legal_moves()[..]
}

fn say(_: &Scene, _: &[Square]) -> String {
    "It gives check after check, and the position repeats.".to_owned()
}

#[test]
fn cases() {
    let cases = "
        # The checks do not end.
        6k1/5pp1/7p/4Q3/8/7P/1q4P1/r5BK w - - 0 1
        Qe8+ Kh7 Qe4+ Kg8 Qe8+: It gives check after check, and the position repeats.
        R5bk/1Q4p1/7p/8/4q3/7P/5PP1/6K1 b - - 0 1
        Qe1+ Kh2 Qe5+ Kg1 Qe1+: It gives check after check, and the position repeats.
        # No perpetual.
        # The line ends too soon; a quiet move comes between; there is no check at all.
        6k1/5pp1/7p/4Q3/8/7P/1q4P1/r5BK w - - 0 1
        Qe8+ Kh7 Qe4+: -
        Qe8+ Kh7 Qe5 Kg8 Qe8+: -
        Qxb2: -
        Qe8+ Kh7 Qe4+ Kg8 Qe8+ not: e5, e8 e8
        Qe8+ Kh7 Qe4+ not: e8
        Qe8+ Kh7 Qe5 Kg8 Qe8+ not: e8
    ";
    PERPETUAL.holds(cases);
}
