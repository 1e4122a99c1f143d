//! **Releases tension**: a pawn takes a pawn (not in passing), which wins nothing, and the
//! opponent takes back in the line with gain. Either a pawn takes back, and the file it leaves is
//! half open for the opponent: no pawn of his stands there, but one of the capturing side does,
//! and he has a rook or queen. Or a knight or bishop takes back from its home square and is
//! developed.
//!
//! Squares: where the pawns are traded, then where the man stood that takes back.

use bstar_board::{Move, Piece, Square, color_name, san};

use crate::finders::pieces::file_name;
use crate::finders::replies::minor_pieces_at_home;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const RELEASES_TENSION: Concept = Concept {
    name: "releases-tension",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, mv) = (scene.side, scene.mv);
    let is_capture = scene.before.men(side, Piece::Pawn).has(mv.from)
        && scene.before.men(!side, Piece::Pawn).has(mv.to)
        && mv.promotion.is_none();
    let reply = scene.line.first().filter(|reply| reply.to == mv.to);
    match reply.filter(|_| is_capture) {
        Some(reply) if is_even(scene) && gains_by(scene, *reply) => {
            vec![Finding::on([mv.to, reply.from]).along(1)]
        }
        _ => Vec::new(),
    }
}

fn is_even(scene: &Scene) -> bool {
    gain(&scene.before, scene.mv) < MIN_GAIN_CENTIPAWNS
}

fn gains_by(scene: &Scene, reply: Move) -> bool {
    let (us, them) = (scene.side, !scene.side);
    let end = scene.after.after(reply);
    let file = reply.from.file().bitboard();
    let heavy = end.men(them, Piece::Rook) | end.men(them, Piece::Queen);
    let is_half_open = scene.after.men(them, Piece::Pawn).has(reply.from)
        && (end.men(them, Piece::Pawn) & file).is_empty()
        && !(end.men(us, Piece::Pawn) & file).is_empty()
        && !heavy.is_empty();
    is_half_open || minor_pieces_at_home(&scene.after, them).has(reply.from)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, from] = exactly(squares, "it is about two captures")?;
    let (us, them) = (scene.side, !scene.side);
    let is_pawn = |at: Square, side| plain::men::is_man(&scene.before, at, side, Piece::Pawn);
    let is_capture = *square == scene.mv.to
        && is_pawn(scene.mv.from, us)
        && is_pawn(*square, them)
        && plain::men::is_man(&scene.after, *square, us, Piece::Pawn);
    ensure(is_capture, "no pawn takes a pawn there")?;
    let Some(reply) = scene.line.first().filter(|reply| reply.to == *square) else {
        return Err("nobody takes back");
    };
    ensure(reply.from == *from, "something else takes back")?;
    let won = plain::exchange::gain(&scene.before, scene.mv);
    if won >= plain::exchange::MIN_GAIN_CENTIPAWNS {
        return Err("the capture wins something");
    }
    let develops = plain::men::minor_pieces_at_home(&scene.after, them).contains(from);
    if develops {
        return Ok(());
    }
    let end = scene.after.after(*reply);
    let has = |side, kind: Piece, is_here: &dyn Fn(&Square) -> bool| {
        plain::men::squares_of(&end, side, kind).iter().any(is_here)
    };
    let on_file = |at: &Square| at.file() == from.file();
    let anywhere = |_: &Square| true;
    let is_half_open = plain::men::is_man(&scene.after, *from, them, Piece::Pawn)
        && !has(them, Piece::Pawn, &on_file)
        && has(us, Piece::Pawn, &on_file)
        && (has(them, Piece::Rook, &anywhere) || has(them, Piece::Queen, &anywhere));
    ensure(is_half_open, "the opponent gains nothing")
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let from = squares.get(1).copied().unwrap_or(scene.mv.to);
    let (name, kind) = match scene.line.first() {
        Some(reply) => (
            san::write(&scene.after, *reply),
            scene.after.piece_on(reply.from).unwrap_or(Piece::Pawn),
        ),
        None => (String::new(), Piece::Pawn),
    };
    let them = color_name(!scene.side);
    match kind {
        Piece::Pawn => format!(
            "It releases the tension: {name} gives {them} the half-open {}-file.",
            file_name(from)
        ),
        _ => format!(
            "It releases the tension: {name} develops {them}'s {}.",
            man(kind)
        ),
    }
}

#[test]
fn cases() {
    let cases = "
        # A capture that helps the opponent.
        rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 1
        cxd5 exd5: It releases the tension: exd5 gives Black the half-open e-file.
        rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N1P3/PP3PPP/R1BQKBNR b KQkq - 0 1
        dxc4 Bxc4: It releases the tension: Bxc4 develops White's bishop.
        # The tension stays.
        # A knight that is developed takes back; a pawn is won; no capture.
        rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 1
        cxd5 Nxd5: -
        rnbqkb1r/ppp2ppp/8/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 1
        cxd5 a6: -
        rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 1
        e3 dxc4: -
        cxd5 exd5 not: d5, d5 f6, e6 d5, d5 e6 e6
        cxd5 not: d5 e6
    ";
    RELEASES_TENSION.holds(cases);
}
