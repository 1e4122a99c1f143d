//! **Doubling**: a rook or queen moves so that it and another rook or queen of its side stand on
//! one file with nothing between, where its side has no pawn, or so on their seventh rank. They
//! did not stand so before, and the one that moved is not lost there. Two queens do not count. Or
//! the move prepares this: within the next two own moves of the line another rook or queen joins
//! the one that moved, which has not moved since. Or a rook moves to another rank than its first,
//! and if the opponent passed, another rook could join it on its file with its next move, not to
//! its loss; from where it stood, none could.
//!
//! Squares: where the one that moved stands, then where the other stands (when it has joined).

use bstar_board::{Piece, Position, Square};

use crate::finders::pieces::{heavy, is_clear, is_mover_lost, line_name, moved_heavy};
use crate::ground::exchange::is_lost;
use crate::ground::plain::{exchange, men, pawns};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

/// Half moves of the line in which the other piece may still come.
const MAX_PLIES: usize = 4;

pub(crate) const DOUBLING: Concept = Concept {
    name: "doubling",
    themes: &["doubling"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (from, square) = (scene.mv.from, scene.mv.to);
    if moved_heavy(scene).is_none() || is_mover_lost(scene) {
        return Vec::new();
    }
    let others = heavy(&scene.before, scene.side) & !from.bitboard();
    let stood = |other: Square| is_doubled(&scene.before, scene, from, other);
    let was_doubled = others.into_iter().any(stood);
    if was_doubled {
        return Vec::new();
    }
    if let Some(other) = partner(&scene.after, scene) {
        return vec![Finding::on([square, other])];
    }
    let mut now = scene.after.clone();
    for (index, mv) in scene.line.iter().take(MAX_PLIES).enumerate() {
        now = now.after(*mv);
        let is_gone = mv.to == square || mv.from == square;
        if is_gone {
            return Vec::new();
        }
        if let Some(other) = partner(&now, scene).filter(|other| index % 2 == 1 && mv.to == *other)
        {
            return vec![Finding::on([square, other]).along(index + 1)];
        }
    }
    let joining = joining(&scene.after.pass().ok(), scene, square);
    let could = || joining_before(scene).is_some();
    joining
        .filter(|_| scene.man() == Piece::Rook && Scene::rank(scene.side, square) > 1 && !could())
        .map(|other| Finding::on([square, other]))
        .into_iter()
        .collect()
}

/// Where another rook can join a rook on its file with one move.
fn joining(position: &Option<Position>, scene: &Scene, square: Square) -> Option<Square> {
    let position = position.as_ref()?;
    let others = position.men(scene.side, Piece::Rook) & !square.bitboard();
    let mut found = None;
    position.for_each_move(others, square.file().bitboard(), |_, mv| {
        let then = position.after(mv);
        let joins = is_doubled(&then, scene, square, mv.to) && !is_lost(&then, mv.to);
        if found.is_none() && joins && !position.is_castling(mv) {
            found = Some(mv.to);
        }
    });
    found
}

/// The same for the rook where it stood.
fn joining_before(scene: &Scene) -> Option<Square> {
    joining(&Some(scene.before.clone()), scene, scene.mv.from)
}

/// Another rook or queen beside the one that moved.
fn partner(position: &Position, scene: &Scene) -> Option<Square> {
    let square = scene.mv.to;
    let others = heavy(position, scene.side) & !square.bitboard();
    others
        .into_iter()
        .find(|other| is_doubled(position, scene, square, *other))
}

fn is_doubled(position: &Position, scene: &Scene, one: Square, other: Square) -> bool {
    let queens = position.men(scene.side, Piece::Queen);
    let both = one.bitboard() | other.bitboard();
    let are_heavy = both.is_subset(heavy(position, scene.side));
    let pawns = position.men(scene.side, Piece::Pawn);
    let is_on_file = one.file() == other.file() && (pawns & one.file().bitboard()).is_empty();
    let is_on_rank = one.rank() == other.rank() && Scene::rank(scene.side, one) == 7;
    let are_queens = queens.has(one) && queens.has(other);
    (is_on_file || is_on_rank) && are_heavy && !are_queens && is_clear(position, one, other)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, other] = exactly(squares, "doubling is two pieces")?;
    let piece = men::moved(&scene.before, scene.mv, &scene.after);
    if *square != scene.mv.to || !matches!(piece, Some(Piece::Rook | Piece::Queen)) {
        return Err("no rook or queen has just moved there");
    }
    let stood = |at: Square| stand_doubled(&scene.before, scene, scene.mv.from, at);
    if Square::ALL.into_iter().any(stood) {
        return Err("it was doubled already");
    }
    if exchange::is_lost(&scene.after, *square) {
        return Err("it can be taken there");
    }
    if stand_doubled(&scene.after, scene, *square, *other) {
        return Ok(());
    }
    let mut now = scene.after.clone();
    for mv in scene.line.iter().take(MAX_PLIES) {
        now = now.after(*mv);
        if mv.to == *square || mv.from == *square {
            return Err("the piece does not stay there");
        }
        let is_own = now.side_to_move() != scene.side;
        if is_own && mv.to == *other && stand_doubled(&now, scene, *square, *other) {
            return Ok(());
        }
    }
    match men::rank_for(scene.side, *square) > 1 && piece == Some(Piece::Rook) {
        true => can_be_joined(scene, *square, *other),
        false => Err("they do not stand on one line"),
    }
}

