//! **Hanging pawns**: two pawns of the opponent side by side on their fourth or fifth rank; on
//! their files stands no other pawn of either side, and on the files beside them no pawn of the
//! opponent. The moved pawn or piece (the king only in an ending) attacks one of them that it did
//! not attack before, and is not lost.
//!
//! Squares: where it stands, then the attacked pawn, then the one beside it.

use bstar_board::{BitBoard, Color, Piece, Position, Square};

use crate::finders::pawns::{is_ending, is_safe, newly_attacked};
use crate::ground::plain;
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const HITS_HANGING_PAWNS: Concept = Concept {
    name: "hits-hanging-pawns",
    themes: &["isolated-pawn"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to, after) = (scene.side, scene.mv.to, &scene.after);
    let hit = newly_attacked(scene) & after.men(!side, Piece::Pawn);
    if hit.is_empty() || scene.man() == Piece::King && !is_ending(after) {
        return Vec::new();
    }
    let mut pairs = hit
        .into_iter()
        .filter_map(|pawn| Some((pawn, partner(after, !side, pawn)?)));
    pairs
        .next()
        .filter(|_| is_safe(after, to))
        .map(|(pawn, beside)| Finding::on([to, pawn, beside]))
        .into_iter()
        .collect()
}

/// The other one of two hanging pawns.
fn partner(position: &Position, side: Color, pawn: Square) -> Option<Square> {
    let own = position.men(side, Piece::Pawn);
    let beside = own & pawn.file().adjacent() & pawn.rank().bitboard();
    let partner = beside.next_square()?;
    let files = pawn.file().bitboard() | partner.file().bitboard();
    let region = files | pawn.file().adjacent() | partner.file().adjacent();
    let pair: BitBoard = pawn.bitboard() | partner.bitboard();
    let are_alone = own & region == pair && position.pieces(Piece::Pawn) & files == pair;
    let is_far = (4..=5).contains(&Scene::rank(side, pawn));
    (are_alone && is_far).then_some(partner)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, pawn, partner] = exactly(squares, "an attacker and two pawns")?;
    let (side, after) = (scene.side, &scene.after);
    let is_king = after.piece_on(*square) == Some(Piece::King);
    if *square != scene.mv.to || is_king && !plain::pawns::is_ending(after) {
        return Err("nothing has just moved there");
    }
    if !plain::pawns::attacks_anew(&scene.before, after, scene.mv, *pawn) {
        return Err("it does not come to attack the pawn");
    }
    are_hanging(after, !side, *pawn, *partner)?;
    match plain::exchange::is_lost(after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn are_hanging(
    position: &Position,
    side: Color,
    pawn: Square,
    partner: Square,
) -> Result<(), &'static str> {
    let (file, other) = (pawn.file() as i32, partner.file() as i32);
    let is_pair = plain::pawns::is_pawn(position, side, pawn)
        && plain::pawns::is_pawn(position, side, partner)
        && (file - other).abs() == 1
        && pawn.rank() == partner.rank()
        && [4, 5].contains(&plain::men::rank_for(side, pawn));
    ensure(is_pair, "no two pawns stand side by side")?;
    let count = |color: Color, file: i32| plain::pawns::pawns_on_file(position, color, file).len();
    let (left, right) = (file.min(other), file.max(other));
    let are_alone = [left, right]
        .iter()
        .all(|file| count(side, *file) == 1 && count(!side, *file) == 0)
        && count(side, left - 1) == 0
        && count(side, right + 1) == 0;
    ensure(are_alone, "they are no hanging pawns")
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let piece = man(scene.man());
    let pawn = squares.get(1).copied().unwrap_or(scene.mv.to);
    let partner = squares.get(2).copied().unwrap_or(pawn);
    let (left, right) = match pawn.file() < partner.file() {
        true => (pawn, partner),
        false => (partner, pawn),
    };
    format!("The {piece} attacks the hanging pawns on\u{a0}{left} and\u{a0}{right}.")
}

#[test]
fn cases() {
    let cases = "
        # Hanging pawns are attacked.
        r2q1rk1/pb1nbppp/5n2/2pp4/8/1P2PN2/PB1NBPPP/R2Q1RK1 w - - 0 1
        Rc1: The rook attacks the hanging pawns on c5 and d5.
        r2q1rk1/pb1nbppp/5n2/2pp4/8/PPB1PN2/3NBPPP/R2Q1RK1 w - - 0 1
        b4: The pawn attacks the hanging pawns on c5 and d5.
        # No hanging pawns.
        # A pawn on b6 holds them; a pawn stands on a file of theirs; the knight attacks none.
        r2q1rk1/1b1nbppp/1p3n2/2pp4/8/1P2PN2/PB1NBPPP/R2Q1RK1 w - - 0 1
        Rc1: -
        r2q1rk1/pb1nbppp/5n2/2pp4/8/1P1P1N2/PB1NBPPP/R2Q1RK1 w - - 0 1
        Rc1: -
        r2q1rk1/pb1nbppp/5n2/2pp4/8/1P2PN2/PB1NBPPP/R2Q1RK1 w - - 0 1
        Ne5: -
        Rc1 not: c1, c1 c5, c1 d5 c5, c1 c5 d5 e5, c5 c1 d5
    ";
    HITS_HANGING_PAWNS.holds(cases);
}
