//! **Passive**: a knight, bishop, rook or queen moves, without capturing, to where it has at least
//! three safe squares fewer than before, and where it attacks fewer enemy men and centre squares
//! (d4, e4, d5, e5). A safe square is one it attacks, free of its own men, that no cheaper enemy
//! man attacks. (A knight and a bishop are no cheaper than each other.) It could not be won where
//! it stood, is not lost where it goes, gives no check, and threatens to win nothing.
//!
//! Squares: where it stands, then where it stood.

use bstar_board::{BitBoard, Color, Piece, Position, Square, attacks};

use crate::finders::replies::threatens_anything;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, loses_on};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

/// How many safe squares it must lose.
const MIN_LOST: u32 = 3;

pub(crate) const PASSIVE: Concept = Concept {
    name: "passive",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (from, to) = (scene.mv.from, scene.mv.to);
    let is_piece = !matches!(scene.man(), Piece::King | Piece::Pawn)
        && scene.before.is_quiet(scene.mv)
        && !scene.before.is_castling(scene.mv)
        && !scene.after.in_check();
    if !is_piece {
        return Vec::new();
    }
    let (before, after) = (
        seen(&scene.before, scene.side, from),
        seen(&scene.after, scene.side, to),
    );
    let is_less = before.safe >= after.safe + MIN_LOST && before.targets > after.targets;
    let was_won = || match scene.before.pass() {
        Ok(passed) => loses_on(&passed, from) >= MIN_GAIN_CENTIPAWNS,
        Err(_) => true,
    };
    let is_passive = is_less
        && !was_won()
        && loses_on(&scene.after, to) < MIN_GAIN_CENTIPAWNS
        && !threatens_anything(&scene.after, to);
    Finding::if_so(is_passive, [to, from])
}

/// How many safe squares a piece has, and how many enemy men and centre squares it attacks.
struct Seen {
    safe: u32,
    targets: u32,
}

fn seen(position: &Position, side: Color, square: Square) -> Seen {
    let kind = position.piece_on(square).unwrap_or(Piece::Pawn);
    let reach = attacks::of(kind, side, square, position.occupied());
    let centre = [Square::D4, Square::E4, Square::D5, Square::E5]
        .into_iter()
        .fold(BitBoard::EMPTY, |set, square| set | square.bitboard());
    Seen {
        safe: (reach & !position.side(side) & !held_by_cheaper(position, !side, kind)).len(),
        targets: (reach & (centre | position.side(!side))).len(),
    }
}

/// The squares that a side's men of a cheaper kind attack.
fn held_by_cheaper(position: &Position, side: Color, kind: Piece) -> BitBoard {
    let cheaper: &[Piece] = match kind {
        Piece::Queen => &[Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook],
        Piece::Rook => &[Piece::Pawn, Piece::Knight, Piece::Bishop],
        _ => &[Piece::Pawn],
    };
    let attacked = |piece: &Piece| {
        position
            .men(side, *piece)
            .into_iter()
            .fold(BitBoard::EMPTY, |set, square| {
                set | attacks::of(*piece, side, square, position.occupied())
            })
    };
    cheaper
        .iter()
        .fold(BitBoard::EMPTY, |set, piece| set | attacked(piece))
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [to, from] = exactly(squares, "it is about two squares of a piece")?;
    let is_moved = (*from, *to) == (scene.mv.from, scene.mv.to)
        && scene.before.is_quiet(scene.mv)
        && scene.before.color_on(*to).is_none();
    let is_piece = !matches!(
        scene.after.piece_on(*to),
        None | Some(Piece::Pawn | Piece::King)
    );
    ensure(is_moved && is_piece, "no piece has just moved there")?;
    let least = plain::exchange::MIN_GAIN_CENTIPAWNS;
    let is_won = |position: &Position, square: Square| {
        plain::exchange::best_capture(position, square).unwrap_or(0) >= least
    };
    if scene
        .before
        .pass()
        .is_ok_and(|passed| is_won(&passed, *from))
        || scene.before.in_check()
    {
        return Err("it had to leave");
    }
    ensure(!is_won(&scene.after, *to), "it is lost there")?;
    let threatens = |target: Square| plain::replies::threatens(&scene.after, *to, target);
    if scene.after.in_check() || Square::ALL.into_iter().any(threatens) {
        return Err("it threatens something");
    }
    let (had, has) = (work(&scene.before, *from), work(&scene.after, *to));
    match had.0 >= has.0 + 3 && had.1 > has.1 {
        true => Ok(()),
        false => Err("it is as active as before"),
    }
}

/// The safe squares of a piece, and the enemy men and centre squares it attacks.
fn work(position: &Position, by: Square) -> (usize, usize) {
    let own = position.color_on(by);
    let value = |square: Square| match position.piece_on(square) {
        Some(Piece::Pawn) => 1,
        Some(Piece::Knight | Piece::Bishop) => 3,
        Some(Piece::Rook) => 5,
        Some(Piece::Queen) => 9,
        Some(Piece::King) | None => 10,
    };
    let is_cheaper_guarded = |square: Square| {
        Square::ALL.into_iter().any(|enemy| {
            position.color_on(enemy).is_some()
                && position.color_on(enemy) != own
                && value(enemy) < value(by)
                && plain::geometry::attacks(position, enemy, square)
        })
    };
    let reach = plain::men::open_reach(position, by);
    let safe = reach.iter().filter(|square| !is_cheaper_guarded(**square));
    let is_worked = |square: &Square| {
        let is_central = [square.file() as i32, square.rank() as i32]
            .iter()
            .all(|line| [3, 4].contains(line));
        let is_enemy = position.color_on(*square).is_some() && position.color_on(*square) != own;
        (is_central || is_enemy) && plain::geometry::attacks(position, by, *square)
    };
    (
        safe.count(),
        Square::ALL.into_iter().filter(is_worked).count(),
    )
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let (to, from) = match squares {
        [to, from] => (*to, *from),
        _ => (scene.mv.to, scene.mv.from),
    };
    let kind = man(scene.man());
    format!("It makes the {kind} passive: on\u{a0}{to} it has less to do than on\u{a0}{from}.")
}

#[test]
fn cases() {
    let cases = "
        # A piece goes back.
        r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1
        Ne1: It makes the knight passive: on e1 it has less to do than on f3.
        r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 b - - 0 1
        Ne8: It makes the knight passive: on e8 it has less to do than on f6.
        # No passive piece.
        # It gets more active; it was attacked; a pawn moves; it attacks something.
        r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1
        Nd5: -
        r1bq1rk1/ppp2ppp/2np1n2/2b5/2B1p3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1
        Ne1: -
        r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1
        h3: -
        Ne1 not: e1, f3 e1, e1 f3 e1, b1 c3
    ";
    PASSIVE.holds(cases);
}
