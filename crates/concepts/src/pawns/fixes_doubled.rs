//! **Fixes doubled pawns**: a pawn moves straight ahead, is not lost, and stops an enemy pawn right
//! in front of it that has another of its side behind it on the file.
//!
//! Squares: where the pawn stands, then the pawn it stops, then the one behind that.

use bstar_board::{Piece, Square};

use crate::finders::pawns::{ahead, is_safe, pushed, stop};
use crate::finders::pieces::file_name;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const FIXES_DOUBLED: Concept = Concept {
    name: "fixes-doubled",
    themes: &["doubled-pawns"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, after) = (scene.side, &scene.after);
    let enemies = after.men(!side, Piece::Pawn);
    let fixed = |square: Square| {
        let front = stop(side, square).filter(|next| enemies.has(*next))?;
        let behind = enemies & front.file().bitboard() & ahead(side, front);
        let second = behind
            .into_iter()
            .min_by_key(|pawn| Scene::rank(side, *pawn))?;
        is_safe(after, square).then(|| Finding::on([square, front, second]))
    };
    pushed(scene).and_then(fixed).into_iter().collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, front, second] = exactly(squares, "a pawn and two doubled pawns")?;
    let (side, after) = (scene.side, &scene.after);
    if *square != scene.mv.to || !plain::pawns::is_push(&scene.before, scene.mv) {
        return Err("no pawn was pushed there");
    }
    let is_stopped = plain::pawns::step(*square, 0, plain::pawns::forward(side)) == Some(*front);
    if !is_stopped || !plain::pawns::is_pawn(after, !side, *front) {
        return Err("it stops no pawn");
    }
    let rank = |at: Square| plain::men::rank_for(side, at);
    let mates = plain::pawns::pawns_on_file(after, !side, front.file() as i32);
    let is_next = |pawn: &&Square| rank(**pawn) > rank(*front);
    let next = mates.iter().filter(is_next).min_by_key(|pawn| rank(**pawn));
    ensure(next == Some(second), "the pawn is not doubled")?;
    match plain::exchange::is_lost(after, *square) {
        true => Err("the pawn is lost there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, _: &[Square]) -> String {
    format!(
        "It fixes the doubled pawns on the {}-file.",
        file_name(scene.mv.to)
    )
}

#[test]
fn cases() {
    let cases = "
        # Doubled pawns are fixed.
        rnbqk2r/p1pp1ppp/1p2pn2/8/2PP4/P1P5/4PPPP/R1BQKBNR b KQkq - 0 5
        c5: It fixes the doubled pawns on the c-file.
        # Nothing is fixed.
        c6: -
        c5 not: c5, c5 c4, c5 c3 c4, c5 c4 d4, c5 c4 c3 c3
        rnbqk2r/p1pp1ppp/1p2pn2/8/2PP4/P7/4PPPP/R1BQKBNR b KQkq - 0 5
        c5: -
    ";
    FIXES_DOUBLED.holds(cases);
}
