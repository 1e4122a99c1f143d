//! **Strong square**: a knight or bishop moves to its fifth or sixth rank of the b- to g-files,
//! where no pawn of the opponent can ever challenge it: on the files beside it no enemy pawn
//! stands on a square from which it could still come to attack it. Another man of its side guards
//! it there, but no pawn does. It is not lost, and does not come from such a square.
//!
//! Squares: where it stands.

use bstar_board::{Color, File, Piece, Position, Square};

use crate::finders::pawns::{is_held_for_good, is_out_of_reach};
use crate::finders::pieces::{attackers, is_mover_lost, moved};
use crate::ground::plain::{exchange, men, pawns};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const STRONG_SQUARE: Concept = Concept {
    name: "strong-square",
    themes: &["outpost"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    let is_minor = matches!(moved(scene), Some(Piece::Knight | Piece::Bishop));
    let is_new = is_strong(&scene.after, side, to)
        && !is_strong(&scene.before, side, from)
        && !is_held_for_good(&scene.before, side, from)
        && !is_held_for_good(&scene.after, side, to);
    Finding::if_so(is_minor && is_new && !is_mover_lost(scene), [to])
}

/// Whether a man there is out of reach of enemy pawns for good, and guarded.
fn is_strong(position: &Position, side: Color, square: Square) -> bool {
    (5..=6).contains(&Scene::rank(side, square))
        && (File::B..=File::G).contains(&square.file())
        && is_out_of_reach(position, side, square)
        && !attackers(position, side, square).is_empty()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "a strong square is one square")?;
    let kind = men::moved(&scene.before, scene.mv, &scene.after);
    if *square != scene.mv.to || !matches!(kind, Some(Piece::Knight | Piece::Bishop)) {
        return Err("no knight or bishop has just moved there");
    }
    if pawns::is_held_by_pawn(&scene.after, scene.side, *square) {
        return Err("a pawn holds it: that is an outpost");
    }
    stands_strong(&scene.after, scene.side, *square)?;
    if stands_strong(&scene.before, scene.side, scene.mv.from).is_ok() {
        return Err("it stood on such a square already");
    }
    if pawns::is_held_for_good(&scene.before, scene.side, scene.mv.from).is_ok() {
        return Err("it leaves an outpost");
    }
    match exchange::is_lost(&scene.after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn stands_strong(position: &Position, side: Color, square: Square) -> Result<(), &'static str> {
    let (file, rank) = (square.file() as i32, men::rank_for(side, square));
    if ![5, 6].contains(&rank) || !(1..=6).contains(&file) {
        return Err("it does not stand far enough");
    }
    pawns::is_out_of_reach(position, side, square)?;
    match men::attackers(position, side, square).is_empty() {
        true => Err("nothing guards it"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = squares.first().copied().unwrap_or(scene.mv.to);
    format!(
        "The {} settles on\u{a0}{square}, where no pawn can ever drive it away.",
        man(scene.man())
    )
}

#[test]
fn cases() {
    let cases = "
        # A knight settles.
        r4rk1/pp2bppp/3p4/4p3/8/2N1B3/PPP2PPP/R2Q1RK1 w - - 0 1
        Nd5: The knight settles on d5, where no pawn can ever drive it away.
        # No strong square.
        # A pawn can come; nothing guards it; a pawn holds it; too near.
        r4rk1/pppb1ppp/3p4/4p3/8/2N1B3/PPP2PPP/R2Q1RK1 w - - 0 1
        Nd5: -
        r4rk1/pp2bppp/3p4/4p3/8/2N1B3/PPP2PPP/RQ3RK1 w - - 0 1
        Nd5: -
        r4rk1/pp2bppp/3p4/4p3/4P3/2N1B3/PPP2PPP/R2Q1RK1 w - - 0 1
        Nd5: -
        r4rk1/pp2bppp/3p4/4p3/8/2N1B3/PPP2PPP/R2Q1RK1 w - - 0 1
        Ne4: -
        Nd5 not: c3, d5 d5
    ";
    STRONG_SQUARE.holds(cases);
}
