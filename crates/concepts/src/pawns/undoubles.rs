//! **Undoubles**: a pawn moves straight ahead and offers an exchange of pawns after which its side
//! has one doubled pawn less. Either the pawn itself has another of its side on its file and
//! attacks an enemy pawn; or an enemy pawn attacks it, and a doubled pawn of its side guards it
//! from the file beside it. It is not lost.
//!
//! Squares: where the pawn stands, then the doubled pawn (the same square if it is that one).

use bstar_board::{Piece, Square, attacks};

use crate::finders::pawns::{is_doubled, is_safe, pushed};
use crate::finders::pieces::file_name;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const UNDOUBLES: Concept = Concept {
    name: "undoubles",
    themes: &["doubled-pawns"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, after) = (scene.side, &scene.after);
    let Some(square) = pushed(scene).filter(|square| is_safe(after, *square)) else {
        return Vec::new();
    };
    let enemies = after.men(!side, Piece::Pawn);
    let hits = !(attacks::pawn(square, side) & enemies).is_empty();
    if hits && is_doubled(after, side, square) {
        return vec![Finding::on([square, square])];
    }
    let guards = attacks::pawn(square, !side) & after.men(side, Piece::Pawn);
    let mut doubled = guards
        .into_iter()
        .filter(|guard| is_doubled(after, side, *guard));
    match doubled.next() {
        Some(guard) if hits => vec![Finding::on([square, guard])],
        _ => Vec::new(),
    }
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, doubled] = exactly(squares, "a pawn and a doubled pawn")?;
    let (side, after) = (scene.side, &scene.after);
    if *square != scene.mv.to || !plain::pawns::is_push(&scene.before, scene.mv) {
        return Err("no pawn was pushed there");
    }
    let mates = plain::pawns::pawns_on_file(after, side, doubled.file() as i32);
    if mates.len() < 2 || !mates.contains(doubled) {
        return Err("it is no doubled pawn");
    }
    let meets = |enemy: &Square| plain::geometry::attacks(after, *square, *enemy);
    if !plain::pawns::pawns(after, !side).iter().any(meets) {
        return Err("there is no pawn to trade it for");
    }
    if doubled != square && !plain::geometry::attacks(after, *doubled, *square) {
        return Err("the doubled pawn cannot take back");
    }
    match plain::exchange::is_lost(after, *square) {
        true => Err("the pawn is lost there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let doubled = squares.last().copied().unwrap_or(scene.mv.to);
    format!(
        "It offers a trade of pawns that would undo the doubling on the {}-file.",
        file_name(doubled)
    )
}

#[test]
fn cases() {
    let cases = "
        # A doubled pawn can be traded.
        r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2NB4/PPP2PPP/R1BQK2R b KQkq - 0 1
        d5: It offers a trade of pawns that would undo the doubling on the c-file.
        4k3/pp3ppp/8/3p4/2P5/2P5/P4PPP/4K3 b - - 0 1
        dxc4: -
        4k3/pp3ppp/8/3p4/8/1PP5/2P2PPP/4K3 w - - 0 1
        c4: It offers a trade of pawns that would undo the doubling on the c-file.
        # Nothing is undoubled.
        r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2NB4/PPP2PPP/R1BQK2R b KQkq - 0 1
        d6: -
        c5: -
        d5 not: d5, d5 c7, d5 d5, c6 d5, d5 c6 c7
        r1bqk2r/p2p1ppp/2p2n2/8/1b2P3/2NB4/PPP2PPP/R1BQK2R b KQkq - 0 1
        d5: -
    ";
    UNDOUBLES.holds(cases);
}
