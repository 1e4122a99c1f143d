//! **Doubled pawns**: a piece (the king only in an ending, where no side has more than two pieces,
//! a queen counting for two) moves, without being lost there, to where it attacks, and did not
//! attack before, an enemy pawn that no pawn guards and that has another one of its side on its
//! file. Or the opponent's pawns are doubled: the moved piece captures, now or with its next move
//! in the line of best play, without losing anything in exchanges, and a pawn takes back, so that
//! its side has two pawns on a file where it had one at most. Or a pawn gets rid of being doubled:
//! it captures away from a file with another pawn of its side to a file without one, and is not
//! lost there.
//!
//! Squares: where the piece stands and the pawn it attacks; or the square of the doubled pawn that
//! took back, twice; or where the pawn that was doubled stands.

use bstar_board::{Move, Piece, Position, Square, attacks};

use crate::finders::pawns::{is_doubled, is_ending, is_safe, newly_attacked};
use crate::grammar::{numbered, side};
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const HITS_DOUBLED: Concept = Concept {
    name: "hits-doubled",
    themes: &["doubled-pawns"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    if is_dissolved(scene) {
        return vec![Finding::on([scene.mv.to])];
    }
    let inflicted = || inflicted(scene, 1).or_else(|| inflicted(scene, 3));
    inflicted()
        .or_else(|| hit(scene).map(|pawn| Finding::on([scene.mv.to, pawn])))
        .into_iter()
        .collect()
}

fn is_dissolved(scene: &Scene) -> bool {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    from.file() != to.file()
        && is_doubled(&scene.before, side, from)
        && scene.after.men(side, Piece::Pawn).has(to)
        && !is_doubled(&scene.after, side, to)
        && is_safe(&scene.after, to)
}

/// The doubled pawns that the first `plies` moves of the line bring about.
fn inflicted(scene: &Scene, plies: usize) -> Option<Finding> {
    let other = !scene.side;
    let answer = *scene.line.get(plies - 1)?;
    let (start, capture) = match plies {
        1 => (scene.before.clone(), scene.mv),
        _ => (scene.after_line(plies - 2), scene.line[plies - 2]),
    };
    let is_own = plies == 1 || capture.from == scene.mv.to;
    let between = start.after(capture);
    let takes_back = is_own
        && start.captured(capture).is_some()
        && gain(&start, capture) > -MIN_GAIN_CENTIPAWNS
        && answer.to == capture.to
        && between.men(other, Piece::Pawn).has(answer.from);
    let file = answer.to.file().bitboard();
    let had = (scene.before.men(other, Piece::Pawn) & file).len();
    let doubles = takes_back && had <= 1 && is_doubled(&between.after(answer), other, answer.to);
    doubles.then(|| Finding::on([answer.to, answer.to]).along(plies))
}

/// The doubled pawn that the moved piece attacks.
fn hit(scene: &Scene) -> Option<Square> {
    let (side, after) = (scene.side, &scene.after);
    let is_piece = match scene.man() {
        Piece::Pawn => false,
        Piece::King => is_ending(after),
        _ => true,
    };
    let pawns = after.men(!side, Piece::Pawn);
    let weak = (pawns & newly_attacked(scene)) - attacks::pawns(pawns, !side);
    weak.into_iter()
        .find(|pawn| is_doubled(after, !side, *pawn))
        .filter(|_| is_piece && is_safe(after, scene.mv.to))
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    match squares {
        [square] => has_dissolved(scene, *square),
        [pawn, same] if pawn == same => is_inflicted(scene, *pawn),
        [square, pawn] => is_hit(scene, *square, *pawn),
        _ => Err("at most two squares"),
    }
}

fn has_dissolved(scene: &Scene, square: Square) -> Result<(), &'static str> {
    let (side, from) = (scene.side, scene.mv.from);
    let is_capture = square == scene.mv.to && from.file() != square.file();
    let is_pawn = plain::pawns::is_pawn(&scene.before, side, from)
        && plain::pawns::is_pawn(&scene.after, side, square);
    ensure(is_capture && is_pawn, "no pawn has captured there")?;
    let was_doubled = plain::pawns::is_doubled(&scene.before, side, from);
    if !was_doubled || plain::pawns::is_doubled(&scene.after, side, square) {
        return Err("no doubled pawns are dissolved");
    }
    match plain::exchange::is_lost(&scene.after, square) {
        true => Err("the pawn is lost there"),
        false => Ok(()),
    }
}

