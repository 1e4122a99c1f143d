//! **Centre supported**: a pawn or piece (not the king) moves to where it guards, and did not
//! guard before, a pawn of its side on d4, e4, d5 or e5 that the opponent attacks at least as
//! often as it was guarded. Or it comes to attack one of these squares, an empty one, that the
//! opponent's men attacked more often than its own side's before and no longer do. It is not lost
//! where it stands.
//!
//! Squares: where it stands, then the square of the centre.

use bstar_board::{Piece, Square};

use crate::finders::pawns::{centre, is_safe, newly_attacked};
use crate::finders::pieces::attackers;
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const CENTRE_SUPPORTED: Concept = Concept {
    name: "centre-supported",
    themes: &["centre", "protects"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to, after) = (scene.side, scene.mv.to, &scene.after);
    let reach = newly_attacked(scene) & centre();
    if reach.is_empty() || scene.man() == Piece::King {
        return Vec::new();
    }
    let guards_before = |at: Square| attackers(&scene.before, side, at).len();
    let is_supported = |at: &Square| {
        let hits = attackers(after, !side, *at).len();
        after.men(side, Piece::Pawn).has(*at) && hits > 0 && guards_before(*at) <= hits
    };
    let is_contested = |at: &Square| {
        let hits = attackers(after, !side, *at).len();
        let hits_before = attackers(&scene.before, !side, *at).len();
        !after.occupied().has(*at)
            && hits > 0
            && guards_before(*at) < hits_before
            && attackers(after, side, *at).len() >= hits
    };
    let pawns = reach.into_iter().find(is_supported);
    let found = pawns.or_else(|| reach.into_iter().find(is_contested));
    found
        .filter(|_| is_safe(after, to))
        .map(|at| Finding::on([to, at]))
        .into_iter()
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, at] = exactly(squares, "a guard and a square of the centre")?;
    let (side, before, after) = (scene.side, &scene.before, &scene.after);
    if *square != scene.mv.to || after.piece_on(*square) == Some(Piece::King) {
        return Err("no guard has just come there");
    }
    let is_centre = [3, 4].contains(&(at.file() as i32)) && [3, 4].contains(&(at.rank() as i32));
    if !is_centre || !plain::pawns::attacks_anew(before, after, scene.mv, *at) {
        return Err("it does not come to guard the centre");
    }
    let guards = |position| plain::men::attackers(position, side, *at).len();
    let hits = |position| plain::men::attackers(position, !side, *at).len();
    let helps = match after.piece_on(*at) {
        Some(_) => plain::pawns::is_pawn(after, side, *at) && guards(before) <= hits(after),
        None => guards(before) < hits(before) && guards(after) >= hits(after),
    };
    ensure(hits(after) != 0 && helps, "the centre does not need it")?;
    match plain::exchange::is_lost(after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let at = squares.get(1).copied().unwrap_or(scene.mv.to);
    let piece = man(scene.man());
    match scene.after.piece_on(at) {
        Some(_) => format!("The {piece} supports the attacked pawn on\u{a0}{at} in the centre."),
        None => format!("The {piece} joins the fight for the centre square\u{a0}{at}."),
    }
}

#[test]
fn cases() {
    let cases = "
        # The centre gets a guard.
        rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1
        Nc6: The knight supports the attacked pawn on e5 in the centre.
        Nc6 not: c6, e5 c6, c6 d4, c6 e4, c6 e5 e5
        rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        Nc3: The knight joins the fight for the centre square e4.
        # No support.
        # The pawn is guarded often enough; nobody attacks it; the knight is lost.
        r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1
        Bb4: -
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1
        Nc3: -
        rnbqkbnr/pppp2pp/8/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 1
        Ke7: -
    ";
    CENTRE_SUPPORTED.holds(cases);
}
