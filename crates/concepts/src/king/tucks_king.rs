//! **Tucks the king away**: before an ending, the king steps from the g- to the h-file, or from
//! the c-file to the b- or a-file, on its first rank. At least two pawns of its own side stand on
//! the three squares before it, and the square it left lies on a diagonal or file that is open to
//! it: from there one can go at least four squares up the board without meeting a pawn. No man of
//! the opponent attacks a square beside it that its own side does not guard.
//!
//! Squares: where the king stands.

use bstar_board::{BitBoard, Color, File, Piece, Position, Square, attacks};

use crate::finders::pawns::is_ending;
use crate::finders::pieces::moved;
use crate::ground::plain::{geometry, men, pawns};
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

/// Pawns that must stand before the king.
const MIN_PAWNS: usize = 2;
/// Squares without pawns of a line towards the square it left.
const MIN_FREE: usize = 4;

pub(crate) const TUCKS_KING: Concept = Concept {
    name: "tucks-king",
    themes: &["king-safety", "prophylaxis"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, square) = (scene.side, scene.mv.from, scene.mv.to);
    let is_step = moved(scene) == Some(Piece::King)
        && scene.before.is_quiet(scene.mv)
        && !scene.before.in_check()
        && Scene::rank(side, from) == 1
        && Scene::rank(side, square) == 1
        && goes_outside(from.file(), square.file());
    if !is_step || is_ending(&scene.after) {
        return Vec::new();
    }
    let beside = attacks::of(Piece::King, side, square, BitBoard::EMPTY);
    let shelter = beside & scene.after.men(side, Piece::Pawn);
    let is_exposed = |at: &Square| {
        let hits = |color: Color| {
            let men = scene.after.attackers(*at, scene.after.occupied());
            !(men & scene.after.side(color) & !square.bitboard()).is_empty()
        };
        hits(!side) && !hits(side)
    };
    let is_tucked = shelter.len() as usize >= MIN_PAWNS
        && is_open_to(&scene.after, side, from)
        && !beside.into_iter().any(|at| is_exposed(&at));
    Finding::if_so(is_tucked, [square])
}

fn goes_outside(from: File, to: File) -> bool {
    matches!(
        (from, to),
        (File::G, File::H) | (File::C, File::B) | (File::C, File::A) | (File::B, File::A)
    )
}

/// Whether a line from a square up the board has enough free squares.
fn is_open_to(position: &Position, side: Color, square: Square) -> bool {
    let ahead = if side == Color::White { 1 } else { -1 };
    [-1, 0, 1].into_iter().any(|sideways| {
        let free = (1..8_i8).take_while(|step| {
            let at = square.try_offset(sideways * step, ahead * step);
            at.is_some_and(|at| !position.pieces(Piece::Pawn).has(at))
        });
        free.count() >= MIN_FREE
    })
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about the king")?;
    let (side, from, after) = (scene.side, scene.mv.from, &scene.after);
    let is_king = men::moved(&scene.before, scene.mv, after) == Some(Piece::King);
    let is_flat = men::rank_for(side, from) == 1 && men::rank_for(side, *square) == 1;
    let (old, new) = (from.file() as i32, square.file() as i32);
    let is_outward = (old, new) == (6, 7) || old <= 2 && new < old;
    let is_plain = scene.before.captured(scene.mv).is_none() && !scene.before.in_check();
    if !is_king || *square != scene.mv.to || !is_flat || !is_outward || !is_plain {
        return Err("the king does not step aside");
    }
    ensure(!pawns::is_ending(after), "it is an ending")?;
    let ring = || {
        let steps = [-1, 0, 1]
            .into_iter()
            .flat_map(|x| [-1, 0, 1].map(|y| (x, y)));
        steps
            .filter_map(|(x, y)| pawns::step(*square, x, y))
            .filter(|at| at != square)
    };
    if ring().filter(|at| pawns::is_pawn(after, side, *at)).count() < MIN_PAWNS {
        return Err("too few pawns stand before it");
    }
    let hits = |color: Color, at: Square| {
        Square::ALL.into_iter().any(|by| {
            by != *square && after.color_on(by) == Some(color) && geometry::attacks(after, by, at)
        })
    };
    if ring().any(|at| hits(!side, at) && !hits(side, at)) {
        return Err("it is not safe there");
    }
    let free = |sideways: i32| {
        let on_line =
            (1..8).map(|step| pawns::step(from, sideways * step, pawns::forward(side) * step));
        let is_free =
            |at: &Option<Square>| at.is_some_and(|at| after.piece_on(at) != Some(Piece::Pawn));
        on_line.take_while(is_free).count()
    };
    match [-1, 0, 1]
        .iter()
        .any(|sideways| free(*sideways) >= MIN_FREE)
    {
        true => Ok(()),
        false => Err("no line is open to where it stood"),
    }
}

fn say(scene: &Scene, _: &[Square]) -> String {
    format!(
        "The king leaves the open line to\u{a0}{} and is safer behind its pawns.",
        scene.mv.from
    )
}

#[test]
fn cases() {
    let cases = "
        # The king goes into the corner.
        rnbq1rk1/1p2bppp/p2ppn2/8/4PP2/2N5/PPP1B1PP/R1BQ1RK1 w - - 0 9
        Kh1: The king leaves the open line to g1 and is safer behind its pawns.
        2kr3r/pppb1ppp/5n2/4p3/4P3/5N2/PP3PPP/2KRQ2R w - - 0 1
        Kb1: The king leaves the open line to c1 and is safer behind its pawns.
        # No reason to hide.
        rnbq1rk1/1p2bppp/p2ppn2/8/4P3/2N5/PPP1BPPP/R1BQ1RK1 w - - 0 9
        Kh1: -
        rnbq1rk1/1p2bppp/p2ppn2/8/4PP2/2N5/PPP1B1PP/R1BQ1RK1 w - - 0 9
        Kf2: -
        Kh1 not: g1, h1 g1
        6k1/5ppp/8/8/5P2/8/6PP/6K1 w - - 0 1
        Kh1: -
    ";
    TUCKS_KING.holds(cases);
}
