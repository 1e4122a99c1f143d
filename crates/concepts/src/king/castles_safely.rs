//! **Castles into safety**: the side castles before an ending (where no side has more than two
//! pieces, a queen counting for two), and at least two pawns of its own shelter the king where it
//! goes: on its file and the files beside it, one or two ranks ahead.
//!
//! Squares: where the king stands, then the pawns.

use bstar_board::{Piece, Square};

use crate::finders::board_facts::shelter;
use crate::finders::naming::squares as list_of;
use crate::finders::pawns::is_ending;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

/// Pawns that make a shelter.
const MIN_PAWNS: usize = 2;

pub(crate) const CASTLES_SAFELY: Concept = Concept {
    name: "castles-safely",
    themes: &["king-safety"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let king = scene.after.king(scene.side);
    let pawns: Vec<Square> = shelter(&scene.after, scene.side, king)
        .into_iter()
        .collect();
    let is_safe =
        scene.before.is_castling(scene.mv) && !is_ending(&scene.after) && pawns.len() >= MIN_PAWNS;
    Finding::if_so(is_safe, [king].into_iter().chain(pawns))
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [king, pawns @ ..] = squares else {
        return Err("a king and its shelter");
    };
    ensure(scene.before.is_castling(scene.mv), "it is no castling")?;
    if !plain::men::is_man(&scene.after, *king, scene.side, Piece::King) {
        return Err("the king does not stand there");
    }
    ensure(!plain::pawns::is_ending(&scene.after), "it is an ending")?;
    let shelter = plain::standing::shelter(&scene.after, scene.side, *king);
    let is_shelter = |pawn: &Square| shelter.contains(pawn);
    let are_all = pawns.len() == shelter.len() && pawns.iter().all(is_shelter);
    match are_all && pawns.len() >= MIN_PAWNS && plain::standing::are_different(pawns) {
        true => Ok(()),
        false => Err("these pawns do not shelter it"),
    }
}

fn say(_: &Scene, squares: &[Square]) -> String {
    let pawns = squares.get(1..).unwrap_or_default();
    format!(
        "It brings the king into safety behind the pawns on {}.",
        list_of(pawns)
    )
}

#[test]
fn cases() {
    let cases = "
        # The king is sheltered.
        r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 5
        O-O: It brings the king into safety behind the pawns on f2, g2 and h2.
        # There is no shelter.
        Ke2: -
        O-O not: g1, g1 f2 g2, e1 f2 g2 h2, g1 f2 f2 h2
        r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1P2/RNBQK2R w KQkq - 0 5
        O-O: -
        4k3/5ppp/8/8/8/8/5PPP/4K2R w K - 0 1
        O-O: -
    ";
    CASTLES_SAFELY.holds(cases);
}