fn is_inflicted(scene: &Scene, pawn: Square) -> Result<(), &'static str> {
    let has_doubled =
        |start: &Position, capture, answer| is_doubling(scene, start, capture, answer, pawn);
    let at_once = match scene.line.first() {
        Some(answer) => has_doubled(&scene.before, scene.mv, *answer),
        None => return Err("there is no answer"),
    };
    let (Some(capture), Some(answer)) = (scene.line.get(1), scene.line.get(2)) else {
        return at_once;
    };
    match at_once {
        Err(_) if capture.from == scene.mv.to => {
            has_doubled(&scene.after_line(1), *capture, *answer)
        }
        known => known,
    }
}

fn is_doubling(
    scene: &Scene,
    start: &Position,
    capture: Move,
    answer: Move,
    pawn: Square,
) -> Result<(), &'static str> {
    let other = !scene.side;
    let between = start.after(capture);
    let is_trade = start.captured(capture).is_some() && capture.to == pawn && answer.to == pawn;
    if !is_trade || !plain::pawns::is_pawn(&between, other, answer.from) {
        return Err("no pawn takes back there");
    }
    let gained = plain::exchange::gain(start, capture);
    if gained <= -plain::exchange::MIN_GAIN_CENTIPAWNS {
        return Err("the capture loses something");
    }
    let had = plain::pawns::pawns_on_file(&scene.before, other, pawn.file() as i32);
    let is_doubled = plain::pawns::is_doubled(&between.after(answer), other, pawn);
    ensure(had.len() <= 1 && is_doubled, "no pawns are doubled")
}

fn is_hit(scene: &Scene, square: Square, pawn: Square) -> Result<(), &'static str> {
    let (side, after) = (scene.side, &scene.after);
    let kind = after.piece_on(square);
    if square != scene.mv.to || kind == Some(Piece::Pawn) {
        return Err("no piece has just moved there");
    }
    if kind == Some(Piece::King) && !plain::pawns::is_ending(after) {
        return Err("it is no ending");
    }
    if !plain::pawns::attacks_anew(&scene.before, after, scene.mv, pawn) {
        return Err("it does not come to attack the pawn");
    }
    let is_guarded = plain::pawns::is_held_by_pawn(after, !side, pawn);
    if is_guarded || !plain::pawns::is_doubled(after, !side, pawn) {
        return Err("it is no weak doubled pawn");
    }
    match plain::exchange::is_lost(after, square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    match squares {
        [pawn, same] if pawn == same => {
            let plies = match scene.line.first() {
                Some(answer) if answer.to == *pawn && scene.mv.to == *pawn => 1,
                _ => scene.line.len().min(3),
            };
            let file = pawn.file();
            let line = numbered(&scene.after, &scene.line[..plies.min(scene.line.len())]);
            let whose = side(!scene.side);
            format!("It doubles {whose}'s pawns on the {file}-file: {line}.")
        }
        [_, pawn] => {
            let piece = man(scene.man());
            format!("The {piece} attacks the doubled pawn on\u{a0}{pawn}.")
        }
        _ => format!(
            "It dissolves the doubled pawns on the {}-file.",
            scene.mv.from.file()
        ),
    }
}

#[test]
fn cases() {
    let cases = "
        # Doubled pawns.
        r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4
        Bxc6 dxc6: It doubles Black's pawns on the c-file: 4... dxc6.
        r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3
        Bb5 a6 Bxc6 dxc6: It doubles Black's pawns on the c-file: 3... a6 4. Bxc6 dxc6.
        r3k3/2p2ppp/2p5/8/8/8/5PPP/3R2K1 w - - 0 1
        Rc1: The rook attacks the doubled pawn on c6.
        4k3/2p5/2p5/3P4/8/8/5PPP/6K1 b - - 0 1
        cxd5: It dissolves the doubled pawns on the c-file.
        # No doubled pawns.
        # The knight is taken by a queen; the pawn is guarded by another; the rook attacks nothing.
        r1b1kbnr/1p1p1ppp/p1n1q3/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4
        Bxc6 Qxc6: -
        r3k3/1pp2ppp/2p5/8/8/8/5PPP/3R2K1 w - - 0 1
        Rc1: -
        r3k3/2p2ppp/2p5/8/8/8/5PPP/3R2K1 w - - 0 1
        Rd2: -
        Rc1 not: c1, c6 c6, c1 c7, c1 f7, c1 c6 c7
    ";
    HITS_DOUBLED.holds(cases);
}
