//! **Square of the pawn**: only kings and pawns are left. Either the king moves into the square of
//! a passed pawn of the opponent with nothing in its way, which it could not have caught if it had
//! stayed. Or a passed pawn with nothing in its way moves out of reach of the enemy king, which
//! could have caught it if it had stayed. A king catches a pawn if it gets to the last rank no
//! later than in the move after the pawn; a pawn on its second rank goes two steps at once.
//!
//! Squares: where the king or pawn stands that moved, then the pawn or king.

use bstar_board::{Color, Piece, Position, Rank, Square};

use crate::finders::board_facts::{distance, pieces};
use crate::finders::pawns::{ahead, is_passed};
use crate::finders::pieces::moved;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const PAWN_SQUARE: Concept = Concept {
    name: "pawn-square",
    themes: &["passed-pawn", "king-activity"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    let is_pawn_ending =
        pieces(&scene.after, side).is_empty() && pieces(&scene.after, !side).is_empty();
    let other = scene.after.king(!side);
    match moved(scene) {
        _ if !is_pawn_ending => Vec::new(),
        Some(Piece::King) => {
            let enters = |pawn: &Square| {
                runs(&scene.after, !side, *pawn)
                    && distance(to, goal(!side, *pawn)) <= steps(!side, *pawn)
                    && distance(from, goal(!side, *pawn)) > steps(!side, *pawn)
            };
            let pawns = scene.after.men(!side, Piece::Pawn).into_iter();
            let entered = pawns.filter(enters);
            entered.map(|pawn| Finding::on([to, pawn])).collect()
        }
        Some(Piece::Pawn) => {
            // The king moves first, so it has a move more than the pawn.
            let is_caught =
                |pawn: Square| distance(other, goal(side, pawn)) <= steps(side, pawn) + 1;
            let is_away = runs(&scene.after, side, to)
                && runs(&scene.before, side, from)
                && !is_caught(to)
                && is_caught(from);
            is_away
                .then(|| Finding::on([to, other]))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a passed pawn has nothing in its way.
fn runs(position: &Position, side: Color, pawn: Square) -> bool {
    let way = ahead(side, pawn) & pawn.file().bitboard();
    is_passed(position, side, pawn) && (way & position.occupied()).is_empty()
}

/// Where a pawn queens.
fn goal(side: Color, pawn: Square) -> Square {
    Square::new(pawn.file(), Rank::Eighth.relative_to(side))
}

/// The moves a pawn needs.
fn steps(side: Color, pawn: Square) -> usize {
    (8 - Scene::rank(side, pawn)).min(5)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let ([moved, other], side) = (squares, scene.side) else {
        return Err("a king and a pawn are needed");
    };
    if *moved != scene.mv.to || scene.before.is_castling(scene.mv) {
        return Err("nothing has just moved there");
    }
    let count = |color| plain::standing::pieces_of(&scene.after, color);
    if count(side) + count(!side) > 0 {
        return Err("it is no pawn ending");
    }
    let stands = |square: Square, color: Color, kind: Piece| {
        plain::men::is_man(&scene.after, square, color, kind)
    };
    let is_king_move = stands(*moved, side, Piece::King) && stands(*other, !side, Piece::Pawn);
    let is_pawn_move = stands(*moved, side, Piece::Pawn)
        && stands(*other, !side, Piece::King)
        && plain::men::is_man(&scene.before, scene.mv.from, side, Piece::Pawn);
    let is_so = if is_king_move {
        has_free_way(&scene.after, *other)
            && spare_moves(&scene.after, *other, *moved) >= 0
            && spare_moves(&scene.after, *other, scene.mv.from) < 0
    } else if is_pawn_move {
        has_free_way(&scene.after, *moved)
            && has_free_way(&scene.before, scene.mv.from)
            && spare_moves(&scene.after, *moved, *other) < -1
            && spare_moves(&scene.before, scene.mv.from, *other) >= -1
    } else {
        return Err("no king and pawn stand there");
    };
    ensure(is_so, "the move does not change whether the pawn is caught")
}

fn has_free_way(position: &Position, pawn: Square) -> bool {
    let Some(color) = position.color_on(pawn) else {
        return false;
    };
    let up = plain::pawns::forward(color);
    let way = (1..8).map_while(|steps| plain::pawns::step(pawn, 0, up * steps));
    let is_free = way
        .into_iter()
        .all(|square| position.piece_on(square).is_none());
    plain::pawns::is_any_passed(position, pawn) && is_free
}

/// How many moves a king on a square has to spare to catch a pawn that moves first.
fn spare_moves(position: &Position, pawn: Square, king: Square) -> i32 {
    let color = position.color_on(pawn).unwrap_or(Color::White);
    let rank = plain::men::rank_for(color, pawn);
    let pawn_moves = if rank == 2 { 5 } else { 8 - rank };
    let files = (king.file() as i32 - pawn.file() as i32).abs();
    let ranks = 8 - plain::men::rank_for(color, king);
    pawn_moves - files.max(ranks)
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let [moved, other] = squares else {
        return String::new();
    };
    match scene.man() {
        Piece::King => {
            format!("The king gets into the square of the passed pawn on\u{a0}{other}.")
        }
        _ => format!("The pawn on\u{a0}{moved} is out of reach of the king on\u{a0}{other}."),
    }
}

#[test]
fn cases() {
    let cases = "
        # The race.
        8/8/8/5k2/P7/8/6K1/8 w - - 0 1
        a5: The pawn on a5 is out of reach of the king on f5.
        a5 not: a5, a5 g2, f5 a5, a5 f5 f5
        # still outside
        8/8/8/8/p4K2/8/8/6k1 w - - 0 1
        Ke3: -
        8/8/p7/8/6K1/8/8/6k1 w - - 0 1
        Kf4: The king gets into the square of the passed pawn on a6.
        # No race.
        # The king was inside already; it walks away; a knight is there too.
        8/8/8/8/p7/8/8/3K2k1 w - - 0 1
        Kc1: -
        8/8/8/8/p7/8/8/4K1k1 w - - 0 1
        Ke2: -
        8/8/8/5k2/P7/8/6K1/7N w - - 0 1
        a5: -
    ";
    PAWN_SQUARE.holds(cases);
}
