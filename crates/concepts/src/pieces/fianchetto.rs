//! **Fianchetto**: a bishop goes from its first rank to the second rank of the b- or g-file. A
//! pawn of its side has left that square for the third or fourth rank of the file. It is not lost.
//!
//! Squares: where the bishop stands, then the pawn.

use bstar_board::{File, Piece, Square};

use crate::finders::pieces::{is_mover_lost, moved};
use crate::ground::plain::{exchange, men, pawns};
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const FIANCHETTO: Concept = Concept {
    name: "fianchetto",
    themes: &["long-diagonal"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    let is_there = moved(scene) == Some(Piece::Bishop)
        && Scene::rank(side, from) == 1
        && Scene::rank(side, to) == 2
        && [File::B, File::G].contains(&to.file());
    let pawns = scene.after.men(side, Piece::Pawn) & to.file().bitboard();
    let mut near = pawns
        .into_iter()
        .filter(|pawn| (3..=4).contains(&Scene::rank(side, *pawn)));
    match near.next() {
        Some(pawn) if is_there && !is_mover_lost(scene) => vec![Finding::on([to, pawn])],
        _ => Vec::new(),
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, pawn] = exactly(squares, "a bishop and a pawn")?;
    let rank = |at: Square| men::rank_for(scene.side, at);
    let is_bishop = men::moved(&scene.before, scene.mv, &scene.after) == Some(Piece::Bishop);
    let is_flank = [1, 6].contains(&(square.file() as i32));
    if *square != scene.mv.to || !is_bishop || !is_flank {
        return Err("no bishop has just come to the flank");
    }
    if rank(scene.mv.from) != 1 || rank(*square) != 2 {
        return Err("it does not come from the first rank to the second");
    }
    let is_in_front = pawn.file() == square.file() && [3, 4].contains(&rank(*pawn));
    if !is_in_front || !pawns::is_pawn(&scene.after, scene.side, *pawn) {
        return Err("no pawn has made room for it");
    }
    match exchange::is_lost(&scene.after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, _: &[Square]) -> String {
    format!(
        "It puts the bishop on the long diagonal, by a fianchetto to\u{a0}{}.",
        scene.mv.to
    )
}

#[test]
fn cases() {
    let cases = "
        # A bishop goes to the flank.
        rnbqkb1r/ppp1pppp/5n2/3p4/3P4/1P2PN2/P1P2PPP/RNBQKB1R w KQkq - 0 4
        Bb2: It puts the bishop on the long diagonal, by a fianchetto to b2.
        # No fianchetto.
        Bd2: -
        Ba3: -
        Bb2 not: b2, b2 a2, b3 b2, b2 b3 b3
        rnbqkb1r/ppp1pppp/5n2/3p4/3P4/4PN2/P1P2PPP/RNBQKB1R w KQkq - 0 4
        Bb2: -
    ";
    FIANCHETTO.holds(cases);
}
