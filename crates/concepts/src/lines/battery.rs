//! **Battery**: a queen or bishop moves so that queen and bishop stand on one diagonal with
//! nothing between, and aim at something: up the board from the one in front, the first square in
//! the opponent's half that is beside the opponent's king or holds a man of the opponent. A pawn
//! that a pawn guards does not count unless it stands beside the king, and nothing else does if
//! the queen stands on her first rank. If there is no such square, the last free one counts if it
//! is two king's moves from the opponent's king. They did not stand so before, and the one that
//! moved is not lost.
//!
//! Squares: where the one that moved stands, the other, what they aim at.

use bstar_board::{Piece, Square, attacks};

use crate::finders::board_facts::distance;
use crate::finders::pieces::{diagonal_name, is_clear, is_mover_lost, moved};
use crate::ground::plain::geometry::{Direction, between};
use crate::ground::plain::{exchange, men, pawns, standing};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const BATTERY: Concept = Concept {
    name: "battery",
    themes: &["doubling", "king-attack"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let partners = match moved(scene) {
        Some(Piece::Queen) => scene.after.men(scene.side, Piece::Bishop),
        Some(Piece::Bishop) => scene.after.men(scene.side, Piece::Queen),
        _ => return Vec::new(),
    };
    let (from, square) = (scene.mv.from, scene.mv.to);
    let is_diagonal =
        |one: Square, other: Square| one.file() != other.file() && one.rank() != other.rank();
    let stood = |other: Square| is_diagonal(from, other) && is_clear(&scene.before, from, other);
    let stands =
        |other: Square| is_diagonal(square, other) && is_clear(&scene.after, square, other);
    let found = partners
        .into_iter()
        .filter(|other| stands(*other) && !stood(*other))
        .find_map(|other| Some((other, target(scene, other)?)));
    match found {
        Some((other, target)) if !is_mover_lost(scene) => {
            vec![Finding::on([square, other, target])]
        }
        _ => Vec::new(),
    }
}

/// What the piece that moved and its partner aim at.
fn target(scene: &Scene, other: Square) -> Option<Square> {
    let (side, position, square) = (scene.side, &scene.after, scene.mv.to);
    let rank = |at: Square| Scene::rank(side, at);
    let front = if rank(square) > rank(other) {
        square
    } else {
        other
    };
    let view = attacks::bishop(front, position.occupied()) & attacks::line(square, other);
    let beside_king = attacks::king(position.king(!side));
    let mut ahead: Vec<Square> = view
        .into_iter()
        .filter(|at| rank(*at) > rank(front))
        .collect();
    ahead.sort_by_key(|at| rank(*at));
    let free = ahead.iter().rfind(|at| !position.occupied().has(**at));
    let near_king = free.filter(|at| distance(**at, position.king(!side)) == 2);
    let aim = ahead.iter().find(|at| {
        rank(**at) >= 5
            && (beside_king | position.side(!side)).has(**at)
            && !position.side(side).has(**at)
    });
    let Some(aim) = aim.copied() else {
        return near_king.copied();
    };
    let pawns = position.men(!side, Piece::Pawn);
    let is_solid = pawns.has(aim) && attacks::pawns(pawns, !side).has(aim);
    let is_queen_home = [square, other]
        .iter()
        .any(|at| rank(*at) == 1 && position.piece_on(*at) == Some(Piece::Queen));
    (beside_king.has(aim) || !is_solid && !is_queen_home).then_some(aim)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, other, target] = exactly(squares, "a battery is two pieces and a target")?;
    let partner = match men::moved(&scene.before, scene.mv, &scene.after) {
        Some(Piece::Queen) if *square == scene.mv.to => Piece::Bishop,
        Some(Piece::Bishop) if *square == scene.mv.to => Piece::Queen,
        _ => return Err("no queen or bishop has just moved there"),
    };
    if !men::is_man(&scene.after, *other, scene.side, partner) {
        return Err("its partner is missing");
    }
    let is_diagonal =
        |one, two| between(one, two).is_some_and(|(_, line)| line == Direction::Diagonal);
    if !is_diagonal(*square, *other) || !men::is_clear(&scene.after, *square, *other) {
        return Err("they do not stand on one diagonal");
    }
    if is_diagonal(scene.mv.from, *other) && men::is_clear(&scene.before, scene.mv.from, *other) {
        return Err("they stood so before");
    }
    if aim(scene, *square, *other) != Some(*target) {
        return Err("they do not aim at that");
    }
    match exchange::is_lost(&scene.after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn aim(scene: &Scene, one: Square, other: Square) -> Option<Square> {
    let rank = |at: Square| men::rank_for(scene.side, at);
    let (back, front) = if rank(one) < rank(other) {
        (one, other)
    } else {
        (other, one)
    };
    let dx = (front.file() as i32 - back.file() as i32).signum();
    let way = men::walk(&scene.after, front, dx, pawns::forward(scene.side));
    let enemy = !scene.side;
    let is_beside_king = |at: Square| {
        let is_near = |king: Square| {
            let apart = (king.file() as i32).abs_diff(at.file() as i32);
            king != at && apart.max((king.rank() as i32).abs_diff(at.rank() as i32)) <= 1
        };
        Square::ALL
            .into_iter()
            .any(|king| men::is_man(&scene.after, king, enemy, Piece::King) && is_near(king))
    };
    let holder = |at: Square| scene.after.color_on(at);
    let first = way.iter().find(|at| {
        let is_free_by_king = holder(**at).is_none() && is_beside_king(**at);
        rank(**at) >= 5 && (holder(**at) == Some(enemy) || is_free_by_king)
    });
    let Some(aim) = first.copied() else {
        let last = *way.iter().rfind(|at| holder(**at).is_none())?;
        let kings = men::squares_of(&scene.after, enemy, Piece::King);
        let is_near = kings
            .iter()
            .any(|king| standing::distance(*king, last) == 2);
        return is_near.then_some(last);
    };
    let is_guarded_pawn = men::is_man(&scene.after, aim, enemy, Piece::Pawn)
        && pawns::is_held_by_pawn(&scene.after, enemy, aim);
    let queen = Piece::Queen;
    let is_home = |at: Square| rank(at) == 1 && men::is_man(&scene.after, at, scene.side, queen);
    let is_weak = !is_guarded_pawn && !is_home(back) && !is_home(front);
    (is_weak || is_beside_king(aim)).then_some(aim)
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = scene.mv.to;
    let other = squares.get(1).copied().unwrap_or(square);
    let target = squares.get(2).copied().unwrap_or(square);
    let aim = match scene.after.piece_on(target) {
        Some(piece) => format!("the {} on\u{a0}{target}", man(piece)),
        None => format!("{target} near the king"),
    };
    format!(
        "Queen and bishop form a battery on the diagonal\u{a0}{}, aimed at {aim}.",
        diagonal_name(square, other)
    )
}

#[test]
fn cases() {
    let cases = "
        # Queen and bishop on one diagonal.
        r1b2rk1/pp3ppp/2n1pn2/8/8/2PB1N2/PP3PPP/R2Q1RK1 w - - 0 1
        Qc2: Queen and bishop form a battery on the diagonal b1-h7, aimed at the pawn on h7.
        r1b2rk1/pp3pp1/2n1pn1p/8/8/2PB1N2/PP3PPP/R2Q1RK1 w - - 0 1
        Qc2: Queen and bishop form a battery on the diagonal b1-h7, aimed at h7 near the king.
        # No battery.
        r1b2rk1/pp3ppp/2n1pn2/8/8/2PB1N2/PP3PPP/R2Q1RK1 w - - 0 1
        Qe2: -
        Qc2 not: c2, c2 d3, c2 d3 g6, d3 c2 h7, c2 d3 h7 h7
        # The own knight is in the way; the pawns on d5 and e6 stop it.
        r1b2rk1/pp3ppp/2n1pn2/8/4N3/2PB4/PP3PPP/R2Q1RK1 w - - 0 1
        Qc2: -
        r4rk1/pp3ppp/2n1pn2/3p4/8/5N2/PP3PBP/R2Q1RK1 w - - 0 1
        Nd4: -
    ";
    BATTERY.holds(cases);
}
