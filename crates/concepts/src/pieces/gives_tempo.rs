//! **Gives tempo**: a piece moves, without capturing, to where a knight or bishop of the opponent
//! that still stands on its home square can attack it: by a move that takes nothing, leaves
//! nothing to be won, and threatens to win it. The piece is a rook, a queen, or a bishop attacked
//! by a knight. It cannot take its attacker without loss, and it is not lost at once. An early
//! queen is told as such.
//!
//! Squares: where the piece stands, then from where and to where the attacker goes.

use bstar_board::{Move, Piece, Square, color_name};

use crate::finders::naming::reply;
use crate::finders::replies::{drivers, minor_pieces_at_home};
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, loses_on};
use crate::ground::plain;
use crate::names::man;
use crate::pieces::early_queen::is_early;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const GIVES_TEMPO: Concept = Concept {
    name: "gives-tempo",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let square = scene.mv.to;
    let at_home = minor_pieces_at_home(&scene.after, !scene.side);
    let is_piece = !matches!(scene.man(), Piece::King | Piece::Pawn)
        && scene.before.is_quiet(scene.mv)
        && !is_early(scene);
    if at_home.is_empty() || !is_piece || loses_on(&scene.after, square) >= MIN_GAIN_CENTIPAWNS {
        return Vec::new();
    }
    let replies = drivers(&scene.after, square);
    let is_cheaper = |mv: &Move| match scene.man() {
        Piece::Bishop => scene.after.men(!scene.side, Piece::Knight).has(mv.from),
        kind => matches!(kind, Piece::Rook | Piece::Queen),
    };
    let takes_back = |mv: &Move| {
        let then = scene.after.after(*mv);
        let capture = Move {
            from: square,
            to: mv.to,
            promotion: None,
        };
        then.is_legal(capture) && gain(&then, capture) > -MIN_GAIN_CENTIPAWNS
    };
    let developing = replies
        .iter()
        .find(|mv| at_home.has(mv.from) && is_cheaper(mv) && !takes_back(mv));
    let finding = developing.map(|mv| Finding::on([square, mv.from, mv.to]));
    finding.into_iter().collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, from, to] = exactly(squares, "it is about a piece and a reply")?;
    let is_piece = match scene.after.piece_on(*square) {
        Some(Piece::Bishop) => scene.after.piece_on(*from) == Some(Piece::Knight),
        kind => matches!(kind, Some(Piece::Rook | Piece::Queen)),
    };
    let is_moved = *square == scene.mv.to && !scene.before.is_castling(scene.mv);
    if !is_piece || !is_moved || !scene.before.is_quiet(scene.mv) {
        return Err("no piece has just gone there");
    }
    let lost = plain::exchange::best_capture(&scene.after, *square).unwrap_or(0);
    if lost >= plain::exchange::MIN_GAIN_CENTIPAWNS {
        return Err("it is lost there");
    }
    if !plain::men::minor_pieces_at_home(&scene.after, !scene.side).contains(from) {
        return Err("the reply does not develop");
    }
    let then = plain::replies::drives(&scene.after, *from, *to, *square)?;
    let takes = plain::replies::move_between(&then, *square, *to);
    let least = -plain::exchange::MIN_GAIN_CENTIPAWNS;
    match takes.is_some_and(|mv| plain::exchange::gain(&then, mv) > least) {
        true => Err("it can take its attacker"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let name = match squares {
        [_, from, to] => reply(scene, *from, *to),
        _ => String::new(),
    };
    format!(
        "It lets {} develop with gain of time: {name} attacks the {}.",
        color_name(!scene.side),
        man(scene.man())
    )
}

#[test]
fn cases() {
    let cases = "
        # A developing move attacks it.
        rnbqkbnr/pppp1ppp/8/8/3QP3/2N5/PPP2PPP/R1B1KBNR w KQkq - 0 1
        Qd5: It lets Black develop with gain of time: Nf6 attacks the queen.
        rnb1k1nr/pppp1ppp/8/4q3/8/8/PPPPBPPP/RNBQK1NR b KQkq - 0 1
        Qd4: It lets White develop with gain of time: Nf3 attacks the queen.
        # No time is given.
        # Nothing at home can attack e3; the queen is at home; a pawn moves.
        rnbqkbnr/pppp1ppp/8/8/3QP3/2N5/PPP2PPP/R1B1KBNR w KQkq - 0 1
        Qd2: -
        Qd1: -
        a3: -
        Qd5 not: d5, d5 g8 h6, d4 g8 f6, d5 b8 c6
    ";
    GIVES_TEMPO.holds(cases);
}
