//! **Long diagonal**: a bishop moves, on one of its first four ranks, to one of the two long
//! diagonals (a1-h8 and h1-a8), or to another diagonal with at least five free squares beside its
//! own. Up that diagonal it attacks at least three squares, the last one on its fifth rank or
//! farther up; that one holds no man of its own side and, below its seventh rank, no pawn that a
//! pawn guards. It is not lost there. It does not come from such a diagonal; from a shorter one it
//! may come to a long one.
//!
//! Squares: where it stands, then the last square it attacks up that diagonal.

use bstar_board::{Color, Piece, Position, Rank, Square, attacks};

use crate::finders::pieces::{diagonal_name, is_mover_lost, moved, reach};
use crate::ground::plain::{exchange, men, pawns};
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

/// Squares that it attacks up the diagonal.
const MIN_AHEAD: usize = 3;
/// Free squares of a diagonal that is not one of the two long ones.
const MIN_FREE_SQUARES: usize = 5;

pub(crate) const LONG_DIAGONAL: Concept = Concept {
    name: "long-diagonal",
    themes: &["long-diagonal"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

/// A diagonal that a bishop stands on, and the last square it attacks there.
#[derive(Clone, Copy)]
struct Diagonal {
    is_long: bool,
    end: Square,
}

fn find(scene: &Scene) -> Vec<Finding> {
    if moved(scene) != Some(Piece::Bishop) {
        return Vec::new();
    }
    let Some(now) = best_diagonal(&scene.after, scene.side, scene.mv.to) else {
        return Vec::new();
    };
    let is_better = match best_diagonal(&scene.before, scene.side, scene.mv.from) {
        Some(stood) => now.is_long && !stood.is_long,
        None => true,
    };
    Finding::if_so(is_better && !is_mover_lost(scene), [scene.mv.to, now.end])
}

/// The best diagonal of the bishop on a square: a long one, or the one with the most free squares.
fn best_diagonal(position: &Position, side: Color, square: Square) -> Option<Diagonal> {
    let rank = Scene::rank(side, square);
    if rank > 4 {
        return None;
    }
    let attacked = reach(position, square);
    let up = if side == Color::White { 1 } else { -1 };
    let of_side = |beside: i8| {
        let next = square.try_offset(beside, up)?;
        let line = attacks::line(square, next) & attacked;
        let ahead = line
            .into_iter()
            .filter(|at| Scene::rank(side, *at) > rank)
            .filter(|at| position.color_on(*at) != Some(side));
        let end = ahead.max_by_key(|at| Scene::rank(side, *at))?;
        let is_held = position.men(!side, Piece::Pawn).has(end)
            && attacks::pawns(position.men(!side, Piece::Pawn), !side).has(end)
            && Scene::rank(side, end) < 7;
        let free = (line & !position.occupied()).len() as usize;
        let is_long = attacks::line(square, next).len() == 8;
        let is_wanted = is_long || free >= MIN_FREE_SQUARES;
        let is_far = Scene::rank(side, end) >= 5 && Scene::rank(side, end) >= rank + MIN_AHEAD;
        (is_wanted && !is_held && is_far).then_some((free, Diagonal { is_long, end }))
    };
    [-1, 1]
        .into_iter()
        .filter_map(of_side)
        .max_by_key(|(free, diagonal)| (diagonal.is_long, *free))
        .map(|(_, diagonal)| diagonal)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, end] = exactly(squares, "a diagonal has two ends")?;
    let piece = men::moved(&scene.before, scene.mv, &scene.after);
    if *square != scene.mv.to || piece != Some(Piece::Bishop) {
        return Err("no bishop has just moved there");
    }
    let ahead = |position: &Position, at: Square, file: i32| {
        let beside = (file - at.file() as i32).signum();
        has_diagonal(position, scene.side, at, beside)
    };
    let (is_long, last) = ahead(&scene.after, *square, end.file() as i32)?;
    ensure(last == *end, "its way ends elsewhere")?;
    let stood = [-1, 8].map(|file| ahead(&scene.before, scene.mv.from, file));
    let is_no_better = |was: &Result<(bool, Square), _>| {
        was.as_ref()
            .is_ok_and(|(was_long, _)| *was_long || !is_long)
    };
    if stood.iter().any(is_no_better) {
        return Err("it stood on such a diagonal already");
    }
    match exchange::is_lost(&scene.after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

/// Whether the diagonal up the board to one side is a long one, and the last square attacked there;
/// or what is wrong with it.
fn has_diagonal(
    position: &Position,
    side: Color,
    square: Square,
    beside: i32,
) -> Result<(bool, Square), &'static str> {
    let up = pawns::forward(side);
    if beside == 0 || men::rank_for(side, square) > 4 {
        return Err("it does not look up a diagonal");
    }
    let way = men::walk(position, square, beside, up);
    let back = men::walk(position, square, -beside, -up);
    let is_free = |at: &&Square| position.piece_on(**at).is_none();
    let free = way.iter().chain(&back).filter(is_free).count();
    let mut attacked = way
        .iter()
        .filter(|at| position.color_on(**at) != Some(side));
    let Some(last) = attacked.next_back().copied() else {
        return Err("its way is blocked");
    };
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    let is_long = file - rank == 0 && beside == up || file + rank == 7 && beside == -up;
    if !is_long && free < MIN_FREE_SQUARES {
        return Err("the diagonal is short");
    }
    let ahead = men::rank_for(side, last) - men::rank_for(side, square);
    if men::rank_for(side, last) < 5 || ahead < MIN_AHEAD as i32 {
        return Err("its way is blocked");
    }
    let is_stopped = men::rank_for(side, last) < 7
        && men::is_man(position, last, !side, Piece::Pawn)
        && pawns::is_held_by_pawn(position, !side, last);
    match is_stopped {
        true => Err("a guarded pawn stops it"),
        false => Ok((is_long, last)),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = scene.mv.to;
    let end = squares.get(1).copied().unwrap_or(square);
    let is_long = attacks::line(square, end).len() == Rank::ALL.len() as u32;
    let name = diagonal_name(square, end);
    match is_long {
        true => {
            format!("The bishop takes the long diagonal, with a free view as far as\u{a0}{end}.")
        }
        false => format!("The bishop takes the open diagonal\u{a0}{name}."),
    }
}

#[test]
fn cases() {
    let cases = "
        # A bishop with a view.
        r4rk1/pp3ppp/2n1pn2/8/8/1P2PN2/P4PPP/R1B2RK1 w - - 0 1
        Bb2: The bishop takes the long diagonal, with a free view as far as f6.
        Bb2 not: b2, b2 h8, b2 a3, b2 b2, c1 f6, b2 f6 f6
        r4rk1/pp3ppp/2n1p3/3n4/3P4/4PN2/PP2BPPP/R4RK1 w - - 0 1
        Bd3: The bishop takes the open diagonal b1-h7.
        r2q1rk1/pbp2ppp/1p2pn2/8/3P4/4PN2/PP2BPPP/R4RK1 b - - 0 1
        Bd5: -
        # No long diagonal.
        # The own pawn on d4 is in the way; a guarded pawn on d5 is in the way.
        r4rk1/pp3ppp/2n1pn2/8/3P4/1P2PN2/P4PPP/R1B2RK1 w - - 0 1
        Bb2: -
        r4rk1/pp3ppp/2n1pn2/3p4/8/6P1/PP3P1P/R4RKB w - - 0 1
        Bg2: -
        r4rk1/pp3ppp/2n1p3/8/8/1P2PN2/P4PPP/B4RK1 w - - 0 1
        Bb2: -
    ";
    LONG_DIAGONAL.holds(cases);
}