fn can_be_joined(scene: &Scene, square: Square, other: Square) -> Result<(), &'static str> {
    let joins = |position: &Position, rook: Square, to: Option<Square>| {
        position.legal_moves().iter().any(|mv| {
            let then = position.after(*mv);
            mv.from != rook
                && to.is_none_or(|to| mv.to == to)
                && men::is_man(position, mv.from, scene.side, Piece::Rook)
                && !position.is_castling(*mv)
                && mv.to.file() == rook.file()
                && stand_doubled(&then, scene, rook, mv.to)
                && !exchange::is_lost(&then, mv.to)
        })
    };
    let passed = scene.after.pass().map_err(|_| "it is check")?;
    if !joins(&passed, square, Some(other)) {
        return Err("no other rook can join it there");
    }
    match joins(&scene.before, scene.mv.from, None) {
        true => Err("one could have joined it before"),
        false => Ok(()),
    }
}

fn stand_doubled(position: &Position, scene: &Scene, one: Square, other: Square) -> bool {
    let is_heavy = |at: Square| men::is_heavy(position, at, scene.side);
    let is_queen = |at: Square| men::is_man(position, at, scene.side, Piece::Queen);
    let is_file = one.file() == other.file()
        && pawns::pawns_on_file(position, scene.side, one.file() as i32).is_empty();
    let is_seventh = men::rank_for(scene.side, one) == 7 && men::rank_for(scene.side, other) == 7;
    let are_rooks_or_queens =
        is_heavy(one) && is_heavy(other) && !(is_queen(one) && is_queen(other));
    one != other
        && are_rooks_or_queens
        && (is_file || is_seventh)
        && men::is_clear(position, one, other)
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = scene.mv.to;
    let other = squares.get(1).copied().unwrap_or(square);
    let is_now = is_doubled(&scene.after, scene, square, other);
    let joined = |plies: &usize| is_doubled(&scene.after_line(*plies), scene, square, other);
    let Some(plies) = (0..=MAX_PLIES).find(joined) else {
        let place = line_name(square, other);
        return format!("It makes room to double the rooks on {place}.");
    };
    let partner = scene
        .after_line(plies)
        .piece_on(other)
        .unwrap_or(Piece::Rook);
    let place = line_name(square, other);
    let are_rooks = scene.man() == Piece::Rook && partner == Piece::Rook;
    match (is_now, are_rooks) {
        (true, true) => format!("It doubles the rooks on {place}."),
        (true, false) => format!(
            "The {} joins the {} on {place}.",
            man(scene.man()),
            man(partner)
        ),
        (false, true) => format!("It prepares to double the rooks on {place}."),
        (false, false) => format!("It prepares to double queen and rook on {place}."),
    }
}

#[test]
fn cases() {
    let cases = "
        # Two on one line.
        r4rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP1R1PPP/R5K1 w - - 0 1
        Rad1: It doubles the rooks on the d-file.
        r4rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP2QPPP/3R2K1 w - - 0 1
        Qd2: The queen joins the rook on the d-file.
        2r3k1/R4ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1
        Rbb7: It doubles the rooks on the seventh rank.
        r4rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP3PPP/R2R2K1 w - - 0 1
        Rd2 h6 Rad1: It prepares to double the rooks on the d-file.
        Rd2 h6 a3: It makes room to double the rooks on the d-file.
        # No doubling.
        # They are doubled already; a file with an own pawn; the rook moves on.
        r4rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP1R1PPP/R2Q2K1 w - - 0 1
        Rd6: -
        r4rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PPR2PPP/R5K1 w - - 0 1
        Re2: -
        r4rk1/pp3ppp/2n1pn2/8/8/2N1PN2/PP3PPP/R2R2K1 w - - 0 1
        Rd2 h6 Rd3 a6 Rad1: -
        Rd2 h6 a3 not: d2, d2 a1, d2 d1 d1, d1 d2, d2 d3
    ";
    DOUBLING.holds(cases);
}
