//! **Prepares a move**: in the line of best play the side's next move is a quiet one that was not
//! possible before or would have lost what moves, and now it does not. It is a pawn's move, or the
//! moved man goes on, though nothing attacks it, to a square that it could not reach in one move,
//! up the board and not back, or a knight, bishop, rook or queen leaves its first rank. The move
//! itself captures nothing, gives no check and does not castle.
//!
//! Squares: from where and to where the next move goes.

use bstar_board::{Move, Piece, Position, Square, san};

use crate::finders::pieces::attackers;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

/// Half moves of the line up to the next own move.
const PLIES: usize = 2;

pub(crate) const PREPARES: Concept = Concept {
    name: "prepares",
    themes: &[],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let Some(next) = scene.line.get(1).copied() else {
        return Vec::new();
    };
    let then = scene.after_line(1);
    let is_calm = is_calm(&scene.before, scene.mv) && is_calm(&then, next);
    let loses = |position: &Position, mv: Move| gain(position, mv) <= -MIN_GAIN_CENTIPAWNS;
    let is_new = match next.from == scene.mv.to {
        true => {
            let at_once = Move {
                from: scene.mv.from,
                ..next
            };
            let is_up = Scene::rank(scene.side, next.to) > Scene::rank(scene.side, scene.mv.from);
            let is_free = attackers(&then, !scene.side, next.from).is_empty();
            is_up && is_free && !scene.before.is_legal(at_once)
        }
        false => {
            let is_pawn = then.piece_on(next.from) == Some(Piece::Pawn);
            let leaves_home = Scene::rank(scene.side, next.from) == 1
                && then.piece_on(next.from) != Some(Piece::King);
            (is_pawn || leaves_home) && (!scene.before.is_legal(next) || loses(&scene.before, next))
        }
    };
    match is_calm && is_new && !loses(&then, next) {
        true => vec![Finding::on([next.from, next.to]).along(PLIES)],
        false => Vec::new(),
    }
}

/// Whether a move captures nothing, promotes nothing, gives no check and does not castle.
fn is_calm(position: &Position, mv: Move) -> bool {
    position.is_quiet(mv) && !position.is_castling(mv) && !position.after(mv).in_check()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let ([from, to], [answer, next, ..]) = (squares, &scene.line[..]) else {
        return Err("it is about the next move of the line");
    };
    if (next.from, next.to) != (*from, *to) {
        return Err("that is not the next move");
    }
    let (side, before) = (scene.side, &scene.before);
    let then = scene.after.after(*answer);
    let is_calm = |position: &Position, mv: Move| {
        position.captured(mv).is_none()
            && mv.promotion.is_none()
            && !position.is_castling(mv)
            && !position.after(mv).in_check()
    };
    if !is_calm(before, scene.mv) || !is_calm(&then, *next) {
        return Err("the moves are not quiet");
    }
    let least = -plain::exchange::MIN_GAIN_CENTIPAWNS;
    if plain::exchange::gain(&then, *next) <= least {
        return Err("the next move loses something");
    }
    let rank = |at: Square| plain::men::rank_for(side, at);
    if *from == scene.mv.to {
        let at_once = plain::replies::move_between(before, scene.mv.from, *to);
        if !plain::men::attackers(&then, !side, *from).is_empty() {
            return Err("it has to go");
        }
        return match at_once.is_none() && rank(*to) > rank(scene.mv.from) {
            true => Ok(()),
            false => Err("it could go there at once, or does not go up the board"),
        };
    }
    let is_worth_telling = match then.piece_on(*from) {
        Some(Piece::Pawn) => true,
        Some(Piece::King) | None => false,
        Some(_) => rank(*from) == 1,
    };
    ensure(is_worth_telling, "the next move needs no preparing")?;
    match plain::replies::move_between(before, *from, *to) {
        Some(mv) if plain::exchange::gain(before, mv) > least => Err("it was possible before"),
        _ => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let next = scene
        .line
        .get(1)
        .filter(|mv| squares == [mv.from, mv.to])
        .map(|mv| san::write(&scene.after_line(1), *mv));
    format!("It prepares {}.", next.unwrap_or_default())
}

#[test]
fn cases() {
    let cases = "
        # The next move is prepared.
        rnb1kbnr/pp3ppp/1q2p3/2ppP3/3P4/2P2N2/PP3PPP/RNBQKB1R b KQkq - 0 5
        Bd7 Be2 Bb5: It prepares Bb5.
        # At once the bishop would take it.
        rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2
        a3 Nf6 b4: It prepares b4.
        # Nothing is prepared.
        # It was possible; the line takes; the line is too short.
        rnb1kbnr/pp3ppp/1q2p3/2ppP3/3P4/2P2N2/PP3PPP/RNBQKB1R b KQkq - 0 5
        a6 Be2 Bd7: -
        Bd7 dxc5 Bxc5: -
        Bd7: -
        Bd7 Be2 Bb5 not: d7, d7 c6, b5 d7, d7 b5 b5
        # The bishop is attacked and has to go.
        rnbqkb1r/ppp1pppp/3p1n2/8/3P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 0 3
        Bg5 h6 Bh4: -
    ";
    PREPARES.holds(cases);
}
