//! **Early queen**: in the opening the queen leaves its home square for the third rank or further
//! while at least three of its side's knights and bishops stand at home. A knight or bishop that
//! comes from its home square, or a pawn, can then attack it by a move that takes nothing, leaves
//! nothing to be won, and threatens to win it. It is not lost at once, and it takes at most a
//! pawn.
//!
//! Squares: where the queen stands, then from where and to where its attacker goes.

use bstar_board::{Color, File, Piece, Square};

use crate::finders::naming::reply;
use crate::finders::replies::{drivers, minor_pieces_at_home};
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, loses_on};
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

/// This many knights and bishops at home make it early.
const MIN_AT_HOME: usize = 3;

pub(crate) const EARLY_QUEEN: Concept = Concept {
    name: "early-queen",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    if !is_early(scene) || loses_on(&scene.after, scene.mv.to) >= MIN_GAIN_CENTIPAWNS {
        return Vec::new();
    }
    let at_home = minor_pieces_at_home(&scene.after, !scene.side);
    let pawns = scene.after.men(!scene.side, Piece::Pawn);
    let replies = drivers(&scene.after, scene.mv.to);
    let developing = replies.iter().find(|mv| at_home.has(mv.from));
    let by_pawn = replies.iter().find(|mv| pawns.has(mv.from));
    let reply = developing.or(by_pawn);
    let finding = reply.map(|mv| Finding::on([scene.mv.to, mv.from, mv.to]));
    finding.into_iter().collect()
}

/// Whether the queen leaves home early, wherever it goes.
pub(crate) fn is_early(scene: &Scene) -> bool {
    let from = scene.mv.from;
    scene.before.men(scene.side, Piece::Queen).has(from)
        && from.file() == File::D
        && Scene::rank(scene.side, from) == 1
        && Scene::rank(scene.side, scene.mv.to) >= 3
        && matches!(scene.before.captured(scene.mv), None | Some(Piece::Pawn))
        && minor_pieces_at_home(&scene.after, scene.side).len() as usize >= MIN_AT_HOME
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [queen, from, to] = exactly(squares, "it is about the queen and a reply")?;
    let home = match scene.side {
        Color::White => Square::D1,
        Color::Black => Square::D8,
    };
    let is_moved = *queen == scene.mv.to
        && scene.mv.from == home
        && plain::men::is_man(&scene.before, home, scene.side, Piece::Queen);
    if !is_moved || plain::men::rank_for(scene.side, *queen) < 3 {
        return Err("no queen has left its home");
    }
    if !matches!(scene.before.captured(scene.mv), None | Some(Piece::Pawn)) {
        return Err("it takes a piece");
    }
    if plain::men::minor_pieces_at_home(&scene.after, scene.side).len() < 3 {
        return Err("too many pieces are developed");
    }
    let lost = plain::exchange::best_capture(&scene.after, *queen).unwrap_or(0);
    if lost >= plain::exchange::MIN_GAIN_CENTIPAWNS {
        return Err("it is lost there");
    }
    let is_pawn = plain::men::is_man(&scene.after, *from, !scene.side, Piece::Pawn);
    let at_home = plain::men::minor_pieces_at_home(&scene.after, !scene.side);
    if !is_pawn && !at_home.contains(from) {
        return Err("the reply does not develop");
    }
    plain::replies::drives(&scene.after, *from, *to, *queen).map(|_| ())
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let name = match squares {
        [_, from, to] => reply(scene, *from, *to),
        _ => String::new(),
    };
    format!("It brings the queen out early, where {name} gains time on it.")
}

#[test]
fn cases() {
    let cases = "
        # A queen that comes too soon.
        rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2
        Qxd5: It brings the queen out early, where Nc3 gains time on it.
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        Qg4: It brings the queen out early, where Nf6 gains time on it.
        # No early queen.
        # Nf6 leaves the pawn on e5 to the queen, so it gains no time; another piece moves; the
        # others are developed; the queen is simply taken.
        Qe2: -
        Qh5 not: h5 g8 f6
        Nf3: -
        rnbqkbnr/pppp1ppp/8/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 2
        Qe2: -
        rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2
        Qd6: -
        Qxd5 not: d5, d5 b1 a3, d5 c3 b1, d8 b1 c3
    ";
    EARLY_QUEEN.holds(cases);
}
